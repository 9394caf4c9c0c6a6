"""A recording of events, whatever feed they came from: one event a line, so that it replays to the same state.

A line is `["Timing", {...}]`: the event's class and its fields. The first line says which form it is.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import BinaryIO

import msgspec
from msgspec import Raw

from pitwall import events
from pitwall.events import Event, Fault
from pitwall.sources.base import SourceError

_log = logging.getLogger("pitwall.sources")

HEADER = b'["director-events", 1]'
_KINDS: Mapping[str, type[Event]] = {
    kind.__name__: kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, Event)
}


@cache
def _decoder(kind: str) -> Callable[[Raw], Event]:
    return msgspec.json.Decoder(_KINDS[kind]).decode


_decode_line = msgspec.json.Decoder(tuple[str, Raw]).decode
_encode = msgspec.json.Encoder(enc_hook=dict).encode
"""A mapping that is read when somebody looks at it is looked at now."""


def encode_event(event: Event) -> bytes:
    """A line of a recording, without its end."""
    return _encode([type(event).__name__, event])


def decode_event(line: bytes) -> Event:
    """The event of a line. ValueError where it is none."""
    try:
        kind, fields = _decode_line(line)
        return _decoder(kind)(fields)
    except (msgspec.MsgspecError, KeyError, RecursionError):
        raise ValueError("no event") from None


class EventLog:
    """The events of a recorded file. Iterating reads it anew; a line that was cut or damaged is counted."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __iter__(self) -> Iterator[Event]:
        unread = 0
        try:
            with self._path.open("rb") as lines:
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


class EventWriter:
    """Writes events to a file that is open for bytes, each flushed, so that what came is kept if we are killed."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        if file.tell() == 0:
            self._put(HEADER)

    def write(self, event: Event) -> None:
        """Adds one event."""
        self._put(encode_event(event))

    def _put(self, line: bytes) -> None:
        self._file.write(line + b"\n")
        self._file.flush()


def is_event_log(path: Path) -> bool:
    """Whether a file begins as one. OSError where it cannot be read."""
    with path.open("rb") as file:
        return file.read(len(HEADER)) == HEADER
