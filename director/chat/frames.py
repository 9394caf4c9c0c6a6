"""Reads chat messages from bytes. Bytes that are not a message raise BadFrame with a flaw out of a closed set."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import Literal

import orjson

from director.chat.message import MESSAGE_TYPE, ChatMessage, clean
from toolgate.errors import LocalError

FRAME_MAX_BYTES = 65_536
_ID_MAX_CHARS = 200
_NAME_MAX_CHARS = 100
_MILLISECONDS_FROM = 1e11
"""Seconds reach this in the year 5138; a larger number counts milliseconds."""
_LATEST = 253_402_300_799.0
"""The end of the year 9999."""

Flaw = Literal["too_large", "not_json", "not_an_object", "wrong_type", "no_data", "bad_id", "bad_username",
               "bad_message", "bad_timestamp"]  # fmt: skip


class BadFrame(LocalError):
    """The bytes are not a chat message; `flaw` says why."""

    def __init__(self, flaw: Flaw) -> None:
        super().__init__(flaw)
        self.flaw: Flaw = flaw


def read_frame(frame: bytes) -> ChatMessage:
    """`{"type": "youtube_chat_message", "data": {"id", "username", "message", "timestamp", ...}}`, or BadFrame.

    A timestamp is a number (seconds, or milliseconds) or ISO text. Other keys are passed over.
    """
    if len(frame) > FRAME_MAX_BYTES:
        raise BadFrame("too_large")
    try:
        body = orjson.loads(frame)
    except orjson.JSONDecodeError:
        raise BadFrame("not_json") from None
    if not isinstance(body, dict):
        raise BadFrame("not_an_object")
    if body.get("type") != MESSAGE_TYPE:
        raise BadFrame("wrong_type")
    data = body.get("data")
    if not isinstance(data, dict):
        raise BadFrame("no_data")
    return ChatMessage(
        id=_text(data.get("id"), _ID_MAX_CHARS, "bad_id"),
        username=_text(data.get("username"), _NAME_MAX_CHARS, "bad_username"),
        text=_message(data.get("message")),
        sent_at=_seconds(data.get("timestamp")),
    )


def _text(value: object, max_chars: int, flaw: Flaw) -> str:
    if not isinstance(value, str) or len(value) > max_chars or not (cleaned := clean(value)):
        raise BadFrame(flaw)
    return cleaned


def _message(value: object) -> str:
    if not isinstance(value, str):
        raise BadFrame("bad_message")
    return clean(value)


def _seconds(value: object) -> float:
    if isinstance(value, str):
        value = _parsed(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise BadFrame("bad_timestamp")
    seconds = value / 1000 if abs(value) >= _MILLISECONDS_FROM else float(value)
    if not 0 <= seconds <= _LATEST:
        raise BadFrame("bad_timestamp")
    return seconds


def _parsed(text: str) -> float:
    try:
        moment = datetime.fromisoformat(text.strip())
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        raise BadFrame("bad_timestamp") from None
