"""The course of a car's race: where it started, what it lost and gained on which laps, its stops."""

from __future__ import annotations

from collections.abc import Sequence

from pitwall.facts.cases import cases_of
from pitwall.facts.classification import provisional
from pitwall.facts.costly_laps import costly_laps
from pitwall.facts.names import short_name
from pitwall.facts.passing import passes
from pitwall.facts.starting import starting_positions
from pitwall.state import RaceView
from pitwall.tools.case_rows import case_words
from pitwall.tools.pit_stop_asks import around
from pitwall.tools.reason_words import costs, falls, stops_of
from pitwall.tools.words import fitting, joined

_NONE = "Timing tells no reason. "
_AT_ONCE_S = 20.0
"""A lap that costs as much more than the field's is no usual one, a stop included."""
_PASSES_TOLD = 3


def position_words(view: RaceView, car: str, limit: int, lap: int | None = None) -> str:
    """The course of a car's race; that timing tells no reason stands before it, where no penalty tells one."""
    return fitting("" if _by_penalty(view, car) else _NONE, _course(view, car, lap), "; ", limit=limit)


def race_words(view: RaceView, car: str, limit: int, lap: int | None = None) -> str:
    """The course of a car's race, where nobody asks why."""
    return fitting("", _course(view, car, lap), "; ", limit=limit)


def _course(view: RaceView, car: str, lap: int | None) -> list[str]:
    """Where the car started, which lap cost it most, who came past it, whom it came past and how, and its stops."""
    state, name, start = view.car(car), short_name(view, car), starting_positions(view)[0].get(car)
    began = f"started P{start}, " if start else ""
    at = _by_penalty(view, car) or (f"is P{state.position} now" if state.position else "")
    parts = [f"{name} {began}{at}" if at else f"{name} is not placed"]
    moved = [each for each in passes(view) if lap in (None, each.lap)]
    on_track = [each for each in moved if each.how == "track"]
    lost = [f"{short_name(view, each.car)} lap {each.lap}" for each in on_track if each.passed == car]
    gained = [f"{short_name(view, each.passed)} lap {each.lap}" for each in on_track if each.car == car]
    by_stops = [short_name(view, each.passed) for each in moved if (each.car, each.how) == (car, "stop")]
    by_outs = sum((each.car, each.how) == (car, "retirement") for each in moved)
    stops = _stops_words(view, car, lap)
    fell = start is not None and state.position is not None and state.position > start
    parts += [
        f"lap {each.lap.number} cost {costs(each)}"
        for each in costly_laps(view, car, _AT_ONCE_S)
        if falls(each) and lap in (None, each.lap.number)
    ][:1]
    parts += stops if fell else []
    if lost:
        parts.append(f"passed on track by {_latest(lost)}")
    if gained:
        parts.append(f"passed on track {_latest(gained)}")
    if by_stops:
        parts.append(f"past {_latest(by_stops)} as they stopped{f', {by_outs}x as others retired' if by_outs else ''}")
    elif by_outs:
        parts.append(f"past others {by_outs}x as they retired")
    parts += [] if fell else stops
    return parts + [case_words(view, case) for case in cases_of(view, car)[-1:]]


def _stops_words(view: RaceView, car: str, lap: int | None) -> list[str]:
    """`stops on laps 21 (P5 to P11) and 33`: with the positions before and after it, where they are known."""
    told = []
    for item in stops_of(view, car):
        if lap in (None, item.passage.lap):
            places = around(view, car, item)
            moved = f" (P{places[0]} to P{places[1]})" if places and places[0] != places[1] else ""
            told.append(f"{item.passage.lap}{moved}")
    return [f"stops on {'lap' if len(told) == 1 else 'laps'} {joined(told)}"] if told else []


def _latest(passes_told: Sequence[str]) -> str:
    """`Hamilton lap 3, Albon lap 9 and 2 before`: the latest of several, in order."""
    more = f" and {len(passes_told) - _PASSES_TOLD} before" if len(passes_told) > _PASSES_TOLD else ""
    return f"{', '.join(passes_told[-_PASSES_TOLD:])}{more}"


def _by_penalty(view: RaceView, car: str) -> str:
    """What announced seconds make of a position once the race is over: of who has them, or gains by them."""
    rows = provisional(view) if view.finished and not view.official else ()
    mine = next((row for row in rows if row.car == car), None)
    if mine is None or mine.position == mine.road_position:
        return ""
    if mine.penalty_s:
        due = f"a penalty of {mine.penalty_s} s makes"
    else:
        gone = [row for row in rows if row.road_position < mine.road_position and row.position > mine.position]
        due = f"penalties of {joined([short_name(view, row.car) for row in gone])} make" if gone else "penalties make"
    return f"crossed the line P{mine.road_position}; {due} that P{mine.position} (derived)"
