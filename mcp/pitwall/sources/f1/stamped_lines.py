"""Lines of topics with their session times, in the order in which they were said."""

from __future__ import annotations

import io
import re
import struct
from bisect import bisect_right
from collections import Counter
from operator import itemgetter
from typing import NamedTuple

from pitwall.sources.f1.topics import Converter

_STAMP = struct.Struct("6s6s").unpack_from
"""`HH:MM:` and `SS.mmm`."""
STAMP = 12
"""Bytes of `HH:MM:SS.mmm`, which stand before the JSON of a line."""
CORRUPT = "corrupt lines"
BOM = b"\xef\xbb\xbf"
_MINUTE = re.compile(rb"([01][0-9]|2[0-3]):([0-5][0-9]):")
_ASTRAY = "lines of an impossible time"
_ASTRAY_S = 600
"""A line out of order whose time is so far from those of all lines in order has a wrong time."""
_SILENCE_S = 3600
"""No archive of one session, of many lines, has a longer silence of all topics."""
_MANY_LINES = 20
_BATCH = 500


class ArchiveTopic(NamedTuple):
    """What turns a topic's lines into events, and counts of what could not be read so far."""

    convert: Converter
    faults: Counter[str]


class StampedLines(NamedTuple):
    """Lines with their session times and topics. One list of each: there are tens of thousands."""

    times: list[float]
    lines: list[bytes]
    topics: list[ArchiveTopic]

    def add(self, topic: ArchiveTopic, data: bytes) -> None:
        """Adds the lines of a topic. Those without a session time are counted as corrupt."""
        times, lines = _timed(data, topic.faults)
        self.times.extend(times)
        self.lines.extend(lines)
        self.topics.extend([topic] * len(lines))

    def batches(self) -> list[StampedLines]:
        """The lines in batches, each in order of time, the last batch first. Lines after a long silence are faults."""
        times = self.times
        order = sorted(range(len(times)), key=times.__getitem__)  # what was said at the same time stays
        while len(order) > _MANY_LINES and times[order[-1]] - times[order[-2]] > _SILENCE_S:
            self.topics[order.pop()].faults[_ASTRAY] += 1
        parts = [order[start : start + _BATCH] for start in range(0, len(order), _BATCH)]
        return [self._picked(part) for part in reversed(parts)]

    def _picked(self, places: list[int]) -> StampedLines:
        pick = itemgetter(*places, places[0])  # of at least two, since of one it gives no tuple
        return StampedLines(*(list(pick(column)[:-1]) for column in self))


def _timed(data: bytes, faults: Counter[str]) -> tuple[list[float], list[bytes]]:
    """The session times of the lines of a topic, and the lines."""
    times: list[float] = []
    lines: list[bytes] = []
    minute, since = b"", 0.0
    for line in _lines(data):
        try:
            named, second = _STAMP(line)
            if named != minute:
                minute, since = named, _seconds(named)
            seconds = float(second)
            if 0.0 <= seconds < 61.0:  # neither can NaN be
                times.append(since + seconds)
                lines.append(line)
            else:
                faults[CORRUPT] += 1
        except (ValueError, struct.error):
            if line not in (b"\n", b"\r\n"):
                faults[CORRUPT] += 1
    return (times, lines) if times == sorted(times) else _without_astray(times, lines, faults)


def _lines(data: bytes) -> list[bytes]:
    """With the end of each, that of the last one too."""
    whole = io.BytesIO(data)
    if data.startswith(BOM):
        whole.seek(len(BOM))
    lines = whole.readlines()  # looks for ends faster than a split does
    if lines and not lines[-1].endswith(b"\n"):
        lines[-1] += b"\n"
    return lines


def _seconds(minute: bytes) -> float:
    """Seconds of `HH:MM:`, which thousands of lines share."""
    found = _MINUTE.fullmatch(minute)
    if found is None:
        raise ValueError("no session time")
    return int(found[1]) * 3600.0 + int(found[2]) * 60


def _without_astray(times: list[float], lines: list[bytes], faults: Counter[str]) -> tuple[list[float], list[bytes]]:
    """Lines that are out of order of time stay with the time they name, unless it cannot be right. All are counted."""
    ordered = _longest_ordered(times)
    first, last = ordered[0] - _ASTRAY_S, ordered[-1] + _ASTRAY_S
    kept = [index for index, t in enumerate(times) if first <= t <= last]
    faults[_ASTRAY] += len(times) - len(kept)
    faults["lines out of order"] += len(kept) - len(ordered)
    return [times[index] for index in kept], [lines[index] for index in kept]


def _longest_ordered(times: list[float]) -> list[float]:
    """As many of the times as can be in order: those left out are the fewest that can be out of it."""
    lowest: list[int] = []
    before: list[int] = []
    for index, t in enumerate(times):
        length = bisect_right(lowest, t, key=times.__getitem__)
        before.append(lowest[length - 1] if length else -1)
        lowest[length : length + 1] = [index]
    found: list[float] = []
    index = lowest[-1]
    while index >= 0:
        found.append(times[index])
        index = before[index]
    return found[::-1]
