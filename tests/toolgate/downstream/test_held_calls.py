"""Calls that are held while a client of the newer protocol answers what a server asks in the middle of them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError

from toolgate.contract import JsonObject, ToolError
from toolgate.downstream import held_calls
from toolgate.downstream.held_calls import HeldCalls
from toolgate.downstream.requests import Beside

ALL: JsonObject = {"elicitation": {}, "sampling": {}, "roots": {}}


def beside(**extra: Any) -> Beside:
    return Beside(capabilities=ALL, extra=extra)


async def two_questions(known: Beside) -> JsonObject:
    """A server that asks two things at a time."""
    assert known.ask is not None
    asked = (known.ask(method, {"n": n}) for n, method in enumerate(("elicitation/create", "roots/list")))
    return {"content": [*await asyncio.gather(*asked)]}


async def test_what_is_not_answered_is_asked_again_and_the_rest_is_kept() -> None:
    calls = HeldCalls()
    first = await calls.run("ann", beside(), two_questions)
    assert first["resultType"] == "input_required"
    one, other = first["inputRequests"]
    assert [asked["method"] for asked in first["inputRequests"].values()] == ["elicitation/create", "roots/list"]
    again = beside(requestState=first["requestState"], inputResponses={one: {"a": 1}, "x": {}, other: 7})
    second = await calls.run("ann", again, two_questions)
    assert list(second["inputRequests"]) == [other]
    assert second["requestState"] != first["requestState"]
    last = beside(requestState=second["requestState"], inputResponses={other: {"b": 2}})
    assert await calls.run("ann", last, two_questions) == {"content": [{"a": 1}, {"b": 2}]}
    assert len(calls) == 0


@pytest.mark.parametrize("odd", ["who", "state", "none", "spent"])
async def test_only_the_same_call_goes_on_and_once(odd: str) -> None:
    calls = HeldCalls()
    state = (await calls.run("ann", beside(), two_questions))["requestState"]
    answers: JsonObject = {"inputResponses": {"question-1": {}, "question-2": {}}}
    if odd == "spent":
        await calls.run("ann", beside(requestState=state, **answers), two_questions)
    given = {"state": "guess", "none": None}.get(odd, state)
    who = "bob" if odd == "who" else "ann"
    with pytest.raises(ToolError, match="no call is waiting for this answer"):
        await calls.run(who, beside(requestState=given, **answers), two_questions)
    calls.close()


async def test_what_the_client_has_not_said_that_it_can_do_is_not_asked() -> None:
    async def work(known: Beside) -> JsonObject:
        assert known.ask is not None
        refused = []
        for method in ("sampling/createMessage", "roots/list", "ping"):
            with pytest.raises(MCPError) as error:
                await known.ask(method, {})
            refused.append((error.value.error.code, error.value.error.data))
        return {"refused": refused}

    only: Any = Beside(capabilities={"elicitation": {}})
    result = await HeldCalls().run("ann", only, work)
    assert result == {"refused": [(-32601, "sampling/createMessage"), (-32601, "roots/list"), (-32601, "ping")]}


async def test_a_call_that_fails_after_its_answer_fails_for_who_answered() -> None:
    async def work(known: Beside) -> JsonObject:
        assert known.ask is not None
        await known.ask("roots/list", {})
        raise ToolError("tool_failed", "no")

    calls = HeldCalls()
    state = (await calls.run("ann", beside(), work))["requestState"]
    with pytest.raises(ToolError, match="no"):
        await calls.run("ann", beside(requestState=state, inputResponses={"question-1": {}}), work)


class Endless:
    """A call that asks, and says whether it was given up."""

    def __init__(self) -> None:
        self.given_up = asyncio.Event()
        self.began = asyncio.Event()

    async def __call__(self, known: Beside) -> JsonObject:
        assert known.ask is not None
        try:
            await known.ask("roots/list", {})
            self.began.set()
            await asyncio.Event().wait()
        finally:
            self.given_up.set()
        return {}


async def test_the_one_that_waits_longest_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held_calls, "MOST_HELD", 2)
    calls, works = HeldCalls(), [Endless() for _ in range(3)]
    for work in works[:2]:
        await calls.run("ann", beside(), work)
    assert len(calls) == 2
    await calls.run("ann", beside(), works[2])
    await works[0].given_up.wait()
    assert [work.given_up.is_set() for work in works] == [True, False, False]
    calls.close()
    await asyncio.gather(*(work.given_up.wait() for work in works))
    assert len(calls) == 0


async def test_who_gives_up_in_a_round_takes_the_call_with_it() -> None:
    calls, work = HeldCalls(), Endless()
    state = (await calls.run("ann", beside(), work))["requestState"]
    again = beside(requestState=state, inputResponses={"question-1": {}})
    round_ = asyncio.create_task(calls.run("ann", again, work))
    await work.began.wait()
    round_.cancel()
    await work.given_up.wait()


async def test_progress_goes_to_the_round_that_is_under_way() -> None:
    told: list[tuple[str, Any]] = []

    def round_of(name: str, **extra: Any) -> Beside:
        async def tell(method: str, params: JsonObject) -> None:
            told.append((name, params))

        meta = {} if name == "third" else {"progressToken": name}
        return Beside(meta=meta, capabilities=ALL, extra=extra, tell=tell)

    async def work(known: Beside) -> JsonObject:
        assert known.ask is not None
        assert known.tell is not None
        for n in range(3):
            await known.tell("notifications/progress", {"progressToken": "first", "progress": n})
            await known.tell("notifications/message", {"data": n})
            await known.ask("roots/list", {})
        return {}

    calls = HeldCalls()
    asked = await calls.run("ann", round_of("first"), work)
    for name in ("second", "third", "fourth"):
        answers: JsonObject = {key: {} for key in asked["inputRequests"]}
        asked = await calls.run("ann", round_of(name, requestState=asked["requestState"], inputResponses=answers), work)
    assert asked == {}
    assert told == [
        ("first", {"progressToken": "first", "progress": 0}),
        ("first", {"data": 0}),
        ("second", {"progressToken": "second", "progress": 1}),
        ("second", {"data": 1}),
        ("third", {"data": 2}),
    ]
