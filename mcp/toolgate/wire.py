"""The REST wire as plain values: `GET /mcp/capabilities`, `POST /mcp/execute`. Any HTTP server can carry it.

Answers:

    capabilities   {"server", "version", "tools": [tool]}; a tool is its name, description, input_schema, output_schema,
                   timeout_ms and idempotent
    execute        {"result": envelope, "request_id"}, or {"error": CODE, "message", "request_id"}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any
from uuid import uuid4

import orjson

from toolgate.contract import AgentContext, Call, ErrorType, JsonObject, ToolSpec
from toolgate.envelope import envelope_schema
from toolgate.runner import Runner

BODY_MAX_BYTES = 1_000_000

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

Answer = tuple[int, JsonObject]


def capabilities(server: str, version: str, specs: Iterable[ToolSpec]) -> JsonObject:
    """What the server offers; `specs` are the tools that the asking agent may call."""
    return {"server": server, "version": version, "tools": [_metadata(spec) for spec in specs]}


async def execute(runner: Runner, body: bytes, agent: AgentContext) -> Answer:
    """Runs the call that the body of a request describes: HTTP status and answer."""
    if not agent.request_id:
        agent = replace(agent, request_id=uuid4().hex)
    try:
        name, arguments, server = _read(body)
    except ValueError as wrong:
        return _error(("INVALID_INPUT", 400), str(wrong), agent.request_id)
    outcome = await runner.call(Call(name, arguments, agent, server))
    if outcome.error_type is None:
        return 200, {"result": outcome.envelope, "request_id": agent.request_id}
    return _error(CODES[outcome.error_type], outcome.envelope["error"]["message"], agent.request_id)


def _read(body: bytes) -> tuple[str, Any, Any]:
    """The tool's name, the arguments and the server; whether these are any is the gate's business, which records it."""
    if len(body) > BODY_MAX_BYTES:
        raise ValueError(f"the body is longer than {BODY_MAX_BYTES} bytes")
    try:
        given = orjson.loads(body)
    except orjson.JSONDecodeError:
        raise ValueError("the body is not JSON") from None
    if not isinstance(given, dict) or not isinstance(given.get("tool"), str):
        raise ValueError('the body must be {"tool": "name", "arguments": {...}}, and "server" where there are several')
    if unknown := given.keys() - {"tool", "arguments", "server"}:
        raise ValueError(f"the body has an unknown key: {min(unknown)[:60]!r}")
    return given["tool"], given.get("arguments", {}), given.get("server")


def _error(code: tuple[str, int], message: str, request_id: str) -> Answer:
    return code[1], {"error": code[0], "message": message, "request_id": request_id}


def _metadata(spec: ToolSpec) -> JsonObject:
    return {
        "name": spec.name,
        "description": spec.description,
        "input_schema": spec.input_schema,
        "output_schema": envelope_schema(spec),
        "timeout_ms": spec.timeout_ms,
        "idempotent": spec.idempotent,
    }
