"""The wire without HTTP: one JSON object a message, over a WebSocket or a pipe.

    {"id": 1, "execute": {"tool", "arguments", "server"}, "caller": {"model", "request_id", "traceparent"}}
    {"id": 2, "capabilities": {}}

is answered by `{"id", "status", "body"}`: the status and the body that HTTP has for it. `id` and `caller` may be left
out. Answers come as they are ready, each under the id of its request.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import orjson

from toolgate.contract import AgentContext, JsonObject
from toolgate.serving import wire
from toolgate.serving.bad_requests import WHY
from toolgate.serving.errors import error_body
from toolgate.serving.identity import MODEL_META, REQUEST_META, TRACE
from toolgate.serving.rest import Rest

FRAME_MAX_BYTES = 1_000_000
MOST_AT_ONCE = 64
"""Calls of one connection that run beside each other; further frames wait."""

_KEYS = frozenset(("id", "execute", "capabilities", "caller"))
_CALLER = {"model": MODEL_META, "request_id": REQUEST_META, "traceparent": TRACE}
_SHAPE = 'a frame is {"id", "execute": {"tool", "arguments"}} or {"id", "capabilities": {}}, with "caller" if you like'

WhoCalls = Callable[[Mapping[str, Any]], AgentContext]
"""The caller of a frame, from what the frame says of it in the words of MCP's `_meta`."""


async def answered(rest: Rest, frame: bytes, who: WhoCalls) -> bytes:
    """The answer to one frame, whatever it is."""
    try:
        given: Any = orjson.loads(frame)
    except orjson.JSONDecodeError:
        return await _no_call(rest, frame, WHY, who({}))
    if not isinstance(given, dict):
        return await _no_call(rest, frame, _SHAPE, who({}))
    caller = given.get("caller", {})
    agent = who(_meta(caller) if isinstance(caller, dict) else {})
    known = not isinstance(given.get("id"), dict | list)
    marker = given.get("id") if known else None
    if given.keys() - _KEYS or ("execute" in given) is ("capabilities" in given) or not known:
        return await _no_call(rest, frame, _SHAPE, agent, marker)
    try:
        status, body = await (_execute(rest, given, agent) if "execute" in given else _capabilities(rest, agent))
    except wire.NoCall as wrong:
        return await _no_call(rest, frame, str(wrong), agent, marker)
    return _reply(marker, status, body)


async def _no_call(rest: Rest, frame: bytes, why: str, agent: AgentContext, marker: Any = None) -> bytes:
    """The answer to a frame that describes no call, which is recorded."""
    await rest.undecodable(frame, why, agent)
    return _reply(marker, 400, error_body(400, agent.request_id, why))


async def _execute(rest: Rest, given: JsonObject, agent: AgentContext) -> wire.Answer:
    return await wire.execute(rest.runner, orjson.dumps(given["execute"]), agent)


async def _capabilities(rest: Rest, agent: AgentContext) -> wire.Answer:
    specs = await rest.runner.list_tools(agent, operation="capabilities")
    return 200, wire.capabilities(rest.name, rest.version, specs)


def _meta(caller: JsonObject) -> JsonObject:
    return {meta: caller[name] for name, meta in _CALLER.items() if name in caller}


def _reply(marker: Any, status: int, body: JsonObject) -> bytes:
    return orjson.dumps({"id": marker, "status": status, "body": body})
