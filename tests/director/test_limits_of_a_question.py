"""How long a plan, a planner, an answerer and a whole question may take, and how much of a plan is run."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Any

import pytest

from director import deadline, pipeline
from director.answer import Answer
from director.deadline import MARGIN_S
from director.executor import run_plan
from director.pipeline import QUESTION_MAX_CHARS, Inquiry, QuestionLimits, ask
from director.planners.base import StepFault
from director.planners.offline.knowledge import MAX_ITEMS
from director.planners.offline.planner import MAX_QUESTION_CHARS, OfflinePlanner
from director.validator import validate_plan
from tests.virtual_time import loop_time, timed
from toolgate.contract import Call, Context, JsonObject, Outcome, Plan, Step, StepResult
from toolgate.waiting import GRACE_S

CATALOGUE: list[JsonObject] = [
    {"name": name, "description": name, "input_schema": {"type": "object", "properties": {"n": {"type": "integer"}}}}
    for name in ("wait", "broken")
]


@pytest.fixture(autouse=True)
def virtual_deadlines(monkeypatch: pytest.MonkeyPatch) -> None:
    """What keeps time by the machine's clock keeps it by the loop's."""
    for module in (deadline, pipeline):
        for name in ("monotonic", "perf_counter"):
            if getattr(module, name, None) is getattr(time, name):
                monkeypatch.setattr(module, name, loop_time)


class Tools:
    """Answers each call after so many seconds, and counts those under way."""

    def __init__(self, *seconds: float) -> None:
        self.seconds = list(seconds)
        self.running = self.most = self.calls = 0

    async def __call__(self, call: Call) -> Outcome:
        self.calls += 1
        self.running += 1
        self.most = max(self.most, self.running)
        try:
            await asyncio.sleep(self.seconds.pop(0) if len(self.seconds) > 1 else self.seconds[0])
        finally:
            self.running -= 1
        if call.name == "broken":
            return Outcome({"error": {"type": "tool_failed", "message": "broken"}}, False, "tool_failed")
        return Outcome({"schema_version": 1, "generated_at": "", "summary": "Done."}, ok=True)


def steps(count: int) -> Plan:
    return Plan(tuple(Step(f"s{n}", "wait", {"n": n}) for n in range(count)))


def codes(results: Sequence[StepResult]) -> list[str]:
    return [result.envelope["error"]["type"] if result.status != "ok" else "ok" for result in results]


@pytest.mark.parametrize(
    ("limit", "given"), [(2.0, {}), (0.5, {"step_timeout_s": 0.5}), (4.0, {"step_timeout_s": 4.0})]
)
def test_a_step_has_its_time_and_no_more(limit: float, given: dict[str, Any]) -> None:
    results, _ = timed(run_plan(steps(1), Tools(limit * 0.99), **given))
    assert codes(results) == ["ok"]
    results, took = timed(run_plan(steps(1), Tools(limit * 1.01), **given))
    assert codes(results) == ["timeout"]
    assert limit <= took <= limit + 2 * GRACE_S


@pytest.mark.parametrize("name", ["wait", "lab:wait"])
def test_a_tool_with_a_time_of_its_own_has_that_and_no_more(name: str) -> None:
    plan = Plan((Step("s1", "wait", {}, "lab"),))
    given: dict[str, Any] = {"timeouts_s": {name: 4.0}, "total_timeout_s": 60.0}
    results, _ = timed(run_plan(plan, Tools(4.0 * 0.99), **given))
    assert codes(results) == ["ok"]
    results, took = timed(run_plan(plan, Tools(4.0 * 1.01), **given))
    assert codes(results) == ["timeout"]
    assert 4.0 <= took <= 4.0 + 2 * GRACE_S
    results, _ = timed(run_plan(steps(1), Tools(2.1), timeouts_s={"lab:other": 4.0}))
    assert codes(results) == ["timeout"]


@pytest.mark.parametrize(("limit", "given"), [(5.0, {}), (1.5, {"total_timeout_s": 1.5})])
def test_a_plan_has_its_time_and_no_more(limit: float, given: dict[str, Any]) -> None:
    plan, each = steps(3), limit / 3
    results, took = timed(run_plan(plan, Tools(each * 0.99), step_timeout_s=60, **given))
    assert codes(results) == ["ok"] * 3
    assert took == pytest.approx(limit * 0.99)
    results, took = timed(run_plan(plan, Tools(each * 1.01), step_timeout_s=60, **given))
    assert codes(results) == ["ok", "ok", "timeout"]
    assert limit <= took <= limit + 2 * GRACE_S


def test_a_step_that_has_not_begun_when_the_time_is_up_never_does() -> None:
    tools = Tools(1.0)
    results, _ = timed(run_plan(steps(3), tools, step_timeout_s=60, total_timeout_s=1.5))
    assert codes(results) == ["ok", "timeout", "timeout"]
    assert tools.calls == 2


@pytest.mark.parametrize("cap", [1, 3, 8])
def test_so_many_steps_run_at_once_and_no_more(cap: int) -> None:
    tools = Tools(1.0)
    results, took = timed(run_plan(steps(16), tools, parallel={"wait"}, max_parallel=cap, total_timeout_s=60))
    assert codes(results) == ["ok"] * 16
    assert tools.most == cap
    assert took == pytest.approx(-(-16 // cap))


@pytest.mark.parametrize(("most", "given"), [(5, {}), (2, {"max_steps": 2}), (9, {"max_steps": 9})])
def test_a_plan_of_so_many_steps_is_accepted_and_the_rest_rejected(most: int, given: dict[str, Any]) -> None:
    verdict = validate_plan(steps(most).to_json(), CATALOGUE, **given)
    assert (len(verdict.accepted.steps), verdict.rejected) == (most, ())
    verdict = validate_plan(steps(most + 2).to_json(), CATALOGUE, **given)
    assert [step.id for step in verdict.accepted.steps] == [f"s{n}" for n in range(most)]
    assert [each.step for each in verdict.rejected] == [f"s{most}", f"s{most + 1}"]


class Planner:
    """Plans one call after so many seconds, and thinks again as long if it is asked."""

    name = "slow"

    def __init__(self, seconds: float, tool: str = "wait", again_s: float | None = None) -> None:
        self.seconds, self.tool = seconds, tool
        self.again_s = seconds if again_s is None else again_s
        self.again = 0

    async def plan(self, *_: Any) -> Plan:
        await asyncio.sleep(self.seconds)
        return Plan((Step("s1", self.tool, {}),))

    async def replan(self, *given: Any) -> Plan:
        faults: Sequence[StepFault] = given[5]
        assert faults
        self.again += 1
        await asyncio.sleep(self.again_s)
        return Plan((Step("s1", "wait", {}),))


class Answerer:
    """Says what the tools say, after so many seconds."""

    name = "slow"

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    async def write(self, *_: Any) -> JsonObject:
        await asyncio.sleep(self.seconds)
        return {"language": "en", "clauses": [{"says": "quote", "slots": {"value": "s1#/summary"}, "text": ""}]}


def asked(planner: Planner, tools: Tools, answerer: Answerer | None = None, **limits: Any) -> tuple[Answer, float]:
    return timed(
        ask(
            Inquiry(
                question="how long?",
                planner=planner,
                answerer=answerer,
                catalogue=CATALOGUE,
                context=Context(),
                call=tools,
                timeouts_s=limits.pop("timeouts_s", {}),
                limits=QuestionLimits(**limits),
            )
        )
    )


@pytest.mark.parametrize(("limit", "given"), [(5.0, {}), (2.0, {"plan_timeout_s": 2.0})])
def test_a_planner_has_its_time_and_a_margin(limit: float, given: dict[str, Any]) -> None:
    answer, _ = asked(Planner(limit * 0.99), Tools(0.0), **given)
    assert answer.status == "answered"
    answer, took = asked(Planner(limit + MARGIN_S + 0.01), Tools(0.0), **given)
    assert (answer.status, answer.reason) == ("failed", f"the planner did not answer within {limit:g} s")
    assert limit <= took <= limit + MARGIN_S + 2 * GRACE_S


@pytest.mark.parametrize(("limit", "given"), [(5.0, {}), (2.0, {"answer_timeout_s": 2.0})])
def test_an_answerer_has_its_time_and_a_margin(limit: float, given: dict[str, Any]) -> None:
    answer, _ = asked(Planner(0.0), Tools(0.0), Answerer(limit * 0.99), **given)
    assert (answer.composed.answerer, answer.composed.fallback) == ("slow", "")
    answer, took = asked(Planner(0.0), Tools(0.0), Answerer(limit + MARGIN_S + 0.01), **given)
    assert answer.text == "Done."
    assert answer.composed.answerer == "template"
    assert limit <= took <= limit + MARGIN_S + 2 * GRACE_S


@pytest.mark.parametrize(("limit", "given"), [(15.0, {}), (4.0, {"deadline_s": 4.0})])
def test_a_question_has_its_time_whatever_its_parts_may_take(limit: float, given: dict[str, Any]) -> None:
    long: dict[str, Any] = {
        "plan_timeout_s": 60.0,
        "answer_timeout_s": 60.0,
        "total_timeout_s": 60.0,
        "step_timeout_s": 60,
    }
    third = limit / 3
    answer, took = asked(Planner(third * 0.99), Tools(third * 0.99), Answerer(third * 0.99), **long, **given)
    assert answer.composed.answerer == "slow"
    assert took == pytest.approx(limit * 0.99)
    for slow in ((1000.0, 0.0, 0.0), (0.0, 1000.0, 0.0), (0.0, 0.0, 1000.0)):
        _, took = asked(Planner(slow[0]), Tools(slow[1]), Answerer(slow[2]), **long, **given)
        assert limit <= took <= limit + MARGIN_S + 2 * GRACE_S


def test_a_plan_with_such_a_tool_has_its_time_but_no_more_than_the_question() -> None:
    answer, took = asked(Planner(0.0), Tools(9.0), timeouts_s={"wait": 10.0})
    assert answer.status == "answered"
    assert took == pytest.approx(9.0)
    _, took = asked(Planner(0.0), Tools(9.0), timeouts_s={"wait": 10.0}, deadline_s=6.0)
    assert 6.0 <= took <= 6.0 + MARGIN_S + 2 * GRACE_S


def test_a_plan_is_made_again_only_while_there_is_time() -> None:
    planner = Planner(1.0, "broken", again_s=0.5)
    answer, _ = asked(planner, Tools(0.1), deadline_s=2.0)
    assert (planner.again, answer.replanned, answer.status) == (1, True, "answered")
    # The planner's margin has used up the question's time: a second plan would have none.
    planner = Planner(2.3, "nothing that there is", again_s=0.0)
    answer, took = asked(planner, Tools(0.0), deadline_s=2.0)
    assert (planner.again, answer.replanned) == (0, False)
    assert took <= 2.0 + MARGIN_S + 2 * GRACE_S


@pytest.mark.parametrize(("most", "given"), [(200, {}), (60, {"answer_max_chars": 60})])
def test_an_answer_is_so_long_and_no_longer(most: int, given: dict[str, Any]) -> None:
    class Saying(Tools):
        async def __call__(self, call: Call) -> Outcome:
            length = int(self.seconds[0]) - 1
            summary = ("word " * 100)[:length].rstrip().ljust(length, "x")
            return Outcome({"schema_version": 1, "generated_at": "", "summary": f"{summary}."}, ok=True)

    whole, _ = asked(Planner(0.0), Saying(most), **given)
    assert len(whole.text) == most
    assert whole.text.endswith(".")
    cut, _ = asked(Planner(0.0), Saying(most + 1), **given)
    assert most - 10 < len(cut.text) <= most


class Silence:
    """A planner that keeps the questions it is asked."""

    name = "silence"

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def plan(self, question: str, *_: object) -> Plan:
        self.asked.append(question)
        return Plan()


@pytest.mark.parametrize("chars", [QUESTION_MAX_CHARS, QUESTION_MAX_CHARS + 1])
def test_a_question_is_so_long_and_no_longer(chars: int) -> None:
    planner = Silence()
    asked = Inquiry(question="q" * chars, planner=planner, catalogue=CATALOGUE, context=Context(), call=Tools(0.0))
    answer, _ = timed(ask(asked))
    assert [len(question) for question in planner.asked] == ([2000] if chars == 2000 else [])
    assert (answer.reason == "the question is longer than 2000 characters") is (chars > 2000)


@pytest.mark.parametrize("chars", [MAX_QUESTION_CHARS, MAX_QUESTION_CHARS + 1])
async def test_the_offline_planner_reads_so_much_and_no_more(chars: int) -> None:
    plan = await OfflinePlanner().plan("q" * chars, CATALOGUE, Context())
    assert (plan.rationale == "the question is too long") is (chars > 1000)


@pytest.mark.parametrize(("more", "understood"), [("who", True), ("who leads", False)])
async def test_the_offline_planner_matches_forty_words_and_names_and_no_more(more: str, understood: bool) -> None:
    """The article is no word that is matched: 13 times three words, and one or two more."""
    leader: JsonObject = {
        "name": "get_leader",
        "description": "Who leads the race.",
        "input_schema": {"type": "object", "properties": {}},
        "examples": [["who leads the race", {}]],
    }
    plan = await OfflinePlanner().plan("who leads the race " * (MAX_ITEMS // 3) + more, [leader], Context())
    assert bool(plan.steps) is understood
