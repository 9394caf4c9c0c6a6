"""A plain question that the rewriter says is planned as it was when the rewriter learnt it."""

from __future__ import annotations

import pytest

from director.planners.offline import OfflinePlanner
from toolgate.contract import Context, JsonObject


@pytest.mark.parametrize(
    "plain",
    [
        "when will Vettel pit",
        "where did Vettel gain his places",
        "who led before the safety car came out",
        "will it rain",
        "gap between the Ferraris",
        "who is on soft",
    ],
)
async def test_it_is_planned_by_all_rules(plain: str, race_catalogue: list[JsonObject], context: Context) -> None:
    planner = OfflinePlanner(plainly=False)  # it plans what the rewriter learns
    learnt = await planner.plan(plain, race_catalogue, context)
    assert learnt.steps
    assert planner._meanings._surely(plain).steps == learnt.steps
