"""Regular expressions in time linear in the text, for patterns or texts that somebody else wrote.

The engine is RE2. It has no look-around, no backreferences, no possessive quantifiers and no repetition beyond 1,000;
`$` and `\\z` are the end of the text, `\\Z` is not known; `\\d`, `\\w`, `\\s` and `\\b` are about ASCII. Patterns
inside a JSON Schema are matched by the linear engine of the schema library instead (see `schema_dialects`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Protocol

from toolgate.errors import InputError

MAX_PATTERN_CHARS = 2_000
_REMEMBERED = 512


class RegexError(InputError, ValueError):
    """A pattern that is invalid, or needs what a linear engine cannot do. The message says which part."""


class RegexMatch(Protocol):
    """One hit, like `re.Match`; positions count characters of the text."""

    def group(self, *groups: int | str) -> Any:
        """The text of a group, the whole hit by default; None where the group took no part."""

    def start(self, group: int | str = 0) -> int:
        """Where a group begins."""

    def end(self, group: int | str = 0) -> int:
        """Where a group ends."""


class Pattern:
    """A compiled pattern."""

    __slots__ = ("_compiled", "pattern")

    def __init__(self, pattern: str, compiled: Any) -> None:
        self.pattern = pattern
        self._compiled = compiled

    def search(self, text: str) -> RegexMatch | None:
        """The first hit anywhere in the text."""
        found: RegexMatch | None = self._compiled.search(_encodable(text))
        return found

    def fullmatch(self, text: str) -> RegexMatch | None:
        """The hit that is the whole text."""
        found: RegexMatch | None = self._compiled.fullmatch(_encodable(text))
        return found

    def finditer(self, text: str) -> Iterator[RegexMatch]:
        """Every hit from left to right, none inside another."""
        found: Iterator[RegexMatch] = self._compiled.finditer(_encodable(text))
        return found

    def sub(self, replacement: str | Callable[[RegexMatch], str], text: str) -> str:
        """The text with every hit replaced. Half a surrogate pair in the text becomes U+FFFD."""
        changed: str = self._compiled.sub(replacement, _encodable(text))
        return changed


@lru_cache(_REMEMBERED)
def compile(pattern: str) -> Pattern:
    """Compiles. RegexError names what is wrong, or what a linear engine does not support."""
    import re2  # noqa: PLC0415 - most runs have no pattern; they need not pay for the engine

    if len(pattern) > MAX_PATTERN_CHARS:
        raise RegexError(f"longer than {MAX_PATTERN_CHARS} characters")
    options = re2.Options()
    options.log_errors = False
    try:
        return Pattern(pattern, re2.compile(pattern, options))
    except UnicodeEncodeError:
        raise RegexError("half a surrogate pair cannot be matched") from None
    except re2.error as wrong:
        raise RegexError(_reason(wrong)) from None


def _reason(wrong: Exception) -> str:
    said = wrong.args[0] if wrong.args else b""
    text = said.decode(errors="replace") if isinstance(said, bytes) else str(said)
    for sign, meaning in _UNSUPPORTED.items():
        if sign in text:
            return f"{meaning} are not supported: {text}"
    return text


_UNSUPPORTED = {
    "invalid perl operator: (?=": "look-aheads",
    "invalid perl operator: (?!": "look-aheads",
    "invalid perl operator: (?<": "look-behinds",
    "invalid named capture group: (?<=": "look-behinds",
    "invalid named capture group: (?<!": "look-behinds",
    "bad repetition operator": "possessive and repeated quantifiers",
    "invalid repetition size": "repetitions beyond 1,000",
    **{f"invalid escape sequence: \\{digit}": "backreferences" for digit in "123456789"},
}


def _encodable(text: str) -> str:
    """The text itself, or with U+FFFD for each half of a surrogate pair: the engine reads UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return "".join("�" if "\ud800" <= letter <= "\udfff" else letter for letter in text)
    return text
