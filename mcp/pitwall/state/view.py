"""The race as it stood after one message. Read tools see this and nothing else."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from pitwall.events import Driver, Gaps
from pitwall.state.car import Car, CarState, Lap, Passage, Tyre
from pitwall.state.car_gaps import NO_GAPS
from pitwall.state.line_order import LinePosition
from pitwall.state.run_state import RunState, run_state
from pitwall.state.standing_view import StandingView

if TYPE_CHECKING:
    from pitwall.state.heard_session import HeardSession

_NO_CAR = CarState()


class LapsBasis(NamedTuple):
    """How much has been told of a car's laps: their number, their times, ways into the lane and out of it.

    `corrected`: positions at the line that are others than the feed had.
    """

    done: int = 0
    timed: int = 0
    ins: int = 0
    outs: int = 0
    flag: int | None = None
    started_at: float | None = None
    corrected: tuple[LinePosition, ...] = ()


class RaceView(StandingView):
    """The race after one message, immutable. `t` is session time in seconds, `cars` the feed's last word on each."""

    def __init__(self, heard: HeardSession, message: int, t: float | None = None) -> None:
        super().__init__(heard, message, t)
        self.cars: Mapping[str, CarState] = {
            number: state for number, car in heard.cars.items() if (state := car.states.at(message)) is not None
        }

    @cached_property
    def drivers(self) -> Mapping[str, Driver]:
        """The roster, by car."""
        return self._heard.drivers.at(self._message) or {}

    def driver_then(self, number: str, t: float) -> Driver | None:
        """Who drove a car at an earlier session time: cars of endurance races change their drivers."""
        told = self._heard.crews.get(number)
        if told is None or len(told.values) == 1:  # it has only ever had one
            return self.drivers.get(number)
        since = bisect_right(told.messages, t, key=self._heard.times.__getitem__)
        then = min(since, told.count(self._message))
        return told.values[then - 1] if then else self.drivers.get(number)

    def crew(self, number: str) -> Sequence[Driver]:
        """Everybody who has driven a car so far, in the order in which they first did."""
        told = self._heard.crews.get(number)
        named = {driver.name: driver for driver in told.upto(self._message) if driver.name} if told else {}
        return tuple(named.values())

    def has_changed_driver(self, number: str) -> bool:
        """Whether more than one driver has driven the car so far."""
        told = self._heard.crews.get(number)
        if told is None or len(told.values) == 1:
            return False
        return len(self.crew(number)) > 1

    @cached_property
    def order(self) -> tuple[str, ...]:
        """Cars in the feed's order. Where two cars share a position for a moment, the one it named last is ahead."""
        placed = [(state.position, number) for number, state in self.cars.items() if state.position is not None]
        placed.sort(key=lambda item: (item[0], -self._spoke_of(item[1])))
        return tuple(number for _, number in placed)

    @property
    def leader(self) -> str | None:
        """The car in P1; where no position of that car has been told, the one that all gaps to the leader are to."""
        first = self.order[0] if self.order else None
        if first is not None and self.cars[first].position == 1:
            return first
        ahead = [car for car, state in self.cars.items() if state.position is None and self.gaps(car).gap_s == 0]
        return ahead[0] if len(ahead) == 1 else first

    def held(self) -> Mapping[str, int]:
        """How much is kept of what the feed has said so far, by kind."""
        heard, last = self._heard, self._message
        cars = heard.cars.values()
        return {
            "car_states": sum(car.states.count(last) + car.gaps.count(last) for car in cars),
            "laps": sum(self._laps_done(car) for car in cars),
            "lap_times": sum(car.lap_times.count(last) for car in cars),
            "tyres": sum(car.tyres.count(last) for car in cars),
            "race_control": heard.race_control.count(last),
            "track_status": heard.track_status.count(last),
            "weather": heard.weather.count(last),
        }

    @property
    def faults(self) -> Mapping[tuple[str, str], int]:
        """What could not be read or had to be doubted: how many lines or values, by (topic, reason)."""
        faults = self._heard.faults.copy()  # in one step, whatever another thread adds
        if doubts := sum(car.doubts for car in list(self._heard.cars.values())):
            faults["timing", "impossible counts of laps"] = doubts
        return faults

    def car(self, number: str) -> CarState:
        """The feed's last word on a car; an empty one where it has said nothing."""
        return self.cars.get(number, _NO_CAR)

    def car_after(self, number: str, message: int) -> CarState:
        """The feed's word on a car as it stood after an earlier message."""
        car = self._heard.cars.get(number)
        return (car.states.at(min(message, self._message)) if car else None) or _NO_CAR

    def gaps(self, number: str) -> Gaps:
        """The feed's last word on how far a car is behind the leader and behind the car ahead."""
        car = self._heard.cars.get(number)
        return (car.gaps.at(self._message) if car else None) or NO_GAPS

    def gaps_after(self, number: str, messages: Sequence[int]) -> list[Gaps]:
        """The feed's word on a car's gaps as it stood after each of some messages, which had come by now."""
        car = self._heard.cars.get(number)
        return [gaps or NO_GAPS for gaps in car.gaps.at_each(messages)] if car else [NO_GAPS] * len(messages)

    def laps(self, number: str) -> Sequence[Lap]:
        """Laps the car has completed, with its positions at the line."""
        key = RaceView.laps, number
        if key not in self.found:
            car = self._heard.cars.get(number)
            laps = car.laps[: self._laps_done(car)] if car else []
            corrected = dict(self._corrected(number))
            for index, lap in enumerate(laps if corrected else ()):
                if lap.number in corrected:
                    laps[index] = replace(lap, position=corrected[lap.number])
            self.found[key] = laps
        found: Sequence[Lap] = self.found[key]
        return found

    def _corrected(self, number: str) -> tuple[LinePosition, ...]:
        """Positions of the car at the line that are others than the feed had as it crossed."""
        told = None if self.timed else self._heard.line_order.corrected.get(number)
        return (told.at(self._message) or ()) if told else ()

    def line_gaps(self, number: str, laps: Sequence[Lap]) -> list[tuple[float, float] | None]:
        """Seconds at the end of each of the laps behind the first car and behind the next, as they crossed the line.

        None for the first car, and where that is not known of all cars.
        """
        if self.timed:
            return [None] * len(laps)
        behind, now = self._heard.line_order.behind, self._message
        return [None if lap.position is None else behind(number, lap.number, lap.position, now) for lap in laps]

    def laps_lately(self, number: str, most: int) -> Sequence[Lap]:
        """The last `most` laps that the car has completed, with the positions that the feed had."""
        car = self._heard.cars.get(number)
        done = self._laps_done(car) if car else 0
        return car.laps[max(done - most, 0) : done] if car else ()

    def last_lap(self, number: str) -> Lap | None:
        """The last lap the car has completed, with the position that the feed had; None before its first."""
        car = self._heard.cars.get(number)
        done = self._laps_done(car) if car else 0
        return car.laps[done - 1] if car and done else None

    def laps_by(self, number: str, message: int) -> int:
        """How many laps the car had completed after an earlier message."""
        car = self._heard.cars.get(number)
        return car.laps_by(min(message, self._message)) if car else 0

    def lap_times(self, number: str) -> Mapping[int, float]:
        """The feed's last word on the car's lap times in seconds, by lap; not every lap has one."""
        car = self._heard.cars.get(number)
        return {told.number: told.seconds for told in car.lap_times.upto(self._message)} if car else {}

    def lap_times_told_at(self, number: str) -> Mapping[int, float]:
        """Session times at which the feed first told the car's lap times, by lap."""
        car = self._heard.cars.get(number)
        told = car.lap_times.upto(self._message) if car else ()
        messages = car.lap_times.messages if car else ()
        times = zip(told, messages, strict=False)
        return {lap.number: self._heard.times[message] for lap, message in reversed([*times])}

    def lap_times_since(self, number: str, count: int) -> Mapping[int, float]:
        """As `lap_times`, but without the first `count` things told of them."""
        car = self._heard.cars.get(number)
        return {told.number: told.seconds for told in car.lap_times.since(count, self._message)} if car else {}

    def laps_basis(self, number: str) -> LapsBasis:
        """What the car's laps depend on: it differs once more is told of them or of its way through the pit lane."""
        key = LapsBasis, number
        if key not in self.found:
            self.found[key] = self._laps_basis(number)
        found: LapsBasis = self.found[key]
        return found

    def _laps_basis(self, number: str) -> LapsBasis:
        car = self._heard.cars.get(number)
        if car is None:
            return LapsBasis()
        last = self._message
        ins = bisect_right(car.passages, last, key=_entered)
        # A car has come out of the lane before it comes in again.
        left = car.passages[ins - 1].message_out if ins else None
        outs = ins - (ins > 0 and (left is None or left > last))
        done, timed = self._laps_done(car), car.lap_times.count(last)
        return LapsBasis(done, timed, ins, outs, self.flag, self.started_at, self._corrected(number))

    def tyres_told(self, number: str) -> int:
        """How often the feed has spoken of the car's tyres so far."""
        car = self._heard.cars.get(number)
        return car.tyres.count(self._message) if car else 0

    def time_of(self, message: int) -> float:
        """Session time of an earlier message."""
        return self._heard.times[min(message, self._message)]

    def times_of(self, messages: Sequence[int]) -> list[float]:
        """Session times of earlier messages."""
        return list(map(self._heard.times.__getitem__, messages))

    def passages(self, number: str) -> Sequence[Passage]:
        """Passages through the pit lane in the race: not those before the start, nor after the car's flag."""
        key = RaceView.passages, number
        if key not in self.found:
            self.found[key] = self._passages(number)
        found: Sequence[Passage] = self.found[key]
        return found

    def _passages(self, number: str) -> Sequence[Passage]:
        car = self._heard.cars.get(number)
        if car is None:
            return ()
        seen = car.passages[: bisect_right(car.passages, min(self._message, self._flag_of(car)), key=_entered)]
        if seen and seen[-1].message_out is not None and seen[-1].message_out > self._message:
            seen[-1] = Passage(seen[-1].lap, seen[-1].message_in, seen[-1].t_in)
        return tuple(seen)

    def tyres(self, number: str, message: int | None = None) -> Sequence[Tyre]:
        """Sets of tyres the car has used, as the feed had them after an earlier message or has them now."""
        car = self._heard.cars.get(number)
        last = self._message if message is None else min(message, self._message)
        return (car.tyres.at(last) or ()) if car else ()

    def tyres_after(self, number: str, messages: Sequence[int]) -> Sequence[Sequence[Tyre] | None]:
        """Sets of tyres the car had used after each of some messages, which had come by now; None: none was told."""
        car = self._heard.cars.get(number)
        return car.tyres.at_each(messages) if car else [None] * len(messages)

    def back_to(self, message: int) -> RaceView:
        """The race as it stood after an earlier message."""
        return RaceView(self._heard, min(message, self._message))

    def at_lap(self, number: int) -> RaceView | None:
        """The race as it stood when the first car completed that lap; None where it has not."""
        return RaceView(self._heard, self._heard.progress.lap_marks[number]) if 0 <= number <= self.lap else None

    def first_states(self) -> Mapping[str, CarState]:
        """Each car's first state with a position, of those told up to the start."""
        start = self._heard.progress.lap_marks[0]
        found = {}
        for number, car in self._heard.cars.items():
            first = next((state for state in car.states.upto(start) if state.position is not None), None)
            if first is not None:
                found[number] = first
        return found

    def run_state(self, number: str) -> tuple[RunState, bool]:
        """What the car is doing, and whether that is derived rather than the feed's own word."""
        key = run_state, number
        if key not in self.found:
            self.found[key] = run_state(self, number)
        found: tuple[RunState, bool] = self.found[key]
        return found

    def _spoke_of(self, number: str) -> int:
        states = self._heard.cars[number].states
        return states.messages[states.count(self._message) - 1]

    def _laps_done(self, car: Car) -> int:
        return car.laps_by(self._message)

    def _flag_of(self, car: Car) -> int:
        """The message in which the car took the flag; past every message where it has not."""
        flag = self.flag
        index = len(car.lap_messages) if flag is None else car.laps_by(flag - 1)
        return car.lap_messages[index] if index < len(car.lap_messages) else len(self._heard.times)


_entered = attrgetter("message_in")
