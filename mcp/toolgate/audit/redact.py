"""Redacts arguments for a record: plain JSON of bounded size without secrets."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any

from toolgate.audit.secrets import REDACTED, hide_secrets, is_count, is_secret_label, is_secret_name
from toolgate.printable import spelled

MAX_TEXT = 4096
MAX_DEPTH = 12
MAX_ITEMS = 200
"""The most items of one list or object."""
MAX_VALUES = 2000
MAX_CHARS = 32_768
"""The most characters of all texts together, names included."""

_MAX_NAME = 200
_MAX_INT_BITS = 1000
_PLAIN = 1 << 63
_FEW = 16
_SHORT = 500
_SEEN_BEYOND_THE_CUT = 512  # so that a secret across the cut is known for one

_LABELS = frozenset(
    "name key k header field param parameter variable var env attribute property label id type kind".split()  # noqa: SIM905
)


def redact(value: Any) -> Any:
    """Any value as JSON without secrets: what JSON cannot hold is `<its type>`, what cannot be read `<unreadable>`."""
    if type(value) is dict and (plain := _plain(value)) is not None:
        return plain
    try:
        return _Walk().walk(value, 0)
    except Exception:  # noqa: BLE001 - whatever an argument's own code raises, the call is recorded
        return "<unreadable>"


def _plain(value: dict[Any, Any]) -> dict[str, Any] | None:
    """What the walk below makes of a few short arguments, as almost all are; None where that takes a closer look."""
    if len(value) > _FEW:
        return None
    out: dict[str, Any] = {}
    for key, item in value.items():
        if type(key) is not str or len(key) > _MAX_NAME or not _is_plain_name(key):
            return None
        kind = type(item)
        if kind is str and len(item) <= _SHORT:
            item = redact_text(item)
        elif kind is float:
            if not math.isfinite(item):
                return None
        elif not (item is None or kind is bool or (kind is int and -_PLAIN < item < _PLAIN)):
            return None
        out[key] = item
    return out


@lru_cache(maxsize=1024)
def _is_plain_name(name: str) -> bool:
    """A name that stays as it is, and says nothing of its value or of another's."""
    return redact_text(name, _MAX_NAME) == name and name.lower() not in _LABELS and not is_secret_name(name)


def redact_text(text: str, limit: int = MAX_TEXT) -> str:
    """The text without secrets, in valid Unicode; one that is longer than the limit says how long it was."""
    kept = hide_secrets(_valid(text[: limit + _SEEN_BEYOND_THE_CUT]))
    if len(text) <= limit:
        return kept
    return f"{kept[:limit]}...<truncated {len(text)}>"


class _Walk:
    """One pass over one value, with what is left of the bounds."""

    __slots__ = ("_chars", "_values")

    def __init__(self) -> None:
        self._values = MAX_VALUES
        self._chars = MAX_CHARS

    def walk(self, value: Any, depth: int) -> Any:
        self._values -= 1
        kind = type(value)
        if kind is str:
            return self._text(value, MAX_TEXT)
        if value is None or kind is bool or (kind is int and -_PLAIN < value < _PLAIN):
            return value
        if isinstance(value, int):
            bits = int(value).bit_length()
            return int(value) if bits <= _MAX_INT_BITS else f"<int of {bits} bits>"
        if isinstance(value, float):
            return float(value) if math.isfinite(value) else f"<float {float(value)}>"
        if isinstance(value, str):
            return self._text(str.__str__(value), MAX_TEXT)
        if isinstance(value, Mapping):
            return self._object(value, depth) if depth < MAX_DEPTH else "<too deep>"
        if isinstance(value, list | tuple):
            return self._list(value, len(value), depth) if depth < MAX_DEPTH else "<too deep>"
        if isinstance(value, set | frozenset):
            return self._list(value, len(value), depth, in_order=False) if depth < MAX_DEPTH else "<too deep>"
        return f"<{_valid(kind.__name__[:60])}>"

    def _text(self, text: str, limit: int) -> str:
        if self._chars <= 0:
            return f"<cut {len(text)}>"
        kept = redact_text(text, limit)
        self._chars -= len(kept)
        return kept

    def _object(self, value: Mapping[Any, Any], depth: int) -> dict[str, Any]:
        out: dict[str, Any] = {}
        named = _names_a_secret(value)
        for key, item in islice(value.items(), MAX_ITEMS):
            if self._exhausted():
                break
            name, secret = self._name(key)
            while name in out:  # 1 and "1" are two keys in Python and one in JSON
                name += "'"
            hidden = (secret and not is_count(name, item)) or (
                named and not (isinstance(key, str) and key.lower() in _LABELS)
            )
            out[name] = REDACTED if hidden else self.walk(item, depth + 1)
        if len(out) < len(value):
            out["..."] = f"<{len(value) - len(out)} more>"
        return out

    def _name(self, key: Any) -> tuple[str, bool]:
        """A key as JSON has it, and whether its value is a secret, as that of a key that isn't a text always is."""
        if isinstance(key, str):
            name = _argument_name(str.__str__(key))
            self._chars -= len(name)
            return name, is_secret_name(str.__str__(key))
        if key is None or isinstance(key, bool | float) or (isinstance(key, int) and key.bit_length() <= _MAX_INT_BITS):
            return str(key), False
        return f"<{_valid(type(key).__name__[:60])}>", True

    def _list(self, items: Iterable[Any], length: int, depth: int, *, in_order: bool = True) -> list[Any]:
        out: list[Any] = []
        after_label = False
        for item in islice(items, MAX_ITEMS):
            if self._exhausted():
                break
            out.append(REDACTED if after_label else self.walk(item, depth + 1))
            label = isinstance(item, str) and is_secret_label(item)
            if label and not in_order:  # a set does not say which value the label names
                return [REDACTED]
            after_label = label and not after_label
        if len(out) < length:
            out.append(f"<{length - len(out)} more>")
        return out

    def _exhausted(self) -> bool:
        return self._values <= 0 or self._chars <= 0


def _names_a_secret(value: Mapping[Any, Any]) -> bool:
    """Whether an object is a pair, as `{"name": "token", "value": "x"}` is."""
    if len(value) < 2:
        return False
    return any(
        isinstance(key, str) and key.lower() in _LABELS and isinstance(item, str) and is_secret_label(item)
        for key, item in islice(value.items(), MAX_ITEMS)
    )


def _argument_name(name: str) -> str:
    return _known_name(name) if len(name) <= _MAX_NAME else redact_text(name, _MAX_NAME)


@lru_cache(maxsize=1024)
def _known_name(name: str) -> str:
    """Names of arguments come again and again."""
    return redact_text(name, _MAX_NAME)


def _valid(text: str) -> str:
    """Half a surrogate pair has no place in UTF-8; it is written out. So is what breaks a line or turns it round."""
    if text.isascii():
        return text
    return spelled(text.encode("utf-8", "backslashreplace").decode())
