"""`director sessions`: what an archive holds."""

from __future__ import annotations

import argparse
import logging
from functools import partial

import msgspec

from director.cli.command import ANSWERED, Command
from director.cli.progress import download_bar
from director.race import source_options
from director.race.blocking import apart
from director.settings import Settings
from pitwall.sources.f1.index import ArchivedSession, list_sessions

_log = logging.getLogger("director")

_HEADER = ("START", "MEETING", "LOCATION", "SESSION", "TYPE", "KEY", "SOURCE")


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("archive", metavar="URL|YEAR", help="a year, or the URL of a year's folder or index")
    parser.add_argument("--json", action="store_true", help="print a list of objects")


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    with download_bar() as report:
        options = source_options(settings, report)
        listing = await apart(partial(list_sessions, arguments.archive, settings.archive_url, options))
    if listing.unreadable:
        _log.warning("%s: entries that cannot be read, left out: %d", listing.url, listing.unreadable)
    if arguments.json:
        print(msgspec.json.encode(listing.sessions).decode())
    else:
        print(_table([_HEADER, *map(_row, listing.sessions)]))
    return ANSWERED


def _row(session: ArchivedSession) -> tuple[str, ...]:
    key = "" if session.key is None else str(session.key)
    start = session.start.replace("T", " ")
    source = session.source or "-"
    cells = (start, session.meeting, session.location, session.name, session.type, key, source)
    return tuple("".join(char if char.isprintable() else " " for char in cell) for cell in cells)


def _table(rows: list[tuple[str, ...]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)


COMMAND = Command(_add_arguments, _run)
