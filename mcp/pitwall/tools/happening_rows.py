"""What happened as rows and as a sentence, shared by the tools that tell of it."""

from __future__ import annotations

from collections.abc import Sequence

from pitwall.facts.names import named
from pitwall.state import RaceView
from pitwall.state.moment import format_session_time
from pitwall.stewards.cases import STATES, Case
from pitwall.tools import schemas as s
from pitwall.tools.happenings import HAPPENING_KINDS, Happening
from pitwall.tools.words import fitting
from toolgate.contract import SUMMARY_MAX_CHARS, JsonObject

MOST_EVENTS = 200
_MOST_DRIVERS = 6

TOLD_AS = {"stopped": "retirement"}
"""In rows a car that race control saw stop is a retirement."""
TOLD_KINDS = tuple(kind for kind in HAPPENING_KINDS if kind not in TOLD_AS)

EVENT = s.record(
    {
        "session_time": s.text(longest=16),
        "lap": s.lap_number(nullable=True),
        "kind": s.choice(*TOLD_KINDS, description="lost: positions at once, without a stop"),
        "drivers": s.rows(s.driver(), most=_MOST_DRIVERS),
        "text": s.text(longest=160),
    },
    optional={
        "derived": s.flag("the feed has not said that the car is out"),
        "state": s.choice(*STATES, description="of a stewards' case"),
        "reason": s.text("in race control's words", longest=160),
        "penalised": s.driver(),
        "penalty_s": s.number("seconds of a time penalty", high=1000),
    },
)
EVENTS = s.rows(EVENT, "in order; derived from the feed's own words", most=MOST_EVENTS)


def event_row(view: RaceView, event: Happening) -> JsonObject:
    """The row of one happening."""
    return {
        "session_time": format_session_time(max(event.t, 0.0)),
        "lap": event.lap if event.lap is not None and 0 <= event.lap <= s.MAX_LAPS else None,
        "kind": TOLD_AS.get(event.kind, event.kind),
        "drivers": [named(view, car) for car in event.cars[:_MOST_DRIVERS]],
        "text": event.text[:160],
        **(_case(view, event.case) if event.case else {}),
        **({"derived": event.derived} if event.kind == "retirement" else {}),
    }


def _case(view: RaceView, case: Case) -> JsonObject:
    """What a stewards' case adds to its row."""
    told: JsonObject = {"state": case.state}
    if case.reason:
        told["reason"] = case.reason[:160]
    if case.penalty is not None:
        told["penalised"] = named(view, case.penalty.car)
        if case.penalty.seconds is not None:
            told["penalty_s"] = case.penalty.seconds
    return told


def events_words(start: str, events: Sequence[Happening]) -> str:
    """`In the last 180 s: safety car (lap 12); Hamilton in the pits (lap 12).` The gravest that fit, by time."""
    ranked = sorted(range(len(events)), key=lambda i: (*_gravity(events[i]), -i))
    kept: list[int] = []
    for index in ranked:
        said = _told(start, events, sorted([*kept, index]))
        if len(said) <= SUMMARY_MAX_CHARS:
            kept.append(index)
    return _told(start, events, sorted(kept)) if kept else fitting(start, [each.text for each in events], "; ")


def _gravity(event: Happening) -> tuple[int, bool]:
    """Of the stewards' cases a penalty is the gravest."""
    return HAPPENING_KINDS.index(event.kind), event.case is None or event.case.penalty is None


def _told(start: str, events: Sequence[Happening], kept: Sequence[int]) -> str:
    parts = [f"{events[i].text}{f' (lap {events[i].lap})' if events[i].lap else ''}" for i in kept]
    left = len(events) - len(kept)
    return f"{start}{'; '.join(parts)}{f'; and {left} more' if left else ''}."
