"""JSON Pointers with `*` for every index of a list: the cells of an output that a declaration names."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from director.references import join_pointer

Key = str | int
MISSING = object()
"""What stands at a pointer that leads nowhere."""


@lru_cache(1024)
def split(pattern: str) -> tuple[str, ...]:
    """The parts of a pointer, unescaped."""
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in pattern.split("/")[1:])


def at(value: Any, pointer: str) -> Any:
    """What stands at a pointer, or MISSING."""
    for part in split(pointer):
        value = _inside(value, part)
    return value


def rows(value: Any, pattern: str) -> Iterator[tuple[int, ...]]:
    """The indices that stand for the stars of a pattern, in order; one empty tuple where it has none."""
    yield from _rows(value, split(pattern), ())


def cell(value: Any, pattern: str, indices: tuple[int, ...]) -> tuple[str, Any]:
    """The pointer that the pattern becomes with these indices, and what stands there."""
    left = list(indices)
    path: list[Key] = []
    for part in split(pattern):
        key: Key = left.pop(0) if part == "*" and left else part
        path.append(key)
        value = _inside(value, key)
    return join_pointer(path), value


def column(value: Any, pattern: str) -> list[Any]:
    """Everything that a pattern finds."""
    found = (cell(value, pattern, indices)[1] for indices in rows(value, pattern))
    return [each for each in found if each is not MISSING]


def _rows(value: Any, parts: tuple[str, ...], so_far: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for number, part in enumerate(parts):
        if part == "*":
            for index, item in enumerate(value if isinstance(value, list) else ()):
                yield from _rows(item, parts[number + 1 :], (*so_far, index))
            return
        value = _inside(value, part)
    yield so_far


def _inside(value: Any, key: Key) -> Any:
    if isinstance(value, dict):
        return value.get(str(key), MISSING)
    if isinstance(value, list):
        index = int(key) if isinstance(key, int) or key.isdecimal() else -1
        return value[index] if 0 <= index < len(value) else MISSING
    return MISSING
