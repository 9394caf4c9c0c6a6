"""One server behind us: its sessions, one for each agent or one for all, kept alive, and what it lists."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import mcp_types
from mcp.shared.exceptions import MCPError

from toolgate.contract import AgentContext, JsonObject, ToolError
from toolgate.downstream.child_process import ServerUnavailable
from toolgate.downstream.connection import Connection, Opened
from toolgate.downstream.entries import ServerEntry
from toolgate.downstream.listed_tools import ListedTool, dry_result, listed_tool
from toolgate.downstream.requests import BESIDE
from toolgate.downstream.restarts import Restarts
from toolgate.printable import printable
from toolgate.serving.inflight import InFlight
from toolgate.waiting import abandon

_log = logging.getLogger("toolgate.downstream")

SESSIONS = 32
"""Sessions of one server at a time: who comes beyond takes that of the agent who has been quiet the longest."""

_SHARED = ""
RESOURCE_UPDATED = "notifications/resources/updated"
_TOOLS_CHANGED = "notifications/tools/list_changed"

Listed = Callable[["Downstream"], None]
"""Told when the tools of a server have been listed anew."""


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
        self.failure: str | None = None
        """Why it could not be started, while that is so."""
        self.in_flight = InFlight()
        self.updated: dict[str, asyncio.Event] = {}
        """Set when the server says that the resource of that address has changed."""
        self._dry_run = dry_run
        self._opened = opened
        self._listed = listed
        self._restarts = restarts or Restarts()
        self._sessions: OrderedDict[str, Connection] = OrderedDict()
        self._opening: dict[str, asyncio.Task[Connection]] = {}
        self._spare: Connection | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False
        self._ending: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Starts it and lists its tools. ServerUnavailable says why that fails; `failure` keeps it."""
        try:
            connection = await Connection.open(self.entry, self._opened, self._heard)
            try:
                await self._list(connection)
            except BaseException:
                await connection.close()
                raise
        except ServerUnavailable as error:
            self.failure = error.why
            raise
        self.failure = None
        self._spare = connection

    async def request(self, method: str, params: JsonObject, agent: AgentContext) -> JsonObject:
        """The server's own result of a request of this agent's session. ToolError where it cannot be had."""
        if self._dry_run:
            return dry_result(self.entry.name, method, params)
        with self.in_flight:
            return await self._requested(method, params, agent)

    async def _requested(self, method: str, params: JsonObject, agent: AgentContext) -> JsonObject:
        beside = BESIDE.get()
        seconds = min(beside.timeout_ms or self.entry.timeout_ms, self.entry.timeout_ms) / 1000
        sent = {**params, **(beside.extra or {})}
        try:
            async with asyncio.timeout(seconds):
                connection = await self.session(agent.agent_id, beside.capabilities or {})
                try:
                    result = await connection.request(method, sent, beside, seconds)
                except MCPError as error:
                    if not _forgotten(error):
                        raise
                    connection.drop()  # the server knows the session no more, and has done nothing: once again
                    connection = await self.session(agent.agent_id, beside.capabilities or {})
                    result = await connection.request(method, sent, beside, seconds)
        except TimeoutError:
            raise self._late(seconds) from None
        except MCPError as error:
            raise self._told(error, connection, method, seconds) from None
        self._restarts.worked()
        return result

    async def call_tool(self, name: str, arguments: JsonObject, agent: AgentContext) -> JsonObject:
        """The result of a tool, as it came."""
        return await self.request("tools/call", {"name": name, "arguments": arguments}, agent)

    async def listed(self, method: str, key: str, agent: AgentContext) -> list[JsonObject]:
        """Every item of one of its lists, as they came; ToolError where it has no such list."""
        connection = await self.session(agent.agent_id, BESIDE.get().capabilities or {})
        try:
            return await connection.listed(method, key)
        except MCPError as error:
            raise self._told(error, connection, method, self.entry.timeout_ms / 1000) from None

    def configure(self, entry: ServerEntry) -> None:
        """Takes an entry that needs no other process: other lists, tiers, times or words."""
        self.entry = entry
        self.tools = tuple(self._tool(tool.native) for tool in self.tools)

    @property
    def pids(self) -> list[int]:
        """The processes of its sessions."""
        open_ = [*self._sessions.values(), *(() if self._spare is None else (self._spare,))]
        return [connection.pid for connection in open_ if connection.pid is not None]

    async def close(self) -> None:
        """Ends all its sessions, each in order, beside each other. Whoever else closes it waits for the same end."""
        if self._ending is None:
            self._ending = asyncio.create_task(self._end())
        await asyncio.shield(self._ending)

    async def _end(self) -> None:
        self._closed = True
        for task in (*self._opening.values(), *self._tasks):
            abandon(task)
        open_ = [*self._sessions.values(), *(() if self._spare is None else (self._spare,))]
        self._sessions.clear()
        self._spare = None
        await asyncio.gather(*(connection.close() for connection in open_))

    async def session(self, agent_id: str, capabilities: JsonObject) -> Connection:
        """The agent's session, opened where there is none that lives."""
        key = agent_id if self.entry.isolate else _SHARED
        known = self._sessions.get(key)
        if known is not None and not known.gone:
            self._sessions.move_to_end(key)
            return known
        if known is not None:
            self._lost(key, known)
        opening = self._opening.get(key)
        if opening is None:
            opening = self._opening[key] = asyncio.create_task(self._open(key, capabilities))
            opening.add_done_callback(lambda done: self._opened_one(key, done))
        try:
            return await asyncio.shield(opening)  # a caller that gives up does not take the session with it
        except ServerUnavailable as error:
            raise ToolError("server_unavailable", str(error), server=self.entry.name) from None

    async def _open(self, key: str, capabilities: JsonObject) -> Connection:
        spare = self._spare
        if spare is not None and (spare.gone or spare.modern or not capabilities):
            self._spare = None
            if not spare.gone:
                return spare
            self._lost(key, spare)
        if self._restarts.is_open:
            wait_s = round(self._restarts.pause_s, 1)
            why = f"it has failed again and again; it is tried again in {wait_s} s"
            raise ServerUnavailable(self.entry.name, why)
        await asyncio.sleep(self._restarts.pause_s)
        await self._make_room()
        try:
            connection = await Connection.open(self.entry, self._opened, self._heard, capabilities)
        except ServerUnavailable as error:
            self._restarts.failed()
            self.failure = error.why
            raise
        self.failure = None
        if not self.tools:  # it was not there when we started
            await self._list(connection)
        return connection

    def _opened_one(self, key: str, done: asyncio.Task[Connection]) -> None:
        self._opening.pop(key, None)
        if done.cancelled() or done.exception() is not None:
            return
        if self._closed:
            self._later(done.result().close())
        else:
            self._sessions[key] = done.result()

    def _lost(self, key: str, connection: Connection) -> None:
        """Its server has ended by itself."""
        if self._sessions.get(key) is connection:
            del self._sessions[key]
        _log.warning("server %s has ended: it is started again when it is called", printable(self.entry.name))
        self._restarts.failed()
        self._later(connection.close())

    async def _make_room(self) -> None:
        if len(self._sessions) < SESSIONS:
            return
        quiet = next((key for key, open_ in self._sessions.items() if not open_.callers), None)
        if quiet is None:
            raise ServerUnavailable(self.entry.name, f"{SESSIONS} agents are using it; try again later")
        await self._sessions.pop(quiet).close()

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

    async def _heard(self, method: str, params: JsonObject) -> None:
        """A notification of one of its sessions, beside what clients are told."""
        if method == RESOURCE_UPDATED:
            event = self.updated.get(str(params.get("uri")))
            if event is not None:
                event.set()
        elif method == _TOOLS_CHANGED:
            self._later(self._list_again())

    async def _list_again(self) -> None:
        living = [connection for connection in self._sessions.values() if not connection.gone]
        if self._spare is not None and not self._spare.gone:
            living.append(self._spare)
        if living:
            await self._list(living[-1])

    async def _list(self, connection: Connection) -> None:
        """Asks what tools there are. ServerUnavailable where it does not say."""
        try:
            natives = await connection.listed("tools/list", "tools")
        except MCPError as error:
            said = printable(" ".join(str(error.error.message)[:200].split()))
            raise ServerUnavailable(self.entry.name, f"does not list its tools: {said}") from None
        tools, faults = [], []
        for native in natives:
            try:
                tools.append(self._tool(native))
            except ValueError as wrong:
                faults.append(f"tool {printable(str(native.get('name'))[:100])}: {printable(str(wrong)[:200])}")
        self.tools, self.faults = tuple(tools), tuple(faults)
        self._listed(self)

    def _tool(self, native: JsonObject) -> ListedTool:
        return listed_tool(self.entry, native, self.call_tool, promised=not self._dry_run)

    def _later(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda done: None if done.cancelled() else done.exception())


def _forgotten(error: MCPError) -> bool:
    """Whether a server over HTTP says that it has no such session: it has been restarted."""
    return error.error.code == mcp_types.INVALID_REQUEST and error.error.message == "Session terminated"
