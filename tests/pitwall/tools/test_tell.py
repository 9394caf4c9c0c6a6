"""`tell` chooses what a summary tells, and nothing else of an answer; whoever does that is called so."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]
SPECS = build_tools(StateCache())
TELLING = {
    spec.name: spec.input_schema["properties"]["tell"] for spec in SPECS if "tell" in spec.input_schema["properties"]
}
MOMENTS: dict[str, JsonObject] = {
    "2018_azerbaijan_race": {"at_lap": 30},
    "2024_spanish_quali": {"at_time": "00:50:40"},
    "2024_british_fp1": {"at_time": "00:45:00"},
}
_WHOM: tuple[JsonObject, ...] = ({}, {"driver": "VER"}, {"driver": "VER", "other": "HAM"})


def test_what_chooses_the_summary_is_named_tell() -> None:
    """Descriptions of the argument begin alike, and none of another name speaks of what comes first."""
    first = {
        (spec.name, name)
        for spec in SPECS
        for name, argument in spec.input_schema["properties"].items()
        if argument.get("description", "").startswith("what the summary ")
    }
    assert first == {(name, "tell") for name in TELLING}


@pytest.mark.parametrize("tool", TELLING)
def test_the_rows_are_the_same_whatever_is_told(recorded: Recorded, call_tool: CallTool, tool: str) -> None:
    untold = set(TELLING[tool]["enum"])
    for session, moment in MOMENTS.items():
        for driver in _WHOM:
            whole = call_tool(recorded(session), tool, **moment, **driver)
            for tell in TELLING[tool]["enum"]:
                told = call_tool(recorded(session), tool, **moment, **driver, tell=tell)
                if "error" in told:  # another kind of session, or a driver has to be named
                    continue
                untold.discard(tell)
                assert _rows(told) == _rows(whole), f"{tell}, {session}, {driver}"
    assert not untold


def _rows(envelope: JsonObject) -> JsonObject:
    return {name: value for name, value in envelope.items() if name not in ("summary", "generated_at")}
