"""How old a car's tyres are among those of all, in words."""

from __future__ import annotations

from collections.abc import Mapping

from pitwall.facts.names import short_name
from pitwall.state import OUT_STATES, RaceView
from pitwall.state.car import Tyre
from pitwall.tools.words import laps_text

_MORE = {"oldest": "older", "newest": "newer"}


def among_all(view: RaceView, car: str, on: Mapping[str, Tyre], order: str) -> str:
    """`; the oldest are Bottas's, 29 laps old`: where it is asked if his are. Empty for no such order."""
    going = [each for each in on if view.run_state(each)[0] not in OUT_STATES]
    ages = {each: laps for each in going if (laps := on[each].laps) is not None}
    if order not in _MORE or car not in ages:
        return ""
    most = max(ages.values()) if order == "oldest" else min(ages.values())
    if ages[car] == most:
        return f"; none are {_MORE[order]}"
    holder = next(each for each, laps in ages.items() if laps == most)
    return f"; the {order} are {short_name(view, holder)}'s, {laps_text(most)} old"
