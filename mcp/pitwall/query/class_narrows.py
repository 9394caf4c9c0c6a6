"""What narrows a question to one class: positions and distances are then those within it."""

from __future__ import annotations

from pitwall.query.events import Narrow

_WITHIN = {
    "position_now": "class_position",
    "laps_down": "class_laps_down",
    "interval_s": "class_interval_s",
    "position": "class_position",
    "gap_s": "class_gap_s",
    "grid": "class_grid",
    "gained": "class_gained",
}
"""What a field of the whole field is within a class. A relation without the other cannot be asked of a class."""

CLASSES: tuple[Narrow, ...] = (
    {  # whom the leader of all has lapped
        "said": "(has|have|did) (the|) (overall|race|) leader (lapped|lap)",
        "ways": [{"where": [["laps_down", "at_least", 1]], "only": ["drivers"], "overall": True, "beside": True}],
    },
    {  # how many cars of a class stand far up is asked of the whole field
        "said": "{class} (cars|car|drivers|entries) (is|are|) (in|among|inside|within) (the|) top {n} (overall|)",
        "ways": [{"where": [["class_name", "is", "{class}"], ["position_now", "at_most", "{n}"]]}],
    },
    {
        "said": "(in|of|among|within|inside|from|for|) {class} (class|cars|car|drivers|driver|entries|)",
        "ways": [{"where": [["class_name", "is", "{class}"]], "instead": _WITHIN}],
    },
)
