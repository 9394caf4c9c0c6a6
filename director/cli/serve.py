"""`director serve`: the race as an MCP server over stdio."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import sys

from director import __version__
from director.cli.command import ANSWERED, Command, UsageError, add_source
from director.cli.compose import build_runner, fill, find_source
from director.cli.playback import play
from director.settings import Settings
from pitwall.sources import Source, SourceError
from pitwall.state import StateCache
from toolgate.layers.ready import Ready

_log = logging.getLogger("director")

_GRACE_S = 0.5


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add_source(parser)
    parser.add_argument("--transport", choices=("stdio",), default="stdio", help="how clients connect (default: stdio)")
    parser.add_argument("--speed", type=_speed, metavar="N", help="play the race N times as fast as it was")


def _speed(text: str) -> float:
    speed = float(text)
    if not 0 < speed <= 10_000:
        raise ValueError
    return speed


_speed.__name__ = "speed (more than 0, at most 10000)"


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    source = find_source(arguments, settings)
    if arguments.speed is not None and arguments.at is not None:
        raise UsageError("--at sets now and --speed moves it: name one of them")
    cache, ready = StateCache(), Ready()
    runner = build_runner(cache, settings, (ready,))
    # The server library would ask for updates and colour the log; it reads this when it is imported.
    os.environ.setdefault("FASTMCP_CHECK_FOR_UPDATES", "off")
    os.environ.setdefault("FASTMCP_ENABLE_RICH_LOGGING", "false")
    from pitwall.server import build_server

    server = build_server(runner, __version__)
    serving = asyncio.create_task(server.run_stdio_async(show_banner=False))
    loading = asyncio.create_task(_load(cache, ready, source, arguments))
    stopping = asyncio.create_task(_signalled())
    await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
    gone = serving.done()
    for task in (loading, stopping, serving):
        task.cancel()
    await asyncio.wait({serving}, timeout=_GRACE_S)
    if gone:
        serving.result()
    _log.info("the client has gone: stopped" if gone else "stopped by a signal")
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


COMMAND = Command("serve", "serve the race's tools over MCP", _add_arguments, _run, log_level="info")
