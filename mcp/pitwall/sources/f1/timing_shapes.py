"""Lines of TimingData by their shape: a line with a 1 for every digit. A feed has some hundreds of them.

What a line tells, and where in it, mostly follows from its shape, which is looked at once.
"""

from __future__ import annotations

import io
import re
import struct
from collections.abc import Callable, Sequence
from typing import Any

from pitwall.events import Event
from pitwall.sources.f1.splits import SPLIT_KEYS, read_splits, split_key, unread_splits
from pitwall.sources.f1.stamped_lines import STAMP
from pitwall.sources.f1.timing import (
    FIELDS,
    GAPS_OF_ONE,
    INTERVAL_OF_ONE,
    gaps_told,
    interval_told,
    told_of_cars,
)
from pitwall.unread import HeardSplits, UnreadGaps, UnreadInterval, UnreadSplits

_AS_ONE = bytes.maketrans(b"023456789", b"111111111")
_LEADING = re.compile(rb"[:,\[]\s*-?(1)1")
"""Where a number may begin: with a nought there it would be none."""
_BY_DIGITS = re.compile(rb'\\|1[eE]|"SessionPart"|"NoEntries"|"(?:%b)":' % "|".join(FIELDS).encode()).search
"""What makes more than the numbers of a line depend on its digits: a car named twice tells what it was last."""
_NOUGHT = ord("0")

Pieces = Callable[[bytes], tuple[bytes, ...]]
"""Cuts what a line tells out of it."""
UnreadKind = tuple[type[Any], slice, Callable[[float, bytes], Event]]
"""UnreadGaps or UnreadInterval, where the number of the car stands, and what reads such a line."""
_Read = Callable[[float, bytes], "tuple[Event, ...]"]


def shapes_of(lines: Sequence[bytes]) -> list[bytes]:
    """The shape of each line, all of which end with the end of a line."""
    return io.BytesIO(b"".join(lines).translate(_AS_ONE)).readlines()


class TimingLines:
    """Reads the lines of TimingData of one archive."""

    def __init__(self) -> None:
        self.gaps_of: dict[bytes, UnreadKind] = {}
        """Shapes of lines that tell gaps of one car and nothing else, as most do."""
        self._readers: dict[bytes, _Read | None] = {}

    def read(self, t: float, line: bytes, shape: bytes) -> tuple[Event, ...]:
        """What a line tells. Raises as `timing_data` does."""
        readers = self._readers
        if (read := readers.get(shape)) is not None:
            return read(t, line)
        if shape in readers:
            readers[shape] = _read_whole
            told = _read_whole(t, line)
            readers[shape] = _plain_reader(told, line, shape) or _read_whole
            return told
        if gaps := _gaps_reader(shape):
            self.gaps_of[shape] = gaps
            kind, car, reader = gaps
            return (kind(t, line, reader, line[car]),)
        readers[shape] = None  # many come once only
        return _read_whole(t, line)


def _gaps_reader(shape: bytes) -> UnreadKind | None:
    """Of lines that tell nothing but gaps of one car; None of others."""
    if found := GAPS_OF_ONE(shape, STAMP):
        both = _pieces(found)
        return UnreadGaps, slice(*found.span(1)), lambda t, line: gaps_told(t, *both(line))
    if found := INTERVAL_OF_ONE(shape, STAMP):
        alone = _pieces(found)
        return UnreadInterval, slice(*found.span(1)), lambda t, line: interval_told(t, *alone(line))
    return None


def _pieces(found: re.Match[bytes]) -> Pieces:
    """What cuts out the groups of a pattern, where it has found them."""
    cut, before = "", 0
    for start, end in found.regs[1:]:
        cut += f"{start - before}x{end - start}s"
        before = end
    return struct.Struct(cut).unpack_from


def _read_whole(t: float, line: bytes) -> tuple[Event, ...]:
    return told_of_cars(t, line[STAMP:], unread_splits)


def _read_splits(line: bytes, message: int, heard: HeardSplits) -> None:
    read_splits(line[STAMP:], message, heard)


def _plain_reader(told: tuple[Event, ...], line: bytes, shape: bytes) -> _Read | None:
    """Of lines that tell nothing, or nothing but sectors and speeds, which are read later; None of others."""
    if len(told) != 1 or type(told[0]) not in (Event, UnreadSplits) or _BY_DIGITS(shape):
        return None
    leading = [found.start(1) for found in _LEADING.finditer(shape, STAMP)]
    key = split_key(shape, STAMP)

    def read(t: float, line: bytes) -> tuple[Event, ...]:
        for place in leading:
            if line[place] == _NOUGHT:
                return _read_whole(t, line)
        if key is None:
            return (Event(t),)
        return (UnreadSplits(t, line, _read_splits),) if line[key] in SPLIT_KEYS else _read_whole(t, line)

    return read
