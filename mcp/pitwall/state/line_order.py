"""Who was where at the end of each lap, by the crossings of the line."""

from __future__ import annotations

from bisect import bisect
from typing import NamedTuple

from pitwall.state.car import Lap
from pitwall.state.timeline import Timeline


class LinePosition(NamedTuple):
    """A position at the line that is not the one that the feed had at that moment."""

    lap: int
    position: int


class _Crossing(NamedTuple):
    """Cars are in the order of the line; those that are told of in one message in that of the feed."""

    line_t: float
    told: int
    car: str
    message: int


class LineOrder:
    """Positions at the line, where every crossing of a lap was heard.

    The feed's own order as a car crosses can be old: it is told a moment later, and without lap counts that come late.
    A car that has retired since was still ahead on the laps that it completed.
    """

    __slots__ = ("_crossings", "_unheard", "corrected")

    def __init__(self) -> None:
        self.corrected: dict[str, Timeline[tuple[LinePosition, ...]]] = {}
        """Positions of each car that the feed had otherwise, over time."""
        self._crossings: dict[int, list[_Crossing]] = {}
        self._unheard: list[tuple[int, int]] = []
        """First and last of laps that a car ended somewhere unheard: of these nobody knows the order."""

    def cross(self, car: str, lap: Lap, before: int) -> None:
        """Takes in a completed lap; `before` is the number of the car's last one."""
        number = lap.number
        if lap.line_t is None:
            self._miss(before + 1, number, lap.message)
        elif lap.position is not None and not any(first <= number <= last for first, last in self._unheard):
            crossings = self._crossings.setdefault(number, [])
            mine = _Crossing(lap.line_t, lap.position, car, lap.message)
            index = bisect(crossings, mine)
            crossings.insert(index, mine)
            for position, other in enumerate(crossings[index:], index + 1):
                self._place(other, number, position, lap.message)

    def behind(self, car: str, number: int, position: int, message: int) -> tuple[float, float] | None:
        """Seconds behind the first car and behind the car ahead, as the car crossed the line in `position` on a lap.

        None for the first car, and where a crossing of that lap was not heard. Nothing told after `message` counts.
        """
        crossings = self._crossings.get(number) or []
        if position > len(crossings) or crossings[position - 1].car != car:
            crossings = [crossing for crossing in crossings if crossing.message <= message]
        if not 1 < position <= len(crossings) or crossings[position - 1].car != car:
            return None
        line_t = crossings[position - 1].line_t
        return line_t - crossings[0].line_t, line_t - crossings[position - 2].line_t

    def _miss(self, first: int, last: int, message: int) -> None:
        """The laps were ended unheard: what has been put right by the others' crossings is as the feed had it."""
        self._unheard.append((first, last))
        for number in [number for number in self._crossings if first <= number <= last]:
            for crossing in self._crossings.pop(number):
                self._place(crossing, number, crossing.told, message)

    def _place(self, crossing: _Crossing, number: int, position: int, message: int) -> None:
        line = self.corrected.get(crossing.car)
        if line is None:
            if position == crossing.told:
                return
            line = self.corrected[crossing.car] = Timeline()
        known = line.values[-1] if line.values else ()
        others = tuple(one for one in known if one.lap != number)
        now = others if position == crossing.told else (*others, LinePosition(number, position))
        if now != known:
            line.append(message, now)
