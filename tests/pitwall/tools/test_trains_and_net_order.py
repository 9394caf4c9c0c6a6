"""Who stands between two cars, trains, and the net order, against the order and the gaps themselves."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from pitwall.facts.gaps import gap_between
from pitwall.facts.net_order import net_order
from pitwall.facts.pit_loss import pit_loss
from pitwall.facts.trains import racing, trains
from pitwall.facts.tyres import runs
from pitwall.sources import open_source
from pitwall.state import StateCache
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]


@pytest.fixture(scope="module")
def cache() -> StateCache:
    return StateCache().load(open_source("sim:seed=5,cars=14,laps=16"))


def test_between_two_are_those_between_them_in_the_order(cache: StateCache, call_tool: CallTool) -> None:
    order = racing(cache.view("lap:8"))
    for one, other in ((1, 5), (5, 1), (2, 3)):
        told = call_tool(cache, "get_cars_between", driver=order[one], other=order[other], at_lap=8)
        first, last = sorted((one, other))
        assert [each["car"] for each in told["cars"]] == order[first + 1 : last]
        assert told["ahead"]["car"] == order[first]
    assert told["summary"].startswith("No car between ")


def test_without_another_it_is_the_leader(cache: StateCache, call_tool: CallTool) -> None:
    order = racing(cache.view("lap:8"))
    told = call_tool(cache, "get_cars_between", driver=order[4], at_lap=8)
    assert [each["car"] for each in told["cars"]] == order[1:4]


def test_one_car_is_not_two(cache: StateCache, call_tool: CallTool) -> None:
    assert "name two drivers" in str(call_tool(cache, "get_cars_between", driver="P2", other="P2")["error"])


@pytest.mark.parametrize("within", [0.5, 2.0, 5.0])
def test_a_train_is_cut_where_a_gap_is_larger(cache: StateCache, within: float) -> None:
    view = cache.view("lap:6")
    found = trains(view, within)
    assert [car for train in found for car in train] == racing(view)
    for train in found:
        gaps = [gap_between(view, ahead, behind) for ahead, behind in pairwise(train)]
        assert all(gap and gap.seconds is not None and gap.seconds <= within for gap in gaps)
    for ahead, behind in pairwise(found):
        gap = gap_between(view, ahead[-1], behind[0])
        lane = "in_pit" in {view.run_state(car)[0] for car in (ahead[-1], behind[0])}
        assert lane or gap is None or gap.seconds is None or gap.seconds > within


def test_the_train_of_one_car_says_who_is_ahead_and_behind(cache: StateCache, call_tool: CallTool) -> None:
    told = call_tool(cache, "get_trains", driver="P1", max_gap_s=60, at_lap=3)
    assert told["trains"][0]["first_position"] == 1
    assert ": no car ahead, 13 cars behind (" in told["summary"]
    alone = call_tool(cache, "get_trains", driver="P1", max_gap_s=0.1, at_lap=14)
    assert "has nobody within 0.1 s" in alone["summary"]


def test_a_stop_that_is_owed_stands_in_the_net_gap(recorded: Callable[[str], StateCache]) -> None:
    view = recorded("2024_bahrain_gp_converted").view("lap:12")
    net, loss = net_order(view), pit_loss(view)
    assert loss is not None
    assert {row.owes for row in net.rows} == {True, False}
    for row in net.rows:
        used = {run.tyre.compound for run in runs(view, row.car) if run.tyre}
        assert row.owes == (len(used) == 1)
        gap = 0.0 if row.car == view.leader else view.gaps(row.car).gap_s
        assert gap is not None
        assert row.gap_s == pytest.approx(gap + loss.seconds * row.owes)
    assert [row.gap_s for row in net.rows] == sorted(row.gap_s for row in net.rows)


def test_where_no_change_is_compulsory_the_net_order_is_the_order(cache: StateCache, call_tool: CallTool) -> None:
    told = call_tool(cache, "get_net_order", driver="P2", at_lap=8)
    assert told["summary"].startswith("No stop is added (")
    assert told["cars"][0]["net_position"] == 2
    assert told["stop_s"] is None


def test_whoever_has_no_gap_keeps_the_position_it_has(recorded: Recorded, call_tool: CallTool) -> None:
    """In the Miami sprint Piastri is second on lap 13 and the feed gives no gap of his."""
    cache = recorded("2025_miami_sprint")
    assert cache.view("lap:13").gaps("81").gap_s is None
    told = call_tool(cache, "get_net_order", at_lap=13)
    assert "1 Norris, 2 Piastri, 3 Russell, 4 Alonso" in told["summary"]
    assert {row["driver"]["code"]: row["net_position"] for row in told["cars"]}["RUS"] == 3


@pytest.mark.parametrize("lap", [5, 33, 44])
def test_where_nothing_is_added_every_car_is_where_it_is_on_the_road(
    recorded: Recorded, call_tool: CallTool, lap: int
) -> None:
    """At Melbourne the gaps of lap 44 do not rise with the positions: a car has just stopped."""
    cache = recorded("2025_australian_gp_converted")
    for row in call_tool(cache, "get_net_order", at_lap=lap)["cars"]:
        assert row["net_position"] == row["position"]


def test_who_is_out_is_named(recorded: Recorded, call_tool: CallTool) -> None:
    cache = recorded("2018_azerbaijan_race")

    def said(tool: str, **arguments: str | int) -> str:
        return str(call_tool(cache, tool, at_lap=22, **arguments)["summary"])

    assert said("get_cars_between", driver="RAI", other="SIR") == (
        "Sirotkin is out or not placed: nobody is between the two."
    )
    assert said("get_net_order", driver="OCO", other="SIR") == "Ocon and Sirotkin are out: no net position."
    assert said("describe_gap", driver="OCO", other="GAS") == "Ocon is out, so there is no gap."
    assert said("predict_catch", driver="HUL") == "No prediction: Hulkenberg is out."


def test_nobody_is_between_the_leader_and_himself(cache: StateCache, call_tool: CallTool) -> None:
    told = call_tool(cache, "get_cars_between", driver="P1")
    assert (told["cars"], told["summary"].endswith(" leads: nobody is ahead.")) == ([], True)
    assert call_tool(cache, "get_cars_between", driver="P1", other="P1")["error"]["type"] == "validation_error"
