"""Sector times and trap speeds of TimingData, read when somebody looks at them: most questions are of other things."""

from __future__ import annotations

import re
from collections.abc import ItemsView, Iterator, Mapping

import msgspec
from msgspec import Struct

from pitwall.events import CarSplits, Splits
from pitwall.sources.f1.timing_values import TRAPS, parse_sector, parse_speed

_SECTORS = {"0": 1, "1": 2, "2": 3}


class _Told(Struct, gc=False):
    Value: str | None = None


class _Line(Struct, gc=False):
    Sectors: dict[str, _Told] | list[_Told] | None = None
    Speeds: dict[str, _Told] | None = None


class _Message(Struct, gc=False):
    Lines: dict[str, _Line] = {}


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
            self._cars, self._data = _cars(self._data), b""
        return self._cars


def splits(t: float, data: bytes) -> tuple[Splits, ...]:
    """One Splits event where a message tells a sector time or a speed, else none."""
    return splits_later(t, data) if b'"Value":"' in data and TELLS_SPLITS(data) else ()


def splits_later(t: float, data: bytes) -> tuple[Splits, ...]:
    """One Splits event of a message that is known to tell a time or a speed; it is decoded when it is read."""
    return (Splits(t, _Later(data)),)


TELLS_SPLITS = re.compile(rb'"([0-2]|I1|I2|FL|ST)":\{[^{}\[\]]*"Value":"[0-9]').search
SPLIT_KEYS = frozenset({b"0", b"1", b"2", b"I1", b"I2", b"FL", b"ST"})
"""What the pattern's group can be: a sector or a trap."""
_decode = msgspec.json.Decoder(_Message).decode


def _cars(data: bytes) -> Mapping[str, CarSplits]:
    """What cannot be read is not told."""
    try:
        lines = _decode(data).Lines
    except (msgspec.DecodeError, UnicodeDecodeError):
        return {}
    return {number: told for number, line in lines.items() if (told := _of_line(line)) is not None}


def _of_line(line: _Line) -> CarSplits | None:
    """None where it only empties them. A list is what a feed begins with: nobody knows of which lap that is."""
    sectors: tuple[tuple[int, float], ...] = ()
    if line.Sectors and isinstance(line.Sectors, dict):
        for index, each in line.Sectors.items():
            if each.Value and index in _SECTORS and (seconds := parse_sector(each.Value)) is not None:
                sectors += ((_SECTORS[index], seconds),)
    speeds: tuple[tuple[str, float], ...] = ()
    if line.Speeds:
        for trap, each in line.Speeds.items():
            if each.Value and trap in TRAPS and (kmh := parse_speed(each.Value)) is not None:
                speeds += ((trap, kmh),)
    return CarSplits(sectors, speeds) if sectors or speeds else None
