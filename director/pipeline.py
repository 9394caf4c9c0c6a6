"""Question to answer: plan, check the plan, run it, answer from the results alone.

The plan is fixed before any output is read, so text inside an output can change neither the plan nor its arguments.
A plan may be made once more, from our own error codes, or from numbers where it asked to choose by them.
It works over any tools: it knows the contract and nothing of a race.
"""

from __future__ import annotations

import logging
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import replace
from os import urandom
from typing import Any

import msgspec
from msgspec import Struct, structs

from director.answer import Answer, Status
from director.answerers.base import Answerer
from director.answerers.compose import Composed, compose_answer
from director.answerers.declared_claims import with_claims
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
from director.executor import NO_TIMEOUTS, own_timeout, run_plan
from director.models.base import PROVIDER_FAULTS, ModelError
from director.models.costs import bill, total
from director.planners.base import (
    ChoosingPlan,
    FallbackPlan,
    Planner,
    Replanner,
    StepFault,
    Turn,
    WatchedPlan,
    left_open,
)
from director.references import referred_to
from director.sanitise import complaint, error_of, visible
from director.second_round import faults_of, typed_values, went_well
from director.stopwatch import Stopwatch
from director.validator import allowlist_of, check_plan
from toolgate.contract import (
    ANONYMOUS,
    AgentContext,
    Call,
    Context,
    JsonObject,
    Outcome,
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
    """Entries are cached by identity, so they must not be changed in place."""
    context: Context
    call: RunCall
    agent: AgentContext = ANONYMOUS
    parallel: frozenset[str] = frozenset()
    """Names of the tools that may run beside each other."""
    timeouts_s: Mapping[str, float] = NO_TIMEOUTS
    """Tools that are given another time than `limits` gives a step, as those of other people's servers are."""
    limits: QuestionLimits = QuestionLimits()
    memory: Sequence[Turn] = ()
    answerer: Answerer | None = None
    load_ms: float = 0.0
    """How long the race took to load, for the timings."""


async def ask(inquiry: Inquiry) -> Answer:
    """Answers one question. Returns an answer, a silence with its reason, or a failure; raises only CancelledError."""
    if not inquiry.agent.request_id:  # one for all calls of a question: what joins its records
        inquiry = structs.replace(inquiry, agent=replace(inquiry.agent, request_id=urandom(16).hex()))
    asking = _Asking(inquiry)
    limits = inquiry.limits
    with bill() as paid:
        await asking.plan()
        await asking.perform()
        if asking.may_replan():
            await asking.replan()
        composed = await compose_answer(
            inquiry.question,
            asking.steps,
            with_claims(inquiry.context, inquiry.catalogue),
            inquiry.answerer,
            max_chars=limits.answer_max_chars,
            left_open=left_open(asking.planned),
            timeout_s=limits.answer_timeout_s,
            deadline=asking.deadline,
            old_s=limits.data_age_s,
            rejected=asking.verdict.rejected,
            finding=referred_to(asking.verdict.accepted),
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
        replanned=asking.replanned,
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
        self.watch = Stopwatch(inquiry.load_ms)
        self.deadline = Deadline(inquiry.limits.deadline_s)
        self.planned = Plan()
        self.planner = inquiry.planner.name
        """The name of the planner that made the plan."""
        self.reason = ""
        self.fault = ""
        """What kept the planner that was asked from planning."""
        self.verdict = Verdict(Plan())
        self.steps: Sequence[StepResult] = ()
        self.faults: Sequence[StepFault] = ()
        self.replanned = False
        self.given: dict[bytes, Outcome] = {}
        """What went well, by the call: an effect is not to happen twice."""

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
        """Whether to plan again for what the first plan left open: not after a timeout, as the step may still act."""
        wants_more = isinstance(self.planned, ChoosingPlan) and any(step.status == "ok" for step in self.steps)
        return (
            bool(self.planned.steps)
            and not isinstance(self.planned, FallbackPlan)
            and (wants_more or bool(self.verdict.rejected) or any(step.status != "ok" for step in self.steps))
            and not any(error_of(step).get("type") == "timeout" for step in self.steps)
            and self.deadline.left() > 0
            and isinstance(self.inquiry.planner, Replanner)
        )

    async def replan(self) -> None:
        """The second plan, from what went wrong or from the values to choose by, and what comes of it.

        What the first plan gave stays where the second one gives less. A call that went well is not made again.
        """
        asked, planner = self.inquiry, self.inquiry.planner
        assert isinstance(planner, Replanner)
        self.settle(answered=False)
        before = self.planned, self.verdict, self.steps
        faults = self.faults = faults_of(self.verdict, self.steps)
        is_choice = isinstance(self.planned, ChoosingPlan) and not faults
        values = typed_values(self.steps, asked.catalogue) if is_choice else ()
        told = visible(asked.question), asked.catalogue, asked.context, asked.memory, self.planned, faults
        self.replanned = True
        await self._take(planner.replan(*told, values) if values else planner.replan(*told))
        self.watch.lap("plan")
        await self.perform()
        if not is_choice and went_well(self.steps) < went_well(before[2]):
            self.planned, self.verdict, self.steps = before

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
            steps = self.verdict.accepted.steps if asked.timeouts_s else ()
            own = [own_timeout(step, asked.timeouts_s) or 0.0 for step in steps]
            self.steps = await run_plan(
                self.verdict.accepted,
                self._once,
                parallel=asked.parallel,
                max_parallel=limits.max_parallel,
                step_timeout_s=limits.step_timeout_s,
                total_timeout_s=self.deadline.left(max((limits.total_timeout_s, *own))),
                timeouts_s=asked.timeouts_s,
                agent=asked.agent,
            )
        self.watch.lap("execute")

    async def _once(self, call: Call) -> Outcome:
        """What the call gives, or gave before."""
        key = msgspec.json.encode([call.server, call.name, call.arguments], enc_hook=str, order="deterministic")
        if key not in self.given:
            outcome = await self.inquiry.call(call)
            if not outcome.ok:
                return outcome
            self.given[key] = outcome
        return self.given[key]

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
            left = left_open(self.planned)
            return "answered", f"not answered: {left}" if left else ""
        if composed.reason:
            return "silent", composed.reason
        if self.steps:
            return "failed", next(filter(None, map(complaint, self.steps)), "the tools gave no answer")
        if self.planned.steps and self.verdict.rejected:
            status: Status = "failed" if self.fault else "silent"
            return status, f"no step of the plan is valid: {self.verdict.rejected[0].message}"
        return "failed" if self.fault else "silent", self.reason


def _printable(question: str) -> str:
    """The question as JSON can hold it: half a surrogate pair cannot be written."""
    return question.encode("utf-8", "replace").decode()
