"""What narrows a question to where cars stood: positions held, the grid, gains, gaps to the leader, laps down."""

from __future__ import annotations

from typing import Any

from pitwall.query.events import Narrow
from pitwall.query.halves import HALF
from pitwall.query.question import POINTS
from pitwall.state import OUT_STATES

_LAPS = ["laps"]
_CARS = ["drivers"]
_BEEN = "(ever|ever been|been|was|were|being|spent|held|run|ran|stayed|had)"
_STARTED = "(started|starting|start|qualified|lined up)"
_THAT = "(that|who|which|)"
_WHERE_IS = "where (is|are|was) (the|) (driver|car|one) (that|who|which)"
_HIS = "(his|her|their|its|the|own|)"
_SLOT = "(grid|starting) (position|place|slot)"
_NEARER = "(within|inside|less than|under)"
_S = "(second|seconds)"


def _narrow(said: str, where: list[list[Any]], only: list[str], **more: Any) -> Narrow:
    return {"said": said, "ways": [{"where": where, "only": only, **more}]}


_HELD: tuple[Narrow, ...] = (
    _narrow(f"{_BEEN} (in|) {{position}} / in {{position}}", [["position", "is", "{position}"]], _LAPS),
    _narrow("been {nth}", [["position", "is", "{nth}"]], _LAPS),
    _narrow("been last", [["position", "told"]], ["none"]),  # no relation tells how many were left then
    _narrow(f"{_BEEN} (in|inside) (the|) top {{n}}", [["position", "at_most", "{n}"]], _LAPS),
    _narrow(f"{_BEEN} (on|) (the|) podium", [["position", "at_most", 3]], _LAPS),
    _narrow(f"{_BEEN} (in|inside) (the|) points", [["position", "at_most", POINTS]], _LAPS),
)
"""Of laps: where the car stood as it ended them, not where it stands now."""


def _of_grid(said: str, field: str, op: str, value: Any, *more: str) -> Narrow:
    return _narrow(said, [[field, op, value]], _CARS, show=["grid", "position_now", *more])


_GRID: tuple[Narrow, ...] = (
    _of_grid(
        f"{_THAT} {_STARTED} (outside|outside of|below) (the|) top {{n}}"
        " / from (outside|outside of|below) (the|) top {n} (on|of) (the|) grid",
        "grid", "more", "{n}",
    ),
    _of_grid(
        f"{_THAT} {_STARTED} (in|inside|from|within) (the|) top {{n}}"
        " / (in|of|from) (the|) top {n} (on|of) (the|) grid / (in|of|from|) (the|) (top|first) {n} qualifiers",
        "grid", "at_most", "{n}",
    ),
    _of_grid(
        f"{_THAT} {_STARTED} (in|from|on|) {{position}} / {_THAT} {_STARTED} {{nth}}"
        f" / {_WHERE_IS} {_STARTED} (in|from|on|) {{position}} / {_WHERE_IS} {_STARTED} {{nth}}",
        "grid", "is", "{position}", "gained", "state",
    ),
    _narrow(
        "(where|from where) did {position} (start|qualify|line up)"
        " / (grid|starting) (position|place|slot) of {position}",
        [["position_now", "is", "{position}"], ["grid", "told"]],
        _CARS,
        show=["grid", "position_now"],
    ),
    _of_grid(
        f"{_THAT} {_STARTED} (on|from) (the|) {{row}} row / {_WHERE_IS} {_STARTED} (on|from) (the|) {{row}} row"
        f" / {_THAT} (on|from) (the|) {{row}} row (of the grid|)",
        "grid", "in", "{row}",
    ),
    _of_grid(
        f"{_THAT} {_STARTED} (on|from) pole / {_WHERE_IS} {_STARTED} (on|from) pole",
        "grid", "is", 1, "gained", "state",
    ),
    _of_grid(
        f"(in|on) {_HIS} {_SLOT} / (in|on) (the|) (position|place) (he|she|they|it)"
        " (started|began) (in|from|on|) / where (he|she|they|it) started",
        "gained", "is", 0,
    ),
    _of_grid(f"(below|behind|under|worse than) {_HIS} {_SLOT}", "gained", "less", 0),
    _of_grid(f"(above|ahead of|better than) {_HIS} {_SLOT}", "gained", "more", 0),
)  # fmt: skip
_APART: tuple[Narrow, ...] = (
    _narrow(
        "(in|of|) {position} and {position}",
        [["position_now", "in", ["{position}", "{position'}"]]],
        _CARS,
        show=["position_now"],
    ),
    _narrow(
        "(in|from|between|of|for|) {position} (to|through|till) {position} / between {position} and {position}",
        [["position_now", "at_least", "{position}"], ["position_now", "at_most", "{position'}"]],
        _CARS,
        show=["position_now"],
    ),
    _narrow(
        f"{_NEARER} {{n}} {_S} (of|behind|from|off) (the|) (leader|lead|front)",
        [["laps_down", "is", 0], ["gap_s", "at_most", "{n}"], ["position_now", "more", 1]],
        _CARS,
        show=["gap_s"],
    ),
    _narrow(
        f"{_NEARER} {{n}} {_S} (of|from|off) (the|) (fastest|quickest|best|top|pole|provisional pole) (lap|time|)",
        [["gap_s", "at_most", "{n}"], ["position_now", "more", 1]],
        _CARS,
        show=["gap_s"],
    ),
    _narrow(  # no relation tells it
        f"{_NEARER} {{n}} {_S} (of|behind|from|off) (the|) (points|podium|last point)",
        [["gap_s", "told"]],
        ["none"],
    ),
    _narrow("{n} laps (down|behind)", [["laps_down", "is", "{n}"]], _CARS),
    _narrow(
        "at least {n} laps (down|behind) / {n} laps or more (down|behind)",
        [["laps_down", "at_least", "{n}"]],
        _CARS,
        show=["laps_down"],
    ),
    _narrow("more than {n} laps (down|behind)", [["laps_down", "more", "{n}"]], _CARS, show=["laps_down"]),
)


def _teams(said: str, op: str, aggregate: dict[str, Any], value: int | str) -> Narrow:
    """Teams by how many of their cars, or by the best of them, fulfil the rest of the question."""
    arguments = {
        "group_by": ["team"],
        "aggregate": [aggregate],
        "having": [{"field": aggregate["as"], "op": op, "value": value}],
    }
    return _narrow(said, [["team", "told"]], _CARS, arguments=arguments)


_ITS = "(car|cars|driver|drivers)"
_COUNT = {"op": "count", "as": "count"}
_BEST = {"op": "min", "field": "position_now", "as": "best_position"}
_TEAMS: tuple[Narrow, ...] = (
    _teams(f"both {_ITS} (still|) (running|going|left|racing|in the race|)", "at_least", _COUNT, 2),
    _teams(f"(have|has) (a|any) {_ITS}", "at_least", _COUNT, 1),
    _teams(f"(have|has) (only|just|) one {_ITS}", "is", _COUNT, 1),
    _teams(f"no {_ITS} in (the|) points", "more", _BEST, POINTS),
    _teams(f"no {_ITS} in (the|) top {{n}}", "more", _BEST, "{n}"),
)
_LAP_AGO: dict[str, Any] = {
    "from": "laps", "where": [["position_now", "is", 1], ["laps_ago", "is", "{n}"]], "select": ["lap"],
}  # fmt: skip
_ONE_AGO = {**_LAP_AGO, "where": [["position_now", "is", 1], ["laps_ago", "is", 1]]}
_THEN: dict[str, Any] = {"arguments": {"at_lap": "{/lap}"}, "pick": "first", "only": _CARS}
_MOMENTS: tuple[Narrow, ...] = (
    {"said": "{n} (lap|laps) (ago|earlier)", "ways": [{**_THEN, "find": _LAP_AGO}]},
    {"said": "(lap|one lap) ago", "ways": [{**_THEN, "find": _ONE_AGO}]},
    {
        "said": "(at|by) (half distance|half-distance|halfway|half way|halfway point|half way point|half time)",
        "ways": [{**_THEN, "arguments": {"at_lap": "{/half_distance_lap}"}, "find": HALF}],
    },
)

_LAST_CAR: dict[str, Any] = {
    "from": "drivers", "where": [["state", "not_in", [*OUT_STATES]], ["position_now", "told"]],
    "select": ["driver", "position_now"], "order_by": [{"field": "position_now", "down": True}], "limit": 1,
}  # fmt: skip
"""Whoever is last of those still going."""
_BOTTOM: Narrow = {
    "said": "(in|of|among|from|) (the|) bottom {n} (cars|drivers|)",
    "ways": [
        {
            "where": [["position_now", "at_least", "{/position_now}"]],
            "find": {**_LAST_CAR, "limit": "{n}"},
            "pick": "last",
            "only": _CARS,
            "then": True,
        }
    ],
}
_HOLDERS: tuple[Narrow, ...] = (
    {
        "said": "(of|for|has|did|is) (the|) last (placed|) (car|driver)",
        "ways": [{"where": [["driver", "is", "{/driver}"]], "find": _LAST_CAR, "pick": "first", "then": True}],
    },
    {
        "said": "(of|for|has|did) (the|) (leader|race leader)",
        "ways": [
            {"where": [["position_now", "is", 1]], "only": ["laps"]},
            {"where": [["position_now", "is", 1]], "beside": True},
        ],
    },
    {"said": "(of|for) {position}", "ways": [{"where": [["position_now", "is", "{position}"]], "beside": True}]},
    {"said": "(has|did) {position}", "ways": [{"where": [["position_now", "is", "{position}"]], "only": ["stops"]}]},
)
"""Who is in a position now, instead of a name, where something else narrows the question too: tools take positions."""

ORDER_NARROWS: tuple[Narrow, ...] = (*_HELD, *_GRID, *_APART, *_TEAMS, *_MOMENTS, _BOTTOM, *_HOLDERS)
"""Longer phrases are meant before the shorter ones that they hold."""
