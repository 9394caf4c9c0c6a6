"""One value into another type, where the meaning is beyond doubt; nothing is ever made up."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import Any

from director.plan_text import RepeatedKey, fits_64_bits, read_json
from director.references import find, find_references

INTEGER = re.compile(r"[+-]?[0-9]{1,40}(\.0{1,18})?")
NUMBER = re.compile(r"[+-]?[0-9]{1,40}(\.[0-9]{1,40})?([eE][+-]?[0-9]{1,3})?")
WORD = re.compile(r"\w+")

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
    """`"12"`, `"12.0"` and `12.0`, within 64 bits."""
    if isinstance(value, str) and INTEGER.fullmatch(value.strip()):
        whole = int(value.strip().partition(".")[0])
    elif isinstance(value, float) and value.is_integer():
        whole = int(value)
    else:
        return ()
    return (whole,) if fits_64_bits(whole) else ()


def to_number(value: Any) -> Found:
    """`"12.5"`; integers stay integers. Those beyond 64 bits are refused: as a float they would change."""
    if (whole := to_integer(value)) or (isinstance(value, str) and INTEGER.fullmatch(value.strip())):
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
    """A text of JSON read as an object or a list. A text never brings in references, repeated keys or huge numbers."""
    if not isinstance(value, str) or len(value) > MAX_PARSED_CHARS:
        return ()
    try:
        found = read_json(value)
    except (ValueError, RecursionError):
        return ()
    if not isinstance(found, kind) or any(find_references(found)) or any(find(found, is_altered)):
        return ()
    return (found,)


def is_altered(value: Any) -> bool:
    """Whether a part of a text of JSON cannot be passed on as it was written."""
    if isinstance(value, str):
        return not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value)
    return isinstance(value, RepeatedKey) or (isinstance(value, int) and not fits_64_bits(value))


def choose(value: Any, options: Sequence[Any], *, may_guess: bool = True) -> Found:
    """The one option that a value means, tried from the surest to the loosest; two that fit alike are none.

    1. The same text but for outer spaces, then but for case. A boolean is its text: true is `"True"`.
    2. A number is the text of its digits, and a text the number or boolean that it writes.
    3. With `may_guess`, the only option that begins with the text's words: `safety car` is `Safety Car deployed`. A
       word is letters, digits and underscores, so `med` begins no `MEDIUM` and `delete` no `delete_all`; never by a
       text with a digit in it, and never by one letter.
    """
    names = [option for option in options if isinstance(option, str)]
    text = str(value).lower() if isinstance(value, bool) else value if isinstance(value, str) else ""
    word = folded(text)
    for close in (
        [name for name in names if word and name.strip() == text.strip()],
        [name for name in names if word and name.strip().casefold() == word],
        [option for option in options if word and written(option, value) == word],
        [name for name in names if may_guess and begins(name, word)],
    ):
        if close:
            return (close[0],) if len(close) == 1 else ()
    if type(value) in (int, float):
        digits = [name for name in names if to_number(name) == (value,)]
        return (digits[0],) if len(digits) == 1 else ()
    number = to_number(value)
    return number if number and number[0] in [o for o in options if type(o) in (int, float)] else ()


def written(option: Any, value: Any) -> str:
    """The text of a boolean option, for a value that is a text."""
    return str(option).lower() if isinstance(option, bool) and isinstance(value, str) else ""


def begins(name: str, text: str) -> bool:
    """Whether an option begins with all the words of a text, and has more of them."""
    given, words = WORD.findall(text), WORD.findall(name.casefold())
    is_telling = len("".join(given)) > 1 and not any(letter.isdigit() for letter in text)
    return is_telling and len(given) < len(words) and words[: len(given)] == given


def folded(value: Any) -> str:
    """A short text without its case and outer spaces; nothing for anything else."""
    return value.strip().casefold() if isinstance(value, str) and len(value) <= 200 else ""
