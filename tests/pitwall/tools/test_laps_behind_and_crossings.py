"""On which laps one was behind another, when one came into the first few, whom one has lapped: against the laps."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from pitwall.sources import open_source
from pitwall.state import StateCache
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
RACE = StateCache().load(open_source("sim:seed=11,cars=12,laps=30"))


def positions(car: str) -> dict[int, int]:
    return {lap.number: lap.position for lap in RACE.view().laps(car) if lap.position is not None}


def test_laps_behind_another_are_those_that_both_ended_in_that_order(call_tool: CallTool) -> None:
    view = RACE.view()
    one, other = view.order[2], view.order[0]
    mine, theirs = positions(one), positions(other)
    both = mine.keys() & theirs.keys()
    behind = [lap for lap in both if mine[lap] > theirs[lap]]
    told = call_tool(RACE, "describe_gap", driver=one, other=other, tell="behind")
    assert f"at the end of {len(behind)} of {len(both)} laps" in told["summary"]


@pytest.mark.parametrize("behind", [False, True])
def test_laps_near_another_are_told_by_when_both_ended_them(call_tool: CallTool, behind: bool) -> None:
    view = RACE.view()
    one, other = view.order[1], view.order[0]
    mine, theirs = ({lap.number: lap.line_t for lap in view.laps(car) if lap.line_t} for car in (one, other))
    apart = [mine[lap] - theirs[lap] for lap in mine.keys() & theirs.keys()]
    near = [seconds for seconds in apart if (0 if behind else -2) <= seconds <= 2]
    more = {"tell": "behind"} if behind else {}
    told = call_tool(RACE, "describe_gap", driver=one, other=other, within_s=2, **more)
    assert f"at the end of {len(near) or 'none'} of {len(apart)} laps" in told["summary"]


@pytest.mark.parametrize("moved", ["in", "out"])
def test_crossings_are_told_lap_by_lap(call_tool: CallTool, moved: str) -> None:
    crossed = 0
    for car in RACE.view().order:
        laps = sorted(positions(car).items())
        over = [
            (lap, then, now)
            for (_, then), (lap, now) in pairwise(laps)
            if (then <= 5) != (now <= 5) and (now <= 5) == (moved == "in")
        ]
        told = call_tool(RACE, "get_position_history", driver=car, moved=moved, top_n=5)["summary"]
        crossed += len(over)
        assert all(f"on lap {lap} (P{then} to P{now})" in told for lap, then, now in over), told
        assert over or "on lap 1 (" in told or " has not " in told
    assert crossed


def test_whom_one_has_lapped_are_a_lap_or_more_behind_him(call_tool: CallTool) -> None:
    lapped = StateCache().load(open_source("sim:seed=7,cars=20,laps=40"))
    leader = lapped.view().order[0]
    told = call_tool(lapped, "get_cars_between", driver=leader, lapped=True)
    rows = call_tool(
        lapped,
        "query_race",
        **{
            "from": "drivers",
            "where": [{"field": "laps_down", "op": "at_least", "value": 1}],
            "select": ["car", "state"],
        },
    )["rows"]
    assert {each["car"] for each in told["cars"]} == {
        row["car"] for row in rows if row["state"] not in ("stopped", "retired")
    }
    last = call_tool(lapped, "get_cars_between", driver=lapped.view().order[-1], lapped=True)
    assert not last["cars"]


def test_who_has_used_two_compounds_has_stints_on_both(call_tool: CallTool) -> None:
    view = RACE.view()
    used = {car: {tyre.compound for tyre in view.tyres(car)} for car in view.cars}
    some = sorted({compound for each in used.values() for compound in each if compound})[:2]
    told = call_tool(
        RACE,
        "query_race",
        **{
            "from": "stints",
            "where": [{"field": "compound", "op": "in", "value": some}],
            "group_by": ["car"],
            "aggregate": [{"op": "distinct", "field": "compound", "as": "compounds"}],
            "having": [{"field": "compounds", "op": "at_least", "value": 2}],
        },
    )
    assert {row["car"] for row in told["rows"]} == {car for car, each in used.items() if set(some) <= each}


def test_the_gap_to_the_leader_is_that_to_whoever_led(
    call_tool: CallTool, recorded: Callable[[str], StateCache]
) -> None:
    cache = recorded("2018_azerbaijan_race")
    told = call_tool(cache, "describe_gap", driver="HAM", other="leader", laps=100, at_lap=42)
    assert told["summary"].startswith("Hamilton is 3.195 s behind Bottas; closest to the leader ")
    assert " behind Vettel at the end of lap 5, furthest " in told["summary"]
    leading = call_tool(cache, "describe_gap", driver="BOT", other="leader", laps=100, at_lap=42)
    assert leading["summary"].startswith("Bottas leads; closest to the leader ")
    assert max(one["lap"] for one in leading["points"]) < 31
