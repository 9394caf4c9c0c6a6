"""What can be asked of stops, and in which words."""

from __future__ import annotations

from typing import Any

from pitwall.state.kinds import RACES

_QUICK = "fastest / quickest"
_SLOW = "slowest"

STOP_TOPICS: tuple[dict[str, Any], ...] = (
    {
        "name": "time of stops",
        "ranks": True,
        "relation": "stops",
        "value": "lane_s",
        "nth": "number",
        "where": [["lane_s", "told"]],
        "show": ["lap"],
        "said": "stop / stops / pit stop / pit stops / time in the (pits|pit lane|lane) / pit lane time / lane time",
        "up": f"{_SLOW} / slower / worst / longest / longer",
        "down": f"{_QUICK} / faster / quicker / best / shortest / shorter",
    },
    *(
        {
            "name": f"{said.split('|')[0]} stops on average",
            "kinds": list(RACES),
            "relation": "stops",
            "value": "lane_s",
            "average": [["lane_s", "told"]],
            "mean": True,
            "rank": rank,
            "said": f"({said}) (average|mean) (pit stop|stop|pit lane|lane) (time|length|)"
            f" / ({said}) (stops|pit stops|stop|pit stop) on average",
        }
        for said, rank in (("fastest|quickest|best|shortest", "down"), ("slowest|worst|longest", "up"))
    ),
    {
        "name": "time of stops on average",
        "kinds": list(RACES),
        "relation": "stops",
        "value": "lane_s",
        "average": [["lane_s", "told"]],
        "mean": True,
        "said": "(average|mean) (pit stop|stop|pit lane|lane) (time|length|duration|)"
        " / (average|mean) (time|length|duration) of (a stop|a pit stop|the stops|stops|pit stops)"
        " / (average|mean) time in the (pits|pit lane|lane)",
    },
    {
        "name": "number of stops on average",
        "kinds": list(RACES),
        "relation": "drivers",
        "value": "stops",
        "average": [["stops", "told"]],
        "mean": True,
        "said": "(average|mean) (number of stops|number of pit stops)"
        " / (average|mean) (stops|pit stops|number of stops|number of pit stops) (per|for each) (driver|car)",
    },
    {
        "name": "number of stops",
        "kinds": list(RACES),
        "relation": "drivers",
        "value": "stops",
        "most": "up",
        "compares": True,
        "now": True,
        "each_car": True,
        "said": "pit / pitted / pits / stop / stopped"
        " / stops / pit stop / pit stops / been in / tyre change / tyre changes",
    },
    {
        "name": "stops",
        "plain": True,
        "alone": True,
        "relation": "stops",
        "counts": True,
        "most": "up",
        "time": "session_time_s",
        "show": ["lap", "compound"],
        "said": "pit / pitted / pits / pitting / stop / stopped"
        " / stops / stopping / pit stop / pit stops / come in / came in"
        " / been in / gone in / went in / go in / tyre change / tyre changes / changed tyres / change tyres"
        " / dived in / into the pits / in the pits / switched to / switch to"
        " / swapped to / swapped onto / switched onto / (switch|switched|go|went|gone|change|changed) back (to|onto)"
        " / put on / bolted on / bolt on / fit / fitted / changed to / changed onto / move to / moved to / moved onto"
        " / gambled on / gamble on / took / chose / picked / opted for / went for / gone for / gone onto"
        " / gone to / go to / went to",
        "beside": "pits / tyres / tyre / positions (of|for)"
        " / (which|what|on which|on what|in which|in what) (lap|laps)",
        "unless": {
            "relation": "laps",
            "without": [["in_lap", "is", True]],
            "ops": {"track_status is": "latest"},
        },
    },
)
