"""`director serve`: the race as an MCP server over stdio or HTTP."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import signal
import sys
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Protocol

from director import __version__
from director.cli.command import ANSWERED, Command, UsageError, add_source, speed
from director.cli.opening import as_usage, with_race_options
from director.race import LoadingRace, open_beside
from director.race.agents import SERVE
from director.race.assembly import SERVER
from director.settings import Settings
from toolgate.waiting import let_go

_log = logging.getLogger("director")

_GRACE_S = 5.0
"""How long calls that are cut short may take to be recorded: who is loading a race has little time for them."""

_INSTRUCTIONS = (
    "Tools about one race, live or recorded. Every answer says which moment it describes (as_of), how old the data "
    "is (data_age_s) and what the feed has not told (missing). Say nothing that the tools do not say."
)


class Transport(Protocol):
    """A way for clients to connect."""

    async def run(self) -> None:
        """Serves until the client has gone or it is told to stop."""

    async def stop(self) -> None:
        """Takes no more calls, and lets those in flight end for a while."""


def _port(text: str) -> int:
    """A port of this machine. ValueError where that is none."""
    number = int(text)
    if not 0 <= number <= 65_535:
        raise ValueError
    return number


_port.__name__ = "port (0 to 65535)"


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add_source(parser)
    parser.add_argument("--transport", choices=tuple(TRANSPORTS), default="stdio", help="how clients connect (stdio)")
    parser.add_argument("--port", type=_port, metavar="N", help="the port of HTTP; 0: a free one")
    parser.add_argument("--speed", type=speed, metavar="N", help="play the race N times as fast as it was")


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    with as_usage():
        race = open_beside(with_race_options(arguments, settings), arguments.source)
    if arguments.speed is not None and arguments.at is not None:
        raise UsageError("--at sets now and --speed moves it: name one of them")
    # The server library would ask for updates and colour the log; it reads this when it is imported.
    os.environ.setdefault("FASTMCP_CHECK_FOR_UPDATES", "off")
    os.environ.setdefault("FASTMCP_ENABLE_RICH_LOGGING", "false")
    transport = TRANSPORTS[arguments.transport](race, arguments.port)
    stopping = asyncio.create_task(_signalled())
    await asyncio.sleep(0)  # our signal handlers must be there before those of the HTTP server, which restores them
    serving = asyncio.create_task(transport.run())
    loading = asyncio.create_task(race.load(arguments.at, arguments.speed))
    await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
    gone, stopped = serving.done(), stopping.done()
    if stopped:
        await transport.stop()
    rest = {loading, *asyncio.all_tasks()} - {asyncio.current_task()}
    await let_go(rest, _GRACE_S)
    if gone and not stopped:
        serving.result()
    _log.info("stopped by a signal" if stopped else "the client has gone: stopped")
    race.close()
    # A thread may still wait for a line on stdin, or load a long race, and would keep the process alive until then.
    logging.shutdown()
    sys.stderr.flush()
    os._exit(ANSWERED)


async def _signalled() -> None:
    """Until SIGTERM or SIGINT."""
    loop, came = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, came.set)
    await came.wait()


def _stdio(race: LoadingRace, port: int | None) -> Transport:
    from toolgate.serving.bad_requests import refused_by
    from toolgate.serving.changes import Changes
    from toolgate.serving.identity import Identity
    from toolgate.serving.inflight import InFlight
    from toolgate.serving.server import build_server
    from toolgate.serving.stdio import Stdio

    runner, settings, in_flight = race.runner(), race.settings, InFlight()
    agent = race.gate.agent(SERVE)
    identity = Identity(lambda: agent, model=settings.agent_model)
    changes = Changes(lambda: runner.generation)
    server = build_server(
        runner,
        name=SERVER,
        instructions=_INSTRUCTIONS,
        version=__version__,
        identity=identity,
        in_flight=in_flight,
        changes=changes,
    )
    return Stdio(server, identity, refused_by(runner), in_flight, changes, settings.drain_s)


def _http(race: LoadingRace, port: int | None) -> Transport:
    from toolgate.serving.bad_requests import refused_by
    from toolgate.serving.changes import Changes
    from toolgate.serving.connections import ConnectionLimits
    from toolgate.serving.http import Http
    from toolgate.serving.identity import Identity
    from toolgate.serving.prometheus import Prometheus
    from toolgate.serving.rest import Rest
    from toolgate.serving.server import build_server
    from toolgate.serving.telemetry import Telemetry

    prometheus, settings = Prometheus(), race.settings
    runner = race.runner(Telemetry(prometheus.meter))
    tokens = json.loads(settings.http_tokens.get_secret_value() or "{}")
    identity = Identity(partial(race.gate.unnamed, SERVE), tokens, settings.agent_model)
    changes = Changes(lambda: runner.generation)
    server = build_server(
        runner,
        name=SERVER,
        instructions=_INSTRUCTIONS,
        version=__version__,
        identity=identity,
        changes=changes,
        sessions=False,
    )
    limits = ConnectionLimits(
        in_all=settings.http_connections,
        per_address=settings.http_connections_per_address,
        head_s=settings.http_head_timeout_s,
        body_s=settings.http_body_timeout_s,
        idle_s=settings.http_idle_timeout_s,
    )
    http = Http(
        settings.http_host,
        settings.http_port if port is None else port,
        settings.http_allowed_hosts,
        settings.http_allowed_origins,
        limits,
        settings.drain_s,
    )
    listener = http.listen(identity)
    _log.info("serving on http://%s:%d/mcp", settings.http_host, listener.getsockname()[1])
    rest = Rest(runner, SERVER, __version__, race.state, prometheus.text, refused_by(runner))
    return http.served(server, rest, identity, changes, listener, prometheus.meter)


TRANSPORTS: Mapping[str, Callable[[LoadingRace, int | None], Transport]] = MappingProxyType(
    {"stdio": _stdio, "http": _http}
)

COMMAND = Command(_add_arguments, _run, log_level="info")
