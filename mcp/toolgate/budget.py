"""Shortens an answer to a number of bytes: one list of it loses items from its end, and `truncated` says which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import orjson

from toolgate.contract import JsonObject

Path = tuple[str | int, ...]


class _List(NamedTuple):
    """A list somewhere in an answer, and how many bytes it takes."""

    size: int
    path: Path
    items: Sequence[Any]


def shortened(body: JsonObject, size: int, budget: int) -> Iterator[JsonObject]:
    """Bodies of at most `budget` bytes, in each of which one list is cut by as few items as will do.

    The largest list is cut first, so an outer one before those in its items. A body whose list would be left with
    nothing comes after all others. There is none where no list alone is large enough. `size` is the body's own.
    """
    emptied = []
    for found in sorted(_lists(body, (), size - budget), key=lambda found: -found.size):
        field = _pointer(found.path)
        kept = _most(found.items, size, budget, field)
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
    """Every list that takes up at least the excess, and those inside it."""
    if not isinstance(value, dict | list | tuple) or (size := len(orjson.dumps(value))) < excess:
        return
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _lists(item, (*path, key), excess)
    else:
        if value:
            yield _List(size, path, value)
        for index, item in enumerate(value):
            yield from _lists(item, (*path, index), excess)


def _most(items: Sequence[Any], size: int, budget: int, field: str) -> int | None:
    """How many items may stay: all but one at most. None where not even none will do."""
    count = len(items)
    mark = {"truncated": {"field": field, "kept": 0, "of": count}}
    size += len(orjson.dumps(mark)) - len("{}") + len(",") - len("0")  # the digits of `kept` are added below
    for kept in range(count - 1, -1, -1):
        size -= len(orjson.dumps(items[kept])) + (kept > 0)
        if size + len(str(kept)) <= budget:
            return kept
    return None


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
