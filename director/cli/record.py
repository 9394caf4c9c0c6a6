"""`director record`: keep a race as files that can be a source again."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path

from director.cli.command import ANSWERED, Command, UsageError
from director.cli.opening import as_usage
from director.cli.progress import download_bar
from director.race.assembly import find_source
from director.race.blocking import apart
from director.settings import Settings
from pitwall.sources import Source


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="SOURCE", nargs="?", help="the race, as --source of ask names it")
    parser.add_argument("-o", "--output", metavar="FOLDER", required=True, help="a new folder: an F1 static archive")


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    from pitwall.sources.f1.live_timing_lines import UNHELD

    folder = _new_folder(arguments.output)
    uri = settings.source if arguments.source is None else arguments.source
    with as_usage(), download_bar() as report:
        try:
            written = await apart(partial(_write, find_source(uri, settings, report), folder))
        except OSError as error:
            raise UsageError(f"-o: {arguments.output!r} can't be written: {error.strerror or error}") from None
    print(f"wrote {arguments.output}: {sum(written.values())} lines of {len(written)} topics")
    print(f"director: an F1 archive doesn't hold {', '.join(UNHELD)}", file=sys.stderr)
    return ANSWERED


def _new_folder(output: str) -> Path:
    folder = Path(output).expanduser()
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise UsageError(f"-o: {output!r} exists already: name a new folder")
    return folder


def _write(source: Source, folder: Path) -> dict[str, int]:
    from pitwall.sources.f1.archive_writer import write_archive

    return write_archive(source, folder)


COMMAND = Command(_add_arguments, _run)
