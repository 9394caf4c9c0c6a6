"""pitwall: the race. Sources, its state over time, and one file per tool. No server in it.

from pitwall import StateCache, open_source

cache = StateCache()
cache.load(open_source("sim:"))          # or the folder, .zip or URL of a recorded session
view = cache.view(at="lap:12")           # RaceView: the race as it stood, and nothing that came later
view.order, view.leader, view.car("7").laps
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitwall import events
    from pitwall.sources import Options, Source, SourceError, SourceUnavailable, open_source
    from pitwall.state import BadMoment, Moment, RaceView, StateCache
    from pitwall.tools import build_tools

_HOME = {
    **dict.fromkeys(("Options", "Source", "SourceError", "SourceUnavailable", "open_source"), "pitwall.sources"),
    **dict.fromkeys(("BadMoment", "Moment", "RaceView", "StateCache"), "pitwall.state"),
    "build_tools": "pitwall.tools",
}
"""What the package offers, and where it is: imported when it is asked for, since whoever wants one part pays for it."""

__all__ = [
    "BadMoment",
    "Moment",
    "Options",
    "RaceView",
    "Source",
    "SourceError",
    "SourceUnavailable",
    "StateCache",
    "build_tools",
    "events",
    "open_source",
]


def __getattr__(name: str) -> Any:
    if name == "events":
        return import_module("pitwall.events")
    if name not in _HOME:
        raise AttributeError(f"module 'pitwall' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)
