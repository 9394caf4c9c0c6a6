"""A session of the F1 static archive: topics as `<Topic>.jsonStream`, each line a session time and a JSON delta.

Where the bytes of a topic come from is the affair of a Topics: a folder, a zip, a web server.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator
from operator import attrgetter
from typing import Protocol

import msgspec

from pitwall.events import Event, Fault
from pitwall.sources.base import SourceError
from pitwall.sources.f1.topics import OTHER_TOPICS, Converter, converters

_log = logging.getLogger("pitwall.sources")

SUFFIX = ".jsonStream"
NEEDED = "TimingData"
_TIME_CHARS = 12


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
        events: list[Event] = []
        faults: list[Fault] = []
        names = self._topics.names()
        for topic, convert in converters().items():
            data = self._topics.read(topic) if topic in names else None
            if data is None:
                continue
            read, bad = _read(data, convert)
            events += read
            faults += [Fault(0.0, topic, reason, count) for reason, count in bad.items()]
        # The sort keeps the order of what was said at the same time.
        events.sort(key=attrgetter("t"))
        for fault in faults:
            _log.warning("%s: %d %s skipped", fault.topic, fault.count, fault.reason)
        return iter([*events, *faults])


def check_names(names: Collection[str], uri: str) -> None:
    """SourceError where no session has these topics. Those nobody knows are named in the log."""
    if NEEDED not in names:
        raise SourceError(f"{uri[:200]!r} is no F1 archive, it has no {NEEDED}{SUFFIX}: name the folder of one session")
    known = converters().keys() | OTHER_TOPICS
    for topic in names:
        if topic not in known:
            _log.warning("unknown topic %s ignored", topic[:60])


def _read(data: bytes, convert: Converter) -> tuple[list[Event], dict[str, int]]:
    """The events of one topic, and how many lines could not be read, by reason."""
    events: list[Event] = []
    bad: dict[str, int] = {}
    minute, since = b"", 0
    for line in data.removeprefix(b"\xef\xbb\xbf").split(b"\n"):
        if not line or line == b"\r":
            continue
        try:
            if line[:6] != minute:
                since = _seconds(line[:6])
                minute = line[:6]
            seconds = float(line[6:_TIME_CHARS])
            if not 0 <= seconds < 61:  # neither can NaN be
                raise ValueError("no session time")
            events += convert(since + seconds, line[_TIME_CHARS:])
        except msgspec.ValidationError:
            bad["lines of an unexpected form"] = bad.get("lines of an unexpected form", 0) + 1
        except (msgspec.DecodeError, ValueError, RecursionError):
            bad["corrupt lines"] = bad.get("corrupt lines", 0) + 1
    return events, bad


def _seconds(minute: bytes) -> int:
    """Seconds of `HH:MM:`, which thousands of lines share."""
    if len(minute) != 6 or minute[2:3] != b":" or minute[5:6] != b":":
        raise ValueError("no session time")
    return int(minute[:2]) * 3600 + int(minute[3:5]) * 60
