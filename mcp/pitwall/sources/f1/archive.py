"""A session of the F1 static archive: topics as `<Topic>.jsonStream`, each line a session time and a JSON delta.

Where the bytes of a topic come from is the affair of a Topics: a folder, a zip, a web server.
"""

from __future__ import annotations

import logging
import re
import struct
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from operator import attrgetter
from typing import Protocol

import msgspec
from msgspec import Struct

from pitwall.events import Event, Fault, Gaps
from pitwall.sources.base import SourceError
from pitwall.sources.f1.timing import GAPS_OF_ONE, PartlyRead, timing_data
from pitwall.sources.f1.topics import OTHER_TOPICS, Converter, converters

_log = logging.getLogger("pitwall.sources")

SUFFIX = ".jsonStream"
NEEDED = "TimingData"
_STAMP = struct.Struct("6s6s")
"""`HH:MM:` and `SS.mmm`."""
_MINUTE = re.compile(rb"([01][0-9]|2[0-3]):([0-5][0-9]):")
BOM = b"\xef\xbb\xbf"
_ASTRAY = "lines of an impossible time"
_ASTRAY_S = 600
"""A line out of order whose time is so far from those of all lines in order has a wrong time."""
_SILENCE_S = 3600
"""No archive of one session, of many lines, has a longer silence of all topics."""
_MANY_LINES = 20
_BATCH = 500
_CORRUPT = "corrupt lines"


class _Said(Struct, gc=False):
    """A line, when it was said, what makes events of it, and what could not be read of its topic so far."""

    t: float
    convert: Converter
    faults: Counter[str]
    line: bytes


class Topics(Protocol):
    """Where the topics of one session are. Either method raises SourceError where it cannot say."""

    def names(self) -> Collection[str]:
        """The topics there are, known or not, without their suffix."""

    def read(self, topic: str) -> bytes | None:
        """A topic as the archive serves it, None where it is not there."""


class F1Archive:
    """The events of one archived session. Iterating reads its topics anew."""

    def __init__(self, topics: Topics) -> None:
        self._topics = topics

    def __iter__(self) -> Iterator[Event]:
        return chain.from_iterable(self._messages())

    def _messages(self) -> Iterator[Iterable[Event]]:
        """The events of some messages after the other, before them what could not be read of them."""
        said: list[_Said] = []
        bad: dict[str, Counter[str]] = {}
        names = self._topics.names()
        for topic, convert in converters().items():
            bad[topic] = Counter()
            try:
                data = self._topics.read(topic) if topic in names else None
            except SourceError as error:
                if topic == NEEDED:
                    raise
                _log.warning("%s", error)
                bad[topic]["unreadable file"] = 1
                continue
            if data is not None:
                said += _timed(data, convert, bad[topic])
        # The sort keeps the order of what was said at the same time.
        said.sort(key=attrgetter("t"))
        while len(said) > _MANY_LINES and said[-1].t - said[-2].t > _SILENCE_S:
            said.pop().faults[_ASTRAY] += 1
        said.reverse()
        told: Counter[tuple[str, str]] = Counter()
        try:
            while said:
                # What has been taken is forgotten, so that its memory serves the next.
                batch = said[-_BATCH:]
                del said[-_BATCH:]
                events = _read(reversed(batch))
                yield _untold(bad, told)
                yield events
            yield _untold(bad, told)
        finally:
            for (topic, reason), count in told.items():
                _log.warning("%s: %d %s", topic, count, reason)


def _untold(bad: Mapping[str, Counter[str]], told: Counter[tuple[str, str]]) -> list[Event]:
    """What could not be read since this was last asked: whoever reads on to a moment only hears of it, too."""
    now = Counter({(topic, reason): count for topic, faults in bad.items() for reason, count in faults.items()})
    new = now - told
    told.update(new)
    return [Fault(0.0, topic, reason, count) for (topic, reason), count in new.items()]


def check_names(names: Collection[str], uri: str) -> None:
    """SourceError where no session has these topics. Those nobody knows are named in the log."""
    if NEEDED not in names:
        raise SourceError(
            f"{uri[:200]!r} isn't an F1 archive (it has no {NEEDED}{SUFFIX}): name the folder of one session"
        )
    known = converters().keys() | OTHER_TOPICS
    for topic in names:
        if topic not in known:
            _log.warning("unknown topic %s ignored", topic[:60])


def _read(messages: Iterable[_Said]) -> Iterable[Event]:
    """The events of messages, as far as they can be read. What cannot be is counted."""
    events: list[Event] = []
    for said in messages:
        if said.convert is timing_data and (gaps := GAPS_OF_ONE(said.line, _STAMP.size)):
            number, gap, interval = gaps.groups()
            events.append(Gaps(said.t, number.decode(), float(gap), None, float(interval), None))
            continue
        try:
            events += said.convert(said.t, said.line[_STAMP.size :])
        except PartlyRead as partly:
            events += partly.events
            said.faults["lines with unreadable fields"] += 1
        except msgspec.ValidationError:
            said.faults["lines of an unexpected form"] += 1
        except (msgspec.DecodeError, ValueError, RecursionError):
            said.faults[_CORRUPT] += 1
    return events


def _timed(data: bytes, convert: Converter, faults: Counter[str]) -> list[_Said]:
    """The lines of one topic, each with its session time. Those without one are counted as corrupt."""
    said: list[_Said] = []
    minute, since = b"", 0.0
    for line in data.removeprefix(BOM).split(b"\n"):
        try:
            named, second = _STAMP.unpack_from(line)
            if named != minute:
                minute, since = named, _seconds(named)
            seconds = float(second)
            if 0.0 <= seconds < 61.0:  # neither can NaN be
                said.append(_Said(since + seconds, convert, faults, line))
            else:
                faults[_CORRUPT] += 1
        except (ValueError, struct.error):
            if line not in (b"", b"\r"):
                faults[_CORRUPT] += 1
    times = [line.t for line in said]
    return said if times == sorted(times) else _without_astray(said, times, faults)


def _without_astray(said: list[_Said], times: list[float], faults: Counter[str]) -> list[_Said]:
    """Lines that are out of order of time stay with the time they name, unless it cannot be right. All are counted."""
    ordered = _longest_ordered(times)
    first, last = ordered[0] - _ASTRAY_S, ordered[-1] + _ASTRAY_S
    kept = [line for line in said if first <= line.t <= last]
    faults[_ASTRAY] += len(said) - len(kept)
    faults["lines out of order"] += len(kept) - len(ordered)
    return kept


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


def _seconds(minute: bytes) -> float:
    """Seconds of `HH:MM:`, which thousands of lines share."""
    found = _MINUTE.fullmatch(minute)
    if found is None:
        raise ValueError("no session time")
    return int(found[1]) * 3600.0 + int(found[2]) * 60
