"""McpServer: your own functions as tools, resources and prompts, behind policies and a record, on any transport."""

from __future__ import annotations

import asyncio
import logging
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import orjson

from toolgate.audit.journal import AuditLog
from toolgate.contract import AgentContext, Call, JsonObject, Outcome, Policy, PolicyDecision, ToolSpec
from toolgate.errors import InputError
from toolgate.gate import Gate
from toolgate.hooks import Hooks
from toolgate.offers import PromptSpec, ResourceSpec
from toolgate.policy.login_tiers import LOGIN_TIERS
from toolgate.runner import Runner
from toolgate.sdk.marks import ATTRIBUTE, PromptMark, ResourceMark, ToolMark
from toolgate.sdk.metadata import ToolMetadata
from toolgate.sdk.offered import prompt_spec, resource_spec
from toolgate.sdk.processes import Marked, Warm, Workers
from toolgate.sdk.registration import RegistrationError, check_server, own_context, read_parameters
from toolgate.sdk.tools import tool_spec
from toolgate.unblocked_log import UnblockedHandler

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from toolgate.serving.http import Http
    from toolgate.serving.jwt_settings import JwtSettings
    from toolgate.serving.provider_logins import ProviderLogins
    from toolgate.serving.service import Service

TransportName = Literal["http", "stdio", "wire"]
SdkPolicy = Callable[[AgentContext, str, JsonObject], PolicyDecision]
"""Says of the arguments of a call, known to fit, whether it may go on. It is handed a copy."""

_ATOMS = frozenset((str, int, float, bool, type(None)))
_TRANSPORTS = ("http", "stdio", "wire")


class McpServer:
    """A server of tools. Two in one process share nothing.

    `transport` is `http` (MCP, REST and WebSocket), `stdio` (MCP) or `wire` (the wire's frames on stdin and stdout).
    All `policies` must let a call pass; the first denial ends it. `require_policy` refuses to start without one. The
    `hooks` look on. `audit` is a file that gets one record per call, or a log made for it. `tokens` names each agent's
    bearer token; `jwt` takes those of an authorization server, `oauth` those of a provider of FastMCP's. Over HTTP
    it is reached by its own address and by `allowed_hosts`, from pages of its own and of `allowed_origins`.
    """

    def __init__(
        self,
        *,
        name: str,
        version: str,
        transport: TransportName = "http",
        description: str | None = None,
        policies: Iterable[SdkPolicy] = (),
        hooks: Iterable[Hooks] = (),
        require_policy: bool = False,
        audit: str | Path | AuditLog | None = None,
        tokens: Mapping[str, str] | None = None,
        jwt: JwtSettings | None = None,
        oauth: ProviderLogins | None = None,
        host: str = "127.0.0.1",
        port: int = 8000,
        allowed_hosts: Sequence[str] = (),
        allowed_origins: Sequence[str] = (),
    ) -> None:
        """RegistrationError where a policy is required and missing, or an argument cannot be used."""
        self.name = name
        self.version = version
        self.description = description
        self._policies = tuple(policies)
        self._hooks = tuple(hooks)
        if transport not in _TRANSPORTS:
            raise RegistrationError(f"there is no transport {transport!r}: choose {', '.join(_TRANSPORTS)}")
        check_server(name, version, self._policies, self._hooks, port, tokens or {}, (allowed_hosts, allowed_origins))
        if require_policy and not self._policies:
            raise RegistrationError(f"{name}: a policy is required and there is none: McpServer(policies=[...])")
        self._transport = transport
        if jwt is not None and oauth is not None:
            raise RegistrationError(f"{name}: jwt and oauth are two ways to log in: give one of them")
        self._tokens, self._logins = dict(tokens or {}), jwt or oauth
        self._reached: dict[str, Any] = {
            "host": host,
            "port": port,
            "allowed_hosts": allowed_hosts,
            "allowed_origins": allowed_origins,
        }
        self._log = AuditLog(Path(audit), durability="system") if isinstance(audit, str | Path) else audit
        self._gate = Gate(server=name, mode="open", log=self._log)
        self._workers: Workers | None = None
        self._apart: dict[str, Marked] = {}
        self._tools: dict[str, ToolSpec] = {}
        self._resources: dict[str, ResourceSpec] = {}
        self._prompts: dict[str, PromptSpec] = {}
        self._versions: dict[str, int] = {}
        self._converses = False
        self._service: Service | None = None

    def register(self, function: Callable[..., Any]) -> None:
        """Adds a function that is marked as a tool, a resource or a prompt. RegistrationError says what is wrong."""
        mark = getattr(function, ATTRIBUTE, None)
        if self._service is not None:
            raise RegistrationError(f"{self.name} is already built: register before run(), asgi() or call()")
        if isinstance(mark, ToolMark):
            self._add(self._tools, mark.name, self._tool(function, mark), "tool")
        elif isinstance(mark, ResourceMark):
            self._add(self._resources, mark.uri, resource_spec(function, mark), "resource")
        elif isinstance(mark, PromptMark):
            self._add(self._prompts, mark.name, prompt_spec(function, mark), "prompt")
        else:
            named = getattr(function, "__qualname__", repr(function))
            raise RegistrationError(f"{named} is not marked: put @tool(name=...) above it")
        self._converses = self._converses or read_parameters(function).call is not None

    @property
    def tools(self) -> tuple[ToolMetadata, ...]:
        """What discovery says of each tool."""
        return tuple(map(ToolMetadata.of, self._tools.values()))

    def run(self) -> None:
        """Serves on the server's transport until its client has gone or the process is told to stop.

        Where it cannot listen, it ends the process with one line on stderr and status 1.
        """
        handlers = [UnblockedHandler.on_stderr()]
        logging.basicConfig(handlers=handlers, level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
        try:
            asyncio.run(self._run())
        except InputError as wrong:
            raise SystemExit(f"{self.name}: {wrong}") from None

    def asgi(self) -> ASGIApp:
        """MCP, REST and WebSocket as an app for an ASGI server. Its lifespan must be run."""
        return self.service().asgi(self._http())

    async def call(self, name: str, arguments: JsonObject | None = None, agent: AgentContext | None = None) -> Outcome:
        """Calls a tool in this process: the same door as every transport."""
        return await self.service().runner.call(Call(name, arguments or {}, agent or AgentContext()))

    async def updated(self, uri: str) -> None:
        """Tells clients that have subscribed to it that a resource has changed."""
        self._versions[uri] = self._versions.get(uri, 0) + 1
        await self.service().changes.look()

    async def aclose(self) -> None:
        """Ends the processes of tools, and closes the record."""
        if self._workers is not None:
            await self._workers.aclose()
        self._gate.close()

    def service(self) -> Service:
        """What is served, made once. The libraries of the transports are imported here."""
        if self._service is None:
            self._service = self._made()
        return self._service

    def _made(self) -> Service:
        _quiet()
        from toolgate.sdk.assembly import Registered, service_of

        registered = Registered(
            self.name,
            self.version,
            self.description or "",
            self._tools.values(),
            [*self._resources.values()],
            [*self._prompts.values()],
            self._converses,
            lambda uri: self._versions.get(uri, 0),
            self._tokens,
            self._logins,
            self._hooks,
            () if self._workers is None else (Warm(self._workers, self._apart),),
        )
        return service_of(registered, self._runner)

    def _runner(self, specs: Iterable[ToolSpec], **how: Any) -> Runner:
        try:
            return self._gate.runner(specs, policies=(LOGIN_TIERS, *map(_asked, self._policies)), **how)
        except ValueError as wrong:
            raise RegistrationError(str(wrong)) from None

    def _tool(self, function: Callable[..., Any], mark: ToolMark) -> ToolSpec:
        if mark.isolation in ("thread", "inline"):
            return tool_spec(function, mark)
        if mark.isolation != "process":
            raise RegistrationError(
                f"{mark.name}: there is no isolation {mark.isolation!r}: choose thread, process or inline"
            )
        self._workers = self._workers or Workers()
        spec = tool_spec(function, mark, self._workers.handler(function, mark))
        self._apart[mark.name] = function, mark
        return spec

    def _add(self, known: dict[str, Any], name: str, spec: Any, what: str) -> None:
        alike = [one for one in known if what == "resource" and _shape(one) == _shape(name)]
        if alike and name not in known:
            raise RegistrationError(f"{name}: {alike[0]} has the same addresses: keep one of them")
        if name in known:
            raise RegistrationError(f"{name}: the name of this {what} is taken: give each {what} its own")
        known[name] = spec
        try:
            self._runner([spec] if what == "tool" else [spec.as_tool()])
        except RegistrationError:
            del known[name]
            raise

    def _http(self) -> Http:
        from toolgate.serving.http import Http

        return Http(**self._reached)

    async def _run(self) -> None:
        service = self.service()
        from toolgate.sdk.assembly import transport_of
        from toolgate.serving.running import run_until_stopped

        try:
            for marked in self._apart.values():
                if self._workers is not None:
                    await self._workers.warm(*marked)
            await run_until_stopped(transport_of(service, self._transport, self._http()))
        finally:
            await self.aclose()
        if self._transport != "http":
            # A thread may still wait for a line on stdin, and would keep the process alive until one comes.
            logging.shutdown()
            os._exit(0)


def _asked(policy: SdkPolicy) -> Policy:
    """The policy as the runner asks it, of arguments that fit. A copy: what it does to them changes no call."""

    def decide(call: Call) -> PolicyDecision:
        given = call.arguments
        copied = {**given} if _ATOMS.issuperset(map(type, given.values())) else orjson.loads(orjson.dumps(given))
        return policy(own_context(call.agent), call.name, copied)

    return Policy(getattr(policy, "__name__", type(policy).__name__), decide, looks_at_arguments=True)


def _shape(uri: str) -> str:
    """What two templates have in common that stand for the same addresses."""
    return re.sub(r"\{\w+\}", "{}", uri)


def _quiet() -> None:
    """The server library would ask for updates and colour the log; it reads this when it is imported."""
    os.environ.setdefault("FASTMCP_CHECK_FOR_UPDATES", "off")
    os.environ.setdefault("FASTMCP_ENABLE_RICH_LOGGING", "false")
