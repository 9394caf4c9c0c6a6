"""What narrows a question of cars as they stand to what they started on."""

from __future__ import annotations

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
