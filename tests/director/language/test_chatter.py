"""The gate that tells questions from chatter, on lines that it was not trained on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from director.language.chatter import BUCKETS, WEIGHTS_FILE, ChatterGate, features
from tests.rows import each_row

TESTS = Path(__file__).parents[1]
OFFLINE = TESTS / "planners" / "offline"
NAMES = frozenset(
    """
    vettel seb sebastian raikkonen kimi hamilton lewis bottas valtteri ricciardo daniel verstappen max ocon esteban perez
    checo sergio sainz carlos hulkenberg nico stroll lance sirotkin alonso fernando vandoorne leclerc charles ericsson
    magnussen kevin grosjean gasly pierre hartley brendon norris mclaren ferrari mercedes renault williams haas sauber
    """.split()  # noqa: SIM905 - read as a text
)


@pytest.fixture(scope="module")
def gate() -> ChatterGate:
    return ChatterGate.shipped()


def heard(gate: ChatterGate, lines: list[str]) -> list[str]:
    return [line for line in lines if gate.asks(line, NAMES.__contains__)]


def test_most_chatter_is_not_heard(gate: ChatterGate) -> None:
    lines = (TESTS / "chat" / "unseen_chatter.txt").read_text(encoding="utf-8").splitlines()
    assert len(lines) >= 60
    assert len(heard(gate, lines)) <= 0.12 * len(lines), heard(gate, lines)


@each_row("line", ["KIMI!!!", "Seb", "LEWIS LEWIS", "lets go KIMI", "Kimi Raikkonen!!!", "Checo?"])
def test_a_name_that_is_shouted_is_not_heard(gate: ChatterGate, line: str) -> None:
    assert not heard(gate, [line])


def test_questions_are_heard(gate: ChatterGate) -> None:
    asked = [line.split("|")[0] for line in (OFFLINE / "race_questions.txt").read_text(encoding="utf-8").splitlines()]
    for name in ("ordinary", "hard"):
        rows = (OFFLINE / f"fresh_{name}.jsonl").read_text(encoding="utf-8").splitlines()
        asked += [json.loads(row)["question"] for row in rows]
    lost = set(asked) - set(heard(gate, asked))
    assert len(asked) > 600
    assert len(lost) <= 0.02 * len(asked), lost


def test_names_are_all_alike_to_it(gate: ChatterGate) -> None:
    said = ("come on {}", "where is {}", "{} {} {}")
    for line in said:
        scores = {
            gate.score(line.replace("{}", name), lambda word: word in ("zorro", "ocon")) for name in ("Zorro", "Ocon")
        }
        assert len(scores) == 1


@given(st.text(max_size=2000))
def test_any_line_has_a_score(line: str) -> None:
    gate = ChatterGate(bytes(BUCKETS), 1.0, 0.0, 0.5)
    assert gate.score(line, lambda word: False) == 0.5
    assert all(0 <= bucket < BUCKETS for bucket in features(line, lambda word: False))


def test_the_weights_are_small() -> None:
    assert WEIGHTS_FILE.stat().st_size == BUCKETS + 24
