"""What people ask of stops and stints that the relations tell in so many words."""

from __future__ import annotations

from pitwall.query.narrows import SLICKS
from pitwall.state import OUT_STATES
from pitwall.tools.asked import asked
from pitwall.tools.tool import Example
from toolgate.contract import JsonObject

_GOING: JsonObject = {"field": "state", "op": "not_in", "value": [*OUT_STATES]}
_TIMES = {1: "one|1|single", 2: "two|2", 3: "three|3"}
_ON_TRACK: JsonObject = {"field": "laps_ago", "op": "less", "value": 1}
"""Who is out has not just ended a lap."""
_LEADERS: JsonObject = {"field": "position_now", "op": "at_most", "value": 3}
_STINTS: list[JsonObject] = [{"op": "avg", "field": "laps", "as": "average_laps"}, {"op": "count", "as": "rows"}]


def _best(op: str) -> JsonObject:
    return {
        "from": "drivers",
        "where": [_GOING, {"field": "stops", "op": op, "value": 0}],
        "select": ["driver", "position_now", "stops"],
        "order_by": [{"field": "position_now"}],
        "limit": 1,
    }


STOP_QUERY_EXAMPLES: tuple[Example, ...] = (
    *(
        example
        for field, said in (("in_lap", "inlap"), ("out_lap", "out lap"))
        for example in asked(
            {
                "from": "laps",
                "where": [{"field": field, "op": "is", "value": True}, {"field": "time_s", "op": "told"}],
                "select": ["driver", "time_s", "lap"],
                "order_by": [{"field": "time_s"}],
                "limit": 3,
            },
            f"(who had the|) (fastest|quickest|best) {said}",
        )
    ),
    *(
        example
        for stops, said in _TIMES.items()
        for example in asked(
            {
                "from": "drivers",
                "where": [_GOING, {"field": "stops", "op": "is", "value": stops}],
                "select": ["driver"],
            },
            f"who is on a ({said}) stop strategy / who is on a ({said}) stopper",
        )
    ),
    *(
        example
        for stops, said in enumerate(("first", "second", "third"))
        for example in asked(
            {
                "from": "drivers",
                "where": [_GOING, {"field": "stops", "op": "is", "value": stops}],
                "select": ["driver", "compound", "tyre_laps"],
            },
            f"""
            who is (still|) in (the|his|their) {said} stint / which cars are (still|) in their {said} stint
            how many (cars|drivers) are (still|) (in|on) their {said} (stint|set of tyres)
            """,
        )
    ),
    *asked(
        {
            "from": "stints",
            "where": [{"field": "going", "op": "is", "value": True}],
            "select": ["driver", "laps", "compound"],
            "order_by": [{"field": "laps", "down": True}],
            "limit": 5,
        },
        "who is on (a long|the longest) stint (now|) / who is on (the longest run|a long run now)",
    ),
    *asked(
        {
            "from": "stints",
            "where": [{"field": "compound", "op": "told"}],
            "group_by": ["compound"],
            "aggregate": [{"op": "count", "as": "count"}],
            "order_by": [{"field": "count", "down": True}],
        },
        "which (compounds|tyres) have been used / (compounds|tyres) used so far / which compounds have they used",
    ),
    *asked(
        {
            "from": "stops",
            "where": [],
            "select": ["driver", "lap", "compound"],
            "order_by": [{"field": "session_time_s"}],
            "limit": "{n}",
        },
        "who were the first {n} to (pit|stop) / the first {n} (cars|drivers) to (pit|stop)"
        " / the first {n} (pit stops|stops)",
    ),
    *asked(
        {
            "from": "stops",
            "where": [],
            "select": ["driver", "lap"],
        },
        """
        how many (stops|pit stops) have there been and (by whom|who made them|whose were they)
        how many (stops|pit stops) have been made and (by whom|who made them)
        """,
    ),
    *asked(
        {
            "from": "stops",
            "where": [],
            "group_by": ["lap"],
            "aggregate": [{"op": "count", "as": "count"}],
            "order_by": [{"field": "count", "down": True}],
            "limit": 3,
        },
        """
        on (which|what) lap (were|was) (the most|most) (pit stops|stops)
        busiest lap (in the pits|for pit stops|for stops)
        (which|what) lap had (the most|most) (pit stops|stops) / on (which|what) lap did most (cars|drivers) (pit|stop)
        """,
    ),
    *asked(
        {
            "from": "stops",
            "where": [{"field": "number", "op": "is", "value": 2}],
            "select": ["driver", "lap"],
            "order_by": [{"field": "session_time_s"}],
            "limit": 1,
        },
        "who (was|is|) (the|) first to (stop|pit) (twice|a second time|for the second time)"
        " / who was (the|) first to make (two|2) stops",
    ),
    *asked(
        {"from": "stints", "where": [{"field": "stint", "op": "is", "value": 1}], "select": ["driver", "compound"]},
        "starting tyres (of everyone|of all cars|) / tyres at the start / who started on which tyres",
    ),
    *asked(
        _best("is"),
        """
        (who is the|) best placed (car|driver|one) (that has not stopped|without a stop|yet to stop|who has not stopped)
        (who is the|) first (car|driver) (that has not stopped|without a stop|yet to stop|who has not stopped)
        """,
    ),
    *asked(
        _best("more"),
        "(who is the|) best placed (car|driver|one) (that has stopped|with a stop|who has stopped|to have stopped)"
        " / (who is the|) first (car|driver) (that has stopped|to have stopped|who has stopped)",
    ),
    *(
        example
        for status, said in (("safety_car", "safety car"), ("vsc", "(virtual safety car|vsc)"))
        for example in asked(
            {
                "from": "laps",
                "where": [_ON_TRACK],
                "without": [
                    {"field": "in_lap", "op": "is", "value": True},
                    {"field": "track_status", "op": "latest", "value": status},
                ],
                "group_by": ["driver"],
                "aggregate": [{"op": "min", "field": "position_now", "as": "position_now"}],
                "order_by": [{"field": "position_now"}],
                "limit": 1,
            },
            f"(who is the|) best placed (car|driver|one) (that|who) did not (pit|stop) under the {said}",
        )
    ),
    *asked(
        {"from": "drivers", "where": [_GOING, _LEADERS], "select": ["driver", "stops", "compound"]},
        "have (all|) the leaders (stopped|pitted) / have the top three all stopped",
    ),
    *asked(
        {"from": "stints", "where": [{"field": "going", "op": "is", "value": False}], "aggregate": _STINTS},
        "(what is the|) average (stint length|length of a stint|stint) / how long is a stint on average",
    ),
    *asked(
        {
            "from": "stints",
            "where": [{"field": "going", "op": "is", "value": False}],
            "group_by": ["compound"],
            "aggregate": _STINTS,
        },
        """
        (what is the|) average (stint length|stint) on each (compound|tyre) / how long do the (compounds|tyres) last
        """,
    ),
    *(
        example
        for compound in (*SLICKS, "INTERMEDIATE", "WET")
        for example in (
            *asked(
                {
                    "from": "stints",
                    "where": [
                        {"field": "compound", "op": "is", "value": compound},
                        {"field": "going", "op": "is", "value": False},
                    ],
                    "group_by": ["compound"],
                    "aggregate": _STINTS,
                },
                f"""
                (what is the|) average (stint length|length of a stint|stint) on {compound.lower()}
                how long is a stint on {compound.lower()} on average
                how (long|many laps) (does|do) {compound.lower()} (tyres|) last
                how many laps (does|do) {compound.lower()}s last
                """,
            ),
            *asked(
                {
                    "from": "stints",
                    "where": [
                        {"field": "stint", "op": "is", "value": 1},
                        {"field": "compound", "op": "is", "value": compound},
                    ],
                    "select": ["driver", "laps", "compound"],
                    "order_by": [{"field": "laps", "down": True}],
                    "limit": 3,
                },
                f"""
                who (had|did) the longest first stint on {compound.lower()} / longest first stint on {compound.lower()}
                who went (the longest|longest) on the first set of {compound.lower()}
                """,
            ),
        )
    ),
)
