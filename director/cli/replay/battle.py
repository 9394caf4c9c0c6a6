"""The battle of the moment."""

from __future__ import annotations

from director.race import PolicedView, Race
from director.race.agents import REPLAY
from pitwall.tools.get_current_battle import build_get_current_battle_tool
from toolgate.contract import JsonObject

_SHOWN = (
    "get_standings",
    "get_current_battle",
    "get_race_control",
    "get_track_status",
    "get_stints",
    "get_pit_stops",
    "get_lap_times",
    "get_retirements",
)


def replay_view(race: Race) -> PolicedView:
    """The view of a replay, with all tools whose answers its screen and its lines show."""
    return PolicedView(race, REPLAY, _SHOWN)


async def battle_of(view: PolicedView, pairs: int = 1) -> JsonObject:
    """What get_current_battle says of the closest pairs now, or its error. ViewDenied where the view is denied."""
    await view.check()
    return view.read(build_get_current_battle_tool, {"top_n_pairs": pairs})
