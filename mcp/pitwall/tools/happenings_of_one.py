"""What has happened to one car: with the laps that cost it most, and in short."""

from __future__ import annotations

from collections.abc import Sequence

from pitwall.facts.costly_laps import costly_laps
from pitwall.facts.names import short_name
from pitwall.facts.passages import Judged
from pitwall.facts.starting import starting_positions
from pitwall.state import RaceView
from pitwall.tools.deleted_words import deleted_of, reason_words
from pitwall.tools.happenings import Happening, HappeningKind
from pitwall.tools.pit_stop_asks import around
from pitwall.tools.reason_words import cost_words, stops_of

_DONE: tuple[HappeningKind, ...] = ("stop", "overtake", "lost")
AT_ONCE_S = 15.0
"""A lap that costs as much, stops beside, is trouble."""
_MOST_COSTLY = 3
_INTO_PITS = "(into the pits"
_MANY = 3
_NOTED_WITHIN = 2
"""So many laps after something happened the stewards may note it."""
"""So many positions are told with the stop that cost them."""


def with_costly(view: RaceView, car: str, told: list[Happening]) -> list[Happening]:
    """What has happened to a car, with the laps that cost it most: they stand for the positions lost on them.

    Why race control deleted one of those is told with it.
    """
    costly = [] if view.timed else costly_laps(view, car, AT_ONCE_S)[:_MOST_COSTLY]
    lost = {each.lap.number for each in costly}
    at = {lap.number: lap.t for lap in view.laps(car)}
    gone = {lap.lap: f", deleted for {reason}" for lap in deleted_of(view, car) if (reason := reason_words(lap))}
    found = [each for each in told if each.kind != "lost" or each.lap not in lost]
    for number, words in ((one.lap.number, cost_words(view, car, one)) for one in costly):
        found.append(Happening(at[number], number, "lost", (car,), f"{words}{gone.get(number, '')}"))
    return sorted(found, key=lambda each: each.t)


def in_short(view: RaceView, car: str, found: list[Happening]) -> list[Happening]:
    """What a car has done, without its name, which the sentence begins with, and cases as they ended alone.

    A stop is told with the positions that it cost, once where its lap is told as a costly one.
    """
    ended = {(each.case.opened_t, each.cars) for each in found if each.case is not None}
    costly = {each.lap for each in found if each.kind == "lost" and _INTO_PITS in each.text}
    told = [
        each
        for each in found
        if (each.case is not None or (each.t, each.cars) not in ended)
        and not (each.kind == "stop" and each.lap in costly)
    ]
    stops = {item.passage.t_in: item for item in stops_of(view, car)}
    return [_done(view, car, each, stops.get(each.t)) if each.kind in _DONE else each for each in told]


def on_his_lap(view: RaceView, car: str, lap: int, every: Sequence[Happening]) -> list[Happening]:
    """What happened to a car on a lap, and what became of each case that the stewards opened soon after."""
    ends = {each.number: each.t for each in view.laps(car)}
    since, until = ends.get(lap - 1, view.started_at or 0.0), ends.get(lap + _NOTED_WITHIN, view.t)
    of_him = [event for event in every if car in event.cars]
    cases = {
        (event.case.opened_t, event.cars): event
        for event in of_him
        if event.case is not None and since <= event.case.opened_t <= until
    }
    told = [event for event in of_him if event.lap == lap and event.case is None and event.kind != "stewards"]
    return [*(_done(view, car, event, None) for event in told if event.kind != "lost"), *cases.values()]


def moved_on(view: RaceView, car: str, lap: int) -> str:
    """` went from P10 to P20`, ` stayed P4`; empty where the feed tells of none of them."""
    places = {each.number: each.position for each in view.laps(car)}
    before = starting_positions(view)[0].get(car) if lap == 1 else places.get(lap - 1)
    after = places.get(lap)
    if before is None or after is None:
        return ""
    return f" stayed P{after}" if before == after else f" went from P{before} to P{after}"


def _done(view: RaceView, car: str, event: Happening, stop: Judged | None) -> Happening:
    """`past Gasly`, `in the pits, P1 to P6`."""
    places = around(view, car, stop) if stop is not None and event.kind == "stop" else None
    cost = f", P{places[0]} to P{places[1]}" if places and places[1] - places[0] >= _MANY else ""
    return event._replace(text=f"{event.text.removeprefix(f'{short_name(view, car, event.t)} ')}{cost}")
