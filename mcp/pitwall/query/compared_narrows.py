"""What narrows a question to those who have more, less or as much as the one who is named, or did it often."""

from __future__ import annotations

from typing import Any

from pitwall.query.events import Narrow
from pitwall.state.kinds import TIMED

_CARS = ["drivers"]
_TYRES = "(tyres|tyre|rubber|set of tyres)"
_ON = "(on|with|have|has|had|is on|are on|)"
_LAST_LAP = "(on|over|in) (the|) (last|latest|previous) lap"
_SET = "(set|done|driven|)"
_LAP = "(lap|laps|lap time|time|best lap|fastest lap)"
_BEATEN = "(beaten|bettered|beat|beats|improved on)"
_HIS, _NOT_DELETED, _TOLD = ["driver", "is", "{driver}"], ["deleted", "is", False], ["time_s", "told"]
_BEST = {"op": "min", "field": "time_s", "as": "time_s"}
_AVERAGE = [{"op": "avg", "field": "time_s", "as": "average_time_s"}, {"op": "count", "as": "rows"}]


def _than(said: str, field: str, op: str, **more: Any) -> Narrow:
    """Cars by a field that is held to that of the one who is named."""
    find = {"from": "drivers", "where": [["driver", "is", "{driver}"], [field, "told"]], "select": ["driver", field]}
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


def _best_way(op: str) -> dict[str, Any]:
    """Cars by their best lap, held to the best of the one who is named on the laps that are asked about."""
    best = {"order_by": [{"field": "time_s"}], "limit": 1}
    return {
        "where": [_NOT_DELETED, _TOLD],
        "find": {"from": "laps", "where": [_HIS, _NOT_DELETED, _TOLD], "select": ["driver", "time_s", "lap"], **best},
        "pick": "first",
        "same": True,
        "only": ["laps"],
        "arguments": _held("time_s", op, [_BEST]),
    }


def _average_than(said: str, op: str) -> Narrow:
    """Cars by their average lap, held to his on the laps that are asked about; against the clock by their best."""
    average = {
        "where": [["accurate", "is", True], _NOT_DELETED],
        # By driver, so that there is no row, and not an empty one, where he has no such lap.
        "find": {
            "from": "laps",
            "where": [_HIS, ["accurate", "is", True]],
            "group_by": ["driver"],
            "aggregate": _AVERAGE,
        },
        "pick": "first",
        "same": True,
        "only": ["laps"],
        "beside": True,
        "arguments": _held("average_time_s", op, _AVERAGE),
    }
    return {"said": said, "ways": [{**_best_way(op), "kinds": list(TIMED), "beside": True}, average]}


def _speed_than(said: str, op: str) -> Narrow:
    """Cars by their top speed, held to his."""
    trap = [["trap", "is", "ST"], ["speed_kmh", "told"]]
    order = {"order_by": [{"field": "speed_kmh", "down": True}], "limit": 1}
    way = {
        "where": trap,
        "find": {"from": "speeds", "where": [_HIS, *trap], "select": ["driver", "speed_kmh", "lap"], **order},
        "pick": "first",
        "same": True,
        "only": ["speeds"],
        "arguments": _held("speed_kmh", op, [{"op": "max", "field": "speed_kmh", "as": "speed_kmh"}]),
    }
    return {"said": said, "ways": [way]}


def _held(field: str, op: str, values: list[dict[str, Any]]) -> dict[str, Any]:
    """A value of each car, of those for whom it is more or less than what was found."""
    having = [{"field": field, "op": op, "value": f"{{/{field}}}"}]
    order = [{"field": field, **({"down": True} if field == "speed_kmh" else {})}]
    return {"group_by": ["driver"], "aggregate": values, "having": having, "order_by": order}


def _of_somebody_placed(narrow: Narrow, said: str, position: Any) -> Narrow:
    """The same, held to whoever stands in a position now."""

    def instead(part: Any) -> Any:
        if isinstance(part, dict):
            return {key: instead(value) for key, value in part.items()}
        if part == _HIS:
            return ["position_now", "is", position]
        if isinstance(part, list):
            return ["{/driver}" if value == "{driver}" else instead(value) for value in part]
        return part

    return {"said": narrow["said"].replace("{driver}", said), "ways": instead(narrow["ways"])}


def _often(said: str, op: str, value: Any) -> Narrow:
    """Those of whom there are so many rows."""
    counted = {"op": "count", "as": "count"}
    having = [{"field": "count", "op": op, "value": value}]
    arguments = {"group_by": ["driver"], "aggregate": [counted], "having": having}
    return {"said": said, "ways": [{"where": [], "only": ["overtakes", "penalties"], "arguments": arguments}]}


_TO_ONE: tuple[Narrow, ...] = (
    # Of all cars a tool tells who is on fresher tyres, and on which.
    _than(f"{_ON} (fresher|newer|younger) {_TYRES} than {{driver}}", "tyre_laps", "less", beside=True),
    _than(f"{_ON} (older|more worn) {_TYRES} than {{driver}}", "tyre_laps", "more", beside=True),
    _than(f"(faster|quicker) than {{driver}} {_LAST_LAP}", "last_lap_s", "less"),
    _than(f"slower than {{driver}} {_LAST_LAP}", "last_lap_s", "more"),
    *(
        narrow
        for faster, op in (("(faster|quicker|better)", "less"), ("slower", "more"))
        for narrow in (
            _than(
                f"{faster} (last|latest|most recent) (lap|lap time|time) than {{driver}}"
                f" / (last|latest|most recent) (lap|lap time|time) {faster} than {{driver}}",
                "last_lap_s",
                op,
            ),
            {
                "said": f"{_SET} (a|) {faster} {_LAP} than {{driver}}"
                f" / {_LAP} (is|was|are|were|) {faster} than {{driver}}",
                "ways": [_best_way(op)],
            },
            _average_than(f"(gone|lapped|) {faster} than {{driver}}", op),
        )
    ),
    {
        "said": f"{_BEATEN} {{driver}} (best|fastest) {_LAP} / {_BEATEN} (the|) (best|fastest) {_LAP} of {{driver}}",
        "ways": [_best_way("less")],
    },
    _than("(gained|made up|won) more (places|positions|spots) than {driver}", "gained", "more"),
    _than("(made|done|) more (overtakes|passes) than {driver}", "overtakes_made", "more"),
    _than("(overtaken|passed) more (cars|drivers|) than {driver}", "overtakes_made", "more"),
    _than("(has|have|had|) more (penalties|penalty) than {driver}", "penalties", "more"),
    _than("(done|completed|driven|) more laps than {driver}", "laps", "more"),
    _than(
        "(stopped|pitted) (the|) same number of times as {driver}"
        " / (stopped|pitted) (as often|as many times) as {driver}"
        " / (made|done|had) (the|) same number of (stops|pit stops) as {driver}"
        " / (made|done|had) as many (stops|pit stops) as {driver}",
        "stops",
        "is",
    ),
    *(
        _than(
            f"(made|done|had) {said} (stops|pit stops) than {{driver}} / (stopped|pitted) {often} than {{driver}}",
            "stops",
            op,
        )
        for said, often, op in (
            ("(fewer|less)", "(less|less often|fewer times)", "less"),
            ("more", "(more|more often|more times)", "more"),
        )
    ),
    _speed_than("(higher|better|faster|greater) top speed than {driver}", "more"),
    _speed_than("(lower|slower|worse) top speed than {driver}", "less"),
)
COMPARED_TO_ONE: tuple[Narrow, ...] = (
    *_TO_ONE,
    *(
        _of_somebody_placed(narrow, said, position)
        for narrow in _TO_ONE
        for said, position in (("{position}", "{position}"), ("(the|) (leader|race leader)", 1))
    ),
    _often("(twice|two times)", "at_least", 2),
    _often("(more than once|several times|repeatedly)", "more", 1),
)
