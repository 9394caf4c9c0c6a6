"""A session of the F1 static archive: topics as `<Topic>.jsonStream`, each line a session time and a JSON delta.

The bytes come from a Topics: a folder, a zip or a web server.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from typing import Protocol

import msgspec

from pitwall.events import Event, Fault, Gaps
from pitwall.sources.base import SourceError
from pitwall.sources.f1.stamped_lines import CORRUPT, STAMP, ArchiveTopic, StampedLines
from pitwall.sources.f1.timing import PartlyRead, timing_data
from pitwall.sources.f1.timing_shapes import TimingLines, shapes_of
from pitwall.sources.f1.topics import OTHER_TOPICS, converters

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
        return chain.from_iterable(self._messages())

    def _messages(self) -> Iterator[Iterable[Event]]:
        """The events of some messages after the other, before them what could not be read of them."""
        said = StampedLines([], [], [])
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
                said.add(ArchiveTopic(convert, bad[topic]), data)
        batches, timing = said.batches(), TimingLines()
        del said, data
        told: Counter[tuple[str, str]] = Counter()
        try:
            while batches:
                # What has been taken is forgotten, so that its memory serves the next.
                events = _read(batches.pop(), timing)
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


def _read(said: StampedLines, timing: TimingLines) -> Iterable[Event]:
    """The events of lines, as far as they can be read. What cannot be is counted."""
    events: list[Event] = []
    gaps_of_one = timing.gaps_of_one
    for t, line, topic, shape in zip(*said, shapes_of(said.lines), strict=True):
        is_timing = topic.convert is timing_data
        if is_timing and (pieces := gaps_of_one.get(shape)):
            car, gap, interval = pieces(line)
            events.append(Gaps(t, car.decode(), float(gap), None, float(interval), None))
            continue
        try:
            events += timing.read(t, line, shape) if is_timing else topic.convert(t, line[STAMP:])
        except PartlyRead as partly:
            events += partly.events
            topic.faults["lines with unreadable fields"] += 1
        except msgspec.ValidationError:
            topic.faults["lines of an unexpected form"] += 1
        except (msgspec.DecodeError, ValueError, RecursionError):
            topic.faults[CORRUPT] += 1
    return events
