"""Question to answer over tools of any trade."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from director.answer import Answer
from director.cli.explain import explain
from director.pipeline import Inquiry, QuestionLimits, ask
from director.planners.base import PartialPlan, Turn
from toolgate.contract import AgentContext, Call, Context, JsonObject, Outcome, Plan, Step, ToolSpec
from toolgate.runner import Runner

SCHEMA: JsonObject = {
    "type": "object",
    "additionalProperties": False,
    "properties": {"shelf": {"type": "integer", "minimum": 1, "maximum": 9}},
}
calls: list[JsonObject] = []


def count_books(arguments: JsonObject, agent: AgentContext) -> JsonObject:
    calls.append(arguments)
    return {"summary": f"Shelf {arguments.get('shelf', 1)} holds 12 books.", "as_of": {"lap": 0}}


def burn_down(arguments: JsonObject, agent: AgentContext) -> JsonObject:
    raise RuntimeError("fire in /secret/place")


RUNNER = Runner(
    [
        ToolSpec("count_books", "Counts books.", SCHEMA, {"type": "object"}, count_books, blocking=False),
        ToolSpec("burn_down", "Fails.", SCHEMA, {"type": "object"}, burn_down),
    ]
)
CATALOGUE = [
    {"name": spec.name, "description": spec.description, "input_schema": spec.input_schema} for spec in RUNNER.specs
]


class Scripted:
    """A planner that says what it was told to say."""

    name = "scripted"

    def __init__(self, plan: Plan | Exception, wait_s: float = 0) -> None:
        self._plan, self._wait = plan, wait_s

    async def plan(
        self, question: str, catalogue: Sequence[JsonObject], context: Context, memory: Sequence[Turn] = ()
    ) -> Plan:
        await asyncio.sleep(self._wait)
        if isinstance(self._plan, Exception):
            raise self._plan
        return self._plan


def plan(*steps: tuple[str, JsonObject]) -> Plan:
    return Plan(tuple(Step(f"s{n}", name, arguments) for n, (name, arguments) in enumerate(steps, start=1)), "because")


async def answer(planned: Plan | Exception, question: str = "how many books?", **fields: Any) -> Answer:
    calls.clear()
    return await ask(
        Inquiry(
            question=question,
            planner=Scripted(planned),
            catalogue=CATALOGUE,
            context=Context(),
            call=RUNNER.call,
            **fields,
        )
    )


async def test_answered() -> None:
    got = await answer(plan(("count_books", {"shelf": 3})), load_ms=1.5)
    assert (got.status, got.text, got.reason) == ("answered", "Shelf 3 holds 12 books.", "")
    body = got.to_json()
    assert list(body) == [
        "question", "answer", "status", "reason", "planner", "fault", "plan", "repaired", "rejected", "steps", "as_of",
        "evidence", "timings_ms", "answerer", "replanned", "tried", "grounding", "tokens", "cost_usd",
        "plan_cached", "request_id",
    ]  # fmt: skip
    assert list(body["timings_ms"]) == ["load", "plan", "validate", "execute", "answer"]
    assert body["timings_ms"]["load"] == 1.5
    assert body["as_of"] == {"lap": 0}
    assert body["plan"] == {
        "plan": [{"id": "s1", "name": "count_books", "arguments": {"shelf": 3}}], "rationale": "because",
    }  # fmt: skip


async def test_an_argument_out_of_bounds_is_clamped_and_listed() -> None:
    got = await answer(plan(("count_books", {"shelf": 99})))
    assert calls == [{"shelf": 9}]
    assert [(repair.before, repair.after) for repair in got.repaired] == [(99, 9)]


async def test_a_tool_nobody_offers_is_never_called() -> None:
    got = await answer(plan(("launch_missiles", {})))
    assert (got.status, got.text, calls) == ("silent", "", [])
    assert got.rejected[0].code == "unknown_tool"
    assert "launch_missiles" in got.reason


async def test_an_empty_plan_is_silence_with_its_reason() -> None:
    got = await answer(Plan(rationale="nothing here knows that"))
    assert (got.status, got.text, got.reason) == ("silent", "", "nothing here knows that")


async def test_a_tool_that_fails_is_a_failure_and_leaks_nothing() -> None:
    got = await answer(plan(("burn_down", {})))
    assert (got.status, got.text) == ("failed", "")
    assert got.reason.startswith("tool_failed: ")
    assert "secret" not in str(got.to_json())


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        ({"type": "tool_failed", "message": "no \x1b[2Jsuch\nthing"}, "tool_failed: no [2Jsuch thing"),
        ({"type": "tool_failed"}, "tool_failed"),
        ("it broke", "the tools gave no answer"),
    ],
)
async def test_a_reason_is_one_line_whatever_a_tool_says(error: Any, reason: str) -> None:
    async def call(_: Call) -> Outcome:
        return Outcome({"error": error}, ok=False)

    got = await ask(
        Inquiry(
            question="how many?",
            planner=Scripted(plan(("burn_down", {}))),
            catalogue=CATALOGUE,
            context=Context(),
            call=call,
        )
    )
    assert (got.status, got.reason) == ("failed", reason)
    assert explain(got)


@pytest.mark.parametrize("made", [None, {"plan": []}, "text"])
async def test_a_planner_that_makes_no_plan_is_silence(made: Any) -> None:
    got = await answer(made)
    assert (got.status, got.plan) == ("silent", Plan())
    assert got.reason.startswith("the planner failed")


@pytest.mark.parametrize("written", [None, 5, ["x"]])
async def test_an_answerer_that_writes_no_text_is_the_template(written: Any) -> None:
    class Mute:
        name = "mute"

        async def write(self, *_: Any) -> Any:
            return written

    got = await answer(plan(("count_books", {})), answerer=Mute())
    assert (got.status, got.text) == ("answered", "Shelf 1 holds 12 books.")
    assert got.composed.fallback.startswith("the answerer failed")


async def test_what_succeeded_is_answered_though_something_else_failed() -> None:
    got = await answer(plan(("burn_down", {}), ("count_books", {})))
    assert (got.status, got.text) == ("answered", "Shelf 1 holds 12 books.")
    assert [step.status for step in got.steps] == ["failed", "ok"]


@pytest.mark.parametrize("question", ["", "   ", "x" * 100_000])
async def test_no_question_or_a_book_of_one_is_silence(question: str) -> None:
    got = await answer(plan(("count_books", {})), question=question)
    assert (got.status, calls) == ("silent", [])
    assert got.reason


async def test_a_planner_that_breaks_is_silence_and_one_that_is_late_a_failure() -> None:
    got = await answer(RuntimeError("no key: sk-secret"))
    assert got.status == "silent"
    assert "sk-secret" not in got.reason
    slow = await ask(
        Inquiry(
            question="how many books?",
            planner=Scripted(plan(("count_books", {})), wait_s=30),
            catalogue=CATALOGUE,
            context=Context(),
            call=RUNNER.call,
            limits=QuestionLimits(plan_timeout_s=0.05),
        )
    )
    assert (slow.status, slow.reason) == ("failed", "the planner did not answer within 0.05 s")


async def test_all_calls_of_a_question_have_its_request() -> None:
    seen: list[str] = []

    async def call(asked: Call) -> Outcome:
        seen.append(asked.agent.request_id)
        return await RUNNER.call(asked)

    planned = plan(("count_books", {"shelf": 1}), ("count_books", {"shelf": 2}))
    told = await ask(
        Inquiry(question="how many?", planner=Scripted(planned), catalogue=CATALOGUE, context=Context(), call=call)
    )
    assert len(told.request_id) == 32
    assert seen == [told.request_id] * 2
    named = await answer(planned, agent=AgentContext("ide", request_id="r-7"))
    assert named.request_id == "r-7"


@pytest.mark.parametrize(
    ("max_chars", "ending"), [(200, " Not answered: how dusty is it."), (50, " Not all answered.")]
)
async def test_an_answer_to_a_part_says_what_it_leaves_open(max_chars: int, ending: str) -> None:
    plan = PartialPlan((Step("s1", "count_books", {"shelf": 2}),), left_open="how dusty is it")
    told = await answer(
        plan, "how many on shelf 2 and how dusty is it", limits=QuestionLimits(answer_max_chars=max_chars)
    )
    assert (told.status, told.text) == ("answered", f"Shelf 2 holds 12 books.{ending}")
    assert told.reason == "not answered: how dusty is it"
    assert len(told.text) <= max_chars


async def test_what_gives_no_answer_leaves_nothing_open() -> None:
    told = await answer(PartialPlan((Step("s1", "burn_down", {}),), left_open="how dusty is it"))
    assert (told.status, told.text) == ("failed", "")
    assert "dusty" not in told.reason
