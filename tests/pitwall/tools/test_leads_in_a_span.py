"""Changes of the lead on some of the laps, against the leaders lap by lap."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from pitwall.sources import open_source
from pitwall.state import StateCache
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
RACE = StateCache().load(open_source("sim:seed=11,cars=12,laps=30"))


def changes(first: int, last: int) -> list[int]:
    """The laps on which the lead changed at the line, from one lap to another."""
    leaders = [*enumerate(RACE.view().lap_leaders, 1)]
    return [lap for (_, before), (lap, after) in pairwise(leaders) if before != after and first <= lap <= last]


def test_changes_of_the_lead_are_those_on_the_laps_that_are_asked_for(call_tool: CallTool) -> None:
    every = changes(1, 30)
    assert len(every) > 1
    since = every[1]
    told = call_tool(RACE, "get_lead_changes", since_lap=since)
    assert told["changes"] == len(changes(since, 30))
    assert all(f"(lap {lap})" in told["summary"] for lap in changes(since, 30))
    until = call_tool(RACE, "get_lead_changes", to_lap=since - 1)
    assert until["changes"] == len(changes(1, since - 1))
    assert f"on laps 1 to {since - 1}" in until["summary"]


def test_laps_led_in_a_span_are_counted_of_one(call_tool: CallTool) -> None:
    leader = RACE.view().lap_leaders[-1]
    led = RACE.view().lap_leaders[9:].count(leader)
    told = call_tool(RACE, "get_lead_changes", driver=leader, since_lap=10)
    assert f"has led {led} lap" in told["summary"]
    assert told["laps_led"][0]["laps"] == led
