"""Names with at most one `*`, which stands for any text: at the start, at the end, or alone.

Everything else in a pattern means itself, and letters keep their case.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from operator import itemgetter
from typing import Generic, Literal, TypeVar

from msgspec import Struct

from toolgate.policy.errors import quoted

T = TypeVar("T")

_Stems = defaultdict[int, defaultdict[str, list[tuple[int, T]]]]
"""Places and values by the stem of their pattern, and these by their length."""
_Cuts = list[tuple[slice, defaultdict[str, list[tuple[int, T]]]]]
"""Stems by where they are cut out of a name to be looked up."""


class NamePattern(Struct, frozen=True):
    """One pattern: its text, its kind, and what stands beside the `*`."""

    text: str
    kind: Literal["exact", "prefix", "suffix", "any"]
    stem: str

    def matches(self, name: str) -> bool:
        """Whether it stands for the name."""
        if self.kind == "exact":
            return name == self.stem
        return name.startswith(self.stem) if self.kind == "prefix" else name.endswith(self.stem)


_NO_WILDCARDS = "?[]"


def pattern(text: str, *, refused: str = _NO_WILDCARDS) -> NamePattern:
    """Reads a pattern. ValueError says what is wrong with it, as a character of `refused`."""
    if odd := mistake(text, refused):
        raise ValueError(odd)
    stars = text.count("*")
    if stars > 1:
        raise ValueError(f"multiple wildcards in pattern {quoted(text)}; write one, at start, end, or alone")
    if stars == 0:
        return NamePattern(text, "exact", text)
    if text == "*":
        return NamePattern(text, "any", "")
    if text.endswith("*"):
        return NamePattern(text, "prefix", text[:-1])
    if text.startswith("*"):
        return NamePattern(text, "suffix", text[1:])
    raise ValueError(f"wildcard in pattern {quoted(text)} must be at start, end, or alone")


@lru_cache(maxsize=4096)  # the same few servers stand in the rules of a thousand agents
def mistake(name: str, refused: str = _NO_WILDCARDS) -> str:
    """What can be in no name of a server or tool, `` where nothing is wrong."""
    if not name.strip():
        return f"{quoted(name)} is not a name"
    if odd := [c for c in name if c in refused]:
        return f'"{odd[0]}" in {quoted(name)} is not a wildcard; only * is'
    if not name.isprintable() or name != name.strip():
        return f"{quoted(name)} has a control character, or a space at its start or end"
    return ""


class PatternTable(Generic[T]):
    """Values by pattern. A look-up costs the same with ten patterns as with ten thousand.

    Patterns with a `*` are kept by the length of their stem, so that a name is cut once for each length in use.
    """

    def __init__(self, items: Iterable[tuple[NamePattern, T]]) -> None:
        self._exact: defaultdict[str, list[T]] = defaultdict(list)
        self._any: list[tuple[int, T]] = []
        starts: _Stems[T] = defaultdict(lambda: defaultdict(list))
        ends: _Stems[T] = defaultdict(lambda: defaultdict(list))
        for index, (known, value) in enumerate(items):
            if known.kind == "exact":
                self._exact[known.stem].append(value)
            elif known.kind == "any":
                self._any.append((index, value))
            else:
                stems = starts if known.kind == "prefix" else ends
                stems[len(known.stem)][known.stem].append((index, value))
        self._starts: _Cuts[T] = [(slice(length), stems) for length, stems in starts.items()]
        self._ends: _Cuts[T] = [(slice(-length, None), stems) for length, stems in ends.items()]
        self._beside = self._starts + self._ends

    def exact(self, name: str) -> list[T]:
        """What is kept under exactly this name, in the order of the file."""
        return self._exact.get(name, [])

    def wild(self, name: str) -> list[T]:
        """What is kept under patterns with a `*` that stand for this name, in the order of the file."""
        return _in_order(self._any + _found(self._beside, name))

    def covering(self, other: NamePattern) -> list[T]:
        """What is kept under patterns that stand for every name that the other one stands for."""
        if other.kind == "exact":
            return [*self.exact(other.stem), *self.wild(other.stem)]
        found = list(self._any)
        if other.kind == "prefix":
            found += _found(self._starts, other.stem)
        elif other.kind == "suffix":
            found += _found(self._ends, other.stem)
        return _in_order(found)


def _found(cuts: _Cuts[T], name: str) -> list[tuple[int, T]]:
    found: list[tuple[int, T]] = []
    for cut, stems in cuts:
        found += stems.get(name[cut], ())
    return found


def _in_order(found: list[tuple[int, T]]) -> list[T]:
    if len(found) > 1:
        found.sort(key=itemgetter(0))
    return [value for _, value in found]
