"""ready: calls wait for the load, outside their own timeout."""

from __future__ import annotations

import asyncio
from typing import Any

from toolgate.contract import AgentContext, Call, JsonObject, ToolSpec
from toolgate.layers.ready import Ready
from toolgate.runner import Runner


def answer(arguments: JsonObject, agent: AgentContext) -> JsonObject:
    return {"summary": "Loaded."}


def runner(ready: Ready) -> Runner:
    schema: dict[str, Any] = {"type": "object"}
    return Runner([ToolSpec("probe", "A probe.", schema, schema, answer, timeout_ms=20, blocking=False)], (ready,))


async def test_a_call_waits_longer_than_its_own_timeout_for_the_load() -> None:
    ready = Ready()
    waiting = asyncio.create_task(runner(ready).call(Call("probe")))
    await asyncio.sleep(0.06)
    assert not waiting.done()
    ready.open()
    assert (await waiting).ok


async def test_after_a_failed_load_every_call_is_told_why() -> None:
    ready = Ready()
    waiting = asyncio.create_task(runner(ready).call(Call("probe")))
    ready.fail("the folder is gone: name another")
    for outcome in (await waiting, await runner(ready).call(Call("probe"))):
        assert outcome.error_type == "server_unavailable"
        assert outcome.envelope["error"]["message"] == "the folder is gone: name another"


async def test_a_wait_can_be_cancelled() -> None:
    ready = Ready()
    waiting = asyncio.create_task(runner(ready).call(Call("probe")))
    await asyncio.sleep(0)
    waiting.cancel()
    done, _ = await asyncio.wait({waiting}, timeout=5)
    assert done == {waiting}
    assert waiting.cancelled()
