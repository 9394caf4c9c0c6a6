"""What a simulated feed tells besides gaps, laps and race control: session, drivers, tyres, pit lane, weather."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import chain
from random import Random

from msgspec import UNSET

from pitwall.events import (
    CarTiming,
    Clock,
    Event,
    LapCount,
    Roster,
    Session,
    SessionStatus,
    Stint,
    TimeLeft,
    Timing,
    Tyres,
    Weather,
)
from pitwall.sources.sim.history import HOUR_MS, START_MS, History
from pitwall.sources.sim.transponders import Heard

TYRE_LAP_DELAY_MS = 3_000  # after the line
TYRE_CHANGE_DELAY_MS = 4_700  # after the pit exit
STOPPED_DELAY_MS = 20_000  # timing waits before it calls a car stopped
RETIRED_DELAY_MS = 40_000
FINALISED_DELAY_MS = 120_000
ENDED_DELAY_MS = 180_000
HEARTBEAT_MS = 60_000  # between two reports of weather and clock
COOLER_AIR_C, COOLER_TRACK_C, DAMPER_PCT = 4.0, 13.0, 40.0  # on a soaked track


def notices(history: History) -> Iterator[Event]:
    """All these events: one kind after the other, each in order of time."""
    parts = (_opening, _session, _lap_counts, _heartbeats, _pit_lane, _tyres, _retirements)
    return chain.from_iterable(part(history) for part in parts)


def _opening(history: History) -> Iterator[Event]:
    """Who races where, before the start."""
    circuit, number, config = history.circuit, _numbers(history), history.config
    yield Session(
        0.0,
        series="Simulated",
        meeting=f"Simulated {config.hours} Hours" if config.hours else "Simulated Grand Prix",
        name="Sprint" if config.kind == "sprint" else "Race",
        kind="Race",
        circuit=circuit.name,
        start_local=datetime.fromtimestamp(_utc(history, START_MS), UTC).strftime("%Y-%m-%dT%H:%M:%S"),
        lap_length_m=circuit.length_m,
    )
    yield SessionStatus(0.0, "inactive")
    yield Roster(0.5, tuple(history.entries))
    yield LapCount(0.5, current=1, total=UNSET if config.hours else config.laps)
    yield Timing(
        1.0,
        {
            number[car]: CarTiming(
                position=place, grid=place, laps=0, in_pit=False, stopped=False, retired=False, pit_count=0
            )
            for place, car in enumerate(history.grid, 1)
        },
    )
    yield Tyres(1.5, {number[car]: (_new_stint(history, car, 0),) for car in history.grid})


def _session(history: History) -> Iterator[Event]:
    """From the start to the end."""
    yield SessionStatus(START_MS / 1000, "started")
    if history.config.hours:
        yield TimeLeft(START_MS / 1000, history.config.hours * HOUR_MS / 1000)
    for stoppage in history.stoppages:
        yield SessionStatus(stoppage.red_ms / 1000, "aborted")
        yield SessionStatus(stoppage.resumed_ms / 1000, "started")
    yield SessionStatus(history.flag_ms / 1000, "finished")
    yield SessionStatus((history.end_ms + FINALISED_DELAY_MS) / 1000, "finalised")
    yield SessionStatus((history.end_ms + ENDED_DELAY_MS) / 1000, "ended")


def _heartbeats(history: History) -> Iterator[Event]:
    """Weather that drifts a little and cools when it rains, and the clock."""
    rng = Random(history.config.seed)  # noqa: S311 - chance in a game
    air_c, track_c, humidity_pct, wind_deg = 24.0, 38.0, 48.0, rng.uniform(0, 360)
    for ms in range(0, history.end_ms + ENDED_DELAY_MS, HEARTBEAT_MS):
        air_c += rng.uniform(-0.1, 0.1)
        track_c += rng.uniform(-0.2, 0.2)
        humidity_pct += rng.uniform(-0.4, 0.4)
        wind_deg = (wind_deg + rng.uniform(-15, 15)) % 360
        wetness = history.sky.wetness_at(ms)
        yield Clock(ms / 1000, utc=_utc(history, ms))
        yield Weather(
            ms / 1000,
            air_c=round(air_c - COOLER_AIR_C * wetness, 1),
            track_c=round(track_c - COOLER_TRACK_C * wetness, 1),
            humidity_pct=round(min(max(humidity_pct + DAMPER_PCT * wetness, 0.0), 100.0), 1),
            wind_ms=round(rng.uniform(0.5, 3.0), 1),
            wind_deg=float(int(wind_deg)),
            pressure_hpa=1013.2,
            rain=history.sky.raining_at(ms),
        )


def _lap_counts(history: History) -> Iterator[Event]:
    """The lap that begins when the first car is heard to end one; of the last lap nothing follows."""
    for lap, ms in enumerate(Heard(history).first_across(), 2):
        if lap <= len(history.line_ms):
            yield LapCount(ms / 1000, current=lap)


def _pit_lane(history: History) -> Iterator[Event]:
    for number, passages in zip(_numbers(history), history.passages, strict=True):
        for count, passage in enumerate(passages, 1):
            yield Timing(passage.in_ms / 1000, {number: CarTiming(in_pit=True, pit_count=count)})
            if passage.out_ms is not None:
                yield Timing(passage.out_ms / 1000, {number: CarTiming(in_pit=False)})


def _tyres(history: History) -> Iterator[Event]:
    """The age of a set a few seconds after each lap, and a new set a few seconds after the pit exit."""
    segments, heard = history.circuit.segments, Heard(history)
    for car, number in enumerate(_numbers(history)):
        sets, line = history.sets[car], history.times[car][segments::segments]
        exits = [passage.out_ms for passage in history.passages[car] if passage.out_ms is not None]
        for stint, out_ms in enumerate(exits, 1):
            told_ms = out_ms + TYRE_CHANGE_DELAY_MS
            yield Tyres(told_ms / 1000, {number: (_new_stint(history, car, stint),)})
        ends = [*(fitted.first_lap for fitted in sets[1:]), len(line) + 1]
        for stint, (fitted, end) in enumerate(zip(sets, ends, strict=True)):
            for laps, ms in enumerate(line[fitted.first_lap - 1 : end - 1], fitted.start_laps + 1):
                if heard.silence(car, ms) is None:
                    yield Tyres((ms + TYRE_LAP_DELAY_MS) / 1000, {number: (Stint(stint, laps=laps),)})


def _retirements(history: History) -> Iterator[Event]:
    """Timing soon calls a car stopped. Only some feeds go on to call it retired."""
    says_retired = history.config.seed % 4 == 0
    for car, stop in history.retirements.items():
        number = history.entries[car].car
        yield Timing((stop.ms + STOPPED_DELAY_MS) / 1000, {number: CarTiming(stopped=True)})
        if says_retired:
            yield Timing((stop.ms + RETIRED_DELAY_MS) / 1000, {number: CarTiming(retired=True)})


def _new_stint(history: History, car: int, number: int) -> Stint:
    fitted = history.sets[car][number]
    return Stint(
        number,
        compound=fitted.compound,
        new=fitted.start_laps == 0,
        laps=fitted.start_laps,
        start_laps=fitted.start_laps,
        tyres_kept=False,
    )


def _utc(history: History, ms: int) -> float:
    return history.epoch + ms / 1000


def _numbers(history: History) -> list[str]:
    return [entry.car for entry in history.entries]
