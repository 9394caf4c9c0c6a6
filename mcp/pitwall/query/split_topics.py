"""What can be asked of sectors and speeds by team, by class or of a segment, and in which words: the best of each."""

from __future__ import annotations

from typing import Any

_QUICK = "fastest / quickest / best"

_TOP_SPEED = "top speed / top speeds"
_SPEEDS: dict[str, Any] = {
    "relation": "speeds",
    "value": "speed_kmh",
    "where": [["trap", "is", "ST"], ["speed_kmh", "told"]],
    "whole": ["segment"],
    "each": "max",
    "group": True,
}
SPLIT_TOPICS: tuple[dict[str, Any], ...] = (
    {
        "name": "sector times",
        "relation": "sectors",
        "value": "time_s",
        "where": [["time_s", "told"]],
        "whole": ["segment"],
        "each": "min",
        "group": True,
        "holds": "sector",
        "alone": True,
        "ranks": True,
        "said": "time / times / sector time / sector times",
        "beside": "set",
        "down": _QUICK,
    },
    {
        **_SPEEDS,
        "name": "top speeds",
        "ranks": True,
        "said": f"{_TOP_SPEED} / (through|at|in) speed trap / speed trap / on (straight|straights)",
        "beside": "speed / reached",
        "up": f"highest / {_QUICK}",
    },
    {**_SPEEDS, "name": "top speeds of each", "needs": True, "rank": "up", "said": _TOP_SPEED},
    {"name": "top speeds held to another's", "relation": "speeds", "holds": "trap", "alone": True, "counts": True},
)
