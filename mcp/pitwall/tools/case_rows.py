"""The stewards' cases as rows and words, and whether a penalty has been served."""

from __future__ import annotations

from collections.abc import Sequence

from pitwall.facts.cases import cases_of
from pitwall.facts.names import named, short_name
from pitwall.facts.served import has_served
from pitwall.state import RaceView
from pitwall.state.moment import format_session_time
from pitwall.stewards import STATES, Case
from pitwall.tools import schemas as s
from pitwall.tools.words import fitting, joined, lowered
from toolgate.contract import SUMMARY_MAX_CHARS, JsonObject

MOST_CASES = 100
_MOST_MATTERS = 2
_WORDS = {
    "noted": "noted",
    "under_investigation": "under investigation",
    "after_session": "to be investigated afterwards",
    "no_further_action": "no further action",
}

CASE = s.record(
    {
        "drivers": s.rows(s.driver(), "whom it involves", most=20),
        "where": s.text("turn or place, in race control's words", longest=40, nullable=True),
        "reason": s.text("in race control's words", longest=120, nullable=True),
        "state": s.choice(*STATES, description="what has become of it"),
        "open": s.flag("the stewards may still decide"),
        "opened": s.text("session time of the first message", longest=16),
        "told": s.text("session time of the last message", longest=16),
        "lap": s.lap_number("the lap of the last message", nullable=True),
        "penalised": s.driver("who was penalised", nullable=True),
        "penalty": s.text("in race control's words", longest=60, nullable=True),
        "penalty_s": s.number("seconds of a time penalty", high=1000, nullable=True),
        "served": {"type": ["boolean", "null"], "description": "a penalty has been served; null: there is none"},
        "served_derived": s.flag("race control has not said so: the car has stopped since"),
    }
)


def case_row(view: RaceView, case: Case) -> JsonObject:
    """One case as it stands."""
    given, (served, derived) = case.penalty, has_served(view, case)
    return {
        "drivers": [named(view, car) for car in case.cars[:20]],
        "where": case.where[:40] or None,
        "reason": case.reason or None,
        "state": case.state,
        "open": case.is_open,
        "opened": format_session_time(max(case.opened_t, 0.0)),
        "told": format_session_time(max(case.t, 0.0)),
        "lap": case.lap if case.lap is not None and 0 <= case.lap <= s.MAX_LAPS else None,
        "penalised": named(view, given.car) if given else None,
        "penalty": given.text[:60] if given else None,
        "penalty_s": given.seconds if given else None,
        "served": served,
        "served_derived": derived,
    }


def case_words(view: RaceView, case: Case) -> str:
    """`Ericsson 10 s (causing a collision, lap 20; served)`, `Raikkonen and Ocon (turn 2): under investigation`."""
    reason = lowered(case.reason)
    if case.penalty is not None:
        given, (served, derived) = case.penalty, has_served(view, case)
        what = f"{given.seconds} s" if given.kind == "time" and given.seconds else lowered(given.text)
        lap = f"lap {given.lap}" if given.lap is not None else ""
        notes = ", ".join(part for part in (reason, lap) if part)
        done = ("; served" + (" (derived)" if derived else "")) if served else ""
        return f"{short_name(view, given.car)} {what}{f' ({notes}{done})' if notes or done else ''}"
    return f"{whose_words(view, case)}: {state_words(case)}"


def open_matters(view: RaceView, car: str) -> str:
    """`under investigation (unsafe release)`, `5 s to serve (track limits)`: what is open of a car, the latest last."""
    told = []
    for case in cases_of(view, car):
        reason = f" ({lowered(case.reason)})" if case.reason else ""
        if case.is_open:
            told.append(f"{state_words(case)}{reason}")
        elif case.penalty and case.penalty.car == car and case.penalty.seconds and has_served(view, case)[0] is False:
            told.append(f"{case.penalty.seconds} s {'added' if view.over else 'to serve'}{reason}")
    return joined(told[-_MOST_MATTERS:])


def open_words(view: RaceView, cases: Sequence[Case]) -> str:
    """Every open case: what each is, or as much of it as leaves room for all."""
    for start, words in (("", case_words), ("Open cases: ", whose_words), ("Open cases: ", names_words)):
        said = [words(view, case) for case in cases]
        if len(f"{start}{'; '.join(said)}.") <= SUMMARY_MAX_CHARS:
            break
    return fitting(start, said, separator="; ")


def names_words(view: RaceView, case: Case) -> str:
    """`Räikkönen and Ocon`: whom a case involves."""
    return joined([short_name(view, car) for car in case.cars[:4]])


def whose_words(view: RaceView, case: Case) -> str:
    """`Räikkönen and Ocon (turn 2)`: whom a case involves, where and for what."""
    what = ", ".join(part for part in (lowered(case.where), lowered(case.reason)) if part)
    return f"{names_words(view, case)}{f' ({what})' if what else ''}"


def state_words(case: Case) -> str:
    """`to be investigated afterwards`: what has become of a case without a penalty."""
    return _WORDS[case.state]
