"""What people ask of the laps of whoever leads: he is no name, and "the leader" stands for him."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.tool import Example
from toolgate.contract import JsonObject


def _of_the_leader(query: JsonObject) -> JsonObject:
    leader = {"field": "position_now", "op": "is", "value": 1}
    return {"from": "laps", **query, "where": [leader, *query["where"]]}


LEADER_LAPS: tuple[Example, ...] = (
    *asked(
        _of_the_leader(
            {
                "where": [{"field": "accurate", "op": "is", "value": True}],
                "group_by": ["driver"],
                "aggregate": [
                    {"op": "avg", "field": "time_s", "as": "average_time_s"},
                    {"op": "count", "as": "rows"},
                ],
            }
        ),
        "(what is the|) average (lap time|lap|pace) of the leader",
    ),
    *asked(
        _of_the_leader(
            {
                "where": [{"field": "time_s", "op": "told"}],
                "select": ["driver", "time_s", "lap"],
                "order_by": [{"field": "time_s", "down": True}],
                "limit": 1,
            }
        ),
        "(what is the|) (slowest|worst) lap (time|) of the leader",
    ),
)
"""Questions of query_race."""
LEADER_LAP_TIMES: tuple[Example, ...] = (
    *asked({"driver": "leader", "last_n": "{n}"}, "(what are the|) last {n} (laps|lap times) of the leader"),
)
"""Questions of get_lap_times."""
LEADER_BEST: tuple[Example, ...] = (
    *asked({"driver": "leader"}, "(what is the|) (fastest|quickest|best) lap (time|) of the leader"),
)
"""Questions of get_fastest_laps."""
