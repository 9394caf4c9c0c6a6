"""Strict JSON encoding: a value that JSON cannot hold raises ValueError and is never converted."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any

import msgspec
import orjson

_NO_DATES = orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_DATACLASS

_NOT_FINITE = re.compile(rb"\xcb[\x7f\xff][\xf0-\xff]")
"""How MessagePack begins a float that is not finite. No text has these bytes: they are not UTF-8."""


def encode(value: Any, option: int = 0) -> bytes:
    """Compact JSON. ValueError where there is none: of sets, NaN, dates, keys that are no strings, cycles."""
    try:
        encoded = orjson.dumps(value, option=_NO_DATES | option)
    except TypeError as error:
        raise ValueError(f"what JSON cannot hold: {error}") from None
    if b"null" in encoded and _suspect(value) and not _finite(value):
        raise ValueError("a number that is not finite")
    return encoded


def _suspect(value: Any) -> bool:
    """Whether there may be NaN or infinity in the value: MessagePack, unlike JSON, writes them as they are."""
    try:
        return _NOT_FINITE.search(msgspec.msgpack.encode(value)) is not None
    except (TypeError, ValueError, OverflowError, RecursionError):
        return True


def _finite(value: Any) -> bool:
    """orjson writes NaN and infinity as null; this tells them from a real null.

    It walks the whole value, so it is asked only where there is a suspicion.
    """
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, Mapping):
        return all(map(_finite, value.values()))
    if isinstance(value, list | tuple):
        return all(map(_finite, value))
    return True
