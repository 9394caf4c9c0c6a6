"""Pace, trends and the expected end come from green laps without in-laps and out-laps, and say so."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from pitwall.events import CarTiming, Driver, Event, LapCount, Roster, SessionStatus, Timing, TrackStatus
from pitwall.state import StateCache
from pitwall.state.moment import parse_session_time
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]

LAP_S = 90.0
SLOW_S = 150.0


def race(laps: int, *, slow: range = range(0), stop: int = 0, status: str = "safety_car") -> StateCache:
    """Two cars, the second 2 s behind and 0.2 s a lap slower; laps of `slow` are neutralised, on `stop` it pits."""
    return StateCache().load(sorted(_events(laps, slow, stop, status), key=lambda event: event.t))


def _events(laps: int, slow: range, stop: int, status: str) -> Iterator[Event]:
    yield SessionStatus(0, "started")
    yield LapCount(0, total=40)
    yield Roster(0, (Driver("1", "ANN", "Ann Alpha"), Driver("2", "BEA", "Bea Beta")))
    yield Timing(0, {"1": CarTiming(position=1), "2": CarTiming(position=2)})
    t, gap = 0.0, 2.0
    for lap in range(1, laps + 1):
        neutral = lap in slow
        if neutral and lap == slow.start:
            yield TrackStatus(t + 1, status)
        took = SLOW_S if neutral else LAP_S
        gap += 0.2 + (20.0 if lap == stop else 0.0)
        t += took
        if neutral and lap == slow.stop - 1:
            yield TrackStatus(t - 1, "green")
        yield Timing(t, {"1": CarTiming(laps=lap, last_lap_s=took, gap_s=0.0)})
        told = CarTiming(laps=lap, last_lap_s=took + (20.2 if lap == stop else 0.2), gap_s=gap, interval_s=gap)
        yield Timing(t + gap, {"2": told})
        if lap == stop:
            yield Timing(t - 15, {"2": CarTiming(in_pit=True)})
            yield Timing(t + gap + 3, {"2": CarTiming(in_pit=False)})


def test_the_expected_end_goes_by_green_laps(call_tool: CallTool) -> None:
    answer = call_tool(race(20, slow=range(15, 21)), "get_session_info")
    assert answer["expected_end"]["lap_s"] == LAP_S
    assert answer["expected_end"]["green_laps"] == 12
    assert "derived from 12 green laps at 1:30.000" in answer["summary"]


def test_the_expected_end_goes_by_the_mean_of_the_leaders_last_green_laps(
    call_tool: CallTool, recorded: Recorded
) -> None:
    """Vettel's last twelve laps by the feed's own times; that of lap 25, told later, is derived until then."""
    cache = recorded("2018_azerbaijan_race")
    times = cache.view().lap_times("5")
    last = [times[number] for number in range(14, 26)]
    told = call_tool(cache, "get_session_info", at_lap=25)["expected_end"]
    assert (told["lap_s"], told["green_laps"]) == (pytest.approx(sum(last) / 12, abs=0.01), 12)
    assert told["in_s"] == pytest.approx(26 * sum(last) / 12, abs=1)


def test_no_green_lap_is_no_expected_end(call_tool: CallTool) -> None:
    assert call_tool(race(6, slow=range(1, 7)), "get_session_info")["expected_end"] is None


@pytest.mark.parametrize("status", ["safety_car", "vsc", "red"])
def test_a_trend_ends_at_a_neutralisation(call_tool: CallTool, status: str) -> None:
    answer = call_tool(race(20, slow=range(14, 18), status=status), "get_gap", driver="2", laps=10)
    assert [point["lap"] for point in answer["trend"]] == [18, 19, 20]
    assert "lap 17" in answer["trend_cut_by"]


def test_a_trend_ends_at_a_stop(call_tool: CallTool) -> None:
    answer = call_tool(race(20, stop=16), "get_gap", driver="2", laps=10)
    assert answer["trend"][0]["lap"] == 17  # the out-lap: from its end on both could race
    assert answer["change_s"] == pytest.approx(0.6)
    assert answer["trend_cut_by"] == "Beta was in the pit lane on lap 17"


def test_there_is_no_trend_while_nobody_can_race(call_tool: CallTool) -> None:
    answer = call_tool(race(20, slow=range(18, 40)), "get_gap", driver="2")
    assert (answer["trend"], answer["change_s"], answer["direction"]) == ([], None, None)
    assert answer["summary"].endswith("; no trend: safety car now.")


def test_an_undisturbed_trend_is_whole(call_tool: CallTool) -> None:
    answer = call_tool(race(20), "get_gap", driver="2")
    assert (len(answer["trend"]), answer["direction"]) == (5, "opening")
    assert "trend_cut_by" not in answer


@pytest.mark.parametrize("lap", range(20, 56, 5))
def test_the_end_of_a_long_race_is_foreseen(call_tool: CallTool, recorded: Recorded, lap: int) -> None:
    """A race without a neutralisation ends within two minutes of what is expected."""
    cache = recorded("2024_bahrain_gp_converted")
    end = call_tool(cache, "get_session_info", at_lap=lap)["expected_end"]
    finished = cache.view().finished_at
    assert finished is not None
    assert parse_session_time(end["session_time"]) == pytest.approx(finished, abs=120)


def test_laps_that_are_asked_for_are_compared_behind_a_safety_car_too(
    call_tool: CallTool, recorded: Callable[[str], StateCache]
) -> None:
    asked = {"driver": "HAM", "to": "leader", "at_lap": 42}
    said = call_tool(recorded("2018_azerbaijan_race"), "get_gap", laps=5, **asked)["summary"]
    assert " s less than at the end of lap 36 (" in said
    assert said.endswith("); safety car now.")
