"""What every race tool is held to: its time, one moment at a time, and what it says that the feed has not told."""

from __future__ import annotations

import pytest

from pitwall.events import CarTiming, Driver, Roster, Timing
from pitwall.sources import open_source
from pitwall.state import StateCache
from pitwall.tools import build_tools
from tests.pitwall.tools.conftest import CallTool
from toolgate.contract import Tier

SPECS = build_tools(StateCache())


def test_a_tool_that_reads_has_a_second_and_one_that_writes_two() -> None:
    for spec in SPECS:
        assert spec.timeout_ms == (1000 if spec.tier is Tier.READ_ONLY else 2000), spec.name


@pytest.fixture(scope="module")
def race() -> StateCache:
    return StateCache().load(open_source("sim:cars=4,laps=5"))


@pytest.mark.parametrize(
    "spec", [spec for spec in SPECS if "at_lap" in spec.input_schema["properties"]], ids=lambda s: s.name
)
def test_two_moments_at_once_are_refused(call_tool: CallTool, race: StateCache, spec: object) -> None:
    name, required = spec.name, spec.input_schema["required"]  # type: ignore[attr-defined]
    cars = iter(race.view().cars)
    given = {each: "laps" if each == "from" else next(cars) for each in required}
    of_races = "race" in spec.input_schema.get("x-session-kinds", ["race"])  # type: ignore[attr-defined]
    for one in ({"at_lap": 3}, {"at_time": "00:03:00"}) if of_races else ():
        assert "error" not in call_tool(race, name, **given, **one)
    error = call_tool(race, name, **given, at_lap=3, at_time="00:03:00")["error"]
    assert (error["type"], error["details"]["path"]) == ("validation_error", "/at_time")
    assert error["message"] == "name at_lap or at_time, not both"


def test_who_is_entered_and_not_timed_is_missing_until_timed(call_tool: CallTool) -> None:
    cache = StateCache()
    cache.apply(Roster(0.0, (Driver("1", "ONE", "Ann One"), Driver("2", "TWO", "Ben Two"))))
    cache.apply(Timing(1.0, {"1": CarTiming(position=1)}))
    assert "any timing of Two" in call_tool(cache, "get_roster")["missing"]
    cache.apply(Timing(2.0, {"2": CarTiming(position=2)}))
    assert not [said for said in call_tool(cache, "get_roster")["missing"] if "timing" in said]
