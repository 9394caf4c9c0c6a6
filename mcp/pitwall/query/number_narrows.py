"""What narrows a question by a number: of stops made, of laps done, a lap time, the seconds of a penalty."""

from __future__ import annotations

from typing import Any

from pitwall.query.events import Narrow
from pitwall.query.narrow_forms import SECONDS, narrow, where

_STOPPED = "(stopped|pitted|boxed|been in|stop|pit)"
_STOPS = "(stop|stops|pit stops)"


def _of_stops(op: str) -> dict[str, Any]:
    """Cars by how many of the stops that are asked about they made."""
    counted = {"op": "count", "as": "count"}
    having = [{"field": "count", "op": op, "value": "{times}"}]
    return {**where(only=["stops"]), "arguments": {"group_by": ["driver"], "aggregate": [counted], "having": having}}


NUMBERS: tuple[Narrow, ...] = (
    narrow(
        "without (a|) (stop|pit stop) / (that|who|which|those who|ones that|cars that|) (have|has) not"
        " (stopped|pitted|boxed)",
        where(["stops", "is", 0], only=["drivers"]),
        {"arguments": {"without": [{"field": "in_lap", "op": "is", "value": True}]}, "only": ["laps"]},
    ),
    narrow(
        f"{_STOPPED} (only|just|) {{times}} / {_STOPPED} (only|just|) {{n}} times"
        f" / (on|with|made|) (only|just|) {{times}} {_STOPS}"
        f" / (on|with|made|) (only|just|) {{n}} {_STOPS}"
        f" / (only|just) {_STOPPED} ({{n}} times|{{times}})"
        f" / (only|just) made ({{n}}|{{times}}) {_STOPS} / (on|) {{n}} (stopper|stoppers)",
        where(["stops", "is", "{times}"]),
        _of_stops("is"),
    ),
    narrow(
        f"{_STOPPED} more than {{times}} / {_STOPPED} more than {{n}} times / more than {{n}} {_STOPS}",
        where(["stops", "more", "{times}"]),
        _of_stops("more"),
    ),
    narrow(
        f"{_STOPPED} at least {{times}} / {_STOPPED} at least {{n}} times / at least {{n}} {_STOPS}"
        f" / {{n}} times or more / (on|with|made|) {{n}} (stops or more|or more {_STOPS[1:-1]})"
        f" / {_STOPPED} {{n}} (times|) or more (times|)",
        where(["stops", "at_least", "{times}"]),
        _of_stops("at_least"),
    ),
    narrow(
        f"{_STOPPED} (fewer|less) than {{n}} times / (fewer|less) than {{n}} {_STOPS}"
        f" / {_STOPPED} (fewer|less) than {{times}}",
        where(["stops", "less", "{times}"]),
    ),
    narrow(f"(on|with|made|) (at most|no more than) {{n}} {_STOPS}", where(["stops", "at_most", "{n}"])),
    *(
        narrow(
            f"(done|completed|driven|managed|run|had|has|have|with) {said} {{n}} laps (completed|done|)",
            where(["laps", op, "{n}"], only=["drivers"]) | {"show": ["laps"]},
        )
        for said, op in (
            ("(fewer|less) than", "less"),
            ("more than", "more"),
            ("at least", "at_least"),
            ("at most", "at_most"),
        )
    ),
    narrow(
        "(in|into|) (under|below|inside|less than|faster than|quicker than|sub) (a|) {lap_time}",
        where(["time_s", "less", "{lap_time}"], only=["laps"]),
        where(["best_lap_s", "less", "{lap_time}"], only=["drivers"]),
    ),
    narrow(
        "(over|above|more than|slower than) (a|) {lap_time}",
        where(["time_s", "more", "{lap_time}"], only=["laps"]),
    ),
    narrow(f"{{n}} {SECONDS}", where(["penalty_s", "is", "{n}"])),
)
