"""Shortens an answer to a number of bytes: one list of it loses items from its end, and `truncated` says which."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import orjson

from toolgate.contract import JsonObject

Path = tuple[str | int, ...]

_DEEPEST = 12
"""Lists further inside are not cut: to measure each costs as much as to write all that is in it."""


class _List(NamedTuple):
    """A list somewhere in an answer, and how many bytes it and each of its items take."""

    size: int
    path: Path
    items: Sequence[Any]
    sizes: Sequence[int]


def shortened(body: JsonObject, size: int, budget: int) -> Iterator[JsonObject]:
    """Bodies of at most `budget` bytes, in each of which one list is cut by as few items as will do.

    The largest list is cut first, so an outer one before those in its items. A body whose list would be left empty
    comes after all others. Yields nothing where no single list can be cut enough. `size` is the body's, in bytes.
    """
    emptied = []
    for found in sorted(_lists(body, (), size - budget), key=lambda found: -found.size):
        field = _pointer(found.path)
        kept = _most(found, size, budget, field)
        if kept is None:
            continue
        mark = {"field": field, "kept": kept, "of": len(found.items)}
        short = {**_put(body, found.path, found.items[:kept]), "truncated": mark}
        if kept:
            yield short
        else:
            emptied.append(short)
    yield from emptied


def _lists(value: Any, path: Path, excess: int) -> Iterator[_List]:
    """Every list inside an object or list that takes up at least the excess, and the list itself."""
    is_list = not isinstance(value, dict)
    steps: Iterable[tuple[str | int, Any]] = enumerate(value) if is_list else value.items()
    sizes = []
    for step, item in steps:
        sizes.append(len(orjson.dumps(item)))  # once: what is inside is measured only where it may be cut
        if sizes[-1] >= excess and len(path) < _DEEPEST and isinstance(item, dict | list | tuple):
            yield from _lists(item, (*path, step), excess)
    if is_list and value:
        yield _List(sum(sizes) + len(sizes) - 1 + len("[]"), path, value, sizes)


def _most(found: _List, size: int, budget: int, field: str) -> int | None:
    """How many items may stay: all but one at most. None where not even none will do."""
    mark = {"truncated": {"field": field, "kept": 0, "of": len(found.items)}}
    emptied = size - found.size + len("[]")
    room = budget - emptied - len(orjson.dumps(mark)) + len("{}") - len(",") + len("0")
    if room < len("0"):
        return None
    kept = 0
    for item in found.sizes[:-1]:
        room -= item + (kept > 0)
        if room < len(str(kept + 1)):
            break
        kept += 1
    return kept


def _put(value: Any, path: Path, items: Sequence[Any]) -> Any:
    """A copy with other items at the end of the path; what is not on the path is shared."""
    if not path:
        return items
    step, *rest = path
    copy: Any = dict(value) if isinstance(value, dict) else list(value)
    copy[step] = _put(value[step], tuple(rest), items)
    return copy


def _pointer(path: Path) -> str:
    """`rows`; inside something else a JSON Pointer without its first slash: `drivers/0/laps`."""
    return "/".join(str(step).replace("~", "~0").replace("/", "~1") for step in path)
