"""Plans with a second planner where the provider of the first one's model cannot be asked."""

from __future__ import annotations

from collections.abc import Sequence

from director.models.base import PROVIDER_FAULTS, ModelError
from director.planners.base import FallbackPlan, Planner, StepFault, Turn, left_open, replanned
from toolgate.contract import Context, JsonObject, Plan


class FallbackPlanner:
    """The first planner, or else the second. The rationale of a plan of the second says so, and why.

    A model that was asked and gave no plan (it declines, it writes no JSON) is obeyed: that is silence.
    """

    def __init__(self, first: Planner, second: Planner) -> None:
        self._first = first
        self._second = second

    @property
    def name(self) -> str:
        """The name of the first planner."""
        return self._first.name

    async def plan(
        self, question: str, catalogue: Sequence[JsonObject], context: Context, memory: Sequence[Turn] = ()
    ) -> Plan:
        """The first one's plan; the second one's where a provider, an account or the network is at fault."""
        try:
            return await self._first.plan(question, catalogue, context, memory)
        except ModelError as error:
            if error.fault not in PROVIDER_FAULTS:
                raise
            plan = await self._second.plan(question, catalogue, context, memory)
            why = f"planned by {self._second.name}, as {error}"
            rationale = f"{plan.rationale} ({why})" if plan.rationale else why
            return FallbackPlan(plan.steps, rationale, self._second.name, str(error), left_open(plan))

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
        """The first one's second plan, where it makes any."""
        return await replanned(self._first, question, catalogue, context, memory, tried, faults, values)
