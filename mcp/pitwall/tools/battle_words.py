"""How the battles for position are worded."""

from __future__ import annotations

from typing import NamedTuple

from pitwall.facts.fighting import moves_at_line
from pitwall.facts.gaps import Basis
from pitwall.facts.names import short_name
from pitwall.state import RaceView
from pitwall.tools.words import fitting, gap_text
from toolgate.contract import JsonObject

LIMITS = frozenset({"top_n", "place", "max_gap_s", "max_distance_m"})
"""Arguments that say which battles are meant."""


class Pair(NamedTuple):
    """Two neighbours in the order, and how near they are in seconds and in metres, as far as the feed tells."""

    ahead: str
    behind: str
    gap_s: float | None
    distance_m: float | None
    basis: Basis | None
    """None where metres on the road tell."""
    position: int
    """The position that they fight for."""


def summary(view: RaceView, chosen: list[Pair], given: JsonObject, known: int | None) -> str:
    """The closest battle and those after it. `known`: how many pairs have a known gap, where not all have."""
    if not chosen:
        if view.session and view.session.positions_at_line and not view.cars:
            return "No drivers yet."
        if moves_at_line(view) and given.get("max_distance_m") and len(view.order) > 1:
            return f"No close battles (<{given['max_distance_m']:g}m) among {len(view.order)} cars."
        if view.finished:
            return "The race is over: nobody is fighting for position any more."
        if not view.started:
            return "The race has not started: nobody is fighting for position yet."
        if view.track_status == "red":
            return "Red flag: the race is stopped, so nobody is fighting for position."
        if given.keys() & LIMITS and known != 0:
            return _nobody_near(given, known)
        return "No battle: the feed shows no two neighbours running with a known gap."
    first = chosen[0]
    if first.basis is None and first.distance_m is not None:
        return _on_the_road(view, chosen)
    by = gap_text(first.gap_s) if first.gap_s is not None else f"{first.distance_m} m"
    behind, ahead = short_name(view, first.behind), short_name(view, first.ahead)
    start = f"Closest battle: {behind} is {by} behind {ahead}, for P{first.position}"
    others = [
        f"{short_name(view, pair.behind)} {gap_text(pair.gap_s)} behind {short_name(view, pair.ahead)}"
        for pair in chosen[1:]
        if pair.gap_s is not None
    ]
    return fitting(f"{start}; then ", others) if others else f"{start}."


def _on_the_road(view: RaceView, chosen: list[Pair]) -> str:
    """As broadcasters of simulators word it: `Heath vs Stone`, and how many metres the gap is."""
    said = [
        f"{short_name(view, pair.ahead)} vs {short_name(view, pair.behind)} – {pair.distance_m:.1f}m gap, "
        f"for P{pair.position}"
        for pair in chosen
        if pair.distance_m is not None
    ]
    return fitting("Closest battle: ", said, "; then ")


def without_metres(view: RaceView, closest: Pair) -> str:
    """Where metres are asked for and the feed tells of none: how near the closest two are in seconds."""
    behind, ahead = short_name(view, closest.behind), short_name(view, closest.ahead)
    near = "" if closest.gap_s is None else f"; the closest two: {behind} is {gap_text(closest.gap_s)} behind {ahead}"
    return f"The feed does not tell how many metres apart cars are{near}."


def beyond(view: RaceView, closest: Pair, most_m: float) -> str:
    """`No battle within 50 m; the closest two: Perez is 1.102 s (64.3 m) behind Stroll, for P5.`"""
    by = [gap_text(closest.gap_s)] if closest.gap_s is not None else []
    by += [f"{closest.distance_m} m"] if closest.distance_m is not None else []
    gap = by[0] if len(by) == 1 else f"{by[0]} ({by[1]})"
    behind, ahead = short_name(view, closest.behind), short_name(view, closest.ahead)
    return f"No battle within {most_m:g} m; the closest two: {behind} is {gap} behind {ahead}, for P{closest.position}."


def _nobody_near(given: JsonObject, known: int | None) -> str:
    """`No car is within 1 s of the one ahead.`, where none is as near as was asked for."""
    limits = ((given.get("max_gap_s"), "s"), (given.get("max_distance_m"), "m"))
    near = " and ".join(f"{most:g} {unit}" for most, unit in limits if most is not None)
    ahead = f"P{given['place']}" if "place" in given else "the one ahead"
    if not near:
        return f"The feed shows no car behind {ahead} with a known gap."
    if known is None:
        return f"No car is within {near} of {ahead}."
    return f"No car with a known gap ({known} {'has' if known == 1 else 'have'} one) is within {near} of {ahead}."
