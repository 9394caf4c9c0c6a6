"""What can be asked of one class alone: elsewhere a tool tells it of the whole field."""

from __future__ import annotations

from typing import Any

from pitwall.state import OUT_STATES
from pitwall.state.kinds import RACES

_OF_A_CLASS: dict[str, Any] = {"kinds": list(RACES), "relation": "drivers", "holds": "class_name", "each_car": True}
_GOING = ["state", "not_in", [*OUT_STATES]]
_PLACES = "(places|positions|place|position|spots|ground|)"

CLASS_TOPICS: tuple[dict[str, Any], ...] = (
    {
        **_OF_A_CLASS,
        "name": "cars of a class in the pits",
        "where": [["state", "is", "in_pit"]],
        "counts": True,
        "said": "in (pits|pit lane|garage) (now|right now|at the moment|) / pitting (now|right now|at the moment|)",
    },
    *(
        {
            **_OF_A_CLASS,
            "name": f"positions {name} in a class",
            "value": "gained",
            "where": [["gained", "told"]],
            "show": ["grid"],
            "most": rank,
            "rank": rank,
            "amount": True,
            "said": said,
            "beside": "places / positions / place / position / spots / ground",
        }
        for name, rank, said in (
            (
                "gained",
                "up",
                f"(gained|gain|made up|picked up) {_PLACES} / won (places|positions|spots) / biggest (gainer|mover)",
            ),
            ("lost", "down", f"(lost|lose|dropped) {_PLACES} / biggest loser"),
        )
    ),
    {
        **_OF_A_CLASS,
        "name": "laps since the last stop in a class",
        "value": "laps_since_stop",
        "where": [_GOING, ["laps_since_stop", "told"]],
        "rank": "up",
        "said": "(gone|driven|run|been out|stayed out|) longest (since|without) (last|)"
        " (stop|pit stop|stopping|pitting)",
    },
    {
        "name": "time in the pits in all",
        "kinds": list(RACES),
        "relation": "stops",
        "value": "lane_s",
        "where": [["lane_s", "told"]],
        "holds": "class_name",
        "each": "sum",
        "most": "up",
        "said": "time in (pits|pit lane|lane)",
        "beside": "spent / lost",
    },
)
"""Its fields are those of the class: `class_narrows` says which."""
