"""JSON as people keep it in settings, with comments and last commas: read, and edited without touching the rest."""

from __future__ import annotations

import json
import re
from typing import Any

from toolgate.contract import JsonObject

Span = tuple[int, int]

_STRING = r'"(?:[^"\\]|\\.)*"'
_COMMENT = re.compile(rf"{_STRING}|//[^\n]*|/\*.*?\*/", re.DOTALL)
_LAST_COMMA = re.compile(rf"{_STRING}|,(?=\s*[}}\]])")
_SPACE = re.compile(r"\s*")
_DECODER = json.JSONDecoder()


def plain(text: str) -> str:
    """The text as plain JSON: comments and trailing commas become blanks, and everything keeps its place."""
    return _LAST_COMMA.sub(_blank, _COMMENT.sub(_blank, text))


def has_comments(text: str) -> bool:
    """Whether it is anything but plain JSON."""
    return plain(text) != text


def with_member(text: str, key: str, name: str, value: Any) -> str:
    """The text with `value` under `name` in the object under `key`, in place of an older one; all else is as it was.

    The text holds an object, and under `key` one or nothing. New parts are indented as their neighbours are.
    """
    bare = plain(text)
    whole = _object_at(bare, _SPACE.match(bare).end())  # type: ignore[union-attr]
    if key not in whole.members:
        return whole.having(text, key, {name: value})
    inner = _object_at(bare, whole.members[key][0])
    if name not in inner.members:
        return inner.having(text, name, value)
    start, end = inner.members[name]
    return text[:start] + _written(value, _indent_of(text, start)) + text[end:]


class _Object:
    """The span of an object, and those of its members' values."""

    def __init__(self, span: Span, members: dict[str, Span]) -> None:
        self.start, self.end = span
        self.members = members

    def having(self, text: str, name: str, value: Any) -> str:
        """The text with another member at the object's end."""
        close = self.end - 1
        outer = _indent_of(text, self.start)
        last = max((end for _, end in self.members.values()), default=None)
        inner = outer + "  " if last is None else _indent_of(text, min(start for start, _ in self.members.values()))
        if inner == outer:  # it stands on one line
            inner = outer + "  "
        line = "\r\n" if "\r\n" in text else "\n"
        member = f"{inner}{json.dumps(name)}: {_written(value, inner)}".replace("\n", line)
        before = text[: self.start + 1] if last is None else text[:last]
        between = text[len(before) : close].rstrip()
        commas = _COMMENT.sub(_blank, between).count(",")
        comma = "," if last is not None and not commas else ""
        return f"{before}{comma}{between}{line}{member}{line}{outer}{text[close:]}"


def _object_at(bare: str, start: int) -> _Object:
    """The object that begins there. The text is known to be JSON."""
    _, end = _DECODER.raw_decode(bare, start)
    members: dict[str, Span] = {}
    at = _past(bare, start + 1)
    while bare[at] != "}":
        name, at = _DECODER.raw_decode(bare, at)
        at = _past(bare, _past(bare, at) + 1)
        _, after = _DECODER.raw_decode(bare, at)
        members[name] = (at, after)
        at = _past(bare, after)
        if bare[at] == ",":
            at = _past(bare, at + 1)
    return _Object((start, end), members)


def _past(bare: str, at: int) -> int:
    """The next place that holds no blank."""
    found = _SPACE.match(bare, at)
    return at if found is None else found.end()


def _indent_of(text: str, at: int) -> str:
    """The blanks that the line begins with."""
    line = text[text.rfind("\n", 0, at) + 1 :]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _written(value: JsonObject, indent: str) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False).replace("\n", f"\n{indent}")


def _blank(found: re.Match[str]) -> str:
    return found[0] if found[0].startswith('"') else re.sub(r"[^\r\n]", " ", found[0])
