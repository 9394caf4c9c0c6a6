"""SessionData of F1 live timing: when each lap was begun and each status came, from the start on.

A keyframe brings all of it, so that a client that joins late knows what came before.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

import msgspec
from msgspec import Struct

from pitwall.events import Event, LapBegun, SessionStatus, TrackStatus
from pitwall.sources.f1.topics import SESSION_STATUS, TRACK_STATUS_WORDS
from pitwall.sources.parsing import parse_utc

TOPIC = "SessionData"

T = TypeVar("T")


class _Lap(Struct, gc=False):
    Utc: str = ""
    Lap: int = 0


class _Status(Struct, gc=False):
    Utc: str = ""
    TrackStatus: str = ""
    SessionStatus: str = ""


class _SessionData(Struct, gc=False):
    Series: list[_Lap] | dict[str, _Lap] = []
    StatusSeries: list[_Status] | dict[str, _Status] = []


_decode = msgspec.json.Decoder(_SessionData).decode


def session_data(data: bytes, origin: float) -> Iterator[Event]:
    """Laps and statuses, each at its own session time: seconds after `origin`, which is in seconds since the epoch."""
    told = _decode(data)
    for lap in _items(told.Series):
        utc = parse_utc(lap.Utc)
        if utc is not None and 0 < lap.Lap <= 2000:
            yield LapBegun(utc - origin, lap.Lap)
    for status in _items(told.StatusSeries):
        utc = parse_utc(status.Utc)
        if utc is None:
            continue
        if session := SESSION_STATUS.get(status.SessionStatus):
            yield SessionStatus(utc - origin, session)
        if track := TRACK_STATUS_WORDS.get(status.TrackStatus):
            yield TrackStatus(utc - origin, track)


def _items(told: list[T] | dict[str, T]) -> list[T]:
    return list(told.values()) if isinstance(told, dict) else told
