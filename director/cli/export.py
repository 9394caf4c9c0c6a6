"""`director export`: a relation of the race as CSV, JSON or Parquet."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from director.cli.command import ANSWERED, FAILED, Command, UsageError, add_source
from director.cli.opening import open_named
from director.race.agents import EXPORT
from director.race.view import PolicedView
from director.settings import Settings
from pitwall.relations import RELATIONS, table
from pitwall.relations.files import FORMATS, FormatError, to_csv


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    names = ", ".join(relation.name for relation in RELATIONS)
    parser.add_argument("relation", metavar="RELATION", choices=[each.name for each in RELATIONS], help=names)
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="ends in .csv, .json or .parquet; default: CSV is printed"
    )
    add_source(parser)


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    output = Path(arguments.output) if arguments.output else None
    write = FORMATS.get(output.suffix.lower()) if output else to_csv
    if write is None:
        raise UsageError(f"-o must end in {', '.join(FORMATS)}, not {output.name[:60] if output else ''!r}")
    async with await open_named(arguments, settings) as race:
        await PolicedView(race, EXPORT, ("query_race",)).check()  # the tool that gives the same rows
        found = table(race.view(), arguments.relation)
    if not found.carried:
        print(f"director: the feed does not tell of {arguments.relation}", file=sys.stderr)
        return FAILED
    try:
        data = write(found)
        if output is None:
            sys.stdout.write(data.decode())
        else:
            output.write_bytes(data)
    except FormatError as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise UsageError(f"-o: {arguments.output} can't be written: {error.strerror}") from None
    if output is not None:
        print(f"director: {len(found.rows)} rows of {arguments.relation} in {output.name}", file=sys.stderr)
    return ANSWERED


COMMAND = Command(_add_arguments, _run)
