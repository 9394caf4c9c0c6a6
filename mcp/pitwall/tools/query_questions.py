"""What people ask of the relations in so many words; the rest is composed."""

from __future__ import annotations

from pitwall.state import OUT_STATES
from pitwall.tools.asked import asked
from pitwall.tools.field_query_questions import FIELD_QUERY_EXAMPLES
from pitwall.tools.stop_query_questions import STOP_QUERY_EXAMPLES
from pitwall.tools.tool import Example
from pitwall.tools.total_query_questions import TOTAL_QUERY_EXAMPLES
from pitwall.tools.tyre_query_questions import TYRE_QUERY_EXAMPLES
from toolgate.contract import JsonObject

_GOING: JsonObject = {"field": "state", "op": "not_in", "value": [*OUT_STATES]}
_TEAMS_OUT: JsonObject = {
    "from": "drivers",
    "where": [{"field": "state", "op": "in", "value": [*OUT_STATES]}, {"field": "team", "op": "told"}],
    "group_by": ["team"],
}
_MOST: list[JsonObject] = [{"field": "count", "down": True}]


def _penalties(text: str) -> JsonObject:
    """Penalties whose words hold this."""
    return {
        "from": "penalties",
        "where": [
            {"field": "penalised", "op": "is", "value": True},
            {"field": "penalty", "op": "contains", "value": text},
        ],
        "select": ["driver", "penalty", "reason", "lap"],
    }


_IN_THE_POINTS_THROUGHOUT: JsonObject = {
    "from": "laps",
    "where": [{"field": "position", "op": "told"}, {"field": "position_now", "op": "at_most", "value": "points"}],
    "group_by": ["driver"],
    "aggregate": [{"op": "max", "field": "position", "as": "worst_position"}],
    "having": [{"field": "worst_position", "op": "at_most", "value": "points"}],
}

EXAMPLES: tuple[Example, ...] = (
    *asked(
        _IN_THE_POINTS_THROUGHOUT,
        "who has been in the points (all race|all the time|the whole race|throughout|from start to finish|all along)",
    ),
    *STOP_QUERY_EXAMPLES,
    *TOTAL_QUERY_EXAMPLES,
    *FIELD_QUERY_EXAMPLES,
    *asked(
        _penalties("DRIVE THROUGH"),
        "who got a drive through / who has had a drive through / who was given a drive through",
    ),
    *asked(
        {"from": "stops", "where": [{"field": "track_status", "op": "is", "value": "safety_car"}]},
        "who pitted under the safety car / who stopped under the safety car / who boxed under the safety car",
    ),
    *asked(
        {
            "from": "laps",
            "where": [
                {"field": "position", "op": "is", "value": 1},
                {"field": "track_status", "op": "is", "value": "safety_car"},
            ],
            "aggregate": [{"op": "count", "as": "count"}],
        },
        """
        how many laps (behind|under) the safety car / laps (behind|under) the safety car / safety car lap count
        how many laps has the safety car (been out|lasted) / how many laps was the safety car out (for|)
        how many laps (have been|were) (run|driven|) (behind|under) the safety car / number of safety car laps
        how many safety car laps (have there been|were there|)
        """,
    ),
    *asked(
        {"from": "drivers", "where": [{"field": "state", "op": "is", "value": "running"}], "select": ["driver"]},
        """
        (who|which cars|which drivers) (is|are) (on|out on|out there on) track / who is out on the track right now
        (is|are) (everyone|everybody|all|they all|all cars|all of them) (on|out on) track
        (everyone|everybody|all) (on|out on) track
        (everyone|everybody|all) (on|out on) track for (the|their) (last|final) (run|runs|laps|lap)
        (is|are) (everyone|everybody|all) (on|out on) track for (the|their) (last|final) (run|runs|laps|lap)
        who is (out|on track|out on track) for (the|their) (last|final) (run|runs|laps|lap)
        how many (cars|drivers|) (are|) (on|out on) track
        """,
    ),
    *TYRE_QUERY_EXAMPLES,
    *asked(
        {
            "from": "positions",
            "where": [
                {"field": "laps_ago", "op": "less", "value": 1},
                {"field": "gained", "op": "is_not", "value": 0},
            ],
            "select": ["driver", "gained", "position"],
        },
        """
        who changed position on the last lap / who gained or lost a place on the last lap
        have the positions changed on the last lap / position changes on the last lap
        """,
    ),
    *asked(
        {
            "from": "drivers",
            "where": [_GOING],
            "select": ["driver", "last_lap_s"],
            "order_by": [{"field": "position_now"}],
        },
        "last lap times of everyone / what was the last lap of everyone / latest lap times of all cars",
    ),
    *asked(
        {"from": "deletions", "select": ["driver", "lap"], "order_by": [{"field": "session_time_s", "down": True}]},
        """
        whose lap times were deleted / any track limits / track limits warnings / deleted lap times
        whose (laps|times|lap times) have been deleted / who has (lost a lap time|had a lap deleted|had a time deleted)
        any (deleted laps|laps deleted|deleted times|times deleted|lap times deleted) / which laps have been deleted
        any laps deleted for track limits / who has had laps deleted / whose time was deleted (most recently|last)
        whose lap was deleted (most recently|last) / last deleted lap time
        how many (laps|times) (were|have been) deleted and (whose|for whom) / how many laps were deleted and of whom
        """,
    ),
    *asked(
        {"from": "deletions", "group_by": ["driver"], "order_by": _MOST},
        """
        who has (had|lost) the most (laps|lap times|times) deleted / who has the most deleted (laps|lap times)
        who has the most track limits (warnings|offences) / who has exceeded track limits the most
        who is the worst (offender|) for track limits / deleted (laps|lap times) by driver
        (deleted lap times|lap times deleted) who and how many / how many lap times has each (driver|car) had deleted
        who has had lap times deleted and how many / how many deleted (laps|lap times) does each (driver|car) have
        """,
    ),
    *asked(
        {
            **_TEAMS_OUT,
            "aggregate": [{"op": "count", "as": "count"}],
            "having": [{"field": "count", "op": "at_least", "value": 2}],
        },
        """
        which team has lost both (its|) cars / which teams have lost both (their|) cars
        has any team lost both its cars / has a team lost both cars
        (who|which team) has no car left / which teams have no car (left|still running|running|going)
        """,
    ),
    *asked(
        {**_TEAMS_OUT, "aggregate": [{"op": "count", "as": "count"}]},
        """
        which (teams have|team has) lost (a|one) car / which (teams have|team has) (a|one) car out
        which (teams have|team has) had (a car retire|a retirement)
        """,
    ),
    *asked(
        {
            "from": "drivers",
            "where": [_GOING, {"field": "laps_down", "op": "is", "value": 0}],
            "select": ["driver"],
        },
        """
        who (is|are) (still|) on the (lead lap|same lap as the leader) / who are the (cars|drivers) on the lead lap
        who has not been lapped (yet|so far|) / who is (not lapped|unlapped) / who is not a lap down
        (which|what) (cars|drivers) (have|are) not (been|) lapped (yet|) / how many (cars|drivers) have not been lapped
        (which|what) (cars|drivers) are (still|) on the lead lap / how many (cars|drivers) are (still|) on the lead lap
        """,
    ),
    # Whom it does not hold of is told.
    *asked(
        {
            "from": "drivers",
            "where": [_GOING, {"field": "laps_down", "op": "at_least", "value": 1}],
            "select": ["driver", "laps_down"],
        },
        """
        (is|are) (everyone|everybody|they all|all of them|all cars|all the cars|all drivers) (still|) on the lead lap
        (is|are) (everyone|everybody|they all|all cars|all the cars) (still|) on the same lap
        """,
    ),
    *asked(
        {
            "from": "drivers",
            "where": [_GOING, {"field": "laps_down", "op": "is", "value": 0}],
            "select": ["driver", "position_now"],
            "order_by": [{"field": "position_now", "down": True}],
            "limit": 1,
        },
        """
        who is the last (car|driver|one) on the lead lap / last (car|driver) on the lead lap
        who is last on the lead lap / who is the last (car|driver) not a lap down / last unlapped (car|driver)
        """,
    ),
    *asked(
        {
            "from": "overtakes",
            "where": [{"field": "how", "op": "is", "value": "track"}],
            "select": ["driver", "passed", "lap"],
            "order_by": [{"field": "session_time_s", "down": True}],
            "limit": "{n}",
        },
        "(last|latest) {n} (overtakes|passes) / what were the (last|latest) {n} (overtakes|passes)",
    ),
    *(
        example
        for value, said in ((-1, "lost"), (1, "gained"))
        for example in asked(
            {
                "from": "positions",
                "where": [
                    {"field": "laps_ago", "op": "less", "value": 1},
                    {"field": "gained", "op": "more" if value > 0 else "less", "value": 0},
                ],
                "select": ["driver", "gained", "position"],
                "order_by": [{"field": "gained", "down": value > 0}],
                "limit": 3,
            },
            f"who ({said}|has {said}) (the|) most (places|positions) on the last lap",
        )
    ),
    *asked(
        {
            "from": "penalties",
            "where": [
                {"field": "penalised", "op": "is", "value": True},
                {"field": "served", "op": "is", "value": True},
            ],
            "select": ["driver", "penalty", "reason", "lap"],
        },
        """
        which penalties have been served / served penalties / who has served a penalty / whose penalty has been served
        how many penalties have been served
        """,
    ),
    *asked(
        {
            "from": "penalties",
            "select": ["driver", "reason", "state", "lap"],
            "order_by": [{"field": "session_time_s"}],
            "limit": 2,
        },
        "what was the first incident (of the stewards|) / what was the first case of the stewards",
    ),
    *asked(
        _penalties("STOP"),
        "who got a stop and go / who has had a stop and go / any stop and go penalties / stop and go penalties",
    ),
)
