"""`director record`: keep a race as files that can be a source again.

A race that is over becomes an F1 archive; one that is happening a file of its events, as they come.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from director.cli.command import ANSWERED, FAILED, Command, UsageError
from director.cli.opening import as_usage
from director.cli.progress import download_bar
from director.race import find_feed, find_source
from director.race.blocking import apart
from director.settings import Settings
from pitwall.sources import Feed, RecordingError, Source
from pitwall.state import StateCache
from toolgate.signals import on_signals

_LOOK_EVERY_S = 1.0


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="SOURCE", nargs="?", help="the race, as for --source of ask")
    into = "a new folder, for an F1 archive; of a live feed, a file"
    parser.add_argument("-o", "--output", metavar="FOLDER", required=True, help=into)


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    uri = settings.source if arguments.source is None else arguments.source
    with as_usage():
        feed = find_feed(uri, settings)
    if feed is not None:
        return await _keep(feed, settings, _path(arguments.output))
    from pitwall.sources.f1.live_timing_lines import UNHELD

    folder = _new_folder(arguments.output)
    with as_usage(), download_bar() as report:
        try:
            written = await apart(partial(_write, find_source(uri, settings, report), folder))
        except OSError as error:
            raise UsageError(f"-o: {arguments.output!r} can't be written: {error.strerror or error}") from None
    print(f"wrote {arguments.output}: {sum(written.values())} lines of {len(written)} topics")
    print(f"director: left out, as an F1 archive can't hold it: {', '.join(UNHELD)}", file=sys.stderr)
    return ANSWERED


async def _keep(feed: Feed, settings: Settings, file: Path) -> int:
    """Until the session is over, or an interrupt. What came is in the file, whatever ends it."""
    from director.race.following import follow

    cache = StateCache()
    try:
        follower = follow(cache, feed, replace(settings, feed_record=file, feed_delay_s=0.0))
    except RecordingError as error:
        raise UsageError(f"-o: {error}") from None
    print(f"director: recording to {file.name}; an interrupt ends it", file=sys.stderr)
    with interrupted() as ended:
        while not (ended.is_set() or follower.failure or cache.view().over):
            with suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), _LOOK_EVERY_S)
    follower.stop()
    print(f"wrote {file.name}: {len(cache.times)} messages")
    return FAILED if follower.failure or not cache.times else ANSWERED


@contextmanager
def interrupted() -> Iterator[asyncio.Event]:
    """An event that an interrupt sets, or a request to end."""
    ended = asyncio.Event()
    with on_signals({"SIGINT": ended.set, "SIGTERM": ended.set}):
        yield ended


def _path(output: str) -> Path:
    """The path that was typed."""
    return Path(output).expanduser()


def _new_folder(output: str) -> Path:
    folder = _path(output)
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise UsageError(f"-o: {output!r} exists already: name a new folder")
    return folder


def _write(source: Source, folder: Path) -> dict[str, int]:
    from pitwall.sources.f1.archive_writer import write_archive

    return write_archive(source, folder)


COMMAND = Command(_add_arguments, _run)
