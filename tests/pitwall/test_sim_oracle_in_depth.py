"""The simulated race as an oracle for lap times, stints, flags, retirements, the lead, the clock, weather and classes."""

from __future__ import annotations

import math
from itertools import groupby, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.sources.sim import SimConfig, SimRace
from pitwall.state import StateCache
from pitwall.state.moment import format_session_time, parse_session_time
from tests.examples import examples
from tests.pitwall.sim_oracle import ask, configs, loaded
from toolgate.contract import JsonObject

TYRE_NEWS_S = 5.0
"""The feed speaks of tyres some seconds after the line and after the pit exit."""
STOPPED_NEWS_S = 20.0


races = configs.map(loaded)


def moment(race: SimRace, cache: StateCache, share: float) -> float:
    start = cache.times[cache.progress.started or 0]
    return round(start + share * (race.truth.crossings[max(race.truth.crossings)][-1][0] - start), 3)


def lines(race: SimRace, car: str, t: float) -> dict[int, float]:
    """When the car ended each of its laps."""
    return {lap: when for when, lap, who in crossed(race, t) if who == car}


def lines_heard(race: SimRace, car: str, t: float) -> dict[int, float]:
    """The same of the laps whose end timing heard."""
    return {lap: when for lap, when in lines(race, car, t).items() if race.truth.heard(when, car)}


def tyres_heard(race: SimRace, car: str, t: float) -> dict[int, float]:
    """The same of the laps after which the feed spoke of the tyres: not where a silence begins at the line."""
    quiet = {begun for begun, _ in race.truth.silences(car)}
    return {lap: when for lap, when in lines_heard(race, car, t).items() if when not in quiet}


def counts_told(race: SimRace, car: str, t: float) -> dict[int, float]:
    """When the feed told each count of laps: after a silence, only the last of those completed in it."""
    told = lines_heard(race, car, t)
    for quiet, back in race.truth.silences(car):
        if back <= t and race.truth.laps_at(back, car) > race.truth.laps_at(quiet, car):
            told.setdefault(race.truth.laps_at(back, car), back)
    return dict(sorted(told.items()))


def everybody_always_heard(race: SimRace) -> bool:
    return not any(race.truth.silences(car) for car in race.truth.grid)


def crossed(race: SimRace, t: float) -> list[tuple[float, int, str]]:
    return [(when, lap, car) for lap, row in race.truth.crossings.items() for when, car in row if when <= t]


@examples(32)
@given(races, st.floats(0, 1), st.integers(0, 63))
def test_lap_times(simulated: tuple[SimRace, StateCache], share: float, pick: int) -> None:
    race, cache = simulated
    t = moment(race, cache, share)
    car = race.truth.grid[pick % len(race.truth.grid)]
    laps = ask(cache, "get_lap_times", driver=car, at_time=format_session_time(t), last_n=300)["laps"]
    assert [row["lap"] for row in laps] == list(counts_told(race, car, t))
    passages = [(lap, t_out) for lap, t_in, t_out in race.truth.pit_passages(car) if t_in <= t]
    heard = lines_heard(race, car, t)
    neutral = {
        "red": race.truth.red_flags,
        "safety_car": race.truth.safety_car_periods,
        "vsc": [(out, green) for out, _, green in race.truth.vsc_periods],
    }
    for row in laps:
        lap, seconds = row["lap"], race.truth.lap_time(car, row["lap"])
        assert row["in_lap"] == any(lap == entered for entered, _ in passages)
        assert row["out_lap"] == any(
            lap == entered + 1 for entered, t_out in passages if t_out is not None and t_out <= t
        )
        if lap not in heard or (lap > 1 and lap - 1 not in heard):
            assert (row["time_s"], row["source"]) == (None, None)
            continue
        assert abs(row["time_s"] - seconds) < 0.0011
        for kind, periods in neutral.items():
            held = any(out < heard[lap] and green > heard[lap] - seconds for out, green in periods)
            if held:
                assert row["track"] == kind
                break
        else:
            assert row["track"] in (None, "yellow")


@examples(32)
@given(races, st.floats(0, 1), st.integers(0, 63))
def test_sectors_and_speeds(simulated: tuple[SimRace, StateCache], share: float, pick: int) -> None:
    race, cache = simulated
    t = moment(race, cache, share)
    car = race.truth.grid[pick % len(race.truth.grid)]
    times: dict[int, list[float]] = {1: [], 2: [], 3: []}
    speeds = []
    for lap in range(1, race.truth.laps_at(math.inf, car) + 2):
        start = race.truth.laps_ended(car)[lap - 1]
        sectors = race.truth.sectors(car, lap)
        for sector, seconds in enumerate(sectors, 1):
            begun, ended = round(start + sum(sectors[: sector - 1]), 3), round(start + sum(sectors[:sector]), 3)
            if ended <= t and race.truth.heard(begun, car) and race.truth.heard(ended, car):
                times[sector].append(seconds)
        if (kmh := race.truth.trap_speed(car, lap)) is not None:
            speeds.append(kmh)
    row = next(
        (row for row in ask(cache, "get_sector_times", driver=car, at_time=format_session_time(t))["rows"]), None
    )
    told = {each["sector"]: (each["best_s"], each["last_s"]) for each in row["sectors"]} if row else {}
    assert told == {sector: (min(each), each[-1]) for sector, each in times.items() if each}
    [speed] = ask(cache, "get_speed_traps", driver=car)["rows"] or [{"speed_kmh": None}]
    if everybody_always_heard(race):
        assert speed["speed_kmh"] == max(speeds, default=None)


@examples(32)
@given(races, st.floats(0, 1))
def test_stints(simulated: tuple[SimRace, StateCache], share: float) -> None:
    race, cache = simulated
    t = moment(race, cache, share)
    answer = ask(cache, "get_stints", at_time=format_session_time(t))
    for row in answer["cars"]:
        car = row["driver"]["car"]
        heard = counts_told(race, car, t)
        exits = [t_out for _, _, t_out in race.truth.pit_passages(car) if t_out is not None and t_out <= t]
        if any(0 <= t - when <= TYRE_NEWS_S for when in exits):
            continue
        stint = race.truth.stints(car)[len(exits)]
        assert (row["compound"], row["new"]) == (stint.compound, stint.new)
        # At the line the age is right at once: the feed's own word on it comes later.
        last = max((lap for lap in heard if lap >= stint.first_lap), default=stint.first_lap - 1)
        assert row["age_laps"] == stint.start_laps + last - (stint.first_lap - 1)


def test_a_lap_that_ended_while_the_feed_was_silent_ages_the_tyres() -> None:
    race, cache = loaded(SimConfig(seed=1, cars=20, laps=20, classes=4, dropouts=1))
    (silent, back), *_ = race.truth.silences("92")
    assert race.truth.laps_at(silent, "92") < 3 < race.truth.laps_at(back, "92")  # the third lap ended in it
    answer = ask(cache, "get_stints", driver="92", at_time=format_session_time(back + 1))
    assert [row["age_laps"] for row in answer["cars"]] == [race.truth.laps_at(back, "92")]


@examples(20)
@given(races)
def test_the_stints_of_a_whole_race(simulated: tuple[SimRace, StateCache]) -> None:
    race, cache = simulated
    for car in race.truth.grid:
        ours = ask(cache, "get_stints", driver=car)["stints"]
        known = race.truth.stints(car)
        assert [(row["compound"], row["new"], row["start_laps"]) for row in ours] == [
            (stint.compound, stint.new, stint.start_laps) for stint in known
        ]
        heard = tyres_heard(race, car, math.inf)
        lasts = [max((n for n in heard if s.first_lap <= n <= s.last_lap), default=s.first_lap - 1) for s in known]
        assert [row["laps"] for row in ours] == [end - s.first_lap + 1 for s, end in zip(known, lasts, strict=True)]
        assert all(row["change"] == "changed" for row in ours[1:])


@examples(32)
@given(races, st.floats(0, 1))
def test_safety_cars_and_red_flags(simulated: tuple[SimRace, StateCache], share: float) -> None:
    race, cache = simulated
    t = moment(race, cache, share)
    spans = {
        "red": race.truth.red_flags,
        "safety_car": race.truth.safety_car_periods,
        "vsc": [(out, green) for out, _, green in race.truth.vsc_periods],
    }
    for kind, every in spans.items():
        answer = ask(cache, "get_track_status", at_time=format_session_time(t), kind=kind)
        known = [(out, green) for out, green in every if out <= t and out < race.truth.finish_t]
        assert [(row["began"], row["ended"]) for row in answer["periods"]] == [
            (format_session_time(out), format_session_time(green) if green <= t else None) for out, green in known
        ]
        assert answer["counts"][kind] == len(known)
        assert answer["status"] == race.truth.track_status_at(t)
        if not everybody_always_heard(race):
            continue  # the lap that the first car is on is not told exactly
        first = [when for when, _ in (line[0] for line in race.truth.crossings.values() if line)]
        for row, (out, green) in zip(answer["periods"], known, strict=True):
            assert row["from_lap"] == 1 + sum(when <= out for when in first)
            if row["to_lap"] is not None:
                # A safety car leaves at the line, so green and the first crossing are told at one moment, in any order.
                before, until = sum(when < green for when in first), sum(when <= green for when in first)
                assert row["to_lap"] in {min(1 + done, len(first)) for done in (before, until)}


@examples(20)
@given(races, st.floats(0, 1), st.integers(1, 8))
def test_the_last_passages(simulated: tuple[SimRace, StateCache], share: float, count: int) -> None:
    race, cache = simulated
    t = moment(race, cache, share)
    answer = ask(cache, "get_pit_stops", at_time=format_session_time(t), last=count)
    ours = [(p["entered"], p["lap"], row["driver"]["car"]) for row in answer["cars"] for p in row["passages"]]
    every = [(t_in, lap, car) for car in race.truth.grid for lap, t_in, _ in race.truth.pit_passages(car) if t_in <= t]
    known = sorted(every, reverse=True)[:count]
    assert sorted(ours) == sorted((format_session_time(t_in), lap, car) for t_in, lap, car in known)
    assert [row["driver"]["car"] for row in answer["cars"]] == list(dict.fromkeys(car for _, _, car in known))
    assert answer["total_stops"] == ask(cache, "get_pit_stops", at_time=format_session_time(t))["total_stops"]


@examples(25)
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


@examples(32)
@given(races, st.floats(0, 1))
def test_the_lead_and_the_clock(simulated: tuple[SimRace, StateCache], share: float) -> None:
    race, cache = simulated
    truth = race.truth
    t = moment(race, cache, share)
    at = format_session_time(t)
    told = {car: counts_told(race, car, t) for car in truth.grid}
    done = max(max(counts, default=0) for counts in told.values())
    first = [min(((c[lap], car) for car, c in told.items() if lap in c), default=None) for lap in range(1, done + 1)]
    leaders = [found[1] if found else None for found in first]
    answer = ask(cache, "get_lead_changes", at_time=at)
    spells = [(car, len(list(laps))) for car, laps in groupby(leaders) if car is not None]
    assert [(row["driver"]["car"], row["laps"]) for row in answer["leads"]] == spells
    assert answer["changes"] == sum(before != after for (before, _), (after, _) in pairwise(spells))

    info = ask(cache, "get_session_info", at_time=at)
    hours, total = race.config.hours, len(truth.crossings)
    finished = info["finished"] is not None
    assert finished == (truth.finish_t <= t) or not everybody_always_heard(race)
    left = 0 if finished else None if hours else total - done
    stopped = any(red <= t < resumed for red, resumed in truth.red_flags)
    status = "aborted" if stopped else "started" if t < truth.finish_t else "finished"
    assert info["status"] == status
    if not finished:
        assert info["race_time_s"] == pytest.approx(t - 120, abs=0.002)
    assert "stopped" in info["summary"] or not stopped
    assert (info["laps"], info["total_laps"], info["laps_left"]) == (done, None if hours else total, left)
    start = parse_session_time(info["started"])
    if hours:
        assert info["time_left_s"] == pytest.approx(max(3600 * hours - (t - start), 0), abs=0.002)
    else:
        assert "time_left_s" not in info
    if info["expected_end"] is not None:
        end = parse_session_time(info["expected_end"]["session_time"])
        assert end >= t - 0.001
        assert not hours or end >= start + 3600 * hours - 0.001
        assert not stopped
        assert not finished
        if everybody_always_heard(race):
            leader = truth.positions_at(t)[0]
            raced = [truth.lap_time(leader, lap) for lap in range(2, truth.laps_at(t, leader) + 1)]
            assert min(raced) - 0.002 <= info["expected_end"]["lap_s"] <= max(raced) + 0.002


@examples(32)
@given(races, st.floats(0, 1.1))
def test_race_control_weather_and_the_feed(simulated: tuple[SimRace, StateCache], share: float) -> None:
    race, cache = simulated
    truth = race.truth
    t = min(moment(race, cache, share), cache.times[-1])
    at = format_session_time(t)

    def said(**asked: str) -> list[JsonObject]:
        return list(reversed(ask(cache, "get_race_control", at_time=at, last_n=200, **asked)["messages"]))

    blue = [(format_session_time(when), car) for when, car, _ in truth.blue_flags if when <= t]
    assert [(row["told"], row["driver"]["car"]) for row in said(flag="blue")] == blue[-200:]
    given_late = [row["message"] for row in said(about="penalty") if "TIME PENALTY" in row["message"]]
    penalties = [p for p in truth.penalties if p.t <= t]
    assert len(given_late) == len(penalties)
    for text, penalty in zip(given_late, penalties, strict=True):
        assert f"{penalty.seconds} SECOND TIME PENALTY FOR CAR {penalty.car} " in text
        assert text.endswith(penalty.reason)
    calls = sum(out <= t for out, _ in truth.safety_car_periods)
    calls += sum((out <= t) + (ending <= t) for out, ending, _ in truth.vsc_periods)
    deployed = [row for row in said(category="safety_car") if row["message"] != "SAFETY CAR IN THIS LAP"]
    assert len(deployed) == calls

    weather = ask(cache, "get_weather", at_time=at)
    told = parse_session_time(weather["now"]["told"])
    assert told <= t < told + 60.001
    assert weather["now"]["rain"] == truth.raining_at(told)
    since = parse_session_time(weather["rain_since"])
    assert all(
        truth.raining_at(since + 60 * n) == weather["now"]["rain"] for n in range(round((told - since) / 60) + 1)
    )

    status = ask(cache, "get_operational_status", at_time=at)
    assert status["messages"] == sum(event.t <= t + 0.0005 for event in race)
    assert (status["cars"], status["drivers"]) == (len(truth.grid), len(truth.grid))
    assert (status["bad_lines_total"], status["bad_lines"]) == (0, [])


@examples(32)
@given(races, st.floats(0, 1))
def test_classes(simulated: tuple[SimRace, StateCache], share: float) -> None:
    race, cache = simulated
    truth = race.truth
    t = moment(race, cache, share)
    board = ask(cache, "get_live_snapshot", at_time=format_session_time(t), top_n=64)["leaderboard"]
    if race.config.classes == 1:
        assert not any("class_name" in row or "class_place" in row for row in board)
        return
    going = {row["driver"]["car"] for row in board if row["state"] in ("running", "in_pit")}
    for name, order in truth.class_positions_at(t).items():
        ours = [row for row in board if row["class_name"] == name]
        assert [row["class_place"] for row in ours] == list(range(1, len(order) + 1))
        if all(truth.heard(t, car) for car in truth.grid):
            assert [row["driver"]["car"] for row in ours if row["driver"]["car"] in going] == [
                car for car in order if car in going
            ]
