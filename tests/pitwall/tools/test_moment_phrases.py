"""The moment's phrases beside a tool's own."""

from __future__ import annotations

from pitwall.tools.schemas import MOMENT_ARGUMENTS, integer, with_moment


def test_a_phrase_that_is_the_tools_own_is_not_the_moments() -> None:
    shared = MOMENT_ARGUMENTS["at_lap"]["x-phrases"]
    own = {"since_lap": {**integer(high=10), "x-phrases": [shared[0], "since lap {}"]}}
    together = with_moment(own)
    assert together["since_lap"] == own["since_lap"]
    assert together["at_lap"]["x-phrases"] == shared[1:]
    assert together["at_time"] == MOMENT_ARGUMENTS["at_time"]


def test_other_arguments_take_no_phrase_away() -> None:
    assert with_moment({"top_n": integer(high=10)}).items() >= MOMENT_ARGUMENTS.items()
