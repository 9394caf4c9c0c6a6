"""One line of recorded or live F1 timing, in any of the forms in which people keep it, as messages.

The forms: frames of SignalR (classic) and of SignalR Core, FastF1's recorder (Python lists), and one JSON message
a line, as a list or as an object.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Raw, Struct

from pitwall.sources.parsing import parse_utc
from toolgate.errors import LocalError

RECORD_SEPARATOR = b"\x1e"
"""What ends a message of SignalR Core; one websocket frame can hold several."""
LONGEST_LINE = 8 * 1024 * 1024
"""Bytes. A keyframe of a long race has a tenth of it."""
_INVOCATION, _COMPLETION = 1, 3
_FEED = "feed"


class UnreadableLine(LocalError):
    """The line is in none of the forms."""


class FeedMessage(Struct, frozen=True, gc=False):
    """What was said of one topic: a delta in JSON and when it was said, seconds since the epoch (None: not told)."""

    topic: str
    body: bytes
    utc: float | None = None


class FeedFrame(Struct, frozen=True):
    """The messages of one line. A keyframe is the whole state, which a server sends to a newly connected client."""

    messages: tuple[FeedMessage, ...] = ()
    keyframe: bool = False


_UNSAID = Raw()


class _Hub(Struct, gc=False):
    H: str = ""
    M: str = ""
    A: list[Raw] = []


class _Line(Struct, gc=False):
    """Every field that a form has. What none of them has is ignored."""

    M: list[_Hub] = []
    R: Raw = _UNSAID
    kind: Raw = msgspec.field(default=_UNSAID, name="type")
    target: str = ""
    arguments: list[Raw] = []
    result: Raw = _UNSAID
    topic: str = ""
    Topic: str = ""
    data: Raw = _UNSAID
    Data: Raw = _UNSAID
    json: Raw = _UNSAID
    utc: str = ""
    timestamp: str = ""
    Timestamp: str = ""
    date_time: str = msgspec.field(default="", name="dateTime")


_decode_line = msgspec.json.Decoder(_Line).decode
_decode_list = msgspec.json.Decoder(list[Raw]).decode
_decode_topics = msgspec.json.Decoder(dict[str, Raw]).decode
_decode_text = msgspec.json.Decoder(str).decode
_NOTHING = FeedFrame()


def read_frames(line: bytes) -> list[FeedFrame]:
    """The frames of a line; none where it only keeps the connection alive. UnreadableLine where it has no form."""
    if len(line) > LONGEST_LINE:
        raise UnreadableLine("too long")
    parts = line.split(RECORD_SEPARATOR) if RECORD_SEPARATOR in line else [line]
    frames = [_read(part.strip()) for part in parts if part.strip()]
    return [frame for frame in frames if frame.messages or frame.keyframe]


def _read(line: bytes) -> FeedFrame:
    try:
        if line.startswith(b"["):
            return FeedFrame((_listed(line),))
        return _object(_decode_line(line))
    except (msgspec.MsgspecError, ValueError, SyntaxError, RecursionError, MemoryError):
        raise UnreadableLine("no live timing") from None


def _listed(line: bytes) -> FeedMessage:
    """`["Topic", {...}, "utc"]`, in JSON or as Python writes it."""
    try:
        return _message(_decode_list(line))
    except msgspec.DecodeError:
        topic, body, utc = ast.literal_eval(line.decode())
        if not isinstance(topic, str) or not isinstance(utc, str):
            raise UnreadableLine("no live timing") from None
        return FeedMessage(topic, msgspec.json.encode(body), parse_utc(utc))


def _object(line: _Line) -> FeedFrame:
    if bytes(line.R):
        return _keyframe(line.R)
    if line.M:
        return FeedFrame(tuple(_message(hub.A) for hub in line.M if hub.M == _FEED))
    kind = _kind(line.kind)
    if kind == _COMPLETION:
        return _keyframe(line.result) if bytes(line.result) else _NOTHING
    if kind == _INVOCATION and line.target == _FEED:
        return FeedFrame((_message(line.arguments),))
    topic = line.topic or line.Topic or (kind if isinstance(kind, str) else "")
    body = bytes(line.data) or bytes(line.Data) or bytes(line.json)
    if not topic or not body:  # a ping, a handshake, a close
        return _NOTHING
    utc = line.utc or line.timestamp or line.Timestamp or line.date_time
    return FeedFrame((FeedMessage(topic, _body(body), parse_utc(utc)),))


def _kind(told: Raw) -> int | str | None:
    return None if not bytes(told) else msgspec.json.decode(told, type=int | str)


def _keyframe(told: Raw) -> FeedFrame:
    topics: Mapping[str, Raw] = _decode_topics(told)
    return FeedFrame(tuple(FeedMessage(topic, bytes(body)) for topic, body in topics.items()), keyframe=True)


def _message(told: Sequence[Raw]) -> FeedMessage:
    topic, body, *said = told
    return FeedMessage(_decode_text(topic), bytes(body), parse_utc(_decode_text(said[0])) if said else None)


def _body(body: bytes) -> bytes:
    """A delta, which some recorders keep as text in its turn."""
    return _decode_text(body).encode() if body.startswith(b'"') else body
