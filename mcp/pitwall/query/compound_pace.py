"""How compounds are held against each other: by the clean laps that were driven on each."""

from __future__ import annotations

from typing import Any

from pitwall.state.kinds import RACES

_RECENT = 10
"""Tyres are compared by laps that are no older: the fuel and the track change."""
_TYRES = "(tyres|tyre|runners|)"
_AGAINST = "(and|or|than|vs|versus|against|to|from|faster than|quicker than|slower than)"

COMPOUND_PACE: dict[str, Any] = {
    "name": "pace of compounds",
    "kinds": list(RACES),
    "relation": "laps",
    "value": "time_s",
    "average": [["accurate", "is", True]],
    "mean": True,
    "compared": True,
    "rank": "down",
    "said": "pace / average pace / average / lap time / lap times / pace difference / difference",
    "beside": "compare / lap / laps / time / times / tyre / tyres / compound / quick / fast",
    "up": "slower / slowest",
    "down": "faster / quicker / better / fastest / quickest",
}
"""A topic: quickest first."""
COMPARED: tuple[dict[str, Any], ...] = (
    {
        "said": f"(are|is) (we|they|all|everyone|everybody|cars|) on {{compound}} {_TYRES} or {{compound}} {_TYRES}"
        f" / (who|which|cars|drivers) (is|are|) on {{compound}} {_TYRES} (and|or) (on|) {{compound}} {_TYRES}",
        "ways": [
            {"where": [["compound", "in", ["{compound}", "{compound'}"]]], "only": ["drivers"], "show": ["compound"]}
        ],
    },
    {
        "said": f"(on|with|between|) {{compound}} {_TYRES} {_AGAINST} (those|cars|ones|) (on|) {{compound}} {_TYRES}",
        "ways": [
            {
                "where": [["compound", "in", ["{compound}", "{compound'}"]]],
                "unnamed": [["laps_ago", "less", _RECENT]],
                "only": ["laps"],
                "by": "compound",
            }
        ],
    },
)
"""Narrows: two compounds, by each of which the answer is told."""
