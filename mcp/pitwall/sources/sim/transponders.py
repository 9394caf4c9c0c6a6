"""Transponders that fall silent, and the race as timing sees it then: a car it does not hear stands where it was."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from math import inf
from random import Random

from pitwall.sources.sim.history import History, OrderKey, Silence

CHANCE = 0.3
LAPS_PER_CHANCE = 200
"""Each car has one chance, in a long race one for every so many laps."""
LAPS = (0.3, 1.6)
"""How long a silence lasts. It begins after the first lap and ends before the last, and not around the pit lane."""


def draw_silences(rng: Random, history: History) -> None:
    """Write into the history which cars are not heard, and when. At least one silence is tried for."""
    if not history.config.dropouts:
        return
    chances = 1 + history.planned_laps // LAPS_PER_CHANCE
    struck = [car for car in history.finishers for _ in range(chances) if rng.random() < CHANCE]
    for car in struck or [rng.choice(history.finishers)]:
        _fall_silent(rng, history, car)


def _fall_silent(rng: Random, history: History, car: int) -> None:
    segments, times = history.circuit.segments, history.times[car]
    length = round(rng.uniform(*LAPS) * segments)
    latest = len(times) - 1 - segments - length
    if latest <= segments:
        return
    last = rng.randrange(segments, latest)
    new = Silence(last, last + length, times[last], times[last + length])
    spans = [(passage.in_ms, passage.out_ms or passage.in_ms) for passage in history.passages[car]]
    spans += [(silence.from_ms, silence.back_ms) for silence in history.silences[car]]
    if all(end < times[last - segments] or times[new.back + segments] < start for start, end in spans):
        history.silences[car] = sorted([*history.silences[car], new], key=lambda silence: silence.last)


class Heard:
    """What timing knows of a race: all of its history but what fell into a silence."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._silences = history.silences

    def silence(self, car: int, ms: int) -> Silence | None:
        """The silence of a car at a moment. The nodes where one begins and ends are heard."""
        return next((silence for silence in self._silences[car] if silence.from_ms <= ms < silence.back_ms), None)

    def hears(self, car: int, node: int) -> bool:
        """Did timing hear a car at a node?"""
        return not any(silence.last < node < silence.back for silence in self._silences[car])

    def first_across(self) -> Iterator[int]:
        """Session time in ms at which the first car was heard to complete each lap, or a later one."""
        segments = self._history.circuit.segments
        if not any(self._silences):
            yield from self._history.line_ms
            return
        for lap in range(1, len(self._history.line_ms) + 1):
            yield min(
                times[node]
                for car, times in enumerate(self._history.times)
                if (node := self._heard_from(car, lap * segments)) < len(times)
            )

    def node(self, car: int, ms: int) -> int:
        """The last node where a car was heard."""
        silence = self.silence(car, ms) if self._silences[car] else None
        return silence.last if silence else bisect_right(self._history.times[car], ms) - 1

    def progress(self, car: int, ms: int) -> float:
        """Segments that a car is known to have covered."""
        silence = self.silence(car, ms) if self._silences[car] else None
        return float(silence.last) if silence else self._history.progress(car, ms)

    def stands(self, car: int, ms: int) -> bool:
        """Is nothing more heard of a car, for now or for good?"""
        return self._history.times[car][-1] <= ms or (bool(self._silences[car]) and self.silence(car, ms) is not None)

    def behind(self, ms: int, ahead: int, car: int) -> tuple[float | None, int | None]:
        """How far a car is behind another, in seconds or in laps."""
        return self._history.between(ms, ahead, self.progress(ahead, ms), self.progress(car, ms))

    def order_key(self, car: int, ms: int) -> OrderKey:
        """A sort key for the order as timing has it."""
        silence = self.silence(car, ms) if self._silences[car] else None
        return (-float(silence.last), inf, silence.from_ms) if silence else self._history.order_key(car, ms)

    def passes(self) -> Iterator[tuple[int, int, int]]:
        """(ms, car, the car it passed) as timing sees it: a silent car is passed where it was heard last."""
        history = self._history
        if not any(self._silences):
            yield from history.passes
            return
        for ms, car, passed in history.passes:
            if self.silence(car, ms) is None and self.silence(passed, ms) is None:
                yield ms, car, passed
        for silent, silences in enumerate(self._silences):
            for silence in silences:
                yield from self._around(silent, silence)

    def _around(self, silent: int, silence: Silence) -> Iterator[tuple[int, int, int]]:
        """Who passes a silent car while it is thought to stand, and whom it has passed when it is heard again."""
        back = self.order_key(silent, silence.back_ms)
        for car, times in enumerate(self._history.times):
            if car == silent:
                continue
            if len(times) > silence.last and silence.from_ms < times[silence.last] < silence.back_ms:
                yield times[silence.last], car, silent
            if back < self.order_key(car, silence.back_ms):
                yield silence.back_ms, silent, car

    def _heard_from(self, car: int, node: int) -> int:
        """A node, or the one where a silence around it ends."""
        return next((silence.back for silence in self._silences[car] if silence.last < node < silence.back), node)
