"""What a plan says of the question that it is for, where that was completed: the next question leans on it."""

from __future__ import annotations

from director.language.late_patterns import compile_later
from toolgate.contract import Plan

_ASKED_AS = compile_later(r"(?P<surely>surely )?asked as '(?P<text>.+?)': ")
UNTOLD = "is told by no tool"
"""So the rationale of silence ends that needs no second opinion."""
AS_BEFORE = "as before"
"""A plan that is the one before with other values says so."""


def asked_as(text: str, rationale: str, *, surely: bool = False) -> str:
    """The rationale of a plan for a question that stands for a text; `surely`, that it can mean nothing else."""
    return f"{'surely ' if surely else ''}asked as '{text}': {rationale}"


def stood_for(plan: Plan) -> str:
    """The question in full that a plan is of, where it was completed; else empty."""
    completed = _ASKED_AS.match(plan.rationale)
    return completed["text"] if completed is not None else ""


def is_completed(plan: Plan) -> bool:
    """Whether a plan is of a question that was completed."""
    return bool(stood_for(plan))


def is_surely_completed(plan: Plan) -> bool:
    """Whether a plan is of a question that was completed and can mean nothing else, or is told by nothing."""
    completed = _ASKED_AS.match(plan.rationale)
    return plan.rationale.endswith(UNTOLD) or (completed is not None and completed["surely"] is not None)
