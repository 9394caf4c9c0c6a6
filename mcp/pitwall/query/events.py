"""Moments and spans that an event sets: a safety car, a red flag, a restart, a stop."""

from __future__ import annotations

from typing import Any

from pitwall.facts.periods import FULL_COURSE_KINDS
from pitwall.state.kinds import TIMED

Narrow = dict[str, Any]
_DURING = "(under|behind|during|in|amid)"
_SINCE = "(since|after|following)"
_WHEN = "(when|as|once)"
_BEGAN = "(came out|come out|was deployed|was called|was out|started|began|was shown|was thrown|went out)"
_ENDED = "(came in|ended|went in|finished|was over|pulled in|was withdrawn)"
_LAST = "(last|latest|most recent|)"
_OF_CARS = ["drivers"]
_LOOKING_BACK = ["none"]
"""For tools that look back: a query of cars tells how they stand."""


def spells(*statuses: str, last: bool = False) -> dict[str, Any]:
    """The query for the spells of a track status, of several statuses together, or for the last of them."""
    ordered = {"order_by": [{"field": "session_time_s", "down": True}], "limit": 1}
    held = ["status", "is", statuses[0]] if len(statuses) == 1 else ["status", "in", list(statuses)]
    return {"from": "statuses", "where": [held], **(ordered if last else {})}


def _of_a_status(name: str, status: str) -> list[Narrow]:
    """How a safety car or a red flag narrows: during it, since it, as it began and as it ended."""
    return [
        {
            "said": f"{_DURING} the same {name}",
            "ways": [{"where": [["track_status", "is", status]], "show": ["status_number"], "only": ["stops"]}],
        },
        {
            "said": f"{_DURING} (the|a|that) {name} / {_DURING} the {name} (period|phase)",
            "ways": [{"where": [["track_status", "is", status]]}],
        },
        {
            "said": f"{_DURING} (this|the current|the present|the last|the latest|the final) {name} (period|phase|)",
            "ways": [{"where": [["track_status", "latest", status]]}],
        },
        {
            "said": f"{_DURING} the {{nth}} {name} (period|phase|)",
            "ways": [{"where": [["track_status", "in", [status]], ["status_number", "is", "{nth}"]]}],
        },
        *_at_its_ends(name, status),
    ]


def _of_statuses(name: str, *statuses: str) -> list[Narrow]:
    """The same of what the feed tells as one of several statuses, each of which it counts by itself."""
    held = {"where": [["track_status", "in", list(statuses)]]}
    return [{"said": f"{_DURING} (the|a|this|that) {name}", "ways": [held]}, *_at_its_ends(name, *statuses)]


def _at_its_ends(name: str, *statuses: str) -> list[Narrow]:
    """Since it, before it, as it began and as it ended."""
    found: list[Narrow] = []
    for which, pick in ((_LAST, "first"), ("{nth}", "nth")):
        one: dict[str, Any] = {"find": spells(*statuses, last=pick == "first"), "pick": pick}
        found += [
            {
                "said": f"{_SINCE} the {which} {name} (ended|came in|period|phase|)",
                "ways": [
                    {**one, "where": _AFTER_IT_BEGAN, "only": ["laps"], "kinds": list(TIMED)},
                    {**one, "where": [["lap", "at_least", "{/since_lap}"]]},
                    {**one, "arguments": {"since_lap": "{/since_lap}"}, "only": _LOOKING_BACK},
                ],
            },
            {
                "said": f"before the {which} {name} / before the {which} {name} {_BEGAN}",
                "ways": [
                    {**one, "arguments": {"at_lap": "{/lap_before}"}, "only": _OF_CARS},
                    {**one, "where": [["lap", "at_most", "{/lap}"]], "only": ["retirements"]},  # why it came out
                    {**one, "where": _JUST_BEFORE, "arguments": _LATEST_FIRST, "only": ["stops"]},
                    {**one, "where": _JUST_BEFORE, "only": ["laps"], "kinds": list(TIMED)},
                    {**one, "where": [["lap", "less", "{/lap}"]]},
                ],
            },
            {
                "said": f"{_WHEN} the {which} {name} {_BEGAN} / (at|at the time of) the {which} {name}",
                "ways": [{**one, "arguments": {"at_time": "{/began}"}, "only": _OF_CARS}],
            },
            {
                "said": f"{_WHEN} the {which} {name} {_ENDED} / at the end of the {which} {name}",
                "ways": [{**one, "arguments": {"at_time": "{/ended}"}, "only": _OF_CARS}],
            },
        ]
    return found


_STOPS = {"from": "stops", "where": [["driver", "is", "{driver}"]], "select": ["driver", "lap"]}
_ENDED_SPELLS = spells("safety_car", last=True)
_RESTART: dict[str, Any] = {
    "find": {**_ENDED_SPELLS, "where": [*_ENDED_SPELLS["where"], ["going", "is", False]]},
    "pick": "first",
}
"""The last one that is over: behind one that is out nothing has been restarted."""
_NTH_RESTART: dict[str, Any] = {
    "find": {**spells("safety_car"), "where": [["status", "is", "safety_car"], ["going", "is", False]]},
    "pick": "nth",
}
_JUST_BEFORE = [["session_time_s", "less", "{/session_time_s}"]]
_AFTER_IT_BEGAN = [["session_time_s", "more", "{/session_time_s}"]]
"""Laps of practice and qualifying: there every car counts its own."""
_LATEST_FIRST = {"order_by": [{"field": "session_time_s", "down": True}]}
_OVER_THE_RESTART = [["lap", "at_least", "{/to_lap}"], ["lap", "at_most", "{/next_lap}"]]
"""From the order at the line as it ended to that of a lap later."""
_HIS = "(his|her|their|the)"

_RAIN: dict[str, Any] = {
    "find": {
        "from": "weather",
        "where": [["rain_began", "is", True]],
        "select": ["lap"],
        "order_by": [{"field": "session_time_s", "down": True}],
        "limit": 1,
    },
    "pick": "first",
}
"""As it last began to rain."""
_CAME = "(came|came back|started|began|returned|arrived|fell|set in)"

EVENTS: tuple[Narrow, ...] = (
    *_of_a_status("safety car", "safety_car"),
    *_of_a_status("virtual safety car", "vsc"),
    *_of_a_status("vsc", "vsc"),
    *_of_a_status("red flag", "red"),
    *_of_statuses("full course yellow", *FULL_COURSE_KINDS),
    *_of_statuses("fcy", *FULL_COURSE_KINDS),
    {
        "said": f"{_SINCE} (the|) (last|) restart",
        "ways": [
            {**_RESTART, "where": [["lap", "at_least", "{/to_lap}"]]},
            {**_RESTART, "arguments": {"since_lap": "{/to_lap}"}, "only": _LOOKING_BACK},
        ],
    },
    {
        "said": f"{_SINCE} (the|that|) rain (again|) / {_SINCE} (the|) rain {_CAME} (again|)"
        f" / {_SINCE} (it|) (started|began) (raining|to rain) (again|)",
        "ways": [
            {**_RAIN, "where": [["lap", "at_least", "{/lap}"]]},
            {**_RAIN, "arguments": {"since_lap": "{/lap}"}, "only": _LOOKING_BACK},
        ],
    },
    {
        "said": f"(when|as) (the|) rain {_CAME} (again|) / (when|as) it (started|began) (raining|to rain) (again|)",
        "ways": [{**_RAIN, "arguments": {"at_lap": "{/lap}"}, "only": _OF_CARS}],
    },
    {"said": "for (the|this|that|) (next|) restart", "ways": [{"where": [], "only": _OF_CARS}]},
    {
        "said": "(at|on|off|from|with) (the|) {nth} restart / {nth} restart",
        "ways": [
            {**_NTH_RESTART, "where": _OVER_THE_RESTART, "only": ["laps", "overtakes"]},
            {**_NTH_RESTART, "arguments": {"at_time": "{/ended}"}, "only": _OF_CARS},
        ],
    },
    {
        "said": "(at|on|off|from|with) (the|that|) (last|) restart / restart"
        " / when (they|the race|it) (restarted|resumed)",
        "ways": [
            {**_RESTART, "where": _OVER_THE_RESTART, "only": ["laps", "overtakes"]},
            {**_RESTART, "arguments": {"at_time": "{/ended}"}, "only": _OF_CARS},
        ],
    },
    {
        "said": f"{_SINCE} {_HIS} (last|latest|) (stop|pit stop|tyre change)"
        " / since (pitting|stopping|he pitted|he stopped|she stopped)",
        "ways": [
            {"where": [["lap", "more", "{/lap}"]], "find": _STOPS, "pick": "last"},
            {"arguments": {"since_lap": "{/lap}"}, "find": _STOPS, "pick": "last", "only": _LOOKING_BACK},
        ],
    },
    {
        "said": "(last|latest|most recent) {n} (stops|pit stops)",
        "ways": [{"where": [], "arguments": {**_LATEST_FIRST, "limit": "{n}"}, "only": ["stops"]}],
    },
    {
        "said": f"{_SINCE} {_HIS} {{nth}} (stop|pit stop)",
        "ways": [{"where": [["lap", "more", "{/lap}"]], "find": _STOPS, "pick": "nth"}],
    },
    {
        "said": f"before {_HIS} (stop|pit stop) / before (pitting|stopping|he pitted|he stopped)",
        "ways": [
            {"where": [["lap", "less", "{/lap}"]], "find": _STOPS, "pick": "first"},
            {"arguments": {"at_lap": "{/lap}"}, "find": _STOPS, "pick": "last", "only": _OF_CARS},
        ],
    },
)
