"""The race's tools: one file each, and its questions under `asked`. A new one is these and one line in BUILDERS."""

from __future__ import annotations

from collections.abc import Callable

from pitwall.state import StateCache
from pitwall.tools.get_current_battle import build_get_current_battle_tool
from pitwall.tools.get_driver import build_get_driver_tool
from pitwall.tools.get_fastest_laps import build_get_fastest_laps_tool
from pitwall.tools.get_gap import build_get_gap_tool
from pitwall.tools.get_live_snapshot import build_get_live_snapshot_tool
from pitwall.tools.get_pit_stops import build_get_pit_stops_tool
from pitwall.tools.get_position_history import build_get_position_history_tool
from pitwall.tools.get_roster import build_get_roster_tool
from pitwall.tools.get_standings import build_get_standings_tool
from toolgate.contract import ToolSpec

BUILDERS: tuple[Callable[[StateCache], ToolSpec], ...] = (
    build_get_live_snapshot_tool,
    build_get_standings_tool,
    build_get_current_battle_tool,
    build_get_gap_tool,
    build_get_driver_tool,
    build_get_roster_tool,
    build_get_fastest_laps_tool,
    build_get_pit_stops_tool,
    build_get_position_history_tool,
)


def build_tools(cache: StateCache) -> tuple[ToolSpec, ...]:
    """Every tool, reading this cache."""
    return tuple(build(cache) for build in BUILDERS)
