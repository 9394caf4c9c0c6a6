"""What every row about a car carries, and where in the race a session time lies."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from operator import sub
from typing import NamedTuple

from pitwall.facts.names import row_name
from pitwall.facts.periods import track_periods
from pitwall.relations.table import Field
from pitwall.state import RaceView
from pitwall.state.keeping import kept_in_view

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
    Field("status_number", "integer", "", "which safety car, red flag and so on that was, from 1; none where green"),
    Field("laps_ago", "integer", "laps", "laps since then"),
)
SEGMENT_FIELD = Field(
    "segment", "text", "", "segment of a qualifying: q1, q2 or q3; none in other sessions", seldom=True
)
Status = tuple[str, int | None]
"""What the track was like, and which span of that kind it was, from 1."""


class CarValues(NamedTuple):
    """The values of CAR_FIELDS."""

    car: str
    code: str | None
    driver: str
    team: str | None
    class_name: str | None
    position_now: int | None


class WhenValues(NamedTuple):
    """The values of WHEN_FIELDS, but for laps_ago. The lap is the car's own where the row is a car's."""

    lap: int | None
    session_time_s: float | None
    track_status: str
    status_number: int | None


@kept_in_view
def car_values(view: RaceView, car: str) -> CarValues:
    """What every row about a car carries."""
    driver = view.drivers.get(car)
    return CarValues(
        car,
        (driver.code or None) if driver else None,
        row_name(view, car),
        (driver.team or None) if driver else None,
        (driver.class_name or None) if driver else None,
        view.car(car).position,
    )


def when_values(lap: int | None, t: float | None, status: Status) -> WhenValues:
    """When something was, and what the track was like then."""
    return WhenValues(lap, None if t is None else round(t, 3), *status)


def to_ms(times: Sequence[float]) -> list[float]:
    """As `round(t, 3)`, which takes many times as long and is needed only where a time lies between milliseconds."""
    found = [(t * 1000 + _NO_DECIMALS - _NO_DECIMALS) / 1000 for t in times]
    sure = max(map(abs, map(sub, found, times)), default=0.0) < _SURE_S
    return found if sure else [round(t, 3) for t in times]


_SURE_S = 0.0004
_NO_DECIMALS = 1.5 * 2**52
"""What is added to so large a number becomes a whole one, the nearest."""
GREEN: Status = "green", None


def statuses_basis(view: RaceView) -> Hashable:
    """What a past track status depends on beside what was told by then: periods count only from start to finish."""
    return view.started, view.started_at, view.finished_at


def statuses_over_time(view: RaceView) -> Callable[[float], Status]:
    """A function from session time to the track status then."""
    starts, ends, told = _spans(view)

    def status(t: float) -> Status:
        index = bisect_right(starts, t) - 1
        return told[index] if index >= 0 and t < ends[index] else GREEN

    return status


def statuses_of(view: RaceView, times: list[float]) -> tuple[list[str], list[int | None]]:
    """The kinds and the numbers of the track statuses at session times, which are mostly in order."""
    if times != sorted(times):
        found = [*map(statuses_over_time(view), times)]
        return [kind for kind, _ in found], [number for _, number in found]
    kinds, numbers = [GREEN[0]] * len(times), [GREEN[1]] * len(times)
    for start, end, (kind, number) in zip(*_spans(view), strict=True):
        since, until = bisect_left(times, start), bisect_left(times, end)
        if since < until:
            kinds[since:until] = [kind] * (until - since)
            numbers[since:until] = [number] * (until - since)
    return kinds, numbers


class _Spans(NamedTuple):
    """When the track was not clear, in order: from when, until when, and its status then."""

    starts: Sequence[float]
    ends: Sequence[float]
    told: Sequence[Status]


@kept_in_view
def _spans(view: RaceView) -> _Spans:
    periods, counts, told = track_periods(view), Counter[str](), list[Status]()
    for period in periods:
        counts[period.kind] += 1
        told.append((period.kind, counts[period.kind]))
    ends = [math.inf if period.end is None else period.end for period in periods]
    return _Spans([period.start for period in periods], ends, told)


def status_of_lap(view: RaceView, kind: str | None, ended: float) -> Status:
    """The status of a lap that ended at `ended`: its gravest `kind`, and which period of that kind it was, from 1."""
    if kind is None or kind == GREEN[0]:
        return GREEN
    return kind, bisect_left(_starts(view).get(kind, ()), ended)


@kept_in_view
def _starts(view: RaceView) -> Mapping[str, Sequence[float]]:
    """When the periods of each kind began, in order."""
    starts: defaultdict[str, list[float]] = defaultdict(list)
    for period in track_periods(view):
        starts[period.kind].append(period.start)
    return starts


def leader_lap(view: RaceView, t: float) -> int:
    """The lap the first car was on at a session time; 0 before the start."""
    return bisect_right(view.line_times, t)


def has_timing(view: RaceView) -> bool:
    """Whether the feed has told anything of cars."""
    return bool(view.cars)


def has_laps(view: RaceView) -> bool:
    """Whether the feed counts laps."""
    return any(view.last_lap(car) is not None for car in view.cars)
