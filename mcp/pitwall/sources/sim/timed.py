"""A simulated practice or qualifying: who drove which laps, when, and which of them were deleted.

Cars leave the pits, warm their tyres for a lap, drive one or more fast ones and come in again. A fast lap that is
begun before the flag counts. Times are whole milliseconds of session time, cars are indices into `entries`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise
from random import Random

from pitwall.events import Driver
from pitwall.sources.sim.config import SimConfig
from pitwall.sources.sim.drivers import draw_entries
from pitwall.sources.sim.history import START_MS
from pitwall.sources.sim.tracks import Track, draw_circuit

MINUTE_MS = 60_000
LENGTHS_MS = {
    "practice": (60 * MINUTE_MS,),
    "qualifying": (18 * MINUTE_MS, 15 * MINUTE_MS, 12 * MINUTE_MS),
    "sprint_qualifying": (12 * MINUTE_MS, 10 * MINUTE_MS, 8 * MINUTE_MS),
}
PAUSE_MS = 7 * MINUTE_MS
"""Between the flag of one segment and the start of the next: time for everybody to come home."""
CLASSIFIED_MS = 5 * MINUTE_MS
"""After its flag a segment is closed: who is out is out."""
_OUT_LAP, _IN_LAP = 1.3, 1.35
_SPREAD = 0.022
_SECTOR_NOISE_MS = 60
_DELETED_CHANCE = 0.05
_DELETED_AFTER_MS = (8_000, 60_000)


@dataclass(frozen=True, slots=True)
class SimulatedLap:
    """One lap of a car, `number` by its own count. The time of a fast one counts, unless it was deleted."""

    car: int
    number: int
    segment: int
    begun_ms: int
    ended_ms: int
    fast: bool
    ends_in_pits: bool
    deleted_ms: int | None = None
    sectors_ms: tuple[int, ...] = ()
    """What each sector took."""


@dataclass(slots=True)
class TimedHistory:
    """All of the session. `windows` are the start and the flag of each segment, which count from 1."""

    config: SimConfig
    circuit: Track
    entries: list[Driver]
    windows: list[tuple[int, int]]
    entered: list[list[int]] = field(default_factory=list)
    """The cars of each segment."""
    left_pits: list[tuple[int, int]] = field(default_factory=list)
    """(ms, car)."""
    laps: list[SimulatedLap] = field(default_factory=list)

    def best_ms(self, segment: int, until_ms: int) -> dict[int, tuple[int, int]]:
        """Each car's best lap of a segment as known then, with when it was set: (lap time, session time)."""
        bests: dict[int, tuple[int, int]] = {}
        for lap in self.laps:
            deleted = lap.deleted_ms is not None and lap.deleted_ms <= until_ms
            if lap.fast and not deleted and lap.segment == segment and lap.ended_ms <= until_ms:
                told = (lap.ended_ms - lap.begun_ms, lap.ended_ms)
                bests[lap.car] = min(bests.get(lap.car, told), told)
        return bests


def run_timed(config: SimConfig) -> TimedHistory:
    """Run a session. The same config always gives the same one."""
    rng = Random(config.seed)  # noqa: S311 - chance in a game
    circuit = draw_circuit(rng)
    start, windows = START_MS, list[tuple[int, int]]()
    for length in LENGTHS_MS[config.kind]:
        windows.append((start, start + length))
        start += length + PAUSE_MS
    history = TimedHistory(config, circuit, draw_entries(rng, config.cars), windows)
    pace = [circuit.lap_ms * (1 + _SPREAD * car / config.cars) + rng.gauss(0, 200) for car in range(config.cars)]
    going, done = list(range(config.cars)), [0] * config.cars
    out = max((config.cars - 10) // 2 if config.cars >= 14 else config.cars // 4, 0)
    for segment, window in enumerate(windows, 1):
        history.entered.append(sorted(going))
        for car in going:
            done[car] = _drive(history, rng, car, segment, window, pace[car], done[car])
        bests = history.best_ms(segment, window[1] + CLASSIFIED_MS)
        going.sort(key=lambda car: bests.get(car, (10**9, car)))
        going = going[: len(going) - out]
    history.laps.sort(key=lambda lap: lap.ended_ms)
    own = Random(f"sectors {config.seed}")  # noqa: S311 - chance in a game
    history.laps[:] = [replace(lap, sectors_ms=_sectors(circuit, own, lap)) for lap in history.laps]
    history.left_pits.sort()
    return history


def _sectors(circuit: Track, rng: Random, lap: SimulatedLap) -> tuple[int, ...]:
    """Each about its part of the lap; together they are the lap to the millisecond."""
    whole = lap.ended_ms - lap.begun_ms
    inner = [whole * sum(circuit.shares[:end]) + rng.gauss(0, _SECTOR_NOISE_MS) for end in circuit.sector_ends[:-1]]
    return tuple(end - begun for begun, end in pairwise([0, *map(round, inner), whole]))


def _drive(
    history: TimedHistory, rng: Random, car: int, segment: int, window: tuple[int, int], pace: float, done: int
) -> int:
    """All runs of a car in a segment. Gives how many laps it has done by then."""
    practice = history.config.kind == "practice"
    ms, flag = window[0] + rng.randrange(5_000, 240_000), window[1]
    while ms + pace * _OUT_LAP < flag:
        history.left_pits.append((ms, car))
        wanted = rng.randrange(2, 9) if practice else rng.choice((1, 1, 2))
        fast = 0
        plan = [_OUT_LAP] + [1.0] * wanted + [_IN_LAP]
        for index, factor in enumerate(plan):
            took = round(pace * factor + rng.gauss(0, 180) - 120 * segment)
            home = index == len(plan) - 1 or (index > 0 and ms >= flag)
            if home:
                took = round(pace * _IN_LAP)
            ended, is_fast = ms + took, 0 < index < len(plan) - 1 and not home
            deleted = ended + rng.randrange(*_DELETED_AFTER_MS) if is_fast and rng.random() < _DELETED_CHANCE else None
            done += 1
            fast += is_fast
            history.laps.append(SimulatedLap(car, done, segment, ms, ended, is_fast, home, deleted))
            ms = ended
            if home:
                break
        ms += rng.randrange(150_000, 420_000)
    return done
