"""Words: folding, contractions, stems, filler."""

from __future__ import annotations

import pytest

from director.language.folding import fold
from director.language.tokens import tokenise, without_filler
from director.planners.offline.word_keys import key_of
from tests.rows import each_row


def texts(question: str) -> list[str]:
    return [word.text for word in without_filler(tokenise(question))]


def test_fold_drops_case_and_accents() -> None:
    assert fold("Kimi RÄIKKÖNEN Strøm") == "kimi raikkonen strom"


@each_row(
    ("question", "words"),
    [
        ("Who's where?", ["who", "is", "where"]),
        ("whos", ["who", "is"]),
        ("over 24.5s or 26 s", ["over", "24.5", "seconds", "or", "26", "seconds"]),
        ("in the 1:20s", ["in", "1:20", "s"]),
        ("hasn't", ["has", "not"]),
        ("Vettel’s gap", ["vettel", "gap"]),
        ("lap20 at 1:02:03", ["lap", "20", "at", "1:02:03"]),
        (
            "within 50m, 1.5s or 2secs of the 3rd",
            ["within", "50", "m", "1.5", "seconds", "or", "2", "secs", "of", "3rd"],
        ),
        ("Could you please tell me the gap right now, mate?", ["gap"]),
        ("is he going to win", ["is", "he", "going to", "win"]),
        ("within a second", ["within", "one", "second"]),
        ("{driver}", ["driver"]),
    ],
)
def test_words_of_a_question(question: str, words: list[str]) -> None:
    assert texts(question) == words


def test_braces_are_slots_in_examples_only() -> None:
    assert [word.slot for word in tokenise("p{n} of {driver}", slots=True)] == ["n", None, "driver"]
    assert all(word.slot is None for word in tokenise("p{n} of {driver}"))


@pytest.mark.parametrize(
    "group",
    [
        ("stop", "stops", "stopped", "stopping"),
        ("pit", "pits", "pitted", "pitting"),
        ("race", "races", "racing", "raced"),
        ("pass", "passes", "passed", "passing"),
        ("battle", "battles", "battling"),
        ("fast", "quick", "rapid"),
        ("win", "won", "winning"),
        ("is", "was", "are"),
        ("5", "five", "fifth", "P5", "5th"),
    ],
)
def test_forms_of_one_word_share_a_key(group: tuple[str, ...]) -> None:
    assert len({key_of(fold(word)) for word in group}) == 1


@pytest.mark.parametrize(
    ("one", "other"), [("driver", "drive"), ("leader", "lead"), ("fast", "fastest"), ("5", "6"), ("noted", "not")]
)
def test_different_words_keep_different_keys(one: str, other: str) -> None:
    assert key_of(one) != key_of(other)


def test_what_somebody_in_the_race_needs_is_no_filler() -> None:
    assert "need" in texts("what does Hamilton need")
    assert "need" not in texts("i need the gap to Hamilton")
    assert "need" not in texts("need the gap to Hamilton")
