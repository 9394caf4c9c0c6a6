"""The tools whose schemas are promised to callers: those of the race, and `ask`. Not those of plugins."""

from __future__ import annotations

from director.race.ask_tool import AskTool
from director.race.sessions import OpenSession
from director.settings import Settings
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.contract import ToolSpec


def promised_tools() -> tuple[ToolSpec, ...]:
    """All of them, over no race."""
    cache = StateCache()
    return (*build_tools(cache), AskTool((OpenSession("", "", cache),), Settings()).spec())
