"""What became of two drivers together: what race control said of both, with its verdict, and what else befell both."""

from __future__ import annotations

from collections.abc import Sequence

from pitwall.facts.cases import cases_of
from pitwall.facts.names import crew_name, short_name
from pitwall.facts.served import has_served
from pitwall.state import RaceView
from pitwall.stewards import Case
from pitwall.tools.case_rows import case_words, state_words
from pitwall.tools.happening_rows import events_words
from pitwall.tools.happenings import Happening
from pitwall.tools.words import capital, fitting, lowered
from toolgate.contract import SUMMARY_MAX_CHARS


def cases_of_both(view: RaceView, cars: Sequence[str]) -> list[Case]:
    """The stewards' cases that involve all of these cars."""
    return [case for case in cases_of(view) if set(cars) <= set(case.cars)]


def pair_words(view: RaceView, found: Sequence[Happening], cars: Sequence[str]) -> str:
    """`Race control on Ericsson and Magnussen: turn 2 incident, causing a collision: 10 second time penalty for …`."""
    who = " and ".join(crew_name(view, car) for car in cars)
    cases = cases_of_both(view, cars)
    rest = [event for event in found if event.kind != "stewards"]
    if not cases:
        apart = [case_words(view, case) for car in cars for case in cases_of(view, car)] if not rest else []
        if apart and all(cases_of(view, car) for car in cars):
            return fitting(f"No case of {who} together; each by himself: ", dict.fromkeys(apart), "; ")
        silent = f"Race control has said nothing of {who} together; by" if view.race_control else f"{capital(who)}, by"
        if rest:
            return events_words(f"{silent} the timing: ", rest)
        nothing = f"Race control has said nothing of {who} together, and" if view.race_control else ""
        return capital(f"{nothing} the feed tells of no incident of {'the two' if nothing else who}.".strip())
    out = [event for event in rest if event.kind == "retirement"]
    told = fitting(f"Race control on {who}: ", [_case_words(view, case) for case in cases], "; ")
    gone = f" By the timing: {'; '.join(f'{event.text} (lap {event.lap})' for event in out)}." if out else ""
    return f"{told}{gone}" if len(told) + len(gone) <= SUMMARY_MAX_CHARS else told


def _case_words(view: RaceView, case: Case) -> str:
    what = ", ".join(part for part in (f"{lowered(case.where)} incident".strip(), lowered(case.reason)) if part)
    lap = "" if case.lap is None else f" (said on lap {case.lap})"
    if case.penalty is None:
        return f"{what}: {state_words(case)}{lap}"
    given, (served, derived) = case.penalty, has_served(view, case)
    lap = "" if given.lap is None else f" (lap {given.lap})"
    done = f", served{' (derived)' if derived else ''}" if served else ""
    return f"{what}: {lowered(given.text)} for {short_name(view, given.car)}{lap}{done}"
