"""What a feed has said of one session, in order, over time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from pitwall.championship import Standing
from pitwall.events import (
    CarSensors,
    CarStatuses,
    CarTiming,
    Clock,
    Distances,
    Driver,
    Event,
    Fault,
    Gaps,
    IncidentPoints,
    LapBegun,
    LapCount,
    Locations,
    NewSession,
    Outage,
    RaceControl,
    Roster,
    SegmentUpdate,
    Session,
    SessionStatus,
    Splits,
    TimeLeft,
    Timing,
    TrackStatus,
    Tyres,
    Weather,
)
from pitwall.results import Result
from pitwall.sensed import PointSample, TelemetrySample
from pitwall.state.car import Car, is_car_number
from pitwall.state.car_gaps import CarGaps
from pitwall.state.finding import kind_at
from pitwall.state.keeping import Keeping
from pitwall.state.kinds import RACES
from pitwall.state.line_order import LineOrder
from pitwall.state.liveness import Liveness
from pitwall.state.progress import Progress
from pitwall.state.ring import Ring
from pitwall.state.samples import Samples
from pitwall.state.segments import NO_SEGMENTS
from pitwall.state.segments import Segments as SegmentsState
from pitwall.state.splits import SplitTimes
from pitwall.state.statuses import Statuses
from pitwall.state.timeline import Timeline
from pitwall.state.world_clock import WorldClock
from pitwall.unread import UnreadGaps, UnreadInterval, UnreadSplits

_ANY = 100_000
LATEST_S = 8 * 24 * 3600.0
"""No session has a later session time: a simulator's practice runs for a week at most."""


def _kept(line: Any) -> Callable[[Event, int], None]:
    """Takes in events that are kept as they are."""
    return lambda event, message: line.append(message, event)


class HeardSession:
    """Everything the feed has said of a session. It only grows; nothing in it is ever overwritten but telemetry."""

    def __init__(self, liveness: Liveness | None = None, earlier: str | None = None) -> None:
        self.times: list[float] = []
        """Session time of each message. A feed whose clock steps back does not turn the race back."""
        self.cars: dict[str, Car] = {}
        self.splits = SplitTimes(self.times, self.cars)
        self.drivers: Timeline[dict[str, Driver]] = Timeline()
        self.crews: defaultdict[str, Timeline[Driver]] = defaultdict(Timeline)
        """Who has driven each car, from when on."""
        self.session: Timeline[Session] = Timeline()
        self.session_status: Timeline[str] = Timeline()
        self.track_status: Timeline[str] = Timeline()
        self.keeping = Keeping()
        self.progress = Progress(self.times)
        self.line_order = LineOrder()
        self.clock = WorldClock()
        self.outages: Timeline[Outage] = Timeline()
        self.time_left: Timeline[TimeLeft] = Timeline()
        self.segments: Timeline[SegmentsState] = Timeline()
        self.race_control: Timeline[RaceControl] = Timeline()
        self.weather: Timeline[Weather] = Timeline()
        self.distances = Ring()
        self.telemetry: Samples[TelemetrySample] = Samples()
        self.locations: Samples[PointSample] = Samples()
        self.statuses = Statuses()
        self.incidents: Timeline[IncidentPoints] = Timeline()
        self.official: tuple[Result, ...] = ()
        """The official classification, where somebody has given one: the feed has none."""
        self.standings: tuple[Standing, ...] = ()
        """The championship before this race, where somebody has given it."""
        self.liveness = liveness
        self.earlier = earlier
        """What the session was called that the feed told of before, which is left out; None where there was none."""
        self.faults: dict[tuple[str, str], int] = {}
        self._entered = 0
        self._clock_at = 0.0
        self._handlers = self._handlers_of_events()

    def _handlers_of_events(self) -> dict[type[Event], Callable[..., None]]:
        return {
            Gaps: self._gaps,
            UnreadGaps: self._unread,
            UnreadInterval: self._unread,
            Timing: self._timing,
            Distances: self._distances,
            CarSensors: _kept(self.telemetry),
            Locations: _kept(self.locations),
            Roster: self._roster,
            Tyres: self._tyres,
            Splits: self.splits.hear,
            UnreadSplits: self.splits.hear,
            Session: _kept(self.session),
            LapCount: self._lap_count,
            LapBegun: self._lap_begun,
            SessionStatus: self._session_status,
            Outage: _kept(self.outages),
            TimeLeft: _kept(self.time_left),
            SegmentUpdate: self._segments,
            TrackStatus: self._track_status,
            RaceControl: self._race_control,
            Weather: _kept(self.weather),
            CarStatuses: _kept(self.statuses),
            IncidentPoints: _kept(self.incidents),
            Clock: self._clock,
        }

    def take_all(self, events: Iterator[Event]) -> NewSession | None:
        """Takes in events as `take` does, but faster. Stops at a NewSession and gives it; None at their end."""
        times, gaps_of = self.times, dict[str | bytes, CarGaps]()
        for event in events:
            kind = type(event)
            if kind is UnreadGaps or kind is UnreadInterval or kind is Gaps:
                t, car = event.t, event.car if kind is Gaps else event.number  # type: ignore[attr-defined]
                if self._clock_at <= t <= LATEST_S and (gaps := gaps_of.get(car)) is not None:
                    gaps.messages.append(len(times))
                    gaps.values.append(event)  # type: ignore[arg-type]
                    self._clock_at = t
                    times.append(t)
                    continue
                self.take(event)
                number = car if isinstance(car, str) else car.decode()
                if self.liveness is None and number in self.cars:
                    gaps_of[car] = self.cars[number].gaps
            elif kind is NewSession:
                return event  # type: ignore[return-value]
            else:
                self.take(event)
        return None

    def take(self, event: Event) -> None:
        """Takes in one event. Its time is a message's time, except that of a Fault, which the feed did not say."""
        handler = self._handlers.get(type(event))
        if handler is None and type(event) is Fault:
            self._fault(event)
            return
        t = event.t
        if self._clock_at <= t <= LATEST_S:
            self._clock_at = t
        elif t < self._clock_at:
            t = self._clock_at
        else:
            self._fault(Fault(0.0, "the feed", "impossible times"))
            return
        if self.liveness is not None:
            self.liveness.hear(t)
        times = self.times
        times.append(t)
        if handler is not None:
            handler(event, len(times) - 1)

    def counts_laps(self) -> bool:
        """Whether the feed has told that this is a race or sprint: in any other session a lap names no moment."""
        return kind_at(self, len(self.times) - 1) in RACES

    def _timing(self, event: Timing, message: int) -> None:
        for number, news in event.cars.items():
            if news.position is not UNSET or news.grid is not UNSET:
                news = self._placed(news, max(len(self.cars), len(event.cars)))
            car = self.cars.get(number) or self._new_car(number)
            if car is None:
                continue
            if news.laps is UNSET:
                car.apply(news, message, event.t, racing=self.progress.racing)
            else:
                self._told_laps(number, car, news, message, event.t)

    def _told_laps(self, number: str, car: Car, news: CarTiming, message: int, t: float) -> None:
        """News that may complete a lap."""
        progress = self.progress
        total = progress.total_laps.values[-1] if progress.total_laps.values else None
        most = total or _ANY if progress.started is None else progress.laps + 1
        before = car.laps[-1].number if car.laps else 0
        if car.apply(news, message, t, racing=progress.racing, most=most, total=total or _ANY):
            progress.lead(number, car.laps[-1], first_of_car=len(car.laps) == 1)
            self.line_order.cross(number, car.laps[-1], before)

    def _gaps(self, event: Gaps, message: int) -> None:
        car = self.cars.get(event.car)
        if (car := car or self._new_car(event.car)) is not None:
            car.move(event, message)

    def _unread(self, event: UnreadGaps | UnreadInterval, message: int) -> None:
        car = self.cars.get(event.number.decode())
        if car is not None and car.states.values:
            car.gaps.append(message, event)
        else:
            told = event.read()
            self._handlers[type(told)](told, message)

    def _distances(self, event: Distances, message: int) -> None:
        self.distances.append(message, event.metres)

    def _placed(self, news: CarTiming, cars: int) -> CarTiming:
        """The news without positions that a field of so many cars, or of those entered, does not have."""
        most = max(cars, self._entered) if self._entered else _ANY
        if (news.position or 0) <= most and (news.grid or 0) <= most:
            return news
        self._fault(Fault(0.0, "timing", "impossible positions"))
        position, grid = (None if p and p > most else p for p in (news.position, news.grid))
        return replace(news, position=position, grid=grid)

    def _new_car(self, number: str) -> Car | None:
        """None where the feed names what no car can be called."""
        if not is_car_number(number):
            self._fault(Fault(0.0, "timing", "impossible car numbers"))
            return None
        car = self.cars[number] = Car(number)
        return car

    def _fault(self, event: Fault) -> None:
        key = (event.topic, event.reason)
        self.faults[key] = self.faults.get(key, 0) + event.count

    def _roster(self, event: Roster, message: int) -> None:
        known = dict(self.drivers.values[-1]) if self.drivers.values else {}
        for driver in event.drivers:
            if is_car_number(driver.car):
                if known.get(driver.car) != driver:
                    self.crews[driver.car].append(message, driver)
                known[driver.car] = driver
            else:
                self._fault(Fault(0.0, "drivers", "impossible car numbers"))
        self.drivers.append(message, known)
        self._entered = len(known)

    def _tyres(self, event: Tyres, message: int) -> None:
        for number, news in event.cars.items():
            car = self.cars.get(number) or self._new_car(number)
            if car is not None:
                car.apply_tyres(news, message)

    def _lap_count(self, event: LapCount, message: int) -> None:
        if event.total is not UNSET:
            self.progress.announce(event.total, message)

    def _lap_begun(self, event: LapBegun, message: int) -> None:
        self.progress.miss(event.lap - 1, message)

    def _session_status(self, event: SessionStatus, message: int) -> None:
        self.session_status.append(message, event.status)
        segment = self.segments.values[-1].number if self.segments.values else 0
        self.progress.change(event.status, message, event.t, segment)

    def _segments(self, event: SegmentUpdate, message: int) -> None:
        known = self.segments.values[-1] if self.segments.values else NO_SEGMENTS
        self.segments.append(message, known.after(event))

    def _track_status(self, event: TrackStatus, message: int) -> None:
        self.track_status.append(message, event.status)

    def _race_control(self, event: RaceControl, message: int) -> None:
        said = self.race_control.values
        if said and said[-1] == event:  # told twice
            return
        self.race_control.append(message, event)
        if event.utc is not None:
            self.clock.hear(event.utc, event.t)

    def _clock(self, event: Clock, message: int) -> None:
        self.clock.hear(event.utc, event.t)
