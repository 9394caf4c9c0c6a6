"""Bridges protocols: what a server asks by a result, a client of the older protocol is asked while the call runs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from mcp.shared.exceptions import MCPError

from toolgate.contract import JsonObject, ToolError
from toolgate.downstream.requests import Ask
from toolgate.printable import printable

INPUT_REQUIRED = "input_required"
MOST_ROUNDS = 10
"""How often a server may ask in one call."""


async def by_asking(result: JsonObject, again: Callable[[JsonObject], Awaitable[JsonObject]], ask: Ask) -> JsonObject:
    """The result once the client has answered all that the server asks for; `again` makes the call with the answers.

    ToolError where the client does not answer, or the server goes on asking.
    """
    for _ in range(MOST_ROUNDS):
        if result.get("resultType") != INPUT_REQUIRED:
            return result
        asked = result.get("inputRequests") or {}
        answers = (
            {key: await _answer(key, one, ask) for key, one in asked.items()} if isinstance(asked, Mapping) else {}
        )
        state = {"requestState": result["requestState"]} if "requestState" in result else {}
        result = await again({"inputResponses": answers, **state})
    raise ToolError("tool_failed", f"the server has asked {MOST_ROUNDS} times without coming to a result")


async def _answer(key: object, asked: object, ask: Ask) -> JsonObject:
    if not isinstance(asked, Mapping) or not isinstance(asked.get("method"), str):
        named = printable(str(key)[:60])
        raise ToolError("tool_failed", f"the server's request {named!r} has no method: it must say what it asks for")
    try:
        return await ask(asked["method"], dict(asked.get("params") or {}))
    except MCPError as error:
        said = printable(" ".join(str(error.error.message)[:200].split()))
        raise ToolError("tool_failed", f"the client did not answer {asked['method'][:60]}: {said}") from None
