"""What narrows a question to a half of the race."""

from __future__ import annotations

from typing import Any

from pitwall.query.events import Narrow

HALF: dict[str, Any] = {"from": "distance", "where": [], "select": ["half_distance_lap", "laps"]}
"""The query that finds the lap that ends the first half."""
_FOUND: dict[str, Any] = {"find": HALF, "pick": "first"}
_END = "{/half_distance_lap}"
_MIDDLE = (
    "(half distance|half-distance|halfway|half way|half time|the halfway point|the half way point|the halfway mark)"
)

HALVES: tuple[Narrow, ...] = (
    {  # a tool tells how far it is
        "said": f"laps (left|to go|) (until|till|to|before) {_MIDDLE}",
        "ways": [{"where": [["lap", "told"]], "only": ["none"]}],
    },
    {
        "said": f"(since|after|from|past) {_MIDDLE} (on|onwards|)"
        " / (in|during|over|for|of) (the|) (second|2nd|latter|final|last) half (of the race|)",
        "ways": [
            {**_FOUND, "where": [["lap", "at_least", _END]], "only": ["laps"]},  # from how things stood at its line
            {**_FOUND, "where": [["lap", "more", _END]]},
            {**_FOUND, "arguments": {"since_lap": _END}, "only": ["drivers"]},
        ],
    },
    {
        "said": f"(before|until|till|up to) {_MIDDLE}"
        " / (in|during|over|for|of) (the|) (first|1st|opening) half (of the race|)",
        "ways": [
            {**_FOUND, "where": [["lap", "at_most", _END]]},
            {**_FOUND, "arguments": {"to_lap": _END}, "only": ["none"]},  # for tools that take a span of laps
        ],
    },
)


HALF_FIELDS = ["half_distance_lap", "laps"]
"""The fields of a query that asks where half distance is."""


def half_distance(row: dict[str, Any]) -> str:
    """`Half distance was lap 29, 16 laps ago.`, or how many laps it is to it."""
    half, done = (row[name] for name in HALF_FIELDS)
    apart = abs(half - done)
    laps = f"{apart} lap{'' if apart == 1 else 's'}"
    if done == half:
        return f"Half distance is lap {half}: just reached."
    return f"Half distance was lap {half}, {laps} ago." if done > half else f"Half distance is lap {half}, in {laps}."
