"""The wire as an OpenAPI document. What it says of requests and answers is frozen as docs/schemas/wire.v1.json."""

from __future__ import annotations

from typing import Any

from toolgate.contract import JsonObject
from toolgate.serving.wire import CODES

WIRE_VERSION = "1.0"
_CODES = sorted({code for code, _ in CODES.values()})


def document(name: str, version: str) -> JsonObject:
    """The document of one server."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": name,
            "version": version,
            "description": "Tools over plain HTTP: the wire, version 1.0. MCP stands beside it at /mcp.",
            "x-wire-version": WIRE_VERSION,
        },
        "paths": _paths(),
        "components": {
            "schemas": _schemas(),
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
        },
    }


def _paths() -> JsonObject:
    caller = [
        _header("x-agent-id", "who calls, heard only where the server wants no tokens"),
        _header("x-model", "the model behind the call"),
        _header("x-request-id", "the number of the request; made here where it is left out"),
        _header("traceparent", "the trace that the call belongs to"),
    ]
    secured: list[JsonObject] = [{}, {"bearer": []}]
    execute = {
        "operationId": "execute",
        "summary": "Calls one tool",
        "parameters": caller,
        "security": secured,
        "requestBody": {"required": True, "content": _json("ExecuteRequest")},
        "responses": {
            "200": {"description": "what the tool answered", "content": _json("ExecuteResponse")},
            **_errors(400, 401, 403, 404, 406, 408, 413, 415, 421, 429, 431, 500, 503, 504),
        },
    }
    capabilities = {
        "operationId": "capabilities",
        "summary": "The tools that the caller may call",
        "parameters": caller,
        "security": secured,
        "responses": {
            "200": {"description": "the server and its tools", "content": _json("Capabilities")},
            **_errors(401, 403, 421, 431, 503),
        },
    }
    return {"/mcp/capabilities": {"get": capabilities}, "/mcp/execute": {"post": execute}}


def _schemas() -> JsonObject:
    envelope = {
        "schema_version": {"type": "integer", "minimum": 1},
        "generated_at": {"type": "string"},
        "summary": {"type": "string", "maxLength": 200},
        "truncated": {"type": "object"},
    }
    schema = {"type": "object", "description": "a JSON Schema"}
    tool = {
        "name": {"type": "string"},
        "description": {"type": "string"},
        "input_schema": schema,
        "output_schema": {**schema, "description": "a JSON Schema of the envelope"},
        "timeout_ms": {"type": "integer", "minimum": 1},
        "idempotent": {"type": "boolean"},
    }
    text: JsonObject = {"type": "string"}
    call = _object({"tool": text, "arguments": {"type": "object"}, "server": {"type": "string"}}, ["tool"])
    call["properties"]["server"]["description"] = "needed where there are several"
    blocks = {"type": "array", "items": {"type": "object"}, "description": "content blocks, as MCP writes them"}
    answer = {
        "result": {"$ref": "#/components/schemas/Envelope"}, "request_id": {"type": "string"}, "content": blocks
    }  # fmt: skip
    return {
        "Tool": _object(tool),
        "Capabilities": _object(
            {
                "server": {"type": "string"},
                "version": {"type": "string"},
                "tools": {"type": "array", "items": {"$ref": "#/components/schemas/Tool"}},
            }
        ),
        "ExecuteRequest": call,
        "Envelope": {**_object(envelope, ["schema_version", "generated_at"]), "additionalProperties": True},
        "ExecuteResponse": _object(answer, ["result", "request_id"]),
        "Error": _object({"error": {"enum": _CODES}, "message": {"type": "string"}, "request_id": {"type": "string"}}),
    }


def _object(properties: dict[str, Any], required: list[str] | None = None) -> JsonObject:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(properties) if required is None else required,
        "properties": properties,
    }


def _header(name: str, means: str) -> JsonObject:
    return {"name": name, "in": "header", "required": False, "description": means, "schema": {"type": "string"}}


def _json(schema: str) -> JsonObject:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{schema}"}}}


def _errors(*statuses: int) -> JsonObject:
    return {str(status): {"description": "refused or failed", "content": _json("Error")} for status in statuses}
