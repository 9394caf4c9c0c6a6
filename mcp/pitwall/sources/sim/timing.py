"""The timing of a simulated race: what a car's transponder tells at each node, and every change of order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from msgspec import UNSET

from pitwall.events import CarTiming, Timing
from pitwall.sources.sim.history import START_MS, History

Gaps = tuple[float | None, int | None, float | None, int | None]
"""Gap in seconds, gap in laps, interval in seconds, interval in laps."""

_PASS, _REACH = 0, 1  # of one millisecond, the new order is told before the gaps that follow from it


class TimingFeed:
    """Walks through a race once, in order of time."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._times = history.times
        self._segments = history.circuit.segments
        self._number = [entry.car for entry in history.entries]
        self._order = list(history.grid)
        self._rank = {car: rank for rank, car in enumerate(self._order)}
        self._best_ms: dict[int, int] = {}

    def __iter__(self) -> Iterator[Timing]:
        passes: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        for ms, car, passed in self._history.passes:
            passes[ms].append((car, passed))
        moments = [(ms, _PASS, 0, 0) for ms in passes]
        moments += [(ms, _REACH, car, node) for ms, car, node in self._history.reached]
        for ms, kind, car, node in sorted(moments):
            if kind == _PASS:
                changed = self._reorder(ms, passes[ms])
                if changed:
                    yield Timing(ms / 1000, changed)
            else:
                lap, segment = divmod(node, self._segments)
                told = self._lap(ms, car, node, lap) if lap and not segment else self._node(ms, car, node)
                yield Timing(ms / 1000, {self._number[car]: told})

    def _node(self, ms: int, car: int, node: int) -> CarTiming:
        """Where a car is at a node within a lap."""
        gap_s, gap_laps, interval_s, interval_laps = self._gaps(ms, car, node)
        return CarTiming(
            gap_s=gap_s,
            gap_laps=gap_laps,
            interval_s=interval_s,
            interval_laps=interval_laps,
        )

    def _lap(self, ms: int, car: int, node: int, lap: int) -> CarTiming:
        """The same at the line, with the lap it completes there."""
        gap_s, gap_laps, interval_s, interval_laps = self._gaps(ms, car, node)
        lap_ms = ms - (self._times[car][node - self._segments] if lap > 1 else START_MS)
        improved = car not in self._best_ms or lap_ms < self._best_ms[car]
        if improved:
            self._best_ms[car] = lap_ms
        return CarTiming(
            gap_s=gap_s,
            gap_laps=gap_laps,
            interval_s=interval_s,
            interval_laps=interval_laps,
            laps=lap,
            last_lap_s=lap_ms / 1000,
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
        times = self._times[ahead]
        laps = 0
        for later in range(node + self._segments, len(times), self._segments):
            if times[later] > ms:
                break
            laps += 1
        return (None, laps) if laps else ((ms - times[node]) / 1000, None)

    def _reorder(self, ms: int, passes: list[tuple[int, int]]) -> dict[str, CarTiming]:
        """Put into race order whoever passed whom, and tell of those that changed place or follow another car now."""
        order, before = self._order, self._following()
        first = min(self._rank[passed] for _, passed in passes)
        last = max(self._rank[car] for car, _ in passes)
        order[first : last + 1] = sorted(order[first : last + 1], key=lambda car: self._history.place(car, ms))
        for rank in range(first, last + 1):
            self._rank[order[rank]] = rank
        told: dict[str, CarTiming] = {}
        for (car, ahead), (car_before, ahead_before) in zip(self._following(), before, strict=True):
            moved = car != car_before
            if moved or (ahead != ahead_before and self._times[car][-1] > ms):
                told[self._number[car]] = self._between(ms, car, ahead, moved)
        return told

    def _following(self) -> list[tuple[int, int | None]]:
        """Every car in order, with the car ahead of it."""
        return list(zip(self._order, [None, *self._order], strict=False))

    def _between(self, ms: int, car: int, ahead: int | None, moved: bool) -> CarTiming:
        """Where a car is between two nodes. Of one that stands still there is nothing to tell but its position."""
        position = self._rank[car] + 1 if moved else UNSET
        if self._times[car][-1] <= ms:
            return CarTiming(position)
        gap = self._history.behind(ms, self._order[0], car)
        interval = (None, None) if ahead is None else self._history.behind(ms, ahead, car)
        return CarTiming(position, *gap, *interval)
