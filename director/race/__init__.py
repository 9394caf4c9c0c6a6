"""A race that can be asked: what `director.open_race` gives, and what the command line is built on."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from director.race.askable import Askable
from director.race.assembly import SERVER, catalogue, find_feed, find_source, schema_store, source_options
from director.race.backend import start_backend
from director.race.gate_settings import audit_path
from director.race.opening import load_race, open_race, open_servers, open_without_race
from director.race.race import Race

if TYPE_CHECKING:
    from director.race.loading import LoadingRace, open_beside
    from director.race.view import PolicedView, ViewDenied

_HOMES = {
    **dict.fromkeys(("LoadingRace", "open_beside"), "director.race.loading"),
    **dict.fromkeys(("PolicedView", "ViewDenied"), "director.race.view"),
}

__all__ = [
    "SERVER",
    "Askable",
    "LoadingRace",
    "PolicedView",
    "Race",
    "ViewDenied",
    "audit_path",
    "catalogue",
    "find_feed",
    "find_source",
    "load_race",
    "open_beside",
    "open_race",
    "open_servers",
    "open_without_race",
    "schema_store",
    "source_options",
    "start_backend",
]


def __getattr__(name: str) -> Any:
    """What a question does not need is imported when it is first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module 'director.race' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
