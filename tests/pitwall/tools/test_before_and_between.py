"""Before the start, at the start, between two segments, and where the feed gives no gap: no sentence says too much."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pitwall.events import CarTiming, Session, SessionStatus, Timing
from pitwall.facts.classification import provisional
from pitwall.facts.clock import time_left
from pitwall.facts.passing import passes
from pitwall.sources import open_source
from pitwall.state import StateCache
from pitwall.state.moment import format_session_time
from pitwall.tools import build_tools
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]
MIAMI, BAKU = "2025_miami_sprint", "2018_azerbaijan_race"
BEFORE = "00:30:00"
"""The start of the sprint at Miami was called off at first: it came an hour later."""


@pytest.mark.parametrize(
    ("tool", "said"),
    [
        ("get_results", "The race has not started: there is no result; the order: 1 Antonelli, "),
        ("get_retirements", "The race has not started: nobody is out."),
        ("get_position_history", "The race has not started: no place has changed hands."),
        ("get_live_snapshot", "The race has not started; the order: 1 Antonelli, "),
        ("get_track_status", "Yellow flag; the race has not started."),
        ("get_race_points", "The race has not started: no points yet."),
        ("get_current_battle", "The race has not started: nobody is fighting for position yet."),
        ("get_net_order", "The race has not started."),
        ("get_overtakes", "The race has not started."),
        ("get_pit_stops", "The race has not started: no pit stop yet."),
    ],
)
def test_before_the_start_no_race_is_told(recorded: Recorded, call_tool: CallTool, tool: str, said: str) -> None:
    assert call_tool(recorded(MIAMI), tool, at_time=BEFORE)["summary"].startswith(said)


def test_at_the_start_no_gap_is_told(recorded: Recorded, call_tool: CallTool) -> None:
    cache = recorded(BAKU)
    assert [row.behind_s for row in provisional(cache.view("lap:0"))] == [0.0, *[None] * 19]
    told = call_tool(cache, "get_results", driver="VAN", at_lap=0)["summary"]
    assert told == "Vandoorne is P16 on the road; no penalty is still to be served, P16 with all penalties (derived)."


def test_a_car_whose_gap_is_not_told_is_no_nearer_than_the_car_ahead(recorded: Recorded) -> None:
    """Piastri, second on lap 13 at Miami; a penalty that is due must not put him first."""
    cache = recorded(MIAMI)
    rows = {row.car: row for row in provisional(cache.view("lap:13"))}
    assert (rows["81"].position, rows["81"].behind_s) == (2, None)
    late = [row for row in provisional(cache.view("lap:16")) if row.penalty_s]
    assert late, "Verstappen has ten seconds to serve"
    for lap in range(15, 18):
        view = cache.view(f"lap:{lap}")
        rows = {row.car: row for row in provisional(view)}
        clean = [car for car in view.order if not rows[car].penalty_s]
        assert [rows[car].position for car in clean] == sorted(rows[car].position for car in clean)


def test_a_clock_that_ran_out_is_not_that_of_the_next_segment(call_tool: CallTool) -> None:
    cache = StateCache().load(open_source("sim:kind=qualifying,cars=12"))
    view = cache.view("q2")
    assert (view.segment, time_left(view)) == (2, None)
    later = time_left(cache.view("q2+02:00"))
    assert later is not None
    assert later.seconds > 0
    assert call_tool(cache, "get_standings", at_segment="q2")["summary"] == "Q2: nobody has set a time yet."
    before = call_tool(cache, "get_track_status", at_time="00:00:05")["summary"]
    assert before.endswith("the session has not started.")


@pytest.mark.parametrize(
    ("source", "moment"),
    [
        ("sim:cars=6,laps=3", {"at_time": "00:00:01"}),
        ("sim:cars=6,laps=3", {"at_lap": 0}),
        ("sim:kind=practice,cars=6", {"at_time": "00:00:01"}),
        ("sim:kind=qualifying,cars=6", {"at_time": "00:00:01"}),
        ("sim:cars=6,laps=3", {"at_lap": 1}),
    ],
    ids=str,
)
def test_every_tool_answers_where_next_to_nothing_is_told(
    call_tool: CallTool, source: str, moment: dict[str, str | int]
) -> None:
    """An answer, or a refusal of the kind of session: never a crash, and never an output that breaks its schema."""
    cache = StateCache().load(open_source(source))
    cars = list(cache.view().order)
    for spec in build_tools(cache):
        needs = spec.input_schema["required"]
        if not set(needs) <= {"driver", "other", "from"} or "at_time" not in spec.input_schema["properties"]:
            continue
        given = {name: value for name, value in (("driver", cars[-1]), ("other", cars[0])) if name in needs}
        for relation in spec.input_schema["properties"]["from"]["enum"] if "from" in needs else [None]:
            told = call_tool(cache, spec.name, **given, **({"from": relation} if relation else {}), **moment)
            error = told.get("error")
            assert error is None or (error["type"] == "validation_error" and "meant_for" in error["details"]), told


def test_of_two_equal_laps_the_first_to_be_set_is_the_fastest(call_tool: CallTool) -> None:
    cache = StateCache()
    cache.apply(Session(0.0, series="Formula 1", name="Race", kind="Race", start_local="2024-03-02T18:00:00"))
    cache.apply(SessionStatus(1.0, "started"))
    cache.apply(Timing(2.0, {"44": CarTiming(position=1), "1": CarTiming(position=2)}))
    for t, car in ((92.0, "44"), (93.0, "1")):
        cache.apply(Timing(t, {car: CarTiming(laps=1, last_lap_s=90.5, best_lap_s=90.5, best_lap=1)}))
    told = call_tool(cache, "get_fastest_laps")["laps"]
    assert [(lap["driver"]["car"], lap["time_s"]) for lap in told] == [("44", 90.5), ("1", 90.5)]
    points = call_tool(cache, "get_race_points")["rows"]
    assert {row["driver"]["car"]: (row["points"], row["fastest_lap"]) for row in points} == {
        "44": (26, True),
        "1": (18, False),
    }


def test_cars_of_one_speed_share_the_position(recorded: Recorded, call_tool: CallTool) -> None:
    told = call_tool(recorded("2024_bahrain_gp_converted"), "get_speed_traps", driver="HUL", other="PIA", at_lap=40)
    assert told["summary"] == (
        "Top speed at the speed trap: Piastri 325 km/h (lap 40, joint P5 of 20), "
        "Hulkenberg 325 km/h (lap 40, joint P5 of 20)."
    )


def test_a_car_that_goes_on_is_not_out_any_more(call_tool: CallTool) -> None:
    """The feed calls a car stopped for half a minute: meanwhile it is out, and has no gap; then all is as before."""
    events = list(open_source("sim:seed=5,cars=8,laps=14"))
    view = StateCache().load(events).view()
    car = view.order[4]
    stopped_at = view.laps(car)[4].t + 5
    cache = StateCache()
    for event in events:
        for t, stopped in ((stopped_at, True), (stopped_at + 35, False)):
            if cache.view().t < t <= event.t:
                cache.apply(Timing(t, {car: CarTiming(stopped=stopped)}))
        cache.apply(event)

    def said(tool: str, after_s: float) -> str:
        when = format_session_time(stopped_at + after_s)[:8]
        return str(call_tool(cache, tool, driver=car, at_time=when)["summary"])

    for tool in ("get_driver", "get_incidents", "explain_driver"):
        assert " is out: stopped" in said(tool, 15)
        assert " out" not in said(tool, 60)
    assert ", stopped, " in said("driver_card", 15)
    for tool in ("driver_card", "explain_driver"):
        assert " behind " not in said(tool, 15)
        assert " behind " in said(tool, 60)
    assert call_tool(cache, "get_retirements", driver=car)["summary"].endswith("is not out (finished).")


def test_overtakes_of_lap_1_are_those_from_the_grid_to_its_line(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded("2018_azerbaijan_race")
    start = [each for each in passes(cache.view()) if each.how == "start"]
    track = {"field": "how", "op": "is", "value": "track"}
    one: JsonObject = {"from": "overtakes", "where": [track, {"field": "lap", "op": "is", "value": 1}]}
    assert call_tool(cache, "query_race", **one)["summary"].startswith(
        f"{len(start)} overtakes from the grid to the line on lap 1: "
    )
    counted = {"where": [track, {"field": "lap", "op": "at_most", "value": 5}], "aggregate": [{"op": "count"}]}
    told = call_tool(cache, "query_race", **{**one, **counted})["summary"]
    assert told.endswith(f"; at the start, from the grid to the line of lap 1, {len(start)} changes of order.")
    assert call_tool(cache, "get_overtakes", lap=1)["matching"] == len(start)
