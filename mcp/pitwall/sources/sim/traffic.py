"""Lapped cars: they see the blue flag and let by whoever comes to lap them, which costs both a little."""

from __future__ import annotations

from random import Random

from pitwall.sources.sim.field import SimulatedCar
from pitwall.sources.sim.history import BlueFlag, History

CLOSE_MS = 1_000
LET_BY_MS = (250, 700)
HELD_UP_MS = (40, 200)
ONCE_MS = 60_000
"""A car that has let another by need not do it again within this time."""


class Traffic:
    """Sees every car on the track at every node, in order of time."""

    def __init__(self, history: History, rng: Random, runners: list[SimulatedCar]) -> None:
        self._history = history
        self._rng = rng
        self._runners = runners
        self._last = [(-CLOSE_MS, 0, 0)] * history.circuit.segments  # by segment: (ms, car, node) of the last to come
        self._let_by: dict[tuple[int, int], int] = {}

    def meet(self, ms: int, car: int, node: int, leads: bool, racing: bool) -> None:
        """A car comes to a node. Race control speaks of the blue flag only where it is for the leader."""
        segment = node % len(self._last)
        ahead_ms, ahead, ahead_node = self._last[segment]
        self._last[segment] = ms, car, node
        if ahead_node >= node or ms - ahead_ms >= CLOSE_MS or not racing:
            return
        if ms - self._let_by.get((ahead, car), -ONCE_MS) < ONCE_MS:
            return
        self._let_by[ahead, car] = ms
        self._runners[ahead].debt_ms += self._rng.uniform(*LET_BY_MS)
        self._runners[car].debt_ms += self._rng.uniform(*HELD_UP_MS)
        if leads:
            self._history.blue_flags.append(BlueFlag(ms, ahead, car))
