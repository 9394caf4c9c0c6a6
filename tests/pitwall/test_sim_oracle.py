"""The simulated race as an oracle: every tool, at random moments of random races, against the race's own truth."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pitwall.sources.sim import SimConfig, SimRace, simulate
from pitwall.state import StateCache
from pitwall.state.moment import format_session_time
from pitwall.tools import build_tools
from toolgate.contract import Call, JsonObject
from toolgate.runner import Runner


@lru_cache(maxsize=32)
def loaded(seed: int, cars: int, laps: int) -> tuple[SimRace, StateCache]:
    race = simulate(SimConfig(seed=seed, cars=cars, laps=laps))
    return race, StateCache().load(race)


@lru_cache(maxsize=32)
def runner(cache: StateCache) -> Runner:
    return Runner(build_tools(cache))


def ask(cache: StateCache, name: str, **arguments: Any) -> JsonObject:
    outcome = asyncio.run(runner(cache).call(Call(name, arguments)))
    assert outcome.ok, outcome.envelope
    return outcome.envelope


races = st.tuples(st.integers(0, 20), st.sampled_from([2, 7, 20]), st.sampled_from([4, 12])).map(lambda a: loaded(*a))


def laps_done(race: SimRace, car: str, t: float) -> int:
    return max((lap for lap, row in race.truth.crossings.items() if any(c == car and when <= t for when, c in row)),
               default=0)  # fmt: skip


def passages_done(race: SimRace, car: str, t: float) -> Iterator[tuple[int, float, float]]:
    for lap, t_in, t_out in race.truth.pit_passages(car):
        if t_out is not None and t_out <= t:
            yield lap, t_in, t_out


@settings(max_examples=60, deadline=None)
@given(races, st.floats(0, 1))
def test_every_tool_at_any_lap(simulated: tuple[SimRace, StateCache], share: float) -> None:
    race, cache = simulated
    truth = race.truth
    lap = round(share * cache.view().lap)
    answer = ask(cache, "get_standings", at_lap=lap)
    t = cache.view(f"lap:{lap}").t

    for row in answer["rows"]:
        car = row["driver"]["car"]
        assert row["laps"] == laps_done(race, car, t)
        assert row["stops"] == len(list(passages_done(race, car, t)))
        if row["laps"] and row["last_lap_s"] is not None:
            assert abs(row["last_lap_s"] - truth.lap_time(car, row["laps"])) < 0.0011

    best = {
        car: min((truth.lap_time(car, n), n) for n in range(1, laps_done(race, car, t) + 1))
        for car in truth.grid
        if laps_done(race, car, t)
    }
    for item in ask(cache, "get_fastest_laps", at_lap=lap, top_n=64)["laps"]:
        assert abs(item["time_s"] - best[item["driver"]["car"]][0]) < 0.0011

    stops = ask(cache, "get_pit_stops", at_lap=lap)
    for item in stops["cars"]:
        car = item["driver"]["car"]
        ours = [passage["lap"] for passage in item["passages"] if passage["left"] is not None]
        assert ours == [number for number, _, _ in passages_done(race, car, t)]

    moved = ask(cache, "get_position_history", at_lap=lap)
    grid = {car: place for place, car in enumerate(truth.grid, start=1)}
    assert {item["driver"]["car"]: item["then"] for item in moved["cars"]} == grid
    assert ask(cache, "get_roster", at_lap=lap)["count"] == len(truth.grid)


@settings(max_examples=60, deadline=None)
@given(races, st.floats(0, 1))
def test_order_and_gaps_at_any_time(simulated: tuple[SimRace, StateCache], share: float) -> None:
    """The feed speaks of each car every few seconds; its places are reported at once, its gaps are that old."""
    race, cache = simulated
    truth = race.truth
    end = truth.crossings[max(truth.crossings)][0][0]
    start = cache.times[cache.started or 0]
    t = round(start + share * (end - start), 3)
    moment = format_session_time(t)
    board = ask(cache, "get_live_snapshot", at_time=moment, top_n=64)
    going = [row["driver"]["car"] for row in board["leaderboard"] if row["state"] in ("running", "in_pit")]
    positions = [car for car in truth.positions_at(t) if car in going]
    assert going == positions
    battle = ask(cache, "get_current_battle", at_time=moment, top_n_pairs=20)
    for pair in battle["pairs"]:
        ahead, behind = pair["ahead"]["car"], pair["behind"]["car"]
        assert positions.index(behind) > positions.index(ahead)
        driver = ask(cache, "get_driver", driver=behind, at_time=moment)
        assert driver["ahead"]["driver"]["car"] == ahead
        assert driver["ahead"]["gap_s"] == pair["gap_s"]
        gap = ask(cache, "get_gap", driver=behind, other=ahead, at_time=moment)
        assert gap["gap_s"] == pair["gap_s"]


@settings(max_examples=20, deadline=None)
@given(races)
def test_the_end(simulated: tuple[SimRace, StateCache]) -> None:
    race, cache = simulated
    truth = race.truth
    board = ask(cache, "get_live_snapshot", top_n=64)
    assert {driver["car"] for driver in board["out"]} == set(truth.retirements)
    finished = [row["driver"]["car"] for row in board["leaderboard"] if row["state"] == "finished"]
    assert finished == [car for car in truth.finish_order if car in finished]
    assert set(finished) | set(truth.retirements) == set(truth.grid)
    assert truth.fastest_lap is not None
    car, lap, seconds = truth.fastest_lap
    (fastest,) = ask(cache, "get_fastest_laps", top_n=1)["laps"]
    assert (fastest["driver"]["car"], fastest["lap"]) == (car, lap)
    assert abs(fastest["time_s"] - seconds) < 0.0011
