"""What is true of a simulated practice or qualifying, read from its record and never from its feed."""

from __future__ import annotations

from typing import NamedTuple

from pitwall.sources.sim.timed import CLASSIFIED_MS, TimedHistory


class Stood(NamedTuple):
    """A car and its best lap in seconds, None where it has none."""

    car: str
    best_s: float | None


class TimedTruth:
    """The oracle of a simulated session that is decided by best laps. Times are seconds of session time."""

    def __init__(self, history: TimedHistory) -> None:
        self._history = history

    def segment_at(self, t: float) -> int:
        """The segment that is under way, or was last."""
        closed = [flag + CLASSIFIED_MS for _, flag in self._history.windows[:-1]]
        return 1 + sum(t * 1000 >= ms for ms in closed)

    def bests_at(self, t: float, segment: int) -> dict[str, float]:
        """Best laps of a segment as known then, by car: deleted ones are not among them once that is told."""
        bests = self._history.best_ms(segment, round(t * 1000))
        return {self._number(car): best / 1000 for car, (best, _) in bests.items()}

    def order_at(self, t: float, segment: int) -> list[Stood]:
        """The cars that have a time in a segment, the fastest first; of two equal ones the earlier."""
        bests = self._history.best_ms(segment, round(t * 1000))
        return [Stood(self._number(car), bests[car][0] / 1000) for car in sorted(bests, key=bests.__getitem__)]

    @property
    def knocked_out(self) -> dict[str, int]:
        """The segment in which each car was knocked out."""
        entered = [*self._history.entered, self._history.entered[-1]]
        return {
            self._number(car): segment
            for segment in range(1, len(entered))
            for car in set(entered[segment - 1]) - set(entered[segment])
        }

    def left_s_at(self, t: float) -> float | None:
        """Seconds until the flag of the segment under way; None between segments."""
        ms = round(t * 1000)
        return next(((flag - ms) / 1000 for start, flag in self._history.windows if start <= ms < flag), None)

    def sectors_at(self, t: float, car: str) -> dict[tuple[int, int], float]:
        """Seconds of each sector that the car has completed, by (lap, sector), but for those through the pits."""
        told = {}
        for lap in self._history.laps:
            if self._number(lap.car) != car:
                continue
            out, home = not lap.fast and not lap.ends_in_pits, lap.ends_in_pits
            end = lap.begun_ms
            for sector, took in enumerate(lap.sectors_ms, 1):
                end += took
                if end <= t * 1000 and not (out and sector == 1) and not (home and sector == len(lap.sectors_ms)):
                    told[lap.number, sector] = took / 1000
        return told

    def laps_at(self, t: float, car: str) -> int:
        """Laps that a car has completed."""
        return sum(self._number(lap.car) == car and lap.ended_ms <= t * 1000 for lap in self._history.laps)

    def _number(self, car: int) -> str:
        return self._history.entries[car].car
