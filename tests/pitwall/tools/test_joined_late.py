"""Who joins a race late knows nothing of what went before, and says so instead of "no"."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pitwall.events import CarTiming, Session, Timing
from pitwall.facts.heard_from import heard_from, watched_from
from pitwall.facts.pace import Pace, leading_pace
from pitwall.facts.passing import passes
from pitwall.sources import open_source
from pitwall.state import StateCache
from pitwall.state.moment import Moment
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
SNAPSHOT = "data/iracing/snapshots/1763228431951"


@pytest.fixture(scope="module")
def joined(shared: Path) -> StateCache:
    """One frame of a race of 56 cars: the leader has done 28 laps, two cars at the back have done 2."""
    return StateCache().load(open_source(f"iracing:{shared / SNAPSHOT}"))


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("get_lead_changes", {}, "Who led at the line is not told of the 28 laps so far."),
        ("get_lead_changes", {"driver": "P3"}, "Who led at the line is not told of the 28 laps so far."),
        ("get_overtakes", {}, "No overtake on track since lap 28, when the feed was joined, from line to line."),
        ("get_pit_stops", {"driver": "P6"}, "Stone151 has made no stop since lap 28, when the feed was joined."),
        ("get_track_status", {"kind": "red"},
         "Track clear since lap 29; no red flag since lap 28, when the feed was joined."),
    ],
)  # fmt: skip
def test_nothing_is_denied_that_was_not_heard(
    joined: StateCache, call_tool: CallTool, tool: str, arguments: JsonObject, said: str
) -> None:
    assert call_tool(joined, tool, **arguments)["summary"] == said


def test_the_other_words_of_it(joined: StateCache, call_tool: CallTool) -> None:
    assert heard_from(joined.view()) == 28
    assert call_tool(joined, "get_pit_stops")["summary"].endswith(
        " No pit stop since lap 28, when the feed was joined."
    )
    assert call_tool(joined, "get_track_status")["summary"].endswith("since lap 28, when the feed was joined.")
    for tool in ("get_driver", "driver_card"):
        assert "no stop" not in call_tool(joined, tool, driver="P6")["summary"]


def test_who_is_near_is_not_told_by_laps_whose_ends_were_not_seen(joined: StateCache, call_tool: CallTool) -> None:
    told = call_tool(joined, "get_nearby_cars", driver="P6")["cars"]
    assert told
    assert all(row["ahead_m"] is not None for row in told)
    untold = call_tool(joined, "get_nearby_cars", driver="P9")
    if not untold["cars"]:
        assert untold["summary"].endswith(
            "has not been seen to cross the line: who is near on the road cannot be said yet."
        )


def test_a_race_that_is_heard_from_its_start_is_not_joined(call_tool: CallTool) -> None:
    cache = StateCache().load(open_source("sim:cars=5,laps=3"))
    assert heard_from(cache.view()) is None
    assert call_tool(cache, "get_overtakes", how="stop")["summary"].endswith(" so far, from line to line.")
    qualifying = StateCache().load(open_source("sim:kind=qualifying,cars=5"))
    assert heard_from(qualifying.view()) is None


def test_laps_told_in_one_message_have_no_leader_but_the_last() -> None:
    """A car at the back that is told with its first lap has not led it: the others have done seven."""
    cache = StateCache()
    cache.apply(Session(0.0, series="iRacing", name="Race", kind="Race"))
    cache.apply(Timing(100.0, {
        "1": CarTiming(position=1, laps=7, grid=2), "2": CarTiming(position=2, laps=7, grid=1),
        "3": CarTiming(position=3, laps=1), "4": CarTiming(position=4, laps=1),
    }))  # fmt: skip
    assert list(cache.view().lap_leaders) == [None] * 7
    assert passes(cache.view()) == ()
    cache.apply(Timing(190.0, {"1": CarTiming(laps=8)}))
    assert list(cache.view().lap_leaders) == [*[None] * 7, "1"]


@pytest.fixture(scope="module")
def heard_again(shared: Path) -> StateCache:
    """A race of which nothing was received from its start to lap 50: flags are told since, stops only counted."""
    return StateCache().load(open_source(f"{shared}/data/f1_wire/Miami_Grand_Prix_Race_20250504_222315.data.txt"))


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("get_pit_stops", {}, "Nobody is in the pit lane. 18 pit stops so far; every car still going has stopped."),
        ("get_pit_stops", {"driver": "VER"},
         "Verstappen has made 1 stop; 1 of them by the feed's count alone, before lap 50."),
        ("get_pit_stops", {"order": "first"}, "No pit stop since lap 50, when the feed was heard again."),
        ("get_pit_stops", {"order": "fewest"},
         "Fewest stops: Piastri 1, Norris 1, Russell 1, Verstappen 1, Albon 1, Antonelli 1, Hamilton 1, Leclerc 1, "
         "Sainz 1, Tsunoda 1, Hadjar 1, Ocon 1, Gasly 1, Hulkenberg 1, Alonso 1, Stroll 1."),
        ("get_overtakes", {},
         "No overtake on track since lap 50, when the feed was heard again, from line to line."),
        ("query_race", {"from": "overtakes"}, "No overtake so far (heard only since lap 50)."),
        ("get_track_status", {"kind": "red"}, "Track clear since lap 34; no red flag so far in the race."),
    ],
)  # fmt: skip
def test_what_was_made_while_nothing_was_heard_is_not_denied(
    heard_again: StateCache, call_tool: CallTool, tool: str, arguments: JsonObject, said: str
) -> None:
    assert heard_from(heard_again.view()) is None
    assert call_tool(heard_again, tool, **arguments)["summary"] == said


def test_a_race_by_laps_whose_number_is_not_told_has_no_expected_end(
    heard_again: StateCache, call_tool: CallTool
) -> None:
    told = call_tool(heard_again, "get_session_info")
    assert told["expected_end"] is None
    assert "the feed does not tell how many laps are left, at the longest 00:39:16 left on the clock" in told["summary"]


def test_a_restart_is_no_start(shared: Path, call_tool: CallTool) -> None:
    """A feed that is joined during a red flag on lap 8 tells of a session that starts: the race goes on."""
    recording = f"{shared}/data/f1_wire/fastf1_recorder/2025-11-08_sao_paulo_sprint_laps08-24.txt"
    cache = StateCache().load(open_source(recording))
    assert (heard_from(cache.view()), watched_from(cache.view())) == (8, 8)
    told = call_tool(cache, "get_track_status", kind="red", at_lap=12)["summary"]
    assert told.endswith("no red flag since lap 8, when the feed was joined.")
    assert call_tool(cache, "get_session_info", at_lap=12)["expected_end"] is None
    assert leading_pace(cache.view(Moment(lap=12))) == Pace(72.54, 4)  # lap 8 began before the feed was joined
