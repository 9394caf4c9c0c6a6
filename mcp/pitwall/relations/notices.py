"""messages, penalties, statuses and weather: what the feed says of the session and not of one car's timing."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from pitwall.events import RaceControl, Weather
from pitwall.facts.cases import cases_of
from pitwall.facts.periods import track_periods
from pitwall.facts.served import has_served
from pitwall.relations.shared_fields import (
    CAR_FIELDS,
    WHEN_FIELDS,
    Status,
    car_values,
    leader_lap,
    statuses_basis,
    statuses_over_time,
    when_values,
)
from pitwall.relations.table import Chunk, Field, Relation, Row, Values, lap_now, of_rows
from pitwall.state import RaceView
from pitwall.state.moment import format_session_time

_MESSAGES = (
    *WHEN_FIELDS,
    Field("car", "text", "", "whom the feed says it is for"),
    Field("category", "text", "", "category"),
    Field("flag", "text", "", "flag"),
    Field("message", "text", "", "race control's words"),
)
_PENALTY = (
    *CAR_FIELDS,
    *WHEN_FIELDS,
    Field("state", "text", "", "noted, under_investigation, after_session, no_further_action, penalty or served"),
    Field("open", "flag", "", "the stewards may still decide"),
    Field("reason", "text", "", "reason"),
    Field("turn", "integer", "", "turn, where race control names one"),
    Field("penalty", "text", "", "penalty"),
    Field("penalty_s", "number", "s", "time penalty"),
    Field("penalised", "flag", "", "this car was penalised"),
    Field("served", "flag", "", "the penalty has been served"),
)
_STATUS = (
    Field("status", "text", "", "yellow, vsc, safety_car or red"),
    Field("number", "integer", "", "which of its kind, from 1"),
    Field("lap", "integer", "", "lap of the first car as it began"),
    Field("lap_before", "integer", "", "the lap before that one"),
    Field("to_lap", "integer", "", "lap of the first car as it ended"),
    Field("next_lap", "integer", "", "the lap after that one"),
    Field("since_lap", "integer", "", "the lap it ended on; while it lasts the one it began on"),
    Field("session_time_s", "number", "s", "session time as it began"),
    Field("began", "text", "", "session time as it began, HH:MM:SS.mmm"),
    Field("ended", "text", "", "session time as it ended, HH:MM:SS.mmm"),
    Field("duration_s", "number", "s", "duration"),
    Field("going", "flag", "", "it lasts"),
    Field("segment", "integer", "", "segment of a qualifying in which it began, from 1", seldom=True),
)
_WEATHERS = (
    *WHEN_FIELDS,
    Field("air_c", "number", "C", "air temperature"),
    Field("track_c", "number", "C", "track temperature"),
    Field("humidity_pct", "number", "%", "humidity"),
    Field("wind_ms", "number", "m/s", "wind"),
    Field("rain", "flag", "", "rain"),
    Field("rain_began", "flag", "", "rain where there was none before"),
)


_Told = RaceControl | Weather
_TURN = re.compile(r"\bTURN (\d+)")


class _Made(NamedTuple):
    """The rows, what they were made of, and until when the feed had been heard."""

    basis: Hashable
    until: float
    rows: tuple[Values, ...]


def _chunks(
    view: RaceView, told: Sequence[_Told], make: Callable[[RaceView, Any, Callable[[float], Status]], Values]
) -> Iterator[Chunk]:
    """One. On which lap and under which status a thing was said changes no more once the feed has spoken later."""
    known: dict[str, _Made] = view.keeping.grown(make)
    before, basis, status_at = known.get(""), statuses_basis(view), statuses_over_time(view)
    heard = view.last_message_at or 0.0
    same = 0
    if before is not None and before.basis == basis:
        same = min(bisect_left(told, min(before.until, heard), key=attrgetter("t")), len(before.rows))
    rows = (*(before.rows[:same] if before else ()), *(make(view, each, status_at) for each in told[same:]))
    known[""] = _Made(basis, heard, rows)
    yield Chunk("", (), rows, lap_now(view))


def _message(view: RaceView, said: RaceControl, status_at: Callable[[float], Status]) -> Values:
    lap = said.lap if said.lap is not None else leader_lap(view, said.t)
    return *when_values(lap, said.t, status_at(said.t)), said.car, said.category or None, said.flag, said.message


def _weather(view: RaceView, told: Weather, status_at: Callable[[float], Status]) -> Values:
    when = when_values(leader_lap(view, told.t), told.t, status_at(told.t))
    at = bisect_left(view.weathers, told.t, key=attrgetter("t"))
    dry_before = at == 0 or not view.weathers[at - 1].rain
    began = None if told.rain is None else told.rain and dry_before
    return *when, told.air_c, told.track_c, told.humidity_pct, told.wind_ms, told.rain, began


def _penalties(view: RaceView) -> Iterator[Row]:
    status_at = statuses_over_time(view)
    for case in cases_of(view):
        served, _ = has_served(view, case)
        for car in case.cars:
            mine = case.penalty is not None and case.penalty.car == car
            yield {
                **car_values(view, car)._asdict(),
                **when_values(case.lap, case.t, status_at(case.t))._asdict(),
                "state": case.state,
                "open": case.is_open,
                "reason": case.reason or None,
                "turn": int(turn[1]) if (turn := _TURN.search(case.where)) else None,
                "penalty": case.penalty.text if mine and case.penalty else None,
                "penalty_s": case.penalty.seconds if mine and case.penalty else None,
                "penalised": mine,
                "served": served if mine else None,
            }


def _statuses(view: RaceView) -> Iterator[Row]:
    counts = Counter[str]()
    for period in track_periods(view):
        counts[period.kind] += 1
        yield {
            "status": period.kind,
            "number": counts[period.kind],
            "lap": period.from_lap,
            "lap_before": max(period.from_lap - 1, 0),
            "to_lap": period.to_lap,
            "next_lap": None if period.to_lap is None else period.to_lap + 1,
            "since_lap": period.from_lap if period.end is None else period.to_lap,
            "session_time_s": round(period.start, 3),
            "began": format_session_time(period.start),
            "ended": None if period.end is None else format_session_time(period.end),
            "duration_s": round((view.t if period.end is None else period.end) - period.start, 3),
            "going": period.end is None,
            "segment": view.segment_at(period.start) if view.segment else None,
        }


def _said(view: RaceView) -> bool:
    return bool(view.race_control)


MESSAGES = Relation(
    "messages",
    "messages of race control",
    _MESSAGES,
    lambda view: _chunks(view, view.race_control, _message),
    _said,
)
PENALTIES = of_rows("penalties", "the stewards' cases, a row for each car in one", _PENALTY, _penalties, _said)
STATUSES = of_rows(
    "statuses", "spans in which the track was not clear", _STATUS, _statuses, lambda view: bool(view.track_statuses)
)
WEATHER = Relation(
    "weather",
    "weather at the track",
    _WEATHERS,
    lambda view: _chunks(view, view.weathers, _weather),
    lambda view: bool(view.weathers),
)
