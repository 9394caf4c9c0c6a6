"""propose_penalty: what the stewards might give for an open case. It is a suggestion and never a decision."""

from __future__ import annotations

from pitwall.facts.cases import cases_of
from pitwall.facts.names import find_car, short_name
from pitwall.state import RaceView, StateCache
from pitwall.stewards import Case
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.case_rows import CASE, case_row
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import fitting, lowered
from toolgate.contract import JsonObject, ToolSpec

_MOST = 20
_BASES = ("precedent", "custom", "none")
_CUSTOM: tuple[tuple[str, str], ...] = (
    ("COLLISION", "10 SECOND TIME PENALTY"),
    ("FORCING", "10 SECOND TIME PENALTY"),
    ("UNSAFE RELEASE", "5 SECOND TIME PENALTY"),
    ("SPEEDING IN THE PIT", "5 SECOND TIME PENALTY"),
    ("PIT LANE SPEED", "5 SECOND TIME PENALTY"),
    ("TRACK LIMITS", "5 SECOND TIME PENALTY"),
    ("ADVANTAGE", "5 SECOND TIME PENALTY"),
    ("FALSE START", "5 SECOND TIME PENALTY"),
    ("STARTING", "5 SECOND TIME PENALTY"),
    ("IMPEDING", "3 PLACE GRID PENALTY"),
    ("YELLOW", "10 SECOND TIME PENALTY"),
    ("RED FLAG", "STOP AND GO PENALTY"),
)
"""What has been usual in Formula 1 of late, by a word of the reason."""

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {},
        """
        what penalty could the stewards give / suggest a penalty / propose a penalty / what penalty would fit
        what penalties are likely / what would be the penalty / which penalty is usual for that
        what penalties could be coming / which penalty would you give
        """,
    ),
    *asked(
        {"driver": "{driver}"},
        """
        what penalty could {driver} get / what penalty would {driver} get / propose a penalty for {driver}
        suggest a penalty for {driver} / what penalty should {driver} get / what penalty is likely for {driver}
        will {driver} get a penalty / could {driver} be penalised / is {driver} going to be penalised
        """,
    ),
)


def build_propose_penalty_tool(cache: StateCache) -> ToolSpec:
    """By what the stewards have given for the same in this session, else by what has been usual."""
    return race_tool(
        cache,
        _handle,
        name="propose_penalty",
        description="A suggestion, never a decision: what penalty might be given in each case that is open with the "
        "stewards, by precedent in this session or by custom; of one driver or all.",
        arguments={"driver": s.driver_argument("only cases of this driver")},
        payload={
            "suggestions": s.rows(
                s.record(
                    {
                        "case": CASE,
                        "penalty": s.text("suggested; null: nothing to go by", longest=60, nullable=True),
                        "basis": s.choice(*_BASES, description="precedent: this session; custom: usual in Formula 1"),
                    }
                ),
                "open cases, the latest first",
                most=_MOST,
            ),
            "suggestion": s.flag("this is one: the stewards decide"),
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    only = find_car(view, given["driver"], path="/driver") if "driver" in given else None
    chosen = [case for case in cases_of(view, only) if case.is_open][::-1][:_MOST]
    told = [(case, *_proposed(view, case)) for case in chosen]
    return {
        "summary": _summary(view, only, told),
        "suggestions": [
            {"case": case_row(view, case), "penalty": penalty, "basis": basis} for case, penalty, basis in told
        ],
        "suggestion": True,
        "missing": ["who is to blame, and what the stewards have seen"],
    }


def _proposed(view: RaceView, case: Case) -> tuple[str | None, str]:
    reason = case.reason.upper()
    if not reason:
        return None, "none"
    same = [each for each in cases_of(view) if each.penalty is not None and each.reason.upper() == reason]
    if same and same[-1].penalty is not None:
        return same[-1].penalty.text[:60], "precedent"
    usual = next((penalty for word, penalty in _CUSTOM if word in reason), None)
    return usual, "custom" if usual else "none"


def _summary(view: RaceView, only: str | None, told: list[tuple[Case, str | None, str]]) -> str:
    if not told:
        return f"No case{' of ' + short_name(view, only) if only else ''} is open: there is no penalty to suggest."
    said = [
        f"{' and '.join(short_name(view, car) for car in case.cars[:2])} ({lowered(case.reason) or 'no reason told'}): "
        f"{lowered(penalty) if penalty else 'nothing to go by'}{'' if basis == 'none' else f', by {basis}'}"
        for case, penalty, basis in told
    ]
    return fitting("A suggestion, the stewards decide: ", said, "; ")
