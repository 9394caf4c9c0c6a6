"""How much of servers' logs clients want, by both protocols: a level for a connection, or for one call."""

from __future__ import annotations

from typing import Any, get_args

from mcp.server.connection import Connection, allowed_log_levels
from mcp.server.context import ServerRequestContext
from mcp_types import LOG_LEVEL_META_KEY, LoggingLevel
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from toolgate.contract import JsonObject

LEVELS: tuple[str, ...] = get_args(LoggingLevel)
"""From the least to the most urgent."""

_KEY = "toolgate.log_level"


class LogLevels:
    """The levels that connections of the older protocol have asked for. Of an agent with several the lowest counts."""

    def __init__(self) -> None:
        self._asked: dict[str, dict[int, str]] = {}

    def set(self, agent_id: str, connection: Connection, level: str) -> str:
        """Notes a connection's level. Returns the agent's lowest, for its servers. ValueError where it is no level."""
        if level not in LEVELS:
            raise ValueError(f"unknown level {level[:60]!r}: choose from {', '.join(LEVELS)}")
        if _KEY not in connection.state:
            connection.exit_stack.callback(self._gone, agent_id, id(connection))
        connection.state[_KEY] = level
        asked = self._asked.setdefault(agent_id, {})
        asked[id(connection)] = level
        return min(asked.values(), key=LEVELS.index)

    def _gone(self, agent_id: str, connection: int) -> None:
        asked = self._asked.get(agent_id, {})
        asked.pop(connection, None)
        if not asked:
            self._asked.pop(agent_id, None)


def wanted(ctx: ServerRequestContext[Any, Any], params: JsonObject) -> bool:
    """Whether the client of a call wants a line of a log."""
    level = params.get("level")
    if ctx.protocol_version in MODERN_PROTOCOL_VERSIONS:
        return level in allowed_log_levels(ctx.protocol_version, (ctx.params or {}).get("_meta"))
    asked = ctx.session._connection.state.get(_KEY)
    return asked is None or level not in LEVELS or LEVELS.index(level) >= LEVELS.index(asked)


def with_level(ctx: ServerRequestContext[Any, Any], meta: JsonObject) -> JsonObject:
    """The call's `_meta` with the level of its connection: a server of the newer protocol logs only where asked to."""
    asked = ctx.session._connection.state.get(_KEY)
    return meta if asked is None or LOG_LEVEL_META_KEY in meta else {**meta, LOG_LEVEL_META_KEY: asked}
