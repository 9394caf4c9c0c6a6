"""The race itself: cars go from node to node, always the car that moves next in time.

At each node it is decided how long a car takes for its next segment. Then it is known when it reaches the next
node, and whom it passes on the way.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from heapq import heappop, heappush
from random import Random

from pitwall.sources.sim.control import LAPS_TO_GO, STOPPED_MS, SimulatedRaceControl
from pitwall.sources.sim.driving import Driving
from pitwall.sources.sim.field import draw_debris, draw_grid, draw_runners, draw_stoppages
from pitwall.sources.sim.history import START_MS, History, Incident, Retirement, TruePassage, TyreSet
from pitwall.sources.sim.pitlane import PitLane
from pitwall.sources.sim.traffic import Traffic

LAUNCH_MS = 2_400
GRID_SLOT_MS = 170


class SimulatedRace:
    """One run of a race into its history."""

    def __init__(self, history: History, rng: Random) -> None:
        self._history = history
        self._rng = rng
        self._segments = history.circuit.segments
        self._front = -1  # the furthest node that any car has reached
        self._rear = 0  # every car still racing has reached this one
        self._flag = False
        self._rows: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)  # by node: (ms, car), in order
        self._stopped: defaultdict[int, list[int]] = defaultdict(list)
        self._debris = draw_debris(rng, history)
        self._stoppages = draw_stoppages(rng, history)
        self._runners = draw_runners(rng, history)
        self._control = SimulatedRaceControl(history, rng)
        self._traffic = Traffic(history, rng, self._runners)
        self._driving = Driving(history, rng, self._control, self._runners, self._rows)
        self._pit_lane = PitLane(history, rng, self._control, self._driving)
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
            self._queue.append((ms, car, 0))
            ms += GRID_SLOT_MS + self._rng.randrange(100)

    def _reach(self, ms: int, car: int, node: int) -> None:
        history, runner = self._history, self._runners[car]
        history.times[car].append(ms)
        history.reached.append(car)
        if node in self._stopped:
            history.passes += [(ms, car, stopped) for stopped in self._stopped[node]]
        leads = node > self._front
        if leads:
            self._lead(ms, node)
        segment = node % self._segments
        if segment == 0:
            if self._flag:
                history.finishers.append(car)
                return
            runner.tyres.laps += node > 0
            self._driving.start_lap(ms, runner, node // self._segments)
        runner.out_of_the_way = False
        entered = runner.pit_in_ms
        if node == runner.stops_at and (segment or entered):
            self._retire(ms, car, node)
        elif entered:
            self._go(ms, car, node, self._pit_lane.leave(ms, car, runner, node, entered))
        elif segment == self._segments - 1 and self._pit_lane.wants(ms, runner, node, self._laps_to_go(ms)):
            self._go(ms, car, node, self._pit_lane.enter(ms, runner, node))
        else:
            self._traffic.meet(ms, car, node, leads, self._control.racing_at(ms))
            self._go(ms, car, node, self._driving.arrival(ms, car, node, self._front))

    def _lead(self, ms: int, node: int) -> None:
        """What happens when the first car reaches a node."""
        history = self._history
        self._front = node
        if node and node % self._segments == 0:
            history.line_ms.append(ms)
            done = len(history.line_ms) == history.config.laps
            self._flag = ms >= history.time_limit_ms if history.config.hours else done
            self._forget()
        self._control.leader_at(ms, node, self._flag)
        if self._stoppages and node >= self._stoppages[0] and self._control.quiet_at(ms):
            self._stoppages.pop(0)
            if self._laps_to_go(ms + STOPPED_MS[1]) >= LAPS_TO_GO:
                self._control.stop(Incident(ms, node % self._segments, None))
        if node in self._debris:
            self._control.report(Incident(ms, node % self._segments, None), self._laps_to_go(ms))

    def _forget(self) -> None:
        """Drop the rows that no car will come to any more: a day of racing would fill the memory with them."""
        history = self._history
        rear = min(len(times) for car, times in enumerate(history.times) if car not in history.retirements)
        for node in range(self._rear, rear):
            self._rows.pop(node, None)
        self._rear = max(self._rear, rear)

    def _laps_to_go(self, ms: int) -> int:
        """Laps that the leader has not begun; in a race by time, that fit into what is left of it."""
        history = self._history
        if history.config.hours:
            return int((history.time_limit_ms - ms) // history.circuit.lap_ms)
        return history.config.laps - 1 - self._front // self._segments

    def _retire(self, ms: int, car: int, node: int) -> None:
        history = self._history
        entered = self._runners[car].pit_in_ms
        history.retirements[car] = Retirement(ms, node, in_pits=entered is not None)
        self._stopped[node].append(car)
        if entered is not None:
            history.passages[car].append(TruePassage(node // self._segments, entered, None))
        else:
            self._control.report(Incident(ms, node % self._segments, car), self._laps_to_go(ms))

    def _go(self, ms: int, car: int, node: int, onward: float) -> None:
        """Send a car to the next node, where no two arrive in one millisecond. Write down whom it passes."""
        row = self._rows[node + 1]
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
