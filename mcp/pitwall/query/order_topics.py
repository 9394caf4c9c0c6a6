"""What can be asked of positions held over laps and of who was overtaken, and in which words."""

from __future__ import annotations

from typing import Any

from pitwall.state import OUT_STATES
from pitwall.state.kinds import RACES

_PLACES = "(position|positions)"

STARTERS: dict[str, Any] = {
    "name": "starters", "relation": "drivers", "kinds": list(RACES), "alone": True, "each_car": True, "holds": "grid",
}  # fmt: skip
"""Who is out has started too."""
STARTERS_ON: dict[str, Any] = {
    **STARTERS, "name": "starters on tyres", "holds": "start_compound",
    "whole": ["stops", "compound", "tyre_laps", "new", "position_now", "gained"],
}  # fmt: skip
GRID: dict[str, Any] = {
    "name": "grid", "relation": "drivers", "kinds": list(RACES), "value": "grid", "where": [["grid", "told"]],
    "each_car": True, "ranks": True, "show": ["position_now", "state"],
    "said": "started / start / starting / on the grid",
    "up": "lowest / furthest back",
    "down": "highest / furthest up / further up / higher / ahead / in front",
}  # fmt: skip
MOVED_FROM_GRID: tuple[dict[str, Any], ...] = tuple(
    {
        "name": f"positions {word} from the grid", "relation": "drivers", "kinds": list(RACES), "value": "gained",
        "where": [["gained", "told"]], "holds": "grid", "each_car": True, "ranks": True, "rank": most, "most": most,
        "show": ["grid", "position_now"], "said": said, "beside": "places / positions / spots",
    }
    for word, most, said in (("gained", "up", "gained / gain / made up"), ("lost", "down", "lost / lose / dropped"))
)  # fmt: skip
COMPARED_TO_GRID = tuple(
    {
        **topic,
        "holds": "",
        "needs": True,
        "now": True,
        "whole": ["compound", "new", "tyre_laps"],
        "where": [*topic["where"], *([["state", "not_in", [*OUT_STATES]]] if topic["most"] == "down" else [])],
    }
    for topic in MOVED_FROM_GRID
)
"""Of some of the cars, and with no lap to count from, places are counted from the grid. Who is out has lost his in
another way.
"""
PASSES: dict[str, Any] = {
    "plain": True, "relation": "overtakes", "time": "session_time_s", "where": [["how", "is", "track"]],
    "counts": True, "most": "up",
}  # fmt: skip
"""Passes on the track, whoever is asked for."""
_WIDE, _NARROW = "biggest / largest / widest", "smallest / narrowest / tightest"
_GOING = ["state", "not_in", [*OUT_STATES]]
_OF_CARS: dict[str, Any] = {"kinds": list(RACES), "relation": "drivers", "each_car": True}
_AHEAD: dict[str, Any] = {
    **_OF_CARS, "name": "gaps to the car ahead", "value": "interval_s", "show": ["position_now"],
    "where": [["interval_s", "told"], ["position_now", "more", 1]],
}  # fmt: skip
_BEHIND: dict[str, Any] = {
    **_OF_CARS, "name": "gaps to the car behind", "value": "clear_s", "show": ["position_now"],
    "where": [["clear_s", "told"]],
    "said": "(gap|gaps|interval|margin|lead|advantage) (to|over) (the|) (car|one) behind",
}  # fmt: skip
_EACH: tuple[dict[str, Any], ...] = (
    {
        **_AHEAD,
        "needs": True,
        "nobody": True,
        "said": "(gap|gaps|interval|intervals) (to|behind) (the|) (car|cars|one) (ahead|in front)",
    },
    {**_BEHIND, "needs": True, "nobody": True},
    {
        **_OF_CARS,
        "name": "gaps to the leader",
        "value": "gap_s",
        "show": ["laps_down"],
        "where": [_GOING, ["position_now", "more", 1]],
        "needs": True,
        "nobody": True,
        "said": "(gap|gaps|interval|intervals|deficit|deficits|time) (to|behind|from) (the|) (leader|lead|front)",
        "up": _WIDE,
        "down": _NARROW,
    },
    {
        **_OF_CARS,
        "name": "stops of each",
        "value": "stops",
        "where": [_GOING, ["stops", "told"]],
        "needs": True,
        "nobody": True,
        "said": "(number of|) (stops|pit stops) (of|by|for) (the|each) (car|cars|driver|drivers)",
    },
    {
        **_OF_CARS,
        "name": "positions",
        "value": "position_now",
        "where": [_GOING, ["position_now", "told"]],
        "needs": True,
        "nobody": True,
        "said": "(position|positions) / positions (of|for) / (running|track|current) (position|positions)"
        " / where (is|are)",
    },
)
"""What a value is of each of some cars; of those who are named a tool tells it."""
ORDER_TOPICS: tuple[dict[str, Any], ...] = (
    {
        **_AHEAD,
        "ranks": True,
        "said": "(gap|gaps|interval) (between two cars|to the car ahead|) / to the car ahead / to the car in front",
        "up": _WIDE,
        "down": f"{_NARROW} / closest / nearest",
    },
    {**_BEHIND, "ranks": True, "up": _WIDE, "down": _NARROW},
    *_EACH,
    {
        "name": "lead",
        "kinds": list(RACES),
        "relation": "laps",
        "where": [["position", "is", 2], ["gap_s", "told"]],
        "value": "gap_s",
        "show": ["lap"],
        "nobody": True,
        "ranks": True,
        "said": "lead",
        "up": _WIDE,
        "down": _NARROW,
    },
    {
        "name": "best and worst position",
        "relation": "laps",
        "where": [["position", "told"]],
        "plain": True,
        "sums": [
            {"op": "min", "field": "position", "as": "best_position"},
            {"op": "max", "field": "position", "as": "worst_position"},
        ],
        "said": f"(best|highest|worst|lowest) {_PLACES}",
    },
    {
        "name": "laps in a position",
        "relation": "laps",
        "where": [["position", "told"]],
        "holds": "position",
        "counts": True,
        "sums": [
            {"op": "count", "as": "count"},
            {"op": "first", "field": "lap", "as": "first_lap"},
            {"op": "last", "field": "lap", "as": "last_lap"},
        ],
        "said": "laps / lap",
        "alone": True,
    },
    {
        **PASSES,
        "name": "overtaken",
        "passive": "passed",
        "named": "passed_car",
        "show": ["driver", "lap"],
        "said": "(been|was|were|being) (overtaken|passed) / overtaken / passed",
        "beside": "on track / times",
    },
)
