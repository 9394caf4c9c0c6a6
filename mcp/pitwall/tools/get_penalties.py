"""get_penalties: the stewards' cases and what has become of them."""

from __future__ import annotations

from pitwall.facts.cases import cases_of
from pitwall.facts.names import find_car, named, short_name
from pitwall.facts.served import has_served, unserved_s
from pitwall.state import RaceView, StateCache
from pitwall.stewards import Case
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.case_rows import CASE, MOST_CASES, case_row, case_words, state_words, whose_words
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import count_text, fitting
from toolgate.contract import JsonObject, ToolSpec

REASONS = ("impeding", "collision", "speeding", "unsafe_release", "track_limits")
SHOWS = ("all", "penalties", "open", "closed", "unserved")

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {},
        """
        stewards cases / all cases of the stewards / what have the stewards decided / stewards decisions so far
        which incidents have the stewards looked at / state of the stewards cases
        how many (investigations|cases) (have there been|were there|have the stewards had|so far|)
        how many incidents (have been|were) (noted|investigated|looked at) / number of investigations
        """,
    ),
    *asked(
        {"driver": "{driver}", "reason": "impeding"},
        "who (impeded|blocked) {driver} / has anyone (impeded|blocked) {driver}",
    ),
    *asked(
        {"show": "unserved"},
        """
        who still has to serve a penalty / which penalties have not been served / unserved penalties
        any penalties (still|yet|) to (come|serve|be served|be taken)
        who has a penalty to serve / outstanding penalties / penalties still to be served
        """,
    ),
    *asked(
        {"show": "closed"},
        """
        which investigations were closed / which cases are closed / which incidents had no further action
        which investigations came to nothing / was any investigation dropped / which investigations were dropped
        has any (case|investigation) been (decided|closed|dropped) / which (cases|incidents) (have been|were) decided
        """,
    ),
    *asked(
        {"show": "open"},
        "which cases are still open / open stewards cases / what must the stewards still decide"
        " / which (incidents|cases) (of|on|from) lap {n} are still (open|to be decided|to be investigated)"
        " / (any|which) drivers (going|off|due) to (see|) the stewards / who (has|is|is going) to see the stewards",
    ),
    *asked(
        {"driver": "{driver}", "show": "penalties"},
        """
        {driver} penalty (served|served or pending|status|served yet) / has the penalty of {driver} been served
        is the penalty of {driver} (served|pending|still to be served) / does {driver} still have to serve the penalty
        did {driver} serve the time penalty / when did {driver} serve the penalty / has {driver} served it
        has {driver} served the penalty / did {driver} serve the penalty
        """,
    ),
    *asked(
        {"driver": "{driver}"},
        """
        stewards on the case of {driver} / state of the case of {driver} / stewards decision on {driver}
        (was|has) {driver} (cleared|been cleared) / was {driver} cleared (by the stewards|of it)
        what has become of the investigation of {driver} / was the investigation of {driver} closed
        what did the stewards decide about {driver} / why did {driver} (not get|get no) (a|) penalty
        why has {driver} (no penalty|not been penalised) / why was {driver} not penalised
        """,
    ),
)


def build_get_penalties_tool(cache: StateCache) -> ToolSpec:
    """Each case once: noted, under investigation, closed, penalised, served."""
    return race_tool(
        cache,
        _handle,
        name="get_penalties",
        description="The stewards' cases, each with what has become of it: noted, under investigation, no further "
        "action, penalty with its seconds, served; of one driver, or only the open, closed or unserved ones.",
        arguments={
            "driver": s.driver_argument("only cases that involve this driver"),
            "reason": s.choice(*REASONS, description="only cases for this, by race control's own words"),
            "show": {**s.choice(*SHOWS, description="only these"), "default": "all"},
        },
        payload={
            "cases": s.rows(CASE, "in the order in which they were opened", most=MOST_CASES),
            "unserved": s.rows(
                s.record({"driver": s.driver(), "seconds": s.number("announced and not served", high=1000)}),
                "time penalties that would still be added",
            ),
            "open": s.integer("cases that the stewards may still decide", high=1000),
            "total": s.integer("cases so far", high=1000),
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    car = find_car(view, given["driver"], path="/driver") if "driver" in given else None
    show, every = given.get("show", "all"), cases_of(view, car)
    due = {number: seconds for number, seconds in unserved_s(view).items() if car in (None, number)}
    about = str(given.get("reason", "")).replace("_", " ")
    chosen = [case for case in every if _shown(case, show, due) and about in case.reason.lower()]
    return {
        "summary": _summary(view, chosen, every, show, car, due, about),
        "cases": [case_row(view, case) for case in chosen[-MOST_CASES:]],
        "unserved": [{"driver": named(view, number), "seconds": seconds} for number, seconds in due.items()],
        "open": sum(case.is_open for case in every),
        "total": len(every),
        "missing": [] if view.race_control else ["messages of race control"],
    }


def _shown(case: Case, show: str, due: dict[str, int]) -> bool:
    if show == "penalties":
        return case.penalty is not None
    if show == "unserved":
        return case.penalty is not None and case.state == "penalty" and case.penalty.car in due
    return show == "all" or case.is_open == (show == "open")


def _served_by_a_stop(view: RaceView, cases: list[Case]) -> list[str]:
    """The penalties that race control has not called served: the car has stopped since."""
    return [case_words(view, case) for case in reversed(cases) if has_served(view, case) == (True, True)]


def _summary(
    view: RaceView,
    chosen: list[Case],
    every: list[Case],
    show: str,
    car: str | None,
    due: dict[str, int],
    about: str = "",
) -> str:
    kind = {"all": "case", "penalties": "penalty", "open": "open case", "closed": "closed case"}.get(show, "")
    whose = f" of {short_name(view, car)}" if car else ""
    if not view.race_control:
        return "The feed has no message of race control."
    if not chosen and show == "unserved" and (served := _served_by_a_stop(view, every)):
        return fitting("No unserved penalty so far, as far as stops tell: ", served, separator="; ")
    if not chosen:
        return f"No {kind or 'unserved penalty'}{f' for {about}' if about else ''}{whose} so far."
    if show == "open" and len({case.state for case in chosen}) == 1:
        head = f"{state_words(chosen[0]).capitalize()}: "
        return fitting(head, [whose_words(view, case) for case in reversed(chosen)], separator="; ")
    heads = {"unserved": "Still to be served: ", "penalties": "Penalised: "}
    heads |= {} if car else {"all": f"{count_text(len(chosen), 'case')}, latest first: "}
    end = f"; not served: {due[car]} s." if car in due else "."
    return fitting(heads.get(show, ""), [case_words(view, case) for case in reversed(chosen)], separator="; ", end=end)
