"""get_current_battle: the closest fights for position."""

from __future__ import annotations

from itertools import pairwise
from operator import itemgetter

from pitwall.facts.fighting import metres_between, moves_at_line, road_order, seconds_of
from pitwall.facts.gap_trend import STEADY_S
from pitwall.facts.gaps import BASES, gap_between
from pitwall.facts.names import named
from pitwall.facts.points import last_paid, why_unpaid
from pitwall.state import RACES, RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.battle_questions import BATTLE_QUESTIONS
from pitwall.tools.battle_words import LIMITS, Pair, beyond, summary, without_metres
from pitwall.tools.closing_words import closing_s, closing_words
from pitwall.tools.tool import race_tool
from pitwall.tools.words import NO_PAID, count_text, sentence
from toolgate.contract import JsonObject, ToolSpec

_DEFAULT_PAIRS = 3
_MAX_PAIRS = 20
_BATTLE_M = 50.0
_METRES = "only pairs at most this many metres apart; default: 50 where the feed has metres and no limit is given"
_NEARNESS = ("within", "under", "inside", "less than", "closer than", "below", "up to", "at most", "no more than")

_PAYLOAD: s.JsonSchema = {
    "pairs": s.rows(
        s.record(
            {
                "ahead": s.driver(),
                "behind": s.driver(),
                "place": s.position("the position they fight for", nullable=False),
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
                    *(f"top {{}} {battles}" for battles in ("battles", "fights", "duels", "scraps", "pairs")),
                    "best {}",
                    *(f"{{}} {best}" for best in ("best", "closest", "tightest", "hottest")),
                ],
            ),
            "max_gap_s": {
                **s.number("only pairs at most this many seconds apart", low=0.001, high=600),
                "x-phrases": [
                    f"{nearness} {{}} {unit}" for nearness in _NEARNESS for unit in ("seconds", "second", "sec", "s")
                ],
            },
            "place": s.integer("only the battle for this position", low=1, high=s.MAX_CARS),
            "top_n": s.integer("only battles between cars in the first so many positions", low=2, high=s.MAX_CARS),
            "closing": s.flag("only who gains on the car ahead, whatever the gap, the fastest first"),
            "for_points": s.flag("only the battle for the last position that gives points in this session"),
            "max_distance_m": {
                **s.number(_METRES, low=1, high=10_000),
                "x-phrases": [
                    f"{nearness} {{}} {unit}" for nearness in _NEARNESS for unit in ("metres", "meters", "metre", "m")
                ],
            },
        },
        payload=_PAYLOAD,
        examples=BATTLE_QUESTIONS,
        schema_version=2,
        migration={"$.pairs": "since v2 those within 50 m, where the feed has metres and no limit is given"},
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    if given.get("for_points"):
        if (last := last_paid(view)) is None:
            return {"summary": sentence(why_unpaid(view)), "pairs": [], "considered": 0, "missing": [NO_PAID]}
        given = {**given, "place": last}
    pairs, unknown = _pairs(view)
    if given.get("closing"):
        inside = [pair for pair in pairs if pair.position < given.get("top_n", s.MAX_CARS + 1)]
        return _closing(view, inside, given.get("top_n_pairs", _DEFAULT_PAIRS))
    most_s, most_m, by_default = _limits(view, given)
    near = [
        pair
        for pair in pairs
        if given.get("place") in (None, pair.position)
        and pair.position < given.get("top_n", s.MAX_CARS + 1)
        and (most_s is None or (pair.gap_s is not None and pair.gap_s <= most_s))
        and (most_m is None or (pair.distance_m is not None and pair.distance_m <= most_m))
    ]
    chosen = near[: given.get("top_n_pairs", _DEFAULT_PAIRS)]
    # Who asks for all within so much is told of as many as a sentence holds.
    told = near if given.keys() & {"max_gap_s", "max_distance_m"} and "top_n_pairs" not in given else chosen
    missing = [f"the gap between {count_text(unknown, 'pair')} of neighbours"] if unknown else []
    if most_m is not None and any(pair.distance_m is None for pair in pairs):
        missing.append("distances in metres between some neighbours")
    nobody = by_default and not near and pairs
    in_seconds = most_m is not None and pairs and all(pair.distance_m is None for pair in pairs)
    return {
        "summary": without_metres(view, pairs[0])
        if in_seconds
        else beyond(view, pairs[0], most_m or 0.0)
        if nobody
        else summary(view, told, given, len(pairs) if unknown else None),
        "pairs": [_worded(view, pair) for pair in chosen],
        "considered": len(pairs),
        "missing": missing,
    }


def _closing(view: RaceView, pairs: list[Pair], most: int) -> JsonObject:
    """Who gains on the car ahead, the fastest first."""
    rated = sorted(((rate, pair) for pair in pairs if (rate := closing_s(view, pair)) is not None), key=itemgetter(0))
    chosen = [(rate, pair) for rate, pair in rated if rate <= -STEADY_S][:most]
    return {
        "summary": closing_words(view, chosen, told=bool(rated)),
        "pairs": [_worded(view, pair) for _, pair in chosen],
        "considered": len(rated),
    }


def _limits(view: RaceView, given: JsonObject) -> tuple[float | None, float | None, bool]:
    """The most seconds and metres apart, None where there is no such limit; and whether these are the default."""
    if given.keys() & LIMITS:
        return given.get("max_gap_s"), given.get("max_distance_m"), False
    metres = bool(view.distances)
    return None, _BATTLE_M if metres else None, metres


def _pairs(view: RaceView) -> tuple[list[Pair], int]:
    """Pairs with a known gap, closest first, and how many there are without one."""
    pairs, unknown, on_road = [], 0, moves_at_line(view)
    for place, (ahead, behind) in enumerate(pairwise(road_order(view)), 1):
        if view.run_state(ahead)[0] != "running" or view.run_state(behind)[0] != "running":
            continue
        metres = metres_between(view, ahead, behind)
        if on_road and metres is not None:
            pairs.append(Pair(ahead, behind, seconds_of(view, behind, metres), metres, None, place))
            continue
        gap = gap_between(view, ahead, behind)
        seconds = gap.seconds if gap else None
        if seconds is None and metres is None:
            unknown += 1
            continue
        basis = gap.basis if gap and seconds is not None else None
        pairs.append(Pair(ahead, behind, seconds, metres, basis, view.car(ahead).position or place))
    pairs.sort(key=lambda pair: (0.0 if on_road else _or_inf(pair.gap_s), _or_inf(pair.distance_m), pair.ahead))
    return pairs[: s.MAX_CARS], unknown


def _or_inf(value: float | None) -> float:
    return float("inf") if value is None else value


def _worded(view: RaceView, pair: Pair) -> JsonObject:
    return {
        "ahead": named(view, pair.ahead),
        "behind": named(view, pair.behind),
        "place": pair.position,
        "gap_s": pair.gap_s,
        "distance_m": pair.distance_m,
        "gap_basis": pair.basis,
    }
