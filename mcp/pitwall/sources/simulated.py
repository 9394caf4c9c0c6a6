"""`sim:`, the built-in race: `sim:seed=7,cars=32,laps=40`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitwall.events import Event
from pitwall.sources.base import Options, Source, SourceError

if TYPE_CHECKING:
    from pitwall.sources.sim import SimConfig


class Simulated:
    """A race that is run when it is iterated: a long one takes seconds, and a server answers before that."""

    def __init__(self, config: SimConfig) -> None:
        self._config = config

    def __iter__(self) -> Iterator[Event]:
        from pitwall.sources.sim import session

        return iter(session(self._config))


def open_sim(uri: str, options: Options) -> Source | None:
    """The simulated race. SourceError names a parameter that is wrong and what is allowed."""
    if uri.lower() == "sim":
        uri = "sim:"
    if not uri.startswith("sim:"):
        return None
    from pitwall.sources.sim import parse_sim_uri  # the simulator, which other sources do without

    try:
        return Simulated(parse_sim_uri(uri))
    except ValueError as wrong:
        raise SourceError(str(wrong)) from None
