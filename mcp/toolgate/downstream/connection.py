"""One session with a server behind us, on the SDK's client, kept by a task of its own from its start to its end."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

import mcp_types
from mcp.client._probe import negotiate_auto
from mcp.client.session import ClientSession
from mcp.client.subscriptions import SubscriptionLost, listen
from mcp.shared.exceptions import MCPError
from mcp.shared.jsonrpc_dispatcher import JSONRPCDispatcher
from mcp_types import CLIENT_CAPABILITIES_META_KEY
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from toolgate.contract import JsonObject
from toolgate.downstream.back_channel import BackChannel, of
from toolgate.downstream.child_process import ServerUnavailable
from toolgate.downstream.entries import ServerEntry
from toolgate.downstream.http_posts import NotTaken
from toolgate.downstream.link import Link, Opened
from toolgate.downstream.requests import Beside
from toolgate.printable import printable
from toolgate.waiting import abandon

_log = logging.getLogger("toolgate.downstream")

HANDSHAKE_S = 30.0
"""How long a server may take from its start to its first list of tools."""
PRIVATE_DOORS = ("_on_notify", "_on_request", "_build_capabilities", "_stamp")
"""Attributes of the SDK's session that we set or call; a test says which of them has gone."""
MOST_PAGES = 1000
"""Pages of one list that are read. What stands on further ones is not listed, and the log says so."""
_CLIENT = mcp_types.Implementation(name="race-director", version="1")

RESOURCE_UPDATED = "notifications/resources/updated"
TOOLS_CHANGED = "notifications/tools/list_changed"
RESOURCES_CHANGED = "notifications/resources/list_changed"
PROMPTS_CHANGED = "notifications/prompts/list_changed"

NOBODY = Beside()
"""The client of a request that no client has made."""

Heard = Callable[["Connection", str], Awaitable[None]]
"""A callback for every notification of the server: the session and the method."""


class Connection:
    """A session that is open. Requests and answers go through it as plain JSON, none of it changed."""

    def __init__(self, entry: ServerEntry, opened: Opened, heard: Heard, capabilities: JsonObject) -> None:
        self.entry = entry
        self.callers = BackChannel()
        self.capabilities = capabilities
        """What the server has been told that clients can do for it."""
        self.listeners: set[Callable[[str], None]] = set()
        """Callbacks that get the address of every resource that the server says has changed."""
        self.subscribed: Counter[str] = Counter()
        """How many wait for each address, by the older protocol."""
        self._count = 0
        self._opened = opened
        self._heard = heard
        self._closing = asyncio.Event()
        self._ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._session: ClientSession | None = None
        self._dispatcher: JSONRPCDispatcher[Any] | None = None
        self._link: Link | None = None
        self._task: asyncio.Task[None] | None = None

    @classmethod
    async def open(
        cls, entry: ServerEntry, opened: Opened, heard: Heard, capabilities: JsonObject | None = None
    ) -> Connection:
        """Starts the server and shakes hands. ServerUnavailable says why that fails."""
        connection = cls(entry, opened, heard, capabilities or {})
        connection._task = asyncio.create_task(connection._keep(), name=f"server {entry.name}")
        try:
            async with asyncio.timeout(HANDSHAKE_S):
                await asyncio.shield(connection._ready)
        except BaseException as error:
            await connection.close()
            if isinstance(error, TimeoutError):
                raise ServerUnavailable(entry.name, f"did not answer within {HANDSHAKE_S:.0f} s") from None
            raise
        return connection

    @property
    def gone(self) -> bool:
        """Whether the server has ended, or the session cannot be used any more."""
        link = self._link
        over = self._task is None or self._task.done() or self._closing.is_set()
        return over or link is None or link.ended.is_set() or link.gone()

    def drop(self) -> None:
        """Ends the session soon: nothing more can be asked of it."""
        self._closing.set()

    @property
    def pid(self) -> int | None:
        """The process, of a server that is a child of ours."""
        return None if self._link is None else self._link.pid

    @property
    def session(self) -> ClientSession:
        """The session of the SDK's client."""
        assert self._session is not None, "it is given out once it is open"
        return self._session

    async def request(
        self, method: str, params: JsonObject, beside: Beside = NOBODY, seconds: float | None = None
    ) -> JsonObject:
        """The result of a request, as it came. MCPError is the server's own error, or that the connection closed."""
        assert self._dispatcher is not None
        self._count += 1
        token = f"g-{self._count}"
        opts: Any = {"request_id": token} if seconds is None else {"request_id": token, "timeout": seconds}
        meta = self.callers.begin(token, beside)
        try:
            data: JsonObject = {"method": method, "params": {**params, "_meta": meta} if meta else dict(params)}
            self.session._stamp(data, opts)
            stamped = data["params"].get("_meta", {})
            if beside.capabilities and CLIENT_CAPABILITIES_META_KEY in stamped:
                stamped[CLIENT_CAPABILITIES_META_KEY] = beside.capabilities
            link, message = self._link, {"jsonrpc": "2.0", "id": token, **data}
            if link is not None and link.piped is not None:
                return await link.piped.request(message, seconds)
            if link is not None and link.posts is not None and self.modern:
                with suppress(NotTaken):
                    return await link.posts.request(message, opts["headers"], self._told)
            return await self._dispatcher.send_raw_request(method, data["params"], opts)
        finally:
            self.callers.end(token)

    @property
    def modern(self) -> bool:
        """Whether the server speaks the protocol that says with every request what a client can do."""
        return self.session.protocol_version in MODERN_PROTOCOL_VERSIONS

    async def listed(self, method: str, key: str) -> list[JsonObject]:
        """Every item of a list, page by page, as they came; of the first MOST_PAGES pages where there are more."""
        items: list[JsonObject] = []
        cursor: str | None = None
        for _ in range(MOST_PAGES):
            result = await self.request(method, {} if cursor is None else {"cursor": cursor})
            page = result.get(key)
            items += [item for item in page if isinstance(item, dict)] if isinstance(page, list) else []
            cursor = result.get("nextCursor")
            if not isinstance(cursor, str):
                return items
        _log.warning(
            "server %s: %s: over %d pages, the rest is left out", printable(self.entry.name), method, MOST_PAGES
        )
        return items

    async def set_level(self, level: str) -> None:
        """Asks for a log from that level on, by the older protocol. A server that has none is left alone."""
        can = self.session.server_capabilities
        if not self.modern and can is not None and can.logging is not None:
            with suppress(MCPError):
                await self.request("logging/setLevel", {"level": level})

    async def close(self) -> None:
        """Ends the session, then the server, in order."""
        self._closing.set()
        if self._task is not None:
            with suppress(asyncio.CancelledError, Exception):
                await asyncio.shield(self._task)

    async def _keep(self) -> None:
        """Opens everything, waits, closes everything: in one task, as the SDK wants it."""
        name = self.entry.name
        try:
            async with self._opened(self.entry) as link:
                self._link = link
                await self._serve(link)
        except ServerUnavailable as error:
            self._fail(error)
        except Exception as error:  # noqa: BLE001 - whatever a transport raises, this server cannot be reached
            _log.debug("%s: %r", printable(name), error)
            self._fail(ServerUnavailable(name, _why(error)))
        finally:
            self._fail(ServerUnavailable(name, "its connection was closed"))

    async def _serve(self, link: Link) -> None:
        dispatcher: JSONRPCDispatcher[Any] = JSONRPCDispatcher(*link.streams)
        session = ClientSession(dispatcher=dispatcher, client_info=_CLIENT)
        self._tap(session)
        self._dispatcher = dispatcher
        async with session:
            self._session = session
            waiting = asyncio.create_task(_either(link.ended, self._closing))
            shaking = asyncio.create_task(negotiate_auto(session))
            listening = None
            try:
                await asyncio.wait({waiting, shaking}, return_when=asyncio.FIRST_COMPLETED)
                if self._closing.is_set():
                    return
                if not shaking.done() or (shaking.exception() is not None and (link.ended.is_set() or link.gone())):
                    why = await link.last_words() or "it ended before the handshake"
                    raise ServerUnavailable(self.entry.name, why)
                shaking.result()
                if not self._ready.done():
                    self._ready.set_result(None)
                if self.modern and (lists := _announced_lists(session)):
                    listening = asyncio.create_task(_listen(session, lists))
                await waiting
            finally:
                if listening is not None:
                    abandon(listening)
                abandon(shaking)
                abandon(waiting)

    async def _told(self, method: str, params: JsonObject) -> None:
        """A notification of the server, as it came."""
        if method == RESOURCE_UPDATED:
            for listener in list(self.listeners):
                listener(str(params.get("uri")))
        await self.callers.told(method, params)
        await self._heard(self, method)

    def _tap(self, session: ClientSession) -> None:
        """What the server says and asks passes as it came: the SDK's typed forms would drop what they do not know."""
        answer = session._on_request
        could = mcp_types.ClientCapabilities.model_validate(self.capabilities)

        async def heard(dctx: Any, method: str, params: Any) -> None:
            await self._told(method, of(params))

        async def asked(dctx: Any, method: str, params: Any) -> JsonObject:
            return await (answer(dctx, method, params) if method == "ping" else self.callers.asked(method, of(params)))

        session._on_notify = heard  # type: ignore[method-assign]
        session._on_request = asked  # type: ignore[method-assign]
        if self.capabilities:
            session._build_capabilities = lambda version: could  # type: ignore[method-assign]

    def _fail(self, error: ServerUnavailable) -> None:
        if not self._ready.done():
            self._ready.set_exception(error)
            self._ready.exception()  # it may be that nobody waits


async def _either(*events: asyncio.Event) -> None:
    tasks = [asyncio.create_task(event.wait()) for event in events]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()


async def _listen(session: ClientSession, lists: Mapping[str, Any]) -> None:
    """Has a server of the newer protocol tell us when its lists change: it tells nobody who does not listen."""
    with suppress(MCPError, SubscriptionLost):
        async with listen(session, **lists) as told:
            async for _ in told:
                pass  # what it says arrives with the other notifications


def _announced_lists(session: ClientSession) -> dict[str, Any]:
    """The lists of which a server says that it tells of their changes."""
    can = session.server_capabilities
    lists = {} if can is None else {"tools": can.tools, "resources": can.resources, "prompts": can.prompts}
    return {f"{name}_list_changed": True for name, one in lists.items() if one is not None and one.list_changed}


def _why(error: BaseException) -> str:
    """A reason in a few words, without addresses, keys or a trace."""
    while isinstance(error, BaseExceptionGroup) and error.exceptions:
        error = error.exceptions[0]
    if isinstance(error, ServerUnavailable):
        return error.why
    if isinstance(error, MCPError):
        return f"the handshake failed: {printable(str(error.error.message)[:200])}"
    return f"cannot be reached ({type(error).__name__})"
