"""Loads the plugins that the settings name."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from director.planners.base import Planner
from director.plugins.installed import FoundPlugin, find_plugins
from director.plugins.plugin import Plugin
from director.settings.fields import SettingsError
from pitwall.sources import Kind, Options, Source, SourceError
from pitwall.state import StateCache
from toolgate.contract import Policy, ToolSpec
from toolgate.nearest import did_you_mean
from toolgate.schema import sort_tools

_log = logging.getLogger("director.plugins")

_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


@dataclass(frozen=True, slots=True)
class LoadedPlugins:
    """What the plugins that are loaded give; `faults` say of each that is left out why."""

    plugins: tuple[tuple[str, Plugin], ...] = ()
    faults: tuple[str, ...] = ()

    def tools(self, cache: StateCache, taken: Collection[str] = ()) -> list[ToolSpec]:
        """Their tools, each under its plugin's name. One that cannot be used is logged and left out."""
        found: list[ToolSpec] = []
        for name, plugin in self.plugins:
            if plugin.tools is None:
                continue
            try:
                built = sort_tools([replace(spec, name=f"{name}_{spec.name}") for spec in plugin.tools(cache)])
            except Exception:  # noqa: BLE001 - somebody else's code: the race is served without it
                _log.exception("plugin %s is left out: its tools cannot be built", name)
                continue
            for fault in built.faults:
                _log.error("plugin %s: %s", name, fault)
            found += [spec for spec in built.usable if _free(spec.name, taken)]
        return found

    @property
    def policies(self) -> tuple[Policy, ...]:
        """Their policies, each under its plugin's name."""
        return tuple(
            replace(policy, name=f"{name}.{policy.name}") for name, plugin in self.plugins for policy in plugin.policies
        )

    @property
    def sources(self) -> tuple[Kind[Source], ...]:
        """Their kinds of sources."""
        return tuple(kind for _, plugin in self.plugins for kind in plugin.sources)

    @property
    def planners(self) -> dict[str, Callable[[], Planner]]:
        """Their planners, each as `plugin.name`."""
        return {f"{name}.{own}": make for name, plugin in self.plugins for own, make in plugin.planners.items()}


NONE = LoadedPlugins()


def wrong_with(value: str, plugin: object) -> str:
    """What is wrong with what an entry point gave; empty for nothing."""
    if not isinstance(plugin, Plugin):
        return f"{value} is {type(plugin).__name__}, not a director.plugins.Plugin"
    held: tuple[tuple[str, Iterable[object], type], ...] = (
        ("policies", plugin.policies, Policy),
        ("sources", plugin.sources, Kind),
    )
    for name, values, kind in held:
        if not isinstance(values, tuple) or not all(isinstance(one, kind) for one in values):
            return f"its {name} must be a tuple of {kind.__name__}"
    if not isinstance(plugin.planners, Mapping) or not all(map(callable, plugin.planners.values())):
        return "its planners must map names to functions that make them"
    return "" if plugin.tools is None or callable(plugin.tools) else "its tools must be a function that builds them"


def opened(kind: Kind[Source], uri: str, options: Options) -> Source | None:
    """What a plugin's kind of source opens, None where the URI is of another kind. SourceError where its code fails."""
    try:
        return kind.open(uri, options)
    except SourceError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it raises, the start ends in one line
        _log.debug("a plugin's source failed", exc_info=True)
        raise SourceError(f"the plugin's source {kind.name} failed ({type(error).__name__})") from None


def _free(name: str, taken: Collection[str]) -> bool:
    if name in taken:
        _log.error("plugin tool %s is left out: the name is taken", name)
    return name not in taken


@cache
def named_plugins(names: tuple[str, ...]) -> LoadedPlugins:
    """`load_plugins`, run once for each choice of names: all callers share the plugins."""
    return load_plugins(names)


def load_plugins(names: Sequence[str], found: Iterable[FoundPlugin] | None = None) -> LoadedPlugins:
    """Imports the plugins of these names and no other. SettingsError where one is not installed.

    One that fails to load, or gives no Plugin, is logged, named in `faults` and left out.
    """
    if not names:
        return NONE
    known = {one.name: one for one in (find_plugins() if found is None else found)}
    for name in names:
        if name not in known:
            near = did_you_mean(name, known) or "; director plugins lists those that are installed"
            raise SettingsError(f"setting DIRECTOR_PLUGINS: no plugin {name[:60]!r} is installed{near}")
    loaded, faults = [], []
    for name in dict.fromkeys(names):
        fault = "its name must be small letters, digits and _" if not _NAME.fullmatch(name) else ""
        plugin: object = None
        if not fault:
            try:
                plugin = known[name].entry.load()
            except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever its code raises, ours goes on without it
                _log.debug("plugin %s cannot be imported", name, exc_info=True)
                fault = f"it cannot be imported ({type(error).__name__})"
        fault = fault or wrong_with(known[name].value, plugin)
        if fault:
            faults.append(f"{name}: {fault}")
            _log.error("plugin %s is left out: %s", name, fault)
        elif isinstance(plugin, Plugin):
            loaded.append((name, plugin))
    return LoadedPlugins(tuple(loaded), tuple(faults))
