"""What can be asked of the stewards: penalties, cases and lap times that were deleted, and in which words."""

from __future__ import annotations

from typing import Any

from pitwall.state.kinds import TIMED

_GIVEN = ["penalised", "is", True]
_OF_PENALTIES: dict[str, Any] = {
    "plain": True,
    "relation": "penalties",
    "counts": True,
    "most": "up",
    "time": "session_time_s",
}
_PENALTIES = "penalty / penalties"
_DELETED = (
    "deleted / laps deleted / lap deleted / deleted laps / deleted lap times / lap times deleted / times deleted"
    " / lap time deleted"
    " / deletions / deletion / track limits / track limits strikes"
)

_OF_DELETIONS: dict[str, Any] = {
    "relation": "deletions",
    "counts": True,
    "most": "up",
    "show": ["lap", "time_s"],
    "time": "session_time_s",
    "said": _DELETED,
    "beside": "lap / laps / for track limits / time / times / lap times / lap time",
}

STEWARD_TOPICS: tuple[dict[str, Any], ...] = (
    {
        "name": "seconds of penalties",
        "plain": True,
        "amount": True,
        "relation": "penalties",
        "where": [_GIVEN, ["penalty_s", "told"]],
        "sums": [{"op": "sum", "field": "penalty_s", "as": "total_penalty_s"}, {"op": "count", "as": "count"}],
        "said": "seconds of (penalties|penalty|penalty time) / penalty seconds / seconds in penalties",
    },
    {
        "name": "penalties",
        **_OF_PENALTIES,
        "where": [_GIVEN],
        "show": ["penalty", "reason", "lap"],
        "said": f"{_PENALTIES} / penalised / time penalty / time penalties",
        "beside": "handed out / given / given out / awarded / dished out / handed / for what / what for",
    },
    *(
        {
            "name": f"{kind}s",
            **_OF_PENALTIES,
            "where": [_GIVEN, ["penalty", "contains", kind.upper()]],
            "show": ["penalty", "reason", "lap"],
            "said": said,
            "beside": f"{_PENALTIES} / served / given",
        }
        for kind, said in (
            ("drive through", "drive through / drive throughs / drive-through / drives through"),
            ("stop", "stop and go / stop-and-go / stop go / stop and goes"),
        )
    ),
    *(
        {
            "name": name,
            **_OF_PENALTIES,
            "where": [_GIVEN, ["penalty", "contains", word]],
            "show": ["penalty", "reason", "lap"],
            "said": said,
            "beside": "by the stewards / given / for what / what for",
        }
        for name, word, said in (
            ("disqualifications", "DISQUALIF", "disqualified / disqualification / disqualifications / thrown out"),
            ("reprimands", "REPRIMAND", "reprimanded / reprimand / reprimands"),
            ("fines", "FINE", "fined / fine / fines"),
        )
    ),
    {
        "name": "size of penalties",
        "ranks": True,
        "relation": "penalties",
        "value": "penalty_s",
        "where": [_GIVEN, ["penalty_s", "told"]],
        "show": ["reason"],
        "said": f"{_PENALTIES} / time penalty / time penalties",
        "up": "biggest / largest / longest / harshest / heaviest / highest",
        "down": "smallest / shortest / lightest / lowest",
    },
    {
        "name": "open cases",
        "relation": "penalties",
        "where": [["open", "is", True]],
        "show": ["state", "reason"],
        "time": "session_time_s",
        "needs": True,
        "said": "(is|are|still|) under investigation / (is|are|still|) being investigated"
        " / (is|are|still|) being looked at / (is|are|still|) with the stewards",
        "beside": "by the stewards",
    },
    {
        "name": "cases",
        "relation": "penalties",
        "show": ["state", "reason"],
        "time": "session_time_s",
        "needs": True,
        "said": "under investigation / investigated / being investigated / investigation / investigations / been noted"
        " / noted for the incident / noted for an incident"
        " / being looked at / looked at / with the stewards / case"
        " / (came|come) (out of|of) / outcome / outcomes / decided / decision / decisions / cleared",
        "beside": "by the stewards / happened with / happened to",
    },
    {
        "name": "lap times deleted",
        "kinds": list(TIMED),
        "plain": True,
        **_OF_DELETIONS,
        "said": f"{_DELETED} / (lost|lose) (a|any|their|) (lap|laps|lap time|lap times)",
    },
    {
        "name": "laps deleted",
        "plain": True,
        "relation": "laps",
        "where": [["deleted", "is", True]],
        "counts": True,
        "most": "up",
        "show": ["lap"],
        "said": _DELETED,
        "beside": "lap / laps / for track limits / time / times / lap times / lap time",
    },
    {
        "name": "deletions",
        **_OF_DELETIONS,
    },
)
