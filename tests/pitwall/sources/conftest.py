"""A simulated race written as an F1 static archive, to be damaged."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from pitwall import events as e
from pitwall.sources.f1.topics import SESSION_STATUS, TRACK_STATUS
from pitwall.sources.sim import SimConfig, simulate
from pitwall.state.moment import format_session_time


class Archive(dict[str, list[bytes]]):
    """Topic to its lines, without their ends."""

    def __repr__(self) -> str:
        """A failing example is not the place for all of them."""
        return f"<{sum(map(len, self.values()))} lines>"


@pytest.fixture(scope="session")
def small_race() -> Archive:
    """Eight cars, seven laps, every topic that is read."""
    return written(simulate(SimConfig(seed=11, cars=8, laps=7)))


@pytest.fixture
def write_archive(tmp_path: Path) -> Callable[..., str]:
    """Writes an archive into a folder and gives its path; what an earlier one left is removed."""

    def write(archive: Archive, *, bom: bool = True, end: bytes = b"\r\n") -> str:
        folder = tmp_path / "archive"
        folder.mkdir(exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        for topic, lines in archive.items():
            text = b"".join(line + end for line in lines)
            (folder / f"{topic}.jsonStream").write_bytes(b"\xef\xbb\xbf" * bom + text)
        return str(folder)

    return write


def written(race: Iterable[e.Event]) -> Archive:
    """The events of a race as the lines of an archive."""
    archive: defaultdict[str, list[bytes]] = defaultdict(list)
    for event in race:
        for topic, body in _bodies(event):
            said = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
            archive[topic].append(f"{format_session_time(event.t)}{said}".encode())
    return Archive(archive)


def _bodies(event: e.Event) -> list[tuple[str, Any]]:
    match event:
        case e.Timing():
            return _timing(event)
        case e.Tyres():
            lines = {car: {"Stints": {str(s.number): _stint(s) for s in sets}} for car, sets in event.cars.items()}
            return [("TimingAppData", {"Lines": lines})]
        case e.Roster():
            return [("DriverList", {d.car: _driver(d) for d in event.drivers})]
        case e.LapCount():
            return [("LapCount", _told(CurrentLap=event.current, TotalLaps=event.total))]
        case e.SessionStatus():
            return [("SessionStatus", {"Status": _key(SESSION_STATUS, event.status)})]
        case e.TrackStatus():
            return [("TrackStatus", {"Status": _key(TRACK_STATUS, event.status), "Message": event.status})]
        case e.Session():
            meeting = {"Name": event.meeting, "Circuit": {"ShortName": event.circuit}}
            info = {"Meeting": meeting, "Name": event.name, "Type": event.kind, "StartDate": event.start_local}
            return [("SessionInfo", info)]
        case e.RaceControl():
            return [("RaceControlMessages", {"Messages": [_message(event)]})]
        case e.Weather():
            numbers = {"AirTemp": event.air_c, "TrackTemp": event.track_c, "Humidity": event.humidity_pct}
            rain = {"Rainfall": int(bool(event.rain)), "WindSpeed": event.wind_ms, "Pressure": event.pressure_hpa}
            return [("WeatherData", {name: str(value) for name, value in {**numbers, **rain}.items()})]
    return []


def _timing(event: e.Timing) -> list[tuple[str, Any]]:
    lines = {car: body for car, news in event.cars.items() if (body := _line(news))}
    grid = {car: {"GridPos": str(news.grid)} for car, news in event.cars.items() if news.grid is not UNSET}
    found = [("TimingAppData", {"Lines": grid}), ("TimingData", {"Lines": lines})]
    return [(topic, body) for topic, body in found if body["Lines"]]


def _line(news: e.CarTiming) -> dict[str, Any]:
    ahead, last, best = _gap(news.interval_s, news.interval_laps), news.last_lap_s, news.best_lap_s
    return _told(
        Position=UNSET if news.position is UNSET else str(news.position),
        GapToLeader=_gap(news.gap_s, news.gap_laps),
        IntervalToPositionAhead=UNSET if ahead is UNSET else {"Value": ahead},
        NumberOfLaps=news.laps,
        LastLapTime=UNSET if last is UNSET else {"Value": _time(last)},
        BestLapTime=UNSET if best is UNSET else {"Value": _time(best), "Lap": news.best_lap},
        InPit=news.in_pit,
        Stopped=news.stopped,
        Retired=news.retired,
        NumberOfPitStops=news.pit_count,
    )


def _gap(seconds: Any, laps: Any) -> Any:
    if seconds is UNSET and laps is UNSET:
        return UNSET
    return f"+{seconds:.3f}" if isinstance(seconds, float) else f"{laps}L" if isinstance(laps, int) else ""


def _time(seconds: Any) -> str:
    return "" if seconds is None else f"{int(seconds // 60)}:{seconds % 60:06.3f}"


def _stint(stint: e.Stint) -> dict[str, Any]:
    new = UNSET if stint.new is UNSET else str(stint.new).lower()
    return _told(Compound=stint.compound, New=new, TotalLaps=stint.laps, StartLaps=stint.start_laps)


def _driver(driver: e.Driver) -> dict[str, Any]:
    first, _, last = driver.name.partition(" ")
    names = {"Tla": driver.code, "FirstName": first, "LastName": last, "TeamName": driver.team}
    return {"RacingNumber": driver.car, **names}


def _message(said: e.RaceControl) -> dict[str, Any]:
    from datetime import UTC, datetime

    utc = datetime.fromtimestamp(said.utc or 0, UTC).strftime("%Y-%m-%dT%H:%M:%S")
    body = {"Utc": utc, "Lap": said.lap, "Category": said.category, "Message": said.message, "Flag": said.flag}
    return {name: value for name, value in {**body, "RacingNumber": said.car}.items() if value is not None}


def _told(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not UNSET}


def _key(words: dict[str, str], word: str) -> str:
    return next(key for key, value in words.items() if value == word)
