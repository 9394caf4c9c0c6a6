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
_ZONE = "(drop|elimination|knock out|knockout|danger) zone"
_OUT_BEFORE = {
    "group_by": ["team"],
    "aggregate": [{"op": "max", "field": "reached", "as": "reached"}],
    "having": [{"field": "reached", "op": "less", "value": "{part}"}],
}
KNOCK_OUT_NARROWS: tuple[Narrow, ...] = (
    {
        "said": f"(in|inside|from|of|) {_ZONE} / at risk",
        "ways": [{"where": [["at_risk", "is", True]], "only": ["drivers"]}],
    },
    {
        "said": "no (car|cars|driver|drivers) (in|left in) {part}",
        "ways": [{"where": [["reached", "told"]], "only": ["drivers"], "arguments": _OUT_BEFORE}],
    },
)
"""Who would be knocked out, and who did not come so far."""
TOOK_PART: dict[str, Any] = {
    "name": "cars that took part", "kinds": list(QUALIFYINGS), "relation": "drivers", "holds": "reached",
    "alone": True, "each_car": True,
}  # fmt: skip
"""Who has stopped on the track came as far, too."""
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
        "name": "tyres of those at risk",
        "kinds": list(QUALIFYINGS),
        "relation": "drivers",
        "where": [["compound", "told"]],
        "show": ["compound", "new", "tyre_laps"],
        "holds": "at_risk",
        "each_car": True,
        "said": "tyres / tyre / compound / compounds",
    },
    {
        "name": "compounds used in a segment",
        "kinds": list(QUALIFYINGS),
        "relation": "laps",
        "where": [["compound", "told"]],
        "show": ["compound"],
        "holds": "segment",
        "group": True,
        "plain": True,
        "said": "used / use / been on / tried / (has|have) (run|ran) / ran / fitted / put on",
        "beside": "tyres / tyre / compound",
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
