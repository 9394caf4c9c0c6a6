"""What narrows a question by how much: the age of tyres, places gained and lost, seconds behind."""

from __future__ import annotations

from typing import Any

from pitwall.query.events import Narrow

_CARS = ["drivers"]
_SET = "(tyres|tyre|rubber|a set|sets|)"
_PLACES = "(places|positions|spots|place|position)"
_S = "(second|seconds)"
_OF = "(behind|off|from)"
_LEADER = "(the|) (leader|lead)"
_AHEAD = "(the|) (car|driver|one) (ahead|in front)"
_MORE = "(more than|over)"
_LEAST = "at least"
_IN_LANE = "(in lane|in the lane|in pit lane|in the pit lane|of lane time|lane time|)"
_THAT_WERE = "(that were|that was|which were|)"


def _narrow(said: str, *where: list[Any], only: list[str] = _CARS, **more: Any) -> Narrow:
    return {"said": said, "ways": [{"where": list(where), "only": only, **more}]}


_AGES: tuple[Narrow, ...] = tuple(
    _narrow(said, ["tyre_laps", op, "{n}"], show=["compound", "tyre_laps"])
    for op, said in (
        ("more", f"{_SET} older than {{n}} laps / {_SET} (that are|) {_MORE} {{n}} laps old"),
        (
            "at_least",
            f"{_SET} (that are|) at least {{n}} laps old / {_SET} {{n}} laps old (or more|or older|and older)",
        ),
        (
            "less",
            f"{_SET} (younger|newer|fresher) than {{n}} laps / {_SET} (that are|) (less|fewer) than {{n}} laps old",
        ),
        ("at_most", f"{_SET} (that are|) (at most|no more than) {{n}} laps old"),
    )
)
_GAINED, _LOST = "(gained|gain|made up|picked up|won)", "(lost|lose|dropped)"
_MOVED: tuple[Narrow, ...] = tuple(
    _narrow(f"{verb} {said} {{n}} {_PLACES}", ["gained", op, value], show=["gained"])
    for verb, value, ops in (
        (_GAINED, "{n}", (("more", _MORE), ("at_least", _LEAST))),
        (_LOST, "{-n}", (("less", _MORE), ("at_most", _LEAST))),
    )
    for op, said in ops
)
_BEHIND: tuple[Narrow, ...] = (
    *(
        _narrow(
            f"{said} {{n}} {_S} {_OF} {_AHEAD}",
            ["interval_s", op, "{n}"],
            ["position_now", "more", 1],
            show=["interval_s"],
        )
        for op, said in (("more", _MORE), ("at_least", _LEAST))
    ),
    *(
        _narrow(
            f"{said} {{n}} {_S} {_OF} {_LEADER}",
            ["position_now", "more", 1],
            arguments={
                "any_of": [
                    {"field": "gap_s", "op": op, "value": "{n}"},
                    {"field": "laps_down", "op": "at_least", "value": 1},
                ]
            },
        )
        for op, said in (("more", _MORE), ("at_least", _LEAST))
    ),
)
"""Who is a lap down is further behind the leader than any number of seconds that is asked for."""

_LASTED: tuple[Narrow, ...] = tuple(
    {
        "said": f"(of|took|takes|lasted|that took|that lasted|which took|) {said} {{n}} {_S} {_IN_LANE}",
        "ways": [
            {"where": [["lane_s", op, "{n}"]], "only": ["stops"], "show": ["lane_s"]},
            {"where": [["penalty_s", op, "{n}"]], "only": ["penalties"]},
        ],
    }
    for op, said in (("more", "(more than|longer than|over)"), ("at_least", _LEAST), ("less", "(less than|under)"))
)
"""How long stops took, and how long penalties are."""

_ON_A_COMPOUND: tuple[Narrow, ...] = tuple(
    _narrow(
        f"(done|driven|run|completed|had) {said} {{n}} laps on {{compound}} (tyres|tyre|)",
        ["compound", "is", "{compound}"],
        only=["stints"],
        arguments={
            "group_by": ["driver"],
            "aggregate": [{"op": "sum", "field": "laps", "as": "total_laps"}],
            "having": [{"field": "total_laps", "op": op, "value": "{n}"}],
            "order_by": [{"field": "total_laps", "down": True}],
        },
    )
    for said, op in (("more than", "more"), ("at least", "at_least"), ("(fewer|less) than", "less"))
)
"""Laps on all sets of a compound together."""
_SINCE_STOP: tuple[Narrow, ...] = tuple(
    _narrow(
        f"(done|driven|run|completed|had|) {said} {{n}} laps (on|with) (the|his|their|) (current|present|this|these)"
        f" (set|set of tyres|tyres|stint)"
        f" / (done|driven|run|completed|had|) {said} {{n}} laps since (the|his|their|) (last|) (stop|pit stop)",
        ["laps_since_stop", op, "{n}"],
        show=["laps_since_stop", "compound"],
    )
    for said, op in (("(more than|over)", "more"), (_LEAST, "at_least"), ("(fewer|less) than", "less"))
)
_LONG: tuple[Narrow, ...] = tuple(
    _narrow(f"{_THAT_WERE} {said} {{n}} laps", ["laps", op, "{n}"], only=["stints"])
    for op, said in (
        ("more", "longer than"),
        ("less", "shorter than"),
        ("more", "(of|that lasted|lasted) (more than|over)"),
        ("at_least", f"(of|that lasted|lasted) {_LEAST}"),
        ("less", "(of|that lasted|lasted) (less than|fewer than|under)"),
    )
)
"""How long stints were."""

_ANYONE = "(anyone|anybody|any car|anyone else|)"
_NONE: tuple[Narrow, ...] = (
    _narrow(
        f"(have|has|did) not (overtaken|passed|overtake|pass) {_ANYONE}"
        " / (have|has) (made|done) no (overtakes|overtake)",
        ["overtakes_made", "is", 0],
    ),
    _narrow("(have|has|without) no (penalty|penalties) / without (a penalty|penalties)", ["penalties", "is", 0]),
    _narrow(
        "(have|has|was|were) not (been|) (overtaken|passed) / (have|has) never been (overtaken|passed)",
        ["overtakes_suffered", "is", 0],
    ),
)

AMOUNTS: tuple[Narrow, ...] = (*_AGES, *_MOVED, *_BEHIND, *_LASTED, *_ON_A_COMPOUND, *_SINCE_STOP, *_LONG, *_NONE)
