"""The planner that asks a language model."""

from __future__ import annotations

from collections.abc import Sequence

from director.defaults import CATALOGUE_TOKENS, MAX_STEPS, PLAN_TIMEOUT_S
from director.models.base import Model, ModelError, Request
from director.models.costs import ask_model
from director.planners.base import StepFault, Turn
from director.planners.plan_prompt import plan_request, read_plan, replan_request
from director.planners.shortlist import shortlist
from toolgate.contract import Context, JsonObject, Plan


class LlmPlanner:
    """Plans by asking a model. What it replies is a proposal: the validator decides.

    `timeout_s` is for one reply, `max_tokens` for the catalogue in the prompt. `system_prompt` stands before the rules.
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
        self._max_tokens = max_tokens
        self._max_steps = max_steps
        self._system_prompt = system_prompt

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model.name

    async def plan(
        self, question: str, catalogue: Sequence[JsonObject], context: Context, memory: Sequence[Turn] = ()
    ) -> Plan:
        """The model's plan as it stands. ModelError where it gives none."""
        return await self._asked(self._request(question, catalogue, context, memory))

    async def replan(
        self,
        question: str,
        catalogue: Sequence[JsonObject],
        context: Context,
        memory: Sequence[Turn],
        tried: Plan,
        faults: Sequence[StepFault],
    ) -> Plan:
        """Another plan, after the codes of what went wrong. ModelError where it gives none."""
        first = self._request(question, catalogue, context, memory)
        return await self._asked(replan_request(first, tried, faults))

    def _request(
        self, question: str, catalogue: Sequence[JsonObject], context: Context, memory: Sequence[Turn]
    ) -> Request:
        return plan_request(
            question,
            shortlist(question, catalogue, memory),
            context,
            memory,
            max_tokens=self._max_tokens,
            max_steps=self._max_steps,
            system_prompt=self._system_prompt,
        )

    async def _asked(self, request: Request) -> Plan:
        reply = await ask_model(self._model, request, self._timeout_s)
        try:
            return read_plan(reply.data)
        except ValueError as error:
            raise ModelError("unreadable", f"{self.name}: {error}") from None
