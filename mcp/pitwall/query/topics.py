"""What can be asked of the relations, and in which words."""

from __future__ import annotations

from typing import Any

from pitwall.query.car_topics import CAR_TOPICS
from pitwall.query.class_topics import CLASS_TOPICS
from pitwall.query.order_topics import (
    COMPARED_TO_GRID,
    GRID,
    MOVED_FROM_GRID,
    ORDER_TOPICS,
    PASSES,
    STARTERS,
    STARTERS_ON,
)
from pitwall.query.pace_topics import PACE_TOPICS, SET_A_LAP
from pitwall.query.segments import SEGMENT_TOPICS, TOOK_PART
from pitwall.query.set_topics import SET_TOPICS
from pitwall.query.split_topics import SPLIT_TOPICS
from pitwall.query.status_topics import STATUS_TOPICS
from pitwall.query.steward_topics import STEWARD_TOPICS
from pitwall.query.stop_topics import STOP_TOPICS
from pitwall.state import OUT_STATES
from pitwall.state.kinds import RACES, TIMED

_GOING = [["state", "not_in", [*OUT_STATES]]]
_CARS: dict[str, Any] = {
    "name": "cars", "relation": "drivers", "where": _GOING, "alone": True, "each_car": True, "most": "up",
}  # fmt: skip
"""Nobody has a grid before the race."""
_RUNNING_ORDER: dict[str, Any] = {
    "name": "running order", "kinds": list(RACES), "relation": "drivers", "value": "position_now",
    "where": [*_GOING, ["position_now", "told"]], "alone": True, "each_car": True, "needs": True, "ranks": True,
    "said": "placed / on the road", "up": "lowest / furthest back / last placed / lowest placed",
    "down": "highest / best / best placed / furthest up / first (car|driver) (that|who|which) is",
}  # fmt: skip
TOPICS: tuple[dict[str, Any], ...] = (
    STARTERS,
    TOOK_PART,
    STARTERS_ON,
    {
        "name": "cars by their best lap",
        "relation": "drivers",
        "where": [["best_lap_s", "told"]],
        "holds": "best_lap_s",
        "alone": True,
        "show": ["best_lap_s"],
        "each_car": True,
        "said": f"lap / laps / lap time / lap times / time / times / lapped / {SET_A_LAP}",
        "beside": "set / managed / driven / posted",
    },
    {**_CARS, "kinds": list(RACES)},
    {**_CARS, "name": "cars against the clock", "kinds": list(TIMED), "whole": ["grid"]},
    _RUNNING_ORDER,
    {**_RUNNING_ORDER, "name": "order by best laps", "kinds": list(TIMED)},
    GRID,
    *MOVED_FROM_GRID,
    *COMPARED_TO_GRID,
    {
        "name": "compounds changed to",
        "plain": True,
        "relation": "stints",
        "where": [["stint", "more", 1]],
        "show": ["laps", "compound"],
        "group": True,
        "needs": True,
        "said": "(gone|changed|switched|moved) (onto|to)",
        "beside": "tyres / tyre / compound / at any point",
        "unless": {"relation": "stints"},
    },
    {
        "name": "compounds used",
        "alone": True,
        "plain": True,
        "relation": "stints",
        "show": ["laps", "compound"],
        "group": True,
        "needs": True,
        "said": "used / use / been on / tried / (has|have) (run|ran) / fitted / put on"
        " / try / (has|have) (anyone|anybody|any|any car|any cars|any team|any teams|they|someone) (run|ran)",
        "beside": "tyres / tyre / compound / at any point",
        "unless": {"relation": "stints"},
    },
    {
        "name": "compounds started on",
        "plain": True,
        "relation": "stints",
        "where": [["stint", "is", 1]],
        "show": ["compound"],
        "said": "started / started on / start / start on / began / began on / start out on",
        "beside": "tyres / tyre / compound / the race",
        "unless": {"relation": "stints", "where": [["stint", "is", 1]], "without": [["stint", "is", 1]]},
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
        "name": "laps within a time",
        "relation": "laps",
        "where": [["deleted", "is", False]],
        "holds": "time_s",
        "counts": True,
        "said": f"lap / laps / lap time / lap times / time / times / {SET_A_LAP}",
        "beside": "set / managed / driven",
    },
    *SEGMENT_TOPICS,
    *SPLIT_TOPICS,
    *CLASS_TOPICS,
    *ORDER_TOPICS,
    *PACE_TOPICS,
    *CAR_TOPICS,
    *STOP_TOPICS,
    *SET_TOPICS,
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
        "said": "(on|onto) lead lap / lead lap cars / same lap as the leader / unlapped",
    },
    {
        "name": "cars without a time",
        "kinds": ["practice"],
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
        "said": "led / lead / leading / laps led / in the lead / laps in the lead / in p1"
        " / (different|several|many) (leader|leaders) / number of leaders / new leader"
        " / (lead|led) (a|one|any) (single|) (lap|laps)",
        "beside": "laps / lap / different",
    },
    {
        "name": "laps of the race",
        "whole": ["compound", "new", "stint"],
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
        "name": "timed laps",
        "kinds": list(TIMED),
        "relation": "laps",
        "where": [["time_s", "told"]],
        "counts": True,
        "most": "up",
        "needs": True,
        "said": "timed (lap|laps)",
        "beside": "completed / complete / finished / driven / managed",
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
        "ops": {"track_status is": "latest"},
        "value": "position",
        "where": [["position", "told"]],
        "each": "delta",
        "rank": "down",
        "most": "down",
        "needs": True,
        "said": "gained / gain"
        " / gained (places|positions|spots|ground) / made up / made up (places|positions|spots|ground)"
        " / climbed / moved up"
        " / picked up / picked up (places|positions|spots) / (won|win) (places|positions|spots) / winners"
        " / places gained / positions gained / biggest gainer / gainers / gainer / movers",
        "beside": "places / positions / place / position / spots / ground / biggest",
    },
    {
        "name": "positions lost",
        "kinds": list(RACES),
        "relation": "laps",
        "ops": {"track_status is": "latest"},
        "value": "position",
        "where": [["position", "told"]],
        "each": "delta",
        "amount": True,
        "rank": "up",
        "most": "up",
        "needs": True,
        "said": "lost / lose / lost (places|positions|spots|ground) / dropped / dropped back / fallen / fell back"
        " / places lost / positions lost / biggest loser / losers / loser / lost out",
        "beside": "places / positions / place / position / spots / ground / biggest",
    },
    {
        **PASSES,
        "name": "overtakes",
        "other": "passed_car",
        "show": ["passed", "lap"],
        "said": "overtake / overtakes / overtook / overtaken / overtaking / pass / passed / passes / past / passing"
        " / overtaking moves / overtaking manoeuvres",
        "beside": "on track / times / moves",
    },
    *STEWARD_TOPICS,
    *STATUS_TOPICS,
    *(
        {
            "name": name,
            "kinds": list(RACES),
            "plain": True,
            "relation": "drivers",
            "where": [*_GOING, ["laps_down", "at_least", 1]],
            "show": ["laps_down"],
            "each_car": True,
            "done_to": done_to,
            "said": said,
            "beside": "finished / finish",
        }
        for name, done_to, said in (
            ("cars lapped", True, "lapped"),
            ("cars laps down", False, "been lapped / a lap down / lap down / laps down / a lap behind / backmarkers"),
        )
    ),
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
