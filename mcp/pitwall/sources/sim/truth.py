"""What is true of a simulated race, read from the simulation's own record and never from its feed.

Times are seconds of session time, cars are car numbers, laps count from 1.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from operator import itemgetter
from typing import NamedTuple

from pitwall.sources.sim.history import START_MS, History
from pitwall.sources.sim.splits import sector_ms, speed_kmh
from pitwall.sources.sim.stewards import classification


class TrueGap(NamedTuple):
    """Time behind the leader, or whole laps once lapped. Neither before a car has crossed the start line."""

    seconds: float | None
    laps: int | None


class FastestLap(NamedTuple):
    """The fastest lap of a race; of two equal ones, the first."""

    car: str
    lap: int
    seconds: float


class PitPassage(NamedTuple):
    """A way through the pit lane, entered on `lap`; `t_out` is None when the car retired there.

    One that was entered under the red flag is no stop.
    """

    lap: int
    t_in: float
    t_out: float | None


class TyreStint(NamedTuple):
    """The laps from `first_lap` to `last_lap` completed on one set that had done `start_laps` before."""

    number: int
    compound: str
    new: bool
    start_laps: int
    first_lap: int
    last_lap: int


class Retired(NamedTuple):
    """A car stopped for good on `lap` at `t`."""

    lap: int
    t: float


class Penalised(NamedTuple):
    """Seconds added to a car's time, told at `t` after the flag."""

    t: float
    car: str
    seconds: int
    reason: str


class Truth:
    """The oracle of a simulated race."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._segments = history.circuit.segments
        self._number = [entry.car for entry in history.entries]
        self._index = {number: car for car, number in enumerate(self._number)}

    @cached_property
    def grid(self) -> list[str]:
        """Cars in the order of the grid."""
        return [self._number[car] for car in self._history.grid]

    @cached_property
    def crossings(self) -> dict[int, list[tuple[float, str]]]:
        """By lap: (t, car) for every car that completed it, in order."""
        laps: dict[int, list[tuple[float, str]]] = {lap: [] for lap in range(1, len(self._history.line_ms) + 1)}
        for car, line in zip(self._number, self._lines, strict=True):
            for lap, t in enumerate(line[1:], 1):
                laps[lap].append((t, car))
        return {lap: sorted(row) for lap, row in laps.items()}

    @cached_property
    def finish_order(self) -> list[str]:
        """Cars that took the chequered flag: by laps, then in the order in which they crossed the line."""
        return [self._number[car] for car in self._history.finish_order()]

    @cached_property
    def classification(self) -> list[str]:
        """The same cars when the penalties after the flag are added to their times."""
        return [self._number[car] for car in classification(self._history)]

    @cached_property
    def penalties(self) -> list[Penalised]:
        """Penalties after the flag, in order of time."""
        return [Penalised(p.ms / 1000, self._number[p.car], p.seconds, p.reason) for p in self._history.penalties]

    @cached_property
    def finish_t(self) -> float:
        """When the winner took the chequered flag."""
        return self._history.flag_ms / 1000

    @cached_property
    def retirements(self) -> dict[str, Retired]:
        """Cars that stopped, on the track or in the pits."""
        return {
            self._number[car]: Retired(stop.node // self._segments + 1, stop.ms / 1000)
            for car, stop in self._history.retirements.items()
        }

    @cached_property
    def safety_car_periods(self) -> list[tuple[float, float]]:
        """(t0, t1) from the deployment to the green flag."""
        return [(n.out_ms / 1000, n.green_ms / 1000) for n in self._history.neutralised if not n.virtual]

    @cached_property
    def vsc_periods(self) -> list[tuple[float, float, float]]:
        """(t0, t1, t2): the virtual safety car is deployed, said to end, and gone."""
        spans = (n for n in self._history.neutralised if n.virtual)
        return [(n.out_ms / 1000, n.ending_ms / 1000, n.green_ms / 1000) for n in spans]

    @cached_property
    def red_flags(self) -> list[tuple[float, float]]:
        """(t0, t1): the race is stopped, and goes on."""
        return [(s.red_ms / 1000, s.resumed_ms / 1000) for s in self._history.stoppages]

    @cached_property
    def blue_flags(self) -> list[tuple[float, str, str]]:
        """(t, the lapped car, the car that comes to lap it), those that race control speaks of."""
        return [(f.ms / 1000, self._number[f.car], self._number[f.for_car]) for f in self._history.blue_flags]

    def track_status_at(self, t: float) -> str:
        """green, yellow, safety_car, red, vsc or vsc_ending."""
        statuses = self._history.statuses
        return statuses[bisect_right(statuses, _ms(t), key=itemgetter(0)) - 1][1]

    def raining_at(self, t: float) -> bool:
        """Did rain fall at a moment?"""
        return self._history.sky.raining_at(_ms(t))

    def wetness_at(self, t: float) -> float:
        """How wet the track was: 0 dry, 1 soaked."""
        return self._history.sky.wetness_at(_ms(t))

    def silences(self, car: str) -> list[tuple[float, float]]:
        """(t0, t1): when a car was heard last, and when again. In between the feed tells none of its timing."""
        return [(s.from_ms / 1000, s.back_ms / 1000) for s in self._history.silences[self._index[car]]]

    def heard(self, t: float, car: str) -> bool:
        """Did timing hear a car around a moment?"""
        return not any(t0 < t < t1 for t0, t1 in self.silences(car))

    @cached_property
    def fastest_lap(self) -> FastestLap | None:
        """The fastest lap of the race; None when no car completed one."""
        return self.fastest_lap_at(self._history.end_ms / 1000)

    def fastest_lap_at(self, t: float) -> FastestLap | None:
        """The fastest lap that was completed by a moment."""
        laps = (
            (self.lap_time(car, lap), crossed, FastestLap(car, lap, self.lap_time(car, lap)))
            for lap, crossings in self.crossings.items()
            for crossed, car in crossings
            if crossed <= t
        )
        best = min(laps, default=None)
        return best[2] if best else None

    def laps_at(self, t: float, car: str) -> int:
        """Laps a car had completed at a moment."""
        return sum(crossed <= t for crossed in self._line(car)[1:])

    def lap_time(self, car: str, lap: int) -> float:
        """Seconds of a lap; lap 1 counts from the start signal. KeyError when the car did not complete it."""
        line = self._line(car)
        if not 1 <= lap < len(line):
            raise KeyError(f"car {car} did not complete lap {lap}")
        return round(line[lap] - line[lap - 1], 3)

    def laps_ended(self, car: str) -> list[float]:
        """Session times: the start, then each time the car ended a lap."""
        return list(self._line(car))

    def sectors(self, car: str, lap: int) -> list[float]:
        """Seconds of each sector that a car has completed of a lap; lap 1 counts from the start signal."""
        index, first = self._index[car], (lap - 1) * self._segments
        ends = [first + end for end in self._history.circuit.sector_ends]
        return [sector_ms(self._history, index, end) / 1000 for end in ends if end < len(self._history.times[index])]

    def trap_speed(self, car: str, lap: int) -> float | None:
        """km/h at the speed trap; None where the car did not get there."""
        index, node = self._index[car], (lap - 1) * self._segments + self._history.circuit.trap + 1
        return speed_kmh(self._history, index, node) if node < len(self._history.times[index]) else None

    def positions_at(self, t: float) -> list[str]:
        """All cars in race order at a moment: by distance covered; those who stopped keep their distance."""
        ms = _ms(t)
        cars = sorted(self._history.grid, key=lambda car: self._history.order_key(car, ms))
        return [self._number[car] for car in cars]

    def class_of(self, car: str) -> str:
        """The name of a car's class; empty in a race of one."""
        return self._history.entries[self._index[car]].class_name

    def class_positions_at(self, t: float) -> dict[str, list[str]]:
        """By class: its cars in race order at a moment."""
        classes: dict[str, list[str]] = {}
        for car in self.positions_at(t):
            classes.setdefault(self.class_of(car), []).append(car)
        return classes

    def distance_at(self, t: float, car: str) -> float:
        """Metres that a car had covered since the start line at a moment."""
        history = self._history
        segment_m = history.circuit.length_m / self._segments
        return max(history.progress(self._index[car], _ms(t)), 0.0) * segment_m

    def gap_at(self, t: float, car: str) -> TrueGap:
        """How far a car is behind the leader at a moment."""
        return self._gap(_ms(t), self._index[self.positions_at(t)[0]], self._index[car])

    def interval_at(self, t: float, car: str) -> TrueGap:
        """How far a car is behind the car ahead of it at a moment; of the leader, nothing."""
        order = self.positions_at(t)
        position = order.index(car)
        return (
            self._gap(_ms(t), self._index[order[position - 1]], self._index[car]) if position else TrueGap(None, None)
        )

    def pit_passages(self, car: str) -> list[PitPassage]:
        """A car's ways through the pit lane, in order."""
        return [
            PitPassage(p.lap, p.in_ms / 1000, None if p.out_ms is None else p.out_ms / 1000)
            for p in self._history.passages[self._index[car]]
        ]

    def stops(self, car: str) -> list[PitPassage]:
        """The passages among them that count as stops: every one completed that was not made under the red flag."""
        ways = zip(self.pit_passages(car), self._history.passages[self._index[car]], strict=True)
        return [told for told, passage in ways if told.t_out is not None and not passage.red]

    def stints(self, car: str) -> list[TyreStint]:
        """A car's sets of tyres, in order. One that completed no lap has `last_lap` below `first_lap`."""
        sets = self._history.sets[self._index[car]]
        ends = [*(fitted.first_lap - 1 for fitted in sets[1:]), len(self._line(car)) - 1]
        return [
            TyreStint(number, s.compound, s.start_laps == 0, s.start_laps, s.first_lap, end)
            for number, (s, end) in enumerate(zip(sets, ends, strict=True))
        ]

    def _line(self, car: str) -> list[float]:
        """The start, then every time the car ended a lap."""
        return self._lines[self._index[car]]

    @cached_property
    def _lines(self) -> list[list[float]]:
        every_lap = slice(self._segments, None, self._segments)
        return [[ms / 1000 for ms in (START_MS, *times[every_lap])] for times in self._history.times]

    def _gap(self, ms: int, ahead: int, car: int) -> TrueGap:
        history = self._history
        if car in history.finishers:
            ms = min(ms, history.times[car][-1])
        return TrueGap(*history.behind(ms, ahead, car))


def _ms(t: float) -> int:
    return round(t * 1000)
