"""How crashes are worded: timing knows who is out and what the stewards noted, and of contact and spins nothing."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import shorten

from pitwall.facts.names import short_name
from pitwall.facts.periods import PERIOD_NAMES, track_periods
from pitwall.facts.seen_to_stop import seen_off
from pitwall.facts.starting import lapless
from pitwall.state import OUT_STATES, RaceView
from pitwall.state.moment import format_session_time
from pitwall.tools.happenings import Happening
from pitwall.tools.words import capital, fitting, joined, out_words

_DOING = {"running": "is running", "in_pit": "is in the pit lane", "finished": "finished"}
_MOST_CHARS = 90
_AT_LEAST = 3
"""So many who are out are named before anything else is told."""
_UNSEEN = "Timing does not see crashes"


def crash_words(view: RaceView, found: Sequence[Happening], cars: Sequence[str], lap: int | None = None) -> str:
    """`Timing does not see crashes. Out, latest first: Bottas (lap 49), Grosjean (lap 43).` `found` is of `lap`, where
    one is asked.
    """
    spins = _spins(view, cars, lap)
    off = {told.t for told, _ in seen_off(view)}
    rest = [event for event in reversed(found) if event.kind != "retirement" and (event.case or event.t not in off)]
    noted = [*spins, *map(_noted, rest)]
    if cars:
        return _of_cars(view, noted, cars)
    flag = _flag(view) if lap is None else ""
    on = f" on lap {lap}" if lap else ""
    gone = [
        f"{short_name(view, each.cars[0])}{'' if lap else _on(each)}"
        for each in reversed(found)
        if each.kind == "retirement"
    ]
    if gone:
        return _gone(on, gone, [*(f"; last: {one}{flag}." for one in noted[:1]), f"{flag}.", "."])
    none = f"Nobody {'went out' if lap else 'is out'}{on}{_no_lap(view) if lap in (None, 1) else ''}"
    if noted:
        return fitting(f"{_UNSEEN}. {none}{flag}; noted, latest first: ", noted, "; ")
    return f"{_UNSEEN}. {none}, and the stewards have noted no incident{flag}."


def _gone(on: str, gone: Sequence[str], ends: Sequence[str]) -> str:
    """Who is out, and as much beside it as leaves room for the last who went out."""
    told = ""
    for end in ends:
        told = fitting(f"{_UNSEEN}. Out{on}, latest first: ", gone, end=end)
        if all(one in told for one in gone[:_AT_LEAST]):
            break
    return told


def _no_lap(view: RaceView) -> str:
    """`; no lap yet: Sainz and Doohan`: the feed may call a car out minutes later."""
    lacking = lapless(view)
    return f"; no lap yet: {joined([short_name(view, car) for car in lacking])}" if lacking else ""


def _flag(view: RaceView) -> str:
    """`; red flag since 00:22:13, for whom is not told`: a flag that is shown now may be for what is asked about."""
    periods = track_periods(view)
    if not periods or periods[-1].end is not None:
        return ""
    last = periods[-1]
    since = format_session_time(last.start)[:8] if view.timed else f"lap {last.from_lap}"
    return f"; {PERIOD_NAMES[last.kind][0]} since {since}, for whom is not told"


def _of_cars(view: RaceView, noted: Sequence[str], cars: Sequence[str]) -> str:
    """What race control tells first: of several drivers no more than the beginning of each may have room."""
    who = joined([short_name(view, car) for car in cars])
    state, derived = view.run_state(cars[0])
    out = doing = ""
    if len(cars) == 1 and state in OUT_STATES:
        last = view.last_lap(cars[0])
        out = f"{who} {out_words(state, derived)}{f' on lap {last.number + 1}' if last else ''}; "
    elif len(cars) == 1 and state in _DOING:
        doing = _DOING[state]
    if not noted:
        unseen = f"who {doing} by the timing, which" if doing else "and timing"
        return capital(f"{out}race control tells of no incident of {who}, {unseen} does not see crashes.")
    end = f"; by the timing, which does not see crashes, {who} {doing}." if doing else "."
    return fitting(capital(f"{out}race control on {who} (latest first): "), noted, "; ", end=end)


def _spins(view: RaceView, cars: Sequence[str], lap: int | None) -> list[str]:
    """`Stroll spun and continued at turn 1 (lap 1)`, latest first: what race control says of spins and of cars off.

    It may say so when the next lap has begun.
    """
    told = [(each, did) for each, did in seen_off(view) if not cars or each.car in cars]
    return [
        f"{short_name(view, str(each.car), each.t)} {did}{_told_on(each.lap, lap)}"
        for each, did in reversed(told)
        if lap is None or each.lap in (lap, lap + 1)
    ]


def _noted(event: Happening) -> str:
    return f"{shorten(event.text, _MOST_CHARS, placeholder='…')}{_on(event)}"


def _told_on(told: int | None, asked: int | None) -> str:
    """` (lap 2)`; ` (told on lap 2)` where the lap before is asked about."""
    if told is None:
        return ""
    return f" ({'' if asked in (None, told) else 'told on '}lap {told})"


def _on(event: Happening) -> str:
    return f" (lap {event.lap})" if event.lap else ""
