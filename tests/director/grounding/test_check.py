"""A free wording is proved word for word: nothing false passes, and most of what is true in English does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from director.grounding import check
from pitwall.claims import CLAIMS
from tests.conftest import SHARED
from tests.director.grounding.conftest import HERE, Results, rows_of
from toolgate.contract import Context, StepResult

ResultsOf = Callable[[str, str, Sequence[Any]], Results]
OTHER_LANGUAGES = ("German", "Spanish", "Dutch", "French", "Italian", "Portuguese")


@pytest.mark.parametrize(
    ("file", "most_refused"),
    [
        (HERE / "wordings_dev.jsonl", 0.05),
        (HERE / "wordings_unseen.jsonl", 0.1),
        (HERE / "wordings_unseen_2.jsonl", 0.1),
        (HERE / "wordings_unseen_3.jsonl", 0.24),
        (HERE / "wordings_unseen_4.jsonl", 0.15),
        (HERE / "wordings_unseen_5.jsonl", 0.16),
        (SHARED / "oracles" / "wordings_dev.jsonl", 0.25),
    ],
    ids=["dev", "unseen", "unseen 2", "unseen 3", "unseen 4", "unseen 5", "oracles"],
)
def test_nothing_false_is_accepted_and_most_of_what_is_true_is(
    file: Any, most_refused: float, results_of: ResultsOf
) -> None:
    rows = [row for row in rows_of(file) if not row["what"].startswith(OTHER_LANGUAGES)]
    if not rows:
        pytest.skip(f"needs {file.name} beside the checkout")
    held = {
        row["answer"]: not check(row["answer"], *results_of(row["source"], row["at"], row["calls"])) for row in rows
    }
    assert [row["answer"] for row in rows if held[row["answer"]] and not row["true"]] == []
    true = [row["answer"] for row in rows if row["true"]]
    assert len([answer for answer in true if not held[answer]]) <= most_refused * len(true)


GAP = {
    "ahead": {"car": "18", "code": "STR", "name": "Lance Stroll"},
    "behind": {"car": "11", "code": "PER", "name": "Sergio Perez"},
    "gap_s": 1.068,
    "gap_basis": "interval",
    "as_of": {"lap": 20},
}
CONTEXT = Context(
    "lap 20 of 51 completed.",
    {
        "driver": [
            {"car": "11", "code": "PER", "name": "Sergio Perez", "team": "Force India"},
            {"car": "18", "code": "STR", "name": "Lance Stroll", "team": "Williams"},
            {"car": "35", "code": "SIR", "name": "Sergey Sirotkin", "team": "Williams"},
        ]
    },
    claims={
        "get_gap": [
            {"says": "is_behind", "subject": "/behind", "object": "/ahead", "value": "/gap_s", "unit": "s"},
        ]
    },
)
STEPS = [StepResult("s1", "get_gap", {"driver": "PER"}, "ok", 1.0, GAP)]


@pytest.mark.parametrize(
    "answer",
    [
        "Perez is 1.068 s behind Stroll.",
        "PER trails STR by 1.1 s.",
        "Perez is １.０６８ s behind Stroll.",
        "Perez is ١.١ s behind Stroll.",
        "Perez is about a second behind Stroll.",
        "Stroll is just over a second ahead of Perez.",
        "Perez is behind Stroll.",
        "Checo is 1.1 s back from Lance.",
        "Sergio\u200b Perez is 1.07 seconds behind Lance Stroll.",
    ],
)
def test_it_is_read_in_many_forms(answer: str) -> None:
    assert check(answer, STEPS, CONTEXT) == []


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "Stroll is 1.068 s behind Perez.",
        "Perez is not 1.068 s behind Stroll.",
        "Perez was 1.068 s behind Stroll.",
        "Perez will be 1.068 s behind Stroll.",
        "Perez is 1.068 s behind Stroll because of his tyres.",
        "Perez is 1.068 s behind Sirotkin.",
        "Perez is 1.068 laps behind Stroll.",
        "Perez is less than a second behind Stroll.",
        "Perez is 1.0 s behind Stroll.",
        "Perez is 1.068 s behind Stroll and Hamilton leads.",
        "On lap 10, Perez is 1.068 s behind Stroll.",
        "Sir is 1.068 s behind Stroll.",
        "Perez ist 1,068 s hinter Stroll.",
        "Perez is 1.068 s behind Stroll. See https://example.org.",
        "x" * 10_000,
    ],
)
def test_what_cannot_be_proved_is_refused(answer: str) -> None:
    assert check(answer, STEPS, CONTEXT)


def test_a_result_of_another_moment_needs_that_moment() -> None:
    then = [StepResult("s1", "get_gap", {"driver": "PER", "at_lap": 10}, "ok", 1.0, GAP)]
    assert check("Perez is 1.068 s behind Stroll.", then, CONTEXT)
    assert check("On lap 10, Perez was 1.068 s behind Stroll.", then, CONTEXT) == []
    assert check("On lap 11, Perez was 1.068 s behind Stroll.", then, CONTEXT)


def test_the_past_may_be_told_when_it_is_over() -> None:
    over = Context("lap 51 of 51 completed.", CONTEXT.vocabularies, claims=CONTEXT.claims)
    assert check("Perez was 1.068 s behind Stroll.", STEPS, over) == []


def test_a_failed_step_proves_nothing() -> None:
    failed = [StepResult("s1", "get_gap", {}, "failed", 1.0, GAP)]
    assert check("Perez is behind Stroll.", failed, CONTEXT)


def of_retirements(*derived: bool, **arguments: Any) -> tuple[list[StepResult], Context]:
    """So many drivers who are out; of those that are derived nobody has said so."""
    drivers = CONTEXT.vocabularies["driver"][: len(derived)]
    rows = [{"driver": one, "laps": 3, "derived": is_derived} for one, is_derived in zip(drivers, derived, strict=True)]
    context = Context(CONTEXT.session, CONTEXT.vocabularies, claims=CLAIMS)
    return [StepResult("s1", "get_retirements", arguments, "ok", 1.0, {"out": rows, "count": len(rows)})], context


@pytest.mark.parametrize(
    ("answer", "derived", "arguments", "holds"),
    [
        ("Only Perez is out.", (False,), {}, True),
        ("Only Perez and Stroll are out.", (False, False), {}, True),
        ("Only Perez is out.", (False, False), {}, False),
        ("Only Perez is out.", (False, True), {}, False),
        ("Only Perez is out.", (False,), {"driver": "PER"}, False),
        ("Perez and Stroll are out.", (False, False), {}, True),
        ("Perez and Stroll are out.", (False, True), {}, False),
        ("Stroll, Perez and Sirotkin are out.", (False, False), {}, False),
        ("Two drivers are out after 3 laps: Perez and Stroll.", (False, False), {}, True),
        ("Two drivers are out after 3 laps: Perez and Perez.", (False, False), {}, False),
        ("Two drivers are out after 3 laps.", (False,), {}, False),
    ],
)
def test_what_is_true_of_some_alone_needs_all_rows(
    answer: str, derived: tuple[bool, ...], arguments: dict[str, Any], holds: bool
) -> None:
    assert (check(answer, *of_retirements(*derived, **arguments)) == []) is holds
