"""Everything that happened in a simulated race, as the simulation wrote it down.

Times are whole milliseconds of session time, as timing loops report them. Every segment ends in a node: node
0 is the start line, node n * segments ends lap n. A car moves evenly from one node to the next, so `times` is
all of its race. Cars are indices into `entries`.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from math import inf

from pitwall.events import Driver
from pitwall.sources.sim.circuits import Circuit
from pitwall.sources.sim.config import SimConfig

START_MS = 120_000
"""Session time of the start: the formation period comes before it."""

Place = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Passage:
    """A way through the pit lane, entered on `lap`; `out_ms` is None for a car that retires in the pits."""

    lap: int
    in_ms: int
    out_ms: int | None


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


@dataclass(slots=True)
class History:
    """The record that the simulation fills and that feed and truth read."""

    config: SimConfig
    circuit: Circuit
    entries: list[Driver]
    epoch: int
    """UTC of session time 0, in seconds."""
    grid: list[int] = field(init=False, default_factory=list)
    times: list[list[int]] = field(init=False)
    """By car: when it reached each node."""
    arrivals: list[list[tuple[int, int]]] = field(init=False)
    """By node: (ms, car), in order."""
    reached: list[tuple[int, int, int]] = field(init=False, default_factory=list)
    """(ms, car, node), in order: the same once more, by time."""
    passes: list[tuple[int, int, int]] = field(init=False, default_factory=list)
    """(ms, car, the car it passed), in no order. Never before the fact, and less than 1 ms after it."""
    passages: list[list[Passage]] = field(init=False)
    sets: list[list[TyreSet]] = field(init=False)
    retirements: dict[int, Retirement] = field(init=False, default_factory=dict)
    incidents: list[Incident] = field(init=False, default_factory=list)
    statuses: list[tuple[int, str]] = field(init=False, default_factory=list)
    """(ms, track status), in order."""
    safety_cars: list[tuple[int, int, int]] = field(init=False, default_factory=list)
    """(out, called in, green) in ms."""
    finishers: list[int] = field(init=False, default_factory=list)
    """Cars that took the chequered flag, in the order in which they did."""

    def __post_init__(self) -> None:
        self.times = [[] for _ in self.entries]
        self.passages = [[] for _ in self.entries]
        self.sets = [[] for _ in self.entries]
        self.arrivals = [[] for _ in range(self.config.laps * self.circuit.segments + 1)]

    @property
    def flag_ms(self) -> int:
        """When the winner took the chequered flag."""
        return self.times[self.finishers[0]][-1]

    @property
    def end_ms(self) -> int:
        """When the last car took it."""
        return self.times[self.finishers[-1]][-1]

    def leader_lap(self, ms: int) -> int:
        """The lap that the leader is on at a moment, from 1 to the last."""
        segments = self.circuit.segments
        laps = self.config.laps
        return 1 + bisect_right(range(1, laps), ms, key=lambda lap: self.arrivals[lap * segments][0][0])

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
        progress = self.progress(car, ms)
        if progress < 0:
            return None, None
        laps = int((self.progress(ahead, ms) - progress) / self.circuit.segments)
        return (None, laps) if laps else (round((ms - self.passed_ms(ahead, progress)) / 1000, 3), None)

    def place(self, car: int, ms: int) -> Place:
        """A sort key for the race order: further first, then who moves on first, then who got there first."""
        times = self.times[car]
        node = bisect_right(times, ms)
        onward = times[node] if node < len(times) else inf
        return -self.progress(car, ms), onward, times[node - 1] if node else 0
