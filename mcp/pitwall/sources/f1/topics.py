"""The topics of F1 live timing, from their JSON to events. Archive and live feed share this.

A message is a delta: what it does not mention has not changed. Lists of a first message are addressed by index
in later ones, so both forms are read. A topic is one function and one line in `converters`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from pitwall import events
from pitwall.events import Driver, Event
from pitwall.sources.f1.telemetry import car_data, position
from pitwall.sources.f1.timing import LapsTold, PartlyRead, timing_app_data, timing_data
from pitwall.sources.f1.timing_values import parse_left
from pitwall.sources.parsing import parse_number, parse_text, parse_utc

TRACK_STATUS = {"1": "green", "2": "yellow", "4": "safety_car", "5": "red", "6": "vsc", "7": "vsc_ending"}
TRACK_STATUS_WORDS = {
    "AllClear": "green",
    "Yellow": "yellow",
    "SCDeployed": "safety_car",
    "Red": "red",
    "VSCDeployed": "vsc",
    "VSCEnding": "vsc_ending",
}
"""The statuses as SessionData writes them."""
SESSION_STATUS = {
    "Inactive": "inactive",
    "Started": "started",
    "Aborted": "aborted",
    "Finished": "finished",
    "Finalised": "finalised",
    "Ends": "ended",
}

CAR_DATA, POSITION = "CarData.z", "Position.z"

Converter = Callable[[float, bytes], "tuple[Event, ...]"]


class _LapCount(Struct, gc=False):
    CurrentLap: LapsTold | UnsetType = UNSET
    TotalLaps: LapsTold | UnsetType = UNSET


class _Status(Struct, gc=False):
    Status: str = ""


class _Heartbeat(Struct, gc=False):
    Utc: str = ""


class _Message(Struct, gc=False):
    Message: str = ""
    Category: str = ""
    Flag: str | None = None
    Status: str | None = None
    RacingNumber: str | None = None
    Lap: int | None = None
    Utc: str = ""


class _RaceControl(Struct, gc=False):
    Messages: list[_Message] | dict[str, _Message] = []


class _Clock(Struct, gc=False):
    Remaining: str | UnsetType = UNSET
    Extrapolating: bool = True


class _Named(Struct, gc=False):
    Name: str = ""
    ShortName: str = ""


class _Meeting(Struct, gc=False):
    Name: str = ""
    Circuit: _Named = msgspec.field(default_factory=_Named)


class _SessionInfo(Struct, gc=False):
    Meeting: _Meeting = msgspec.field(default_factory=_Meeting)
    Name: str = ""
    Type: str = ""
    StartDate: str = ""


def lap_count(t: float, data: bytes) -> tuple[Event, ...]:
    """LapCount: the leader's lap and the distance of the race."""
    count = _decode_lap_count(data)
    return (events.LapCount(t, current=count.CurrentLap, total=count.TotalLaps),)


_decode_lap_count = msgspec.json.Decoder(_LapCount).decode


def track_status(t: float, data: bytes) -> tuple[Event, ...]:
    """TrackStatus. A code we do not know only proves life."""
    status = TRACK_STATUS.get(_decode_status(data).Status)
    return (events.TrackStatus(t, status) if status else Event(t),)


def session_status(t: float, data: bytes) -> tuple[Event, ...]:
    """SessionStatus. An unknown word only shows that the feed is alive."""
    status = SESSION_STATUS.get(_decode_status(data).Status)
    return (events.SessionStatus(t, status) if status else Event(t),)


_decode_status = msgspec.json.Decoder(_Status).decode


def race_control(t: float, data: bytes) -> tuple[Event, ...]:
    """RaceControlMessages: one event per message."""
    messages = _decode_race_control(data).Messages
    listed = messages.values() if isinstance(messages, dict) else messages
    return tuple(
        events.RaceControl(
            t,
            message=parse_text(item.Message, 1000),
            category=item.Category,
            flag=item.Flag,
            status=item.Status,
            car=item.RacingNumber,
            lap=item.Lap,
            utc=parse_utc(item.Utc),
        )
        for item in listed
    ) or (Event(t),)


_decode_race_control = msgspec.json.Decoder(_RaceControl).decode


def session_info(t: float, data: bytes) -> tuple[Event, ...]:
    """SessionInfo: which session this is. One about its files or its planned start shows only that the feed lives."""
    info = _decode_session_info(data)
    if not (info.Name or info.Meeting.Name):
        return (Event(t),)
    session = events.Session(
        t,
        series="Formula 1",
        meeting=parse_text(info.Meeting.Name),
        name=parse_text(info.Name),
        kind=parse_text(info.Type),
        circuit=parse_text(info.Meeting.Circuit.ShortName),
        start_local=parse_text(info.StartDate),
    )
    return (session,)


_decode_session_info = msgspec.json.Decoder(_SessionInfo).decode


def extrapolated_clock(t: float, data: bytes) -> tuple[Event, ...]:
    """ExtrapolatedClock: how long the session, or its segment, still has, and whether the clock runs."""
    clock = _decode_clock(data)
    seconds = None if clock.Remaining is UNSET else parse_left(clock.Remaining)
    return (Event(t) if seconds is None else events.TimeLeft(t, seconds, running=clock.Extrapolating),)


_decode_clock = msgspec.json.Decoder(_Clock).decode


def weather_data(t: float, data: bytes) -> tuple[Event, ...]:
    """WeatherData: numbers that come as strings."""
    raw = _decode_weather(data)
    rain = parse_number(raw.get("Rainfall"))
    weather = events.Weather(
        t,
        air_c=parse_number(raw.get("AirTemp")),
        track_c=parse_number(raw.get("TrackTemp")),
        humidity_pct=parse_number(raw.get("Humidity")),
        wind_ms=parse_number(raw.get("WindSpeed")),
        wind_deg=parse_number(raw.get("WindDirection")),
        pressure_hpa=parse_number(raw.get("Pressure")),
        rain=None if rain is None else rain > 0,
    )
    return (weather,)


_decode_weather = msgspec.json.Decoder(dict[str, str | float | bool | None]).decode
"""A recorder can add marks of its own, as `_kf`."""


def heartbeat(t: float, data: bytes) -> tuple[Event, ...]:
    """Heartbeat: what time it is. Without a readable one it only proves life."""
    utc = parse_utc(_decode_heartbeat(data).Utc)
    return (Event(t) if utc is None else events.Clock(t, utc),)


_decode_heartbeat = msgspec.json.Decoder(_Heartbeat).decode


class DriverListReader:
    """Merges the deltas of the topic DriverList into full entries."""

    def __init__(self) -> None:
        self._entries: dict[str, dict[str, Any]] = {}

    def __call__(self, t: float, data: bytes) -> tuple[Event, ...]:
        changed, bad = [], False
        for number, delta in _decode_drivers(data).items():
            if not isinstance(delta, dict):
                bad |= not number.startswith("_")  # _kf and the like are about the message
                continue
            news = {name: delta[name] for name in _NAMES if name in delta}
            if not news:
                continue
            entry = self._entries.setdefault(number, {})
            before = _driver(number, entry)
            bad |= any(not isinstance(said, str) for said in news.values())
            entry.update((name, said) for name, said in news.items() if isinstance(said, str))
            after = _driver(number, entry)
            if after != before:
                changed.append(after)
        told: tuple[Event, ...] = (events.Roster(t, tuple(changed)) if changed else Event(t),)
        if bad:
            raise PartlyRead(told)
        return told


_decode_drivers = msgspec.json.Decoder(dict[str, Any]).decode
_NAMES = ("Tla", "FirstName", "LastName", "FullName", "TeamName")


def _driver(number: str, entry: Mapping[str, str]) -> Driver:
    text = {name: parse_text(entry.get(name, "")) for name in _NAMES}
    first, last = text["FirstName"], text["LastName"]
    name = f"{first} {last}".strip()[:80] if first and last else text["FullName"].title()
    return Driver(number, code=text["Tla"][:8], name=name, surname=last, team=text["TeamName"])


def converters() -> Mapping[str, Converter]:
    """Topic to converter, for one feed. In the order in which simultaneous messages are taken."""
    return {
        "SessionInfo": session_info,
        "DriverList": DriverListReader(),
        "SessionStatus": session_status,
        "ExtrapolatedClock": extrapolated_clock,
        "LapCount": lap_count,
        "TrackStatus": track_status,
        "TimingAppData": timing_app_data,
        "TimingData": timing_data,
        "RaceControlMessages": race_control,
        "WeatherData": weather_data,
        "Heartbeat": heartbeat,
        CAR_DATA: car_data,
        POSITION: position,
    }


OTHER_TOPICS = frozenset(
    {
        "ArchiveStatus", "AudioStreams", "ChampionshipPrediction", "ContentStreams", "CurrentTyres",
        "DriverRaceInfo", "DriverScore", "DriverTracker", "LapSeries",
        "OvertakeSeries", "PitLaneTimeCollection", "PitStop", "PitStopSeries", "SPFeed",
        "SessionData", "TeamRadio", "TimingDataF1", "TimingStats", "TlaRcm", "TopThree", "TyreStintSeries",
        "WeatherDataSeries",
    }
)  # fmt: skip
"""Topics of the feed that no tool reads yet."""
