"""What people ask of how long stints were and of the compounds: their pace, and how many cars are on each."""

from __future__ import annotations

from pitwall.state import OUT_STATES
from pitwall.tools.asked import asked
from pitwall.tools.tool import Example
from toolgate.contract import JsonObject

_GOING: JsonObject = {"field": "state", "op": "not_in", "value": [*OUT_STATES]}
_FIRST_STINT: JsonObject = {"field": "stint", "op": "is", "value": 1}
_AVERAGE: list[JsonObject] = [
    {"op": "avg", "field": "time_s", "as": "average_time_s"},
    {"op": "count", "as": "rows"},
]
_MOST: list[JsonObject] = [{"field": "count", "down": True}]

TYRE_QUERY_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {"from": "stints", "order_by": [{"field": "laps", "down": True}], "limit": 1},
        "what was the longest stint / longest stint so far / who did the longest stint",
    ),
    *asked(
        {
            "from": "stints",
            "where": [_FIRST_STINT],
            "select": ["driver", "laps", "compound"],
            "order_by": [{"field": "laps", "down": True}],
            "limit": 3,
        },
        "who had the longest first stint / longest first stint / what was the longest first stint"
        " / who went longest on the first stint",
    ),
    *asked(
        {
            "from": "stints",
            "where": [_FIRST_STINT, {"field": "going", "op": "is", "value": False}],
            "select": ["driver", "laps", "compound"],
            "order_by": [{"field": "laps"}],
            "limit": 3,
        },
        "who had the shortest first stint / shortest first stint / what was the shortest first stint",
    ),
    *asked(
        {
            "from": "laps",
            "where": [
                {"field": "laps_ago", "op": "less", "value": 10},
                {"field": "accurate", "op": "is", "value": True},
            ],
            "group_by": ["compound"],
            "aggregate": _AVERAGE,
            "order_by": [{"field": "average_time_s"}],
        },
        """
        which (compound|tyre) is (fastest|quickest|the fastest|the quickest) / what is the fastest (compound|tyre)
        what is the average pace on each (compound|tyre) / pace by compound / average lap time on each compound
        which (compound|tyre) has the best pace / compare the pace of the compounds / are slicks faster
        are (wets|inters) or slicks faster
        """,
    ),
    *asked(
        {"from": "drivers", "where": [_GOING], "group_by": ["compound"], "order_by": _MOST},
        """
        how many cars are on each (compound|tyre) / what is the most common (compound|tyre)
        what (compound|tyre) are most cars on / how many are on each compound
        """,
    ),
    *asked(
        {"from": "stints", "where": [_FIRST_STINT], "group_by": ["compound"], "order_by": _MOST},
        """
        which was the most common starting (tyre|compound) / how many cars started on each (compound|tyre)
        what did most cars start on / most popular starting tyre
        """,
    ),
    *asked(
        {"from": "laps", "group_by": ["compound"], "order_by": _MOST},
        "which (tyre|compound) was used the most / most used (tyre|compound) / laps on each compound",
    ),
)
