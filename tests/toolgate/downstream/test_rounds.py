"""A server that asks with its result, and a client that is asked while the call runs."""

from __future__ import annotations

from typing import Any

import pytest
from mcp.shared.exceptions import MCPError

from toolgate.contract import JsonObject, ToolError
from toolgate.downstream.rounds import MOST_ROUNDS, by_asking

FORM: JsonObject = {"method": "elicitation/create", "params": {"message": "Who?"}}
ASKING: JsonObject = {"resultType": "input_required", "inputRequests": {"who": FORM}, "requestState": "s1"}


async def test_answers_go_back_with_the_servers_own_state() -> None:
    sent: list[JsonObject] = []

    async def ask(method: str, params: JsonObject) -> JsonObject:
        return {"action": "accept", "content": {"asked": [method, params["message"]]}}

    async def again(more: JsonObject) -> JsonObject:
        sent.append(more)
        return {"content": []} if len(sent) == 2 else {**ASKING, "requestState": "s2"}

    assert await by_asking(ASKING, again, ask) == {"content": []}
    answer = {"who": {"action": "accept", "content": {"asked": ["elicitation/create", "Who?"]}}}
    assert sent == [
        {"inputResponses": answer, "requestState": "s1"},
        {"inputResponses": answer, "requestState": "s2"},
    ]


async def test_so_often_a_server_may_ask_and_no_more() -> None:
    rounds: list[Any] = []

    async def ask(method: str, params: JsonObject) -> JsonObject:
        return {}

    async def again(more: JsonObject) -> JsonObject:
        rounds.append(more)
        return {"content": []} if len(rounds) == most else ASKING

    most = MOST_ROUNDS - 1
    assert await by_asking(ASKING, again, ask) == {"content": []}
    rounds.clear()
    most = MOST_ROUNDS + 1
    with pytest.raises(ToolError, match="without coming to a result"):
        await by_asking(ASKING, again, ask)
    assert len(rounds) == MOST_ROUNDS


@pytest.mark.parametrize("odd", [7, {}, {"method": 5}])
async def test_what_is_no_question_is_not_asked(odd: Any) -> None:
    async def ask(method: str, params: JsonObject) -> JsonObject:
        raise AssertionError

    async def again(more: JsonObject) -> JsonObject:
        raise AssertionError

    with pytest.raises(ToolError, match="the server's request 'k' has no method: it must say what it asks for"):
        await by_asking({**ASKING, "inputRequests": {"k": odd}}, again, ask)


async def test_a_client_that_does_not_answer_ends_the_call() -> None:
    async def ask(method: str, params: JsonObject) -> JsonObject:
        raise MCPError(-1, "not\nnow")

    async def again(more: JsonObject) -> JsonObject:
        raise AssertionError

    with pytest.raises(ToolError, match="the client did not answer elicitation/create: not now"):
        await by_asking(ASKING, again, ask)
