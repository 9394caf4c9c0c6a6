"""Plugins: tools, sources, planners and policies from other distributions, by entry points of `race_director.plugins`.

Installed is not loaded: only those that DIRECTOR_PLUGINS names are imported. One that fails is named and left out.
"""

from director.plugins.installed import GROUP, FoundPlugin, find_plugins
from director.plugins.loading import LoadedPlugins, load_plugins, named_plugins, opened
from director.plugins.plugin import Plugin

__all__ = ["GROUP", "FoundPlugin", "LoadedPlugins", "Plugin", "find_plugins", "load_plugins", "named_plugins", "opened"]
