"""Puts a server of the SDK on its transports: the only module of the room that imports the libraries behind them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from toolgate.contract import ToolSpec
from toolgate.hooks import Hooks
from toolgate.layers import Layer
from toolgate.offers import Offers, PromptSpec, ResourceSpec
from toolgate.runner import Runner
from toolgate.serving.http import Http
from toolgate.serving.identity import Identity, RemoteLogins
from toolgate.serving.jwt_logins import JwtLogins
from toolgate.serving.jwt_settings import JwtSettings
from toolgate.serving.prometheus import Prometheus
from toolgate.serving.provider_logins import ProviderLogins
from toolgate.serving.running import Transport
from toolgate.serving.service import Service
from toolgate.serving.telemetry import Telemetry

_log = logging.getLogger("toolgate.sdk")


class RunnerOf(Protocol):
    """Makes a runner of tools under the server's gate and policies."""

    def __call__(self, specs: Iterable[ToolSpec], **how: Any) -> Runner: ...


@dataclass(frozen=True, slots=True)
class Registered:
    """What a server has: the values that its transports are made of."""

    name: str
    version: str
    description: str
    tools: Iterable[ToolSpec]
    resources: list[ResourceSpec]
    prompts: list[PromptSpec]
    converses: bool
    resource_version: Callable[[str], Hashable]
    tokens: Mapping[str, str]
    logins: JwtSettings | ProviderLogins | None
    hooks: tuple[Hooks, ...]
    layers: tuple[Layer, ...]


def service_of(server: Registered, runner_of: RunnerOf) -> Service:
    """The service of a server: its runner, what it offers beside tools, its identities and its counters."""
    prometheus = Prometheus()
    hooks = (Telemetry(prometheus.meter), *server.hooks)
    offers = None
    if server.resources or server.prompts:
        offers = Offers(server.resources, server.prompts, partial(runner_of, hooks=hooks))
    return Service(
        runner_of(server.tools, layers=server.layers, hooks=hooks),
        server.name,
        server.version,
        Identity(lambda: "anonymous", server.tokens, remote=_remote(server.logins)),
        instructions=server.description,
        offers=offers,
        converses=server.converses,
        resource_version=server.resource_version,
        metrics=prometheus.text,
        meter=prometheus.meter,
    )


def _remote(logins: JwtSettings | ProviderLogins | None) -> RemoteLogins | None:
    return JwtLogins(logins) if isinstance(logins, JwtSettings) else logins


def transport_of(service: Service, transport: str, http: Http) -> Transport:
    """The way for clients to connect. HttpError where the socket cannot be had."""
    if transport == "stdio":
        return service.stdio()
    if transport == "wire":
        return service.wire()
    listener = http.listen(service.identity)
    _log.info("%s serves on http://%s:%d/mcp", service.name, http.host, listener.getsockname()[1])
    return service.http(http, listener)
