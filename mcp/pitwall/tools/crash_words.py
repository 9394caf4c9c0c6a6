"""How crashes are worded: timing knows who is out and what the stewards noted, and of contact and spins nothing."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import shorten

from pitwall.facts.names import short_name
from pitwall.state import RaceView
from pitwall.tools.happenings import Happening
from pitwall.tools.words import fitting, joined, out_words

_DOING = {"running": "{} is running. ", "in_pit": "{} is in the pit lane. ", "finished": "{} finished. "}
_MOST_CHARS = 90
_UNSEEN = "Timing does not see crashes"


def crash_words(view: RaceView, found: Sequence[Happening], cars: Sequence[str]) -> str:
    """`Timing does not see crashes. Out, latest first: Bottas (lap 49), Grosjean (lap 43).`"""
    out = [event for event in reversed(found) if event.kind == "retirement"]
    noted = [
        f"{shorten(event.text, _MOST_CHARS, placeholder='…')}{_on(event)}"
        for event in reversed(found)
        if event.kind != "retirement"
    ]
    if cars:
        return _of_cars(view, noted, cars)
    gone = [f"{short_name(view, event.cars[0])}{_on(event)}" for event in out]
    if not gone:
        return (
            fitting(f"{_UNSEEN}. Nobody is out; the stewards, latest first: ", noted, "; ")
            if noted
            else (f"{_UNSEEN}. Nobody is out, and the stewards have noted no incident.")
        )
    last = f"; the stewards last: {noted[0]}." if noted else "."
    return fitting(f"{_UNSEEN}. Out, latest first: ", gone, end=last)


def _of_cars(view: RaceView, noted: Sequence[str], cars: Sequence[str]) -> str:
    who = joined([short_name(view, car) for car in cars])
    told = ""
    if len(cars) == 1:
        state, derived = view.run_state(cars[0])
        doing = (
            out_words(state, derived)
            if state in ("stopped", "retired")
            else f"is {_DOING.get(state, 'in no known state')}"
        )
        last = view.last_lap(cars[0])
        lap = f" on lap {last.number + 1}" if state in ("stopped", "retired") and last is not None else ""
        told = f"{who} {doing}{lap}. "
    if not noted:
        return f"{told}{_UNSEEN}, and race control tells of no incident of {who}."
    return fitting(f"{told}{_UNSEEN}; race control, latest first: ", noted, "; ")


def _on(event: Happening) -> str:
    return f" (lap {event.lap})" if event.lap else ""
