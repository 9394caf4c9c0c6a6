"""`director serve`: the race as an MCP server over stdio or HTTP."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from director import __version__
from director.cli.answers import answers_path
from director.cli.command import ANSWERED, Command, UsageError, add_config, add_source, speed
from director.cli.http_settings import http_of
from director.cli.opening import as_usage, servers_config, with_race_options
from director.race import LoadingRace, open_beside
from director.race.agents import SERVE
from director.race.assembly import SERVER
from director.race.beside import read_beside
from director.settings import Settings
from toolgate.serving.running import Transport, signalled
from toolgate.signals import on_signals
from toolgate.waiting import let_go

if TYPE_CHECKING:
    from toolgate.serving.jwt_logins import JwtLogins

_log = logging.getLogger("director")

_GRACE_S = 5.0
"""How long calls that are cut short may take to be recorded: who is loading a race has little time for them."""

_INSTRUCTIONS = (
    "Tools about one race, live or recorded. Every answer says which moment it describes (as_of), how old the data "
    "is (data_age_s) and what the feed has not told (missing). Say nothing that the tools do not say."
)


def _port(text: str) -> int:
    """A port of this machine. ValueError where the text isn't a port number."""
    number = int(text)
    if not 0 <= number <= 65_535:
        raise ValueError
    return number


_port.__name__ = "port (0 to 65535)"


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add_source(parser, several=True)
    add_config(parser)
    parser.add_argument("--transport", choices=tuple(TRANSPORTS), default="stdio", help="how clients connect (stdio)")
    parser.add_argument("--port", type=_port, metavar="N", help="the port of HTTP; 0: a free one")
    parser.add_argument("--speed", type=speed, metavar="N", help="play the race N times as fast as it was")
    parser.add_argument(
        "--respond",
        nargs="?",
        const="",
        metavar="URL",
        help="answer the chat of that NATS server too, from the same race (default: setting NATS_URL)",
    )
    parser.add_argument("--approve", action="store_true", help="in the chat publish only what somebody approves")


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    config = servers_config(arguments, settings)
    with as_usage():
        race = open_beside(with_race_options(arguments, settings), arguments.source, config)
    if arguments.speed is not None and arguments.at is not None:
        raise UsageError("--at sets now and --speed moves it: give only one of them")
    chat = None
    if arguments.respond is not None:
        from director.cli.chat.responding import ChatService

        chat = ChatService(settings, arguments.respond, approved=arguments.approve)
    elif arguments.approve:
        raise UsageError("--approve needs a chat: name it with --respond")
    # The server library would ask for updates and colour the log; it reads this when it is imported.
    os.environ.setdefault("FASTMCP_CHECK_FOR_UPDATES", "off")
    os.environ.setdefault("FASTMCP_ENABLE_RICH_LOGGING", "false")
    transport = TRANSPORTS[arguments.transport](race, arguments.port)
    stopping = asyncio.create_task(signalled())
    await asyncio.sleep(0)  # our signal handlers must be there before those of the HTTP server, which restores them
    loading = asyncio.create_task(race.load(arguments.at, arguments.speed))
    answering = asyncio.create_task(chat.answer_beside(race)) if chat else None
    async with beside(race, config, stopping):
        serving = asyncio.create_task(transport.run())
        await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
        gone, stopped = serving.done(), stopping.done()
        if answering is not None:
            await let_go([answering], _GRACE_S)  # what is being published has to be known for published or not
        if stopped:
            await transport.stop()
    rest = {loading, *asyncio.all_tasks()} - {asyncio.current_task()}
    await let_go(rest, _GRACE_S)
    if gone and not stopped:
        serving.result()
    _log.info("stopped by a signal" if stopped else "the client has gone: stopped")
    if chat is not None:
        chat.close()
    race.close()
    # A thread may still wait for a line on stdin, or load a long race, and would keep the process alive until then.
    logging.shutdown()
    sys.stderr.flush()
    os._exit(ANSWERED)


@asynccontextmanager
async def beside(race: LoadingRace, config: Path | None, stopping: asyncio.Task[None]) -> AsyncIterator[None]:
    """The servers of a configuration, started and followed while a race is served, and ended after it.

    ServerUnavailable names one that cannot be started, ConfigError tools that would have one name.
    """
    if race.joined is None or race.servers is None or config is None:
        yield
        return
    from director.cli.gateway.reloads import reloads
    from toolgate.downstream.reload import Reload

    again = asyncio.Event()
    with on_signals({"SIGHUP": again.set}):
        starting = asyncio.create_task(race.joined.start())
        following = None
        try:
            await asyncio.wait({starting, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if starting.done():
                starting.result()
                reload = Reload(config, partial(read_beside, config), race.servers)
                following = asyncio.create_task(reloads(again, race.gate, reload))
            yield
        finally:
            await let_go([starting, *(() if following is None else (following,))], _GRACE_S)
            await race.servers.close()


def _stdio(race: LoadingRace, port: int | None) -> Transport:
    from toolgate.serving.identity import Identity
    from toolgate.serving.service import Service

    settings, agent, runner = race.settings, race.gate.agent(SERVE), race.runner()
    return Service(
        race.joined or runner,
        SERVER,
        __version__,
        Identity(lambda: agent, model=settings.agent_model),
        _INSTRUCTIONS,
        race.offers(runner, answers_path(settings)),
        resource_version=race.version,
        drain_s=settings.drain_s,
        middleware=_middleware(race),
    ).stdio()


def _http(race: LoadingRace, port: int | None) -> Transport:
    from toolgate.serving.identity import Identity
    from toolgate.serving.prometheus import Prometheus
    from toolgate.serving.service import Service
    from toolgate.serving.telemetry import Telemetry

    prometheus, settings = Prometheus(), race.settings
    tokens = json.loads(settings.http_tokens.get_secret_value() or "{}")
    telemetry = Telemetry(prometheus.meter)
    runner = race.runner(telemetry)
    service = Service(
        race.joined or runner,
        SERVER,
        __version__,
        Identity(partial(race.gate.unnamed, SERVE), tokens, settings.agent_model, jwt_logins(settings)),
        _INSTRUCTIONS,
        race.offers(runner, answers_path(settings), telemetry),
        resource_version=race.version,
        ready=race.state,
        metrics=prometheus.text,
        meter=prometheus.meter,
        middleware=_middleware(race),
    )
    http = http_of(settings, port)
    listener = http.listen(service.identity)
    _log.info("serving on http://%s:%d/mcp", settings.http_host, listener.getsockname()[1])
    return service.http(http, listener)


def _middleware(race: LoadingRace) -> tuple[Any, ...]:
    """What lets the calls of other people's tools pass with all that comes beside them."""
    if race.joined is None:
        return ()
    from toolgate.downstream.passing import Passing

    return (Passing(race.joined),)


def jwt_logins(settings: Settings) -> JwtLogins | None:
    """Logins of the authorization server that the settings name."""
    if not settings.http_jwt:
        return None
    from toolgate.serving.jwt_logins import JwtLogins
    from toolgate.serving.jwt_settings import JwtSettings

    return JwtLogins(JwtSettings.from_json(settings.http_jwt))


TRANSPORTS: Mapping[str, Callable[[LoadingRace, int | None], Transport]] = MappingProxyType(
    {"stdio": _stdio, "http": _http}
)

COMMAND = Command(_add_arguments, _run, serves=True)
