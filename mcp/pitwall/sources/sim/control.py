"""Race control: yellow flags and the safety car, told what happens as it happens."""

from __future__ import annotations

from math import inf
from random import Random

from pitwall.sources.sim.history import History, Incident

SAFETY_CAR_CHANCE = 0.8
NOTICE_MS = 4_000
DEPLOY_MS = 25_000
CLEAR_MS = 45_000
STAY_LAPS = 2.5
"""The safety car stays out for at least so many racing laps, time for the field to close up."""
LAPS_TO_GO = 3
"""With fewer left, the race ends under a yellow flag rather than behind the safety car."""


class RaceControl:
    """Decides on the track status and writes it into the history. Its calls come in order of time."""

    def __init__(self, history: History, rng: Random) -> None:
        self._history = history
        self._rng = rng
        self._quiet_ms = 0.0  # until then the flags of one incident cover the next
        self._out_ms = inf
        self._called_in_ms: int | None = None

    def safety_car_at(self, ms: int) -> bool:
        """Is the safety car on the track?"""
        return ms >= self._out_ms

    def report(self, incident: Incident, laps_to_go: int) -> None:
        """Answer an incident with a yellow flag, and often with the safety car."""
        self._history.incidents.append(incident)
        if incident.ms < self._quiet_ms:
            return
        statuses = self._history.statuses
        statuses.append((incident.ms + NOTICE_MS, "yellow"))
        dangerous = incident.car is None or self._rng.random() < SAFETY_CAR_CHANCE
        if dangerous and laps_to_go >= LAPS_TO_GO:
            self._out_ms = incident.ms + DEPLOY_MS
            self._quiet_ms = inf
            statuses.append((incident.ms + DEPLOY_MS, "safety_car"))
        else:
            self._quiet_ms = incident.ms + CLEAR_MS
            statuses.append((incident.ms + CLEAR_MS, "green"))

    def leader_at(self, ms: int, node: int, flag: bool) -> None:
        """The leader reached a node: the safety car is called in at half a lap and leaves at the line."""
        if not self.safety_car_at(ms):
            return
        circuit = self._history.circuit
        segment = node % circuit.segments
        half_lap, due_ms = circuit.segments // 2, self._out_ms + STAY_LAPS * circuit.lap_ms
        if segment == half_lap and self._called_in_ms is None and ms >= due_ms:
            self._called_in_ms = ms
        elif segment == 0 and (flag or self._called_in_ms is not None):
            self._go_green(ms)

    def _go_green(self, ms: int) -> None:
        called_in = self._called_in_ms if self._called_in_ms is not None else ms
        self._history.safety_cars.append((int(self._out_ms), called_in, ms))
        self._history.statuses.append((ms, "green"))
        self._out_ms = inf
        self._called_in_ms = None
        self._quiet_ms = ms
