"""How long a car takes for a segment: its own pace, the tyres, the weather, the car ahead, the safety car."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from pitwall.sources.sim.control import SimulatedRaceControl
from pitwall.sources.sim.field import SimulatedCar
from pitwall.sources.sim.history import History

FUEL_MS = 1_800  # what a full tank costs per lap
LAP_NOISE_MS = 140
SEGMENT_NOISE_MS = 30
START_NOISE_MS = 320  # on lap 1, where everybody is everywhere
STANDING_START_MS = 250  # per segment of lap 1
SPIN_CHANCE = 0.0002  # per segment in the dry
WET_SPINS = 5  # so many more on a soaked track
SPIN_MS = (4_000, 40_000)

FOLLOW_MS = 320  # as close as a car gets without passing
DIRTY_AIR_MS = 1_000
DIRTY_AIR_LOSS_MS = 10
SLIPSTREAM_MS = 45
SAFETY_CAR_FOLLOW_MS = 600
SAFETY_CAR_PACE = 1.65
CATCH_UP_PACE = 1.25
VIRTUAL_PACE = 1.4
RED_PACE = 1.5

Rows = Mapping[int, list[tuple[int, int]]]
"""By node: (ms, car) of those that reach it, in order."""


class Driving:
    """Drives the cars of a race from node to node."""

    def __init__(
        self, history: History, rng: Random, control: SimulatedRaceControl, runners: list[SimulatedCar], rows: Rows
    ) -> None:
        self._rng = rng
        self._circuit = history.circuit
        self._segments = history.circuit.segments
        self._planned_laps = history.planned_laps
        self._sky = history.sky
        self._control = control
        self._runners = runners
        self._rows = rows

    def start_lap(self, ms: int, runner: SimulatedCar, laps: int) -> None:
        """A new lap: lighter, on tyres as they are now, on the track as it is now, and never twice the same."""
        fuel_ms = FUEL_MS * (1 - laps / self._planned_laps)
        noise_ms = self._rng.gauss(0, LAP_NOISE_MS)
        compound = runner.tyres.compound
        surface_ms = runner.pace_ms * compound.surface(self._sky.wetness_at(ms))
        runner.lap_ms = runner.pace_ms + fuel_ms + noise_ms + compound.loss_ms(runner.tyres.laps) + surface_ms

    def free_ms(self, ms: int, runner: SimulatedCar, node: int) -> float:
        """The next segment on an empty track."""
        noise_ms = SEGMENT_NOISE_MS
        own_ms = runner.lap_ms * self._circuit.shares[node % self._segments] + runner.debt_ms
        runner.debt_ms = 0.0
        if self._rng.random() < SPIN_CHANCE * (1 + WET_SPINS * self._sky.wetness_at(ms)):
            runner.out_of_the_way = True
            own_ms += self._rng.uniform(*SPIN_MS)
        if node < self._segments:
            own_ms += STANDING_START_MS
            noise_ms = START_NOISE_MS
        return own_ms + noise_ms * self._rng.random()

    def arrival(self, ms: int, car: int, node: int, front: int) -> float:
        """When a car on the track reaches the next node, minding the car ahead. `front` is the furthest node of all."""
        runner = self._runners[car]
        free_ms = self.free_ms(ms, runner, node)
        ahead = self._ahead(node + 1)
        if self._control.safety_car_at(ms):
            behind_it = node == front or node + self._segments <= front
            onward = ms + free_ms * (SAFETY_CAR_PACE if behind_it else CATCH_UP_PACE)
            follow_ms = SAFETY_CAR_FOLLOW_MS * (1 + self._rng.random())
            return max(onward, ahead[0] + follow_ms) if ahead else onward
        if self._control.virtual_at(ms) or self._control.stopped_at(ms):
            onward = ms + free_ms * (VIRTUAL_PACE if self._control.virtual_at(ms) else RED_PACE)
            return max(onward, ahead[0] + FOLLOW_MS) if ahead else onward
        onward = ms + free_ms
        if ahead is None or onward >= ahead[0] + DIRTY_AIR_MS:
            return onward
        zone = node % self._segments in self._circuit.zones
        onward += -SLIPSTREAM_MS if zone else DIRTY_AIR_LOSS_MS
        if onward < ahead[0] + FOLLOW_MS:
            return self._fight(runner, onward, ahead, zone or node < self._segments)
        return onward

    def _ahead(self, node: int) -> tuple[int, SimulatedCar] | None:
        """The last car in the way of one that goes to a node, and when it gets there itself."""
        for arrival, other in reversed(self._rows.get(node, ())):
            if not self._runners[other].out_of_the_way:
                return arrival, self._runners[other]
        return None

    def _fight(self, runner: SimulatedCar, onward: float, ahead: tuple[int, SimulatedCar], room: bool) -> float:
        """Pass the car ahead, where there is room and the advantage is enough, or stay behind it."""
        ahead_ms, other = ahead
        advantage_s = (other.lap_ms - runner.lap_ms) / 1000
        chance = 0.05 + 0.22 * advantage_s if room else 0.1 * (advantage_s - 2)
        if self._rng.random() >= chance:
            return max(onward, ahead_ms + FOLLOW_MS + 200 * self._rng.random())
        runner.debt_ms += 150
        other.debt_ms += 350
        return min(onward, ahead_ms - 40 - 160 * self._rng.random())
