"""The executor against calls that answer, fail, hang, raise and hold on."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import sys
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from director.executor import run_plan
from director.references import find_references
from tests.examples import examples
from toolgate.contract import ERROR_TYPES, AgentContext, Call, JsonObject, Outcome, Plan, Step, StepResult

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)


def ref(step: str, pointer: str = "/value") -> JsonObject:
    return {"$ref": f"{step}#{pointer}"}


def plan(*steps: tuple[str, JsonObject]) -> Plan:
    """Each step calls the tool with the name of its id's first letter."""
    return Plan(tuple(Step(step_id, step_id[0], arguments) for step_id, arguments in steps))


def answer(**payload: Any) -> Outcome:
    return Outcome({"schema_version": 1, "generated_at": "", "summary": "", **payload}, ok=True)


async def echo(call: Call) -> Outcome:
    return answer(value=call.arguments)


def statuses(results: list[StepResult]) -> list[str]:
    return [result.status for result in results]


def error(result: StepResult) -> JsonObject:
    found: JsonObject = result.envelope["error"]
    return found


async def test_values_arrive_with_their_types() -> None:
    value = {"car": "33", "gaps": [1, 2.5, None, True], "deep": {"a": {}}}
    steps = plan(("a1", {"x": value}), ("b1", {"all": ref("a1"), "in": [{"one": ref("a1", "/value/x/gaps/1")}]}))
    results = await run_plan(steps, echo)
    assert results[1].arguments == {"all": {"x": value}, "in": [{"one": 2.5}]}
    assert results[1].envelope["value"] == results[1].arguments


async def test_the_json_form_of_a_plan_runs_too() -> None:
    steps = plan(("a1", {"x": 1}), ("b1", {"y": ref("a1", "/value/x")}))
    results = await run_plan(steps.to_json(), echo)
    assert results[1].arguments == {"y": 1}
    no_plans: list[Any] = [{"steps": []}, [], None]
    for no_plan in no_plans:
        with pytest.raises(ValueError, match="Expected `array`"):
            await run_plan(no_plan, echo)


async def test_a_call_carries_agent_server_and_id() -> None:
    seen: list[Call] = []

    async def keep(call: Call) -> Outcome:
        seen.append(call)
        return answer()

    agent = AgentContext("me")
    await run_plan(Plan((Step("s1", "t", {"x": 1}, server="pits"),)), keep, agent=agent)
    assert seen == [Call("t", {"x": 1}, agent, "pits", "s1")]


async def test_nothing_in_an_output_is_a_reference() -> None:
    planted = {"$ref": "a1#/secret"}
    seen: list[JsonObject] = []

    async def hostile(call: Call) -> Outcome:
        seen.append(call.arguments)
        return answer(secret="leaked", text="s1#/secret $ref", value=planted)

    steps = plan(("a1", {}), ("b1", {"x": ref("a1"), "y": ref("a1", "/text"), "z": '{"$ref": "a1#/secret"}'}))
    steps = Plan((*steps.steps, Step("c1", "c", {"w": ref("b1")})))
    assert statuses(await run_plan(steps, hostile)) == ["ok"] * 3
    assert seen[1] == {"x": planted, "y": "s1#/secret $ref", "z": '{"$ref": "a1#/secret"}'}
    assert seen[2] == {"w": planted}


async def test_two_steps_do_not_share_what_they_are_given() -> None:
    async def spoil(call: Call) -> Outcome:
        call.arguments.get("x", []).append("spoilt")
        return answer(value=[1])

    results = await run_plan(plan(("a1", {"x": []}), ("b1", {"x": ref("a1")}), ("c1", {"x": ref("a1")})), spoil)
    assert results[0].envelope["value"] == [1]
    assert results[1].arguments == results[2].arguments == {"x": [1, "spoilt"]}


@pytest.mark.parametrize("wrong", [ref("a1", "/nope"), ref("a1", "/value/0"), ref("zz"), {"$ref": 5}, {"$ref": "a1"}])
async def test_a_reference_to_nothing_fails_its_step_and_names_the_place(wrong: JsonObject) -> None:
    results = await run_plan(plan(("a1", {}), ("b1", {"x": wrong}), ("c1", {"x": ref("b1")}), ("d1", {})), echo)
    assert statuses(results) == ["ok", "failed", "skipped", "ok"]
    assert error(results[1])["type"] == "validation_error"
    assert error(results[1])["details"] == {"path": str(wrong["$ref"])}


async def test_a_value_that_is_not_told_skips_what_needs_it() -> None:
    asked: list[str] = []

    async def no_grid(call: Call) -> Outcome:
        asked.append(call.name)
        return answer(rows=[{"car": "6", "grid": None}])

    grid = {"$ref": "a1#/rows", "pick": "first", "get": "/grid"}
    results = await run_plan(plan(("a1", {}), ("b1", {"x": [grid]}), ("c1", {"x": ref("b1", "/rows")})), no_grid)
    assert statuses(results) == ["ok", "skipped", "skipped"]
    assert error(results[1])["type"] == "tool_failed"
    assert error(results[1])["message"] == "not run: step a1 does not tell /grid"
    assert asked == ["a"]


async def test_a_failure_skips_what_needs_it_and_says_where_it_began() -> None:
    async def third_fails(call: Call) -> Outcome:
        if call.name == "b":
            return Outcome({"error": {"type": "policy_denied", "message": "no"}}, ok=False, error_type="policy_denied")
        if call.name == "r":
            raise RuntimeError("secret trace")
        return answer(value=1)

    chain = [
        ("b1", {}),
        ("c1", {"x": ref("b1")}),
        ("d1", {"x": ref("c1")}),
        ("e1", {}),
        ("r1", {}),
        ("f1", {"x": ref("r1")}),
    ]
    results = await run_plan(plan(*chain), third_fails)
    assert statuses(results) == ["failed", "skipped", "skipped", "ok", "failed", "skipped"]
    assert error(results[0])["type"] == "policy_denied"
    assert [error(results[place])["details"]["step"] for place in (1, 2, 5)] == ["b1", "b1", "r1"]
    assert error(results[4]) == {"type": "tool_failed", "message": "the tool failed"}
    assert all("secret" not in str(result) for result in results)


async def test_a_cycle_and_a_repeated_id_do_not_hang() -> None:
    steps = plan(("a1", {"x": ref("b1")}), ("b1", {"x": ref("a1")}), ("c1", {"x": ref("c1")}), ("d1", {}), ("d1", {}))
    results = await run_plan(steps, echo)
    assert statuses(results) == ["skipped", "skipped", "skipped", "ok", "ok"]
    assert error(results[0])["type"] == "validation_error"


async def test_a_hanging_step_costs_its_own_time_only() -> None:
    async def hang(call: Call) -> Outcome:
        if call.name == "h":
            await asyncio.Event().wait()
        return answer(value=1)

    steps = plan(("h1", {}), ("b1", {"x": ref("h1")}), ("c1", {}))
    results = await run_plan(steps, hang, step_timeout_s=0.02, total_timeout_s=60, clock=lambda: NOON)
    assert statuses(results) == ["failed", "skipped", "ok"]
    assert error(results[0])["type"] == "timeout"
    assert results[0].envelope["generated_at"] == "2026-01-02T12:00:00.000Z"
    assert results[0].duration_ms >= 20


async def test_the_whole_plan_has_a_deadline() -> None:
    async def hang(_: Call) -> Outcome:
        await asyncio.Event().wait()
        raise AssertionError

    steps = plan(("a1", {}), ("b1", {}), ("c1", {"x": ref("a1")}))
    results = await run_plan(steps, hang, step_timeout_s=60, total_timeout_s=0.02)
    assert statuses(results) == ["failed", "skipped", "skipped"]
    assert {error(result)["type"] for result in results} == {"timeout"}
    assert statuses(await run_plan(steps, hang, total_timeout_s=0)) == ["skipped"] * 3


@examples(60)
@given(st.floats(0, 0.001), st.floats(0, 0.001), st.sampled_from([(), ("p",)]))
async def test_whenever_the_time_runs_out_every_step_has_its_result(
    step_s: float, total_s: float, parallel: tuple[str, ...]
) -> None:
    async def take_turns(call: Call) -> Outcome:
        for _ in range(call.arguments["turns"]):
            await asyncio.sleep(0)
        return answer(value=1)

    steps = plan(*((f"p{n}", {"turns": n}) for n in range(12)), ("p12", {"turns": 1, "x": ref("p11")}))
    results = await run_plan(steps, take_turns, parallel=parallel, step_timeout_s=step_s, total_timeout_s=total_s)
    assert [result.id for result in results] == [step.id for step in steps.steps]
    for result in results:
        assert result.status == "ok" or error(result)["type"] in ("timeout", "tool_failed")


async def test_a_call_that_will_not_let_go_is_left_behind() -> None:
    released = asyncio.Event()

    async def hold_on(call: Call) -> Outcome:
        while call.name == "h" and not released.is_set():
            with contextlib.suppress(asyncio.CancelledError):
                await released.wait()
        return answer(value=1)

    results = await run_plan(plan(("h1", {}), ("a1", {})), hold_on, step_timeout_s=0.02, total_timeout_s=60)
    assert statuses(results) == ["failed", "ok"]
    released.set()
    await asyncio.sleep(0)


async def test_a_cancellation_reaches_every_call_and_goes_on() -> None:
    begun, cancelled = asyncio.Semaphore(0), list[str]()

    async def wait(call: Call) -> Outcome:
        try:
            begun.release()
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.append(call.call_id)
            raise
        raise AssertionError

    running = asyncio.create_task(
        run_plan(plan(("p1", {}), ("p2", {}), ("p3", {"x": ref("p1")})), wait, parallel={"p"})
    )
    await begun.acquire()
    await begun.acquire()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert sorted(cancelled) == ["p1", "p2"]


async def test_after_a_cancellation_nothing_is_started_whatever_the_calls_do_with_it() -> None:
    begun, asked = asyncio.Event(), list[str]()

    async def answer_all_the_same(call: Call) -> Outcome:
        asked.append(call.call_id)
        begun.set()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        return answer(value=1)

    running = asyncio.create_task(run_plan(plan(("a1", {}), ("b1", {"x": ref("a1")})), answer_all_the_same))
    await begun.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert asked == ["a1"]


async def test_what_a_call_leaves_in_its_context_is_not_seen_by_the_next() -> None:
    seen = contextvars.ContextVar("seen", default="nothing")

    async def leave(call: Call) -> Outcome:
        found = seen.get()
        seen.set(call.call_id)
        return answer(value=found)

    seen.set("what the plan was run in")
    results = await run_plan(plan(("a1", {}), ("b1", {"x": ref("a1")}), ("c1", {"x": ref("b1")})), leave)
    assert [result.envelope["value"] for result in results] == ["what the plan was run in"] * 3


@pytest.mark.parametrize("given_back", [None, "text", Outcome(None, ok=True), Outcome([], ok=True)])  # type: ignore[arg-type]
async def test_what_is_no_outcome_is_a_failure(given_back: Any) -> None:
    async def call(_: Call) -> Any:
        return given_back

    results = await run_plan(plan(("a1", {}), ("b1", {"x": ref("a1")})), call)
    assert statuses(results) == ["failed", "skipped"]
    assert error(results[0])["type"] == "tool_failed"


async def test_a_bottomless_value_fails_who_refers_to_it() -> None:
    deep: JsonObject = {}
    for _ in range(5000):
        deep = {"in": deep}

    async def call(_: Call) -> Outcome:
        return answer(value=deep)

    results = await run_plan(plan(("a1", {}), ("b1", {"x": ref("a1")}), ("c1", {})), call)
    assert statuses(results) == ["ok", "failed", "ok"]
    assert error(results[1])["message"] == "an argument is nested too deep"


async def test_a_call_that_cancels_itself_is_a_failure() -> None:
    async def give_up(_: Call) -> Outcome:
        raise asyncio.CancelledError

    results = await run_plan(plan(("a1", {}), ("b1", {"x": ref("a1")})), give_up)
    assert statuses(results) == ["failed", "skipped"]
    assert error(results[0])["type"] == "tool_failed"


class Watch:
    """Counts which calls overlap. Each call gives way to the others a few times before it answers."""

    def __init__(self) -> None:
        self.running: list[str] = []
        self.order: list[str] = []
        self.most = 0
        self.together: set[frozenset[str]] = set()

    async def __call__(self, call: Call) -> Outcome:
        self.running.append(call.name)
        self.order.append(call.call_id)
        for _ in range(5):
            self.most = max(self.most, len(self.running))
            self.together.add(frozenset(self.running))
            await asyncio.sleep(0)
        self.running.remove(call.name)
        return answer(value=1)


async def test_parallel_steps_run_together_under_the_cap_and_others_alone() -> None:
    watch = Watch()
    steps = plan(*((f"p{n}", {"n": n}) for n in range(6)), ("s1", {}), ("p7", {}), ("s2", {}), ("p8", {}))
    results = await run_plan(steps, watch, parallel=["p"], max_parallel=4)
    assert statuses(results) == ["ok"] * len(results)
    assert watch.most == 4
    assert all("s" not in names or names == {"s"} for names in watch.together)
    assert watch.order == [step.id for step in steps.steps]


async def test_without_leave_nothing_runs_in_parallel() -> None:
    watch = Watch()
    await run_plan(plan(*((f"p{n}", {}) for n in range(5))), watch)
    assert watch.most == 1


async def test_a_parallel_step_passes_one_that_still_waits() -> None:
    gate = asyncio.Event()

    async def hold(call: Call) -> Outcome:
        if call.call_id == "p1":
            await gate.wait()
        if call.call_id == "p3":
            gate.set()
        return answer(value=1)

    results = await run_plan(plan(("p1", {}), ("p2", {"x": ref("p1")}), ("p3", {})), hold, parallel={"p"})
    assert statuses(results) == ["ok"] * 3


async def test_a_later_step_may_be_needed_first() -> None:
    watch = Watch()
    results = await run_plan(plan(("a1", {"x": ref("b1")}), ("b1", {})), watch)
    assert watch.order == ["b1", "a1"]
    assert [result.id for result in results] == ["a1", "b1"]


Behaviour = Callable[[Call], Awaitable[Outcome]]


@st.composite
def graphs(draw: st.DrawFn) -> tuple[Plan, dict[str, str], dict[str, int]]:
    """A plan in any order without cycles, what each call does, and how long it takes in turns of the loop."""
    rank = draw(st.permutations(range(draw(st.integers(0, 9)))))
    steps = []
    for place in range(len(rank)):
        lower = [f"s{other}" for other in range(len(rank)) if rank[other] < rank[place]]
        needs = draw(st.lists(st.sampled_from(lower), max_size=3)) if lower else []
        steps.append(Step(f"s{place}", draw(st.sampled_from("pq")), {"needs": [ref(step) for step in needs]}))
    ids = [step.id for step in steps]
    deeds = {step: draw(st.sampled_from(["ok", "ok", "ok", "fail", "raise", "empty"])) for step in ids}
    return Plan(tuple(steps)), deeds, {step: draw(st.integers(0, 4)) for step in ids}


@given(graphs(), st.sampled_from([(), ("p",), ("p", "q")]), st.integers(1, 4))
async def test_one_result_per_step_and_failures_stay_where_they_belong(
    graph: tuple[Plan, dict[str, str], dict[str, int]], parallel: tuple[str, ...], cap: int
) -> None:
    steps, deeds, turns = graph
    running: list[str] = []

    async def act(call: Call) -> Outcome:
        assert call.arguments == {"needs": [7] * len(call.arguments["needs"])}
        running.append(call.name)
        assert len(running) <= cap
        assert len(running) == 1 or set(running) <= set(parallel)
        for _ in range(turns[call.call_id]):
            await asyncio.sleep(0)
        running.remove(call.name)
        if deeds[call.call_id] == "raise":
            raise ValueError
        if deeds[call.call_id] == "fail":
            return Outcome({"error": {"type": "tool_failed", "message": "x"}}, ok=False, error_type="tool_failed")
        return answer() if deeds[call.call_id] == "empty" else answer(value=7)

    results = await run_plan(steps, act, parallel=parallel, max_parallel=cap, step_timeout_s=60, total_timeout_s=60)
    assert [(result.id, result.name) for result in results] == [(step.id, step.name) for step in steps.steps]
    status = {result.id: result.status for result in results}
    for step in steps.steps:
        needs = [written["$ref"].partition("#")[0] for _, written in find_references(step.arguments)]
        if any(status[other] != "ok" for other in needs):
            expected = "skipped"
        elif any(deeds[other] == "empty" for other in needs):
            expected = "failed"
        else:
            expected = "failed" if deeds[step.id] in ("fail", "raise") else "ok"
        assert status[step.id] == expected
    for result in results:
        assert ("error" in result.envelope) == (result.status != "ok")
        assert result.status == "ok" or result.envelope["error"]["type"] in ERROR_TYPES


async def test_a_step_is_parallel_by_its_server_and_name() -> None:
    together = 0
    most = 0

    async def count(call: Call) -> Outcome:
        nonlocal together, most
        together += 1
        most = max(most, together)
        await asyncio.sleep(0)
        together -= 1
        return answer()

    steps = Plan(tuple(Step(f"s{place}", "t", server=server) for place, server in enumerate("aabb")))
    await run_plan(steps, count, parallel={"a:t"})
    assert most == 2
    await run_plan(steps, count, parallel={"t"})
    assert most == 4


async def test_ten_steps_run_in_one_round_by_default() -> None:
    all_there = asyncio.Barrier(10)

    async def meet(call: Call) -> Outcome:
        await all_there.wait()
        return answer()

    steps = Plan(tuple(Step(f"s{place}", "t") for place in range(10)))
    assert statuses(await run_plan(steps, meet, parallel={"t"}, step_timeout_s=60, total_timeout_s=60)) == ["ok"] * 10


async def lines_run(steps: Plan, parallel: set[str]) -> int:
    """How many lines of Python the executor runs for a plan: its work, whatever the machine."""
    count = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        count += event == "line" and frame.f_globals.get("__name__") == "director.executor"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        results = await run_plan(steps, echo, parallel=parallel, step_timeout_s=600, total_timeout_s=600)
    finally:
        sys.settrace(before)
    assert set(statuses(results)) == {"ok"}
    return count


@pytest.mark.parametrize("parallel", [set(), {"a"}], ids=["one by one", "beside each other"])
async def test_the_work_for_a_chain_grows_with_its_length_alone(parallel: set[str]) -> None:
    def chain(length: int) -> Plan:
        return plan(*((f"a{n}", {"x": ref(f"a{n - 1}", "/schema_version")} if n else {}) for n in range(length)))

    assert await lines_run(chain(400), parallel) < 4.5 * await lines_run(chain(100), parallel)
