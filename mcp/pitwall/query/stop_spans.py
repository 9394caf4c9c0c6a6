"""What the stops of the race set: the span before the first of them, and which of his own a stop is."""

from __future__ import annotations

from typing import Any

_EARLY = 3
"""Who stops on one of the first laps mends something: the stops begin later."""
_ROUND = 5
"""Stops of the last laps are a round of them."""
_FIRST_STOP: dict[str, Any] = {
    "find": {
        "from": "stops",
        "where": [["lap", "more", _EARLY]],
        "select": ["driver", "lap"],
        "order_by": [{"field": "session_time_s"}],
        "limit": 1,
    },
    "pick": "first",
}
_HIS_FIRST_STOP: dict[str, Any] = {
    **_FIRST_STOP,
    "find": {**_FIRST_STOP["find"], "where": [["driver", "is", "{driver}"]]},
    "one": True,
}

STOP_SPANS: tuple[dict[str, Any], ...] = (
    {
        "said": "(at|in|with|on) (his|her|their|the|) {nth} (stop|pit stop) / {nth} (stop|pit stop) of",
        "ways": [{"where": [["number", "is", "{nth}"]], "only": ["stops"]}],
    },
    {
        "said": "(in|of|during|from) (this|the latest|the last|the current) (round|set|cycle) of (stops|pit stops)",
        "ways": [{"where": [["laps_ago", "less", _ROUND]], "only": ["stops"]}],
    },
    {
        "said": "(made|had|done|taken) (a|his|her|their|the) {nth} (stop|pit stop)"
        " / (stopped|pitted|boxed|been in) (for|) (a|the) {nth} time / {nth} time in the pits",
        "ways": [{"where": [["stops", "at_least", "{nth}"]], "only": ["drivers"], "show": ["stops"]}],
    },
    {
        "said": "under (both|both the|the two|two) safety cars / (in|under|during) both safety car (periods|phases)",
        "ways": [
            {
                "where": [["track_status", "is", "safety_car"]],
                "arguments": {
                    "group_by": ["driver"],
                    "aggregate": [{"op": "distinct", "field": "status_number", "as": "safety_cars"}],
                    "having": [{"field": "safety_cars", "op": "at_least", "value": 2}],
                },
                "only": ["stops"],
            }
        ],
    },
    {
        "said": "before the (stops|pit stops|first stops|first pit stops|first stop|round of stops)",
        "ways": [
            *(
                {**first, "where": [["lap", "less", "{/lap}"]], "only": ["laps", "overtakes", "gaps"]}
                for first in (_HIS_FIRST_STOP, _FIRST_STOP)
            ),
            # At the end of that lap who stops is on his way into the lane.
            {**_HIS_FIRST_STOP, "arguments": {"at_lap": "{/lap}"}, "only": ["drivers"]},
            {**_FIRST_STOP, "arguments": {"at_lap": "{/lap}"}, "only": ["drivers"]},
        ],
    },
)
"""Narrows: a stop by its number, and laps before the first stop of the one who is named, or of the race."""
