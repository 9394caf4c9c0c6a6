"""How the replay words tyres, gaps and times."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from director.cli.replay.labels import behind, clock, compound_letter, tyre_text
from director.cli.terminal_text import clean
from pitwall.state.car import Tyre


@pytest.mark.parametrize(
    ("compound", "letter"),
    [("SOFT", "S"), ("soft", "S"), ("ULTRASOFT", "US"), ("INTERMEDIATE", "I"), ("UNKNOWN", "?"), (None, "?")],
)
def test_compounds(compound: str | None, letter: str) -> None:
    assert compound_letter(compound) == letter


def test_tyres() -> None:
    assert tyre_text(Tyre(0, "MEDIUM", True, 12)) == "M 12"
    assert tyre_text(Tyre(0, "MEDIUM")) == "M"
    assert tyre_text(None) == ""


def test_gaps() -> None:
    assert behind(4.108, None) == "+4.108"
    assert behind(72.345, None) == "+72.3"
    assert behind(0.0, None) == "+0.000"
    assert behind(None, 1) == "+1 lap"
    assert behind(None, 3) == "+3 laps"
    assert behind(None, None) == ""


def test_clock() -> None:
    assert clock(3723.9) == "01:02:03"


@given(st.text())
def test_what_is_shown_holds_nothing_a_terminal_would_obey(text: str) -> None:
    assert clean(text).isprintable()
    assert len(clean(text)) == len(text)
    assert clean(clean(text)) == clean(text)
