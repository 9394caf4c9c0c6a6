"""What is asked of the segments of a qualifying, and in which words: Q1, "the last segment"."""

from __future__ import annotations

from typing import Any

from pitwall.query.events import Narrow
from pitwall.query.pace_topics import LAP_WORDS, SET_A_LAP
from pitwall.state.kinds import QUALIFYINGS

_IN = "(in|of|during|from|for|through|)"
_LATEST: dict[str, Any] = {
    "from": "segments",
    "where": [],
    "select": ["segment"],
    "order_by": [{"field": "segment", "down": True}],
    "limit": 1,
}

SEGMENT_NARROWS: tuple[Narrow, ...] = (
    {
        "said": "{nth} (in|of|after) {part}",
        "ways": [{"where": [["position", "is", "{nth}"], ["segment", "is", "{part}"]], "only": ["segments"]}],
    },
    {
        "said": "(was|is|came|finished|) {position} (in|of|after) {part}",
        "ways": [{"where": [["position", "is", "{position}"], ["segment", "is", "{part}"]], "only": ["segments"]}],
    },
    {"said": f"{_IN} {{part}}", "ways": [{"where": [["segment", "is", "{part}"]]}]},
    {
        "said": f"{_IN} (last|final|latest) (segment|part|part of qualifying|segment of qualifying)",
        "ways": [{"find": _LATEST, "pick": "first", "where": [["segment", "is", "{/segment}"]]}],
    },
)
SEGMENT_TOPICS: tuple[dict[str, Any], ...] = (
    {
        "name": "best laps of a segment",
        "kinds": list(QUALIFYINGS),
        "relation": "segments",
        "value": "time_s",
        "show": ["position"],
        "holds": "segment",
        "alone": True,
        "said": f"lap / laps / lap time / lap times / time / times / {SET_A_LAP}",
        "beside": "quick / slow / fast / set",
        "up": f"slower / slowest / worst / slowest {LAP_WORDS} / worst {LAP_WORDS}",
        "down": f"faster / quicker / better / fastest / quickest / best / best {LAP_WORDS}",
    },
    {
        "name": "positions in a segment",
        "kinds": list(QUALIFYINGS),
        "relation": "segments",
        "show": ["position", "time_s"],
        "holds": "position",
        "alone": True,
        "said": "position / place / finish / finished",
    },
)
