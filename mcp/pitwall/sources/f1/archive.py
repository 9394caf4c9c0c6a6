"""A session of the F1 static archive: topics as `<Topic>.jsonStream`, each line a session time and a JSON delta.

The bytes come from a Topics: a folder, a zip or a web server.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from typing import Protocol

import msgspec

from pitwall.events import Event, Fault
from pitwall.sources.base import SourceError
from pitwall.sources.f1.stamped_lines import (
    CORRUPT,
    STAMP,
    ArchiveTopic,
    OtherLine,
    StampedLines,
    in_order,
    stamped_lines,
)
from pitwall.sources.f1.timing import PartlyRead
from pitwall.sources.f1.timing_shapes import TimingLines, shapes_of
from pitwall.sources.f1.topics import OTHER_TOPICS, converters
from pitwall.unread import UnreadEvent

_log = logging.getLogger("pitwall.sources")

SUFFIX = ".jsonStream"
NEEDED = "TimingData"


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
        return (event.read() if isinstance(event, UnreadEvent) else event for event in self.unread())

    def unread(self) -> Iterator[Event]:
        """The same, but that gaps, sectors and speeds are read only when somebody asks for them."""
        return chain.from_iterable(self._messages())

    def _messages(self) -> Iterator[Iterable[Event]]:
        """The events of some messages after the other, before them what could not be read of them."""
        topics = [ArchiveTopic(name, order, read, Counter()) for order, (name, read) in enumerate(converters().items())]
        told: Counter[tuple[str, str]] = Counter()
        try:
            main, others = self._lines(topics)
            timing = TimingLines()
            yield _untold(topics, told)
            bad = [topic.faults for topic in topics]
            for rest, times, lines in in_order(main, others):
                events = _other_events(rest)
                _read_timing(main.topic, times, lines, timing, events)
                if any(bad):
                    yield _untold(topics, told)
                yield events
        finally:
            for (topic, reason), count in told.items():
                _log.warning("%s: %d %s", topic, count, reason)

    def _lines(self, topics: Sequence[ArchiveTopic]) -> tuple[StampedLines, list[StampedLines]]:
        """The lines of the topic that is needed, and those of the others."""
        names, found = self._topics.names(), dict[str, StampedLines]()
        for topic in topics:
            try:
                data = self._topics.read(topic.name) if topic.name in names else None
            except SourceError as error:
                if topic.name == NEEDED:
                    raise
                _log.warning("%s", error)
                topic.faults["unreadable file"] = 1
                data = None
            found[topic.name] = stamped_lines(topic, data or b"")
        return found.pop(NEEDED), list(found.values())


def _untold(topics: Sequence[ArchiveTopic], told: Counter[tuple[str, str]]) -> list[Event]:
    """What could not be read since this was last asked: whoever reads on to a moment only hears of it, too."""
    new = {(topic.name, reason): count for topic in topics for reason, count in topic.faults.items() if count}
    for topic in topics:
        topic.faults.clear()
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


def _read_timing(
    topic: ArchiveTopic, times: Sequence[float], lines: Sequence[bytes], timing: TimingLines, events: list[Event]
) -> None:
    """Adds the events of lines of timing."""
    gaps_of = timing.gaps_of
    for t, line, shape in zip(times, lines, shapes_of(lines), strict=True):
        if gaps := gaps_of.get(shape):
            kind, car, reader = gaps
            events.append(kind(t, line, reader, line[car]))
            continue
        try:
            events += timing.read(t, line, shape)
        except _UNREADABLE as error:
            events += _salvaged(topic, error)


def _other_events(lines: Iterable[OtherLine]) -> list[Event]:
    events: list[Event] = []
    for t, topic, line in lines:
        try:
            events += topic.convert(t, line[STAMP:])
        except _UNREADABLE as error:
            events += _salvaged(topic, error)
    return events


_UNREADABLE = (PartlyRead, msgspec.DecodeError, ValueError, RecursionError)


def _salvaged(topic: ArchiveTopic, error: Exception) -> tuple[Event, ...]:
    """What can be read of a line that cannot be read whole. It is counted."""
    if isinstance(error, PartlyRead):
        topic.faults["lines with unreadable fields"] += 1
        return error.events
    is_json = isinstance(error, msgspec.ValidationError)
    topic.faults["lines of an unexpected form" if is_json else CORRUPT] += 1
    return ()
