"""The race's tools: one file each, and its questions under `asked`. A new one is its file and one line in TOOLS.

A tool's file is imported when the tool is built. What reads the race is built of a cache; what reads or changes
anything else is handed ports as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import NamedTuple

from pitwall.effects import Ports
from pitwall.state import StateCache
from toolgate.contract import ToolSpec


class ToolFile(NamedTuple):
    """The file of a tool, by name: `build_<name>_tool` of `pitwall.tools.<name>` makes it of a cache, or with ports."""

    name: str
    takes_ports: bool = False

    def build(self, cache: StateCache, ports: Ports) -> ToolSpec:
        """Imports the tool and builds it."""
        builder = getattr(import_module(f"pitwall.tools.{self.name}"), f"build_{self.name}_tool")
        spec: ToolSpec = builder(cache, ports) if self.takes_ports else builder(cache)
        return spec


def _race_only(*names: str) -> Iterable[ToolFile]:
    return map(ToolFile, names)


def _with_ports(*names: str) -> Iterable[ToolFile]:
    return (ToolFile(name, takes_ports=True) for name in names)


TOOLS: tuple[ToolFile, ...] = (
    *_race_only(
        "get_live_snapshot",
        "get_standings",
        "get_current_battle",
        "get_gap",
        "get_driver",
        "get_roster",
        "get_fastest_laps",
        "get_pit_stops",
        "get_position_history",
        "get_lap_times",
        "get_pace",
        "get_stints",
        "get_race_control",
        "get_track_status",
        "get_weather",
        "get_retirements",
        "get_session_info",
        "get_lead_changes",
        "get_overtakes",
        "get_penalties",
        "get_results",
        "get_qualifying",
        "get_fastest_practice",
        "get_runs",
        "get_best_lap_history",
        "get_teams",
        "get_team_gap",
        "get_on_track",
        "get_pit_lane",
        "explain_laps",
        "get_sector_times",
        "get_speed_traps",
        "get_telemetry",
        "get_car_status",
        "get_track_map",
        "compare_drivers",
        "get_teammate",
        "driver_card",
        "explain_driver",
        "describe_gap",
        "predict_catch",
        "predict_pit_window",
        "get_pit_loss",
        "get_tyre_degradation",
        "get_nearby_cars",
        "get_cars_between",
        "get_trains",
        "get_net_order",
        "get_incidents",
        "summarize_recent_events",
        "get_class_standings",
        "get_race_points",
        "propose_penalty",
        "query_race",
    ),
    *_with_ports(
        "search_rules",
        "search_corpus",
        "search_chat",
        "get_recent_chat_messages",
        "get_session_history",
        "get_session_persistence_status",
        "get_operational_status",
        "pin_driver",
        "unpin_driver",
        "get_pinned_drivers",
        "add_note",
        "get_notes",
        "announce",
    ),
)


def build_tools(cache: StateCache, ports: Ports | None = None) -> tuple[ToolSpec, ...]:
    """Every tool, on this cache and these ports. Without ports what tools do is kept in memory and reaches nobody."""
    ports = Ports() if ports is None else ports
    return tuple(file.build(cache, ports) for file in TOOLS)
