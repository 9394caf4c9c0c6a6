"""The race's tools: one file each, and its questions under `asked`. A new one is these and one line in BUILDERS.

A tool that reads the race is built of a cache; one that reads or changes anything else is handed ports as well.
"""

from __future__ import annotations

from collections.abc import Callable

from pitwall.effects import Ports
from pitwall.state import StateCache
from pitwall.tools.add_note import build_add_note_tool
from pitwall.tools.announce import build_announce_tool
from pitwall.tools.compare_drivers import build_compare_drivers_tool
from pitwall.tools.describe_gap import build_describe_gap_tool
from pitwall.tools.driver_card import build_driver_card_tool
from pitwall.tools.get_car_status import build_get_car_status_tool
from pitwall.tools.get_class_standings import build_get_class_standings_tool
from pitwall.tools.get_current_battle import build_get_current_battle_tool
from pitwall.tools.get_driver import build_get_driver_tool
from pitwall.tools.get_fastest_laps import build_get_fastest_laps_tool
from pitwall.tools.get_fastest_practice import build_get_fastest_practice_tool
from pitwall.tools.get_gap import build_get_gap_tool
from pitwall.tools.get_incidents import build_get_incidents_tool
from pitwall.tools.get_lap_times import build_get_lap_times_tool
from pitwall.tools.get_lead_changes import build_get_lead_changes_tool
from pitwall.tools.get_live_snapshot import build_get_live_snapshot_tool
from pitwall.tools.get_nearby_cars import build_get_nearby_cars_tool
from pitwall.tools.get_notes import build_get_notes_tool
from pitwall.tools.get_operational_status import build_get_operational_status_tool
from pitwall.tools.get_overtakes import build_get_overtakes_tool
from pitwall.tools.get_penalties import build_get_penalties_tool
from pitwall.tools.get_pinned_drivers import build_get_pinned_drivers_tool
from pitwall.tools.get_pit_loss import build_get_pit_loss_tool
from pitwall.tools.get_pit_stops import build_get_pit_stops_tool
from pitwall.tools.get_position_history import build_get_position_history_tool
from pitwall.tools.get_qualifying import build_get_qualifying_tool
from pitwall.tools.get_race_control import build_get_race_control_tool
from pitwall.tools.get_race_points import build_get_race_points_tool
from pitwall.tools.get_recent_chat_messages import build_get_recent_chat_messages_tool
from pitwall.tools.get_results import build_get_results_tool
from pitwall.tools.get_retirements import build_get_retirements_tool
from pitwall.tools.get_roster import build_get_roster_tool
from pitwall.tools.get_sector_times import build_get_sector_times_tool
from pitwall.tools.get_session_history import build_get_session_history_tool
from pitwall.tools.get_session_info import build_get_session_info_tool
from pitwall.tools.get_session_persistence_status import build_get_session_persistence_status_tool
from pitwall.tools.get_speed_traps import build_get_speed_traps_tool
from pitwall.tools.get_standings import build_get_standings_tool
from pitwall.tools.get_stints import build_get_stints_tool
from pitwall.tools.get_teammate import build_get_teammate_tool
from pitwall.tools.get_telemetry import build_get_telemetry_tool
from pitwall.tools.get_track_map import build_get_track_map_tool
from pitwall.tools.get_track_status import build_get_track_status_tool
from pitwall.tools.get_tyre_degradation import build_get_tyre_degradation_tool
from pitwall.tools.get_weather import build_get_weather_tool
from pitwall.tools.pin_driver import build_pin_driver_tool
from pitwall.tools.predict_catch import build_predict_catch_tool
from pitwall.tools.predict_pit_window import build_predict_pit_window_tool
from pitwall.tools.propose_penalty import build_propose_penalty_tool
from pitwall.tools.query_race import build_query_race_tool
from pitwall.tools.search_chat import build_search_chat_tool
from pitwall.tools.search_corpus import build_search_corpus_tool
from pitwall.tools.search_rules import build_search_rules_tool
from pitwall.tools.summarize_recent_events import build_summarize_recent_events_tool
from pitwall.tools.unpin_driver import build_unpin_driver_tool
from toolgate.contract import ToolSpec

Builder = Callable[[StateCache, Ports], ToolSpec]


def _race_only(*builders: Callable[[StateCache], ToolSpec]) -> tuple[Builder, ...]:
    """Builders of tools that see the race and nothing else: they are handed no port."""
    return tuple(lambda cache, ports, build=build: build(cache) for build in builders)


BUILDERS: tuple[Builder, ...] = (
    *_race_only(
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
        build_get_overtakes_tool,
        build_get_penalties_tool,
        build_get_results_tool,
        build_get_qualifying_tool,
        build_get_fastest_practice_tool,
        build_get_sector_times_tool,
        build_get_speed_traps_tool,
        build_get_telemetry_tool,
        build_get_car_status_tool,
        build_get_track_map_tool,
        build_compare_drivers_tool,
        build_get_teammate_tool,
        build_driver_card_tool,
        build_describe_gap_tool,
        build_predict_catch_tool,
        build_predict_pit_window_tool,
        build_get_pit_loss_tool,
        build_get_tyre_degradation_tool,
        build_get_nearby_cars_tool,
        build_get_incidents_tool,
        build_summarize_recent_events_tool,
        build_get_class_standings_tool,
        build_get_race_points_tool,
        build_propose_penalty_tool,
        build_query_race_tool,
    ),
    build_search_rules_tool,
    build_search_corpus_tool,
    build_search_chat_tool,
    build_get_recent_chat_messages_tool,
    build_get_session_history_tool,
    build_get_session_persistence_status_tool,
    build_get_operational_status_tool,
    build_pin_driver_tool,
    build_unpin_driver_tool,
    build_get_pinned_drivers_tool,
    build_add_note_tool,
    build_get_notes_tool,
    build_announce_tool,
)


def build_tools(cache: StateCache, ports: Ports | None = None) -> tuple[ToolSpec, ...]:
    """Every tool, on this cache and these ports. Without ports what tools do is kept in memory and reaches nobody."""
    ports = Ports() if ports is None else ports
    return tuple(build(cache, ports) for build in BUILDERS)
