"""JSON Pointers (RFC 6901) and the paths of keys and indices that they write."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

JsonPath = tuple[str | int, ...]


def split_pointer(pointer: str) -> list[str]:
    """The unescaped parts of a JSON Pointer; the empty pointer has none."""
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]


def join_pointer(path: Collection[str | int]) -> str:
    """The JSON Pointer of a path."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def in_brackets(parts: Sequence[str]) -> str:
    """A path as people write it: `cars[0].name`. The empty path is an empty text."""
    written = (f"[{part}]" if is_index(part) else f".{part}" for part in parts)
    return "".join(written).removeprefix(".")


def resolve_pointer(document: Any, pointer: str) -> Any:
    """What a JSON Pointer names in a document. LookupError, saying how far the path went, if nothing is."""
    value, seen = document, ""
    for token in split_pointer(pointer):
        if isinstance(value, dict) and token in value:
            value = value[token]
        elif isinstance(value, list) and is_index(token) and int(token) < len(value):
            value = value[int(token)]
        else:
            raise LookupError(f"nothing at {pointer}: {seen or 'the output'} has no {token!r}")
        seen = f"{seen}/{token}"
    return value


def is_index(part: str) -> bool:
    """Whether a pointer's part can count a list: digits, no leading zero, not absurdly many."""
    return part.isascii() and part.isdigit() and len(part) <= 9 and (part == "0" or not part.startswith("0"))
