"""What every row about a car carries, and where in the race a session time lies."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable

from pitwall.facts.names import short_name
from pitwall.facts.periods import track_periods
from pitwall.relations.table import Field, Value
from pitwall.state import RaceView

CAR_FIELDS = (
    Field("car", "text", "", "car number"),
    Field("code", "text", "", "three-letter code"),
    Field("driver", "text", "", "surname"),
    Field("team", "text", "", "team"),
    Field("class_name", "text", "", "class, in a race of several"),
    Field("position_now", "integer", "", "the car's position at this moment"),
)
WHEN_FIELDS = (
    Field("lap", "integer", "", "lap"),
    Field("session_time_s", "number", "s", "session time"),
    Field("track_status", "text", "", "green, yellow, vsc, safety_car or red; the gravest that held"),
    Field("laps_ago", "integer", "laps", "laps since then"),
)


def car_values(view: RaceView, car: str) -> dict[str, Value]:
    """The values of CAR_FIELDS."""
    driver = view.drivers.get(car)
    return {
        "car": car,
        "code": (driver.code or None) if driver else None,
        "driver": short_name(view, car),
        "team": (driver.team or None) if driver else None,
        "class_name": (driver.class_name or None) if driver else None,
        "position_now": view.car(car).position,
    }


def when_values(lap: int | None, t: float | None, status: str | None) -> dict[str, Value]:
    """The values of WHEN_FIELDS, but for laps_ago. The lap is the car's own where the row is a car's."""
    return {
        "lap": lap,
        "session_time_s": None if t is None else round(t, 3),
        "track_status": status,
        "laps_ago": None,
    }


def lap_now(view: RaceView) -> int | None:
    """The lap that laps_ago is counted from; None where laps do not count."""
    return None if view.timed else view.lap


def statuses_basis(view: RaceView) -> Hashable:
    """What a status that is past is made of, beside what had been told by then: spans count only in the session."""
    return view.started, view.started_at, view.finished_at


def statuses_over_time(view: RaceView) -> Callable[[float], str]:
    """What the track was like at any session time: what has to be found out once is."""
    periods = track_periods(view)
    starts = [period.start for period in periods]

    def status(t: float) -> str:
        index = bisect_right(starts, t) - 1
        held = index >= 0 and ((end := periods[index].end) is None or t < end)
        return periods[index].kind if held else "green"

    return status


def leader_lap(view: RaceView, t: float) -> int:
    """The lap the first car was on at a session time; 0 before the start."""
    return bisect_right(view.line_times, t)


def has_timing(view: RaceView) -> bool:
    """Whether the feed has told anything of cars."""
    return bool(view.cars)


def has_laps(view: RaceView) -> bool:
    """Whether the feed counts laps."""
    return any(view.last_lap(car) is not None for car in view.cars)
