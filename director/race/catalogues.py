"""Catalogues that are made once: the same tools have the same entries, so that planners read them once."""

from __future__ import annotations

from collections.abc import Iterable

from director.race.assembly import catalogue
from toolgate.contract import JsonObject, ToolSpec

_KEPT = 8
"""How many catalogues are kept, for agents that may call different tools."""


class Catalogues:
    """The catalogues of one runner, by the specs that they are of."""

    def __init__(self) -> None:
        self._made: dict[tuple[int, ...], tuple[tuple[ToolSpec, ...], list[JsonObject]]] = {}

    def of(self, specs: Iterable[ToolSpec]) -> list[JsonObject]:
        """The tools as planners and validators have them."""
        given = tuple(specs)
        key = tuple(map(id, given))
        if key not in self._made:
            if len(self._made) >= _KEPT:
                self._made.clear()
            self._made[key] = given, catalogue(given)
        return self._made[key][1]
