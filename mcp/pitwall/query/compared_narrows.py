"""What narrows a question to those who have more, less or as much as the one who is named, or did it often."""

from __future__ import annotations

from typing import Any

from pitwall.query.events import Narrow

_CARS = ["drivers"]
_TYRES = "(tyres|tyre|rubber|set of tyres)"
_ON = "(on|with|have|has|had|is on|are on|)"
_LAST_LAP = "(on|over|in) (the|) (last|latest|previous) lap"


def _than(said: str, field: str, op: str, **more: Any) -> Narrow:
    """Cars by a field that is held to that of the one who is named."""
    find = {"from": "drivers", "where": [["driver", "is", "{driver}"]], "select": ["driver", field]}
    way = {
        "where": [[field, op, f"{{/{field}}}"], ["driver", "is_not", "{driver}"]],
        "find": find,
        "pick": "first",
        "then": True,
        "only": _CARS,
        "show": [field],
        **more,
    }
    return {"said": said, "ways": [way]}


def _often(said: str, op: str, value: Any) -> Narrow:
    """Those of whom there are so many rows."""
    counted = {"op": "count", "as": "count"}
    having = [{"field": "count", "op": op, "value": value}]
    arguments = {"group_by": ["driver"], "aggregate": [counted], "having": having}
    return {"said": said, "ways": [{"where": [], "only": ["overtakes", "penalties"], "arguments": arguments}]}


COMPARED_TO_ONE: tuple[Narrow, ...] = (
    # Of all cars a tool tells who is on fresher tyres, and on which.
    _than(f"{_ON} (fresher|newer|younger) {_TYRES} than {{driver}}", "tyre_laps", "less", beside=True),
    _than(f"{_ON} (older|more worn) {_TYRES} than {{driver}}", "tyre_laps", "more", beside=True),
    _than(f"(faster|quicker) than {{driver}} {_LAST_LAP}", "last_lap_s", "less"),
    _than(f"slower than {{driver}} {_LAST_LAP}", "last_lap_s", "more"),
    _than(
        "(stopped|pitted) (the|) same number of times as {driver}"
        " / (stopped|pitted) (as often|as many times) as {driver}"
        " / (made|done|had) (the|) same number of (stops|pit stops) as {driver}"
        " / (made|done|had) as many (stops|pit stops) as {driver}",
        "stops",
        "is",
    ),
    _often("(twice|two times)", "at_least", 2),
    _often("(more than once|several times|repeatedly)", "more", 1),
)
