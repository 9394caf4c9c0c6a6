"""What every race tool is held to: its time, one moment at a time, and what it says that the feed has not told."""

from __future__ import annotations

import asyncio

import pytest

from pitwall.events import CarTiming, Driver, Roster, Timing
from pitwall.facts.passages import judge_passages
from pitwall.sources import open_source
from pitwall.state import StateCache
from pitwall.tools import build_tools
from tests.pitwall.tools.conftest import CallTool
from toolgate.contract import Call, Tier
from toolgate.runner import Runner

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


def test_every_car_has_room_where_there_are_too_many_stops_for_one_answer() -> None:
    """62 cars of a long race made more passages than an answer holds: each has its last ones, and it says so."""
    many = StateCache().load(open_source("sim:cars=62,hours=5,classes=4"))
    told = asyncio.run(Runner(build_tools(many)).call(Call("get_pit_stops", {}))).envelope
    assert "truncated" not in told
    entered = {car for car in many.view().cars if judge_passages(many.view(), car)}
    assert {row["driver"]["car"] for row in told["cars"]} == entered
    for row in told["cars"]:
        every = judge_passages(many.view(), row["driver"]["car"])
        assert row["stops"] == sum(item.kind == "stop" for item in every)
        assert [each["lap"] for each in row["passages"]] == [item.passage.lap for item in every][
            -len(row["passages"]) :
        ]
    most = max(len(row["passages"]) for row in told["cars"])
    assert most >= 6  # of 62 cars so many fit, and more would be cut
    assert told["missing"][0] == f"passages before the last {most} of a car: name a driver for all of them"
    one = asyncio.run(Runner(build_tools(many)).call(Call("get_pit_stops", {"driver": "P1"}))).envelope
    assert len(one["cars"][0]["passages"]) > most
    assert "passages before" not in str(one["missing"])
