"""What people ask of the whole field that the relations tell in so many words."""

from __future__ import annotations

from pitwall.state import OUT_STATES
from pitwall.tools.asked import asked
from pitwall.tools.tool import Example
from toolgate.contract import JsonObject

_GOING: JsonObject = {"field": "state", "op": "not_in", "value": [*OUT_STATES]}
_PLACED: JsonObject = {"field": "position_now", "op": "told"}
_LAST_LAP: JsonObject = {"field": "laps_ago", "op": "less", "value": 1}
_SOME_LAPS = 5
"""Over so many laps it is told who comes nearer to the leader."""

FIELD_QUERY_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {
            "from": "laps",
            "where": [{"field": "deleted", "op": "is", "value": False}, {"field": "time_s", "op": "told"}],
            "select": ["driver", "time_s", "lap"],
            "order_by": [{"field": "time_s"}],
            "limit": "{n}",
        },
        """
        the {n} (fastest|quickest|best) (laps|lap times|times) (of the race|so far|) / who set the {n} fastest laps
        the (fastest|quickest|best) {n} (laps|lap times) (of the race|)
        """,
    ),
    *asked(
        {
            "from": "positions",
            "where": [{"field": "position", "op": "told"}],
            "group_by": ["driver"],
            "aggregate": [{"op": "min", "field": "position", "as": "best_position"}],
            "having": [{"field": "best_position", "op": "more", "value": 1}],
            "order_by": [{"field": "best_position"}],
        },
        """
        who has (not|never) led (|yet|the race|a lap|at all|so far) / who has yet to lead (|a lap|the race)
        (which|what) (drivers|cars) have (not|never) led (|yet|a lap|the race) / who is still to lead (a lap|)
        """,
    ),
    *asked(
        {
            "from": "drivers",
            "where": [_GOING, {"field": "laps_down", "op": "is", "value": 0}, {"field": "gap_s", "op": "told"}],
            "select": ["driver", "gap_s", "position_now"],
            "order_by": [{"field": "gap_s", "down": True}],
            "limit": 3,
        },
        """
        (who|which car|which cars) (is|are) (about|next|closest|nearest) to be lapped / who will be lapped next
        is (anyone|anybody) about to be lapped / (who|which car) is (close|closest|nearest) to being lapped
        """,
    ),
    *asked(
        {
            "from": "drivers",
            "where": [_GOING, {"field": "laps_since_stop", "op": "told"}],
            "select": ["driver", "laps_since_stop", "compound"],
            "order_by": [{"field": "laps_since_stop", "down": True}],
        },
        "how many laps has (everyone|everybody|each car|each driver) (done|driven) on (the current|his|this) set",
    ),
    *asked(
        {
            "from": "drivers",
            "where": [_GOING, _PLACED, {"field": "team", "op": "told"}],
            "group_by": ["team"],
            "aggregate": [{"op": "min", "field": "position_now", "as": "position_now"}],
            "order_by": [{"field": "position_now"}],
        },
        """
        teams by (their|) best (placed|) car / order of the teams
        order of the constructors / teams in (running|race) order / which order are the teams running in
        """,
    ),
    *asked(
        {"from": "drivers", "select": ["driver", "laps"], "order_by": [{"field": "laps", "down": True}]},
        """
        how many laps has (everyone|everybody|each car|each driver|every car) (done|completed|driven)
        how many laps have (they all|all cars|all drivers|all of them) (done|completed|driven)
        laps (done|completed|driven) (by|of) (everyone|everybody|each car|each driver|every car|all cars|all drivers)
        laps of (everyone|everybody|all cars|all drivers)
        """,
    ),
    *asked(
        {
            "from": "drivers",
            "where": [{"field": "grid", "op": "told"}],
            "select": ["driver", "grid", "position_now"],
            "order_by": [{"field": "grid", "down": True}],
            "limit": 1,
        },
        """
        who started last / who started (dead|plumb|) last / who started from the back (of the grid|)
        who (started|was) last on the grid / who started (at the back|from the last place|in last place)
        """,
    ),
    *asked(
        {
            "from": "laps",
            "where": [
                {"field": "laps_ago", "op": "less", "value": _SOME_LAPS},
                {"field": "gap_s", "op": "told"},
                {"field": "position_now", "op": "more", "value": 1},
            ],
            "group_by": ["driver"],
            "aggregate": [{"op": "delta", "field": "gap_s"}],
            "having": [{"field": "delta_gap_s", "op": "less", "value": 0}],
            "order_by": [{"field": "delta_gap_s"}],
        },
        """
        who is (catching|closing on|gaining on|reeling in|closing in on) the (leader|race leader|lead)
        is (anyone|anybody) (catching|closing on|gaining on|reeling in|closing in on) the (leader|race leader)
        who is taking time out of the leader
        """,
    ),
    *(
        example
        for op, said in (("less", "lost|dropped"), ("more", "gained|made up|won"))
        for example in asked(
            {
                "from": "positions",
                "where": [_LAST_LAP, {"field": "gained", "op": op, "value": 0}],
                "select": ["driver", "gained", "position"],
                "order_by": [{"field": "gained", "down": op == "more"}],
            },
            f"who (has|have|) ({said}) (places|positions|a place|a position) on the last lap",
        )
    ),
    *asked(
        {
            "from": "drivers",
            "where": [_GOING],
            "group_by": ["compound"],
            "order_by": [{"field": "count", "down": True}],
        },
        """
        split of compounds / compound split / split of the compounds / how many cars on each compound
        how many cars are on softs and how many on (mediums|hards)
        """,
    ),
)
