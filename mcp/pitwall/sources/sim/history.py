"""Everything that happened in a simulated race, as the simulation wrote it down.

Times are whole milliseconds of session time, as timing loops report them. Every segment ends in a node: node
0 is the start line, node n * segments ends lap n. A car moves evenly from one node to the next, so `times` is
all of its race. Cars are indices into `entries`.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from math import inf

from pitwall.events import Driver
from pitwall.sources.sim.config import SimConfig
from pitwall.sources.sim.sky import Sky
from pitwall.sources.sim.tracks import Track

START_MS = 120_000
"""Session time of the start: the formation period comes before it."""
HOUR_MS = 3_600_000

OrderKey = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class TruePassage:
    """A way through the pit lane, entered on `lap`; `out_ms` is None for a car that retires in the pits.

    `red` where it was entered while the race was stopped: no stop, whatever was done to the car.
    """

    lap: int
    in_ms: int
    out_ms: int | None
    red: bool = False


@dataclass(frozen=True, slots=True)
class TyreSet:
    """A set of tyres, on the car from `first_lap` on; one that is not new has done `start_laps` before."""

    compound: str
    start_laps: int
    first_lap: int


@dataclass(frozen=True, slots=True)
class Retirement:
    """A car that stopped for good at a node, at the track side or in the pits."""

    ms: int
    node: int
    in_pits: bool


@dataclass(frozen=True, slots=True)
class Incident:
    """Something on the track at a segment; `car` is None when it is debris."""

    ms: int
    segment: int
    car: int | None


@dataclass(frozen=True, slots=True)
class Neutralised:
    """A safety car, real or virtual: deployed, then called in or said to end, then the green flag. Times in ms."""

    virtual: bool
    out_ms: int
    ending_ms: int
    green_ms: int


@dataclass(frozen=True, slots=True)
class TrueStoppage:
    """The red flag was shown, and the race was resumed."""

    red_ms: int
    resumed_ms: int


@dataclass(frozen=True, slots=True)
class BlueFlag:
    """A lapped car was shown the blue flag, for another behind it."""

    ms: int
    car: int
    for_car: int


@dataclass(frozen=True, slots=True)
class Silence:
    """The timing heard nothing of a car after `last`, the node where it had, until it reached node `back`."""

    last: int
    back: int
    from_ms: int
    back_ms: int


@dataclass(frozen=True, slots=True)
class TruePenalty:
    """Seconds added to a car's time after the flag, for something the stewards noted in the race."""

    noted_ms: int
    ms: int
    car: int
    seconds: int
    reason: str


@dataclass
class History:
    """The record that the simulation fills and that feed and truth read."""

    config: SimConfig
    circuit: Track
    entries: list[Driver]
    epoch: int
    """UTC of session time 0, in seconds."""
    sky: Sky = field(default_factory=Sky)
    grid: list[int] = field(init=False, default_factory=list)
    times: list[array[int]] = field(init=False)
    """By car: when it reached each node."""
    reached: bytearray = field(init=False, default_factory=bytearray)
    """The car that reached its next node, for all of them in order of time."""
    line_ms: list[int] = field(init=False, default_factory=list)
    """When the first car completed each lap: lap 1 comes first."""
    passes: list[tuple[int, int, int]] = field(init=False, default_factory=list)
    """(ms, car, the car it passed), in no order. Never before the fact, and less than 1 ms after it."""
    passages: list[list[TruePassage]] = field(init=False)
    sets: list[list[TyreSet]] = field(init=False)
    retirements: dict[int, Retirement] = field(init=False, default_factory=dict)
    incidents: list[Incident] = field(init=False, default_factory=list)
    statuses: list[tuple[int, str]] = field(init=False, default_factory=list)
    """(ms, track status), in order."""
    neutralised: list[Neutralised] = field(init=False, default_factory=list)
    stoppages: list[TrueStoppage] = field(init=False, default_factory=list)
    blue_flags: list[BlueFlag] = field(init=False, default_factory=list)
    finishers: list[int] = field(init=False, default_factory=list)
    """Cars that took the chequered flag, in the order in which they did."""
    silences: list[list[Silence]] = field(init=False)
    """By car, in order."""
    penalties: list[TruePenalty] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self.times = [array("i") for _ in self.entries]
        self.passages = [[] for _ in self.entries]
        self.sets = [[] for _ in self.entries]
        self.silences = [[] for _ in self.entries]

    @cached_property
    def time_limit_ms(self) -> float:
        """When the time of a race by time is up; inf for a race by laps."""
        return START_MS + self.config.hours * HOUR_MS if self.config.hours else inf

    @cached_property
    def planned_laps(self) -> int:
        """The laps of the race, for a race by time about as many as fit into it."""
        hours = self.config.hours
        return round(hours * HOUR_MS / self.circuit.lap_ms) if hours else self.config.laps

    @property
    def flag_ms(self) -> int:
        """When the winner took the chequered flag."""
        return self.times[self.finishers[0]][-1]

    @property
    def end_ms(self) -> int:
        """When the last car took it."""
        return self.times[self.finishers[-1]][-1]

    def finish_order(self) -> list[int]:
        """Cars that took the flag: by laps, then in the order in which they crossed the line."""
        return sorted(self.finishers, key=lambda car: -len(self.times[car]))

    def leader_lap(self, ms: int) -> int:
        """The lap that the leader is on at a moment, from 1 to the last."""
        return min(1 + bisect_right(self.line_ms, ms), len(self.line_ms))

    def progress(self, car: int, ms: int) -> float:
        """Segments covered at a moment, the part of the one under way included; below 0 on the grid."""
        times = self.times[car]
        node = bisect_right(times, ms) - 1
        if node < 0:
            return -1.0 - self.grid.index(car)
        if node == len(times) - 1:
            return float(node)
        return node + (ms - times[node]) / (times[node + 1] - times[node])

    def passed_ms(self, car: int, progress: float) -> float:
        """When a car was at a point of the race that it has reached."""
        times = self.times[car]
        node = int(progress)
        if node == progress:
            return times[node]
        return times[node] + (progress - node) * (times[node + 1] - times[node])

    def behind(self, ms: int, ahead: int, car: int) -> tuple[float | None, int | None]:
        """How far a car is behind another: in seconds, or in laps once lapped. Neither on the grid."""
        return self.between(ms, ahead, self.progress(ahead, ms), self.progress(car, ms))

    def between(self, ms: int, ahead: int, far: float, near: float) -> tuple[float | None, int | None]:
        """As `behind`, where the car's progress is `near` and that of `ahead` is `far`."""
        if near < 0:
            return None, None
        laps = int((far - near) / self.circuit.segments)
        return (None, laps) if laps else (round((ms - self.passed_ms(ahead, near)) / 1000, 3), None)

    def order_key(self, car: int, ms: int) -> OrderKey:
        """A sort key for the race order: further first, then who moves on first, then who got there first."""
        times = self.times[car]
        node = bisect_right(times, ms)
        onward = times[node] if node < len(times) else inf
        return -self.progress(car, ms), onward, times[node - 1] if node else 0
