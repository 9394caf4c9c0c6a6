"""What stands before everything over HTTP: who may speak to us at all, how long and how much, and in which shape errors
go out. Behind it are the REST wire and the MCP library's own app.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from os import urandom

import orjson
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from toolgate.contract import AgentContext
from toolgate.errors import LocalError
from toolgate.serving.bad_requests import fault_of, salvaged_id
from toolgate.serving.connections import ARRIVED, ConnectionLimits
from toolgate.serving.errors import Headers, Shaped, error_body, respond
from toolgate.serving.identity import REQUEST_HEADER, REQUEST_META, Identity, Login
from toolgate.serving.known_heads import Head, KnownHeads
from toolgate.serving.logins import FailedLogins
from toolgate.serving.origins import Origins
from toolgate.serving.rest import METHODS, OPEN, Rest
from toolgate.serving.websocket import WS_PATH, Sockets, refuse
from toolgate.serving.whole_requests import WholeAnswer

_log = logging.getLogger("toolgate.serving")

PATH = "/mcp"
BODY_MAX_BYTES = 1_000_000

_MCP_METHODS = ("POST", "DELETE")
_SESSION_METHODS = ("POST", "DELETE", "GET")
"""With sessions there is a stream of what a client is told outside its requests."""
_CHALLENGE = ((b"www-authenticate", b"Bearer"),)
_CLOSE = ((b"connection", b"close"),)


class RequestRefused(LocalError):
    """A request is refused with this HTTP status before it reaches the app."""

    def __init__(self, status: int, message: str = "", headers: tuple[tuple[bytes, bytes], ...] = ()) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.headers = headers


class Gone(LocalError):
    """The client disconnected during its request."""


@dataclass
class Front:
    """The app that the HTTP server runs. Once `stopping` is set, no request is begun any more."""

    app: ASGIApp
    rest: Rest
    identity: Identity
    origins: Origins
    limits: ConnectionLimits
    logins: FailedLogins
    sessions: bool = False
    stopping: bool = False
    sockets: Sockets = field(init=False)
    heads: KnownHeads = field(init=False)
    login_paths: tuple[BaseRoute, ...] = field(init=False)
    """Of the library's app, all but MCP's own."""

    def __post_init__(self) -> None:
        self.login_paths = tuple(
            route for route in getattr(self.app, "routes", ()) if getattr(route, "path", PATH) != PATH
        )
        self.sockets = Sockets(self.rest, self.identity)
        self.heads = KnownHeads(self.identity)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or the start and end of the server."""
        if scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers, request_id = _headers(scope)
        send = self.origins.opened(headers, send)
        shaped = Shaped(send, request_id, partial(self._wrong_token, scope, headers))
        try:
            await self._answer(scope, headers, receive, shaped)
        except RequestRefused as refused:
            body = error_body(refused.status, request_id, refused.message)
            await respond(send, refused.status, body, refused.headers)
        except Gone:
            return
        except asyncio.CancelledError:  # told to stop, and out of time
            if not shaped.started:
                await respond(send, 503, error_body(503, request_id, "the server is stopping"), _CLOSE)
        except Exception:
            if not shaped.started:
                await respond(send, 500, error_body(500, request_id), _CLOSE)
            raise

    async def executed(self, scope: Scope, body: bytes) -> WholeAnswer:
        """Answers a call of the REST wire that has arrived whole, as the app does. Nothing is raised."""
        more: Headers = ()
        head, request_id = tuple(scope["headers"]), ""
        try:
            caller = None if self.stopping else self.heads.caller(head)
            if caller is None:
                headers, request_id = _headers(scope)
                caller = await self._caller(scope, head, headers)
            request_id = request_id or caller.request_id
            status, answer = await self.rest.execute(body, caller)
        except RequestRefused as refused:
            status, more = refused.status, refused.headers
            answer = error_body(status, request_id, refused.message)
        except asyncio.CancelledError:  # told to stop, and out of time
            status, more = 503, _CLOSE
            answer = error_body(status, request_id, "the server is stopping")
        except Exception:  # noqa: BLE001 - whatever it is, the caller is answered
            _log.exception("a request failed")
            status, more = 500, _CLOSE
            answer = error_body(status, request_id)
        return status, orjson.dumps(answer), more

    async def _caller(self, scope: Scope, head: Head, headers: Mapping[str, str]) -> AgentContext:
        """The caller of a request whose head is not known yet, if it may call."""
        self._admit(headers)
        self._check(scope, headers)
        caller = self.identity.over_http(headers, await self._login(scope, headers))
        self.heads.keep(head, headers, caller)
        return caller

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A connection of the wire. Whoever may not have one is told so in place of the handshake."""
        headers, request_id = _headers(scope)
        try:
            self._admit(headers)
            if self.stopping:
                raise RequestRefused(503, "the server is stopping")
            if scope["path"] != WS_PATH:
                raise RequestRefused(404, f"no such path here; there is {WS_PATH}")
            login = await self._login(scope, headers)
        except RequestRefused as refused:
            await refuse(send, scope, refused.status, request_id, refused.message)
            return
        await self.sockets.serve(headers, login, receive, send)

    def _admit(self, headers: Mapping[str, str]) -> None:
        """Whether the request is for this server, and not from a page of somebody else's."""
        if self.origins.misdirected(headers):
            raise RequestRefused(421)
        if self.origins.foreign(headers):
            raise RequestRefused(
                403, "a page of another origin: add it to DIRECTOR_HTTP_ALLOWED_ORIGINS, or to allowed_origins"
            )

    async def _answer(self, scope: Scope, headers: Mapping[str, str], receive: Receive, send: Shaped) -> None:
        path, method = scope["path"], scope["method"]
        self._admit(headers)
        if method == "OPTIONS" and "access-control-request-method" in headers:
            await self.origins.permit(headers, send.through)
            return
        self._check(scope, headers)
        if path == PATH:
            await self._mcp(scope, headers, receive, send)
            return
        if self._logs_in(scope):
            body = await self._body(scope, receive) if method == "POST" else b""
            await self.app(scope, _replayed(body, receive), send.through)
            return
        login = None if path in OPEN else await self._login(scope, headers)
        body = await self._body(scope, receive) if method == "POST" else b""
        await self.rest.answer(path, body, self.identity.over_http(headers, login), send.through)

    def _logs_in(self, scope: Scope) -> bool:
        """Whether the path is one of those where clients log in, or are told where they can."""
        return any(route.matches(scope)[0] is not Match.NONE for route in self.login_paths)

    def _check(self, scope: Scope, headers: Mapping[str, str]) -> None:
        path, method = scope["path"], scope["method"]
        if self.stopping:
            raise RequestRefused(503, "the server is stopping", _CLOSE)
        own = _SESSION_METHODS if self.sessions else _MCP_METHODS
        methods = own if path == PATH else METHODS.get(path)
        logs_in = methods is None and self._logs_in(scope)
        if methods is None and not logs_in:
            raise RequestRefused(404, f"no such path here; there are {PATH}, {', '.join(METHODS)}")
        if methods is not None and method not in methods and not (method == "HEAD" and "GET" in methods):
            raise RequestRefused(405, headers=((b"allow", ", ".join(methods).encode()),))
        if method != "POST":
            return
        if not logs_in and headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise RequestRefused(415)
        if headers.get("content-encoding", "identity").strip().lower() != "identity":
            raise RequestRefused(415, "the body must not be compressed")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:20]) > BODY_MAX_BYTES:
            raise RequestRefused(413, f"the body is longer than {BODY_MAX_BYTES} bytes", _CLOSE)

    async def _mcp(self, scope: Scope, headers: Mapping[str, str], receive: Receive, send: Shaped) -> None:
        """The library's app, which asks for tokens itself. What it could not decode is answered and recorded here."""
        body = await self._body(scope, receive) if scope["method"] == "POST" else b""
        if scope["method"] == "POST" and (fault := fault_of(body)) is not None:
            agent = self.identity.over_http(headers, await self._login(scope, headers))
            await self._undecodable(body, *fault, agent, send.through)
        else:
            await self.app(scope, _replayed(body, receive), send)

    async def _login(self, scope: Scope, headers: Mapping[str, str]) -> Login | None:
        """The login of the request's token. Where tokens are set, a request without one is refused."""
        if not self.identity.needs_login:
            return None
        kind, _, token = headers.get("authorization", "").partition(" ")
        login = await self.identity.login(token.strip()) if kind.lower() == "bearer" else None
        if login is None:
            await self._wrong_token(scope, headers)
            raise RequestRefused(401, "a bearer token is needed", _CHALLENGE)
        return login

    async def _wrong_token(self, scope: Scope, headers: Mapping[str, str]) -> None:
        """Counts a wrong token; a request without a token is no attempt to log in."""
        if "authorization" in headers:
            client = scope.get("client")
            await self.logins.failed(client[0] if client else "?")

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        """The whole body, within its time and length."""
        body = b""
        try:
            async with asyncio.timeout(None if scope.get("state", {}).get(ARRIVED) else self.limits.body_s):
                more = True
                while more:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise Gone
                    body += message.get("body", b"")
                    more = message.get("more_body", False)
                    if len(body) > BODY_MAX_BYTES:
                        raise RequestRefused(413, f"the body is longer than {BODY_MAX_BYTES} bytes", _CLOSE)
        except TimeoutError:
            raise RequestRefused(408, "the body took too long to arrive", _CLOSE) from None
        return body

    async def _undecodable(self, body: bytes, code: int, why: str, agent: AgentContext, send: Send) -> None:
        """As JSON-RPC answers what it cannot read."""
        await self.rest.undecodable(body, why, agent)
        error = {"code": code, "message": why, "data": {REQUEST_META: agent.request_id}}
        request_id = salvaged_id(body.decode(errors="replace"))
        await respond(send, 400, {"jsonrpc": "2.0", "id": request_id, "error": error})


def _headers(scope: Scope) -> tuple[dict[str, str], str]:
    """The headers of a request, and its number, which is made where it has none."""
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    request_id = headers[REQUEST_HEADER] = headers.get(REQUEST_HEADER, "")[:100] or urandom(16).hex()
    return headers, request_id


def _replayed(body: bytes, receive: Receive) -> Receive:
    """A `receive` that gives the body that has been read, and then whatever comes."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return waiting.pop() if waiting else await receive()

    return replay
