"""The errors of policies, with messages that name the remedy."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from toolgate.errors import InputError
from toolgate.nearest import nearest
from toolgate.printable import printable


class PolicyError(InputError, ValueError):
    """A mode, a pattern or a rule is invalid. The message names it and the remedy, in one line."""


class RulesError(PolicyError):
    """A mistake in the rules of agents. `path` points at it in the file, `$` the whole, `file` the file's name."""

    def __init__(self, path: str, message: str, file: str = "") -> None:
        super().__init__(f"{file}: {message}" if file else message)
        self.path = path
        self.message = message
        self.file = file


def unknown(key: object, known: Collection[str]) -> str:
    """`unknown key "alow"; did you mean "allow"?`"""
    near = nearest(str(key), known, 1)
    if not near:
        return f"unknown key {quoted(key)}; known keys: {', '.join(known)}"
    return f'unknown key {quoted(key)}; did you mean "{near[0]}"?'


def distinct_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object as `object_pairs_hook` has it. ValueError where a key stands twice: a value would be lost."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"{quoted(key)} is there twice in one object; keep one")
        found[key] = value
    return found


def quoted(value: object) -> str:
    """A value of somebody else's in double quotes: on one line, printable, not too long."""
    try:
        text = str(value)
    except ValueError:  # a whole number of thousands of digits
        text = kind(value)
    return f'"{printable(text if len(text) <= 100 else text[:100] + "...")}"'


def kind(value: object) -> str:
    """The type of a value, as the messages name it."""
    return type(value).__name__
