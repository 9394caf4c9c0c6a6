"""The sessions with one server: one for each agent or one for all, opened when needed, opened again when lost."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import mcp_types

from toolgate.contract import JsonObject, ToolError
from toolgate.downstream.child_process import ServerUnavailable
from toolgate.downstream.connection import Connection, Heard
from toolgate.downstream.entries import ServerEntry
from toolgate.downstream.link import Opened
from toolgate.downstream.restarts import Restarts
from toolgate.printable import printable
from toolgate.waiting import abandon

_log = logging.getLogger("toolgate.downstream")

SESSIONS = 32
"""Sessions of one server at a time: who comes beyond takes that of the agent who has been quiet the longest."""

_LEVELS = 1024
_SHARED = ""

Fresh = Callable[[Connection], Awaitable[None]]
"""A callback for every session that has been opened for a call, before the call uses it."""


class Sessions:
    """The sessions of one entry. `failure` says why the last one could not be opened, until one can."""

    def __init__(self, entry: ServerEntry, opened: Opened, heard: Heard, fresh: Fresh, restarts: Restarts) -> None:
        self.entry = entry
        self.failure: str | None = None
        self.closed = False
        self._opened = opened
        self._heard = heard
        self._fresh = fresh
        self._restarts = restarts
        self._sessions: OrderedDict[str, Connection] = OrderedDict()
        self._opening: dict[str, asyncio.Task[Connection]] = {}
        self._levels: dict[str, str] = {}
        self._spare: Connection | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    def __iter__(self) -> Iterator[Connection]:
        """The sessions that are open."""
        yield from (*self._sessions.values(), *(() if self._spare is None else (self._spare,)))

    async def first(self, ready: Fresh) -> None:
        """Opens a session for the first agent to come, and awaits `ready` on it. ServerUnavailable says what fails."""
        try:
            connection = await Connection.open(self.entry, self._opened, self._heard)
            try:
                await ready(connection)
            except BaseException:
                await connection.close()
                raise
        except ServerUnavailable as error:
            self.failure = error.why
            raise
        self.failure = None
        self._spare = connection

    async def of(self, agent_id: str, capabilities: JsonObject) -> Connection:
        """The agent's session, opened if there is none alive. ToolError where none can be opened."""
        key = self._key(agent_id)
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

    def worked(self) -> None:
        """Notes that the server has answered, which ends a row of failures."""
        self._restarts.worked()

    async def set_level(self, agent_id: str, level: str) -> None:
        """Sets the lowest level of the server's log that is sent from now on, by the older protocol."""
        key = self._key(agent_id)
        self._levels[key] = level
        if len(self._levels) > _LEVELS:
            del self._levels[next(iter(self._levels))]
        known = self._sessions.get(key)
        if known is not None and not known.gone:
            await known.set_level(level)

    async def roots_changed(self, agent_id: str) -> None:
        """Tells the agent's session that its client's roots have changed: by the older protocol, the newer has none."""
        known = self._sessions.get(self._key(agent_id))
        if known is not None and not known.gone and not known.modern:
            await known.session.send_notification(mcp_types.RootsListChangedNotification())

    def later(self, work: Any) -> None:
        """Runs the coroutine in a task of its own, cancelled at the latest when these sessions end."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda done: None if done.cancelled() else done.exception())

    async def close(self) -> None:
        """Ends all of them, each in order, beside each other."""
        self.closed = True
        for task in (*self._opening.values(), *self._tasks):
            abandon(task)
        open_ = list(self)
        self._sessions.clear()
        self._spare = None
        await asyncio.gather(*(connection.close() for connection in open_))

    def _key(self, agent_id: str) -> str:
        return agent_id if self.entry.isolate else _SHARED

    async def _open(self, key: str, capabilities: JsonObject) -> Connection:
        connection = await self._connect(key, capabilities)
        if (level := self._levels.get(key)) is not None:
            await connection.set_level(level)
        return connection

    async def _connect(self, key: str, capabilities: JsonObject) -> Connection:
        spare = self._spare
        if spare is not None and (spare.gone or spare.modern or not capabilities):
            self._spare = None
            if not spare.gone:
                return spare
            self._lost(key, spare)
        if self.closed:
            raise ServerUnavailable(self.entry.name, "it is being stopped")
        if self._restarts.is_open:
            wait_s = round(self._restarts.pause_s, 1)
            why = f"it keeps failing; the next try is in {wait_s} s"
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
        await self._fresh(connection)
        return connection

    def _opened_one(self, key: str, done: asyncio.Task[Connection]) -> None:
        self._opening.pop(key, None)
        if done.cancelled() or done.exception() is not None:
            return
        if self.closed:
            self.later(done.result().close())
        else:
            self._sessions[key] = done.result()

    def _lost(self, key: str, connection: Connection) -> None:
        """Its server has ended by itself."""
        if self._sessions.get(key) is connection:
            del self._sessions[key]
        _log.warning("server %s has ended: the next call starts it again", printable(self.entry.name))
        self._restarts.failed()
        self.later(connection.close())

    async def _make_room(self) -> None:
        if len(self._sessions) < SESSIONS:
            return
        quiet = next((key for key, open_ in self._sessions.items() if not open_.callers), None)
        if quiet is None:
            raise ServerUnavailable(self.entry.name, f"{SESSIONS} agents are using it; try again later")
        await self._sessions.pop(quiet).close()
