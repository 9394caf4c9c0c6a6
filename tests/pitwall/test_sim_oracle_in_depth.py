"""The simulated race as an oracle for lap times, stints, flags, retirements, the lead and the session's clock."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from itertools import groupby
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pitwall.sources.sim import SimConfig, SimRace, simulate
from pitwall.state import StateCache
from pitwall.state.moment import format_session_time, parse_session_time
from pitwall.tools import build_tools
from toolgate.contract import Call, JsonObject
from toolgate.runner import Runner

TYRE_NEWS_S = 5.0
"""The feed speaks of tyres some seconds after the line and after the pit exit."""
STOPPED_NEWS_S = 20.0


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


races = st.tuples(st.integers(0, 20), st.sampled_from([2, 7, 20]), st.sampled_from([4, 12, 30])).map(
    lambda a: loaded(*a)
)


def moment(race: SimRace, cache: StateCache, share: float) -> float:
    start = cache.times[cache.started or 0]
    return round(start + share * (race.truth.crossings[max(race.truth.crossings)][-1][0] - start), 3)


def crossed(race: SimRace, t: float) -> list[tuple[float, int, str]]:
    return [(when, lap, car) for lap, row in race.truth.crossings.items() for when, car in row if when <= t]


@settings(max_examples=40, deadline=None)
@given(races, st.floats(0, 1), st.integers(0, 63))
def test_lap_times(simulated: tuple[SimRace, StateCache], share: float, pick: int) -> None:
    race, cache = simulated
    t = moment(race, cache, share)
    car = race.truth.grid[pick % len(race.truth.grid)]
    done = race.truth.laps_at(t, car)
    laps = ask(cache, "get_lap_times", driver=car, at_time=format_session_time(t), last_n=300)["laps"]
    assert [row["lap"] for row in laps] == list(range(1, done + 1))
    passages = [(lap, t_out) for lap, t_in, t_out in race.truth.pit_passages(car) if t_in <= t]
    ends = {lap: when for when, lap, who in crossed(race, t) if who == car}
    for row in laps:
        lap, seconds = row["lap"], race.truth.lap_time(car, row["lap"])
        assert abs(row["time_s"] - seconds) < 0.0011
        assert row["in_lap"] == any(lap == entered for entered, _ in passages)
        assert row["out_lap"] == any(
            lap == entered + 1 for entered, t_out in passages if t_out is not None and t_out <= t
        )
        behind = any(out < ends[lap] and green > ends[lap] - seconds for out, green in race.truth.safety_car_periods)
        assert (row["track"] == "safety_car") == behind


@settings(max_examples=40, deadline=None)
@given(races, st.floats(0, 1))
def test_stints(simulated: tuple[SimRace, StateCache], share: float) -> None:
    race, cache = simulated
    t = moment(race, cache, share)
    answer = ask(cache, "get_stints", at_time=format_session_time(t))
    for row in answer["cars"]:
        car = row["driver"]["car"]
        news = [when for when, _, who in crossed(race, t) if who == car]
        exits = [t_out for _, _, t_out in race.truth.pit_passages(car) if t_out is not None and t_out <= t]
        if any(0 <= t - when <= TYRE_NEWS_S for when in (*news, *exits)):
            continue
        stint = race.truth.stints(car)[len(exits)]
        assert (row["compound"], row["new"]) == (stint.compound, stint.new)
        assert row["age_laps"] == stint.start_laps + race.truth.laps_at(t, car) - (stint.first_lap - 1)


@settings(max_examples=30, deadline=None)
@given(races)
def test_the_stints_of_a_whole_race(simulated: tuple[SimRace, StateCache]) -> None:
    race, cache = simulated
    for car in race.truth.grid:
        ours = ask(cache, "get_stints", driver=car)["stints"]
        known = race.truth.stints(car)
        assert [(row["compound"], row["new"], row["start_laps"]) for row in ours] == [
            (stint.compound, stint.new, stint.start_laps) for stint in known
        ]
        assert [row["laps"] for row in ours] == [stint.last_lap - stint.first_lap + 1 for stint in known]
        assert all(row["change"] == "changed" for row in ours[1:])


@settings(max_examples=40, deadline=None)
@given(races, st.floats(0, 1))
def test_safety_cars(simulated: tuple[SimRace, StateCache], share: float) -> None:
    race, cache = simulated
    t = moment(race, cache, share)
    answer = ask(cache, "get_track_status", at_time=format_session_time(t), kind="safety_car")
    known = [(out, green) for out, green in race.truth.safety_car_periods if out <= t]
    assert [(row["began"], row["ended"]) for row in answer["periods"]] == [
        (format_session_time(out), format_session_time(green) if green <= t else None) for out, green in known
    ]
    assert (answer["status"] == "safety_car") == any(out <= t < green for out, green in known)
    for row, (out, green) in zip(answer["periods"], known, strict=True):
        first = [when for when, _ in (line[0] for line in race.truth.crossings.values() if line)]
        assert row["from_lap"] == 1 + sum(when <= out for when in first)
        if row["to_lap"] is not None:
            # The safety car leaves at the line, so green and the first crossing are told at one moment, in any order.
            before, until = sum(when < green for when in first), sum(when <= green for when in first)
            assert row["to_lap"] in {min(1 + done, len(first)) for done in (before, until)}


@settings(max_examples=40, deadline=None)
@given(races, st.floats(0, 1))
def test_retirements(simulated: tuple[SimRace, StateCache], share: float) -> None:
    """A car that stopped is out once the feed has had the time to say so, and no other car is."""
    race, cache = simulated
    t = moment(race, cache, share)
    answer = ask(cache, "get_retirements", at_time=format_session_time(t))
    out = {row["driver"]["car"]: row for row in answer["out"]}
    stopped = {car: gone for car, gone in race.truth.retirements.items() if gone.t <= t}
    assert set(out) <= set(stopped)
    assert {car for car, gone in stopped.items() if gone.t + STOPPED_NEWS_S <= t} <= set(out)
    for car, row in out.items():
        assert row["laps"] == stopped[car].lap - 1
        told = parse_session_time(row["told"])
        assert stopped[car].t <= told <= t


@settings(max_examples=40, deadline=None)
@given(races, st.floats(0, 1))
def test_the_lead_and_the_clock(simulated: tuple[SimRace, StateCache], share: float) -> None:
    race, cache = simulated
    t = moment(race, cache, share)
    at = format_session_time(t)
    leaders = [row[0][1] for _, row in sorted(race.truth.crossings.items()) if row and row[0][0] <= t]
    answer = ask(cache, "get_lead_changes", at_time=at)
    spells = [(car, len(list(laps))) for car, laps in groupby(leaders)]
    assert [(row["driver"]["car"], row["laps"]) for row in answer["leads"]] == spells
    assert answer["changes"] == max(len(spells) - 1, 0)

    info = ask(cache, "get_session_info", at_time=at)
    total = len(race.truth.crossings)
    assert (info["laps"], info["total_laps"], info["laps_left"]) == (len(leaders), total, total - len(leaders))
    assert (info["finished"] is not None) == (race.truth.finish_t <= t)
    if info["expected_end"] is not None:
        assert parse_session_time(info["expected_end"]["session_time"]) >= t - 0.001
