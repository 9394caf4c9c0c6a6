"""get_current_battle and get_gap on small races made by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pitwall.events import CarTiming, Distances, Driver, LapCount, Roster, SessionStatus, Timing
from pitwall.state import StateCache
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]


def race(*cars: dict[str, Any]) -> StateCache:
    """Cars 1, 2, 3 ... in that order, driven by Ann A, Ben B, Cid C ...; `distance_m` is what each has covered."""
    names = ["Ann Alpha", "Ben Bravo", "Cid Charlie", "Dee Delta", "Eve Echo"]
    drivers = tuple(Driver(str(n), name[:3].upper(), name) for n, name in enumerate(names[: len(cars)], start=1))
    covered = {str(n): fields.pop("distance_m") for n, fields in enumerate(cars, start=1) if "distance_m" in fields}
    timed = {str(n): CarTiming(**{"position": n, **fields}) for n, fields in enumerate(cars, start=1)}
    told = [SessionStatus(0, "started"), Roster(0, drivers), Timing(10, timed), Distances(10, covered)]
    return StateCache().load(told)


def pairs(answer: JsonObject) -> list[tuple[str, str, float | None]]:
    return [(pair["ahead"]["code"], pair["behind"]["code"], pair["gap_s"]) for pair in answer["pairs"]]


def test_pairs_come_closest_first(call_tool: CallTool) -> None:
    cache = race({"gap_s": 0.0}, {"gap_s": 5.0, "interval_s": 5.0}, {"gap_s": 6.0, "interval_s": 1.0},
                 {"gap_s": 6.4, "interval_s": 0.4})  # fmt: skip
    answer = call_tool(cache, "get_current_battle")
    assert pairs(answer) == [("CID", "DEE", 0.4), ("BEN", "CID", 1.0), ("ANN", "BEN", 5.0)]
    assert answer["pairs"][0]["place"] == 3
    assert "Delta is 0.400 s behind Charlie" in answer["summary"]
    assert pairs(call_tool(cache, "get_current_battle", top_n_pairs=1)) == [("CID", "DEE", 0.4)]


def test_a_gap_of_a_segment_is_of_a_qualifying(recorded: Callable[[str], StateCache], call_tool: CallTool) -> None:
    race = recorded("2018_azerbaijan_race")
    asked = {"driver": "LEC", "other": "PER", "segment": "q2"}
    assert "segments are of a qualifying" in call_tool(race, "get_gap", **asked)["error"]["message"]
    assert call_tool(recorded("2024_spanish_quali"), "get_gap", **asked)["gap_s"]


@pytest.mark.parametrize("fields", [{"in_pit": True}, {"stopped": True}, {"retired": True}])
def test_a_car_in_the_lane_or_out_fights_nobody(call_tool: CallTool, fields: dict[str, Any]) -> None:
    cache = race({"gap_s": 0.0}, {"gap_s": 1.0, "interval_s": 1.0, **fields}, {"gap_s": 1.5, "interval_s": 0.5})
    assert pairs(call_tool(cache, "get_current_battle")) == []


def test_a_gap_the_feed_did_not_give_is_derived_and_says_so_or_is_missing(call_tool: CallTool) -> None:
    cache = race({"gap_s": 0.0}, {"gap_s": 2.5}, {}, {"interval_s": 0.9})
    answer = call_tool(cache, "get_current_battle")
    assert [(pair["gap_s"], pair["gap_basis"]) for pair in answer["pairs"]] == [(0.9, "interval"), (2.5, "leader_gaps")]
    assert "the gap between 1 pair of neighbours" in answer["missing"]


@pytest.mark.parametrize("fields", [{"gap_s": 8.0}, {"interval_s": -12.0}])
def test_a_gap_that_contradicts_the_order_is_no_gap(call_tool: CallTool, fields: dict[str, Any]) -> None:
    """A place is told at once, a gap when the car next passes a loop: until then the two do not fit together."""
    cache = race({"gap_s": 0.0}, {"gap_s": 20.0, "interval_s": 20.0}, fields)
    answer = call_tool(cache, "get_current_battle")
    assert pairs(answer) == [("ANN", "BEN", 20.0)]
    assert "the gap between 1 pair of neighbours" in answer["missing"]
    gap = call_tool(cache, "get_gap", driver="Cid")
    assert (gap["gap_s"], gap["gap_basis"]) == (None, None)
    assert "gives no gap between them" in gap["summary"]


def test_limits(call_tool: CallTool) -> None:
    cache = race({"gap_s": 0.0, "distance_m": 5000.0}, {"gap_s": 1.0, "interval_s": 1.0, "distance_m": 4940.0},
                 {"gap_s": 3.0, "interval_s": 2.0, "distance_m": 4930.0})  # fmt: skip
    assert pairs(call_tool(cache, "get_current_battle", max_gap_s=1.5)) == [("ANN", "BEN", 1.0)]
    assert pairs(call_tool(cache, "get_current_battle", max_distance_m=20)) == [("BEN", "CID", 2.0)]
    assert pairs(call_tool(cache, "get_current_battle", place=2)) == [("BEN", "CID", 2.0)]
    answer = call_tool(cache, "get_current_battle", max_gap_s=0.5)
    assert (answer["pairs"], answer["considered"]) == ([], 2)
    assert answer["summary"] == "No car is within 0.5 s of the one ahead."
    assert call_tool(cache, "get_current_battle", max_gap_s=1, place=2)["summary"] == "No car is within 1 s of P2."


def test_what_the_feed_has_not_told_is_not_denied(call_tool: CallTool) -> None:
    cache = race({"gap_s": 0.0}, {"gap_s": 20.0, "interval_s": 20.0}, {})
    summary = call_tool(cache, "get_current_battle", max_gap_s=0.5)["summary"]
    assert summary == "No car with a known gap (1 has one) is within 0.5 s of the one ahead."
    metres = call_tool(cache, "get_current_battle", max_distance_m=5)["summary"]
    assert metres == (
        "The feed does not tell how many metres apart cars are; the closest two: Bravo is 20.0 s behind Alpha."
    )


def test_on_the_grid_nobody_is_zero_metres_behind(call_tool: CallTool) -> None:
    cache = race({"distance_m": 0.0}, {"distance_m": 0.0})
    assert call_tool(cache, "get_current_battle")["pairs"] == []


def test_ties_go_by_distance_then_by_car(call_tool: CallTool) -> None:
    cache = race({"gap_s": 0.0, "distance_m": 300.0}, {"interval_s": 1.0, "distance_m": 200.0},
                 {"interval_s": 1.0, "distance_m": 190.0}, {"interval_s": 1.0, "distance_m": 180.0})  # fmt: skip
    assert pairs(call_tool(cache, "get_current_battle", max_distance_m=100)) == [
        ("BEN", "CID", 1.0), ("CID", "DEE", 1.0), ("ANN", "BEN", 1.0),
    ]  # fmt: skip


def test_nobody_fights_before_the_start_or_after_the_flag(call_tool: CallTool) -> None:
    early = StateCache().load([SessionStatus(0, "inactive"), Timing(1, {"1": CarTiming(position=1)})])
    assert call_tool(early, "get_current_battle")["summary"].startswith("The race has not started")
    cache = race({"gap_s": 0.0}, {"gap_s": 0.5, "interval_s": 0.5})
    cache.load([LapCount(11, total=1), Timing(90, {"1": CarTiming(laps=1)}), Timing(91, {"2": CarTiming(laps=1)})])
    assert call_tool(cache, "get_current_battle")["summary"].startswith("The race is over")


def gap_race(gaps: tuple[float, ...] = (4.5, 4.0, 3.5, 3.0, 2.5)) -> StateCache:
    """Ben closes on Ann by half a second a lap, unless he does otherwise; Cid is a lap down."""
    cache = race({"gap_s": 0.0}, {"gap_s": 5.0, "interval_s": 5.0}, {"gap_laps": 1, "interval_s": 40.0})
    for lap, gap in enumerate(gaps, 1):
        cache.apply(Timing(100.0 * lap, {"1": CarTiming(laps=lap)}))
        cache.apply(Timing(100.0 * lap + gap, {"2": CarTiming(laps=lap, gap_s=gap, interval_s=gap)}))
        cache.apply(Timing(100.0 * lap + 40, {"3": CarTiming(laps=lap - 1)}))
    return cache


def test_the_gap_of_neighbours_is_the_interval_with_its_trend(call_tool: CallTool) -> None:
    answer = call_tool(gap_race(), "get_gap", driver="Ben", other="alpha")
    assert (answer["ahead"]["code"], answer["behind"]["code"]) == ("ANN", "BEN")
    assert (answer["gap_s"], answer["gap_basis"]) == (2.5, "interval")
    assert [(point["lap"], point["gap_s"]) for point in answer["trend"]] == [
        (1, 4.5), (2, 4.0), (3, 3.5), (4, 3.0), (5, 2.5),
    ]  # fmt: skip
    assert (answer["change_s"], answer["direction"]) == (-2.0, "closing")
    assert answer["summary"] == "Bravo is 2.500 s behind Alpha, closing: 2.0 s less than 4 laps ago."


def test_a_trend_is_told_with_what_it_has_lost_again(call_tool: CallTool) -> None:
    answer = call_tool(gap_race((4.5, 4.0, 2.5, 3.8, 3.6)), "get_gap", driver="Ben", other="alpha")
    assert answer["summary"].endswith(", closing: 0.9 s less than 4 laps ago, but 1.1 s more than 2 laps ago.")


@pytest.mark.parametrize(
    ("arguments", "who"),
    [({"driver": "BEN"}, ("ANN", "BEN")), ({"driver": "ann", "to": "behind"}, ("ANN", "BEN")),
     ({"driver": "3", "to": "ahead"}, ("BEN", "CID")), ({"driver": "Ben", "to": "leader"}, ("ANN", "BEN")),
     ({"driver": "ann", "other": "ben"}, ("ANN", "BEN"))],
)  # fmt: skip
def test_to_whom(call_tool: CallTool, arguments: dict[str, str], who: tuple[str, str]) -> None:
    answer = call_tool(gap_race(), "get_gap", **arguments)
    assert (answer["ahead"]["code"], answer["behind"]["code"]) == who


def test_laps_are_said_as_laps(call_tool: CallTool) -> None:
    answer = call_tool(gap_race(), "get_gap", driver="Cid", to="leader")
    assert (answer["gap_s"], answer["gap_laps"]) == (None, 1)
    assert answer["summary"] == "Charlie is 1 lap behind Alpha."


def test_who_has_nobody_there_is_told_so(call_tool: CallTool) -> None:
    assert (
        call_tool(gap_race(), "get_gap", driver="Ann")["summary"]
        == "Alpha leads: nobody is ahead; Bravo is 2.500 s behind."
    )
    last = call_tool(gap_race(), "get_gap", driver="Cid", to="behind")
    assert last["ahead"] is None
    assert "No car still going is behind Charlie" in last["summary"]


def test_a_driver_who_is_out_has_no_gap(call_tool: CallTool) -> None:
    cache = race({"gap_s": 0.0}, {"gap_s": 5.0, "interval_s": 5.0, "stopped": True}, {"gap_s": 7.0, "interval_s": 2.0})
    assert call_tool(cache, "get_gap", driver="Ben")["gap_s"] is None
    answer = call_tool(cache, "get_gap", driver="Cid", other="Ben")
    assert (answer["gap_s"], answer["summary"]) == (None, "Bravo is out, so there is no gap; Charlie is P3.")


def test_names_that_mean_nobody_several_or_the_same(call_tool: CallTool) -> None:
    unknown = call_tool(gap_race(), "get_gap", driver="Brovo")["error"]
    assert unknown["type"] == "validation_error"
    assert [candidate["code"] for candidate in unknown["details"]["candidates"]] == ["BEN"]
    same = call_tool(gap_race(), "get_gap", driver="Ben", other="2")["error"]
    assert (same["type"], same["details"]["path"]) == ("validation_error", "/other")


def test_where_there_are_metres_a_battle_is_within_fifty(call_tool: CallTool) -> None:
    far = race({"gap_s": 0.0, "distance_m": 5000.0}, {"gap_s": 1.0, "interval_s": 1.0, "distance_m": 4949.9})
    answer = call_tool(far, "get_current_battle")
    assert answer["pairs"] == []
    assert (
        answer["summary"] == "No battle within 50 m; the closest two: Bravo is 1.000 s (50.1 m) behind Alpha, for P1."
    )
    assert pairs(call_tool(far, "get_current_battle", max_distance_m=51)) == [("ANN", "BEN", 1.0)]
    assert pairs(call_tool(far, "get_current_battle", max_gap_s=5)) == [("ANN", "BEN", 1.0)]
    assert pairs(call_tool(far, "get_current_battle", place=1)) == [("ANN", "BEN", 1.0)]
    near = race({"gap_s": 0.0, "distance_m": 5000.0}, {"gap_s": 1.0, "interval_s": 1.0, "distance_m": 4950.0})
    assert pairs(call_tool(near, "get_current_battle")) == [("ANN", "BEN", 1.0)]
    without = race({"gap_s": 0.0}, {"gap_s": 90.0, "interval_s": 90.0})
    assert pairs(call_tool(without, "get_current_battle")) == [("ANN", "BEN", 90.0)]


def test_whoever_is_fastest_has_nobody_ahead_and_is_told_by_how_much(
    recorded: Callable[[str], StateCache], call_tool: CallTool
) -> None:
    race = recorded("2024_spanish_quali")
    assert call_tool(race, "get_gap", driver="NOR", to="ahead")["summary"] == (
        "Norris is fastest: nobody is ahead; Verstappen is 0.020 s slower."
    )
    nobody = call_tool(race, "get_gap", driver="P1", to="leader", at_time="00:05:00")
    assert nobody["summary"] == "Sainz has no time yet, so there is no gap."
