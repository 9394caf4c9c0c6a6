"""One server behind us: its sessions, one for each agent or one for all, kept alive, and what it lists."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Callable

import mcp_types
from mcp.shared.exceptions import MCPError

from toolgate.contract import AgentContext, JsonObject, ToolError
from toolgate.downstream.child_process import ServerUnavailable
from toolgate.downstream.connection import HANDSHAKE_S, PROMPTS_CHANGED, RESOURCES_CHANGED, TOOLS_CHANGED, Connection
from toolgate.downstream.entries import ServerEntry
from toolgate.downstream.held_calls import HeldCalls
from toolgate.downstream.link import Opened
from toolgate.downstream.listed_tools import ListedTool, dry_result, listed_tool
from toolgate.downstream.requests import BESIDE, Beside
from toolgate.downstream.restarts import Restarts
from toolgate.downstream.rounds import by_asking
from toolgate.downstream.sessions import Sessions
from toolgate.printable import printable
from toolgate.serving.inflight import InFlight

_log = logging.getLogger("toolgate.downstream")

LIST_S = 10.0
"""How long a server may take for one of its lists while a client waits for those of all servers."""

Listed = Callable[["Downstream"], None]
"""A callback for when the tools of a server have been listed anew."""


class Downstream:
    """A server by its entry. Its sessions are opened when they are needed and opened again when they are lost."""

    def __init__(
        self,
        entry: ServerEntry,
        opened: Opened,
        listed: Listed,
        *,
        restarts: Restarts | None = None,
        dry_run: bool = False,
    ) -> None:
        self.entry = entry
        self.tools: tuple[ListedTool, ...] = ()
        self.faults: tuple[str, ...] = ()
        """Tools that cannot be served, with the reason, a line each."""
        self.in_flight = InFlight()
        self.changed: Counter[str] = Counter()
        """How often it has said of each other list, by the notification, that it has changed."""
        self.sessions = Sessions(entry, opened, self._heard, self._fresh, restarts or Restarts())
        self.held = HeldCalls()
        self._dry_run = dry_run
        self._listed = listed
        self._ending: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Starts it and lists its tools. ServerUnavailable says why that fails; `failure` keeps it."""
        await self.sessions.first(self._list)

    @property
    def failure(self) -> str | None:
        """Why it could not be started, while that is so."""
        return self.sessions.failure

    async def session(self, agent_id: str, capabilities: JsonObject) -> Connection:
        """The agent's session. ToolError where there can be none."""
        return await self.sessions.of(agent_id, capabilities)

    async def request(self, method: str, params: JsonObject, agent: AgentContext) -> JsonObject:
        """The server's own result of a request of this agent's session. ToolError where it cannot be had."""
        if self._dry_run:
            return dry_result(self.entry.name, method, params)
        with self.in_flight:
            return await self._requested(method, params, agent)

    async def _requested(self, method: str, params: JsonObject, agent: AgentContext) -> JsonObject:
        beside = BESIDE.get()
        seconds = min(beside.timeout_ms or self.entry.timeout_ms, self.entry.timeout_ms) / 1000

        async def exchange(beside: Beside) -> JsonObject:
            return await self._exchange(connection, method, params, agent, beside, seconds)

        try:
            async with asyncio.timeout(seconds):
                connection = await self.session(agent.agent_id, beside.openly)
                if beside.by_rounds and not connection.modern:
                    who = agent.agent_id, method, json.dumps(params, sort_keys=True, default=str)
                    result = await self.held.run(who, beside, exchange)
                else:
                    result = await exchange(beside)
        except TimeoutError:
            raise self._late(seconds) from None
        self.sessions.worked()
        return result

    async def _exchange(
        self,
        connection: Connection,
        method: str,
        params: JsonObject,
        agent: AgentContext,
        beside: Beside,
        seconds: float,
    ) -> JsonObject:
        """The result of a request. ToolError in the gate's words where the server gives none."""

        async def send(more: JsonObject) -> JsonObject:
            return await connection.request(method, {**params, **more}, beside, seconds)

        try:
            try:
                result = await send(beside.extra or {})
            except MCPError as error:
                if not _forgotten(error):
                    raise
                connection.drop()  # the server knows the session no more, and has done nothing: once again
                connection = await self.session(agent.agent_id, beside.openly)
                result = await send(beside.extra or {})
            if beside.ask is not None:
                result = await by_asking(result, send, beside.ask)
        except MCPError as error:
            raise self._told(error, connection, method, seconds) from None
        return result

    async def call_tool(self, name: str, arguments: JsonObject, agent: AgentContext) -> JsonObject:
        """The result of a tool, as it came."""
        return await self.request("tools/call", {"name": name, "arguments": arguments}, agent)

    async def listed(self, method: str, key: str, agent: AgentContext) -> list[JsonObject]:
        """Every item of one of its lists, as they came; ToolError where it has no such list."""
        seconds = min(self.entry.timeout_ms / 1000, LIST_S)
        try:
            async with asyncio.timeout(seconds):
                connection = await self.session(agent.agent_id, BESIDE.get().openly)
                return await connection.listed(method, key)
        except TimeoutError:
            raise self._late(seconds) from None
        except MCPError as error:
            raise self._told(error, connection, method, self.entry.timeout_ms / 1000) from None

    def configure(self, entry: ServerEntry) -> None:
        """Takes an entry that needs no other process: other lists, tiers, times or words."""
        self.entry = self.sessions.entry = entry
        self.tools = tuple(self._tool(tool.native) for tool in self.tools)

    @property
    def pids(self) -> list[int]:
        """The processes of its sessions."""
        return [connection.pid for connection in self.sessions if connection.pid is not None]

    async def close(self) -> None:
        """Ends all its sessions, each in order, beside each other. Whoever else closes it waits for the same end."""
        self.held.close()
        if self._ending is None:
            self._ending = asyncio.create_task(self.sessions.close())
        await asyncio.shield(self._ending)

    def _told(self, error: MCPError, connection: Connection, method: str, seconds: float) -> ToolError:
        """The failure in the gate's words. The server's own words go along, on one line."""
        name = printable(self.entry.name[:100])
        code = error.error.code
        if code == mcp_types.CONNECTION_CLOSED and (connection.gone or error.error.message == "Connection closed"):
            connection.drop()
            return ToolError("server_unavailable", f'server "{name}" ended during the call', server=self.entry.name)
        if code == mcp_types.REQUEST_TIMEOUT:
            return self._late(seconds)
        BESIDE.get().errors.append(error)
        said = printable(" ".join(str(error.error.message)[:250].split()))
        return ToolError("tool_failed", f'server "{name}": {said or method}', number=code)

    def _late(self, seconds: float) -> ToolError:
        name = printable(self.entry.name[:100])
        return ToolError("timeout", f'server "{name}" did not answer within {seconds * 1000:.0f} ms')

    async def _heard(self, connection: Connection, method: str) -> None:
        """A notification of one of its sessions, beside what clients are told."""
        if method == TOOLS_CHANGED:
            self.sessions.later(self._list(connection))
        elif method in (RESOURCES_CHANGED, PROMPTS_CHANGED):
            self.changed[method] += 1

    async def _fresh(self, connection: Connection) -> None:
        """A session has been opened for a call: where it could not be when we started, its tools are listed now."""
        if not self.tools:
            await self._list(connection)

    async def _list(self, connection: Connection) -> None:
        """Asks what tools there are. ServerUnavailable where it does not say."""
        try:
            async with asyncio.timeout(HANDSHAKE_S):
                natives = await connection.listed("tools/list", "tools")
        except TimeoutError:
            raise ServerUnavailable(self.entry.name, f"did not list its tools within {HANDSHAKE_S:.0f} s") from None
        except MCPError as error:
            said = printable(" ".join(str(error.error.message)[:200].split()))
            raise ServerUnavailable(self.entry.name, f"does not list its tools: {said}") from None
        tools, faults = [], []
        for index, native in enumerate(natives):
            try:
                tools.append(self._tool(native))
            except ValueError as wrong:
                name = native.get("name") or f"at index {index} of the list"
                faults.append(f"tool {printable(str(name)[:100])}: {printable(str(wrong)[:200])}")
        self.tools, self.faults = tuple(tools), tuple(faults)
        self._listed(self)

    def _tool(self, native: JsonObject) -> ListedTool:
        return listed_tool(self.entry, native, self.call_tool, promised=not self._dry_run)


def _forgotten(error: MCPError) -> bool:
    """Whether a server over HTTP says that it has no such session: it has been restarted."""
    return error.error.code == mcp_types.INVALID_REQUEST and error.error.message == "Session terminated"
