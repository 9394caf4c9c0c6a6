"""What can be asked of the sets of tyres that cars have used, and in which words."""

from __future__ import annotations

from typing import Any

_SETS: dict[str, Any] = {
    "relation": "stints",
    "value": "laps",
    "amount": True,
    "plain": True,
    "beside": "used / use / fitted / run / ran / been through / gone through / got through / tyres",
}
SET_TOPICS: tuple[dict[str, Any], ...] = (
    {
        "name": "age of tyres at stops",
        "relation": "stints",
        "value": "tyre_laps",
        "where": [["going", "is", False], ["tyre_laps", "told"]],
        "show": ["compound"],
        "plain": True,
        "said": "tyre age at (stops|the stops)",
    },
    {
        "name": "laps between stops",
        "relation": "stints",
        "value": "laps",
        "where": [["going", "is", False], ["stint", "more", 1]],
        "show": ["compound", "from_lap", "to_lap"],
        "plain": True,
        "amount": True,
        "said": "laps between (stops|the stops)",
    },
    {**_SETS, "name": "sets used", "show": ["compound", "new"], "said": "set / sets / (set|sets) of tyres"},
    *(
        {**_SETS, "name": name, "where": [["new", "is", new]], "show": ["compound"], "said": said}
        for name, new, said in (
            ("new sets used", True, "(new|fresh|brand new) (set|sets) (of tyres|)"),
            ("used sets used", False, "(used|old|scrubbed) (set|sets) (of tyres|)"),
        )
    ),
)
