"""The laps of one car: how long each took, and what it was like, told apart from what the feed did not say."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Literal, NamedTuple

from pitwall.facts.periods import NEUTRAL, Kind, gravest, track_periods
from pitwall.state import RaceView
from pitwall.state.car import LATE_S, Lap
from pitwall.state.keeping import kept_of_cars

Source = Literal["feed", "derived"]
SOURCES: tuple[Source, ...] = ("feed", "derived")
_CRUISED = 1.07


class TimedLap(NamedTuple):
    """One completed lap. `track` is the gravest status that held during it, None where the track was clear.

    `unheard`: for a time during it nothing was received, so nobody knows what the car did then.
    """

    number: int
    seconds: float | None
    source: Source | None
    position: int | None
    in_lap: bool
    out_lap: bool
    track: Kind | None
    cruised: bool = False
    """In practice or qualifying: slower than 107 % of the car's best, to warm the tyres or cool them."""
    unheard: bool = False

    @property
    def clean(self) -> bool:
        """A lap that tells of pace: timed by the feed, not the first, not through the lane, neutralised or cruised."""
        return self.accurate and not self.cruised

    @property
    def accurate(self) -> bool:
        """The same, but for how fast it was."""
        return self.source == "feed" and self.raced

    @property
    def raced(self) -> bool:
        """A lap on which the car could race: heard, not the first, not through the lane, not neutralised."""
        told = self.number > 1 and not self.unheard
        return told and self.track not in NEUTRAL and not (self.in_lap or self.out_lap)


def timed_laps(view: RaceView, car: str, last_n: int | None = None) -> Sequence[TimedLap]:
    """Every lap the car has completed, or the last few, in order.

    Where the feed gives no time, the time is the one between two reports of the line, good to about a second.
    """
    laps = _timed_laps(view, car)
    return laps if last_n is None else laps[max(len(laps) - last_n, 0) :]


@kept_of_cars(RaceView.laps_basis)
def _timed_laps(view: RaceView, car: str) -> tuple[TimedLap, ...]:
    told, periods = view.lap_times(car), track_periods(view)
    ins, outs = _through_lane(view, car)
    known: dict[tuple[str, int], tuple[object, TimedLap]] = view.keeping.grown(timed_laps)
    rows = []
    laps = view.laps(car)
    most = _CRUISED * min(told.values(), default=math.inf) if view.timed else math.inf
    for lap, begun, unheard in zip(laps, _begun(view, laps, told), _unheard(view, laps), strict=True):
        end = lap.line_t
        seconds: float | None = told.get(lap.number)
        # What a completed lap was like does not change with what comes later, but for what these say.
        basis = (lap.message, seconds, begun if seconds is None else None, unheard, view.flag, view.started_at, most)
        before = known.get((car, lap.number))
        if before is not None and before[0] == basis:
            rows.append(before[1])
            continue
        source: Source | None = None if seconds is None else "feed"
        if seconds is None and begun is not None and end is not None and not unheard:
            seconds, source = round(end - begun, 3), "derived"
        line = lap.t if end is None else end
        track = None if seconds is None else gravest(periods, line - seconds, line)
        in_lap, out_lap = lap.number in ins, lap.number in outs
        cruised = seconds is not None and seconds > most
        timed = TimedLap(lap.number, seconds, source, lap.position, in_lap, out_lap, track, cruised, unheard)
        known[car, lap.number] = basis, timed
        rows.append(timed)
    return tuple(rows)


def since_heard(laps: Sequence[TimedLap]) -> Sequence[TimedLap]:
    """The laps after the last one that was not heard whole: no trend runs over what nobody knows."""
    unheard = max((index for index, lap in enumerate(laps) if lap.unheard), default=-1)
    return laps[unheard + 1 :]


def _unheard(view: RaceView, laps: Sequence[Lap]) -> Iterator[bool]:
    """Whether nothing was received for a time during each lap."""
    outages = view.outages
    heard_at = view.started_at or 0.0
    for lap in laps:
        begun, heard_at = heard_at, lap.t if lap.line_t is None else lap.line_t
        unheard = bool(outages) and any(outage.t < lap.t and outage.until > begun for outage in outages)
        if unheard and lap.line_t is None:
            heard_at = begun  # where the next lap began is not known
        yield unheard


def _begun(view: RaceView, laps: Sequence[Lap], told: Mapping[int, float]) -> Iterator[float | None]:
    """When each lap began: as the one before ended at the line; None where that is not told.

    A count that came long after its lap's own time was late: that lap ended when its time says. Two in a row are not
    late: then the first time was wrong.
    """
    # In practice and qualifying cars wait in the garage: what their first lap took is not told by the start.
    last, since, late = 0, None if view.timed else view.started_at, False
    for lap in laps:
        begun = since if lap.number == last + 1 else None
        yield begun
        last, since, seconds = lap.number, lap.line_t, told.get(lap.number)
        if begun is None or since is None or seconds is None:
            late = False
            continue
        late = not late and since - begun - seconds > LATE_S
        if late:
            since = begun + seconds


def average(laps: Sequence[TimedLap]) -> float | None:
    """The mean of the clean laps, in seconds; None where there is none."""
    times = [lap.seconds for lap in laps if lap.clean and lap.seconds is not None]
    return round(sum(times) / len(times), 3) if times else None


def _through_lane(view: RaceView, car: str) -> tuple[set[int], set[int]]:
    """Laps that ended in the pit lane, and laps that began there."""
    laps, passages = view.laps(car), view.passages(car)
    outs = set()
    for passage in passages:
        if passage.message_out is not None:
            done = bisect_right(laps, passage.message_out, key=attrgetter("message"))
            outs.add(laps[done - 1].number + 1 if done else 1)
    return {passage.lap for passage in passages}, outs
