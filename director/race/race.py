"""A loaded race behind its gate: ask it, call its tools, look at its now."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from director.race.askable import Askable
from director.settings import Settings
from pitwall.context import race_context
from pitwall.state import RaceView, StateCache
from toolgate.contract import Context
from toolgate.gate import Gate
from toolgate.runner import Runner

if TYPE_CHECKING:
    from pitwall.relations import Table
    from toolgate.downstream.servers import Servers


class Race(Askable):
    """One race, loaded, with the gate to its tools. `director.open_race` makes one."""

    def __init__(
        self,
        cache: StateCache,
        runner: Runner,
        gate: Gate,
        settings: Settings,
        load_ms: float = 0.0,
        stop: Callable[[], None] | None = None,
        servers: Servers | None = None,
    ) -> None:
        super().__init__(runner, gate, settings, load_ms, stop, servers)
        self.cache = cache

    def view(self, at: str | None = None) -> RaceView:
        """The race as it stood at a moment (`lap:20`, `01:02:03`), or now. BadMoment for a moment it lacks."""
        return self.cache.view(at=at)

    def relation(self, name: str, at: str | None = None) -> Table:
        """A relation (`laps`, `stints`, `stops`, ...) as a table with units. KeyError for an unknown name."""
        from pitwall.relations import table

        return table(self.view(at), name)

    @property
    def laps(self) -> Table:
        """Every lap that a car has completed so far: `.rows`, `.to_pandas()`, `.to_arrow()`."""
        return self.relation("laps")

    def context(self) -> Context:
        """What a planner may know of the session: a line about it, and the names it is about."""
        return race_context(self.cache.view())
