"""The race's tools: one file each, and its questions under `asked`. A new one is these and one line in BUILDERS."""

from __future__ import annotations

from collections.abc import Callable

from pitwall.state import StateCache
from pitwall.tools.get_current_battle import build_get_current_battle_tool
from pitwall.tools.get_driver import build_get_driver_tool
from pitwall.tools.get_fastest_laps import build_get_fastest_laps_tool
from pitwall.tools.get_gap import build_get_gap_tool
from pitwall.tools.get_lap_times import build_get_lap_times_tool
from pitwall.tools.get_lead_changes import build_get_lead_changes_tool
from pitwall.tools.get_live_snapshot import build_get_live_snapshot_tool
from pitwall.tools.get_operational_status import build_get_operational_status_tool
from pitwall.tools.get_pit_stops import build_get_pit_stops_tool
from pitwall.tools.get_position_history import build_get_position_history_tool
from pitwall.tools.get_race_control import build_get_race_control_tool
from pitwall.tools.get_retirements import build_get_retirements_tool
from pitwall.tools.get_roster import build_get_roster_tool
from pitwall.tools.get_session_info import build_get_session_info_tool
from pitwall.tools.get_standings import build_get_standings_tool
from pitwall.tools.get_stints import build_get_stints_tool
from pitwall.tools.get_track_status import build_get_track_status_tool
from pitwall.tools.get_weather import build_get_weather_tool
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
    build_get_lap_times_tool,
    build_get_stints_tool,
    build_get_race_control_tool,
    build_get_track_status_tool,
    build_get_weather_tool,
    build_get_retirements_tool,
    build_get_session_info_tool,
    build_get_lead_changes_tool,
    build_get_operational_status_tool,
)


def build_tools(cache: StateCache) -> tuple[ToolSpec, ...]:
    """Every tool, reading this cache."""
    return tuple(build(cache) for build in BUILDERS)
