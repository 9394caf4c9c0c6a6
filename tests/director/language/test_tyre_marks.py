"""A tyre's colour is its compound where the session tells which, and beside its tyre only."""

from __future__ import annotations

import pytest

from director.language.tokens import tokenise
from director.language.tyre_marks import as_marked

NOW = "2024 Bahrain Grand Prix, Race: lap 30 of 57"


def marked(question: str, session: str = NOW) -> str:
    return " ".join(word.text for word in as_marked(tokenise(question), session))


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("longest stint on the white tyre", "longest stint on the hards tyre"),
        ("who is on the red walled tyre", "who is on the softs tyre"),
        ("is max back on reds", "is max back on softs"),
        ("any yellow flag on the red tyre", "any yellow flag on the softs tyre"),
        ("any yellows", "any yellows"),
        ("anybody gone back to the reds", "anybody gone back to the softs"),
        ("all on green tyres", "all on intermediates tyres"),
        ("is it green", "is it green"),
        ("is it a red flag", "is it a red flag"),
        ("the reds are quick", "the reds are quick"),
    ],
)
def test_the_colour_of_a_tyre_is_its_compound(question: str, told: str) -> None:
    assert marked(question) == told


def test_an_older_year_had_other_colours() -> None:
    assert marked("is max on the red tyre", "2018 Azerbaijan Grand Prix, Race") == "is max on the red tyre"
