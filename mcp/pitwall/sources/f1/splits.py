"""Sector times and trap speeds of TimingData, read when somebody looks at them: most questions are of other things."""

from __future__ import annotations

import re
from collections.abc import ItemsView, Iterator, Mapping
from typing import Literal

import msgspec
from msgspec import Struct

from pitwall.events import CarSplits, Splits
from pitwall.sources.f1.timing_values import TRAPS, SectorSeconds, TrapKmh, parse_sector, parse_speed
from pitwall.unread import HeardSplits, UnreadSplits


class _Time(Struct, gc=False):
    Value: SectorSeconds | Literal[""] | None = None


class _Speed(Struct, gc=False):
    Value: TrapKmh | Literal[""] | None = None


class _Sectors(Struct, gc=False, rename={"first": "0", "second": "1", "third": "2"}):
    first: _Time | None = None
    second: _Time | None = None
    third: _Time | None = None


class _Speeds(Struct, gc=False):
    I1: _Speed | None = None
    I2: _Speed | None = None
    FL: _Speed | None = None
    ST: _Speed | None = None


class _Line(Struct, gc=False):
    Sectors: _Sectors | None = None
    Speeds: _Speeds | None = None


class _Message(Struct, gc=False):
    """As nearly all messages are: what they say of sectors and speeds is numbers, or nothing."""

    Lines: dict[str, _Line] = {}


class _Word(Struct, gc=False):
    Value: str | None = None


class _OddLine(Struct, gc=False):
    Sectors: dict[str, _Word] | list[_Word] | None = None
    Speeds: dict[str, _Word] | None = None


class _OddMessage(Struct, gc=False):
    Lines: dict[str, _OddLine] = {}


class _Later(Mapping[str, CarSplits]):
    """The cars of a message that is not read before it is asked for."""

    __slots__ = ("_cars", "_data")

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._cars: Mapping[str, CarSplits] | None = None

    def __getitem__(self, car: str) -> CarSplits:
        return self._read()[car]

    def __iter__(self) -> Iterator[str]:
        return iter(self._read())

    def items(self) -> ItemsView[str, CarSplits]:
        return self._read().items()

    def __len__(self) -> int:
        return len(self._read())

    def __repr__(self) -> str:
        return repr(dict(self))

    def _read(self) -> Mapping[str, CarSplits]:
        if self._cars is None:
            heard = HeardSplits()
            read_splits(self._data, 0, heard)
            self._cars, self._data = heard.cars(), b""
        return self._cars


def splits(t: float, data: bytes) -> tuple[Splits, ...]:
    """One Splits event where a message tells a sector time or a speed, else none."""
    return (Splits(t, _Later(data)),) if split_key(data) else ()


def unread_splits(t: float, data: bytes) -> tuple[UnreadSplits, ...]:
    """As `splits`, for who takes in events unread."""
    return (UnreadSplits(t, data, read_splits),) if split_key(data) else ()


def split_key(data: bytes, start: int = 0) -> slice | None:
    """Where the first key of a sector or a trap with a value stands, from `start` on; None where none has a value."""
    value = data.find(_VALUE, start)
    while value >= 0:
        if _NOUGHT <= data[value + len(_VALUE)] <= _NINE:
            opened = data.rfind(b"{", start, value)
            first = data.rfind(b'"', start, opened - 2) + 1
            keyed = data[first : opened - 2] in SPLIT_KEYS and data.startswith(b'":{', opened - 2)
            if keyed and (opened + 1 == value or _IN_ONE_OBJECT(data, opened, value)):
                return slice(first, opened - 2)
        value = data.find(_VALUE, value + 1)
    return None


_VALUE = b'"Value":"'
_NOUGHT, _NINE = b"09"
_IN_ONE_OBJECT = re.compile(rb"[^}\[\]]*+").fullmatch
SPLIT_KEYS = frozenset({b"0", b"1", b"2", b"I1", b"I2", b"FL", b"ST"})
"""Sectors and traps, as a message calls them."""
_decode = msgspec.json.Decoder(_Message, strict=False).decode
_decode_odd = msgspec.json.Decoder(_OddMessage).decode
_SECTORS = {"0": 1, "1": 2, "2": 3}


def read_splits(data: bytes, message: int, heard: HeardSplits) -> None:
    """Adds what a message tells of each car. What cannot be read is not told."""
    try:
        lines = _decode(data).Lines
    except (msgspec.DecodeError, UnicodeDecodeError):
        _read_odd(data, message, heard)
        return
    for car, line in lines.items():
        sectors, speeds = heard[car]
        if times := line.Sectors:
            if (time := times.first) and time.Value:
                sectors.append((message, 1, time.Value))
            if (time := times.second) and time.Value:
                sectors.append((message, 2, time.Value))
            if (time := times.third) and time.Value:
                sectors.append((message, 3, time.Value))
        if kmhs := line.Speeds:
            if (kmh := kmhs.I1) and kmh.Value:
                speeds.append((message, "I1", kmh.Value))
            if (kmh := kmhs.I2) and kmh.Value:
                speeds.append((message, "I2", kmh.Value))
            if (kmh := kmhs.FL) and kmh.Value:
                speeds.append((message, "FL", kmh.Value))
            if (kmh := kmhs.ST) and kmh.Value:
                speeds.append((message, "ST", kmh.Value))


def _read_odd(data: bytes, message: int, heard: HeardSplits) -> None:
    """Adds what can be read of a message that says of sectors and speeds what is no number, or none that can be."""
    try:
        lines = _decode_odd(data).Lines
    except (msgspec.DecodeError, UnicodeDecodeError):
        return
    for car, line in lines.items():
        sectors, speeds = heard[car]
        # A list is what a feed begins with: nobody knows of which lap that is.
        for index, told in line.Sectors.items() if isinstance(line.Sectors, dict) else ():
            if index in _SECTORS and (seconds := parse_sector(told.Value or "")) is not None:
                sectors.append((message, _SECTORS[index], seconds))
        for trap, told in (line.Speeds or {}).items():
            if trap in TRAPS and (kmh := parse_speed(told.Value or "")) is not None:
                speeds.append((message, trap, kmh))
