"""The planner that asks a language model."""

from __future__ import annotations

from collections.abc import Sequence

from director.deadline import Deadline
from director.defaults import CATALOGUE_TOKENS, MAX_STEPS, PLAN_TIMEOUT_S
from director.models.base import Model, ModelError, Request
from director.models.costs import ask_model
from director.planners.base import StepFault, Turn
from director.planners.plan_prompt import PlanPrompts, read_plan, replan_request, unreadable_request
from director.planners.shortlist import shortlist
from toolgate.contract import Context, JsonObject, Plan


class LlmPlanner:
    """Plans by asking a model. What it replies is a proposal: the validator decides.

    A reply that is no plan is asked for once more. `timeout_s` is for a plan, both replies together, `max_tokens` for
    the catalogue in the prompt. `system_prompt` stands before the rules.
    """

    def __init__(
        self,
        model: Model,
        *,
        timeout_s: float = PLAN_TIMEOUT_S,
        max_tokens: int = CATALOGUE_TOKENS,
        max_steps: int = MAX_STEPS,
        system_prompt: str = "",
    ) -> None:
        self._model = model
        self._timeout_s = timeout_s
        self._prompts = PlanPrompts(max_tokens, max_steps, system_prompt)

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model.name

    async def plan(
        self, question: str, catalogue: Sequence[JsonObject], context: Context, memory: Sequence[Turn] = ()
    ) -> Plan:
        """The model's plan as it stands. ModelError where it gives none."""
        return await self._asked(
            self._prompts.request(question, shortlist(question, catalogue, memory), context, memory)
        )

    async def replan(
        self,
        question: str,
        catalogue: Sequence[JsonObject],
        context: Context,
        memory: Sequence[Turn],
        tried: Plan,
        faults: Sequence[StepFault],
        values: Sequence[JsonObject] = (),
    ) -> Plan:
        """Another plan, after what went wrong or with the values that the first one asked for."""
        first = self._prompts.request(question, shortlist(question, catalogue, memory), context, memory)
        return await self._asked(replan_request(first, tried, faults, values))

    async def _asked(self, request: Request) -> Plan:
        deadline = Deadline(self._timeout_s)
        try:
            return await self._read(request, deadline)
        except ModelError as error:
            if error.fault != "unreadable" or deadline.left() <= 0:
                raise
        return await self._read(unreadable_request(request), deadline)

    async def _read(self, request: Request, deadline: Deadline) -> Plan:
        reply = await ask_model(self._model, request, deadline.left(self._timeout_s))
        try:
            return read_plan(reply.data)
        except ValueError as error:
            raise ModelError("unreadable", f"{self.name}: {error}") from None
