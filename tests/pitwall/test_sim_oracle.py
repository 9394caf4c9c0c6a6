"""The simulated race as an oracle: every tool, at random moments of random races, against the race's own truth."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from pitwall.events import Timing
from pitwall.sources.sim import SimConfig, SimRace
from pitwall.state.moment import format_session_time
from tests.examples import examples
from tests.pitwall.sim_oracle import ask, configs, loaded


@lru_cache(maxsize=48)
def heard_moments(config: SimConfig) -> list[tuple[float, str]]:
    """Every (t, car) at which the feed of a race tells the gap of a car, until the winner is home."""
    race, _ = loaded(config)
    timings = [event for event in race if isinstance(event, Timing) and event.t < race.truth.finish_t]
    return [(event.t, car) for event in timings for car, news in event.cars.items() if news.gap_s is not UNSET]


def laps_done(race: SimRace, car: str, t: float) -> int:
    """As far as timing knows: laps that a car completes unheard count when it is heard again."""
    silence = next((t0 for t0, t1 in race.truth.silences(car) if t0 < t < t1), t)
    return race.truth.laps_at(silence, car)


def laps_timed(race: SimRace, car: str, t: float) -> dict[int, float]:
    """The lap times that the feed has told: of laps that were heard to begin and to end."""
    truth = race.truth
    ends = {lap: when for lap, row in truth.crossings.items() for when, other in row if other == car and when <= t}
    return {
        lap: truth.lap_time(car, lap)
        for lap, end in ends.items()
        if truth.heard(end, car) and (lap == 1 or truth.heard(ends[lap - 1], car))
    }


def passages_done(race: SimRace, car: str, t: float) -> Iterator[tuple[int, float, float]]:
    for lap, t_in, t_out in race.truth.pit_passages(car):
        if t_out is not None and t_out <= t:
            yield lap, t_in, t_out


def stops_done(race: SimRace, car: str, t: float) -> int:
    """Passages that are stops: the tyres changed while the race was stopped are none."""
    return sum(passage.t_out is not None and passage.t_out <= t for passage in race.truth.stops(car))


def everybody_heard(race: SimRace, t: float) -> bool:
    return all(race.truth.heard(t, car) for car in race.truth.grid)


@examples(32)
@given(configs, st.floats(0, 1))
def test_every_tool_at_any_lap(config: SimConfig, share: float) -> None:
    race, cache = loaded(config)
    truth = race.truth
    lap = round(share * cache.view().lap)
    answer = ask(cache, "get_standings", at_lap=lap)
    t = cache.view(f"lap:{lap}").t

    for row in answer["rows"]:
        car = row["driver"]["car"]
        assert row["laps"] == laps_done(race, car, t)
        assert row["stops"] == stops_done(race, car, t)
        assert row["last_lap_s"] == laps_timed(race, car, t).get(row["laps"])

    best = {
        car: min((seconds, n) for n, seconds in timed.items())
        for car in truth.grid
        if (timed := laps_timed(race, car, t))
    }
    fastest = ask(cache, "get_fastest_laps", at_lap=lap, top_n=64)["laps"]
    assert {item["driver"]["car"]: (item["time_s"], item["lap"]) for item in fastest} == best

    stops = ask(cache, "get_pit_stops", at_lap=lap)
    for item in stops["cars"]:
        car = item["driver"]["car"]
        ours = [passage["lap"] for passage in item["passages"] if passage["left"] is not None]
        assert ours == [number for number, _, _ in passages_done(race, car, t)]
        assert (
            item["stops"] == sum(passage["kind"] == "stop" for passage in item["passages"]) == stops_done(race, car, t)
        )
    going = [car for car in truth.grid if cache.view(f"lap:{lap}").run_state(car)[0] in ("running", "finished")]
    fresh = {driver["car"] for driver in stops["not_stopped"]}
    assert fresh >= {car for car in going if not stops_done(race, car, t)}
    assert not any(stops_done(race, car, t) for car in fresh)

    moved = ask(cache, "get_position_history", at_lap=lap)
    grid = {car: place for place, car in enumerate(truth.grid, start=1)}
    assert {item["driver"]["car"]: item["then"] for item in moved["cars"]} == grid
    roster = ask(cache, "get_roster", at_lap=lap)["drivers"]
    assert {item["driver"]["car"]: item["class_name"] or "" for item in roster} == {
        car: truth.class_of(car) for car in truth.grid
    }
    snapshot = ask(cache, "get_live_snapshot", at_lap=lap)
    assert snapshot["track_status"] == truth.track_status_at(t)
    assert snapshot["total_laps"] == (None if race.config.hours else race.config.laps)


@examples(32)
@given(configs, st.floats(0, 1))
def test_order_and_gaps_at_any_time(config: SimConfig, share: float) -> None:
    """The feed speaks of each car every few seconds; its places are reported at once, its gaps are that old."""
    race, cache = loaded(config)
    truth = race.truth
    end = truth.crossings[max(truth.crossings)][0][0]
    start = cache.times[cache.progress.started or 0]
    t = round(start + share * (end - start), 3)
    moment = format_session_time(t)
    board = ask(cache, "get_live_snapshot", at_time=moment, top_n=64)
    assert board["track_status"] == truth.track_status_at(t)
    going = [row["driver"]["car"] for row in board["leaderboard"] if row["state"] in ("running", "in_pit")]
    heard = [car for car in truth.positions_at(t) if car in going and truth.heard(t, car)]
    assert [car for car in going if truth.heard(t, car)] == heard
    positions = truth.positions_at(t) if everybody_heard(race, t) else going
    battle = ask(cache, "get_current_battle", at_time=moment, top_n_pairs=20)
    if all(cache.view(moment).run_state(car)[0] != "running" for car in truth.grid):
        assert battle["pairs"] == []
    for pair in battle["pairs"]:
        ahead, behind = pair["ahead"]["car"], pair["behind"]["car"]
        assert positions.index(behind) > positions.index(ahead)
        driver = ask(cache, "get_driver", driver=behind, at_time=moment)
        assert driver["ahead"]["driver"]["car"] == ahead
        assert driver["ahead"]["gap_s"] == pair["gap_s"]
        gap = ask(cache, "get_gap", driver=behind, other=ahead, at_time=moment)
        assert gap["gap_s"] == pair["gap_s"]


@examples(32)
@given(configs, st.floats(0, 1))
def test_a_car_at_the_moment_it_is_heard(config: SimConfig, share: float) -> None:
    """There nothing is old: place, gaps, laps, stops and tyres are the truth to the millisecond."""
    race, cache = loaded(config)
    truth = race.truth
    moments = heard_moments(config)
    t, car = moments[int(share * (len(moments) - 1))]
    answer = ask(cache, "get_driver", driver=car, at_time=format_session_time(t))
    assert answer["laps"] == laps_done(race, car, t)
    assert answer["stops"] == stops_done(race, car, t)
    assert answer["grid"] == truth.grid.index(car) + 1
    outs = [out for _, _, out in passages_done(race, car, t)]
    changes = {sum(out + delay <= t for out in outs) for delay in (4, 5)}  # the feed tells of new tyres a little later
    assert answer["tyre"]["compound"] in {truth.stints(car)[number].compound for number in changes}
    if everybody_heard(race, t):
        order = truth.positions_at(t)
        assert answer["place"] == order.index(car) + 1
        gap = truth.gap_at(t, car)
        assert (answer["gap_s"], answer["gap_laps"]) == gap
        if order.index(car):
            asked = ask(cache, "get_gap", driver=car, other=order[order.index(car) - 1], at_time=format_session_time(t))
            out = "is out, so there is no gap" in asked["summary"]
            assert out == (
                cache.view(format_session_time(t)).run_state(order[order.index(car) - 1])[0] in ("stopped", "retired")
            )
            assert out or (asked["gap_s"], asked["gap_laps"]) == truth.interval_at(t, car)


@examples(20)
@given(configs)
def test_the_end(config: SimConfig) -> None:
    race, cache = loaded(config)
    truth = race.truth
    board = ask(cache, "get_live_snapshot", top_n=64)
    assert {driver["car"] for driver in board["out"]} == set(truth.retirements)
    finished = [row["driver"]["car"] for row in board["leaderboard"] if row["state"] == "finished"]
    assert finished == [car for car in truth.finish_order if car in finished]
    assert set(finished) | set(truth.retirements) == set(truth.grid)
    best = min((seconds, car) for car in truth.grid for seconds in laps_timed(race, car, float("inf")).values())
    (fastest,) = ask(cache, "get_fastest_laps", top_n=1)["laps"]
    assert (fastest["time_s"], fastest["driver"]["car"]) == best
    stops = ask(cache, "get_pit_stops")
    assert stops["total_stops"] == sum(len(truth.stops(car)) for car in truth.grid)
    moved = ask(cache, "get_position_history")["cars"]
    now = {item["driver"]["car"]: item["now"] for item in moved if item["driver"]["car"] in truth.finish_order}
    places = {car: place for place, car in enumerate(truth.positions_at(truth.finish_t + 9e3), 1)}
    assert now == {car: places[car] for car in truth.finish_order}
