"""get_current_battle: the closest fights for position."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from pitwall.facts.gaps import BASES, Basis, gap_between
from pitwall.facts.names import named, short_name
from pitwall.state import RACES, RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked.get_current_battle import EXAMPLES
from pitwall.tools.tool import race_tool
from pitwall.tools.words import fitting, gap_text
from toolgate.contract import JsonObject, ToolSpec

_DEFAULT_PAIRS = 3
_MAX_PAIRS = 20
_LIMITS = frozenset({"place", "max_gap_s", "max_distance_m"})
_NEARNESS = ("within", "under", "inside", "less than", "closer than", "below", "up to", "at most", "no more than")


class _Pair(NamedTuple):
    ahead: str
    behind: str
    gap_s: float | None
    distance_m: float | None
    basis: Basis | None


_PAYLOAD: s.JsonSchema = {
    "pairs": s.rows(
        s.record(
            {
                "ahead": s.driver(),
                "behind": s.driver(),
                "place": s.position("the place they fight for", nullable=False),
                "gap_s": s.gap_s(),
                "distance_m": s.number("metres", high=1_000_000, nullable=True),
                "gap_basis": s.choice(*BASES, None, description="the feed's interval, or derived"),
            }
        ),
        "closest first",
        most=_MAX_PAIRS,
    ),
    "considered": s.integer("neighbouring pairs with a known gap", high=s.MAX_CARS),
}


def build_get_current_battle_tool(cache: StateCache) -> ToolSpec:
    """Neighbours in the order, both running and neither in the pit lane, closest first."""
    return race_tool(
        cache,
        _handle,
        name="get_current_battle",
        kinds=RACES,
        description="The closest battles for position: neighbouring cars on track with the smallest gap between them.",
        arguments={
            "top_n_pairs": s.count_argument(
                "how many pairs",
                default=_DEFAULT_PAIRS,
                high=_MAX_PAIRS,
                phrases=[
                    *(f"{best} {{}}" for best in ("top", "best")),
                    *(f"{{}} {best}" for best in ("best", "closest", "tightest", "hottest")),
                ],
            ),
            "max_gap_s": {
                **s.number("only pairs at most this many seconds apart", low=0.001, high=600),
                "x-phrases": [
                    f"{nearness} {{}} {unit}" for nearness in _NEARNESS for unit in ("seconds", "second", "sec", "s")
                ],
            },
            "place": s.integer("only the battle for this place", low=1, high=s.MAX_CARS),
            "max_distance_m": {
                **s.number("only pairs at most this many metres apart", low=1, high=10_000),
                "x-phrases": [
                    f"{nearness} {{}} {unit}" for nearness in _NEARNESS for unit in ("metres", "meters", "metre", "m")
                ],
            },
        },
        payload=_PAYLOAD,
        examples=EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    pairs, unknown = _pairs(view)
    most_s, most_m = given.get("max_gap_s"), given.get("max_distance_m")
    near = [
        pair
        for pair in pairs
        if given.get("place") in (None, view.car(pair.ahead).position)
        and (most_s is None or (pair.gap_s is not None and pair.gap_s <= most_s))
        and (most_m is None or (pair.distance_m is not None and pair.distance_m <= most_m))
    ]
    chosen = near[: given.get("top_n_pairs", _DEFAULT_PAIRS)]
    missing = [f"the gap between {unknown} pairs of neighbours"] if unknown else []
    if most_m is not None and any(pair.distance_m is None for pair in pairs):
        missing.append("distances in metres between some neighbours")
    return {
        "summary": _summary(view, chosen, given, len(pairs) if unknown else None),
        "pairs": [_worded(view, pair) for pair in chosen],
        "considered": len(pairs),
        "missing": missing,
    }


def _pairs(view: RaceView) -> tuple[list[_Pair], int]:
    """Pairs with a known gap, closest first, and how many there are without one."""
    pairs, unknown = [], 0
    for ahead, behind in pairwise(view.order):
        if view.run_state(ahead)[0] != "running" or view.run_state(behind)[0] != "running":
            continue
        gap = gap_between(view, ahead, behind)
        seconds = gap.seconds if gap else None
        metres = _metres(view, ahead, behind)
        if seconds is None and metres is None:
            unknown += 1
            continue
        pairs.append(_Pair(ahead, behind, seconds, metres, gap.basis if gap and seconds is not None else None))
    pairs.sort(key=lambda pair: (_or_inf(pair.gap_s), _or_inf(pair.distance_m), pair.ahead))
    return pairs[: s.MAX_CARS], unknown


def _metres(view: RaceView, ahead: str, behind: str) -> float | None:
    front, back = view.distances.get(ahead), view.distances.get(behind)
    if not front or not back:  # on the grid nobody has covered any distance yet
        return None
    return round(abs(front - back), 1)


def _or_inf(value: float | None) -> float:
    return float("inf") if value is None else value


def _worded(view: RaceView, pair: _Pair) -> JsonObject:
    return {
        "ahead": named(view, pair.ahead),
        "behind": named(view, pair.behind),
        "place": view.car(pair.ahead).position,
        "gap_s": pair.gap_s,
        "distance_m": pair.distance_m,
        "gap_basis": pair.basis,
    }


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


def _summary(view: RaceView, chosen: list[_Pair], given: JsonObject, known: int | None) -> str:
    """`known` is how many pairs have a known gap, where not all have."""
    if not chosen:
        if view.finished:
            return "The race is over: nobody fights for position any more."
        if not view.started:
            return "The race has not started: nobody fights for position yet."
        if view.track_status == "red":
            return "Red flag: the race is stopped, nobody fights for position now."
        if given.keys() & _LIMITS and known != 0:
            return _nobody_near(given, known)
        return "No battle: the feed shows no two neighbours running with a known gap."
    first = chosen[0]
    by = gap_text(first.gap_s) if first.gap_s is not None else f"{first.distance_m} m"
    behind, ahead = short_name(view, first.behind), short_name(view, first.ahead)
    start = f"Closest battle: {behind} is {by} behind {ahead}, for P{view.car(first.ahead).position}"
    others = [
        f"{short_name(view, pair.behind)} {gap_text(pair.gap_s)} behind {short_name(view, pair.ahead)}"
        for pair in chosen[1:]
        if pair.gap_s is not None
    ]
    return fitting(f"{start}; then ", others) if others else f"{start}."
