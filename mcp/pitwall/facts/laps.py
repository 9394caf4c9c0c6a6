"""The laps of one car: how long each took, and what it was like, told apart from what the feed did not say."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Literal, NamedTuple

from msgspec import Struct

from pitwall.events import Outage
from pitwall.facts.periods import NEUTRAL, Kind, gravest_of, track_periods
from pitwall.state import RaceView
from pitwall.state.car import LATE_S, Lap
from pitwall.state.keeping import kept_of_cars

Source = Literal["feed", "derived"]
SOURCES: tuple[Source, ...] = ("feed", "derived")
_FEED: Source = "feed"
_DERIVED: Source = "derived"
_CRUISED = 1.07


class TimedLap(Struct, frozen=True, gc=False):
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
        """Whether the feed timed it and the car could race, however fast it was."""
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


class _State(Struct, frozen=True, gc=False):
    """What a lap leaves to the next one: its number, when it ended, and whether its count was late.

    `heard_at`: the last moment before which nothing is in doubt.
    """

    last: int
    since: float | None
    late: bool
    heard_at: float


class _Made(NamedTuple):
    """The laps of a car, what they were made of, and what each left. `words`: how often a time of a lap was told."""

    basis: tuple[object, ...]
    words: int
    told: Mapping[int, float]
    rows: tuple[TimedLap, ...]
    states: tuple[_State, ...]


@kept_of_cars(RaceView.laps_basis)
def _timed_laps(view: RaceView, car: str) -> tuple[TimedLap, ...]:
    """What a completed lap was like does not change with what comes later, but for times that are told late."""
    known: dict[str, _Made] = view.keeping.grown(timed_laps)
    basis_of_laps, laps = view.laps_basis(car), view.laps(car)
    before, words = known.get(car), basis_of_laps.timed
    told, changed = _told(view, car, before, words)
    most = _CRUISED * min(told.values(), default=math.inf) if view.timed else math.inf
    basis = view.flag, view.started_at, view.timed, most, len(view.outages), basis_of_laps.corrected
    if before is None or before.basis != basis:
        before = _Made(basis, 0, {}, (), ())
    same = min(bisect_left(laps, changed, key=attrgetter("number")), len(before.rows))
    rows, states = list(before.rows[:same]), list(before.states[:same])
    # In practice and qualifying cars wait in the garage: what their first lap took is not told by the start.
    start = _State(0, None if view.timed else view.started_at, late=False, heard_at=view.started_at or 0.0)
    rest = laps[same:]
    gravest, through = gravest_of(track_periods(view)), _through_lane(view, car, rest[0].number if rest else math.inf)
    state = states[-1] if states else start
    for lap in rest:
        timed, state = _next(view.outages, lap, state, told.get(lap.number), gravest, through, most)
        rows.append(timed)
        states.append(state)
    known[car] = _Made(basis, words, told, tuple(rows), tuple(states))
    return known[car].rows


def _told(view: RaceView, car: str, before: _Made | None, words: int) -> tuple[Mapping[int, float], float]:
    """The times of its laps that have been told so often, and the first lap of which another is told than before."""
    if before is None or before.words > words:
        told = view.lap_times(car)
        untold = () if before is None else told.items() ^ before.told.items()
        return told, min((number for number, _ in untold), default=math.inf)
    news = view.lap_times_since(car, before.words)
    changed = (number for number, seconds in news.items() if before.told.get(number) != seconds)
    return {**before.told, **news} if news else before.told, min(changed, default=math.inf)


def _next(
    outages: Sequence[Outage],
    lap: Lap,
    state: _State,
    told: float | None,
    gravest: Callable[[float, float], Kind | None],
    through: tuple[set[int], set[int]],
    most: float,
) -> tuple[TimedLap, _State]:
    """A lap after what the one before left."""
    begun = state.since if lap.number == state.last + 1 else None
    ended = lap.t if lap.line_t is None else lap.line_t
    unheard = bool(outages) and any(outage.t < lap.t and outage.until > state.heard_at for outage in outages)
    seconds, source = told, None if told is None else _FEED
    if told is None and begun is not None and lap.line_t is not None and not unheard:
        seconds, source = round(lap.line_t - begun, 3), _DERIVED
    track = None if seconds is None else gravest(ended - seconds, ended)
    cruised = seconds is not None and seconds > most
    ins, outs = through
    in_lap, out_lap = lap.number in ins, lap.number in outs
    timed = TimedLap(lap.number, seconds, source, lap.position, in_lap, out_lap, track, cruised, unheard)
    # Where the next lap began is not known where this one's end was not heard.
    heard_at = state.heard_at if unheard and lap.line_t is None else ended
    return timed, _State(lap.number, *_left(lap, begun, told, late=state.late), heard_at)


def _left(lap: Lap, begun: float | None, told: float | None, *, late: bool) -> tuple[float | None, bool]:
    """When a lap ended, and whether its count was late.

    A count that came long after its lap's own time was late: that lap ended when its time says. Two in a row are not
    late: then the first time was wrong.
    """
    if begun is None or lap.line_t is None or told is None:
        return lap.line_t, False
    late = not late and lap.line_t - begun - told > LATE_S
    return begun + told if late else lap.line_t, late


def since_heard(laps: Sequence[TimedLap]) -> Sequence[TimedLap]:
    """The laps after the last one that was not heard whole: no trend runs over what nobody knows."""
    unheard = max((index for index, lap in enumerate(laps) if lap.unheard), default=-1)
    return laps[unheard + 1 :]


def average(laps: Sequence[TimedLap]) -> float | None:
    """The mean of the clean laps, in seconds; None without a clean lap."""
    times = [lap.seconds for lap in laps if lap.clean and lap.seconds is not None]
    return round(sum(times) / len(times), 3) if times else None


def _through_lane(view: RaceView, car: str, since: float) -> tuple[set[int], set[int]]:
    """Laps that ended in the pit lane, and laps that began there: one that was spent there did both.

    `since`: no lap before that one is looked for.
    """
    laps, ins, outs = view.laps(car), set[int](), set[int]()
    for passage in reversed(view.passages(car)):
        out = passage.lap
        ins.add(passage.lap)
        if passage.message_out is not None:
            done = view.laps_by(car, passage.message_out)
            out = laps[done - 1].number + 1 if done else 1
            ins.update(range(passage.lap, out))
            outs.update((out, *range(passage.lap + 1, out)))
        if max(out, passage.lap) < since:
            break
    return ins, outs
