"""What can be asked of lap times and of how fast cars are, and in which words."""

from __future__ import annotations

from typing import Any

from pitwall.query.compound_pace import COMPOUND_PACE
from pitwall.state import OUT_STATES
from pitwall.state.kinds import RACES, TIMED

_GOING = [["state", "not_in", [*OUT_STATES]]]
_QUICK = "fastest / quickest"
_SLOW = "slowest"
SET_A_LAP = "set (a|) (lap|laps|time|times|lap time|lap times)"
"""Here "set" is no set of tyres."""
LAP_WORDS = "(lap|laps|time|times|lap time|lap times)"
"""What is fastest, best or slowest."""
_SLOW_OVER_LAPS: dict[str, Any] = {
    "name": "pace over laps", "relation": "laps", "value": "time_s", "average": [["accurate", "is", True]],
    "mean": True, "alone": True, "needs": True, "up": f"{_SLOW} / slower",
}  # fmt: skip
"""Who is slowest is told by all that they drove: a slowest lap is one into the pits."""
_ON_A_LAP: dict[str, Any] = {
    "relation": "laps", "value": "time_s", "where": [["deleted", "is", False], ["time_s", "told"]], "each": "min",
    "needs": True, "ranks": True, "up": f"{_SLOW} / slower",
}  # fmt: skip
"""Of one lap no average is asked: laps behind the safety car and through the pits count."""

_BEST = "(best|fastest|quickest|lowest) average"
_AVERAGES = "race pace / (average|mean) (pace|lap|lap time) / lap average / laptime average"
_AVERAGE: dict[str, Any] = {
    "relation": "laps",
    "value": "time_s",
    "average": [["accurate", "is", True]],
    "mean": True,
    "beside": "lap / laps / time / times / quick / slow / fast / compared to / compared with / compare / like",
    "up": "slower / slowest / worst",
    "down": "faster / quicker / better / fastest / quickest / best",
}

PACE_TOPICS: tuple[dict[str, Any], ...] = (
    COMPOUND_PACE,
    {"name": "laps held to those of another", "relation": "laps", "holds": "deleted", "alone": True, "counts": True},
    {
        "name": "sector times",
        "relation": "sectors",
        "value": "time_s",
        "where": [["time_s", "told"]],
        "holds": "sector",
        "each": "min",
        "ranks": True,
        "alone": True,
        "show": ["lap"],
        "said": "time / times / sector time / sector times",
        "up": _SLOW,
        "down": f"{_QUICK} / best",
    },
    {
        "name": "last laps",
        "relation": "drivers",
        "value": "last_lap_s",
        "where": [*_GOING, ["last_lap_s", "told"]],
        "each_car": True,
        "said": "(last|latest|most recent|previous) (lap|laps|lap time|lap times|time|times)",
        "up": f"{_SLOW} / slower",
        "down": f"{_QUICK} / faster / quicker / best",
    },
    *(
        {
            "name": name,
            "relation": "laps",
            "value": "time_s",
            "where": [[field, "is", True], ["time_s", "told"]],
            "show": ["lap"],
            "ranks": True,
            "kinds": list(RACES),
            "said": said,
            "beside": "lap time / lap times / time / times",
            "up": f"{_SLOW} / slower",
            "down": f"{_QUICK} / faster / quicker / best",
        }
        for name, field, said in (
            ("laps into the pits", "in_lap", "inlap / inlaps"),
            ("laps out of the pits", "out_lap", "out lap / out laps"),
        )
    ),
    {
        "name": "tyres of the best lap",
        "relation": "laps",
        "value": "time_s",
        "where": [["deleted", "is", False], ["time_s", "told"]],
        "show": ["compound", "new", "lap"],
        "rank": "down",
        "said": "(tyre|tyres|compound) of the (best|fastest) (lap|laps|time)",
    },
    {
        "name": "best laps of several",
        "relation": "laps",
        "value": "time_s",
        "where": [["deleted", "is", False], ["time_s", "told"]],
        "each": "min",
        "ranks": True,
        "said": f"lap / laps / lap time / lap times / time / times / {SET_A_LAP}",
        "beside": "compared to / compared with / compare / like / set",
        "down": "fastest / quickest / best",
        "compares": True,
        "kinds": list(RACES),
    },
    {
        "name": "best average pace",
        **_AVERAGE,
        "rank": "down",
        "said": f"{_BEST} (pace|lap|lap time|)",
        "kinds": list(RACES),
    },
    {
        "name": "pace",
        **_AVERAGE,
        "said": f"{_AVERAGES} / pace",
        "compares": True,
        "kinds": list(RACES),
    },
    {"name": "average lap", **_AVERAGE, "said": _AVERAGES, "kinds": list(TIMED)},
    *(
        {"name": name, **_AVERAGE, "said": "(average|mean) (of|)", "holds": field, "kinds": list(RACES)}
        for name, field in (("average of the last laps", "laps_ago"), ("average over laps", "lap"))
    ),
    {
        "name": "best lap",
        "relation": "laps",
        "value": "time_s",
        "where": [["deleted", "is", False], ["time_s", "told"]],
        "each": "min",
        "said": f"lap / laps / lap time / lap times / time / times / pace / {SET_A_LAP}",
        "beside": "quick / slow / fast / set",
        "up": "slower / slowest / worst",
        "down": "faster / quicker / better / fastest / quickest / best",
        "compares": True,
        "kinds": list(TIMED),
    },
    {
        "name": "lap times",
        "relation": "laps",
        "value": "time_s",
        "where": [["deleted", "is", False], ["time_s", "told"]],
        "average": [["accurate", "is", True]],
        "show": ["lap"],
        "each": "min",
        "alone": True,
        "said": f"lap / laps / lap time / lap times / time / times / flying lap / {SET_A_LAP}",
        "beside": "set",
        "up": f"{_SLOW} {LAP_WORDS} / worst {LAP_WORDS}",
        "down": f"{_QUICK} / best {LAP_WORDS}",
    },
    _SLOW_OVER_LAPS,
    {**_ON_A_LAP, "name": "slowest on a lap", "alone": True},
    {**_ON_A_LAP, "name": "faster on a lap", "compares": True, "down": "faster / quicker"},
)
