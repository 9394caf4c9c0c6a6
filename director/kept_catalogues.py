"""What is made of a catalogue once and known again by its entries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from toolgate.contract import JsonObject

T = TypeVar("T")


class KeptCatalogues(Generic[T]):
    """Makes something of a catalogue and keeps it for the `most` catalogues that were asked for last.

    A catalogue is known by the identity of its entries, which must not be changed in place. They are held here, so that
    no identity goes to another object.
    """

    def __init__(self, make: Callable[[Sequence[JsonObject]], T], most: int) -> None:
        self._make = make
        self._most = most
        self._kept: dict[tuple[int, ...], tuple[Sequence[JsonObject], T]] = {}

    def __call__(self, catalogue: Sequence[JsonObject]) -> T:
        """What was made of these entries, made now if it is not kept."""
        key = tuple(map(id, catalogue))
        found = self._kept.pop(key, None) or (tuple(catalogue), self._make(catalogue))
        self._kept[key] = found
        while len(self._kept) > self._most:
            self._kept.pop(next(iter(self._kept)), None)
        return found[1]
