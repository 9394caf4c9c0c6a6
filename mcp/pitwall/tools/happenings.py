"""What has happened, told together: flags, stops, retirements, passes, stewards, the lead, places lost, rain."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Hashable, Iterator
from itertools import pairwise
from operator import attrgetter
from typing import Literal, NamedTuple

from pitwall.facts.cases import cases_of
from pitwall.facts.names import short_name
from pitwall.facts.passages import judge_passages, passages_basis
from pitwall.facts.passing import passes_since
from pitwall.facts.seen_to_stop import seen_off, seen_to_stop
from pitwall.state import OUT_STATES, RaceView
from pitwall.state.car import Lap
from pitwall.state.keeping import kept_of_cars
from pitwall.stewards.cases import Case
from pitwall.tools.words import joined, lowered

HappeningKind = Literal[
    "retirement", "stopped", "track", "stewards", "session", "lead", "lost", "weather", "stop", "overtake", "flag"
]
HAPPENING_KINDS: tuple[HappeningKind, ...] = (
    "retirement",
    "stopped",
    "track",
    "stewards",
    "session",
    "lead",
    "lost",
    "weather",
    "stop",
    "overtake",
    "flag",
)
"""The gravest first: what is told where there is no room for all. `stopped`: on the track, as race control says;
`flag`: yellow, and the track clear again."""

_TRACK = {
    "green": "track clear",
    "yellow": "yellow flag",
    "safety_car": "safety car",
    "vsc": "virtual safety car",
    "vsc_ending": "virtual safety car ending",
    "red": "red flag",
}
_SAME_S = 120.0
"""What race control and the timing tell of a car that stops, at times that lie nearer to each other, is one thing."""
_LOST = 2
"""Positions that a car loses from one lap to the next before that is told."""


class Happening(NamedTuple):
    """One thing that happened: when, on which lap of the first car or of the car itself, to whom, in a few words."""

    t: float
    lap: int | None
    kind: HappeningKind
    cars: tuple[str, ...]
    text: str
    case: Case | None = None
    """The stewards' case, as it then was left."""
    derived: bool = False
    """Whether the feed has not said it: a car that does not come round again."""


def happenings(
    view: RaceView, since: float = 0.0, kinds: Collection[HappeningKind] = HAPPENING_KINDS
) -> list[Happening]:
    """All of these kinds since a session time, in order."""
    found = [
        each
        for told, tell in _TELLERS
        if not told.isdisjoint(kinds) and not (view.timed and told <= _OF_RACES)
        for each in tell(view, since)
        if each.t >= since and each.kind in kinds
    ]
    return sorted(found, key=_when)


def _statuses(view: RaceView, since: float) -> Iterator[Happening]:
    for change in view.track_statuses[1:]:
        kind: HappeningKind = "flag" if change.status in ("green", "yellow") else "track"
        yield Happening(change.t, change.lap, kind, (), _TRACK.get(change.status, change.status))
    for change in view.session_statuses:
        yield Happening(change.t, change.lap, "session", (), f"session {change.status}")


def _retirements(view: RaceView, since: float) -> Iterator[Happening]:
    for car in view.cars:
        state, derived = view.run_state(car)
        if state in OUT_STATES:
            last = view.last_lap(car)
            began = view.out_since(car) if not derived else last.t if last else view.started_at
            words = "has not come round again (derived)" if derived else f"is out ({state})"
            if began is not None:
                lap, text = (last.number if last else 0) + 1, f"{short_name(view, car)} {words}"
                yield Happening(began, lap, "retirement", (car,), text, derived=derived)


def _stopped(view: RaceView, since: float) -> Iterator[Happening]:
    """Cars that stopped on the track: as race control saw it, which knows where, else as the timing told."""
    seen: dict[str, list[float]] = {}
    for told, where in seen_to_stop(view):
        if told.t >= since:
            car = str(told.car)
            seen.setdefault(car, []).append(told.t)
            text = f"{short_name(view, car, told.t)} stopped{f' {where}' if where else ''} (race control)"
            yield Happening(told.t, told.lap, "stopped", (car,), text)
    for car in view.cars:
        out = view.out_since(car)
        for t in view.stood_at(car):
            if t != out and not any(abs(t - at) < _SAME_S for at in seen.get(car, ())):
                went_on = any(lap.t > t for lap in view.laps(car))
                text = f"{short_name(view, car, t)} stopped on track{' and went on later' if went_on else ''}"
                yield Happening(t, _lap_then(view, car, t), "stopped", (car,), text)


def _cases(view: RaceView, since: float) -> Iterator[Happening]:
    words = {
        "noted": "noted",
        "under_investigation": "under investigation",
        "after_session": "to be investigated afterwards",
        "no_further_action": "no further action",
        "served": "served",
    }
    for case in cases_of(view):
        names = joined([short_name(view, car) for car in case.cars[:3]])
        reason = f" ({lowered(case.reason)})" if case.reason else ""
        if case.opened_t < case.t:
            yield Happening(case.opened_t, None, "stewards", case.cars, f"incident of {names}{reason} noted")
        if case.penalty is not None:
            what = lowered(case.penalty.text)
            who = short_name(view, case.penalty.car)
            text = f"{what} for {who}{reason}"
            yield Happening(case.penalty.t, case.penalty.lap, "stewards", case.cars, text, case)
        else:
            text = f"{names}{reason}: {words[case.state]}"[:160]
            yield Happening(case.t, case.lap, "stewards", case.cars, text, case)


def _off(view: RaceView, since: float) -> Iterator[Happening]:
    """Cars that spun or went off, as race control saw it."""
    for told, did in seen_off(view):
        car = str(told.car)
        yield Happening(told.t, told.lap, "stewards", (car,), f"{short_name(view, car, told.t)} {did} (race control)")


def _incidents(view: RaceView, since: float) -> Iterator[Happening]:
    """Points of a simulator, which is its own steward."""
    for told in view.incidents:
        total = f", {told.total}x in all" if told.total is not None else ""
        text = f"{short_name(view, told.car) if told.car else 'a car'}: {told.points}x incident{total}"
        lap = _lap_then(view, told.car, told.t) if told.car else None
        yield Happening(told.t, lap, "stewards", (told.car,) if told.car else (), text)


def _lap_then(view: RaceView, car: str, t: float) -> int:
    """The lap that a car was on at a session time."""
    return 1 + sum(lap.t <= t for lap in view.laps(car))


def _leads(view: RaceView, since: float) -> Iterator[Happening]:
    lines = view.line_times
    first = max(bisect_left(lines, since), 2)
    for lap, (before, now) in enumerate(pairwise(view.leaders_from(first - 1)), first):
        if now is not None and before is not None and now != before:
            yield Happening(lines[lap], lap, "lead", (now, before), f"{short_name(view, now, lines[lap])} leads")


def _stops(view: RaceView, since: float) -> Iterator[Happening]:
    for car in view.cars:
        judged = judge_passages(view, car)
        for item in judged[bisect_left(judged, since, key=lambda each: each.passage.t_in) :]:
            at = item.passage
            if item.kind in ("stop", "in_lane"):
                yield Happening(at.t_in, at.lap, "stop", (car,), f"{short_name(view, car, at.t_in)} in the pits")


def _passes(view: RaceView, since: float) -> Iterator[Happening]:
    for each in passes_since(view, since):
        if each.how == "track":
            text = f"{short_name(view, each.car, each.t)} past {short_name(view, each.passed, each.t)}"
            yield Happening(round(each.t, 3), each.lap, "overtake", (each.car, each.passed), text)


def _lost(view: RaceView, since: float) -> Iterator[Happening]:
    for car in view.cars:
        falls = _falls(view, car)
        for before, lap in falls[bisect_left(falls, since, key=lambda fall: fall[1].t) :]:
            text = f"{short_name(view, car, lap.t)} falls from P{before.position} to P{lap.position}"
            yield Happening(lap.t, lap.number, "lost", (car,), text)


@kept_of_cars(passages_basis)
def _falls(view: RaceView, car: str) -> tuple[tuple[Lap, Lap], ...]:
    """Laps on which the car lost positions, each with the lap before."""
    known: dict[str, tuple[Hashable, int, tuple[tuple[Lap, Lap], ...]]] = view.keeping.grown(_falls)
    laps, corrected = view.laps(car), view.laps_basis(car).corrected
    on, done, falls = known.get(car, (corrected, 0, ()))
    if on != corrected or done > len(laps):
        done, falls = 0, ()
    lane = {passage.lap + later for passage in view.passages(car) for later in (0, 1)}
    new = (
        (before, lap)
        for before, lap in pairwise(laps[max(done - 1, 0) :])
        if before.position is not None
        and lap.position is not None
        and lap.number not in lane
        and lap.position - before.position >= _LOST
    )
    known[car] = corrected, len(laps), (*falls, *new)
    return known[car][2]


def _weather(view: RaceView, since: float) -> Iterator[Happening]:
    told = view.weathers
    for before, now in pairwise(told[max(bisect_left(told, since, key=_when) - 1, 0) :]):
        if now.rain is not None and before.rain is not None and now.rain != before.rain:
            lap = bisect_left(view.line_times, now.t)
            yield Happening(now.t, lap, "weather", (), "rain begins" if now.rain else "rain ends")


_when = attrgetter("t")
_OF_RACES: frozenset[HappeningKind] = frozenset(("lead", "stop", "overtake", "lost"))
_TELLERS: tuple[tuple[frozenset[HappeningKind], Callable[[RaceView, float], Iterator[Happening]]], ...] = (
    (frozenset(("track", "session", "flag")), _statuses),
    (frozenset(("retirement",)), _retirements),
    (frozenset(("stopped",)), _stopped),
    (frozenset(("stewards",)), _cases),
    (frozenset(("stewards",)), _off),
    (frozenset(("stewards",)), _incidents),
    (frozenset(("weather",)), _weather),
    (frozenset(("lead",)), _leads),
    (frozenset(("stop",)), _stops),
    (frozenset(("overtake",)), _passes),
    (frozenset(("lost",)), _lost),
)
