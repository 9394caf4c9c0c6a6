"""The pit lane: who turns in, how long that takes, and on which tyres it comes out."""

from __future__ import annotations

from random import Random

from pitwall.sources.sim.control import SimulatedRaceControl
from pitwall.sources.sim.driving import Driving
from pitwall.sources.sim.field import SimulatedCar
from pitwall.sources.sim.history import History, TruePassage, TyreSet
from pitwall.sources.sim.tyres import best_for, next_set

SLOWING_MS = 2_200
ENTRY_MS = 1_600  # before the line
EXIT_SHARE = 0.3  # of the first segment, still to go at the pit exit
LAST_STOP_LAPS = 3
QUEUE_MS = (1_500, 3_000)
"""Between two cars that leave the lane when a stopped race goes on."""


class PitLane:
    """Takes the cars of a race off the track at the end of a lap and back onto it within the next segment."""

    def __init__(self, history: History, rng: Random, control: SimulatedRaceControl, driving: Driving) -> None:
        self._history = history
        self._rng = rng
        self._control = control
        self._driving = driving
        self._last_out_ms = 0

    def wants(self, ms: int, runner: SimulatedCar, node: int, laps_to_go: int) -> bool:
        """Does a car turn in at the end of this lap? Never when the flag could be out before it is back."""
        if laps_to_go < 1:
            return False
        if runner.stops_at == node + 1:
            return True
        if self._control.stopped_at(ms):
            return self._control.calls_in_at(ms)
        if laps_to_go < LAST_STOP_LAPS:
            return False
        tyres, wetness = runner.tyres, self._history.sky.wetness_at(ms)
        needless = tyres.compound.surface(wetness) - best_for(wetness).surface(wetness)
        wanted = tyres.target if self._control.racing_at(ms) else tyres.cheap_target
        return tyres.laps + 1 >= wanted or needless * runner.pace_ms > runner.patience_ms

    def enter(self, ms: int, runner: SimulatedCar, node: int) -> float:
        """Session time in ms at which the car reaches the line on its way into the pits."""
        onward = ms + self._driving.free_ms(ms, runner, node) + SLOWING_MS
        runner.pit_in_ms = round(onward) - ENTRY_MS
        runner.out_of_the_way = True
        return onward

    def leave(self, ms: int, car: int, runner: SimulatedCar, node: int, entered_ms: int) -> float:
        """Session time in ms at which the car, back on the track on new tyres, reaches the first node of the lap."""
        history, circuit = self._history, self._history.circuit
        lap = node // circuit.segments
        wetness = history.sky.wetness_at(ms)
        runner.tyres = next_set(self._rng, runner.tyres, history.planned_laps - lap, wetness)
        history.sets[car].append(TyreSet(runner.tyres.compound.name, runner.tyres.laps, first_lap=lap + 1))
        self._driving.start_lap(ms, runner, lap)
        if self._control.calls_in_at(entered_ms):
            return self._resume(car, runner, lap, entered_ms)
        standing_ms = self._rng.uniform(2_000, 3_000) + self._rng.choice((0, 0, 0, 0, 0, 1_500, 4_000))
        onward = ms + self._driving.free_ms(ms, runner, node) + circuit.pit_loss_ms + standing_ms
        out_ms = round(onward - EXIT_SHARE * circuit.shares[0] * runner.lap_ms)
        history.passages[car].append(TruePassage(lap, entered_ms, out_ms, red=self._control.stopped_at(entered_ms)))
        runner.pit_in_ms = None
        runner.out_of_the_way = True
        return onward

    def _resume(self, car: int, runner: SimulatedCar, lap: int, entered_ms: int) -> float:
        """The same when the race goes on: the cars leave one after the other, as they came."""
        out_ms = max(self._control.resumed_ms, self._last_out_ms) + self._rng.randrange(*QUEUE_MS)
        self._last_out_ms = out_ms
        self._history.passages[car].append(TruePassage(lap, entered_ms, out_ms, red=True))
        runner.pit_in_ms = None
        runner.out_of_the_way = True
        return out_ms + EXIT_SHARE * self._history.circuit.shares[0] * runner.lap_ms
