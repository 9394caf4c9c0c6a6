"""The race itself: cars go from node to node, always the car that moves next in time.

At each node a car learns how long its next segment takes: its own pace, the tyres, the car ahead, the pit
lane, the safety car. Then it is known when it reaches the next node, and whom it passes on the way.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from heapq import heappop, heappush
from random import Random

from pitwall.sources.sim.control import RaceControl
from pitwall.sources.sim.field import Runner, draw_debris, draw_grid, draw_runners
from pitwall.sources.sim.history import START_MS, History, Incident, Passage, Retirement, TyreSet
from pitwall.sources.sim.tyres import next_set

FUEL_MS = 1_800  # what a full tank costs per lap
LAP_NOISE_MS = 140
SEGMENT_NOISE_MS = 30
START_NOISE_MS = 320  # on lap 1, where everybody is everywhere
LAUNCH_MS = 2_400
GRID_SLOT_MS = 170
STANDING_START_MS = 250  # per segment of lap 1
SPIN_CHANCE = 0.0002  # per segment
SPIN_MS = (4_000, 40_000)

FOLLOW_MS = 320  # as close as a car gets without passing
DIRTY_AIR_MS = 1_000
DIRTY_AIR_LOSS_MS = 10
SLIPSTREAM_MS = 45
SAFETY_CAR_FOLLOW_MS = 600
SAFETY_CAR_PACE = 1.65
CATCH_UP_PACE = 1.25

PIT_SLOWING_MS = 2_200
PIT_ENTRY_MS = 1_600  # before the line
PIT_EXIT_SHARE = 0.3  # of the first segment, still to go at the pit exit
LAST_STOP_LAPS = 3


class Race:
    """One run of a race into its history."""

    def __init__(self, history: History, rng: Random) -> None:
        self._history = history
        self._rng = rng
        self._circuit = history.circuit
        self._segments = history.circuit.segments
        self._laps = history.config.laps
        self._control = RaceControl(history, rng)
        self._front = -1  # the furthest node that any car has reached
        self._flag = False
        self._stopped: defaultdict[int, list[int]] = defaultdict(list)
        self._debris = draw_debris(rng, history.config, history.circuit)
        self._runners = draw_runners(rng, history.config, history.circuit)
        self._queue: list[tuple[int, int, int]] = []  # a heap of (ms, car, node); in order of time it is one

    def run(self) -> None:
        """Run to the chequered flag of the last car."""
        self._line_up()
        queue = self._queue
        while queue:
            ms, car, node = heappop(queue)
            self._reach(ms, car, node)

    def _line_up(self) -> None:
        """The cars cross the start line one after the other, in the order of the grid."""
        history = self._history
        history.grid += draw_grid(self._rng, self._runners)
        history.statuses.append((0, "green"))
        for sets, runner in zip(history.sets, self._runners, strict=True):
            sets.append(TyreSet(runner.tyres.compound.name, runner.tyres.laps, first_lap=1))
        ms = START_MS + LAUNCH_MS
        for car in history.grid:
            history.arrivals[0].append((ms, car))
            self._queue.append((ms, car, 0))
            ms += GRID_SLOT_MS + self._rng.randrange(100)

    # from node to node

    def _reach(self, ms: int, car: int, node: int) -> None:
        history = self._history
        runner = self._runners[car]
        history.times[car].append(ms)
        history.reached.append((ms, car, node))
        history.passes += [(ms, car, stopped) for stopped in self._stopped.get(node, ())]
        if node > self._front:
            self._lead(ms, node)
        segment = node % self._segments
        if segment == 0:
            if self._flag:
                history.finishers.append(car)
                return
            self._start_lap(runner, node // self._segments)
        runner.out_of_the_way = False
        entered = runner.pit_in_ms
        if node == runner.stops_at and (segment or entered):
            self._retire(ms, car, node)
        elif entered:
            self._go(ms, car, node, self._leave_pits(ms, car, node, entered))
        elif segment == self._segments - 1 and self._pits(ms, runner, node):
            self._go(ms, car, node, self._enter_pits(ms, runner, node))
        else:
            self._go(ms, car, node, self._drive(ms, car, node))

    def _lead(self, ms: int, node: int) -> None:
        """What happens when the first car reaches a node."""
        self._front = node
        self._flag = node == self._laps * self._segments
        self._control.leader_at(ms, node, self._flag)
        if node in self._debris:
            self._control.report(Incident(ms, node % self._segments, None), self._laps_to_go)

    @property
    def _laps_to_go(self) -> int:
        """Laps that the leader has not begun."""
        return self._laps - 1 - self._front // self._segments

    def _start_lap(self, runner: Runner, laps: int) -> None:
        """A new lap: lighter, on older tyres, and never twice the same."""
        if laps:
            runner.tyres.laps += 1
        fuel_ms = FUEL_MS * (1 - laps / self._laps)
        noise_ms = self._rng.gauss(0, LAP_NOISE_MS)
        runner.lap_ms = runner.pace_ms + fuel_ms + noise_ms + runner.tyres.compound.loss_ms(runner.tyres.laps)

    def _retire(self, ms: int, car: int, node: int) -> None:
        history = self._history
        entered = self._runners[car].pit_in_ms
        history.retirements[car] = Retirement(ms, node, in_pits=entered is not None)
        self._stopped[node].append(car)
        if entered is not None:
            history.passages[car].append(Passage(node // self._segments, entered, None))
        else:
            self._control.report(Incident(ms, node % self._segments, car), self._laps_to_go)

    def _go(self, ms: int, car: int, node: int, onward: float) -> None:
        """Send a car to the next node, where no two arrive in one millisecond. Write down whom it passes."""
        row = self._history.arrivals[node + 1]
        arrival = round(onward)
        at = bisect_left(row, (arrival, -1))
        while at < len(row) and row[at][0] == arrival:
            arrival += 1
            at += 1
        for other_arrival, other in row[at:]:
            lead = ms - self._history.times[other][node]
            gain = other_arrival - arrival
            self._history.passes.append((ms - (ms - arrival) * lead // (lead + gain), car, other))
        row.insert(at, (arrival, car))
        heappush(self._queue, (arrival, car, node + 1))

    # how long a segment takes

    def _free_ms(self, runner: Runner, node: int) -> float:
        """The next segment on an empty track."""
        noise_ms = SEGMENT_NOISE_MS
        own_ms = runner.lap_ms * self._circuit.shares[node % self._segments] + runner.debt_ms
        runner.debt_ms = 0.0
        if self._rng.random() < SPIN_CHANCE:
            runner.out_of_the_way = True
            own_ms += self._rng.uniform(*SPIN_MS)
        if node < self._segments:
            own_ms += STANDING_START_MS
            noise_ms = START_NOISE_MS
        return own_ms + noise_ms * self._rng.random()

    def _drive(self, ms: int, car: int, node: int) -> float:
        """When a car on the track reaches the next node, minding the car ahead."""
        runner = self._runners[car]
        free_ms = self._free_ms(runner, node)
        ahead = self._ahead(node + 1)
        if self._control.safety_car_at(ms):
            behind_it = node == self._front or node + self._segments <= self._front
            onward = ms + free_ms * (SAFETY_CAR_PACE if behind_it else CATCH_UP_PACE)
            follow_ms = SAFETY_CAR_FOLLOW_MS * (1 + self._rng.random())
            return max(onward, ahead[0] + follow_ms) if ahead else onward
        onward = ms + free_ms
        if ahead is None:
            return onward
        if onward < ahead[0] + DIRTY_AIR_MS:
            zone = node % self._segments in self._circuit.zones
            onward += -SLIPSTREAM_MS if zone else DIRTY_AIR_LOSS_MS
            if onward < ahead[0] + FOLLOW_MS:
                return self._fight(runner, onward, ahead, zone or node < self._segments)
        return onward

    def _ahead(self, node: int) -> tuple[int, Runner] | None:
        """The last car in the way of one that goes to a node, and when it gets there itself."""
        for arrival, other in reversed(self._history.arrivals[node]):
            if not self._runners[other].out_of_the_way:
                return arrival, self._runners[other]
        return None

    def _fight(self, runner: Runner, onward: float, ahead: tuple[int, Runner], room: bool) -> float:
        """Pass the car ahead, where there is room and the advantage is enough, or stay behind it."""
        ahead_ms, other = ahead
        advantage_s = (other.lap_ms - runner.lap_ms) / 1000
        chance = 0.05 + 0.22 * advantage_s if room else 0.1 * (advantage_s - 2)
        if self._rng.random() >= chance:
            return max(onward, ahead_ms + FOLLOW_MS + 200 * self._rng.random())
        runner.debt_ms += 150
        other.debt_ms += 350
        return min(onward, ahead_ms - 40 - 160 * self._rng.random())

    # the pit lane

    def _pits(self, ms: int, runner: Runner, node: int) -> bool:
        """Does a car turn in at the end of this lap? Never when the flag could be out before it is back."""
        if self._laps_to_go < 1:
            return False
        if runner.stops_at == node + 1:
            return True
        tyres = runner.tyres
        wanted = tyres.cheap_target if self._control.safety_car_at(ms) else tyres.target
        return self._laps_to_go >= LAST_STOP_LAPS and tyres.laps + 1 >= wanted

    def _enter_pits(self, ms: int, runner: Runner, node: int) -> float:
        onward = ms + self._free_ms(runner, node) + PIT_SLOWING_MS
        runner.pit_in_ms = round(onward) - PIT_ENTRY_MS
        runner.out_of_the_way = True
        return onward

    def _leave_pits(self, ms: int, car: int, node: int, in_ms: int) -> float:
        """Stand for new tyres and rejoin, all before the first node of the lap."""
        history, runner = self._history, self._runners[car]
        lap = node // self._segments
        standing_ms = self._rng.uniform(2_000, 3_000) + self._rng.choice((0, 0, 0, 0, 0, 1_500, 4_000))
        onward = ms + self._free_ms(runner, node) + self._circuit.pit_loss_ms + standing_ms
        out_ms = round(onward - PIT_EXIT_SHARE * self._circuit.shares[0] * runner.lap_ms)
        history.passages[car].append(Passage(lap, in_ms, out_ms))
        runner.pit_in_ms = None
        runner.out_of_the_way = True
        runner.tyres = next_set(self._rng, runner.tyres, self._laps - lap)
        history.sets[car].append(TyreSet(runner.tyres.compound.name, runner.tyres.laps, first_lap=lap + 1))
        return onward
