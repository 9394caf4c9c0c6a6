"""What the gateway's own tools answer, as the protocol writes results, and the codes of its errors."""

from __future__ import annotations

import fnmatch
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import orjson

from toolgate.contract import ErrorType, JsonObject, Native, Outcome
from toolgate.downstream.downstream import Downstream
from toolgate.downstream.listed_tools import ListedTool
from toolgate.downstream.pinning_changes import ToolChange

CODES: Mapping[ErrorType, str] = MappingProxyType(
    {
        "policy_denied": "DENIED_BY_POLICY",
        "rate_limited": "RATE_LIMITED",
        "server_unavailable": "SERVER_UNAVAILABLE",
        "tool_not_found": "TOOL_NOT_FOUND",
        "timeout": "TIMEOUT",
        "validation_error": "INVALID_ARGUMENTS",
        "tool_failed": "TOOL_FAILED",
        "output_invalid": "OUTPUT_INVALID",
    }
)
"""The code of each type of error."""

IDENTITY_CODES = ("INVALID_AGENT_ID", "FALLBACK_AGENT_NOT_IN_RULES", "NO_FALLBACK_CONFIGURED")
"""Refusals of who calls: the rule that decided is the code."""


def as_result(value: Any, structured: JsonObject, meta: JsonObject | None = None) -> Native:
    """A value as a result: its JSON as text, and the structured form."""
    text = orjson.dumps(value, default=str).decode()
    result = {"content": [{"type": "text", "text": text}], "structuredContent": structured, "isError": False}
    return Native(result if meta is None else {**result, "_meta": meta}, {"result": value})


def error_of(outcome: Outcome) -> JsonObject:
    """`{"code", "message", "rule"?, ...}` of a call that failed in the gate."""
    error = outcome.envelope.get("error", {})
    details = dict(error.get("details") or {})
    rule = outcome.decision.rule if outcome.decision is not None and not outcome.decision.allowed else ""
    rule = str(details.pop("rule", "") or rule)
    code = CODES.get(outcome.error_type or "tool_failed", "TOOL_FAILED")
    if rule in IDENTITY_CODES:
        code, rule = rule, ""
    found: JsonObject = {"code": code, "message": error.get("message", "")}
    if rule and code in ("DENIED_BY_POLICY", "RATE_LIMITED"):
        found["rule"] = rule
    return {**found, **details}


def failed(error: JsonObject) -> JsonObject:
    """The result of a call that failed in the gate, as execute_tool and the others give it."""
    body = {"error": error}
    text = orjson.dumps(body).decode()
    return {"content": [{"type": "text", "text": text}], "structuredContent": body, "isError": True}


def shown_held(held: Sequence[ToolChange]) -> list[JsonObject]:
    """Tools that are held back, each with how it differs from what was pinned, line by line."""
    return [{"tool": one.tool, "why": one.why, "diff": list(one.diff)} for one in held]


def shown_server(server: Downstream, held: Sequence[ToolChange], *, metadata: bool) -> JsonObject:
    """One server as list_servers has it."""
    entry = server.entry
    shown: JsonObject = {"name": entry.name, "transport": entry.transport}
    if entry.description or metadata:
        shown["description"] = entry.description
    if metadata:
        shown["url" if entry.url else "command"] = entry.shown
        if held:
            shown["quarantined"] = [one.tool for one in held]
    if server.failure is not None:
        shown |= {"status": "unavailable", "reason": server.failure}
    return shown


def shown_tools(
    server: str, tools: Sequence[ListedTool], names: str | None, pattern: str | None, budget: int | None
) -> JsonObject:
    """The answer of get_server_tools: those tools that names and pattern both choose, as far as the budget goes."""
    wanted = {name.strip() for name in (names or "").split(",") if name.strip()}
    chosen = [
        tool.native
        for tool in tools
        if (not wanted or tool.spec.name in wanted)
        and (not (pattern or "").strip() or fnmatch.fnmatchcase(tool.spec.name, (pattern or "").strip()))
    ]
    shown: list[JsonObject] = []
    used = 0
    for native in chosen:
        one = _as_listed(native)
        tokens = estimated_tokens(one)
        if budget is not None and used + tokens > budget:
            break
        shown.append(one)
        used += tokens
    return {
        "tools": shown,
        "server": server,
        "total_available": len(tools),
        "returned": len(shown),
        "tokens_used": None if budget is None else used,
        "error": None,
    }


def no_tools(server: str, error: JsonObject) -> JsonObject:
    """The answer of get_server_tools where the server is denied or does not exist."""
    return {
        "tools": [],
        "server": server,
        "total_available": 0,
        "returned": 0,
        "tokens_used": None,
        "error": error,
    }


def estimated_tokens(tool: JsonObject) -> int:
    """A quarter of the characters of name, description and schema; at least 1."""
    schema = orjson.dumps(tool.get("inputSchema") or {}).decode()
    return max(1, (len(tool.get("name", "")) + len(_described(tool)) + len(schema)) // 4)


def _as_listed(native: JsonObject) -> JsonObject:
    """What an agent needs to call the tool."""
    kept: JsonObject = {key: native[key] for key in ("name", "inputSchema") if key in native}
    return {"description": _described(native), **kept}


def _described(native: JsonObject) -> str:
    """The description, as text whatever its server gave."""
    return str(native.get("description") or "")
