"""What a simulated feed tells besides gaps and laps: session, drivers, tyres, pit lane, flags, weather, distances."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import chain
from operator import attrgetter
from random import Random

from pitwall.events import (
    CarTiming,
    Clock,
    Event,
    LapCount,
    RaceControl,
    Roster,
    Session,
    SessionStatus,
    Stint,
    Timing,
    TrackStatus,
    Tyres,
    Weather,
)
from pitwall.sources.sim.distances import distances
from pitwall.sources.sim.history import START_MS, History

TYRE_LAP_DELAY_MS = 3_000  # after the line
TYRE_CHANGE_DELAY_MS = 4_700  # after the pit exit
STOPPED_DELAY_MS = 20_000  # timing waits before it calls a car stopped
RETIRED_DELAY_MS = 40_000
FINALISED_DELAY_MS = 120_000
ENDED_DELAY_MS = 180_000
HEARTBEAT_MS = 60_000  # between two reports of weather and clock


def notices(history: History) -> list[Event]:
    """All of them, in order of time."""
    session = (_opening, _session, _lap_counts, _flags, _incidents, _heartbeats)
    cars = (_pit_lane, _tyres, _retirements, distances)
    return sorted(chain.from_iterable(part(history) for part in session + cars), key=attrgetter("t"))


def _opening(history: History) -> Iterator[Event]:
    """Who races where, before the start."""
    circuit, number = history.circuit, _numbers(history)
    yield Session(
        0.0,
        series="Simulated",
        meeting="Simulated Grand Prix",
        name="Race",
        kind="Race",
        circuit=circuit.name,
        start_local=datetime.fromtimestamp(_utc(history, START_MS), UTC).strftime("%Y-%m-%dT%H:%M:%S"),
        lap_length_m=circuit.length_m,
    )
    yield SessionStatus(0.0, "inactive")
    yield Roster(0.5, tuple(history.entries))
    yield LapCount(0.5, current=1, total=history.config.laps)
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
    yield SessionStatus(START_MS / 1000, "started")
    yield _message(history, START_MS, "GREEN LIGHT - PIT EXIT OPEN", category="Flag", flag="GREEN")
    yield SessionStatus(history.flag_ms / 1000, "finished")
    yield _message(history, history.flag_ms, "CHEQUERED FLAG", category="Flag", flag="CHEQUERED")
    yield SessionStatus((history.end_ms + FINALISED_DELAY_MS) / 1000, "finalised")
    yield SessionStatus((history.end_ms + ENDED_DELAY_MS) / 1000, "ended")


def _heartbeats(history: History) -> Iterator[Event]:
    """Weather that drifts a little, and the clock."""
    rng = Random(history.config.seed)  # noqa: S311 - chance in a game
    air_c, track_c, humidity_pct, wind_deg = 24.0, 38.0, 48.0, rng.uniform(0, 360)
    for ms in range(0, history.end_ms + ENDED_DELAY_MS, HEARTBEAT_MS):
        air_c += rng.uniform(-0.1, 0.1)
        track_c += rng.uniform(-0.2, 0.2)
        humidity_pct += rng.uniform(-0.4, 0.4)
        wind_deg = (wind_deg + rng.uniform(-15, 15)) % 360
        yield Clock(ms / 1000, utc=_utc(history, ms))
        yield Weather(
            ms / 1000,
            air_c=round(air_c, 1),
            track_c=round(track_c, 1),
            humidity_pct=round(min(max(humidity_pct, 0.0), 100.0), 1),
            wind_ms=round(rng.uniform(0.5, 3.0), 1),
            wind_deg=float(int(wind_deg)),
            pressure_hpa=1013.2,
            rain=False,
        )


def _flags(history: History) -> Iterator[Event]:
    """Track status, and what race control says of it."""
    for ms, status in history.statuses:
        yield TrackStatus(ms / 1000, status)
        if status == "green" and ms:
            yield _message(history, ms, "TRACK CLEAR", category="Flag", flag="CLEAR")
    for out_ms, in_ms, _ in history.safety_cars:
        yield _message(history, out_ms, "SAFETY CAR DEPLOYED", category="SafetyCar", status="DEPLOYED")
        yield _message(history, in_ms, "SAFETY CAR IN THIS LAP", category="SafetyCar", status="IN THIS LAP")


def _incidents(history: History) -> Iterator[Event]:
    for incident in history.incidents:
        sector = 1 + 3 * incident.segment // history.circuit.segments
        yellow = f"YELLOW IN TRACK SECTOR {sector}"
        yield _message(history, incident.ms + 4_000, yellow, category="Flag", flag="YELLOW")
        if incident.car is None:
            debris = f"DEBRIS ON TRACK IN SECTOR {sector}"
            yield _message(history, incident.ms + 8_000, debris, category="Other")
        else:
            entry = history.entries[incident.car]
            stopped = f"CAR {entry.car} ({entry.code}) STOPPED IN SECTOR {sector}"
            yield _message(history, incident.ms + 8_000, stopped, category="CarEvent", car=entry.car)


def _lap_counts(history: History) -> Iterator[Event]:
    for lap in range(1, history.config.laps):
        ms, _ = history.arrivals[lap * history.circuit.segments][0]
        yield LapCount(ms / 1000, current=lap + 1)


def _pit_lane(history: History) -> Iterator[Event]:
    for number, passages in zip(_numbers(history), history.passages, strict=True):
        for count, passage in enumerate(passages, 1):
            yield Timing(passage.in_ms / 1000, {number: CarTiming(in_pit=True, pit_count=count)})
            if passage.out_ms is not None:
                yield Timing(passage.out_ms / 1000, {number: CarTiming(in_pit=False)})


def _tyres(history: History) -> Iterator[Event]:
    """The age of a set a few seconds after each lap, and a new set a few seconds after the pit exit."""
    segments = history.circuit.segments
    for car, number in enumerate(_numbers(history)):
        sets, line = history.sets[car], history.times[car][segments::segments]
        exits = [passage.out_ms for passage in history.passages[car] if passage.out_ms is not None]
        for stint, out_ms in enumerate(exits, 1):
            told_ms = out_ms + TYRE_CHANGE_DELAY_MS
            yield Tyres(told_ms / 1000, {number: (_new_stint(history, car, stint),)})
        ends = [*(fitted.first_lap for fitted in sets[1:]), len(line) + 1]
        for stint, (fitted, end) in enumerate(zip(sets, ends, strict=True)):
            for laps, ms in enumerate(line[fitted.first_lap - 1 : end - 1], fitted.start_laps + 1):
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


def _message(
    history: History,
    ms: int,
    text: str,
    *,
    category: str,
    flag: str | None = None,
    status: str | None = None,
    car: str | None = None,
) -> RaceControl:
    return RaceControl(
        ms / 1000,
        text,
        category=category,
        flag=flag,
        status=status,
        car=car,
        lap=history.leader_lap(ms),
        utc=float(int(_utc(history, ms))),
    )


def _utc(history: History, ms: int) -> float:
    return history.epoch + ms / 1000


def _numbers(history: History) -> list[str]:
    return [entry.car for entry in history.entries]
