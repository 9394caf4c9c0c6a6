"""A pass through the pit lane and a stop are two things: this tells them apart.

Race control can send the whole field through the pit lane behind the safety car. Such a passage is no stop, unless
the feed shows that the tyres were changed on the way. The feed's news of tyres can be wrong, its clock is not: who
was no longer in the lane than cars that kept their tyres on the same detour did not stop either.

A drive-through penalty is driven and no stop: the next passage after it, where the feed shows no other tyres and a time
in the lane that nobody who changed them has had.

While a red flag stops the race everybody waits in the lane and may change tyres: who comes in then makes no stop.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from pitwall.events import RaceControl
from pitwall.facts.cases import cases_of
from pitwall.facts.heard_from import unseen_passages
from pitwall.facts.periods import stoppages
from pitwall.facts.race_control import said_that
from pitwall.state import OUT_STATES, RaceView
from pitwall.state.car import Passage, Tyre
from pitwall.state.keeping import kept_for_moments, kept_in_view, kept_of_cars, unchanged

Kind = Literal["stop", "through", "in_lane", "retired"]
KINDS: tuple[Kind, ...] = ("stop", "through", "in_lane", "retired")
TyreChange = Literal["changed", "kept", "unknown"]
TYRE_CHANGES: tuple[TyreChange, ...] = ("changed", "kept", "unknown")

_THROUGH = "SAFETY CAR THROUGH THE PIT LANE"
_UNTOLD = ("UNKNOWN", None)
_BACK_ON_TRACK = ("START/FINISH STRAIGHT", "IN THIS LAP", "TRACK CLEAR")


class Judged(NamedTuple):
    """A passage, what it was, what the feed says of the tyres, and whether the race was stopped when it began.

    `lane_s` is the time in the lane; None while the car is in it, and where nothing was received for a part of it.
    """

    passage: Passage
    kind: Kind
    tyres: TyreChange
    red: bool
    lane_s: float | None


class _Detour(NamedTuple):
    """A span of session time in which everybody was sent through the pit lane."""

    start: float
    end: float
    longest_kept: float | None
    """The longest time in the lane of a car that kept its tyres on this detour."""


def judge_passages(view: RaceView, car: str) -> Sequence[Judged]:
    """Every passage of a car through the pit lane in the race, in order."""
    return _judged(view, car)


@kept_in_view
def passages_basis(view: RaceView, car: str) -> tuple[object, ...]:
    """What the judgement of a car's passages depends on: while this is the same, so is the judgement."""
    laps = view.laps_basis(car)
    told = (laps, view.tyres_told(car), _stoppages(view), _detours(view), _drive_throughs(view).get(car))
    return (*told, view.run_state(car)[0]) if laps.ins > laps.outs else told


@kept_of_cars(passages_basis)
def _judged(view: RaceView, car: str) -> tuple[Judged, ...]:
    known: dict[str, tuple[Hashable, Sequence[Passage], tuple[Judged, ...]]] = view.keeping.grown(_judged)
    passages, whole = view.passages(car), (_stoppages(view), _detours(view), _drive_throughs(view).get(car))
    on, before, judged = known.get(car, (whole, (), ()))
    # Of a passage that another has followed nothing more can be told.
    same = max(unchanged(before, passages) - 1, 0) if on == whole else 0
    new = (_judge(view, car, passages, index) for index in range(same, len(passages)))
    known[car] = whole, passages, (*judged[:same], *new)
    return known[car][2]


def _judge(view: RaceView, car: str, passages: Sequence[Passage], index: int) -> Judged:
    passage = passages[index]
    return Judged(
        passage,
        _kind(view, car, passages, index),
        _tyre_change(view, car, passages, index),
        _red(view, passage),
        _lane_s(view, passage),
    )


def only_through(view: RaceView, since: float, until: float | None) -> list[str]:
    """The cars still going that came through the pit lane in a span of time, and made no stop of it."""
    kinds = {
        car: {item.kind for item in judge_passages(view, car) if since <= item.passage.t_in <= (until or view.t)}
        for car in view.order
        if view.run_state(car)[0] not in OUT_STATES
    }
    return [car for car, found in kinds.items() if found == {"through"}]


@kept_in_view
def count_stops(view: RaceView, car: str) -> int:
    """How many stops the car has completed: those that were seen, and ways through the lane that the feed only counts.

    In practice and qualifying a car that comes in ends a run: no stop.
    """
    if view.timed:
        return 0
    return _stops_seen(view, car) + unseen_passages(view, car)


def _stops_seen(view: RaceView, car: str) -> int:
    passages = view.passages(car)
    if not _detours(view) and not _stoppages(view) and car not in _drive_throughs(view):
        # A car has come out of the lane before it comes in again.
        return len(passages) - (bool(passages) and passages[-1].t_out is None)
    return sum(item.kind == "stop" for item in judge_passages(view, car))


def _kind(view: RaceView, car: str, passages: Sequence[Passage], index: int) -> Kind:
    passage = passages[index]
    if passage.t_out is None:
        return "retired" if view.run_state(car)[0] in OUT_STATES else "in_lane"
    if _red(view, passage):
        return "through"
    detour = next((d for d in _detours(view) if d.start <= passage.t_in <= d.end), None)
    if detour is None:
        return "through" if _is_drive_through(view, car, passages, index) else "stop"
    if detour.longest_kept is not None and passage.t_out - passage.t_in <= detour.longest_kept:
        return "through"
    return "stop" if _tyre_change(view, car, passages, index) == "changed" else "through"


def _tyre_change(view: RaceView, car: str, passages: Sequence[Passage], index: int) -> TyreChange:
    """What the sets of tyres before and after a passage, until the next one, say of it."""
    if passages[index].t_out is None:
        return "unknown"
    until = passages[index + 1].message_in - 1 if index + 1 < len(passages) else None
    before, after = view.tyres(car, passages[index].message_in), view.tyres(car, until)
    return compare_sets(before[-1], after[-1]) if before and after else "unknown"


def compare_sets(old: Tyre, new: Tyre) -> TyreChange:
    """Whether the feed shows that tyres were changed between one of its entries and a later one."""
    if new.number == old.number:
        # The feed sometimes overwrites the last set instead of adding one.
        return "changed" if (new.compound, new.new) != (old.compound, old.new) else "unknown"
    told = old.compound not in _UNTOLD and new.compound not in _UNTOLD
    if told and old.compound != new.compound:
        return "changed"
    worn = new.start_laps is not None and old.laps is not None and new.start_laps >= old.laps > 0
    if new.kept or (worn and not new.new):
        return "kept"
    return "changed" if new.compound not in _UNTOLD else "unknown"


@kept_for_moments(4)
def _drive_throughs(view: RaceView) -> Mapping[str, tuple[float, ...]]:
    """Session times at which cars were given a drive-through penalty."""
    found: dict[str, tuple[float, ...]] = {}
    for case in cases_of(view) if said_that(view, _of_drive_throughs) else ():
        given = case.penalty
        if given is not None and given.kind == "drive_through":
            found[given.car] = (*found.get(given.car, ()), given.t)
    return found


def _of_drive_throughs(message: RaceControl) -> bool:
    text = message.message.upper()
    return "DRIVE" in text and "THROUGH" in text


def _is_drive_through(view: RaceView, car: str, passages: Sequence[Passage], index: int) -> bool:
    """Whether it is the first passage after such a penalty, and what is known of it fits no stop."""
    passage, given = passages[index], _drive_throughs(view).get(car, ())
    since = passages[index - 1].t_in if index else 0.0
    lane = _lane_s(view, passage)
    if lane is None or not any(since < t <= passage.t_in for t in given):
        return False
    if _tyre_change(view, car, passages, index) == "changed":
        return False
    others = _lanes_with_new_tyres(view, passage)
    return lane < min(others) if others else bool(view.tyres(car))


def _lanes_with_new_tyres(view: RaceView, until: Passage) -> list[float]:
    """Times in the lane of those who changed tyres and were out of it again before the end of a passage."""
    return [
        lane
        for car in view.cars
        for passages in (view.passages(car),)
        for index, passage in enumerate(passages)
        if passage.t_out is not None
        and passage.t_out <= (until.t_out or 0.0)
        and _tyre_change(view, car, passages, index) == "changed"
        and (lane := _lane_s(view, passage)) is not None
    ]


def _red(view: RaceView, passage: Passage) -> bool:
    return any(stoppage.holds(passage.t_in) for stoppage in _stoppages(view))


_stoppages = kept_for_moments(4)(stoppages)


@kept_for_moments(4)
def _detours(view: RaceView) -> tuple[_Detour, ...]:
    return tuple(_Detour(start, end, _longest_kept(view, start, end)) for start, end in _spans(view))


def _spans(view: RaceView) -> Iterator[tuple[float, float]]:
    since: float | None = None
    for message in said_that(view, _of_detours):
        text = message.message.upper()
        if since is None and _THROUGH in text:
            since = message.t
        elif since is not None and any(words in text for words in _BACK_ON_TRACK):
            yield since, message.t
            since = None
    if since is not None:
        yield since, view.t


def _lane_s(view: RaceView, passage: Passage) -> float | None:
    if passage.t_out is None:
        return None
    unheard = any(outage.t < passage.t_out and outage.until >= passage.t_in for outage in view.outages)
    return None if unheard else round(passage.t_out - passage.t_in, 3)


def _of_detours(message: RaceControl) -> bool:
    text = message.message.upper()
    return _THROUGH in text or any(words in text for words in _BACK_ON_TRACK)


def _longest_kept(view: RaceView, start: float, end: float) -> float | None:
    kept = []
    for car in view.cars:
        passages = view.passages(car)
        for index, passage in enumerate(passages):
            if passage.t_out is None or not start <= passage.t_in <= end:
                continue
            if _tyre_change(view, car, passages, index) == "kept":
                kept.append(passage.t_out - passage.t_in)
    return max(kept, default=None)
