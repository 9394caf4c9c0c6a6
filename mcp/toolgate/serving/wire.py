"""The REST wire as plain values: `GET /mcp/capabilities`, `POST /mcp/execute`. Any HTTP server can carry it.

Answers:

    capabilities   {"server", "version", "tools": [tool]}; a tool is its name, description, input_schema, output_schema,
                   timeout_ms and idempotent
    execute        {"result": envelope, "request_id"}, with "content" where the tool shows something, or
                   {"error": CODE, "message", "request_id"}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

import orjson

from toolgate.contract import AgentContext, Call, ErrorType, JsonObject, ToolSpec
from toolgate.envelope import envelope_schema
from toolgate.errors import LocalError
from toolgate.serving.served_tools import ServedTools

CODES: Mapping[ErrorType, tuple[str, int]] = MappingProxyType(
    {
        "validation_error": ("INVALID_INPUT", 400),
        "tool_not_found": ("TOOL_NOT_FOUND", 404),
        "policy_denied": ("POLICY_DENIED", 403),
        "rate_limited": ("POLICY_DENIED", 429),
        "timeout": ("TIMEOUT", 504),
        "tool_failed": ("EXECUTION_ERROR", 500),
        "output_invalid": ("EXECUTION_ERROR", 500),
        "server_unavailable": ("EXECUTION_ERROR", 503),
    }
)
"""The wire's five codes and the HTTP status of each error type."""

_KEYS = frozenset(("tool", "arguments", "server"))

Answer = tuple[int, JsonObject]


class NoCall(LocalError, ValueError):
    """What was sent is no valid call: no JSON, or not of the shape that the message names."""


def capabilities(server: str, version: str, specs: Iterable[ToolSpec]) -> JsonObject:
    """What the server offers; `specs` are the tools that the asking agent may call."""
    return {"server": server, "version": version, "tools": [_metadata(spec) for spec in specs]}


async def execute(runner: ServedTools, body: bytes, agent: AgentContext) -> Answer:
    """Runs the call that the body of a request describes: HTTP status and answer. NoCall where it describes none."""
    outcome = await runner.call(_read(body, agent))
    if outcome.error_type is None:
        result = outcome.envelope if outcome.encoded is None else orjson.Fragment(outcome.encoded)
        answer = {"result": result, "request_id": agent.request_id}
        if outcome.native is not None and "content" in outcome.native:
            answer["content"] = outcome.native["content"]
        return 200, answer
    code, status = CODES[outcome.error_type]
    message = outcome.envelope["error"]["message"]
    return status, {"error": code, "message": message, "request_id": agent.request_id}


def _read(body: bytes, agent: AgentContext) -> Call:
    """The call; whether its arguments are any is the gate's business, which records it."""
    try:
        given: Any = orjson.loads(body)
    except orjson.JSONDecodeError:
        raise NoCall("the body is not JSON") from None
    if not isinstance(given, dict) or not isinstance(given.get("tool"), str):
        raise NoCall('the body must be {"tool": "name", "arguments": {...}}, and "server" where there are several')
    if unknown := given.keys() - _KEYS:
        raise NoCall(f"the body has an unknown key: {min(unknown)[:60]!r}")
    server = given.get("server")
    if server is not None and not isinstance(server, str):
        raise NoCall("server must be the name of a server")
    return Call(given["tool"], given.get("arguments", {}), agent, server)


def _metadata(spec: ToolSpec) -> JsonObject:
    return {
        "name": spec.name,
        "description": spec.description,
        "input_schema": spec.input_schema,
        "output_schema": envelope_schema(spec),
        "timeout_ms": spec.timeout_ms,
        "idempotent": spec.idempotent,
    }
