"""One value into another type, where the meaning is beyond doubt; nothing is ever made up."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from director.references import find_references

INTEGER = re.compile(r"[+-]?[0-9]{1,18}(\.0{1,18})?")
NUMBER = re.compile(r"[+-]?[0-9]{1,40}(\.[0-9]{1,40})?([eE][+-]?[0-9]{1,3})?")

MAX_PARSED_CHARS = 20_000

Found = tuple[Any, ...]
"""The new value alone, or nothing when there is none."""


def coerce(value: Any, types: Sequence[str]) -> Found:
    """The value as one of the JSON types, tried from the strictest to the loosest."""
    for name, convert in CONVERSIONS.items():
        if name in types:
            found = convert(value)
            if found:
                return found
    return ()


def to_integer(value: Any) -> Found:
    """`"12"`, `"12.0"` and `12.0`."""
    if isinstance(value, str) and INTEGER.fullmatch(value.strip()):
        return (int(value.strip().partition(".")[0]),)
    if isinstance(value, float) and value.is_integer():
        return (int(value),)
    return ()


def to_number(value: Any) -> Found:
    """`"12.5"`; whole numbers stay whole."""
    if whole := to_integer(value):
        return whole
    if isinstance(value, str) and NUMBER.fullmatch(value.strip()) and math.isfinite(float(value)):
        return (float(value),)
    return ()


def to_boolean(value: Any) -> Found:
    """`"true"` and `"false"`, in any case."""
    return ({"true": True, "false": False}[word],) if (word := folded(value)) in ("true", "false") else ()


def to_null(value: Any) -> Found:
    """`"null"`."""
    return (None,) if folded(value) == "null" else ()


def to_string(value: Any) -> Found:
    """Numbers, as JSON writes them."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return (repr(value),) if is_number else ()


def to_object(value: Any) -> Found:
    """The text of an object."""
    return parsed(value, dict)


def to_array(value: Any) -> Found:
    """The text of a list, or one value where a list is wanted."""
    return parsed(value, list) or (() if value is None else ([value],))


CONVERSIONS: dict[str, Callable[[Any], Found]] = {
    "integer": to_integer,
    "number": to_number,
    "boolean": to_boolean,
    "null": to_null,
    "string": to_string,
    "object": to_object,
    "array": to_array,
}


def parsed(value: Any, kind: type) -> Found:
    """A text of JSON read as an object or a list. A text never brings in references."""
    if not isinstance(value, str) or len(value) > MAX_PARSED_CHARS:
        return ()
    try:
        found = msgspec.json.decode(value)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return ()
    return (found,) if isinstance(found, kind) and not any(find_references(found)) else ()


def choose(value: Any, options: Sequence[Any]) -> Found:
    """The one option that a text means: the same but for case, or the only one that it begins.

    A text that stands for a number is looked up as one, and a number as the text of its digits.
    """
    word = folded(value)
    names = [option for option in options if isinstance(option, str)]
    for same in (str.__eq__, str.startswith):
        close = [name for name in names if word and same(name.casefold(), word)]
        if close:
            return (close[0],) if len(close) == 1 else ()
    if type(value) in (int, float):
        digits = [name for name in names if to_number(name) == (value,)]
        return (digits[0],) if len(digits) == 1 else ()
    number = to_number(value)
    return number if number and number[0] in [o for o in options if type(o) in (int, float)] else ()


def folded(value: Any) -> str:
    """A short text without its case and outer spaces; nothing for anything else."""
    return value.strip().casefold() if isinstance(value, str) and len(value) <= 200 else ""
