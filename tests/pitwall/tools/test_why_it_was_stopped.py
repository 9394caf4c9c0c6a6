"""What went before a safety car, what was said of a corner, who went out together, and the share of laps led."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pitwall.events import RaceControl
from pitwall.sources import open_source
from pitwall.state import StateCache
from pitwall.tools.happenings import HappeningKind, happenings

Recorded = Callable[[str], StateCache]
CallTool = Callable[..., dict[str, Any]]
BAKU = "2018_azerbaijan_race"


def test_what_went_before_a_safety_car_is_told_and_no_reason_is_made_up(
    call_tool: CallTool, recorded: Recorded
) -> None:
    last = call_tool(recorded(BAKU), "get_incidents", before="safety_car")
    assert last["summary"].startswith("No reason is given for the safety car of lap 40; around then: ")
    assert {"VER", "RIC"} <= {driver["code"] for event in last["events"] for driver in event["drivers"]}
    assert "why the safety car was shown" in last["missing"]
    first = call_tool(recorded(BAKU), "get_incidents", before="safety_car", nth=1)
    assert "Ocon is out" in first["summary"]


@pytest.mark.parametrize(
    ("asked", "summary"),
    [
        ({"before": "red"}, "There was no red flag so far."),
        ({"before": "safety_car", "nth": 3}, "There were only 2 safety cars so far."),
        ({"turn": 49}, "Race control has said nothing of turn 49 so far."),
    ],
)
def test_what_there_was_not_is_said(
    call_tool: CallTool, recorded: Recorded, asked: dict[str, Any], summary: str
) -> None:
    answer = call_tool(recorded(BAKU), "get_incidents", **asked)
    assert (answer["summary"], answer["matching"]) == (summary, 0)


def test_who_was_in_an_incident_at_a_corner_is_told_by_name(call_tool: CallTool, recorded: Recorded) -> None:
    at = call_tool(recorded(BAKU), "get_incidents", turn=2)
    assert "10 second time penalty for Ericsson (causing a collision) (lap 20)" in at["summary"], at["summary"]
    assert {"ERI", "MAG"} <= {driver["code"] for event in at["events"] for driver in event["drivers"]}


def test_a_corner_is_not_another_that_begins_with_its_number(call_tool: CallTool, recorded: Recorded) -> None:
    at = call_tool(recorded(BAKU), "get_incidents", turn=1)
    assert {driver["code"] for event in at["events"] for driver in event["drivers"]} == {"RIC", "VER"}
    assert call_tool(recorded(BAKU), "get_incidents", turn=5)["matching"] >= 1


def test_two_who_go_out_together_have_one_incident_and_others_have_not(call_tool: CallTool, recorded: Recorded) -> None:
    crash = call_tool(recorded(BAKU), "get_incidents", driver="RIC", other="VER")
    assert [event["kind"] for event in crash["events"]].count("retirement") == 2
    apart = call_tool(recorded(BAKU), "get_incidents", driver="BOT", other="SIR")
    assert "retirement" not in {event["kind"] for event in apart["events"]}


def test_the_laps_that_somebody_led_are_told_of_all(call_tool: CallTool, recorded: Recorded) -> None:
    answer = call_tool(recorded(BAKU), "get_lead_changes", driver="VET")
    assert answer["summary"] == "Vettel has led 30 of 51 laps at the line: laps 1 to 30 (lost to Bottas by a stop)."


def test_a_car_that_race_control_saw_stop_is_told_before_the_timing_has_it_out(
    call_tool: CallTool, recorded: Recorded
) -> None:
    answer = call_tool(recorded(BAKU), "get_incidents", driver="BOT", at_lap=49)
    assert answer["state"] == "running"
    (event,) = [event for event in answer["events"] if event["kind"] == "retirement"]
    assert (event["lap"], event["text"]) == (49, "Bottas stopped at turn 3 (race control)")
    assert event["text"] in answer["summary"]


@pytest.mark.parametrize("tool", ["get_driver", "driver_card"])
def test_a_car_that_stands_is_told_with_where_until_it_comes_round(tool: str, call_tool: CallTool) -> None:
    cache = StateCache().load(open_source("sim:laps=6,cars=5"), until="lap:3")
    cache.apply(RaceControl(cache.view().t + 1, "CAR 68 (BAR) STOPPED AT TURN 5", category="CarEvent", car="68", lap=4))
    answer = call_tool(cache, tool, driver="68")
    assert answer["stands"] == "at turn 5"
    assert "stopped at turn 5 (race control)" in answer["summary"]
    assert "stands" not in call_tool(cache, tool, driver="68", at_lap=1)


@pytest.mark.parametrize(
    ("message", "car", "text"),
    [
        ("CAR 68 (BAR) STOPPED AT TURN 5", "68", "Barbieri stopped at turn 5 (race control)"),
        ("CAR 68 (BAR) STOPPED IN SECTOR 2", "68", "Barbieri stopped in sector 2 (race control)"),
        ("CAR 68 (BAR) STOPPED", "68", "Barbieri stopped (race control)"),
        ("CAR 68 (BAR) STOPPED ON THE STRAIGHT", "68", "Barbieri stopped (race control)"),
        ("CAR 99 (XXX) STOPPED AT TURN 5", "99", None),  # no such car
        ("SESSION STOPPED AT 12:10", None, None),
        ("CAR 68 (BAR) NOTED", "68", None),
    ],
)
def test_only_a_car_that_is_said_to_have_stopped_has(message: str, car: str | None, text: str | None) -> None:
    cache = StateCache().load(open_source("sim:laps=3,cars=5"))
    cache.apply(RaceControl(cache.view().t, message, category="CarEvent", car=car, lap=2))
    kinds: tuple[HappeningKind, ...] = ("stopped",)
    assert [event.text for event in happenings(cache.view(), kinds=kinds)] == ([text] if text else [])
