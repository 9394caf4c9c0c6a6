"""Planner backends, by name. A new one is its file and one line in PLANNERS."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from director.planners.base import Planner
from director.planners.offline.planner import OfflinePlanner

PLANNERS: Mapping[str, Callable[[], Planner]] = MappingProxyType({"offline": OfflinePlanner})


def make_planner(name: str, folder: Path | None = None) -> Planner:
    """The planner of that name; `auto` is the offline one, the best that needs no key.

    It keeps in `folder` what it learns of catalogues; where `folder` is None it keeps nothing.
    """
    planner = PLANNERS["offline" if name == "auto" else name]()
    if isinstance(planner, OfflinePlanner):
        planner.keep_in(folder)
    return planner
