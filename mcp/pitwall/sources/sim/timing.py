"""The timing of a simulated race: what a car's transponder tells at each node, and every change of order."""

from __future__ import annotations

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
        self._segment_m = history.circuit.length_m / history.circuit.segments
        self._number = [entry.car for entry in history.entries]
        self._order = list(history.grid)
        self._rank = {car: rank for rank, car in enumerate(self._order)}
        self._best_ms: dict[int, int] = {}

    def __iter__(self) -> Iterator[Timing]:
        passes = [(ms, _PASS, car, passed) for ms, car, passed in self._history.passes]
        reached = [(ms, _REACH, car, node) for ms, car, node in self._history.reached]
        for ms, kind, car, what in sorted(passes + reached):
            if kind == _REACH:
                lap, segment = divmod(what, self._segments)
                told = self._lap(ms, car, what, lap) if lap and not segment else self._node(ms, car, what)
                yield Timing(ms / 1000, {self._number[car]: told})
            elif self._rank[car] > self._rank[what]:
                changed = self._reorder(ms, self._rank[what], self._rank[car])
                if changed:
                    yield Timing(ms / 1000, changed)

    def _node(self, ms: int, car: int, node: int) -> CarTiming:
        """Where a car is at a node within a lap."""
        gap_s, gap_laps, interval_s, interval_laps = self._gaps(ms, car, node)
        return CarTiming(
            gap_s=gap_s,
            gap_laps=gap_laps,
            interval_s=interval_s,
            interval_laps=interval_laps,
            distance_m=round(node * self._segment_m, 1),
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
            distance_m=round(node * self._segment_m, 1),
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

    def _reorder(self, ms: int, first: int, last: int) -> dict[str, CarTiming]:
        """Put the cars from one rank to another into race order, and tell of them and of the car behind."""
        history, order = self._history, self._order
        before = order[first : last + 1]
        after = sorted(before, key=lambda car: history.place(car, ms))
        if after == before:
            return {}
        order[first : last + 1] = after
        changed: dict[str, CarTiming] = {}
        for rank, car in enumerate(order[first : last + 2], first):
            self._rank[car] = rank
            if self._times[car][-1] > ms:
                gap = history.behind(ms, order[0], car)
                interval = history.behind(ms, order[rank - 1], car) if rank else (None, None)
                changed[self._number[car]] = CarTiming(rank + 1, *gap, *interval)
            else:  # it stands still: others pass it, and that is all there is to tell
                changed[self._number[car]] = CarTiming(rank + 1)
        return changed
