"""`sim:`, the built-in race: `sim:seed=7,cars=32,laps=40`."""

from __future__ import annotations

from pitwall.sources.base import Options, Source, SourceError
from pitwall.sources.sim import parse_sim_uri, simulate


def open_sim(uri: str, options: Options) -> Source | None:
    """The simulated race. SourceError names a parameter that is wrong and what is allowed."""
    if not uri.startswith("sim:"):
        return None
    try:
        return simulate(parse_sim_uri(uri))
    except ValueError as wrong:
        raise SourceError(str(wrong)) from None
