"""What people ask of teams and of all cars together, and of the passes that the lead was taken with."""

from __future__ import annotations

from pitwall.state import OUT_STATES
from pitwall.tools.asked import asked
from pitwall.tools.tool import Example
from toolgate.contract import JsonObject

_MOST: list[JsonObject] = [{"field": "count", "down": True}]
_COUNT: list[JsonObject] = [{"op": "count", "as": "count"}]
_LAPS: list[JsonObject] = [{"op": "sum", "field": "laps", "as": "total_laps"}]
_BY_LAPS: JsonObject = {"from": "drivers", "select": ["driver", "laps"], "limit": 3}
_FOR_THE_LEAD: JsonObject = {
    "from": "overtakes",
    "where": [{"field": "how", "op": "is", "value": "track"}, {"field": "position", "op": "is", "value": 1}],
    "select": ["driver", "passed", "lap"],
    "order_by": [{"field": "session_time_s"}],
}


def _teams_moved(*, up: bool) -> JsonObject:
    """The teams by what their cars have gained or lost together; a car that is out lost its position another way."""
    return {
        "from": "drivers",
        "where": [
            {"field": "team", "op": "told"},
            {"field": "gained", "op": "told"},
            {"field": "state", "op": "not_in", "value": [*OUT_STATES]},
        ],
        "group_by": ["team"],
        "aggregate": [{"op": "sum", "field": "gained", "as": "places_gained"}],
        "order_by": [{"field": "places_gained", "down": up}],
        "limit": 20,
    }


TOTAL_QUERY_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {
            "from": "laps",
            "where": [{"field": "deleted", "op": "is", "value": False}, {"field": "time_s", "op": "told"}],
            "select": ["driver", "time_s", "lap", "laps_ago"],
            "order_by": [{"field": "time_s"}],
            "limit": 1,
        },
        "how (many laps|long) ago was the (fastest|best|quickest) lap (set|driven|)",
    ),
    *asked(
        {"from": "retirements", "select": ["driver", "lap"], "limit": "{n}"},
        """
        who (retired|went out|dropped out) {n}th / who was (the|) {n}th to (retire|go out|drop out)
        who was the {n}th (retirement|car out) / {n}th retirement / who were the first {n} to (retire|go out|drop out)
        """,
    ),
    *asked(
        {
            "from": "laps",
            "where": [{"field": "position", "op": "is", "value": 1}],
            "group_by": ["team"],
            "aggregate": _COUNT,
            "order_by": _MOST,
        },
        """
        which teams have led (the race|a lap|) / how many teams have led (the race|a lap|) / laps led by team
        how many laps has each team led
        """,
    ),
    *asked(
        {
            "from": "drivers",
            "where": [{"field": "team", "op": "told"}],
            "group_by": ["team"],
            "aggregate": _LAPS,
            "order_by": [{"field": "total_laps"}],
            "limit": 3,
        },
        "which team has (done|completed|driven) the fewest laps",
    ),
    *asked(
        {**_BY_LAPS, "order_by": [{"field": "laps", "down": True}]},
        "who (did|has done|completed|has completed) the most laps / which car (did|has done) the most laps",
    ),
    *asked(
        {**_BY_LAPS, "order_by": [{"field": "laps"}]},
        "who (did|has done|completed|has completed) the fewest laps / which car (did|has done) the fewest laps",
    ),
    *asked(
        {"from": "drivers", "aggregate": _LAPS},
        """
        how many laps have all (the|) (cars|drivers) (done|driven|completed) (in total|together|altogether)
        total (number of|) laps of all (the|) cars
        how many laps have they all (done|driven|completed) (in total|together|altogether)
        """,
    ),
    *asked(
        {
            "from": "penalties",
            "where": [{"field": "penalised", "op": "is", "value": True}],
            "group_by": ["team"],
            "aggregate": _COUNT,
            "order_by": _MOST,
        },
        "penalties (by|per|of each) team / how many penalties has each team (had|got|been given|)",
    ),
    *(
        example
        for up, moved in ((True, "gained"), (False, "lost"))
        for example in asked(
            _teams_moved(up=up),
            f"(places|positions) {moved} (by|of) each team / how many (places|positions) has each team {moved}",
        )
    ),
    *asked(
        _FOR_THE_LEAD,
        """
        who has (overtaken|passed) the leader (on track|) / how often has the lead changed on track
        how many times has the lead changed on track / (overtakes|passes) for the lead on track
        how often was the leader (overtaken|passed) (on track|)
        """,
    ),
)
