"""Another planner plans where a language model cannot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

import pytest

from director.models.base import PROVIDER_FAULTS, Fault, ModelError
from director.planners.base import FallbackPlan, PartialPlan, Turn, left_open
from director.planners.fallback import FallbackPlanner
from toolgate.contract import Context, JsonObject, Plan, Step


class Planner:
    def __init__(self, name: str, plan: Plan | ModelError) -> None:
        self.name = name
        self._plan = plan
        self.asked: list[tuple[str, Sequence[Turn]]] = []

    async def plan(
        self, question: str, catalogue: Sequence[JsonObject], context: Context, memory: Sequence[Turn] = ()
    ) -> Plan:
        self.asked.append((question, memory))
        if isinstance(self._plan, ModelError):
            raise self._plan
        return self._plan


STEPS = (Step("s1", "get_gap", {}),)
MEMORY = (Turn("who leads?", Plan()),)


async def test_the_first_planner_plans_where_it_can() -> None:
    second = Planner("offline", Plan())
    planner = FallbackPlanner(Planner("claude", Plan(STEPS, "the gap")), second)
    assert planner.name == "claude"
    assert await planner.plan("q", [], Context()) == Plan(STEPS, "the gap")
    assert second.asked == []


@pytest.mark.parametrize("fault", get_args(Fault))
async def test_the_second_plans_and_says_why(fault: Fault) -> None:
    second = Planner("offline", Plan(STEPS))
    planner = FallbackPlanner(Planner("claude", ModelError(fault, "claude cannot answer now")), second)
    if fault not in PROVIDER_FAULTS:
        with pytest.raises(ModelError):
            await planner.plan("q", [], Context(), MEMORY)
        return
    plan = await planner.plan("q", [], Context(), MEMORY)
    assert plan == FallbackPlan(
        STEPS, "planned by offline, as claude cannot answer now", "offline", "claude cannot answer now"
    )
    assert second.asked == [("q", MEMORY)]


async def test_what_the_second_leaves_open_is_not_lost() -> None:
    second = Planner("offline", PartialPlan(STEPS, left_open="how dusty is it"))
    planner = FallbackPlanner(Planner("claude", ModelError("timeout", "claude did not answer in time")), second)
    assert left_open(await planner.plan("q", [], Context())) == "how dusty is it"


async def test_silence_of_the_second_keeps_both_reasons() -> None:
    planner = FallbackPlanner(
        Planner("claude", ModelError("timeout", "claude did not answer in time")),
        Planner("offline", Plan((), "no tool answers this")),
    )
    plan = await planner.plan("q", [], Context())
    assert plan.steps == ()
    assert plan.rationale == "no tool answers this (planned by offline, as claude did not answer in time)"
