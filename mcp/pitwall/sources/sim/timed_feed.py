"""What a simulated practice or qualifying tells, in order of time, and never what only its record knows."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import accumulate
from operator import attrgetter

from msgspec import UNSET

from pitwall import events as e
from pitwall.sources.sim.config import SimConfig
from pitwall.sources.sim.splits import SPEED_TRAP
from pitwall.sources.sim.timed import CLASSIFIED_MS, MINUTE_MS, SimulatedLap, TimedHistory, run_timed
from pitwall.sources.sim.timed_truth import TimedTruth
from pitwall.sources.sim.tracks import SECTORS

_EPOCH = 1_735_999_200  # 2025-01-04 14:00 UTC
_NAMES = {
    "practice": ("Practice", "Practice 1"),
    "qualifying": ("Qualifying", "Qualifying"),
    "sprint_qualifying": ("Qualifying", "Sprint Qualifying"),
}


class SimTimed:
    """A session that has been run: iterate it, as often as you like, for its events in order of time."""

    def __init__(self, config: SimConfig) -> None:
        self._history = run_timed(config)
        self.config = config
        self.truth = TimedTruth(self._history)

    def __iter__(self) -> Iterator[e.Event]:
        told = [*_opening(self._history), *_statuses(self._history), *_cars(self._history)]
        return iter(sorted(told, key=attrgetter("t")))


def _opening(history: TimedHistory) -> Iterator[e.Event]:
    kind, name = _NAMES[history.config.kind]
    start = datetime.fromtimestamp(_EPOCH, UTC).strftime("%Y-%m-%dT%H:%M:%S")
    yield e.Session(0.0, "Simulated", "Simulated Grand Prix", name, kind, history.circuit.name, start)
    yield e.SessionStatus(0.0, "inactive")
    yield e.Roster(0.5, tuple(history.entries))
    yield e.Timing(
        1.0,
        {
            driver.car: e.CarTiming(position=place, laps=0, in_pit=True, stopped=False, retired=False)
            for place, driver in enumerate(history.entries, 1)
        },
    )
    yield e.Tyres(1.5, {driver.car: (e.Stint(0, "SOFT", True, 0, 0),) for driver in history.entries})
    yield e.TrackStatus(0.5, "green")
    end = history.windows[-1][1] + CLASSIFIED_MS
    for ms in range(0, end, MINUTE_MS):
        yield e.Clock(ms / 1000, utc=_EPOCH + ms / 1000)
        yield e.Weather(ms / 1000, air_c=22.0, track_c=34.0, humidity_pct=50.0, rain=False)


def _statuses(history: TimedHistory) -> Iterator[e.Event]:
    last = len(history.windows)
    counts = tuple(len(cars) for cars in history.entered)
    for segment, (start, flag) in enumerate(history.windows, 1):
        if last > 1:
            yield _segment(history, segment, start if segment == 1 else history.windows[segment - 2][1], counts)
        yield e.SessionStatus(start / 1000, "started")
        yield e.RaceControl(start / 1000, "GREEN LIGHT - PIT EXIT OPEN", category="Flag", flag="GREEN")
        for ms in range(start, flag, MINUTE_MS):
            yield e.TimeLeft(ms / 1000, (flag - ms) / 1000)
        yield e.SessionStatus(flag / 1000, "finished")
        yield e.RaceControl(flag / 1000, "CHEQUERED FLAG", category="Flag", flag="CHEQUERED")
        yield e.TimeLeft(flag / 1000, 0.0, running=False)
        if segment < last:
            yield e.SessionStatus((flag + CLASSIFIED_MS + MINUTE_MS) / 1000, "inactive")
    end = (history.windows[-1][1] + CLASSIFIED_MS) / 1000
    yield e.SessionStatus(end, "finalised")
    yield e.SessionStatus(end, "ended")


def _segment(history: TimedHistory, segment: int, flag: int, counts: tuple[int, ...]) -> e.Event:
    """The word that opens a segment: who is in it has no time yet, the others are out."""
    cars = {}
    for car, driver in enumerate(history.entries):
        inside = car in history.entered[segment - 1]
        cars[driver.car] = e.SegmentTiming(((segment, None),) if inside else (), knocked_out=not inside)
    t = 1.0 if segment == 1 else (flag + CLASSIFIED_MS) / 1000
    return e.SegmentUpdate(t, segment, counts, cars)


def _cars(history: TimedHistory) -> Iterator[e.Event]:
    for ms, car in history.left_pits:
        yield e.Timing(ms / 1000, {history.entries[car].car: e.CarTiming(in_pit=False)})
    for lap in history.laps:
        yield from _lap(history, lap)
        if lap.deleted_ms is not None:
            yield from _deleted(history, lap, lap.deleted_ms)
    for segment in range(2, len(history.windows) + 1):
        t = (history.windows[segment - 2][1] + CLASSIFIED_MS) / 1000
        numbers = [history.entries[car].car for car in history.entered[segment - 1]]
        yield e.Timing(t, {number: e.CarTiming(best_lap_s=None, best_lap=None) for number in numbers})


def _lap(history: TimedHistory, lap: SimulatedLap) -> Iterator[e.Event]:
    t, number = lap.ended_ms / 1000, history.entries[lap.car].car
    seconds = (lap.ended_ms - lap.begun_ms) / 1000
    news = e.CarTiming(laps=lap.number, last_lap_s=seconds if lap.fast else UNSET)
    if lap.ends_in_pits:
        news = e.CarTiming(laps=lap.number, in_pit=True)
    yield e.Timing(t, {number: news})
    yield e.Tyres(t, {number: (e.Stint(0, laps=lap.number),)})
    yield from _splits(history, lap, number)
    if lap.fast:
        yield from _bests(history, lap, lap.ended_ms)


def _splits(history: TimedHistory, lap: SimulatedLap, number: str) -> Iterator[e.Event]:
    """The sectors of a lap and the speed at the trap; of a lap out of the pits or into them, only those on track."""
    circuit = history.circuit
    ends = [lap.begun_ms + ms for ms in accumulate(lap.sectors_ms)]
    for sector, (took, end) in enumerate(zip(lap.sectors_ms, ends, strict=True), 1):
        in_pits = (sector == 1 and not lap.fast and not lap.ends_in_pits) or (sector == SECTORS and lap.ends_in_pits)
        if not in_pits:
            yield e.Splits(end / 1000, {number: e.CarSplits(sectors=((sector, took / 1000),))})
    if lap.fast:
        whole = lap.ended_ms - lap.begun_ms
        ms = lap.begun_ms + whole * sum(circuit.shares[: circuit.trap + 1])
        kmh = circuit.kmh(whole * circuit.shares[circuit.trap])
        yield e.Splits(round(ms) / 1000, {number: e.CarSplits(speeds=((SPEED_TRAP, kmh),))})


def _deleted(history: TimedHistory, lap: SimulatedLap, ms: int) -> Iterator[e.Event]:
    driver, seconds = history.entries[lap.car], (lap.ended_ms - lap.begun_ms) / 1000
    said = f"CAR {driver.car} ({driver.code}) TIME {int(seconds // 60)}:{seconds % 60:06.3f} DELETED - "
    said += f"TRACK LIMITS AT TURN {1 + lap.number % 12} LAP {lap.number}"
    yield e.RaceControl(ms / 1000, said, category="Other")
    yield from _bests(history, lap, ms)


def _bests(history: TimedHistory, lap: SimulatedLap, ms: int) -> Iterator[e.Event]:
    """The car's best lap as it stands now, and the positions of all."""
    told = history.best_ms(lap.segment, ms)
    bests = {car: best for car, (best, _) in told.items()}
    ranked = sorted(told, key=told.__getitem__)
    entered = history.entered[lap.segment - 1]
    places = {car: place for place, car in enumerate([*ranked, *(c for c in entered if c not in told)], 1)}
    closed = any(flag + CLASSIFIED_MS <= ms for _, flag in history.windows[lap.segment - 1 :])
    best = bests.get(lap.car)
    number = history.entries[lap.car].car
    if len(history.windows) > 1:
        seconds = None if best is None else best / 1000
        yield e.SegmentUpdate(ms / 1000, cars={number: e.SegmentTiming(((lap.segment, seconds),))})
    if closed:
        return
    yield e.Timing(
        ms / 1000,
        {
            history.entries[car].car: e.CarTiming(
                position=place,
                best_lap_s=(None if best is None else best / 1000) if car == lap.car else UNSET,
            )
            for car, place in places.items()
        },
    )
