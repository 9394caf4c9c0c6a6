"""Lines of topics with their session times, in the order in which they were said."""

from __future__ import annotations

import io
import re
import struct
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import repeat
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
_MOST = 500
"""Lines that are handed out together."""


class ArchiveTopic(NamedTuple):
    """What turns a topic's lines into events, and counts of what could not be read and has not been told yet."""

    name: str
    order: int
    """Which of the topics it is, in the order in which what they said at the same time is taken."""
    convert: Converter
    faults: Counter[str]


OtherLine = tuple[float, ArchiveTopic, bytes]
"""A line of a topic that says little."""


class StampedLines(NamedTuple):
    """Lines of one topic in order of time, with their session times. One list of each: there are tens of thousands."""

    topic: ArchiveTopic
    times: list[float]
    lines: list[bytes]


def stamped_lines(topic: ArchiveTopic, data: bytes) -> StampedLines:
    """The lines of a topic. Those without a session time, or of an impossible one, are counted and left out."""
    return StampedLines(topic, *_timed(data, topic.faults))


def in_order(
    main: StampedLines, others: Sequence[StampedLines]
) -> Iterator[tuple[list[OtherLine], list[float], list[bytes]]]:
    """All lines in order of time: some of others, then those of the main topic that follow them, and so on.

    What was said at the same time stays in the order of the topics. Lines after a long silence are faults.
    """
    rest = [line for each in others for line in zip(each.times, repeat(each.topic), each.lines)]
    rest.sort(key=itemgetter(0))
    _end_at_silence(main, rest)
    (mine, times, lines), start, before = main, 0, list[OtherLine]()
    for topic_lines in others:
        topic_lines.lines.clear()
    rest.reverse()
    while rest:
        # What has been taken is forgotten, so that its memory serves the next.
        t, topic, _ = said = rest.pop()
        end = (bisect_left if topic.order < mine.order else bisect_right)(times, t, start)
        while start < end:
            until = min(end, start + _MOST)
            yield before, times[start:until], lines[start:until]
            start, before = until, []
        before.append(said)
    for first in range(start, len(times), _MOST):
        yield before, times[first : first + _MOST], lines[first : first + _MOST]
        before = []
    yield before, [], []


def _end_at_silence(main: StampedLines, rest: list[OtherLine]) -> None:
    """Takes out the last lines of a session, as long as there was a long silence before them."""
    for _ in range(len(main.times) + len(rest) - _MANY_LINES):
        mine, theirs = main.times[-2:], [t for t, _, _ in rest[-2:]]
        *_, before, last = sorted(mine + theirs)
        if last - before <= _SILENCE_S:
            return
        if mine[-1:] == [last]:
            main.times.pop()
            main.lines.pop()
            main.topic.faults[_ASTRAY] += 1
        else:
            _, topic, _ = rest.pop()
            topic.faults[_ASTRAY] += 1


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
    kept.sort(key=times.__getitem__)
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
