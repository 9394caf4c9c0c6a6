"""What the gate allows one call: time, threads, bytes in and out; and what the REST wire says of each refusal."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import orjson
import pytest

from tests.virtual_time import timed
from toolgate import regex
from toolgate.contract import AgentContext, Call, ErrorType, JsonObject, Native, Outcome, ToolError, ToolSpec
from toolgate.defaults import OUTPUT_BUDGET_BYTES
from toolgate.runner import Runner
from toolgate.serving import wire
from toolgate.waiting import GRACE_S

ANY: JsonObject = {"type": "object"}
LETTING_GO_S = GRACE_S
THREADS = 64
PATIENCE_S = 30.0
"""Only a failure takes so long."""


def tool(handler: Any, **fields: Any) -> ToolSpec:
    return ToolSpec(
        **{"name": "probe", "description": "A probe.", "input_schema": ANY, "output_schema": ANY, "handler": handler}
        | fields
    )


@pytest.mark.parametrize(("limit_s", "given"), [(1.0, {}), (0.25, {"timeout_ms": 250}), (30.0, {"timeout_ms": 30_000})])
def test_a_tool_has_its_time_and_no_more(limit_s: float, given: dict[str, Any]) -> None:
    async def wait(arguments: JsonObject, agent: AgentContext) -> JsonObject:
        await asyncio.sleep(arguments["s"])
        return {"summary": "Done."}

    runner = Runner([tool(wait, **given)])
    outcome, _ = timed(runner.call(Call("probe", {"s": limit_s * 0.99})))
    assert outcome.ok
    outcome, took = timed(runner.call(Call("probe", {"s": limit_s * 1.01})))
    assert outcome.error_type == "timeout"
    assert limit_s <= took <= limit_s + LETTING_GO_S


async def test_so_many_handlers_run_in_threads_and_no_more() -> None:
    go, running = threading.Event(), threading.Semaphore(0)

    def hold(arguments: JsonObject, agent: AgentContext) -> JsonObject:
        running.release()
        go.wait()
        return {"summary": "Done."}

    runner = Runner([tool(hold, blocking=True, timeout_ms=600_000)])
    held = [asyncio.ensure_future(runner.call(Call("probe", {}))) for _ in range(THREADS)]
    try:
        for _ in range(THREADS):
            assert await asyncio.to_thread(running.acquire, timeout=PATIENCE_S)
        one_more = asyncio.ensure_future(runner.call(Call("probe", {})))
        await asyncio.wait({one_more}, timeout=PATIENCE_S)
        assert one_more.done()
        assert one_more.result().error_type == "rate_limited"
    finally:
        go.set()
    assert all(outcome.ok for outcome in await asyncio.gather(*held))
    assert (await runner.call(Call("probe", {}))).ok


@pytest.mark.parametrize(("budget", "given"), [(OUTPUT_BUDGET_BYTES, {}), (2000, {"output_budget_bytes": 2000})])
async def test_an_output_is_so_long_and_no_longer(budget: int, given: dict[str, Any]) -> None:
    def fill(arguments: JsonObject, agent: AgentContext) -> JsonObject:
        return {"summary": "Filled.", "text": "x" * arguments["n"]}

    runner = Runner([tool(fill, blocking=False)], **given)
    empty = len(orjson.dumps((await runner.call(Call("probe", {"n": 0}))).envelope))
    whole = await runner.call(Call("probe", {"n": budget - empty}))
    assert whole.ok
    assert len(orjson.dumps(whole.envelope)) == budget
    assert (await runner.call(Call("probe", {"n": budget - empty + 1}))).error_type == "output_invalid"


async def test_a_foreign_answer_is_so_long_and_no_longer() -> None:
    async def answered(size: int, **given: Any) -> ErrorType | None:
        result = {"text": "x" * (size - len('{"text":""}'))}
        reply = Native(result, {"summary": "Read."})
        return (
            await Runner([tool(lambda arguments, agent: reply, blocking=False)], **given).call(Call("probe"))
        ).error_type

    for limit, given in ((16 << 20, {}), (3000, {"native_budget_bytes": 3000})):
        assert (await answered(limit, **given), await answered(limit + 1, **given)) == (None, "output_invalid")


def test_a_pattern_is_so_long_and_no_longer() -> None:
    assert regex.compile("x" * 2000).search("x" * 2000)
    with pytest.raises(regex.RegexError, match="longer than 2000"):
        regex.compile("x" * 2001)


REST: dict[ErrorType, tuple[str, int]] = {
    "validation_error": ("INVALID_INPUT", 400),
    "tool_not_found": ("TOOL_NOT_FOUND", 404),
    "policy_denied": ("POLICY_DENIED", 403),
    "rate_limited": ("POLICY_DENIED", 429),
    "timeout": ("TIMEOUT", 504),
    "tool_failed": ("EXECUTION_ERROR", 500),
    "output_invalid": ("EXECUTION_ERROR", 500),
    "server_unavailable": ("EXECUTION_ERROR", 503),
}
"""What clients of the wire rely on: written here once more, so that a change of the code is noticed."""


@pytest.mark.parametrize(("error_type", "expected"), REST.items())
async def test_the_status_and_code_of_each_error_on_the_wire(error_type: ErrorType, expected: tuple[str, int]) -> None:
    def fail(arguments: JsonObject, agent: AgentContext) -> JsonObject:
        raise ToolError(error_type, "because")

    async def refuse(call: Call, next: Any) -> Outcome:
        envelope = {"error": {"type": error_type, "message": "because"}}
        return Outcome(envelope, ok=False, error_type=error_type)

    runner = Runner([tool(fail, blocking=False)], (refuse,))
    status, answer = await wire.execute(runner, b'{"tool": "probe"}', AgentContext("a"))
    assert (answer["error"], status) == expected
    assert answer["message"] == "because"


def test_no_error_is_without_a_code() -> None:
    assert dict(wire.CODES) == REST
