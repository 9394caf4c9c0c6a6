"""What can be asked of the relations, and in which words."""

from __future__ import annotations

from typing import Any

from pitwall.query.stop_topics import STOP_TOPICS
from pitwall.state.kinds import RACES, TIMED

_GOING = [["state", "not_in", ["stopped", "retired"]]]
_QUICK = "fastest / quickest"
_SLOW = "slowest"
_BEST = "(lap|laps|time|times|lap time|lap times)"
_RUNNING_ORDER: dict[str, Any] = {
    "name": "running order", "kinds": list(RACES), "relation": "drivers", "value": "position_now",
    "where": [*_GOING, ["position_now", "told"]], "alone": True, "each_car": True, "needs": True, "ranks": True,
    "said": "placed / on the road", "up": "lowest / furthest back", "down": "highest / best placed / furthest up",
}  # fmt: skip
_SLOW_OVER_LAPS: dict[str, Any] = {
    "name": "pace over laps", "relation": "laps", "value": "time_s", "average": [["accurate", "is", True]],
    "mean": True, "alone": True, "needs": True, "up": f"{_SLOW} / slower",
}  # fmt: skip
"""Who is slowest is told by all that they drove: a slowest lap is one into the pits."""

_AVERAGES = (
    "(best|fastest|quickest|lowest) average / race pace / average pace / average lap / average lap time / lap average"
    " / laptime average"
)
_AVERAGE: dict[str, Any] = {
    "relation": "laps",
    "value": "time_s",
    "average": [["accurate", "is", True]],
    "mean": True,
    "beside": "lap / laps / time / times / quick / slow / fast / compared to / compared with / compare / like",
    "up": "slower / slowest / worst",
    "down": "faster / quicker / better / fastest / quickest / best",
}

TOPICS: tuple[dict[str, Any], ...] = (
    {"name": "cars", "relation": "drivers", "where": _GOING, "alone": True, "each_car": True},
    _RUNNING_ORDER,
    {
        "name": "compounds used",
        "alone": True,
        "plain": True,
        "relation": "stints",
        "group": True,
        "needs": True,
        "said": "used / use / been on / tried / (has|have) (run|ran) / fitted / put on / gone onto",
        "beside": "tyres / tyre / compound / at any point",
        "unless": {"relation": "stints"},
    },
    {
        "name": "compounds started on",
        "plain": True,
        "relation": "stints",
        "where": [["stint", "is", 1]],
        "show": ["compound"],
        "said": "started / started on / start on / began on / start out on",
        "beside": "tyres / tyre / compound / the race",
    },
    {
        "name": "tyre age",
        "relation": "drivers",
        "value": "tyre_laps",
        "where": [*_GOING, ["tyre_laps", "told"]],
        "show": ["compound"],
        "alone": True,
        "each_car": True,
        "amount": True,
        "most": "up",
        "said": "tyres / tyre / tyre age / age / rubber / set / set of tyres / laps on (their|his|) tyres"
        " / laps (has|have|did|) (done|) on (their|his|those|these|that|) (tyres|set|set of tyres)",
        "beside": "laps / on the tyres / old / how old",
        "up": "oldest / older / most worn / most used",
        "down": "freshest / fresher / newest / newer / youngest / younger / least worn",
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
    {
        "name": "tyres of the best lap",
        "relation": "laps",
        "value": "time_s",
        "where": [["deleted", "is", False], ["time_s", "told"]],
        "show": ["compound", "lap"],
        "rank": "down",
        "said": "(tyre|tyres|compound) of the (best|fastest) (lap|laps|time)",
    },
    {
        "name": "pace",
        **_AVERAGE,
        "said": f"{_AVERAGES} / pace",
        "compares": True,
        "kinds": list(RACES),
    },
    {"name": "average lap", **_AVERAGE, "said": f"{_AVERAGES} / long run pace", "kinds": list(TIMED)},
    {
        "name": "best lap",
        "relation": "laps",
        "value": "time_s",
        "where": [["deleted", "is", False], ["time_s", "told"]],
        "each": "min",
        "said": "lap / laps / lap time / lap times / time / times / pace",
        "beside": "quick / slow / fast",
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
        "said": "lap / laps / lap time / lap times / time / times / flying lap",
        "up": f"{_SLOW} {_BEST} / worst {_BEST}",
        "down": f"{_QUICK} / best {_BEST}",
    },
    _SLOW_OVER_LAPS,
    *STOP_TOPICS,
    {
        "name": "stints",
        "relation": "stints",
        "value": "laps",
        "where": [["laps", "told"]],
        "show": ["compound", "stint"],
        "nth": "stint",
        "amount": True,
        "said": "stint / stints",
        "beside": "long / length / laps / one set / tyres",
        "up": "longest",
        "down": "shortest",
    },
    {
        "name": "cars on the lead lap",
        "kinds": list(RACES),
        "plain": True,
        "relation": "drivers",
        "where": [*_GOING, ["laps_down", "is", 0]],
        "each_car": True,
        "said": "lead lap / same lap as the leader / unlapped",
    },
    {
        "name": "cars without a time",
        "kinds": list(TIMED),
        "plain": True,
        "relation": "drivers",
        "where": [*_GOING, ["best_lap_s", "untold"]],
        "each_car": True,
        "said": "no (time|times|lap|laps|lap time) / without a (time|lap|lap time) / not set a (time|lap|lap time)"
        " / (yet|still) to set a (time|lap|lap time)",
        "beside": "set / on the board / posted",
    },
    {
        "name": "laps led",
        "kinds": list(RACES),
        "relation": "laps",
        "where": [["position", "is", 1]],
        "counts": True,
        "group": True,
        "most": "up",
        "said": "led / lead / leading / laps led / in front"
        " / in the lead / leaders / leader / laps in the lead / in p1",
        "beside": "laps / lap / different",
    },
    {
        "name": "laps of the race",
        "kinds": list(RACES),
        "relation": "laps",
        "where": [["position", "is", 1]],
        "counts": True,
        "needs": True,
        "nobody": True,
        "said": "laps / lap",
        "beside": "of the race / race",
    },
    {
        "name": "laps driven",
        "relation": "laps",
        "counts": True,
        "most": "up",
        "needs": True,
        "said": "laps / lap / laps completed / laps done",
        "beside": "completed / complete / finished / driven / managed",
    },
    {
        "name": "laps done",
        "whole": ["compound", "new", "stint"],
        "relation": "drivers",
        "value": "laps",
        "each_car": True,
        "amount": True,
        "most": "up",
        "said": "laps / lap / laps completed / laps done",
        "beside": "completed / complete / finished / driven / managed / run",
    },
    {
        "name": "positions gained",
        "kinds": list(RACES),
        "relation": "laps",
        "value": "position",
        "where": [["position", "told"]],
        "each": "delta",
        "rank": "down",
        "most": "down",
        "needs": True,
        "said": "gained / gain"
        " / gained (places|positions|spots|ground) / made up / made up (places|positions|spots|ground)"
        " / climbed / moved up / places gained / positions gained / biggest gainer / gainers / gainer / movers",
        "beside": "places / positions / place / position / spots / ground / biggest",
    },
    {
        "name": "positions lost",
        "kinds": list(RACES),
        "relation": "laps",
        "value": "position",
        "where": [["position", "told"]],
        "each": "delta",
        "rank": "up",
        "most": "up",
        "needs": True,
        "said": "lost / lose / lost (places|positions|spots|ground) / dropped / dropped back / fallen / fell back"
        " / places lost / positions lost / biggest loser / losers / loser / lost out",
        "beside": "places / positions / place / position / spots / ground / biggest",
    },
    {
        "name": "overtakes",
        "plain": True,
        "relation": "overtakes",
        "where": [["how", "is", "track"]],
        "counts": True,
        "most": "up",
        "other": "passed_car",
        "show": ["passed", "lap"],
        "said": "overtake / overtakes / overtook / overtaken / overtaking / pass / passed / passes / past / passing"
        " / overtaking moves / overtaking manoeuvres",
        "beside": "on track / times / moves",
    },
    {
        "name": "penalties",
        "plain": True,
        "relation": "penalties",
        "where": [["penalised", "is", True]],
        "counts": True,
        "most": "up",
        "show": ["penalty", "reason"],
        "said": "penalty / penalties / penalised / time penalty / time penalties",
        "beside": "handed out / given / given out / awarded / dished out / handed / for what / what for",
    },
    {
        "name": "size of penalties",
        "ranks": True,
        "relation": "penalties",
        "value": "penalty_s",
        "where": [["penalised", "is", True], ["penalty_s", "told"]],
        "show": ["reason"],
        "said": "penalty / penalties / time penalty / time penalties",
        "up": "biggest / largest / longest / harshest / heaviest / highest",
        "down": "smallest / shortest / lightest / lowest",
    },
    {
        "name": "laps deleted",
        "plain": True,
        "relation": "laps",
        "where": [["deleted", "is", True]],
        "counts": True,
        "most": "up",
        "show": ["lap"],
        "said": "deleted / laps deleted / lap deleted"
        " / deleted laps / deleted lap times / lap times deleted / times deleted"
        " / lap time deleted",
        "beside": "lap / laps / for track limits / time / times",
    },
    {
        "name": "cars lapped",
        "kinds": list(RACES),
        "plain": True,
        "relation": "drivers",
        "where": [*_GOING, ["laps_down", "at_least", 1]],
        "show": ["laps_down"],
        "each_car": True,
        "said": "lapped / been lapped / a lap down / lap down / laps down / a lap behind / backmarkers",
        "beside": "finished / finish",
    },
    {
        "name": "cars finished",
        "kinds": list(RACES),
        "relation": "drivers",
        "where": [["state", "is", "finished"]],
        "each_car": True,
        "said": "finished / finish / finishers / made it to the end / saw the flag / took the flag / classified",
        "beside": "race",
    },
)
"""The first that has a use for all parts of a question is meant; `director.planners.offline.composing` says how."""
