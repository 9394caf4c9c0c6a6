"""Lines of TimingData by their shape: a line with a 1 for every digit. A feed has some hundreds of them.

What a line tells, and where in it, mostly follows from its shape, which is looked at once.
"""

from __future__ import annotations

import io
import re
import struct
from collections.abc import Callable, Sequence

import msgspec

from pitwall.events import Event, Splits
from pitwall.sources.f1.splits import SPLIT_KEYS, TELLS_SPLITS, splits_later
from pitwall.sources.f1.stamped_lines import STAMP
from pitwall.sources.f1.timing import (
    FIELDS,
    GAPS_OF_ONE,
    INTERVAL_OF_ONE,
    PartlyRead,
    interval_told,
    timing_data,
    told_of_cars,
)

_AS_ONE = bytes.maketrans(b"023456789", b"111111111")
_LEADING = re.compile(rb"[:,\[]\s*-?(1)1")
"""Where a number may begin: with a nought there it would be none."""
_BY_DIGITS = re.compile(rb'\\|1[eE]|"SessionPart"|"NoEntries"|"(?:%b)":' % "|".join(FIELDS).encode()).search
"""What makes more than the numbers of a line depend on its digits: a car named twice tells what it was last."""
_NOUGHT = ord("0")

Pieces = Callable[[bytes], tuple[bytes, ...]]
"""Cuts what a line tells out of it."""
_Read = Callable[[float, bytes], "tuple[Event, ...]"]


def shapes_of(lines: Sequence[bytes]) -> list[bytes]:
    """The shape of each line, all of which end with the end of a line."""
    return io.BytesIO(b"".join(lines).translate(_AS_ONE)).readlines()


class TimingLines:
    """Reads the lines of TimingData of one archive."""

    def __init__(self) -> None:
        self.gaps_of_one: dict[bytes, Pieces] = {}
        """Shapes of lines that tell the gaps of one car and nothing else, as most do: its number, gap and interval."""
        self._readers: dict[bytes, _Read | None] = {}

    def read(self, t: float, line: bytes, shape: bytes) -> tuple[Event, ...]:
        """What a line tells. Raises as `timing_data` does."""
        readers = self._readers
        if (read := readers.get(shape)) is not None:
            return read(t, line)
        if shape in readers:
            readers[shape] = _reader(line, shape)
        elif gaps := GAPS_OF_ONE(shape, STAMP):
            self.gaps_of_one[shape] = _pieces(gaps)
        else:
            readers[shape] = None  # many come once only
        return timing_data(t, line[STAMP:])


def _pieces(found: re.Match[bytes]) -> Pieces:
    """What cuts out the groups of a pattern, where it has found them."""
    cut, before = "", 0
    for start, end in found.regs[1:]:
        cut += f"{start - before}x{end - start}s"
        before = end
    return struct.Struct(cut).unpack_from


def _reader(line: bytes, shape: bytes) -> _Read:
    if ahead := INTERVAL_OF_ONE(shape, STAMP):
        pieces = _pieces(ahead)
        return lambda t, line: (interval_told(t, *pieces(line)),)
    return _plain_reader(line, shape) or _read_whole


def _read_whole(t: float, line: bytes) -> tuple[Event, ...]:
    return told_of_cars(t, line[STAMP:])


def _plain_reader(line: bytes, shape: bytes) -> _Read | None:
    """Of lines that tell nothing, or nothing but sectors and speeds, which are read later; None of others."""
    try:
        told = told_of_cars(0.0, line[STAMP:])
    except (PartlyRead, msgspec.DecodeError, ValueError, RecursionError):
        return None
    if len(told) != 1 or type(told[0]) not in (Event, Splits) or _BY_DIGITS(shape):
        return None
    leading = [found.start(1) for found in _LEADING.finditer(shape, STAMP)]
    tells = TELLS_SPLITS(shape, STAMP)
    key = slice(*tells.span(1)) if tells else None

    def read(t: float, line: bytes) -> tuple[Event, ...]:
        for place in leading:
            if line[place] == _NOUGHT:
                return _read_whole(t, line)
        if key is None:
            return (Event(t),)
        return splits_later(t, line[STAMP:]) if line[key] in SPLIT_KEYS else _read_whole(t, line)

    return read
