"""The gateway's own tools: their inputs, outputs and descriptions, which are all that a client's model sees of it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from toolgate.contract import JsonObject

SERVER = "gateway"
"""The name under which the own tools stand in the audit log."""

LIST_SERVERS = "list_servers"
GET_SERVER_TOOLS = "get_server_tools"
EXECUTE_TOOL = "execute_tool"
READ_RESOURCE = "read_resource"
GET_GATEWAY_STATUS = "get_gateway_status"

LONGEST_TIMEOUT_MS = 3_600_000


def _object(properties: JsonObject, *required: str) -> JsonObject:
    needed = {"required": list(required)} if required else {}
    return {"type": "object", "properties": properties, **needed, "additionalProperties": False}


_TEXT: JsonObject = {"type": "string"}
_OPTIONAL_TEXT: JsonObject = {"type": ["string", "null"]}
_AGENT: JsonObject = {"agent_id": _OPTIONAL_TEXT}
_SERVER_NAME: JsonObject = {"server": _TEXT}

DESCRIPTIONS: Mapping[str, str] = MappingProxyType(
    {
        LIST_SERVERS: "List the MCP servers you may use. Start here.",
        GET_SERVER_TOOLS: "List a server's tools with their input schemas. names: comma-separated; pattern: glob.",
        EXECUTE_TOOL: "Call a tool of a server. args: as its inputSchema says.",
        READ_RESOURCE: "Read a resource of a server by its URI.",
        GET_GATEWAY_STATUS: "What the gateway runs on: configuration, rules, reloads, servers.",
    }
)

INPUTS: Mapping[str, JsonObject] = MappingProxyType(
    {
        LIST_SERVERS: _object({**_AGENT, "include_metadata": {"type": "boolean", "default": False}}),
        GET_SERVER_TOOLS: _object(
            {
                **_AGENT,
                **_SERVER_NAME,
                "names": _OPTIONAL_TEXT,
                "pattern": _OPTIONAL_TEXT,
                "max_schema_tokens": {"type": ["integer", "null"], "minimum": 0},
            },
            "server",
        ),
        EXECUTE_TOOL: _object(
            {
                **_AGENT,
                **_SERVER_NAME,
                "tool": _TEXT,
                "args": {"type": ["object", "null"]},
                "timeout_ms": {"type": ["integer", "null"], "minimum": 1, "maximum": LONGEST_TIMEOUT_MS},
            },
            "server",
            "tool",
        ),
        READ_RESOURCE: _object({**_AGENT, **_SERVER_NAME, "uri": _TEXT}, "server", "uri"),
        GET_GATEWAY_STATUS: _object(dict(_AGENT)),
    }
)

_ANY_OBJECT: JsonObject = {"type": "object"}

OUTPUTS: Mapping[str, JsonObject] = MappingProxyType(
    {
        LIST_SERVERS: {
            "type": "object",
            "properties": {"result": {"type": "array", "items": _ANY_OBJECT}},
            "required": ["result"],
            "x-fastmcp-wrap-result": True,
        },
        GET_SERVER_TOOLS: {
            "type": "object",
            "properties": {
                "tools": {"type": "array", "items": _ANY_OBJECT},
                "server": _TEXT,
                "total_available": {"type": "integer"},
                "returned": {"type": "integer"},
                "tokens_used": {"type": ["integer", "null"]},
                "error": {"type": ["object", "null"]},
            },
            "required": ["tools", "server", "total_available", "returned", "tokens_used", "error"],
        },
        GET_GATEWAY_STATUS: _ANY_OBJECT,
    }
)
"""What their structured answers hold. What execute_tool and read_resource give is the server's own."""


def definition(name: str) -> JsonObject:
    """A tool as clients list it."""
    only_reads = name != EXECUTE_TOOL
    shown: JsonObject = {"name": name, "description": DESCRIPTIONS[name], "inputSchema": INPUTS[name]}
    if name in OUTPUTS:
        shown["outputSchema"] = OUTPUTS[name]
    if only_reads:
        shown["annotations"] = {"readOnlyHint": True}
    return shown
