"""The tools whose schemas are promised to callers: those of the race, and of its server. Not those of plugins."""

from __future__ import annotations

from director.race.ask_tool import AskTool
from director.race.sessions import OpenSession
from director.race.sync_tool import sync_tool
from director.settings import Settings
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.contract import ToolSpec


def promised_tools() -> tuple[ToolSpec, ...]:
    """All tools with promised schemas, built over an empty race."""
    cache = StateCache()
    session = OpenSession("", "", cache)
    return (*build_tools(cache), AskTool((session,), Settings()).spec(), sync_tool((session,)))
