"""Reads plain, valid values of settings without importing pydantic.

Whatever is read here, `director.settings.table` reads as the same value; what it would change, refuse or explain is in
doubt here. A test holds both to it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from director.settings.fields import FIELDS, Settings
from director.settings.secret import Secret
from toolgate.errors import LocalError

HINTS: dict[str, Any] = get_type_hints(Settings)
"""The type of each setting."""

_NUMBER = re.compile(r"[0-9]{1,12}(\.[0-9]{1,6})?")
_CHECKED = ("claude_base_url", "gemini_base_url", "http_jwt", "http_tokens", "planner")
"""Settings with rules beyond their type and limits."""
_ADDRESSES = ("claude_base_url", "gemini_base_url")
_ADDRESS = re.compile(
    r"https://[a-z0-9][a-z0-9.-]{0,99}(/[a-z0-9._/-]{0,99})?|http://127\.0\.0\.1:([1-9]\d{0,3}|[1-5]\d{4})"
)
"""Addresses whose safety can be seen at once."""
_PLANNERS = ("auto", "offline", "claude", "gemini")


class Doubt(LocalError):
    """The quick reader cannot tell whether the value is valid: the full table decides."""


def choices(field: str) -> tuple[str, ...]:
    """The allowed words of a setting that has a closed set; empty for others."""
    hint = HINTS[field]
    for part in (hint, *get_args(hint)):
        if get_origin(part) is Literal:
            return get_args(part)
    return ()


def path_of(text: str) -> Path | None:
    """The file or folder of a setting, None where it is empty."""
    return Path(text.strip()).expanduser() if text.strip() else None


def plain_value(field: str, text: str) -> Any:
    """The value of a setting in its plain form. Raises Doubt for any other form."""
    hint = HINTS[field]
    if text in choices(field) or (field == "planner" and text in _PLANNERS):
        return text
    if field in _ADDRESSES and _ADDRESS.fullmatch(text):
        return text
    if field in _CHECKED or choices(field):
        raise Doubt
    if hint == Path | None:
        return path_of(text)
    if hint is Secret and text and all("!" <= character <= "~" for character in text):
        return Secret(text)
    allowed = FIELDS[field].metadata["allowed"]
    if hint is str and _fits(text, allowed):
        return text
    if hint in (int, float) and (number := _NUMBER.fullmatch(text)) and (hint is float or number[1] is None):
        value = hint(text)
        if _within(value, allowed):
            return value
    raise Doubt


def _fits(text: str, allowed: dict[str, Any]) -> bool:
    long_enough = allowed.get("min_length", 0) <= len(text) <= allowed.get("max_length", len(text))
    return long_enough and "pattern" not in allowed


def _within(value: float, allowed: dict[str, Any]) -> bool:
    return (
        allowed.get("ge", value) <= value <= allowed.get("le", value)
        and value > allowed.get("gt", value - 1)
        and "lt" not in allowed
    )
