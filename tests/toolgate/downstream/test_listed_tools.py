"""Foreign tools as the gate knows them."""

from __future__ import annotations

from typing import Any

import pytest

from toolgate.contract import AgentContext, JsonObject, Tier, ToolError
from toolgate.downstream.entries import ServerEntry
from toolgate.downstream.listed_tools import as_native, listed_tool, tier


@pytest.mark.parametrize(
    ("operator", "hints", "expected"),
    [
        (None, {}, Tier.STATEFUL),
        (None, {"readOnlyHint": True}, Tier.STATEFUL),
        (None, {"destructiveHint": True}, Tier.IRREVERSIBLE),
        (None, {"destructiveHint": "yes"}, Tier.STATEFUL),
        (Tier.READ_ONLY, {}, Tier.READ_ONLY),
        (Tier.READ_ONLY, {"readOnlyHint": False}, Tier.STATEFUL),
        (Tier.REVERSIBLE, {"destructiveHint": True}, Tier.IRREVERSIBLE),
        (Tier.IRREVERSIBLE, {"readOnlyHint": True, "destructiveHint": False}, Tier.IRREVERSIBLE),
    ],
)
def test_what_a_server_says_of_a_tool_raises_its_tier_and_never_lowers_it(
    operator: Tier | None, hints: dict[str, Any], expected: Tier
) -> None:
    assert tier(operator, hints) is expected


@pytest.mark.parametrize(
    ("result", "payload"),
    [
        ({"structuredContent": {"zone": "Asia/Tokyo", "n": 3, "list": [1]}}, {"summary": "zone: Asia/Tokyo, n: 3"}),
        ({"content": [{"type": "text", "text": "two\nlines"}]}, {"summary": "two lines", "text": "two\nlines"}),
        ({"structuredContent": [1, 2]}, {"result": [1, 2]}),
        ({"structuredContent": {"summary": 5, "error": 1, "a": 2}}, {"summary": "a: 2", "a": 2}),
        ({}, {"summary": "t has answered."}),
    ],
)
def test_what_the_pipeline_reads_of_a_result(result: JsonObject, payload: JsonObject) -> None:
    native = as_native("t", result)
    assert native.result is result
    assert payload.items() <= native.payload.items()
    assert native.payload.get("error") is None


OBJECT: JsonObject = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}


@pytest.mark.parametrize(
    ("promised", "kept", "broken"),
    [
        (OBJECT, {"structuredContent": {"n": 1}}, {"structuredContent": {"n": "1"}}),
        (OBJECT, {"structuredContent": {"n": 1}}, {"content": [{"type": "text", "text": "1"}]}),
        ({"anyOf": [OBJECT]}, {"structuredContent": {"n": 1}}, {"structuredContent": {"m": 1}}),
        ({"type": "array", "maxItems": 1}, {"structuredContent": [1]}, {"structuredContent": [1, 2]}),
    ],
)
async def test_what_a_server_promises_of_a_tool_is_held(promised: JsonObject, kept: Any, broken: Any) -> None:
    answers: list[JsonObject] = []

    async def call(name: str, arguments: JsonObject, agent: AgentContext) -> JsonObject:
        return answers[-1]

    native = {"name": "t", "inputSchema": {"type": "object"}, "outputSchema": promised}
    tool = listed_tool(ServerEntry(name="db"), native, call)
    for free in (kept, {**broken, "isError": True}, {"resultType": "input_required"}):
        answers.append(free)
        assert (await tool.spec.handler({}, AgentContext())).result is free
    answers.append(broken)
    with pytest.raises(ToolError) as refused:
        await tool.spec.handler({}, AgentContext())
    assert refused.value.error_type == "output_invalid"


def test_a_tool_needs_a_name() -> None:
    async def call(name: str, arguments: JsonObject, agent: AgentContext) -> JsonObject:
        raise AssertionError

    for native in ({}, {"name": ""}, {"name": 7}):
        with pytest.raises(ValueError, match="it has no name: its server must list it with one"):
            listed_tool(ServerEntry(name="s"), native, call)
