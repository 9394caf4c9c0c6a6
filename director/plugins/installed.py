"""Which plugins are installed. Finding one imports nothing of it."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points

from msgspec import Struct

GROUP = "race_director.plugins"


class FoundPlugin(Struct, frozen=True):
    """An installed plugin: its name, what is imported for it, and the distribution that it comes from."""

    name: str
    value: str
    distribution: str
    version: str
    entry: EntryPoint


def find_plugins() -> tuple[FoundPlugin, ...]:
    """All that are installed, by name. Of two with one name the first is taken; the second is never loaded."""
    found: dict[str, FoundPlugin] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda one: one.name):
        dist = entry.dist
        name, version = ("?", "?") if dist is None else (dist.name, dist.version)
        found.setdefault(entry.name, FoundPlugin(entry.name, entry.value, name, version, entry))
    return tuple(found.values())
