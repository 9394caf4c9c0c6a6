"""What was since a restart is told of the last safety car that is over, also while another one is out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitwall.query.events import EVENTS
from pitwall.state import StateCache

Recorded = Callable[[str], StateCache]
CallTool = Callable[..., dict[str, Any]]


def asked() -> dict[str, Any]:
    """The query that finds the restart, as the narrow of "since the restart" has it."""
    narrow = next(one for one in EVENTS if "restart" in one["said"])
    find = narrow["ways"][0]["find"]
    return {**find, "where": [dict(zip(("field", "op", "value"), one, strict=False)) for one in find["where"]]}


def test_a_safety_car_that_is_out_has_no_restart(call_tool: CallTool, recorded: Recorded) -> None:
    melbourne = call_tool(recorded("2025_australian_gp_converted"), "query_race", **asked(), at_lap=47)
    assert melbourne["summary"] == "Safety car that ended: laps 34 to 41."
    baku = call_tool(recorded("2018_azerbaijan_race"), "query_race", **asked(), at_lap=2)
    assert (baku["rows"], baku["summary"]) == ([], "No safety car that ended.")
