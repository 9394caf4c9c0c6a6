"""Sector times and trap speeds of TimingData, read when somebody looks at them: most questions are of other things."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

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

    def __len__(self) -> int:
        return len(self._read())

    def __repr__(self) -> str:
        return repr(dict(self))

    def _read(self) -> Mapping[str, CarSplits]:
        if self._cars is None:
            self._cars, self._data = _cars(self._data), b""
        return self._cars


def splits(t: float, data: bytes) -> tuple[Splits, ...]:
    """One event where a message tells a sector time or a speed."""
    return (Splits(t, _Later(data)),) if b'"Value":"' in data and _TELLS(data) else ()


_TELLS = re.compile(rb'"(?:[0-2]|I1|I2|FL|ST)":\{[^{}\[\]]*"Value":"[0-9]').search
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
    told = line.Sectors if isinstance(line.Sectors, dict) else {}
    sectors = [(_SECTORS[index], parse_sector(each.Value or "")) for index, each in told.items() if index in _SECTORS]
    speeds = [(trap, parse_speed(each.Value or "")) for trap, each in (line.Speeds or {}).items() if trap in TRAPS]
    found = CarSplits(
        tuple((sector, seconds) for sector, seconds in sectors if seconds is not None),
        tuple((trap, kmh) for trap, kmh in speeds if kmh is not None),
    )
    return found if found.sectors or found.speeds else None
