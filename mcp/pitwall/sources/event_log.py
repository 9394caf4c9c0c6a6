"""A recording of events, whatever feed they came from: one event a line, so that it replays to the same state.

A line is `["Timing", {...}]`: the event's class and its fields. The first line says which form it is.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from mmap import ACCESS_READ, mmap
from os import SEEK_END
from pathlib import Path
from typing import BinaryIO

import msgspec
from msgspec import Raw

from pitwall import events
from pitwall.events import Clock, Event, Fault, Session
from pitwall.sources.base import RecordingError, SourceError
from pitwall.sources.continuing import Continuation

_log = logging.getLogger("pitwall.sources")

HEADER = b'["director-events", 1]'
_NEW_SESSION = b'\n["NewSession",'
_KINDS: Mapping[str, type[Event]] = {
    kind.__name__: kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, Event)
}


@cache
def _decoder(kind: str) -> Callable[[Raw], Event]:
    return msgspec.json.Decoder(_KINDS[kind]).decode


_decode_line = msgspec.json.Decoder(tuple[str, Raw]).decode


def _looked_at(value: object) -> object:
    """A mapping or a list that is read when somebody looks at it is looked at now."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Sequence):
        return list(value)
    raise TypeError


_encode = msgspec.json.Encoder(enc_hook=_looked_at).encode


def encode_event(event: Event) -> bytes:
    """A line of a recording, without its end."""
    return _encode([type(event).__name__, event])


def decode_event(line: bytes) -> Event:
    """The event of a line. ValueError where the line isn't an event."""
    try:
        kind, fields = _decode_line(line)
        return _decoder(kind)(fields)
    except (msgspec.MsgspecError, KeyError, RecursionError):
        raise ValueError("no event") from None


class EventLog:
    """The events of a recorded file. Iterating reads it anew; a line that was cut or damaged is counted.

    Where a feed was recorded over several sessions, they are those of the last one.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def __iter__(self) -> Iterator[Event]:
        unread = 0
        try:
            with self._path.open("rb") as lines:
                lines.seek(_last_session_at(lines))
                for line in lines:
                    if line.strip() in (b"", HEADER):
                        continue
                    try:
                        yield decode_event(line)
                    except ValueError:
                        unread += 1
        except OSError as error:
            raise SourceError(f"can't read {self._path.name}: {error.strerror}") from None
        if unread:
            _log.warning("%d lines of the recording can't be read", unread)
            yield Fault(0.0, "the recording", "unreadable lines", unread)


def _last_session_at(file: BinaryIO) -> int:
    """Where the last session of a recording begins."""
    with mmap(file.fileno(), 0, access=ACCESS_READ) as whole:
        return max(whole.rfind(_NEW_SESSION) + 1, 0)


class EventWriter:
    """Writes events to a file, each flushed, so that what came is kept if we are killed.

    A recording that is there already goes on, on its own clock: `kept` is what it holds. RecordingError where the file
    is something else, or cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self._continuation = Continuation()
        self.kept: Iterable[Event] = ()
        """What the recording holds that goes on."""
        try:
            if path.is_file() and path.stat().st_size:
                self._continuation, self.kept = _continued(path), EventLog(path)
            self._file: BinaryIO = path.open("ab")
        except OSError as error:
            raise RecordingError(f"{path.name!r} can't be written: {error.strerror}") from None
        if self._file.tell() == 0:
            self._put(HEADER)
        elif not _ends_a_line(path):
            self._put(b"")

    def write(self, event: Event) -> list[Event]:
        """Adds one event, unless the recording has it; gives what was added, at the recording's own time."""
        added = list(self._continuation.take(event))
        for told in added:
            self._put(encode_event(told))
        return added

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def _put(self, line: bytes) -> None:
        self._file.write(line + b"\n")
        self._file.flush()


def _continued(path: Path) -> Continuation:
    """What goes on from the end of a recording."""
    if not is_event_log(path):
        raise RecordingError(f"{path.name!r} isn't a recording: name a new file, or one that director wrote")
    last_t, offset, session = None, None, None
    for event in EventLog(path):
        if isinstance(event, Fault):
            continue
        session = event if isinstance(event, Session) else session
        last_t = event.t if last_t is None else max(last_t, event.t)
        offset = event.utc - event.t if isinstance(event, Clock) else offset
    return Continuation(last_t, offset, session)


def _ends_a_line(path: Path) -> bool:
    """Whether the file ends with a whole line: a writer that is killed may leave half of one."""
    with path.open("rb") as file:
        file.seek(-1, SEEK_END)
        return file.read(1) == b"\n"


def is_event_log(path: Path) -> bool:
    """Whether a file begins as one. OSError where it cannot be read."""
    with path.open("rb") as file:
        return file.read(len(HEADER)) == HEADER
