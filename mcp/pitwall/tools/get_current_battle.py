"""get_current_battle: the closest fights for position."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.gaps import BASES, Basis, gap_between
from pitwall.tools.names import named, short_name
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import fitting, gap_text
from toolgate.contract import JsonObject, ToolSpec

_DEFAULT_PAIRS = 3
_MAX_PAIRS = 20

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {"top_n_pairs": 1},
        """
        who is in the closest battle / where is the best fight on track
        what is the closest battle on track / tightest gap on track between two cars / hottest duel
        most exciting duel / best scrap / main battle / which two cars are closest together
        smallest gap between cars / smallest interval between neighbours
        which battle should the camera show / which fight should i focus on
        """,
    ),
    *asked(
        {},
        """
        which battles are going on / battles / fights / overtakes / who is fighting for position
        who is fighting / who is battling whom / any good battles / where is the action
        where should i look / what should i watch / closest fights for position / are there any battles
        which cars are close together / which drivers are running close together / close racing
        best racing / who is stuck in traffic / tight fights / is it tight
        who is close to overtaking someone / who could overtake soon / any overtaking chances
        any overtakes coming / any moves about to happen / who is about to be overtaken
        who is about to pass / who is trying to pass / who is under pressure / who is being attacked
        who is attacking / who is defending / who is in drs range / who is within striking distance
        who is nose to tail / wheel to wheel action / exciting scraps / who is racing each other
        who is dicing for places / who is duelling / who is chasing whom / who is hunting whom
        who is scrapping with whom / who is hot on the heels of another car / who is held up
        rivals running in each others gearbox / pairs of cars / battles sorted by gap
        anyone close to the car in front / which cars are fighting each other / who is catching whom
        any close fights / any battles in the field / which drivers are scrapping
        who is glued to the car ahead / dogfights / who is breathing down whose neck
        who is all over the back of somebody / drs trains / who is bunched up / neck and neck
        bumper to bumper / who is poised to pass / intense racing / who is going at it
        who is putting on a show / rivalries on track / which gaps are the smallest
        which cars are separated by the least / who is a threat to whom / who can pass next
        is anyone in a fight / battles in the midfield / where is it getting close / tussles / squabbles
        any drama on track / who is pushing whom hard / trains of cars / who is side by side
        who is closing in on the car ahead
        """,
    ),
    *asked({"top_n_pairs": "{n}"}, "show me the {n} closest battles / the {n} tightest fights / {n} best duels"),
    *asked(
        {"max_gap_s": "{n}"},
        """
        any battles within {n} seconds / cars less than {n} seconds apart / gaps under {n} seconds
        who is within {n} seconds / cars closer together than {n} seconds
        anyone within {n} second of the car in front / pairs inside {n} seconds
        """,
    ),
    *asked(
        {"max_distance_m": "{n}"},
        "any cars within {n} metres of each other / battles closer than {n} metres / cars less than {n} metres apart",
    ),
)


class _Pair(NamedTuple):
    ahead: str
    behind: str
    gap_s: float | None
    distance_m: float | None
    basis: Basis | None


def build_get_current_battle_tool(cache: StateCache) -> ToolSpec:
    """Neighbours in the order, both running and neither in the pit lane, closest first."""
    return race_tool(
        cache,
        _handle,
        name="get_current_battle",
        description="The closest battles for position: neighbouring cars on track with the smallest gap between them.",
        arguments={
            "top_n_pairs": s.count_argument(
                "how many pairs",
                default=_DEFAULT_PAIRS,
                high=_MAX_PAIRS,
                phrases=["top {}", "{} closest", "{} tightest", "{} best", "best {}"],
            ),
            "max_gap_s": {
                **s.number("only pairs at most this many seconds apart", low=0.001, high=600),
                "x-phrases": [
                    f"{nearness} {{}} {unit}"
                    for nearness in ("within", "under", "inside", "less than", "closer than", "below")
                    for unit in ("seconds", "second", "sec", "s")
                ],
            },
            "max_distance_m": {
                **s.number("only pairs at most this many metres apart", low=1, high=10_000),
                "x-phrases": [
                    f"{nearness} {{}} {unit}"
                    for nearness in ("within", "under", "inside", "less than", "closer than", "below")
                    for unit in ("metres", "meters", "metre", "m")
                ],
            },
        },
        payload={
            "pairs": s.rows(
                s.record(
                    {
                        "ahead": s.driver(),
                        "behind": s.driver(),
                        "place": s.place("the place they fight for", nullable=False),
                        "gap_s": s.gap_s(),
                        "distance_m": s.number("metres", high=1_000_000, nullable=True),
                        "gap_basis": s.choice(*BASES, None, description="the feed's interval, or derived"),
                    }
                ),
                "closest first",
                most=_MAX_PAIRS,
            ),
            "considered": s.integer("neighbouring pairs with a known gap", high=s.MAX_CARS),
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    pairs, unknown = _pairs(view)
    most_s, most_m = given.get("max_gap_s"), given.get("max_distance_m")
    near = [
        pair
        for pair in pairs
        if (most_s is None or (pair.gap_s is not None and pair.gap_s <= most_s))
        and (most_m is None or (pair.distance_m is not None and pair.distance_m <= most_m))
    ]
    chosen = near[: given.get("top_n_pairs", _DEFAULT_PAIRS)]
    missing = [f"the gap between {unknown} pairs of neighbours"] if unknown else []
    if most_m is not None and any(pair.distance_m is None for pair in pairs):
        missing.append("distances in metres between some neighbours")
    return {
        "summary": _summary(view, chosen, len(pairs), limited=most_s is not None or most_m is not None),
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
    front, back = view.car(ahead).distance_m, view.car(behind).distance_m
    return None if front is None or back is None else round(abs(front - back), 1)


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


def _summary(view: RaceView, chosen: list[_Pair], considered: int, *, limited: bool) -> str:
    if not chosen:
        if view.finished:
            return "The race is over: nobody fights for position any more."
        if not view.started:
            return "The race has not started: nobody fights for position yet."
        if limited and considered:
            return f"No battle within that limit among {considered} pairs of neighbours."
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
