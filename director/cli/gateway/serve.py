"""Runs the gateway: its servers are started, then it is served until the client goes or a signal comes."""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import logging
import os
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

from director import __version__
from director.cli.command import ANSWERED
from director.cli.gateway.opening import open_gateway
from director.cli.gateway.reloads import reloads
from director.cli.http_settings import http_of
from director.race.agents import SERVE
from director.settings import Settings
from toolgate.downstream.gateway import Gateway
from toolgate.serving.running import Transport
from toolgate.signals import on_signals
from toolgate.waiting import abandon, let_go

if TYPE_CHECKING:
    from toolgate.downstream.flat import Flat
    from toolgate.serving.changes import Changes

_log = logging.getLogger("director")

NAME = "director-gateway"
POLL_S = 0.2
"""Seconds between two looks at whether clients are to be told of a changed list."""
_GRACE_S = 5.0
_COLLECT_AFTER = 5_000
"""New objects after which it is looked for garbage. There is no race here whose objects stay, and each call leaves
some, and what is in flight meanwhile outlives a first look: looked for as seldom as beside a race, it made the process
grow by 5 % over 10,000 calls.
"""


async def serve(settings: Settings, arguments: argparse.Namespace) -> int:
    """Serves. ConfigError, SettingsError or ServerUnavailable say why it cannot."""
    opened = open_gateway(settings, arguments.mcp_stdio, dry_run=arguments.dry_run)
    gateway = opened.gateway
    gc.set_threshold(_COLLECT_AFTER, 5, 5)
    stopping, again = asyncio.Event(), asyncio.Event()
    with on_signals({"SIGTERM": stopping.set, "SIGINT": stopping.set, "SIGHUP": again.set}):
        following = None
        try:
            await _until(stopping, opened.servers.start(gateway.runner, lenient=arguments.lenient))
            if not stopping.is_set():
                gc.freeze()  # what the start has made is there to stay
                following = asyncio.create_task(reloads(again, gateway.gate, opened.reload))
                front = _flat(gateway) if arguments.flat else gateway
                make = _http if arguments.transport == "http" else _stdio
                await _serve(make(front, settings, arguments.port), stopping)
        finally:
            if following is not None:
                abandon(following)
            await opened.close()
    logging.shutdown()
    sys.stderr.flush()
    os._exit(ANSWERED)  # a thread may still wait for a line on stdin


async def _until(stopping: asyncio.Event, work: Any) -> None:
    """Does the work, or gives it up where the program is told to stop."""
    working, waiting = asyncio.ensure_future(work), asyncio.create_task(stopping.wait())
    await asyncio.wait({working, waiting}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if working.done():
        working.result()
    else:
        await let_go([working], _GRACE_S)


async def _serve(transport: Transport, stopping: asyncio.Event) -> None:
    serving = asyncio.create_task(transport.run())
    stopped = asyncio.create_task(stopping.wait())
    await asyncio.wait({serving, stopped}, return_when=asyncio.FIRST_COMPLETED)
    if stopped.done():
        await transport.stop()
    _log.info("stopped by a signal" if stopped.done() else "the client has gone: stopped")
    gone = serving.done() and not stopped.done()
    await let_go([serving, stopped], _GRACE_S)
    if gone:
        serving.result()


def _flat(gateway: Gateway) -> Flat:
    """The transparent mode. ConfigError where two tools would have one name."""
    from toolgate.downstream.flat import Flat

    flat = Flat(gateway)
    flat.names.check()
    return flat


def _changes(gateway: Gateway | Flat) -> Changes:
    from toolgate.serving.changes import Changes

    if isinstance(gateway, Gateway):
        return Changes(lambda: gateway.generation, POLL_S)
    return Changes(lambda: gateway.generation, POLL_S, lists=gateway.lists)


def _stdio(gateway: Gateway | Flat, settings: Settings, port: int | None) -> Transport:
    from toolgate.downstream.gateway_server import gateway_server
    from toolgate.serving.bad_requests import refused_by
    from toolgate.serving.identity import Identity
    from toolgate.serving.inflight import InFlight
    from toolgate.serving.stdio import Stdio

    # Where no call can name its agent, as in the transparent mode, whoever starts us says who calls.
    unnamed = gateway.gate.unnamed if isinstance(gateway, Gateway) else gateway.gate.agent
    identity = Identity(partial(unnamed, SERVE), model=settings.agent_model)
    in_flight, changes = InFlight(), _changes(gateway)
    server = gateway_server(
        gateway, name=NAME, version=__version__, identity=identity, in_flight=in_flight, changes=changes
    )
    return Stdio(server, identity, refused_by(gateway.door), in_flight, changes, settings.drain_s)


def _http(gateway: Gateway | Flat, settings: Settings, port: int | None) -> Transport:
    from director.cli.serve import jwt_logins
    from toolgate.downstream.gateway_server import gateway_server
    from toolgate.serving.bad_requests import refused_by
    from toolgate.serving.identity import Identity
    from toolgate.serving.prometheus import Prometheus
    from toolgate.serving.rest import Rest

    tokens = json.loads(settings.http_tokens.get_secret_value() or "{}")
    identity = Identity(partial(gateway.gate.unnamed, SERVE), tokens, settings.agent_model, jwt_logins(settings))
    changes, prometheus = _changes(gateway), Prometheus()
    server = gateway_server(gateway, name=NAME, version=__version__, identity=identity, changes=changes)
    http = http_of(settings, port)
    listener = http.listen(identity)
    _log.info("serving on http://%s:%d/mcp", settings.http_host, listener.getsockname()[1])
    rest = Rest(gateway, NAME, __version__, lambda: (True, {}), prometheus.text, refused_by(gateway.door))
    return http.served(server, rest, identity, changes, listener, prometheus.meter, sessions=True)
