"""Tables of OpenF1 to events. Session time 0 is the first thing that is told."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter
from typing import Any

from msgspec import UNSET

from pitwall import events as e
from pitwall.sources.openf1.told_telemetry import locations, telemetry
from pitwall.sources.openf1.told_values import parse_date, parse_distance, told_laps, told_number, track_status
from pitwall.sources.parsing import finite, parse_text, whole

Row = Mapping[str, Any]
Tables = Mapping[str, list[Row]]
Clock = Callable[[object], float | None]
"""Session time of a date; None where it is none."""


def session_events(tables: Tables) -> Iterator[e.Event]:
    """All events of a session, in the order of their time."""
    dates = [date for rows in tables.values() for row in rows[:1] + rows[-1:] if (date := _utc(row)) is not None]
    dates += [date for row in tables.get("laps", ()) if (date := parse_date(row.get("date_start"))) is not None]
    origin = min(dates, default=0.0)

    def clock(date: object) -> float | None:
        utc = parse_date(date)
        return None if utc is None else round(max(utc - origin, 0.0), 3)

    yield e.Clock(0.0, origin)
    yield from _opening(tables)
    told = [event for read in _READERS for event in read(tables, clock)]
    told.sort(key=attrgetter("t"))
    yield from told
    yield from _results(tables, told[-1].t if told else 0.0)


def _utc(row: Row) -> float | None:
    return parse_date(row.get("date"))


def _car(row: Row) -> str | None:
    number = whole(row.get("driver_number"))
    return str(number) if number is not None and 0 <= number < 1000 else None


def _opening(tables: Tables) -> Iterator[e.Event]:
    session = next(iter(tables.get("sessions", ())), {})
    meeting = next(iter(tables.get("meetings", ())), {})
    yield e.Session(
        0.0,
        series="Formula 1",
        meeting=_text(meeting.get("meeting_name")) or _text(session.get("location")),
        name=_text(session.get("session_name")),
        kind=_text(session.get("session_type")) or _text(session.get("session_name")),
        circuit=_text(session.get("circuit_short_name")),
        start_local=_text(session.get("date_start")),
    )
    drivers = [
        e.Driver(
            car,
            code=_text(row.get("name_acronym"))[:8],
            name=f"{_text(row.get('first_name'))} {_text(row.get('last_name'))}".strip()
            or _text(row.get("full_name")).title(),
            surname=_text(row.get("last_name")),
            team=_text(row.get("team_name")),
        )
        for row in tables.get("drivers", ())
        if (car := _car(row)) is not None
    ]
    if drivers:
        yield e.Roster(0.0, tuple(drivers))
    grid = {
        car: e.CarTiming(grid=position)
        for row in tables.get("starting_grid", ())
        if (car := _car(row)) is not None and (position := told_number(row.get("position"), 100))
    }
    if grid:
        yield e.Timing(0.0, grid)


def _text(value: object) -> str:
    return parse_text(value) if isinstance(value, str) else ""


def _positions(tables: Tables, clock: Clock) -> Iterator[e.Event]:
    by_date: defaultdict[float, dict[str, e.CarTiming]] = defaultdict(dict)
    for row in tables.get("position", ()):
        car, t, position = _car(row), clock(row.get("date")), told_number(row.get("position"), 100)
        if car is not None and t is not None and position:
            by_date[t][car] = e.CarTiming(position=position)
    yield from (e.Timing(t, cars) for t, cars in by_date.items())


def _intervals(tables: Tables, clock: Clock) -> Iterator[e.Event]:
    for row in tables.get("intervals", ()):
        car, t = _car(row), clock(row.get("date"))
        if car is not None and t is not None:
            gap_s, gap_laps = parse_distance(row.get("gap_to_leader"))
            interval_s, interval_laps = parse_distance(row.get("interval"))
            yield e.Gaps(t, car, gap_s, gap_laps, interval_s, interval_laps)


def _laps(tables: Tables, clock: Clock) -> Iterator[e.Event]:
    best: dict[str, float] = {}
    first = None
    for car, laps in told_laps(tables.get("laps", ()), clock, _car).items():
        for lap in laps:
            first = min(first or lap.start, lap.start) if lap.number == 1 and lap.start is not None else first
            if lap.splits.sectors or lap.splits.speeds:
                yield e.Splits(lap.end or lap.start or 0.0, {car: lap.splits})
            if lap.end is None:
                continue
            quickest = lap.seconds is not None and lap.seconds < best.get(car, lap.seconds + 1)
            if quickest and lap.seconds is not None:
                best[car] = lap.seconds
            yield e.Timing(
                lap.end,
                {
                    car: e.CarTiming(
                        laps=lap.number,
                        last_lap_s=lap.seconds,
                        best_lap_s=lap.seconds if quickest else UNSET,
                        best_lap=lap.number if quickest else UNSET,
                    )
                },
            )
    if first is not None:
        yield e.SessionStatus(first, "started")


def _passages(tables: Tables, clock: Clock) -> Iterator[e.Event]:
    """The date of a passage is that of its end, where the line of its lap lies before that; else of its beginning."""
    ends = {
        (car, lap.number): lap.end
        for car, laps in told_laps(tables.get("laps", ()), clock, _car).items()
        for lap in laps
    }
    for row in tables.get("pit", ()):
        car, t, lap = _car(row), clock(row.get("date")), whole(row.get("lap_number"))
        seconds = finite(row.get("lane_duration")) or finite(row.get("pit_duration"))
        if car is None or t is None:
            continue
        line = ends.get((car, lap)) if lap is not None else None
        if seconds is None or not 0 < seconds < 3600:
            yield e.Timing(t, {car: e.CarTiming(in_pit=True)})
            continue
        began = t if line is not None and line > t else t - seconds
        yield e.Timing(round(max(began, 0.0), 3), {car: e.CarTiming(in_pit=True)})
        yield e.Timing(round(max(began, 0.0) + seconds, 3), {car: e.CarTiming(in_pit=False)})


def _stints(tables: Tables, clock: Clock) -> Iterator[e.Event]:
    starts = {
        (car, lap.number): lap.start
        for car, laps in told_laps(tables.get("laps", ()), clock, _car).items()
        for lap in laps
    }
    for row in tables.get("stints", ()):
        car, number = _car(row), told_number(row.get("stint_number"), 100)
        begins = told_number(row.get("lap_start"), 2000)
        if car is None or not number or begins is None:
            continue
        compound, age = row.get("compound"), told_number(row.get("tyre_age_at_start"), 500)
        t = starts.get((car, begins)) or 0.0
        stint = e.Stint(
            number - 1,
            compound=_text(compound) if isinstance(compound, str) else UNSET,
            new=UNSET if age is None else age == 0,
            start_laps=UNSET if age is None else age,
            laps=UNSET if age is None else age,
        )
        yield e.Tyres(t, {car: (stint,)})


def _race_control(tables: Tables, clock: Clock) -> Iterator[e.Event]:
    status = ""
    for row in tables.get("race_control", ()):
        t, message = clock(row.get("date")), row.get("message")
        if t is None or not isinstance(message, str):
            continue
        flag = row.get("flag")
        yield e.RaceControl(
            t,
            parse_text(message, 1000),
            category=_text(row.get("category")),
            flag=flag if isinstance(flag, str) else None,
            car=_car(row),
            lap=told_number(row.get("lap_number"), 2000),
            utc=parse_date(row.get("date")),
        )
        now = track_status(row)
        if now and now != status:
            status = now
            yield e.TrackStatus(t, now)
        if flag == "CHEQUERED":
            yield e.SessionStatus(t, "finished")


def _weather(tables: Tables, clock: Clock) -> Iterator[e.Event]:
    for row in tables.get("weather", ()):
        if (t := clock(row.get("date"))) is not None:
            rain = finite(row.get("rainfall"))
            yield e.Weather(
                t,
                air_c=finite(row.get("air_temperature")),
                track_c=finite(row.get("track_temperature")),
                humidity_pct=finite(row.get("humidity")),
                wind_ms=finite(row.get("wind_speed")),
                wind_deg=finite(row.get("wind_direction")),
                pressure_hpa=finite(row.get("pressure")),
                rain=None if rain is None else rain > 0,
            )


def _results(tables: Tables, t: float) -> Iterator[e.Event]:
    """Who did not finish: when that was, is not told."""
    out = {
        car: e.CarTiming(retired=True)
        for row in tables.get("session_result", ())
        if (car := _car(row)) is not None and (row.get("dnf") is True or row.get("dns") is True)
    }
    if out:
        yield e.Timing(t, out)


_READERS: tuple[Callable[[Tables, Clock], Iterator[e.Event]], ...] = (
    _positions,
    _laps,
    _passages,
    _stints,
    _intervals,
    _race_control,
    _weather,
    telemetry,
    locations,
)
"""In the order in which simultaneous rows are taken."""
