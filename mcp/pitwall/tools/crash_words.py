"""How crashes are worded: timing knows who is out and what the stewards noted, and of contact and spins nothing."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import shorten

from pitwall.facts.names import short_name
from pitwall.state import OUT_STATES, RaceView
from pitwall.tools.happenings import Happening
from pitwall.tools.words import fitting, joined, out_words

_DOING = {"running": "is running", "in_pit": "is in the pit lane", "finished": "finished"}
_MOST_CHARS = 90
_UNSEEN = "Timing does not see crashes"


def crash_words(view: RaceView, found: Sequence[Happening], cars: Sequence[str]) -> str:
    """`Timing does not see crashes. Out, latest first: Bottas (lap 49), Grosjean (lap 43).`"""
    noted = [_noted(event) for event in reversed(found) if event.kind != "retirement"]
    if cars:
        return _of_cars(view, noted, cars)
    gone = [f"{short_name(view, each.cars[0])}{_on(each)}" for each in reversed(found) if each.kind == "retirement"]
    if gone:
        last = f"; the stewards last: {noted[0]}." if noted else "."
        return fitting(f"{_UNSEEN}. Out, latest first: ", gone, end=last)
    if noted:
        return fitting(f"{_UNSEEN}. Nobody is out; the stewards, latest first: ", noted, "; ")
    return f"{_UNSEEN}. Nobody is out, and the stewards have noted no incident."


def _of_cars(view: RaceView, noted: Sequence[str], cars: Sequence[str]) -> str:
    who = joined([short_name(view, car) for car in cars])
    state, derived = view.run_state(cars[0])
    told = ""
    if len(cars) == 1 and state in OUT_STATES:
        last = view.last_lap(cars[0])
        told = f"{who} {out_words(state, derived)}{f' on lap {last.number + 1}' if last else ''}. "
    elif len(cars) == 1 and state in _DOING:
        told = f"By the timing {who} {_DOING[state]}. "
    if not noted:
        return f"{told}{_UNSEEN}, and race control tells of no incident of {who}."
    return fitting(f"{told}{_UNSEEN}; race control, latest first: ", noted, "; ")


def _noted(event: Happening) -> str:
    return f"{shorten(event.text, _MOST_CHARS, placeholder='…')}{_on(event)}"


def _on(event: Happening) -> str:
    return f" (lap {event.lap})" if event.lap else ""
