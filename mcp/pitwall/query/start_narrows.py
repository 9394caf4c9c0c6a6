"""What narrows a question of cars as they stand to what they started on, or where: ahead of somebody or behind."""

from __future__ import annotations

from typing import Any

from pitwall.query.events import Narrow

_STARTED = "(started|began) on {compound} (tyres|tyre|)"
_CARS = "(car|cars|driver|drivers|of those)"

STARTED: tuple[Narrow, ...] = (
    {
        "said": f"{_CARS} (that|who|which) {_STARTED} / of those {_STARTED}"
        f" / (who|which cars|which drivers|) {_STARTED} (and|but) / (and|but) (who|that|) {_STARTED}",
        "ways": [
            {
                "where": [["start_compound", "is", "{compound}"]],
                "only": ["drivers"],
            }
        ],
    },
)
"""Where more is asked of them than what they started on: that alone is told by first stints."""
_FROM = "(started|qualified|lined up) (the race|on the grid|)"
_HIS_GRID: dict[str, Any] = {
    "from": "drivers", "where": [["driver", "is", "{driver}"]], "select": ["driver", "grid"],
}  # fmt: skip

STARTED_AROUND: tuple[Narrow, ...] = tuple(
    {
        "said": f"(that|who|which|) {_FROM} {said} {{driver}}",
        "ways": [
            {
                "where": [["grid", op, "{/grid}"]],
                "find": _HIS_GRID,
                "pick": "first",
                "only": ["drivers"],
                "show": ["grid", "position_now"],
                "arguments": {"order_by": [{"field": "grid"}]},
            }
        ],
    }
    for said, op in (("(ahead of|in front of)", "less"), ("behind", "more"))
)
"""Who started on either side of the one who is named."""
