"""How passes since the line are worded."""

from __future__ import annotations

from collections.abc import Callable

from pitwall.facts.since_line import LivePass
from pitwall.state import StateCache
from pitwall.tools.since_line_words import since_line_words


def test_two_are_named_and_more_are_counted(recorded: Callable[[str], StateCache]) -> None:
    view = recorded("2018_azerbaijan_race").view("lap:20")
    found = [LivePass("44", passed, 20, 3) for passed in ("5", "77", "7")]
    since = " since the line, by the order now"
    assert since_line_words(view, []) == ""
    assert since_line_words(view, found[:2]) == f"Hamilton past Vettel, Hamilton past Bottas{since}"
    assert since_line_words(view, found) == f"Hamilton past Vettel, Hamilton past Bottas and 1 more{since}"
