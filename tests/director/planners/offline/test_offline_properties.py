"""Whatever is asked, and whatever a server lists: a plan comes back, the same every time, with known arguments."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from director.planners.offline import OfflinePlanner
from director.planners.offline.planner import MAX_NUMBERS
from director.validator import validate_plan
from tests.examples import examples
from toolgate.contract import Context, JsonObject

WORDS = """
who is leading where gap between Hamilton vettel VER per 33 5 lap 20 top second P5 on since behind ahead leader pit
stops the of and not how far many has been {driver} $ref 1:02:03 within seconds ferrari he his they raikkonnen \x00 🏎
"""
question = st.one_of(st.text(max_size=200), st.lists(st.sampled_from(WORDS.split()), max_size=14).map(" ".join))
quick = examples(50, suppress_health_check=[HealthCheck.function_scoped_fixture])


@quick
@given(asked=question)
async def test_any_text_gives_a_plan_of_known_arguments(
    planner: OfflinePlanner, race_catalogue: list[JsonObject], context: Context, asked: str
) -> None:
    plan = await planner.plan(asked, race_catalogue, context)
    assert plan == await planner.plan(asked, race_catalogue, context)
    assert plan.rationale
    tools = {entry["name"]: entry["input_schema"] for entry in race_catalogue}
    for step in plan.steps:
        schema = tools[step.name]
        assert step.arguments.keys() <= schema["properties"].keys()
        assert set(schema["required"]) <= step.arguments.keys()
    verdict = validate_plan(plan.to_json(), race_catalogue, vocabularies=context.vocabularies)
    assert not verdict.rejected, verdict.rejected


async def test_a_very_long_question_is_refused_at_once(
    planner: OfflinePlanner, race_catalogue: list[JsonObject], context: Context
) -> None:
    plan = await planner.plan("who is leading " * 7_000, race_catalogue, context)
    assert (plan.steps, plan.rationale) == ((), "the question is too long")


@pytest.mark.parametrize("numbers", [MAX_NUMBERS, MAX_NUMBERS + 1])
async def test_so_many_numbers_are_read_and_no_more(
    planner: OfflinePlanner, race_catalogue: list[JsonObject], context: Context, numbers: int
) -> None:
    """Where no race is asked about there may be more: another server's tool may add them."""
    asked, other = " ".join(["7"] * numbers), [entry for entry in race_catalogue if entry["name"] == "get_weather"]
    plans = [await planner.plan(asked, race_catalogue, context), await OfflinePlanner().plan(asked, other, context)]
    told = [plan.rationale == "the question has too many numbers" for plan in plans]
    assert told == [numbers > 30, False]


json_value: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.sampled_from(["gap", "top {}", "{x}", "driver", "integer"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["a", "{}"]), inner, max_size=2),
    max_leaves=4,
)
prop = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(["integer", "string", "number", ["integer", "null"]]),
        "enum": st.lists(st.sampled_from(["gap", 1, None, ""]), max_size=3),
        "minimum": st.integers(-3, 3),
        "x-vocabulary": st.sampled_from(["driver", "team", "ghost"]),
        "x-phrases": st.lists(st.sampled_from(["top {}", "{}", "no value", "of {} {}"]), max_size=3),
        "description": st.sampled_from(["the gap", ""]),
    },
)
entry = st.fixed_dictionaries(
    {"name": st.sampled_from(["get_gap", "x", "top"])},
    optional={
        "description": st.sampled_from(["The gap of a driver.", ""]),
        "input_schema": st.fixed_dictionaries(
            {"properties": st.dictionaries(st.sampled_from(["driver", "n", "text"]), prop | st.booleans(), max_size=3)},
            optional={"required": st.lists(st.sampled_from(["driver", "n"]), max_size=2)},
        ),
        "examples": st.lists(
            st.tuples(
                st.sampled_from(["gap of {driver}", "{n}", "top {n} gap", "{text} gap", "", "{ghost}"]),
                st.dictionaries(st.sampled_from(["driver", "n", "text", "odd"]), json_value, max_size=2),
            ).map(list),
            max_size=3,
        ),
    },
)


@quick
@given(catalogue=st.lists(entry, max_size=3), asked=question)
async def test_any_catalogue_can_be_planned_over(context: Context, catalogue: list[JsonObject], asked: str) -> None:
    plan = await OfflinePlanner().plan(asked, catalogue, context)
    assert {step.name for step in plan.steps} <= {one["name"] for one in catalogue}
