"""What narrows a question to the cars around somebody who is named: ahead of him, behind him, between two.

His position is one of the whole field, and so is what it is held against, of the cars of a class too.
"""

from __future__ import annotations

from typing import Any

from pitwall.query.events import Narrow

_THAT = "(that|who|which|)"
_BE = "(is|are|)"
_AHEAD = "(ahead of|in front of)"


def _position_of(*names: str) -> dict[str, Any]:
    """The query for where those who are named stand, the first of them first."""
    where = [["driver", "is", names[0]]] if len(names) == 1 else [["driver", "in", list(names)]]
    order = {"order_by": [{"field": "position_now"}]} if len(names) > 1 else {}
    return {"from": "drivers", "where": where, "select": ["driver", "position_now"], **order}


def _narrow(said: str, *where: list[Any], of: dict[str, Any]) -> Narrow:
    way = {"where": list(where), "find": of, "pick": "first", "then": True, "overall": True}
    return {
        "said": said,
        "ways": [{**way, "only": ["drivers"], "show": ["position_now"]}, {**way, "only": ["penalties"]}],
    }


def _next(said: str, op: str, *, down: bool) -> Narrow:
    """The next car that way: the first in the order of those who stand there."""
    arguments = {"order_by": [{"field": "position_now", "down": down}], "limit": 1}
    way = {"find": _ONE, "pick": "first", "then": True, "only": ["drivers"], "overall": True, "arguments": arguments}
    return {"said": said, "ways": [{**way, "where": [["position_now", op, "{/position_now}"]]}]}


def _stop_of(name: str, *, down: bool) -> dict[str, Any]:
    """The query for the first stop of the one who is named, or for the last one."""
    return {
        "from": "stops",
        "where": [["driver", "is", name]],
        "select": ["driver", "lap", "session_time_s"],
        "order_by": [{"field": "session_time_s", "down": down}],
        "limit": 1,
    }


_ONE, _TWO = _position_of("{driver}"), _position_of("{driver}", "{driver'}")

AROUND: tuple[Narrow, ...] = (
    _narrow(f"{_THAT} {_BE} {_AHEAD} {{driver}}", ["position_now", "less", "{/position_now}"], of=_ONE),
    _narrow(f"{_THAT} {_BE} behind {{driver}}", ["position_now", "more", "{/position_now}"], of=_ONE),
    _narrow(
        f"{_THAT} {_BE} (between|in between) {{driver}} and {{driver}}",
        ["position_now", "more", "{0/position_now}"],
        ["position_now", "less", "{1/position_now}"],
        of=_TWO,
    ),
    _next("(of|) (the|) (car|driver|one) (ahead of|in front of) {driver}", "less", down=True),
    _next("(of|) (the|) (car|driver|one) behind {driver}", "more", down=False),
    *(
        {
            "said": said,
            "ways": [
                {
                    "where": [["session_time_s", op, "{/session_time_s}"], ["driver", "is_not", "{driver}"]],
                    "find": _stop_of("{driver}", down=down),
                    "pick": "first",
                    "then": True,
                    "only": ["stops"],
                }
            ],
        }
        for said, op, down in (
            ("before {driver}", "less", False),
            ("since {driver} / since the stop of {driver} / after {driver}", "more", True),
        )
    ),
    {
        "said": "(on|in) (the|) same lap as {driver}",
        "ways": [
            {
                "where": [["lap", "is", "{/lap}"], ["driver", "is_not", "{driver}"]],
                "find": _stop_of("{driver}", down=True),
                "pick": "first",
                "only": ["stops"],
            }
        ],
    },
)
