"""What can be asked of the sets of tyres that cars have used, and in which words."""

from __future__ import annotations

from typing import Any

SET_TOPICS: tuple[dict[str, Any], ...] = (
    {
        "name": "sets used",
        "relation": "stints",
        "value": "laps",
        "show": ["compound", "new"],
        "amount": True,
        "plain": True,
        "said": "set / sets / (set|sets) of tyres",
        "beside": "used / use / fitted / run / ran / been through / gone through / got through / tyres",
    },
    *(
        {
            "name": name,
            "relation": "stints",
            "value": "laps",
            "where": [["new", "is", new]],
            "show": ["compound"],
            "amount": True,
            "plain": True,
            "said": said,
            "beside": "used / use / fitted / run / ran / been through / gone through / got through",
        }
        for name, new, said in (
            ("new sets used", True, "(new|fresh|brand new) (set|sets) (of tyres|)"),
            ("used sets used", False, "(used|old|scrubbed) (set|sets) (of tyres|)"),
        )
    ),
)
