"""The timing of a simulated race: what a car's transponder tells at each node, and every change of order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from heapq import merge

from msgspec import UNSET

from pitwall.events import CarTiming, Splits, Timing
from pitwall.sources.sim.history import START_MS, History
from pitwall.sources.sim.splits import splits_at
from pitwall.sources.sim.transponders import Heard

Gaps = tuple[float | None, int | None, float | None, int | None]
"""Gap in seconds, gap in laps, interval in seconds, interval in laps."""

_PASS, _REACH = 0, 1  # of one millisecond, the new order is told before the gaps that follow from it


class TimingFeed:
    """Walks through a race once, in order of time."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._heard = Heard(history)
        self._times = history.times
        self._segments = history.circuit.segments
        self._number = [entry.car for entry in history.entries]
        self._order = list(history.grid)
        self._rank = {car: rank for rank, car in enumerate(self._order)}
        self._best_ms: dict[int, int] = {}
        self._laps = [0] * len(history.entries)

    def __iter__(self) -> Iterator[Timing | Splits]:
        passes: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        for ms, car, passed in self._heard.passes():
            passes[ms].append((car, passed))
        for ms, kind, car, node in merge(((ms, _PASS, 0, 0) for ms in sorted(passes)), self._reached()):
            if kind == _PASS:
                changed = self._reorder(ms, passes[ms])
                if changed:
                    yield Timing(ms / 1000, changed)
            elif self._heard.hears(car, node):
                lap, segment = divmod(node, self._segments)
                told = self._node(ms, car, node) if segment or not lap else self._lap(ms, car, node, lap)
                yield Timing(ms / 1000, {self._number[car]: told})
                # After the word on its laps: a sector is of the lap that the car is known to be on.
                splits = splits_at(self._history, self._heard, car, node)
                if splits is not None:
                    yield Splits(ms / 1000, {self._number[car]: splits})

    def _reached(self) -> Iterator[tuple[int, int, int, int]]:
        """Every car at every node, in order of time."""
        nodes = [0] * len(self._times)
        for car in self._history.reached:
            node = nodes[car]
            nodes[car] = node + 1
            yield self._times[car][node], _REACH, car, node

    def _node(self, ms: int, car: int, node: int) -> CarTiming:
        """Where a car is at a node within a lap. After a silence it may have completed laps that nobody timed."""
        gap_s, gap_laps, interval_s, interval_laps = self._gaps(ms, car, node)
        lap = node // self._segments
        missed = lap > self._laps[car]
        self._laps[car] = lap
        return CarTiming(
            gap_s=gap_s,
            gap_laps=gap_laps,
            interval_s=interval_s,
            interval_laps=interval_laps,
            laps=lap if missed else UNSET,
            last_lap_s=None if missed else UNSET,
        )

    def _lap(self, ms: int, car: int, node: int, lap: int) -> CarTiming:
        """The same at the line, with the lap it completes there, timed if it was heard to begin."""
        gap_s, gap_laps, interval_s, interval_laps = self._gaps(ms, car, node)
        timed = self._heard.hears(car, node - self._segments)
        lap_ms = ms - (self._times[car][node - self._segments] if lap > 1 else START_MS)
        improved = timed and (car not in self._best_ms or lap_ms < self._best_ms[car])
        if improved:
            self._best_ms[car] = lap_ms
        self._laps[car] = lap
        return CarTiming(
            gap_s=gap_s,
            gap_laps=gap_laps,
            interval_s=interval_s,
            interval_laps=interval_laps,
            laps=lap,
            last_lap_s=lap_ms / 1000 if timed else None,
            best_lap_s=lap_ms / 1000 if improved else UNSET,
            best_lap=lap if improved else UNSET,
        )

    def _gaps(self, ms: int, car: int, node: int) -> Gaps:
        """Gap and interval of a car that has just reached a node."""
        rank = self._rank[car]
        if rank == 0:
            return 0.0, None, None, None
        return *self._behind(ms, self._order[0], node), *self._behind(ms, self._order[rank - 1], node)

    def _behind(self, ms: int, ahead: int, node: int) -> tuple[float | None, int | None]:
        """How long ago a car ahead was at this node, or how many laps ago if it has lapped it."""
        laps = (self._heard.node(ahead, ms) - node) // self._segments
        return (None, laps) if laps > 0 else ((ms - self._times[ahead][node]) / 1000, None)

    def _reorder(self, ms: int, passes: list[tuple[int, int]]) -> dict[str, CarTiming]:
        """Puts into race order whoever passed whom, and tells of those with a new position or a new car ahead."""
        order, before = self._order, self._following()
        first = min(self._rank[passed] for _, passed in passes)
        last = max(self._rank[car] for car, _ in passes)
        order[first : last + 1] = sorted(order[first : last + 1], key=lambda car: self._heard.order_key(car, ms))
        for rank in range(first, last + 1):
            self._rank[order[rank]] = rank
        told: dict[str, CarTiming] = {}
        for (car, ahead), (car_before, ahead_before) in zip(self._following(), before, strict=True):
            moved = car != car_before
            if moved or (ahead != ahead_before and not self._heard.stands(car, ms)):
                told[self._number[car]] = self._between(ms, car, ahead, moved)
        return told

    def _following(self) -> list[tuple[int, int | None]]:
        """Every car in order, with the car ahead of it."""
        return list(zip(self._order, [None, *self._order], strict=False))

    def _between(self, ms: int, car: int, ahead: int | None, moved: bool) -> CarTiming:
        """Where a car is between two nodes. Of one that stands still there is nothing to tell but its position."""
        position = self._rank[car] + 1 if moved else UNSET
        if self._heard.stands(car, ms):
            return CarTiming(position)
        gap = self._heard.behind(ms, self._order[0], car)
        interval = (None, None) if ahead is None else self._heard.behind(ms, ahead, car)
        return CarTiming(position, *gap, *interval)
