"""Question to answer: plan, check the plan, run it, answer from the results alone.

The plan is fixed before any output is read, so text inside an output can change neither the plan nor its arguments.
A plan that gave nothing may be made once more, from the question and our own error codes.
It works over any tools: it knows the contract and nothing of a race.
"""

from __future__ import annotations

import logging
from collections.abc import Coroutine, Sequence
from dataclasses import replace
from secrets import token_hex
from time import perf_counter
from typing import Any

from msgspec import Struct, structs

from director.answer import Answer, Status
from director.answerers.base import Answerer
from director.answerers.compose import Composed, compose_answer
from director.deadline import Deadline, within
from director.defaults import (
    ANSWER_MAX_CHARS,
    ANSWER_TIMEOUT_S,
    DATA_AGE_S,
    DEADLINE_S,
    MAX_PARALLEL,
    MAX_STEPS,
    PLAN_TIMEOUT_S,
    STEP_TIMEOUT_S,
    TOTAL_TIMEOUT_S,
)
from director.executor import run_plan
from director.models.base import PROVIDER_FAULTS, ModelError
from director.models.costs import bill, total
from director.planners.base import FallbackPlan, Planner, Replanner, StepFault, Turn, WatchedPlan
from director.sanitise import complaint, error_of, visible
from director.validator import allowlist_of, check_plan
from toolgate.contract import (
    ANONYMOUS,
    AgentContext,
    Context,
    JsonObject,
    Plan,
    RunCall,
    StepResult,
    Verdict,
)

_log = logging.getLogger("director")

QUESTION_MAX_CHARS = 2000


class QuestionLimits(Struct, frozen=True):
    """The limits of one question. `deadline_s` covers all of it; the other timeouts one part each (seconds)."""

    max_steps: int = MAX_STEPS
    max_parallel: int = MAX_PARALLEL
    step_timeout_s: float = STEP_TIMEOUT_S
    total_timeout_s: float = TOTAL_TIMEOUT_S
    plan_timeout_s: float = PLAN_TIMEOUT_S
    answer_timeout_s: float = ANSWER_TIMEOUT_S
    deadline_s: float = DEADLINE_S
    answer_max_chars: int = ANSWER_MAX_CHARS
    data_age_s: float = DATA_AGE_S


class Inquiry(Struct, frozen=True, kw_only=True):
    """One question, with everything needed to answer it.

    `memory` holds the turns before it, the latest last. Without an `answerer` the tools' summaries are the answer.
    """

    question: str
    planner: Planner
    catalogue: Sequence[JsonObject]
    """Its entries are known again by identity, so that they are read once: they must not be changed in place."""
    context: Context
    call: RunCall
    agent: AgentContext = ANONYMOUS
    parallel: frozenset[str] = frozenset()
    """Names of the tools that may run beside each other."""
    limits: QuestionLimits = QuestionLimits()
    memory: Sequence[Turn] = ()
    answerer: Answerer | None = None
    load_ms: float = 0.0
    """How long the race took to load, for the timings."""


async def ask(inquiry: Inquiry) -> Answer:
    """Answers one question. Returns an answer, a silence with its reason, or a failure; raises only CancelledError."""
    if not inquiry.agent.request_id:  # one for all calls of a question: what joins its records
        inquiry = structs.replace(inquiry, agent=replace(inquiry.agent, request_id=token_hex(16)))
    asking = _Asking(inquiry)
    limits = inquiry.limits
    with bill() as paid:
        await asking.plan()
        await asking.perform()
        if asking.may_replan():
            await asking.replan()
            await asking.perform()
        composed = await compose_answer(
            inquiry.question,
            asking.steps,
            inquiry.context,
            inquiry.answerer,
            max_chars=limits.answer_max_chars,
            timeout_s=limits.answer_timeout_s,
            deadline=asking.deadline,
            old_s=limits.data_age_s,
        )
    asking.watch.lap("answer")
    status, why = asking.outcome(composed)
    asking.settle(answered=status == "answered")
    return Answer(
        question=_printable(inquiry.question),
        text=composed.text,
        status=status,
        reason=why,
        planner=asking.planner,
        plan=asking.verdict.accepted,
        repaired=asking.verdict.repaired,
        rejected=asking.verdict.rejected,
        steps=tuple(asking.steps),
        timings_ms=asking.watch.laps,
        replanned=bool(asking.faults),
        tried=tuple(asking.faults),
        composed=composed,
        usage=total(paid.usages),
        plan_cached=isinstance(asking.planned, WatchedPlan) and asking.planned.cached,
        fault=asking.fault,
        context=inquiry.context,
        request_id=inquiry.agent.request_id,
    )


class _Asking:
    """One question on its way."""

    def __init__(self, inquiry: Inquiry) -> None:
        self.inquiry = inquiry
        self.watch = _Watch(inquiry.load_ms)
        self.deadline = Deadline(inquiry.limits.deadline_s)
        self.planned = Plan()
        self.planner = inquiry.planner.name
        """Who made the plan."""
        self.reason = ""
        self.fault = ""
        """What kept the planner that was asked from planning."""
        self.verdict = Verdict(Plan())
        self.steps: Sequence[StepResult] = ()
        self.faults: Sequence[StepFault] = ()

    async def plan(self) -> None:
        """The first plan, or an empty one and why."""
        asked = self.inquiry
        question = visible(asked.question[: QUESTION_MAX_CHARS + 1])
        if not question:
            self.reason = "the question is empty"
        elif len(asked.question) > QUESTION_MAX_CHARS:
            self.reason = f"the question is longer than {QUESTION_MAX_CHARS} characters"
        else:
            await self._take(asked.planner.plan(question, asked.catalogue, asked.context, asked.memory))
        self.watch.lap("plan")

    def may_replan(self) -> bool:
        """Whether nothing came of the first plan and the planner can make another. What ran out of time may yet act."""
        return (
            bool(self.planned.steps)
            and not isinstance(self.planned, FallbackPlan)
            and all(step.status != "ok" for step in self.steps)
            and not any(error_of(step).get("type") == "timeout" for step in self.steps)
            and self.deadline.left() > 0
            and isinstance(self.inquiry.planner, Replanner)
        )

    async def replan(self) -> None:
        """The second plan, from the question and the codes of what went wrong."""
        asked, planner = self.inquiry, self.inquiry.planner
        assert isinstance(planner, Replanner)
        self.settle(answered=False)
        tried = self.planned
        self.faults = _faults(self.verdict, self.steps)
        question = visible(asked.question)
        await self._take(planner.replan(question, asked.catalogue, asked.context, asked.memory, tried, self.faults))
        self.watch.lap("plan")

    async def _take(self, planning: Coroutine[Any, Any, Plan]) -> None:
        seconds = self.deadline.left(self.inquiry.limits.plan_timeout_s)
        self.planned = Plan()
        try:
            plan = await within(seconds, planning)
            self.reason = plan.rationale or "no tool answers this"
            self.planned = plan
            if isinstance(plan, FallbackPlan):
                self.planner, self.fault = plan.planner, plan.fault
        except TimeoutError:
            self.reason = self.fault = f"the planner did not answer within {seconds:.3g} s"
        except ModelError as error:
            self.reason = str(error)
            self.fault = str(error) if error.fault in PROVIDER_FAULTS else ""
        except Exception as error:  # noqa: BLE001 - a planner is another system: whatever it throws means silence
            _log.exception("the planner failed")
            self.reason = f"the planner failed ({type(error).__name__}); the log has more"

    async def perform(self) -> None:
        """The plan checked and run."""
        asked, limits = self.inquiry, self.inquiry.limits
        self.verdict = check_plan(
            self.planned, allowlist_of(asked.catalogue), limits.max_steps, vocabularies=asked.context.vocabularies
        )
        self.watch.lap("validate")
        self.steps = ()
        if self.verdict.accepted.steps:
            self.steps = await run_plan(
                self.verdict.accepted,
                asked.call,
                parallel=asked.parallel,
                max_parallel=limits.max_parallel,
                step_timeout_s=limits.step_timeout_s,
                total_timeout_s=self.deadline.left(limits.total_timeout_s),
                agent=asked.agent,
            )
        self.watch.lap("execute")

    def settle(self, *, answered: bool) -> None:
        """Reports the outcome of a plan to a planner that learns from it."""
        if not isinstance(self.planned, WatchedPlan):
            return
        try:
            self.planned.settle(self.verdict, answered and all(step.status == "ok" for step in self.steps))
        except Exception:  # noqa: BLE001 - the question is answered whatever the planner makes of it
            _log.exception("the planner failed")

    def outcome(self, composed: Composed) -> tuple[Status, str]:
        """What became of the question, and why there is no answer."""
        if composed.text:
            return "answered", ""
        if composed.reason:
            return "silent", composed.reason
        if self.steps:
            return "failed", next(filter(None, map(complaint, self.steps)), "the tools gave no answer")
        if self.planned.steps and self.verdict.rejected:
            return "silent", f"no step of the plan is valid: {self.verdict.rejected[0].message}"
        fell_back = isinstance(self.planned, FallbackPlan)
        return "failed" if self.fault and not fell_back else "silent", self.reason


class _Watch:
    """Milliseconds of each stage, all rounds of it together."""

    def __init__(self, load_ms: float) -> None:
        self.laps = {"load": round(load_ms, 3), "plan": 0.0, "validate": 0.0, "execute": 0.0, "answer": 0.0}
        self._since = perf_counter()

    def lap(self, stage: str) -> None:
        now = perf_counter()
        self.laps[stage] = round(self.laps[stage] + (now - self._since) * 1000, 3)
        self._since = now


def _faults(verdict: Verdict, steps: Sequence[StepResult]) -> list[StepFault]:
    """Why each step failed. Of a tool's error only its type, and the path where it names one of our arguments."""
    rejected = [StepFault(each.step, each.name, each.code) for each in verdict.rejected]
    failed = []
    for step in steps:
        error = error_of(step)
        details = error.get("details")
        path = str(details.get("path", "") if isinstance(details, dict) else "").strip("/").split("/")[0]
        code = "skipped" if step.status == "skipped" else str(error.get("type", "tool_failed"))
        failed.append(StepFault(step.id, step.name, code, f"/{path}" if path in step.arguments else ""))
    return [*rejected, *failed]


def _printable(question: str) -> str:
    """The question as JSON can hold it: half a surrogate pair cannot be written."""
    return question.encode("utf-8", "replace").decode()
