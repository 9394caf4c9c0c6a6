"""Parts of the live snapshot beside its leaderboard: the order in short, lap times, incidents, stops, weather."""

from __future__ import annotations

from itertools import islice
from operator import itemgetter

from pitwall.facts.best_laps import lap_of_best, quickest
from pitwall.facts.names import named
from pitwall.facts.passages import judge_passages
from pitwall.state import RaceView
from pitwall.state.moment import format_session_time
from pitwall.tools import schemas as s
from pitwall.tools.happening_rows import EVENT, event_row
from pitwall.tools.happenings import HappeningKind, happenings
from toolgate.contract import JsonObject

_TOP = 15
_RECENT = 20
_INCIDENTS: tuple[HappeningKind, ...] = ("retirement", "track", "stewards")

SCHEMAS: s.JsonSchema = {
    "standings_top": s.rows(
        s.record(
            {
                "position": s.position(),
                "driver": s.driver(),
                "gap_s": s.gap_s("seconds behind the leader"),
                "gap_laps": s.laps_behind(),
                "state": s.run_state(),
            }
        ),
        "the first of the feed's order",
        most=_TOP,
    ),
    "lap_timing_top": s.rows(
        s.record(
            {
                "driver": s.driver(),
                "best_lap_s": s.lap_time(),
                "best_lap": s.lap_number("the lap of it, where told", nullable=True),
                "last_lap_s": s.lap_time(),
            }
        ),
        "by best lap of the session, the fastest first",
        most=_TOP,
    ),
    "incidents_recent": s.rows(EVENT, "retirements, neutralisations, stewards' cases; the latest last", most=_RECENT),
    "stops_recent": s.rows(
        s.record(
            {
                "driver": s.driver(),
                "lap": s.lap_number("the car was on"),
                "session_time": s.text("as it came in", longest=16),
                "lane_s": s.number("seconds in the lane; null: it is in there", high=100_000, nullable=True),
            }
        ),
        "pit stops, those under way too; the latest last",
        most=_RECENT,
    ),
    "weather": s.record(
        {
            "air_c": s.number("air, °C", low=-3000, high=3000, nullable=True),
            "track_c": s.number("track, °C", low=-3000, high=3000, nullable=True),
            "rain": {"type": ["boolean", "null"], "description": "whether it rains"},
        },
        "the last report; null: the feed has told none",
        nullable=True,
    ),
}


def parts(view: RaceView) -> JsonObject:
    """The parts of the snapshot, by their names in SCHEMAS."""
    return {
        "standings_top": [_standing(view, car) for car in view.order[:_TOP]],
        "lap_timing_top": _lap_timing(view),
        "incidents_recent": [event_row(view, event) for event in happenings(view, kinds=_INCIDENTS)[-_RECENT:]],
        "stops_recent": [] if view.timed else _stops(view),
        "weather": _weather(view),
    }


def _standing(view: RaceView, car: str) -> JsonObject:
    gaps = view.gaps(car)
    return {
        "position": view.car(car).position,
        "driver": named(view, car),
        "gap_s": gaps.gap_s,
        "gap_laps": gaps.gap_laps,
        "state": view.run_state(car)[0],
    }


def _lap_timing(view: RaceView) -> list[JsonObject]:
    quick = ((quickest(view, car), rank, car) for rank, car in enumerate(view.cars))
    bests = sorted((best[0], rank, car) for best, rank, car in quick if best is not None)
    return [
        {
            "driver": named(view, car),
            "best_lap_s": best,
            "best_lap": lap_of_best(view, car, best),
            "last_lap_s": view.car(car).last_lap_s,
        }
        for best, _, car in bests[:_TOP]
    ]


_STOPS = ("stop", "in_lane")


def _stops(view: RaceView) -> list[JsonObject]:
    lately = ((car, (item for item in reversed(judge_passages(view, car)) if item.kind in _STOPS)) for car in view.cars)
    told = [(item.passage.t_in, car, item) for car, items in lately for item in islice(items, _RECENT)]
    stops = sorted(told, key=itemgetter(0, 1))
    return [
        {
            "driver": named(view, car),
            "lap": item.passage.lap,
            "session_time": format_session_time(t),
            "lane_s": item.lane_s,
        }
        for t, car, item in stops[-_RECENT:]
    ]


def _weather(view: RaceView) -> JsonObject | None:
    now = view.weather
    if now is None:
        return None
    return {"air_c": _possible(now.air_c), "track_c": _possible(now.track_c), "rain": now.rain}


def _possible(value: float | None) -> float | None:
    return value if value is not None and abs(value) <= 3000 else None
