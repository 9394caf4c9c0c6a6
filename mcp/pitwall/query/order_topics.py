"""What can be asked of positions held over laps and of who was overtaken, and in which words."""

from __future__ import annotations

from typing import Any

from pitwall.state.kinds import RACES

_PLACES = "(position|positions|place|places|spot)"

STARTERS: dict[str, Any] = {
    "name": "starters", "relation": "drivers", "kinds": list(RACES), "alone": True, "each_car": True, "holds": "grid",
}  # fmt: skip
"""Who is out has started too."""
GRID: dict[str, Any] = {
    "name": "grid", "relation": "drivers", "kinds": list(RACES), "value": "grid", "where": [["grid", "told"]],
    "each_car": True, "ranks": True, "show": ["position_now", "state"], "said": "started / start / starting / on the grid",
    "up": "lowest / furthest back", "down": "highest / furthest up",
}  # fmt: skip
ORDER_TOPICS: tuple[dict[str, Any], ...] = (
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
        "beside": "had / held / today / so far",
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
        "name": "overtaken",
        "plain": True,
        "relation": "overtakes",
        "time": "session_time_s",
        "where": [["how", "is", "track"]],
        "counts": True,
        "most": "up",
        "passive": "passed",
        "named": "passed_car",
        "show": ["driver", "lap"],
        "said": "(been|was|were|being) (overtaken|passed)",
        "beside": "on track / times",
    },
)
