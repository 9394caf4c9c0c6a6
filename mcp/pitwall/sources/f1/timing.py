"""TimingData and TimingAppData of F1 live timing: the cars, from their JSON to events.

A message is a delta: what it does not mention has not changed. Lists of a first message are addressed by index
in later ones, so both forms are read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from pitwall.events import CarTiming, Event, Gaps, SegmentTiming, SegmentUpdate, Stint, Timing, Tyres
from pitwall.sources.f1.splits import splits
from pitwall.sources.f1.timing_values import parse_gap, parse_lap_time, parse_position
from pitwall.sources.parsing import parse_text
from toolgate.errors import LocalError

T = TypeVar("T", bound=Struct)
LapsTold = Annotated[int, Meta(ge=0, le=2000)]
"""A race has no more."""
_Segment = Annotated[int, Meta(ge=0, le=9)]


class PartlyRead(LocalError):
    """Part of a message cannot be read. `events` come from the rest."""

    def __init__(self, events: tuple[Event, ...]) -> None:
        self.events = events


class _Value(Struct, gc=False):
    Value: str | UnsetType = UNSET


class _BestLap(Struct, gc=False):
    Value: str | UnsetType = UNSET
    Lap: LapsTold | UnsetType | None = UNSET


class _Line(Struct, gc=False):
    Position: str | int | UnsetType = UNSET
    GapToLeader: str | UnsetType = UNSET
    IntervalToPositionAhead: _Value | UnsetType = UNSET
    NumberOfLaps: LapsTold | UnsetType = UNSET
    LastLapTime: _Value | UnsetType = UNSET
    BestLapTime: _BestLap | UnsetType = UNSET
    InPit: bool | UnsetType = UNSET
    Stopped: bool | UnsetType = UNSET
    Retired: bool | UnsetType = UNSET
    NumberOfPitStops: LapsTold | UnsetType = UNSET
    BestLapTimes: list[_BestLap] | dict[str, _BestLap] | UnsetType = UNSET
    KnockedOut: bool | UnsetType = UNSET


FIELDS = tuple(field.name for field in msgspec.structs.fields(_Line))
"""What is read of a car."""


class _TimingData(Struct, gc=False):
    Lines: dict[str, _Line] = {}
    SessionPart: _Segment | UnsetType = UNSET
    NoEntries: list[LapsTold] | dict[str, LapsTold] | UnsetType = UNSET


class _Stint(Struct, gc=False):
    Compound: str | UnsetType | None = UNSET
    New: str | bool | UnsetType | None = UNSET
    TotalLaps: LapsTold | UnsetType = UNSET
    StartLaps: LapsTold | UnsetType = UNSET
    TyresNotChanged: str | bool | UnsetType = UNSET


class _AppLine(Struct, gc=False):
    GridPos: str | int | UnsetType = UNSET
    Stints: list[_Stint] | dict[str, _Stint] | UnsetType | None = UNSET


class _TimingAppData(Struct, gc=False):
    Lines: dict[str, _AppLine] = {}


def timing_data(t: float, data: bytes) -> tuple[Event, ...]:
    """TimingData: position, gaps, laps, pit lane, sectors and speeds. A message of mini-sectors only proves life."""
    if gaps := GAPS_OF_ONE(data):
        return (gaps_told(t, *gaps.groups()),)
    if ahead := INTERVAL_OF_ONE(data):
        return (interval_told(t, *ahead.groups()),)
    return told_of_cars(t, data)


def told_of_cars(
    t: float, data: bytes, splits_of: Callable[[float, bytes], tuple[Event, ...]] = splits
) -> tuple[Event, ...]:
    """What any message of TimingData tells, whichever fields it has. `splits_of` makes events of sectors and speeds."""
    partly = False
    try:
        message = _decode_timing(data)
        lines: Mapping[str, _Line] = message.Lines
    except msgspec.ValidationError:
        partly, message, lines = True, _NO_MESSAGE, _salvaged(data, _Line)
    cars: dict[str, CarTiming] = {}
    parts: dict[str, SegmentTiming] = {}
    for number, line in lines.items():
        news = _car_timing(line)
        if news is not None:
            cars[number] = news
            if line.BestLapTimes is not UNSET or line.KnockedOut is not UNSET:
                parts[number] = SegmentTiming(_segment_bests(line.BestLapTimes), line.KnockedOut)
    beside = splits_of(t, data)
    told: tuple[Event, ...] = (Timing(t, cars), *beside) if cars else beside or (Event(t),)
    if parts or message.SessionPart is not UNSET:
        told += (SegmentUpdate(t, message.SessionPart, _entries(message.NoEntries), parts),)
    if partly:
        raise PartlyRead(told)
    return told


def gaps_told(t: float, number: bytes, gap: bytes, interval: bytes) -> Gaps:
    """What a message of nothing but the gaps of one car tells, as GAPS_OF_ONE has found it."""
    return Gaps(t, number.decode(), float(gap), None, float(interval), None)


def interval_told(t: float, number: bytes, interval: bytes) -> Timing:
    """What a message of nothing but the interval of one car tells, as INTERVAL_OF_ONE has found it."""
    return Timing(t, {number.decode(): CarTiming(interval_s=float(interval), interval_laps=None)})


def _entries(told: list[int] | dict[str, int] | UnsetType) -> tuple[int, ...] | UnsetType:
    """How many cars take part in each segment of a qualifying."""
    if told is UNSET:
        return UNSET
    return tuple(told.values() if isinstance(told, dict) else told)


def _segment_bests(told: list[_BestLap] | dict[str, _BestLap] | UnsetType) -> tuple[tuple[int, float | None], ...]:
    if told is UNSET:
        return ()
    numbered = told.items() if isinstance(told, dict) else enumerate(told)
    return tuple(
        (int(index) + 1, parse_lap_time(best.Value))
        for index, best in numbered
        if _is_index(index) and best.Value is not UNSET
    )


# Four messages in five say only this of one car, in these very words: they need no decoder.
# What has been read of a number is not given back (`++`): such a pattern saves its places.
_SECONDS = rb'"\+?+([0-9]{1,5}+\.[0-9]{1,6}+)"'
_LAST = rb'"IntervalToPositionAhead":\{"Value":%b(?:,"Catching":(?:true|false))?+\}\}\}\}\s*+' % _SECONDS
GAPS_OF_ONE = re.compile(rb'\{"Lines":\{"([0-9]{1,3}+)":\{"GapToLeader":%b,%b' % (_SECONDS, _LAST)).fullmatch
INTERVAL_OF_ONE = re.compile(rb'\{"Lines":\{"([0-9]{1,3})":\{%b' % _LAST).fullmatch
_decode_timing = msgspec.json.Decoder(_TimingData).decode
_NO_MESSAGE = _TimingData()


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
        UNSET if line.Position is UNSET else parse_position(line.Position),
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
        if line.GridPos is not UNSET and (position := parse_position(line.GridPos)):
            grid[number] = CarTiming(grid=position)
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
    compound, new, kept = stint.Compound, stint.New, stint.TyresNotChanged
    return Stint(
        number,
        parse_text(compound, 20) if isinstance(compound, str) else compound,
        UNSET if new is UNSET else _truth(new),
        stint.TotalLaps,
        stint.StartLaps,
        UNSET if kept is UNSET else bool(_truth(kept)),
    )


def _truth(value: str | bool | None) -> bool | None:
    if isinstance(value, bool) or value is None:
        return value
    return _TRUTHS.get(value.lower())


_TRUTHS = {"true": True, "1": True, "false": False, "0": False}
