"""What is made of a catalogue, made once: the race hands the same entries to every question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from toolgate.contract import JsonObject

T = TypeVar("T")


class PerCatalogue(Generic[T]):
    """Keeps what `make` gives for the latest catalogue.

    A catalogue is known again by the identity of its entries, which must not be changed in place.
    """

    def __init__(self, make: Callable[[Sequence[JsonObject]], T]) -> None:
        self._make = make
        self._made: tuple[list[JsonObject], T] | None = None

    def of(self, catalogue: Sequence[JsonObject]) -> T:
        """What is made of the catalogue."""
        made = self._made
        if made is None or list(map(id, made[0])) != list(map(id, catalogue)):
            made = self._made = list(catalogue), self._make(catalogue)
        return made[1]
