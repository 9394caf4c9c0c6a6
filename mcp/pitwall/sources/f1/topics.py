"""The topics of F1 live timing, from their JSON to events. Archive and live feed share this.

A message is a delta: what it does not mention has not changed. Lists of a first message are addressed by index
in later ones, so both forms are read. A topic is one function and one line in TOPICS.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from pitwall import events
from pitwall.events import CarTiming, Driver, Event, Gaps, Stint, Timing, Tyres
from pitwall.sources.f1.values import parse_gap, parse_lap_time, parse_number, parse_place, parse_text, parse_utc

TRACK_STATUS = {"1": "green", "2": "yellow", "4": "safety_car", "5": "red", "6": "vsc", "7": "vsc_ending"}
SESSION_STATUS = {
    "Inactive": "inactive",
    "Started": "started",
    "Aborted": "aborted",
    "Finished": "finished",
    "Finalised": "finalised",
    "Ends": "ended",
}

Converter = Callable[[float, bytes], "tuple[Event, ...]"]
T = TypeVar("T", bound=Struct)
_Laps = Annotated[int, Meta(ge=0, le=2000)]
"""A race has no more."""


class PartlyRead(Exception):
    """Some of a message cannot be read. `events` are what the rest of it says."""

    def __init__(self, events: tuple[Event, ...]) -> None:
        self.events = events


class _Value(Struct, gc=False):
    Value: str | UnsetType = UNSET


class _BestLap(Struct, gc=False):
    Value: str | UnsetType = UNSET
    Lap: _Laps | UnsetType | None = UNSET


class _Line(Struct, gc=False):
    Position: str | int | UnsetType = UNSET
    GapToLeader: str | UnsetType = UNSET
    IntervalToPositionAhead: _Value | UnsetType = UNSET
    NumberOfLaps: _Laps | UnsetType = UNSET
    LastLapTime: _Value | UnsetType = UNSET
    BestLapTime: _BestLap | UnsetType = UNSET
    InPit: bool | UnsetType = UNSET
    Stopped: bool | UnsetType = UNSET
    Retired: bool | UnsetType = UNSET
    NumberOfPitStops: _Laps | UnsetType = UNSET


class _TimingData(Struct, gc=False):
    Lines: dict[str, _Line] = {}


class _Stint(Struct, gc=False):
    Compound: str | UnsetType | None = UNSET
    New: str | bool | UnsetType | None = UNSET
    TotalLaps: _Laps | UnsetType = UNSET
    StartLaps: _Laps | UnsetType = UNSET
    TyresNotChanged: str | bool | UnsetType = UNSET


class _AppLine(Struct, gc=False):
    GridPos: str | int | UnsetType = UNSET
    Stints: list[_Stint] | dict[str, _Stint] | UnsetType | None = UNSET


class _TimingAppData(Struct, gc=False):
    Lines: dict[str, _AppLine] = {}


class _LapCount(Struct, gc=False):
    CurrentLap: _Laps | UnsetType = UNSET
    TotalLaps: _Laps | UnsetType = UNSET


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


def timing_data(t: float, data: bytes) -> tuple[Event, ...]:
    """TimingData: position, gaps, laps, pit lane. A message of mini-sectors and speeds only proves life."""
    if gaps := _GAPS_OF_ONE(data):
        number, gap, interval = gaps.groups()
        return (Gaps(t, number.decode(), float(gap), None, float(interval), None),)
    partly = False
    try:
        lines: Mapping[str, _Line] = _decode_timing(data).Lines
    except msgspec.ValidationError:
        partly, lines = True, _salvaged(data, _Line)
    cars: dict[str, CarTiming] = {}
    for number, line in lines.items():
        news = _car_timing(line)
        if news is not None:
            cars[number] = news
    told = (Timing(t, cars) if cars else Event(t),)
    if partly:
        raise PartlyRead(told)
    return told


# Three messages in four say only this of one car, in these very words: they need no decoder.
_SECONDS = rb'"\+?([0-9]{1,5}\.[0-9]{1,6})"'
_GAPS_OF_ONE = re.compile(
    rb'\{"Lines":\{"([0-9]{1,3})":\{"GapToLeader":%b,"IntervalToPositionAhead":\{"Value":%b'
    rb'(?:,"Catching":(?:true|false))?\}\}\}\}\s*' % (_SECONDS, _SECONDS)
).fullmatch
_decode_timing = msgspec.json.Decoder(_TimingData).decode


def _salvaged(data: bytes, kind: type[T]) -> Mapping[str, T]:
    """The lines of a message, as far as they can be read: a wrong field must not cost the rest."""
    message = msgspec.json.decode(data)
    lines = message.get("Lines") if isinstance(message, dict) else None
    if not isinstance(lines, dict):
        raise msgspec.ValidationError("no Lines in it")
    return {number: _readable(line, kind) for number, line in lines.items() if isinstance(line, dict)}


def _readable(line: Mapping[str, Any], kind: type[T]) -> T:
    kept = kind()
    for field in msgspec.structs.fields(kind):
        try:
            setattr(kept, field.name, msgspec.convert(line.get(field.name, UNSET), field.type))
        except msgspec.ValidationError:
            continue
    return kept


def _car_timing(line: _Line) -> CarTiming | None:
    """What a line says that we read, None where it says nothing of it."""
    if line == _SILENT:
        return None
    gap, interval, last, best = line.GapToLeader, line.IntervalToPositionAhead, line.LastLapTime, line.BestLapTime
    gap_s, gap_laps = _UNSAID if gap is UNSET else parse_gap(gap)
    interval_s, interval_laps = _UNSAID
    if interval is not UNSET and interval.Value is not UNSET:
        # The leader's own interval is his lap: there is nobody ahead to be behind.
        interval_s, interval_laps = (None, None) if interval.Value.startswith("LAP") else parse_gap(interval.Value)
    return CarTiming(
        UNSET if line.Position is UNSET else parse_place(line.Position),
        gap_s,
        gap_laps,
        interval_s,
        interval_laps,
        laps=line.NumberOfLaps,
        last_lap_s=UNSET if last is UNSET or last.Value is UNSET else parse_lap_time(last.Value),
        best_lap_s=UNSET if best is UNSET or best.Value is UNSET else parse_lap_time(best.Value),
        best_lap=UNSET if best is UNSET else best.Lap,
        in_pit=line.InPit,
        stopped=line.Stopped,
        retired=line.Retired,
        pit_count=line.NumberOfPitStops,
    )


_SILENT = _Line()
_UNSAID: tuple[float | UnsetType | None, int | UnsetType | None] = (UNSET, UNSET)


def timing_app_data(t: float, data: bytes) -> tuple[Event, ...]:
    """TimingAppData: the grid, and each car's sets of tyres."""
    partly = False
    try:
        lines: Mapping[str, _AppLine] = _decode_app(data).Lines
    except msgspec.ValidationError:
        partly, lines = True, _salvaged(data, _AppLine)
    grid: dict[str, CarTiming] = {}
    tyres: dict[str, tuple[Stint, ...]] = {}
    for number, line in lines.items():
        if line.GridPos is not UNSET and (place := parse_place(line.GridPos)):
            grid[number] = CarTiming(grid=place)
        if line.Stints:
            numbered = line.Stints.items() if isinstance(line.Stints, dict) else enumerate(line.Stints)
            tyres[number] = tuple([_stint(int(index), stint) for index, stint in numbered if _is_index(index)])
    found: list[Event] = [Timing(t, grid)] if grid else []
    if tyres:
        found.append(Tyres(t, tyres))
    told = tuple(found) or (Event(t),)
    if partly:
        raise PartlyRead(told)
    return told


_decode_app = msgspec.json.Decoder(_TimingAppData).decode


def _is_index(key: str | int) -> bool:
    """Whether a key counts something. Others, as `_deleted`, are about the list itself."""
    return isinstance(key, int) or (key.isascii() and key.isdigit() and len(key) < 4)


def _stint(number: int, stint: _Stint) -> Stint:
    return Stint(
        number,
        compound=parse_text(stint.Compound, 20) if isinstance(stint.Compound, str) else stint.Compound,
        new=UNSET if stint.New is UNSET else _truth(stint.New),
        laps=stint.TotalLaps,
        start_laps=stint.StartLaps,
        tyres_kept=UNSET if stint.TyresNotChanged is UNSET else bool(_truth(stint.TyresNotChanged)),
    )


def _truth(value: str | bool | None) -> bool | None:
    if isinstance(value, bool) or value is None:
        return value
    return _TRUTHS.get(value.lower())


_TRUTHS = {"true": True, "1": True, "false": False, "0": False}


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
    """SessionStatus. A word we do not know only proves life."""
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
    """SessionInfo: which session this is."""
    info = _decode_session_info(data)
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


_decode_weather = msgspec.json.Decoder(dict[str, str | float | None]).decode


def heartbeat(t: float, data: bytes) -> tuple[Event, ...]:
    """Heartbeat: what time it is. Without a readable one it only proves life."""
    utc = parse_utc(_decode_heartbeat(data).Utc)
    return (Event(t) if utc is None else events.Clock(t, utc),)


_decode_heartbeat = msgspec.json.Decoder(_Heartbeat).decode


class Roster:
    """DriverList comes in deltas; this keeps what earlier ones said."""

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
        "DriverList": Roster(),
        "SessionStatus": session_status,
        "LapCount": lap_count,
        "TrackStatus": track_status,
        "TimingAppData": timing_app_data,
        "TimingData": timing_data,
        "RaceControlMessages": race_control,
        "WeatherData": weather_data,
        "Heartbeat": heartbeat,
    }


OTHER_TOPICS = frozenset(
    {
        "ArchiveStatus", "AudioStreams", "CarData.z", "ChampionshipPrediction", "ContentStreams", "CurrentTyres",
        "DriverRaceInfo", "DriverScore", "DriverTracker", "ExtrapolatedClock", "LapSeries",
        "OvertakeSeries", "PitLaneTimeCollection", "PitStop", "PitStopSeries", "Position.z", "SPFeed",
        "SessionData", "TeamRadio", "TimingDataF1", "TimingStats", "TlaRcm", "TopThree", "TyreStintSeries",
        "WeatherDataSeries",
    }
)  # fmt: skip
"""Topics of the feed that no tool reads yet."""
