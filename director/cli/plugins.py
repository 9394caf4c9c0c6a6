"""`director plugins`: which are installed, which are loaded, and what each gives."""

from __future__ import annotations

import argparse

from director.cli.answers import aligned
from director.cli.command import ANSWERED, Command
from director.plugins import find_plugins, load_plugins
from director.plugins.plugin import Plugin
from director.settings import Settings


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes none."""


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    found = find_plugins()
    loaded = load_plugins(settings.plugins, found)
    plugins, faults = dict(loaded.plugins), dict(fault.split(": ", 1) for fault in loaded.faults)
    if not found:
        print("no plugins are installed; docs/plugins.md says how to write one")
    rows: list[tuple[str, ...]] = []
    for one in found:
        state = "loaded" if one.name in plugins else "left out" if one.name in faults else "not named"
        told = faults.get(one.name) or (_given(plugins[one.name]) if one.name in plugins else "")
        rows.append((one.name, state, f"{one.distribution} {one.version}", told))
    for line in aligned(rows) if rows else ():
        print(line.rstrip())
    return ANSWERED


def _given(plugin: Plugin) -> str:
    """What it gives, by kind."""
    parts = [
        "tools" if plugin.tools is not None else "",
        f"{len(plugin.policies)} policies" if plugin.policies else "",
        f"sources {', '.join(kind.name for kind in plugin.sources)}" if plugin.sources else "",
        f"planners {', '.join(plugin.planners)}" if plugin.planners else "",
    ]
    return "; ".join(part for part in parts if part) or "nothing"


COMMAND = Command(_add_arguments, _run)
