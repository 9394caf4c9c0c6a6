"""Race control: yellow and red flags, the safety car and the virtual one, told what happens as it happens.

A red flag works as the chequered one does: the leader goes into the pit lane at the end of its lap, and every other
car at its next line after that. So nobody loses or gains a lap. They leave the lane in the order in which they came,
behind the safety car, which goes in after one lap.
"""

from __future__ import annotations

from math import inf
from random import Random

from pitwall.sources.sim.history import History, Incident, Neutralised, TrueStoppage

SAFETY_CAR_CHANCE = 0.6
VIRTUAL_CHANCE = 0.25
DEBRIS_VIRTUAL_CHANCE = 0.3
NOTICE_MS = 4_000
DEPLOY_MS = 25_000
CLEAR_MS = 45_000
STAY_LAPS = 2.5
"""The safety car stays out for at least so many racing laps, time for the field to close up."""
RED_MS = 15_000
STOPPED_MS = (720_000, 1_500_000)
"""Longer than the slowest car takes to come in."""
VIRTUAL_MS = (50_000, 150_000)
VIRTUAL_ENDING_MS = (10_000, 15_000)
LAPS_TO_GO = 3
"""With fewer left, the race ends under a yellow flag rather than behind the safety car."""


class SimulatedRaceControl:
    """Decides on the track status and writes it into the history. Its calls come in order of time."""

    def __init__(self, history: History, rng: Random) -> None:
        self._history = history
        self._rng = rng
        self._quiet_ms = 0.0  # until then the flags of one incident cover the next
        self._out_ms = inf
        self._due_ms = inf  # from then on it may be called in
        self._called_in_ms: int | None = None
        self._stopped_ms = (inf, inf)
        self._lane_ms = inf  # when the leader turned into the pit lane under the red flag
        self._virtual_ms = (inf, inf)

    def safety_car_at(self, ms: int) -> bool:
        """Is the safety car on the track?"""
        return ms >= self._out_ms

    def virtual_at(self, ms: int) -> bool:
        """Does everybody keep to the slow pace of the virtual safety car?"""
        start, end = self._virtual_ms
        return start <= ms < end

    def stopped_at(self, ms: int) -> bool:
        """Is the race stopped?"""
        start, end = self._stopped_ms
        return start <= ms < end

    def racing_at(self, ms: int) -> bool:
        """None of the three."""
        return not (self.safety_car_at(ms) or self.virtual_at(ms) or self.stopped_at(ms))

    def calls_in_at(self, ms: int) -> bool:
        """Does every car that ends its lap now come in, as the leader has?"""
        return self.stopped_at(ms) and ms >= self._lane_ms

    @property
    def resumed_ms(self) -> int:
        """When the race that was stopped last goes on."""
        return self._history.stoppages[-1].resumed_ms

    def quiet_at(self, ms: int) -> bool:
        """Is the track clear, as far as race control knows?"""
        return ms >= self._quiet_ms

    def stop(self, incident: Incident) -> None:
        """Answer an incident with a yellow flag and then a red one."""
        red_ms = incident.ms + RED_MS
        resumed_ms = red_ms + self._rng.randrange(*STOPPED_MS)
        self._history.incidents.append(incident)
        self._history.stoppages.append(TrueStoppage(red_ms, resumed_ms))
        self._stopped_ms = red_ms, resumed_ms
        self._lane_ms = inf
        self._out_ms = self._due_ms = resumed_ms
        self._quiet_ms = inf
        self._history.statuses += [
            (incident.ms + NOTICE_MS, "yellow"),
            (red_ms, "red"),
            (resumed_ms, "safety_car"),
        ]

    def report(self, incident: Incident, laps_to_go: int) -> None:
        """Answer an incident with a yellow flag, and often with a safety car."""
        self._history.incidents.append(incident)
        if incident.ms < self._quiet_ms:
            return
        statuses = self._history.statuses
        statuses.append((incident.ms + NOTICE_MS, "yellow"))
        virtual_chance = DEBRIS_VIRTUAL_CHANCE if incident.car is None else VIRTUAL_CHANCE
        safety_car_chance = 1 - DEBRIS_VIRTUAL_CHANCE if incident.car is None else SAFETY_CAR_CHANCE
        drawn = self._rng.random() if laps_to_go >= LAPS_TO_GO else 1.0
        if drawn < safety_car_chance:
            self._out_ms = incident.ms + DEPLOY_MS
            self._due_ms = self._out_ms + STAY_LAPS * self._history.circuit.lap_ms
            self._quiet_ms = inf
            statuses.append((incident.ms + DEPLOY_MS, "safety_car"))
        elif drawn < safety_car_chance + virtual_chance:
            self._go_virtual(incident.ms + DEPLOY_MS)
        else:
            self._quiet_ms = incident.ms + CLEAR_MS
            statuses.append((incident.ms + CLEAR_MS, "green"))

    def leader_at(self, ms: int, node: int, flag: bool) -> None:
        """The leader reached a node: the safety car is called in at half a lap and leaves at the line."""
        segments = self._history.circuit.segments
        segment = node % segments
        if self.stopped_at(ms) and segment == segments - 1:
            self._lane_ms = min(self._lane_ms, ms)
        if not self.safety_car_at(ms):
            return
        if segment == segments // 2 and self._called_in_ms is None and ms >= self._due_ms:
            self._called_in_ms = ms
        elif segment == 0 and (flag or self._called_in_ms is not None):
            self._go_green(ms)

    def _go_virtual(self, out_ms: int) -> None:
        """Nobody has to be waited for, so the end is known at the beginning."""
        ending_ms = out_ms + self._rng.randrange(*VIRTUAL_MS)
        green_ms = ending_ms + self._rng.randrange(*VIRTUAL_ENDING_MS)
        self._virtual_ms = out_ms, green_ms
        self._quiet_ms = green_ms
        self._history.neutralised.append(Neutralised(True, out_ms, ending_ms, green_ms))
        self._history.statuses += [(out_ms, "vsc"), (ending_ms, "vsc_ending"), (green_ms, "green")]

    def _go_green(self, ms: int) -> None:
        called_in = self._called_in_ms if self._called_in_ms is not None else ms
        self._history.neutralised.append(Neutralised(False, int(self._out_ms), called_in, ms))
        self._history.statuses.append((ms, "green"))
        self._out_ms = inf
        self._called_in_ms = None
        self._quiet_ms = ms
