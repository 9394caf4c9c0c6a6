"""`director serve`: the race as an MCP server over stdio or HTTP."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import signal
import sys
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any

from director import __version__
from director.cli.command import ANSWERED, Command, UsageError, add_source, speed
from director.cli.compose import SERVER, build_runner, fill, find_source, source_uri
from director.cli.gate import build_gate
from director.cli.playback import play
from director.settings import Settings
from pitwall.sources import Source, SourceError
from pitwall.state import StateCache
from toolgate.gate import Gate
from toolgate.hooks import Hooks
from toolgate.layers.ready import Ready
from toolgate.runner import Runner

_log = logging.getLogger("director")

_GRACE_S = 5.0
"""How long calls that are cut short may take to be recorded: who is loading a race has little time for them."""

AGENT = "mcp"


@dataclass(frozen=True, slots=True)
class Serving:
    """What is served: a race that is loading, behind its gate."""

    cache: StateCache
    ready: Ready
    gate: Gate

    def runner(self, arguments: argparse.Namespace, settings: Settings, *hooks: Hooks) -> Runner:
        """The runner; its calls wait for the race."""
        source = source_uri(arguments, settings)
        return build_runner(self.cache, settings, self.gate, source, layers=(self.ready,), hooks=hooks)


Transport = Callable[[argparse.Namespace, Settings, Serving], Coroutine[Any, Any, None]]


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
    source = find_source(arguments, settings)
    if arguments.speed is not None and arguments.at is not None:
        raise UsageError("--at sets now and --speed moves it: name one of them")
    # The server library would ask for updates and colour the log; it reads this when it is imported.
    os.environ.setdefault("FASTMCP_CHECK_FOR_UPDATES", "off")
    os.environ.setdefault("FASTMCP_ENABLE_RICH_LOGGING", "false")
    cache, ready, gate = StateCache(), Ready(), build_gate(settings, SERVER)
    serve = TRANSPORTS[arguments.transport](arguments, settings, Serving(cache, ready, gate))
    stopping = asyncio.create_task(_signalled())
    await asyncio.sleep(0)  # our signal handlers must be there before those of the HTTP server, which restores them
    serving = asyncio.create_task(serve)
    loading = asyncio.create_task(_load(cache, ready, source, arguments))
    await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
    gone, stopped = serving.done(), stopping.done()
    logging.getLogger("uvicorn.error").disabled = True  # it would print a trace of each that is cancelled now
    rest = {loading, *asyncio.all_tasks()} - {asyncio.current_task()}  # with all calls, which are so recorded
    for task in rest:
        task.cancel()
    await asyncio.wait(rest, timeout=_GRACE_S)
    if gone and not stopped:
        serving.result()
    _log.info("stopped by a signal" if stopped else "the client has gone: stopped")
    gate.close()
    # A thread may still wait for a line on stdin, or load a long race, and would keep the process alive until then.
    logging.shutdown()
    sys.stderr.flush()
    os._exit(ANSWERED)


async def _load(cache: StateCache, ready: Ready, source: Source, arguments: argparse.Namespace) -> None:
    """Loads the race beside the server, which answers `initialize` meanwhile."""
    try:
        if arguments.speed is not None:
            await play(cache, source, arguments.speed, ready.open)
        else:
            await asyncio.to_thread(fill, cache, source, arguments.at)
            _log.info("the race is loaded: %d messages", len(cache.times))
    except (UsageError, SourceError) as error:
        _log.error("%s", error)
        ready.fail(str(error))
    except Exception:  # noqa: BLE001 - every call is told, the trace is in the log
        _log.exception("the race could not be loaded")
        ready.fail("the race could not be loaded; the log has more")
    else:
        ready.open()


async def _signalled() -> None:
    """Until SIGTERM or SIGINT."""
    loop, came = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, came.set)
    await came.wait()


def _stdio(arguments: argparse.Namespace, settings: Settings, serving: Serving) -> Coroutine[Any, Any, None]:
    from pitwall.server import Identity, build_server

    runner = serving.runner(arguments, settings)
    agent = serving.gate.agent(AGENT)
    server = build_server(runner, __version__, Identity(lambda: agent))
    return server.run_stdio_async(show_banner=False)


def _http(arguments: argparse.Namespace, settings: Settings, serving: Serving) -> Coroutine[Any, Any, None]:
    from pitwall.server import Http, HttpError, Identity, add_routes, build_server
    from toolgate.prometheus import Prometheus
    from toolgate.telemetry import Telemetry

    prometheus = Prometheus()
    runner = serving.runner(arguments, settings, Telemetry(prometheus.meter))
    tokens = json.loads(settings.http_tokens.get_secret_value() or "{}")
    identity = Identity(partial(serving.gate.unnamed, AGENT), tokens)
    server = build_server(runner, __version__, identity, "http")
    add_routes(server, runner, __version__, identity, prometheus.text)
    port = settings.http_port if arguments.port is None else arguments.port
    http = Http(settings.http_host, port, settings.http_allowed_hosts)
    try:
        listener = http.listen(identity)
    except HttpError as error:
        raise UsageError(str(error)) from None
    _log.info("serving on http://%s:%d/mcp", settings.http_host, listener.getsockname()[1])
    return http.serve(server, listener)


TRANSPORTS: Mapping[str, Transport] = MappingProxyType({"stdio": _stdio, "http": _http})

COMMAND = Command("serve", "serve the race's tools over MCP", _add_arguments, _run, log_level="info")
