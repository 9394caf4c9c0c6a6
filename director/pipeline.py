"""Question to answer: plan, check the plan, run it, answer from the results alone.

The plan is fixed before any output is read, so text inside an output can change neither the plan nor its arguments.
It works over any tools: it knows the contract and nothing of a race.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Literal

from director.answerer import template_answer
from director.executor import run_plan
from director.planners.base import Planner
from director.validator import validate_plan
from toolgate.contract import Context, JsonObject, Plan, Rejection, Repair, RunCall, StepResult

_log = logging.getLogger("director")

Status = Literal["answered", "silent", "failed"]
QUESTION_MAX_CHARS = 2000


@dataclass(frozen=True, slots=True)
class Limits:
    """What a question may cost."""

    max_steps: int = 5
    max_parallel: int = 8
    step_timeout_s: float = 2.0
    total_timeout_s: float = 5.0
    plan_timeout_s: float = 5.0
    answer_max_chars: int = 200


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer, and everything it came from. `reason` says why there is none."""

    question: str
    answer: str
    status: Status
    reason: str
    planner: str
    plan: Plan
    repaired: tuple[Repair, ...]
    rejected: tuple[Rejection, ...]
    steps: tuple[StepResult, ...]
    timings_ms: dict[str, float]

    def to_json(self) -> JsonObject:
        """The object that `director ask --json` prints."""
        return {
            "question": self.question,
            "answer": self.answer,
            "status": self.status,
            "reason": self.reason,
            "planner": self.planner,
            "plan": self.plan.to_json(),
            "repaired": [repair.to_json() for repair in self.repaired],
            "rejected": [rejection.to_json() for rejection in self.rejected],
            "steps": [step.to_json() for step in self.steps],
            "as_of": self.as_of,
            "timings_ms": self.timings_ms,
        }

    @property
    def as_of(self) -> JsonObject | None:
        """The moment that the first result describes."""
        return next((step.envelope["as_of"] for step in self.steps if "as_of" in step.envelope), None)


async def ask(
    question: str,
    *,
    planner: Planner,
    catalogue: Sequence[JsonObject],
    context: Context,
    call: RunCall,
    parallel: frozenset[str] = frozenset(),
    limits: Limits | None = None,
    load_ms: float = 0.0,
) -> Answer:
    """One question, one answer, one silence with its reason, or one failure. It raises nothing but a cancellation."""
    limits = limits or Limits()
    watch = _Watch(load_ms)
    plan, reason = await _plan(question, planner, catalogue, context, limits)
    watch.lap("plan")
    verdict = validate_plan(plan.to_json(), list(catalogue), limits.max_steps, vocabularies=context.vocabularies)
    watch.lap("validate")
    steps: Sequence[StepResult] = ()
    if verdict.accepted.steps:
        steps = await run_plan(
            verdict.accepted,
            call,
            parallel=parallel,
            max_parallel=limits.max_parallel,
            step_timeout_s=limits.step_timeout_s,
            total_timeout_s=limits.total_timeout_s,
        )
    watch.lap("execute")
    answer = template_answer(steps, limits.answer_max_chars)
    watch.lap("answer")
    status, why = _status(answer, steps, plan, verdict.rejected, reason)
    return Answer(
        question=question,
        answer=answer,
        status=status,
        reason=why,
        planner=planner.name,
        plan=verdict.accepted,
        repaired=verdict.repaired,
        rejected=verdict.rejected,
        steps=tuple(steps),
        timings_ms=watch.laps,
    )


class _Watch:
    """Milliseconds of each stage."""

    def __init__(self, load_ms: float) -> None:
        self.laps = {"load": round(load_ms, 3)}
        self._since = perf_counter()

    def lap(self, stage: str) -> None:
        now = perf_counter()
        self.laps[stage] = round((now - self._since) * 1000, 3)
        self._since = now


async def _plan(
    question: str, planner: Planner, catalogue: Sequence[JsonObject], context: Context, limits: Limits
) -> tuple[Plan, str]:
    """The plan, or an empty one and why."""
    if not question.strip():
        return Plan(), "the question is empty"
    if len(question) > QUESTION_MAX_CHARS:
        return Plan(), f"the question is longer than {QUESTION_MAX_CHARS} characters"
    try:
        plan = await asyncio.wait_for(planner.plan(question, catalogue, context), limits.plan_timeout_s)
    except TimeoutError:
        return Plan(), f"the planner did not answer within {limits.plan_timeout_s:g} s"
    except Exception as error:  # noqa: BLE001 - a planner is another system: whatever it throws means silence
        _log.exception("the planner failed")
        return Plan(), f"the planner failed ({type(error).__name__}); the log has more"
    return plan, plan.rationale or "no tool answers this"


def _status(
    answer: str, steps: Sequence[StepResult], plan: Plan, rejected: Sequence[Rejection], reason: str
) -> tuple[Status, str]:
    if answer:
        return "answered", ""
    if steps:
        error = next((step.envelope["error"] for step in steps if "error" in step.envelope), None)
        return "failed", f"{error['type']}: {error['message']}" if error else "the tools gave no answer"
    if plan.steps and rejected:
        return "silent", f"no step of the plan is valid: {rejected[0].message}"
    return "silent", reason
