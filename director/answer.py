"""The outcome of a question: an answer with its evidence, or a silence or failure with its reason."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from director.answerers.compose import Composed
from director.models.base import Usage
from director.planners.base import StepFault
from director.sanitise import answer_data
from toolgate.contract import Context, JsonObject, Plan, Rejection, Repair, StepResult
from toolgate.values import Value

if TYPE_CHECKING:
    from director.grounding import Evidence

Status = Literal["answered", "silent", "failed"]
NOTHING = Composed("")
FREE = Usage(cost_usd=0.0)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Answer(Value):
    """The outcome of one question.

    `text` is the answer, empty unless `status` is `answered`; `reason` says why there is none. Everything it came from
    stands beside it: the plan with its repairs, the results of its steps, and the evidence.
    """

    question: str
    text: str
    status: Status
    reason: str
    planner: str
    plan: Plan
    repaired: tuple[Repair, ...]
    rejected: tuple[Rejection, ...]
    steps: tuple[StepResult, ...]
    timings_ms: dict[str, float]
    replanned: bool = False
    tried: tuple[StepFault, ...] = ()
    """Why the first plan gave nothing, where there was a second one."""
    composed: Composed = NOTHING
    usage: Usage = FREE
    plan_cached: bool = False
    """Whether the plan was made for an earlier question of the same form. What it calls was run anew."""
    fault: str = ""
    """What kept the planner that was asked from planning, as a provider out of reach; `planner` is then whoever planned
    instead, where somebody did."""
    context: Context = field(default_factory=Context, repr=False)
    request_id: str = ""
    """The id that the audit records of its calls have too."""

    def to_json(self) -> JsonObject:
        """The object that `director ask --json` prints."""
        evidence = self.evidence
        return {
            "question": self.question,
            "answer": self.text,
            "status": self.status,
            "reason": self.reason,
            "planner": self.planner,
            "fault": self.fault,
            "plan": self.plan.to_json(),
            "repaired": [repair.to_json() for repair in self.repaired],
            "rejected": [rejection.to_json() for rejection in self.rejected],
            "steps": [step.to_json() for step in self.steps],
            "as_of": self.as_of,
            "evidence": [
                {"text": each.text, "step": each.step, "pointer": each.path, "value": each.value} for each in evidence
            ],
            "timings_ms": self.timings_ms,
            "answerer": self.composed.answerer,
            "replanned": self.replanned,
            "tried": [
                {"step": fault.step, "name": fault.tool, "code": fault.code, "path": fault.path} for fault in self.tried
            ],
            "grounding": {
                "refused": [list(flaws) for flaws in self.composed.refused],
                "fallback": self.composed.fallback,
                "evidence": [each.to_json() for each in evidence],
            },
            "tokens": {
                "input": self.usage.input_tokens,
                "output": self.usage.output_tokens,
                "cached": self.usage.cached_tokens,
            },
            "cost_usd": self.usage.cost_usd,
            "plan_cached": self.plan_cached,
            "request_id": self.request_id,
        }

    @property
    def as_of(self) -> JsonObject | None:
        """The moment that the first result describes."""
        return next((step.envelope["as_of"] for step in self.steps if "as_of" in step.envelope), None)

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """The source of each value of the answer: exact where it was made of clauses, else sought for each number."""
        from director.grounding import find_evidence

        if self.composed.evidence or not self.text:
            return self.composed.evidence
        return find_evidence(self.text, answer_data(self.steps), self.context)
