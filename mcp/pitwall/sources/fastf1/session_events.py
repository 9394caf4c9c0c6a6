"""A loaded session of FastF1 to events, at its session time. Order and gaps of a race are those at the line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from pitwall import events as e
from pitwall.sources.endurance.crossings import Crossings
from pitwall.sources.f1.topics import SESSION_STATUS, TRACK_STATUS
from pitwall.sources.fastf1.frames import lap_count, part, rows, seconds, text, utc
from pitwall.sources.fastf1.frames_telemetry import locations, telemetry
from pitwall.sources.parsing import finite

_SPEEDS = {"SpeedI1": "I1", "SpeedI2": "I2", "SpeedFL": "FL", "SpeedST": "ST"}
_RACES = ("Race", "Sprint")
Row = Mapping[str, Any]


def session_events(session: Any) -> Iterator[e.Event]:
    """All events of a session that has been loaded, in the order of their time. What was not loaded is not told."""
    opened = _described(session)
    yield opened
    yield from _opening(session)
    laps = sorted(rows(session, "laps"), key=lambda row: seconds(row.get("Time")) or 0.0)
    timed = opened.name not in _RACES
    told: list[e.Event] = [
        *_statuses(session),
        *(_best_laps(laps) if timed else _crossings(laps)),
        *_passages(laps),
        *_splits(laps),
        *_stints(laps),
        *_race_control(session),
        *_weather(session),
        *telemetry(session),
        *locations(session),
    ]
    told.sort(key=attrgetter("t"))
    yield from told


def _described(session: Any) -> e.Session:
    event = part(session, "event")
    named = {name: text(event[name]) for name in ("EventName", "Location")} if event is not None else {}
    name = text(part(session, "name"))
    return e.Session(
        0.0,
        series="Formula 1",
        meeting=named.get("EventName", ""),
        name=name,
        kind=name,
        circuit=named.get("Location", ""),
    )


def _opening(session: Any) -> Iterator[e.Event]:
    began = utc(part(session, "t0_date"))
    if began is not None:
        yield e.Clock(0.0, began)
    entries = [(car, row) for row in rows(session, "results") if (car := text(row.get("DriverNumber")))]
    drivers = [
        e.Driver(
            car,
            code=text(row.get("Abbreviation"))[:8],
            name=f"{text(row.get('FirstName'))} {text(row.get('LastName'))}".strip() or text(row.get("FullName")),
            surname=text(row.get("LastName")),
            team=text(row.get("TeamName")),
        )
        for car, row in entries
    ]
    if drivers:
        yield e.Roster(0.0, tuple(drivers))
    grid = {car: e.CarTiming(grid=at) for car, row in entries if (at := lap_count(row.get("GridPosition")))}
    if grid:
        yield e.Timing(0.0, grid)
    if total := lap_count(part(session, "total_laps")):
        yield e.LapCount(0.0, total=total)


def _statuses(session: Any) -> Iterator[e.Event]:
    for row in rows(session, "session_status"):
        status, t = SESSION_STATUS.get(text(row.get("Status"))), seconds(row.get("Time"))
        if status and t is not None:
            yield e.SessionStatus(t, status)
    for row in rows(session, "track_status"):
        status, t = TRACK_STATUS.get(text(row.get("Status"))), seconds(row.get("Time"))
        if status and t is not None:
            yield e.TrackStatus(t, status)


def _told(laps: list[Row]) -> Iterator[tuple[str, int, float, float | None]]:
    """Car, lap, session time of its end, and how long it took, of the laps that have an end."""
    for row in laps:
        car, number, t = text(row.get("DriverNumber")), lap_count(row.get("LapNumber")), seconds(row.get("Time"))
        if car and number and t is not None:
            yield car, number, t, seconds(row.get("LapTime"))


def _crossings(laps: list[Row]) -> Iterator[e.Event]:
    crossings, best = Crossings(), dict[str, float]()
    for car, number, t, took in _told(laps):
        cars = dict(crossings.cross(car, number, t))
        quicker = took is not None and took < best.get(car, took + 1)
        if took is not None and quicker:
            best[car] = took
        cars[car] = replace(
            cars[car],
            last_lap_s=took,
            best_lap_s=took if quicker else UNSET,
            best_lap=number if quicker else UNSET,
        )
        yield e.Timing(t, cars)


def _best_laps(laps: list[Row]) -> Iterator[e.Event]:
    """Where the best lap counts: everybody's laps, and the order of the best so far."""
    best: dict[str, float] = {}
    order: list[str] = []
    for car, number, t, took in _told(laps):
        news = e.CarTiming(laps=number, last_lap_s=took)
        if took is not None and took < best.get(car, took + 1):
            best[car] = took
            news = replace(news, best_lap_s=took, best_lap=number)
        before = {each: position for position, each in enumerate(order, 1)}
        order = sorted(best, key=best.__getitem__)
        cars = {
            each: e.CarTiming(position=position)
            for position, each in enumerate(order, 1)
            if before.get(each) != position and each != car
        }
        mine = order.index(car) + 1 if car in best else UNSET
        yield e.Timing(t, {**cars, car: replace(news, position=mine)})


def _passages(laps: list[Row]) -> Iterator[e.Event]:
    for row in laps:
        car = text(row.get("DriverNumber"))
        for column, in_pit in (("PitInTime", True), ("PitOutTime", False)):
            t = seconds(row.get(column))
            if car and t is not None:
                yield e.Timing(t, {car: e.CarTiming(in_pit=in_pit)})


def _splits(laps: list[Row]) -> Iterator[e.Event]:
    for row in laps:
        car, t = text(row.get("DriverNumber")), seconds(row.get("Time"))
        sectors = [(sector, seconds(row.get(f"Sector{sector}Time"))) for sector in (1, 2, 3)]
        speeds = [(trap, finite(row.get(name))) for name, trap in _SPEEDS.items()]
        splits = e.CarSplits(
            tuple((sector, took) for sector, took in sectors if took is not None and took > 3),
            tuple((trap, kmh) for trap, kmh in speeds if kmh is not None and 0 < kmh < 600),
        )
        if car and t is not None and (splits.sectors or splits.speeds):
            # Just before the line: so it is of the lap that ends there.
            yield e.Splits(max(t - 0.001, 0.0), {car: splits})


def _stints(laps: list[Row]) -> Iterator[e.Event]:
    known: dict[str, tuple[int, str]] = {}
    for row in laps:
        car, number, t = text(row.get("DriverNumber")), lap_count(row.get("Stint")), seconds(row.get("LapStartTime"))
        compound = text(row.get("Compound"))
        if not car or not number or t is None or not compound or known.get(car) == (number, compound):
            continue
        known[car] = number, compound
        age, fresh = lap_count(row.get("TyreLife")), row.get("FreshTyre")
        before = UNSET if age is None else max(age - 1, 0)
        new = fresh if isinstance(fresh, bool) else UNSET
        yield e.Tyres(t, {car: (e.Stint(number - 1, compound, new=new, start_laps=before, laps=before),)})


def _race_control(session: Any) -> Iterator[e.Event]:
    began, lost = utc(part(session, "t0_date")), 0
    for row in rows(session, "race_control_messages"):
        said = utc(row.get("Time"))
        t = said - began if said is not None and began is not None else seconds(row.get("Time"))
        if t is not None:
            yield e.RaceControl(
                max(t, 0.0),
                text(row.get("Message"), 1000),
                category=text(row.get("Category")),
                flag=text(row.get("Flag")) or None,
                status=text(row.get("Status")) or None,
                car=text(row.get("RacingNumber")) or None,
                lap=lap_count(row.get("Lap")),
                utc=said,
            )
        else:
            lost += 1
    if lost:  # of a session without telemetry FastF1 does not know when it began
        yield e.Fault(0.0, "race control", "messages without a session time", lost)


def _weather(session: Any) -> Iterator[e.Event]:
    for row in rows(session, "weather_data"):
        t, rain = seconds(row.get("Time")), row.get("Rainfall")
        if t is not None:
            yield e.Weather(
                t,
                air_c=finite(row.get("AirTemp")),
                track_c=finite(row.get("TrackTemp")),
                humidity_pct=finite(row.get("Humidity")),
                wind_ms=finite(row.get("WindSpeed")),
                wind_deg=finite(row.get("WindDirection")),
                pressure_hpa=finite(row.get("Pressure")),
                rain=bool(rain) if rain is not None and rain == rain else None,
            )
