"""A simulated race as others keep races: the tables of OpenF1 and the frames of FastF1.

Both are written by us from their documented shapes; neither project has made them.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pandas  # type: ignore[import-untyped]  # its stubs are a package of their own

from pitwall.events import CarSensors, Event, Locations, RaceControl, Timing, Weather
from pitwall.sources.sim import SimConfig, simulate
from pitwall.state import StateCache

BEGAN = datetime(2024, 3, 2, 15, 0, tzinfo=UTC)
CONFIG = SimConfig(seed=5, cars=6, laps=6, telemetry=1)


class Raced:
    """A race and what there is to write of it."""

    def __init__(self, config: SimConfig = CONFIG) -> None:
        self.events: list[Event] = list(simulate(config))
        self.cache = StateCache().load(self.events)
        self.view = self.cache.view()
        self.start = self.view.started_at or 0.0

    def laps(self) -> list[dict[str, Any]]:
        """Car, lap, session time of its start and end, how long it took."""
        found = []
        for car in self.view.cars:
            begun, times = self.start, self.view.lap_times(car)
            for lap in self.view.laps(car):
                found.append({"car": car, "lap": lap.number, "start": begun, "end": lap.t, "took": times[lap.number]})
                begun = lap.t
        return found


def date(t: float) -> str:
    """A session time as OpenF1 dates rows."""
    return (BEGAN + timedelta(seconds=t)).isoformat(timespec="milliseconds")


def openf1_tables(raced: Raced) -> Mapping[str, list[Mapping[str, Any]]]:
    """The documented tables. A lap begins with the one before it ends; an interval is a number, or `+1 LAP`."""
    view = raced.view
    tables: dict[str, list[Mapping[str, Any]]] = {
        "sessions": [
            {"session_key": 9472, "session_name": "Race", "session_type": "Race", "location": "Sakhir",
             "circuit_short_name": "Sakhir", "date_start": BEGAN.isoformat(), "year": 2024}
        ],
        "meetings": [{"meeting_key": 1229, "meeting_name": "Bahrain Grand Prix"}],
        "drivers": [
            {"driver_number": int(car), "name_acronym": driver.code, "first_name": driver.name.split()[0],
             "last_name": driver.surname or driver.name.split()[-1], "full_name": driver.name.upper(),
             "team_name": driver.team}
            for car, driver in view.drivers.items()
        ],
        "laps": [
            {"driver_number": int(lap["car"]), "lap_number": lap["lap"], "date_start": date(lap["start"]),
             "lap_duration": lap["took"], "duration_sector_1": None, "i1_speed": 288, "st_speed": 311}
            for lap in raced.laps()
        ],
        "pit": [
            {"driver_number": int(car), "date": date(passage.t_out), "lap_number": passage.lap,
             "pit_duration": round(passage.t_out - passage.t_in, 1)}
            for car in view.cars
            for passage in view.passages(car)
            if passage.t_out is not None
        ],
        "stints": [
            {"driver_number": int(car), "stint_number": tyre.number + 1, "compound": tyre.compound,
             "lap_start": 1 if tyre.number == 0 else view.passages(car)[tyre.number - 1].lap + 1,
             "tyre_age_at_start": tyre.start_laps}
            for car in view.cars
            for tyre in view.tyres(car)
        ],
        "position": [], "intervals": [], "race_control": [], "weather": [], "car_data": [], "location": [],
        "session_result": [
            {"driver_number": int(car), "dnf": view.run_state(car)[0] in ("stopped", "retired"), "dns": False}
            for car in view.cars
        ],
    }  # fmt: skip
    for event in raced.events:
        _add(tables, event)
    tables["intervals"] = [
        {"date": date(told.t), "driver_number": int(car.number), "gap_to_leader": _gap(told.gap_s, told.gap_laps),
         "interval": _gap(told.interval_s, told.interval_laps)}
        for car in raced.cache.cars.values()
        for message in car.gaps.messages
        if (told := car.gaps.at(message))
    ]  # fmt: skip
    return tables


def _gap(seconds: float | None, laps: int | None) -> float | str | None:
    return seconds if laps is None else f"+{laps} LAP{'S' if laps > 1 else ''}"


def _add(tables: dict[str, list[Mapping[str, Any]]], event: Event) -> None:
    when = {"date": date(event.t)}
    if isinstance(event, Timing):
        for car, news in event.cars.items():
            if isinstance(news.position, int):
                tables["position"].append({**when, "driver_number": int(car), "position": news.position})
    elif isinstance(event, RaceControl):
        flag = {"flag": event.flag, "scope": "Track" if event.car is None else "Driver"}
        involved = None if event.car is None else int(event.car)
        said = {
            "category": event.category,
            "message": event.message,
            "lap_number": event.lap,
            "driver_number": involved,
        }
        tables["race_control"].append({**when, **said, **flag})
    elif isinstance(event, Weather):
        weather = {"air_temperature": event.air_c, "track_temperature": event.track_c, "rainfall": int(event.rain or 0)}
        tables["weather"].append({**when, **weather})
    elif isinstance(event, CarSensors):
        for sample in event.samples:
            for car, told in sample.cars.items():
                sensed = {"speed": told.speed_kmh, "n_gear": told.gear, "rpm": told.rpm, "drs": 12 if told.drs else 0}
                tables["car_data"].append({"date": date(sample.t), "driver_number": int(car), **sensed})
    elif isinstance(event, Locations):
        for where in event.samples:
            for car, point in where.cars.items():
                place = {"x": round(point.x_m * 10), "y": round(point.y_m * 10), "z": round(point.z_m * 10)}
                tables["location"].append({"date": date(where.t), "driver_number": int(car), **place})


def at(t: float | None) -> Any:
    """A session time as FastF1 has it."""
    return pandas.NaT if t is None else timedelta(seconds=t)


def fastf1_session(raced: Raced, name: str = "Race") -> Any:
    """A stand-in for a loaded session of FastF1, of the documented attributes and columns."""
    view, nat = raced.view, pandas.NaT
    ins = {(car, passage.lap): passage.t_in for car in view.cars for passage in view.passages(car)}
    outs = {(car, passage.lap + 1): passage.t_out for car in view.cars for passage in view.passages(car)}
    laps = []
    for lap in raced.laps():
        car, stops = lap["car"], [passage.lap for passage in view.passages(lap["car"])]
        stint = sum(stop < lap["lap"] for stop in stops)
        tyre = view.tyres(car)[min(stint, len(view.tyres(car)) - 1)]
        since = lap["lap"] - (stops[stint - 1] if stint else 0)
        laps.append(
            {"Time": at(lap["end"]), "DriverNumber": car, "LapNumber": float(lap["lap"]), "LapTime": at(lap["took"]),
             "LapStartTime": at(lap["start"]), "PitInTime": at(ins.get((car, lap["lap"]))),
             "PitOutTime": at(outs.get((car, lap["lap"]))), "Stint": float(stint + 1), "Compound": tyre.compound,
             "TyreLife": float((tyre.start_laps or 0) + since), "FreshTyre": bool(tyre.new), "Sector1Time": nat,
             "SpeedST": 311.0, "SpeedI1": float("nan")}
        )  # fmt: skip
    statuses = [(change.t, change.status) for change in view.session_statuses]
    names = {"started": "Started", "finished": "Finished", "finalised": "Finalised", "ended": "Ends"}
    results = [
        {"DriverNumber": car, "Abbreviation": driver.code, "FirstName": driver.name.split()[0],
         "LastName": driver.surname or driver.name.split()[-1], "FullName": driver.name, "TeamName": driver.team,
         "GridPosition": float(view.car(car).grid or 0)}
        for car, driver in view.drivers.items()
    ]  # fmt: skip
    said = [
        {"Time": pandas.Timestamp(BEGAN.replace(tzinfo=None)) + timedelta(seconds=event.t), "Category": event.category,
         "Message": event.message, "Flag": event.flag, "Lap": event.lap}
        for event in raced.events
        if isinstance(event, RaceControl)
    ]  # fmt: skip
    sensors = [sample for event in raced.events if isinstance(event, CarSensors) for sample in event.samples]
    return SimpleNamespace(
        name=name,
        event={"EventName": "Bahrain Grand Prix", "Location": "Sakhir"},
        t0_date=pandas.Timestamp(BEGAN.replace(tzinfo=None)),
        total_laps=raced.view.total_laps,
        laps=pandas.DataFrame(laps),
        results=pandas.DataFrame(results),
        session_status=pandas.DataFrame([{"Time": at(t), "Status": names[s]} for t, s in statuses if s in names]),
        track_status=pandas.DataFrame([{"Time": at(0.0), "Status": "1", "Message": "AllClear"}]),
        race_control_messages=pandas.DataFrame(said),
        weather_data=pandas.DataFrame([{"Time": at(1.0), "AirTemp": 21.5, "TrackTemp": 30.1, "Rainfall": False}]),
        car_data={
            car: pandas.DataFrame(
                {"SessionTime": at(sample.t), "Speed": sample.cars[car].speed_kmh, "nGear": sample.cars[car].gear,
                 "RPM": float(sample.cars[car].rpm or 0), "Throttle": 0, "Brake": True, "DRS": 12}
                for sample in sensors
                if car in sample.cars
            )
            for car in view.cars
        },
        pos_data={},
    )  # fmt: skip
