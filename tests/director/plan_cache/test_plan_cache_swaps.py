"""A value swapped in a question is swapped in its plan, and nothing else; a word that counts makes another question."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from director.plan_cache import CachingPlanner
from director.planners.base import WatchedPlan
from tests.examples import examples
from toolgate.contract import Context, JsonObject, Plan, Step

FORMS: dict[str, list[str]] = {
    "VET": ["Vettel", "VET", "Sebastian Vettel", "car 5"],
    "HAM": ["Hamilton", "HAM", "Lewis", "number 44"],
    "RAI": ["Räikkönen", "Raikkonen", "Kimi", "RAI"],
    "BOT": ["bottas", "Valtteri Bottas", "BOT"],
    "STR": ["Stroll", "Lance Stroll", "STR"],
    "LEC": ["Leclerc", "charles leclerc", "LEC"],
}
NUMBERS = {
    2: ["2", "two"],
    3: ["3", "three"],
    7: ["7", "seven"],
    12: ["12", "twelve"],
    23: ["23", "twenty three"],
    40: ["40"],
}
PLACES = {"P1": ["P1", "p1"], "P4": ["P4", "4th"], "P9": ["P9", "9th", "ninth"]}
# Question and plan, {p} and {q} for positions, with {a} and {b} for drivers, {n} and {m} for numbers.
SHAPES: list[tuple[str, str, dict[str, str]]] = [
    ("what tyres is {a} on?", "get_stints", {"driver": "a"}),
    ("how far is {a} behind {b}?", "get_gap", {"driver": "a", "other": "b"}),
    ("who led on lap {n}", "get_standings", {"at_lap": "n"}),
    ("where was {a} on lap {n}?", "get_driver", {"driver": "a", "at_lap": "n"}),
    ("gap between {a} and {b} on lap {n}", "get_gap", {"driver": "a", "other": "b", "at_lap": "n"}),
    ("lap times of {a} from lap {n} to lap {m}", "get_lap_times", {"driver": "a", "from_lap": "n", "to_lap": "m"}),
    ("who was in the top {n} on lap {m}?", "get_standings", {"top_n": "n", "at_lap": "m"}),
    ("is {b} faster than {a}?", "get_lap_times", {"driver": "a", "other": "b"}),
    ("what's the gap between {p} and {q}?", "get_gap", {"driver": "q", "other": "p"}),
    ("what tyres was {p} on after lap {n}?", "get_stints", {"driver": "p", "at_lap": "n"}),
]
MEANINGFUL = (
    "not never no nobody only more less most least before after ahead behind first last best worst faster slower "
    "without except until since than was will would why when who how if again still already just almost between "
    "up down out in to from by over under and or leader lap place"
)


@st.composite
def values(draw: st.DrawFn) -> dict[str, Any]:
    a, b = draw(st.permutations(list(FORMS)))[:2]
    n, m = draw(st.permutations(list(NUMBERS)))[:2]
    p, q = draw(st.permutations(list(PLACES)))[:2]
    return {"a": a, "b": b, "n": n, "m": m, "p": p, "q": q}


def said(shape: str, given_: dict[str, Any], pick: int) -> str:
    ways: dict[Any, list[str]] = {**FORMS, **NUMBERS, **PLACES}
    forms = {name: ways[value] for name, value in given_.items()}
    return shape.format(**{name: each[pick % len(each)] for name, each in forms.items()})


def plan_of(tool: str, arguments: dict[str, str], given_: dict[str, Any]) -> Plan:
    return Plan((Step("s1", tool, {name: given_[slot] for name, slot in arguments.items()}, "pitwall"),), "why")


class Race:
    """A cache that holds one plan, and questions to it. A plain class, since hypothesis prints what a test is given."""

    def __init__(self, bench: Any, catalogue: list[JsonObject], context: Context) -> None:
        self.bench, self.catalogue, self.context = bench, catalogue, context

    async def after(self, question: str, plan: Plan) -> CachingPlanner:
        inner = self.bench.Planned(plan)
        planner = CachingPlanner(inner, 10)
        await self.bench.answered(planner, question, self.catalogue, self.context)
        inner.says = Plan()
        return planner

    async def cached(self, planner: CachingPlanner, question: str) -> Plan | None:
        plan = await planner.plan(question, self.catalogue, self.context)
        return plan if isinstance(plan, WatchedPlan) and plan.cached else None


@pytest.fixture(scope="module")
def race(bench: Any, catalogue: list[JsonObject], context: Context) -> Race:
    return Race(bench, catalogue, context)


@pytest.mark.parametrize(("shape", "tool", "arguments"), SHAPES)
@examples(10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(one=values(), other=values(), picks=st.tuples(st.integers(0, 3), st.integers(0, 3)))
async def test_what_is_swapped_in_the_question_is_swapped_in_the_plan(
    shape: str, tool: str, arguments: dict[str, str], one: dict[str, Any], other: dict[str, Any],
    picks: tuple[int, int], race: Race,
) -> None:  # fmt: skip
    plan = plan_of(tool, arguments, one)
    planner = await race.after(said(shape, one, picks[0]), plan)
    got = await race.cached(planner, said(shape, other, picks[1]))
    assert got is not None
    assert got.steps == plan_of(tool, arguments, other).steps


@pytest.mark.parametrize(("shape", "tool", "arguments"), SHAPES)
@examples(15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(one=values(), word=st.sampled_from(MEANINGFUL.split()), at=st.integers(0, 12), instead=st.booleans())
async def test_a_word_that_counts_is_another_question(
    shape: str, tool: str, arguments: dict[str, str], one: dict[str, Any], word: str, at: int, instead: bool,
    race: Race,
) -> None:  # fmt: skip
    planner = await race.after(said(shape, one, 0), plan_of(tool, arguments, one))
    words = shape.split()
    at %= len(words)
    if instead and "{" not in words[at] and words[at] != "the" and words[at] != word:
        words[at] = word
    else:
        words.insert(at, word)
    assert await race.cached(planner, said(" ".join(words), one, 0)) is None, words


@pytest.mark.parametrize(("shape", "tool", "arguments"), SHAPES)
async def test_words_in_another_order_are_another_question(
    shape: str, tool: str, arguments: dict[str, str], race: Race
) -> None:
    one = {"a": "VET", "b": "HAM", "n": 12, "m": 40, "p": "P4", "q": "P9"}
    plan = plan_of(tool, arguments, one)
    planner = await race.after(said(shape, one, 0), plan)
    words = shape.split()
    for at in range(len(words) - 1):
        swapped = [*words[:at], words[at + 1], words[at], *words[at + 2 :]]
        if "the" in swapped[at : at + 2]:
            continue
        assert await race.cached(planner, said(" ".join(swapped), one, 0)) is None, swapped
