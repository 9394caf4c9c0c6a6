"""What is kept, what is served, and what is not: the rules of the plan cache, one by one."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Sequence
from dataclasses import replace
from threading import Thread
from typing import Any

import pytest

from director.models.base import ModelError
from director.plan_cache import CachingPlanner
from director.plan_cache.planner import _digest
from director.plan_cache.question_form import QuestionReader
from director.plan_cache.store import Entry, PlanStore
from director.plan_cache.template import PlanTemplate
from director.planners.base import Turn, WatchedPlan
from director.planners.fallback import FallbackPlanner
from director.planners.offline import OfflinePlanner
from director.validator import validate_plan
from toolgate.contract import Context, JsonObject, Plan, Step

LAP_17 = "Azerbaijan Grand Prix, 2018, Race: lap 17 of 51 completed."


NOTHING = Plan()


def one_step(name: str, /, **arguments: Any) -> Plan:
    return Plan((Step("s1", name, arguments, "pitwall"),), "why")


async def test_a_catalogue_is_told_from_others_once_and_by_what_it_says(
    catalogue: list[JsonObject], context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    digests: list[str] = []

    def digest(told: Sequence[JsonObject]) -> str:
        digests.append(_digest(told))
        return digests[-1]

    monkeypatch.setattr("director.plan_cache.planner._digest", digest)
    cached = CachingPlanner(OfflinePlanner(), 3)
    for told in (catalogue, list(catalogue), copy.deepcopy(catalogue), catalogue[1:]):
        for _ in range(3):
            await cached.plan("how far is Perez behind Stroll?", told, context)
    same, again, other = digests
    assert same == again != other


class Cached:
    """A cache over a planner that says what it is told, in one race."""

    def __init__(self, bench: Any, catalogue: list[JsonObject], context: Context) -> None:
        self.inner = bench.Planned()
        self.planner = CachingPlanner(self.inner, 3)
        self.catalogue = catalogue
        self.context = context

    async def ask(
        self, question: str, plan: Plan = NOTHING, *, well: bool = True, memory: Sequence[Turn] = ()
    ) -> tuple[bool, tuple[Step, ...]]:
        """Whether the plan came from the cache, and its steps. It is then said to have gone well."""
        self.inner.says = plan
        got = await self.planner.plan(question, self.catalogue, self.context, memory)
        if not isinstance(got, WatchedPlan):
            return False, got.steps
        verdict = validate_plan(got.to_json(), self.catalogue, vocabularies=self.context.vocabularies)
        got.settle(verdict, well and bool(got.steps))
        return got.cached, got.steps

    async def keeps(self, question: str, plan: Plan, again: str = "", **how: Any) -> bool:
        """Whether a plan is kept, seen by asking once more."""
        await self.ask(question, plan, **how)
        return (await self.ask(again or question))[0]


@pytest.fixture
def cached(bench: Any, catalogue: list[JsonObject], context: Context) -> Cached:
    return Cached(bench, catalogue, context)


async def test_a_plan_is_filled_with_the_values_of_the_question(cached: Cached) -> None:
    assert await cached.ask("what tyres is Vettel on?", one_step("get_stints", driver="VET")) == (
        False,
        one_step("get_stints", driver="VET").steps,
    )
    assert await cached.ask("Hey, what tires is Lewis on right now??") == (
        True,
        one_step("get_stints", driver="HAM").steps,
    )
    assert cached.inner.asked == ["what tyres is Vettel on?"]


@pytest.mark.parametrize(("written", "expected"), [("44", "5"), ("Lewis Hamilton", "Sebastian Vettel"), ("HAM", "VET")])
async def test_a_name_stays_in_the_form_that_the_plan_has(cached: Cached, written: str, expected: str) -> None:
    await cached.ask("has Hamilton pitted?", one_step("get_pit_stops", driver=written))
    served, (step,) = await cached.ask("has Seb pitted?")
    assert (served, step.arguments) == (True, {"driver": "VET"} if written == "HAM" else {"driver": expected})


async def test_what_did_not_answer_is_not_kept(cached: Cached) -> None:
    assert not await cached.keeps("has Hamilton pitted?", one_step("get_pit_stops", driver="HAM"), well=False)


async def test_what_the_validator_rejects_in_part_is_not_kept(cached: Cached) -> None:
    plan = Plan((*one_step("get_pit_stops", driver="HAM").steps, Step("s2", "launch", {})))
    assert not await cached.keeps("has Hamilton pitted?", plan)


async def test_a_cached_plan_that_fails_is_forgotten(cached: Cached) -> None:
    assert await cached.keeps("has Hamilton pitted?", one_step("get_pit_stops", driver="HAM"))
    assert await cached.ask("has Hamilton pitted?", well=False) == (True, one_step("get_pit_stops", driver="HAM").steps)
    assert not (await cached.ask("has Hamilton pitted?"))[0]


async def test_a_plan_that_is_invalid_once_filled_is_forgotten(cached: Cached) -> None:
    """A lap that the schema does not allow is the model's to judge."""
    assert await cached.keeps("who led on lap 20?", one_step("get_standings", at_lap=20))
    assert await cached.ask("who led on lap 99999?") == (False, ())
    assert not (await cached.ask("who led on lap 20?"))[0]


async def test_a_name_without_the_form_that_is_needed_is_asked_anew(cached: Cached) -> None:
    drivers = [*cached.context.vocabularies["driver"], {"car": "99"}]
    cached.context = replace(cached.context, vocabularies={"driver": drivers})
    assert await cached.keeps("where is Vettel?", one_step("get_driver", driver="VET"))
    assert not (await cached.ask("where is car 99?"))[0]


@pytest.mark.parametrize(
    ("question", "plan"),
    [
        ("how is the leader doing?", one_step("get_driver", driver="HAM")),
        ("how is the team mate of Vettel?", one_step("get_driver", driver="RAI")),
        ("drivers of Ferrari", Plan((Step("s1", "get_driver", {"driver": "VET"}), Step("s2", "get_driver", {"driver": "RAI"})))),
        ("who leads?", one_step("get_standings", at_lap=20)),
        ("who led two laps ago?", one_step("get_standings", at_lap=18)),
        ("who led at half time?", one_step("get_standings", at_time="00:52:07")),
        ("pin Vettel", one_step("pin_driver", driver="VET")),
        ("gap to him", one_step("get_gap", driver="VET")),
        ("and behind Vettel?", one_step("get_gap", driver="VET", to="behind")),
        ("what about lap 20?", one_step("get_standings", at_lap=20)),
        ("who else has pitted?", one_step("get_pit_stops")),
        ("battles within -2 seconds", one_step("get_current_battle", max_gap_s=2)),
        ("lap times of Vettel on laps 3-7", one_step("get_lap_times", driver="VET", from_lap=3, to_lap=7)),
        ("how is Vettel 😀", one_step("get_driver", driver="VET")),
        ("is it raining " + "very " * 50, one_step("get_weather")),
        ("", one_step("get_weather")),
    ],
)  # fmt: skip
async def test_what_is_never_kept(cached: Cached, question: str, plan: Plan) -> None:
    """Not the words' own: names and moments of the race. Not a question of its own: what points back. Not asked: acts."""
    assert not await cached.keeps(question, plan)


async def test_a_number_that_may_be_the_races_state_is_kept_once_two_moments_agree(cached: Cached) -> None:
    top_1 = one_step("get_standings", top_n=1)
    assert not await cached.keeps("who is leading?", top_1)
    assert not await cached.keeps("who is leading?", top_1)
    cached.context = replace(cached.context, session=LAP_17)
    assert await cached.keeps("who is leading?", top_1)


async def test_a_moment_that_moves_with_the_race_is_never_kept(cached: Cached) -> None:
    for lap in (17, 18, 19):
        cached.context = replace(cached.context, session=f"A race, Race: lap {lap} of 51 completed.")
        assert not await cached.keeps("who is leading?", one_step("get_standings", at_lap=lap))
        assert not await cached.keeps("who led 2 laps ago?", one_step("get_standings", at_lap=lap - 2))


async def test_a_number_that_is_reckoned_from_another_stays_with_it(cached: Cached) -> None:
    """The lap before 20 is 19 at any moment, and not the lap before 30."""
    before = one_step("get_standings", at_lap=19)
    for session in (LAP_17, cached.context.session):
        cached.context = replace(cached.context, session=session)
        await cached.ask("who led before lap 20?", before)
    assert await cached.ask("who led before lap 20?") == (True, before.steps)
    assert not (await cached.ask("who led before lap 30?"))[0]


async def test_equal_numbers_are_not_told_apart(cached: Cached) -> None:
    """Which 5 is which cannot be seen, so the plan serves the same numbers only."""
    await cached.ask("top 5 on lap 5", one_step("get_standings", top_n=5, at_lap=5))
    assert (await cached.ask("top 5 on lap 5"))[0]
    assert not (await cached.ask("top 5 on lap 6"))[0]
    assert not (await cached.ask("top 6 on lap 6"))[0]


async def test_a_value_that_the_plan_does_not_use_must_be_the_same(cached: Cached) -> None:
    await cached.ask("who is ahead, Vettel or Bottas?", one_step("get_standings"))
    assert (await cached.ask("who is ahead, Seb or BOT?"))[0]
    assert not (await cached.ask("who is ahead, Vettel or Hamilton?"))[0]
    assert not (await cached.ask("who is ahead, Bottas or Vettel?"))[0]


async def test_references_are_kept_and_an_index_holds_the_numbers_fast(cached: Cached) -> None:
    plan = Plan(
        (
            Step("s1", "get_standings", {"top_n": 5}, "pitwall"),
            Step("s2", "get_stints", {"driver": {"$ref": "s1#/rows/4/driver/code"}}, "pitwall"),
        )
    )
    await cached.ask("what tyres is P5 on?", plan)
    served, steps = await cached.ask("what tyres is 5th on?")
    assert (served, [step.arguments for step in steps]) == (True, [step.arguments for step in plan.steps])
    assert not (await cached.ask("what tyres is P6 on?"))[0]


async def test_another_catalogue_or_kind_of_session_is_another_question(cached: Cached) -> None:
    assert await cached.keeps("has Hamilton pitted?", one_step("get_pit_stops", driver="HAM"))
    whole = cached.context, cached.catalogue
    cached.context = replace(cached.context, session_kind="Qualifying")
    assert not (await cached.ask("has Hamilton pitted?"))[0]
    cached.context, _ = whole
    for change in ({"description": "Another tool."}, {"input_schema": {"type": "object"}}):
        cached.catalogue = [{**whole[1][0], **change}, *whole[1][1:]]
        assert not (await cached.ask("has Hamilton pitted?"))[0]
    cached.catalogue = whole[1]
    assert (await cached.ask("has Hamilton pitted?"))[0]


class TestInAConversation:
    MEMORY = (Turn("has Bottas pitted?", one_step("get_pit_stops", driver="BOT"), "Bottas has made one stop."),)

    async def test_a_whole_question_about_a_name_is_served(self, cached: Cached) -> None:
        await cached.ask("what tyres is Vettel on?", one_step("get_stints", driver="VET"))
        assert (await cached.ask("what tyres is Hamilton on?", memory=self.MEMORY))[0]

    @pytest.mark.parametrize(
        ("first", "plan", "question"),
        [
            ("how old are the tyres?", one_step("get_stints"), "how old are the tyres?"),
            ("top 5", one_step("get_standings", top_n=5), "top 6"),
            ("Vettel", one_step("get_driver", driver="VET"), "Hamilton"),
            ("gap to Vettel", one_step("get_gap", driver="VET"), "gap to Hamilton"),
            ("what is the gap to Vettel", one_step("get_gap", driver="VET"), "what is the gap to Hamilton"),
            ("is Vettel faster?", one_step("get_lap_times", driver="VET"), "is Hamilton faster?"),
            ("how many did Vettel make?", one_step("get_pit_stops", driver="VET"), "how many did Hamilton make?"),
        ],
    )
    async def test_what_may_lean_on_the_turns_before_is_not(
        self, cached: Cached, first: str, plan: Plan, question: str
    ) -> None:
        assert await cached.keeps(first, plan)
        assert not (await cached.ask(question, memory=self.MEMORY))[0]

    async def test_a_plan_with_the_tools_of_the_turns_before_is_not_kept(self, cached: Cached) -> None:
        tyres, stops = one_step("get_stints", driver="VET"), one_step("get_pit_stops", driver="VET")
        assert await cached.keeps("what tyres is Vettel on?", tyres, memory=self.MEMORY)
        assert not await cached.keeps("how often did Vettel come in?", stops, memory=self.MEMORY)


async def test_the_plan_unused_for_longest_goes_first(cached: Cached) -> None:
    questions = {
        "is it raining?": "get_weather", "what is the order?": "get_standings", "has anyone pitted?": "get_pit_stops"
    }  # fmt: skip
    for question, tool in questions.items():
        await cached.ask("is there rain?" if question == "is it raining?" else question, one_step(tool))
    assert (await cached.ask("is there rain?"))[0]
    await cached.ask("who has retired?", one_step("get_retirements"))
    assert [
        (await cached.ask(question))[0] for question in ("is there rain?", "what is the order?", "who has retired?")
    ] == [True, False, True]


async def test_a_plan_of_the_second_planner_is_not_kept(
    bench: Any, catalogue: list[JsonObject], context: Context
) -> None:
    class Broken(bench.Planned):  # type: ignore[misc]
        async def plan(self, *asked: Any) -> Plan:
            raise ModelError("timeout", "no reply")

    first = CachingPlanner(Broken(), 10)
    planner = FallbackPlanner(first, bench.Planned(one_step("get_weather")))
    for _ in range(2):
        assert not isinstance(await planner.plan("is there rain?", catalogue, context), WatchedPlan)


async def test_many_questions_at_once_share_the_cache(
    bench: Any, catalogue: list[JsonObject], context: Context
) -> None:
    codes = [driver["code"] for driver in context.vocabularies["driver"]]
    planner = CachingPlanner(bench.Planned(one_step("get_stints", driver="VET")), 10)
    await bench.answered(planner, "what tyres is VET on?", catalogue, context)
    asked = (bench.answered(planner, f"what tyres is {code} on?", catalogue, context) for code in codes * 5)
    plans = await asyncio.gather(*asked)
    assert [plan.steps[0].arguments for plan in plans] == [{"driver": code} for code in codes * 5]


def test_threads_may_share_a_store(catalogue: list[JsonObject], context: Context) -> None:
    reader, store, errors = QuestionReader(), PlanStore(8), list[BaseException]()
    readings = [
        reader.read(f"who led on lap {lap} and {'really ' * lap}won", catalogue, context) for lap in range(2, 30)
    ]

    def work() -> None:
        try:
            for _ in range(30):
                for reading in filter(None, readings):
                    entry = Entry(("", ""), reading, PlanTemplate((), tuple(enumerate(reading.slots))))
                    store.add(entry)
                    found = store.find(("", ""), reading)
                    assert found is None or found.reading.slots == reading.slots
                    store.drop(entry)
        except BaseException as error:  # noqa: BLE001 - told to the test
            errors.append(error)

    threads = [Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert len(store) <= 8


async def test_any_schema_of_an_argument_will_do(cached: Cached) -> None:
    schema = {"type": "object", "properties": {"shelf": True, "floor": {"type": "integer", "default": 4}}}
    cached.catalogue = [{"name": "count_books", "description": "Counts books.", "input_schema": schema}]
    plan = Plan((Step("s1", "count_books", {"shelf": 12, "floor": 4}),))
    await cached.ask("how many books are on shelf 12?", plan)
    served, (step,) = await cached.ask("how many books are on shelf 30?")
    assert (served, step.arguments) == (True, {"shelf": 30, "floor": 4})


async def test_names_inside_lists_and_objects_are_filled_too(cached: Cached) -> None:
    cached.catalogue = [{"name": "compare", "description": "Compares.", "input_schema": {"type": "object"}}]
    plan = Plan((Step("s1", "compare", {"drivers": ["VET", "HAM"], "by": {"lap": 12, "deep": True}}),))
    await cached.ask("compare Vettel with Hamilton on lap 12", plan)
    served, (step,) = await cached.ask("compare Bottas with Vettel on lap 40")
    assert (served, step.arguments) == (True, {"drivers": ["BOT", "VET"], "by": {"lap": 40, "deep": True}})


async def test_a_name_that_means_the_same_driver_twice_is_another_question(cached: Cached) -> None:
    await cached.ask("gap between Vettel and Bottas", one_step("get_gap", driver="VET", other="BOT"))
    assert not (await cached.ask("gap between Vettel and Seb"))[0]
