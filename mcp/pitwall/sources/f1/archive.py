"""A session of the F1 static archive: a folder of `<Topic>.jsonStream`, each line a session time and a JSON delta."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path

import msgspec

from pitwall.events import Event, Fault
from pitwall.sources.base import Source, SourceError
from pitwall.sources.f1.topics import OTHER_TOPICS, Converter, converters

_log = logging.getLogger("pitwall.sources")

_SUFFIX = ".jsonStream"
_NEEDED = "TimingData"
_TIME_CHARS = 12


class F1Archive:
    """The events of one archived session. Iterating reads the folder anew."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __iter__(self) -> Iterator[Event]:
        events: list[Event] = []
        faults: list[Fault] = []
        for topic, convert in converters().items():
            path = self._folder / f"{topic}{_SUFFIX}"
            if not path.is_file():
                continue
            read, bad = _read(_bytes_of(path), convert)
            events += read
            faults += [Fault(0.0, topic, reason, count) for reason, count in bad.items()]
        # The sort keeps the order of what was said at the same time.
        events.sort(key=attrgetter("t"))
        for fault in faults:
            _log.warning("%s: %d %s skipped", fault.topic, fault.count, fault.reason)
        return iter([*events, *faults])


def open_archive(uri: str) -> Source | None:
    """The archive in a folder. SourceError where there is no folder, or no session in it."""
    if ":" in uri.partition("/")[0]:
        return None
    folder = Path(uri).expanduser()
    try:
        names = sorted(entry.name for entry in folder.iterdir())
    except FileNotFoundError:
        raise SourceError(f"no folder {uri[:200]!r}: name the folder of an F1 static archive, or sim:") from None
    except OSError as error:
        reason = error.strerror or "unreadable"
        raise SourceError(
            f"{uri[:200]!r} cannot be read as a folder ({reason}): name the folder of a session"
        ) from None
    topics = [name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX)]
    if _NEEDED not in topics:
        raise SourceError(
            f"{uri[:200]!r} is no F1 archive, it has no {_NEEDED}{_SUFFIX}: name the folder of one session"
        )
    known = converters().keys() | OTHER_TOPICS
    for topic in topics:
        if topic not in known:
            _log.warning("unknown topic %s ignored", topic[:60])
    return F1Archive(folder)


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise SourceError(f"{path.name} cannot be read: {error.strerror}") from None


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
            events += convert(since + float(line[6:_TIME_CHARS]), line[_TIME_CHARS:])
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
