"""`director tools`: the catalogue."""

from __future__ import annotations

import argparse
import shutil
import sys
from textwrap import wrap

import orjson

from director.cli.command import ANSWERED, Command
from director.cli.opening import as_usage
from director.race import open_without_race
from director.race.agents import CALL
from director.settings import Settings
from toolgate.contract import JsonObject

_WIDTH_WHEN_PIPED = 120


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print the catalogue with its schemas")


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    with as_usage():
        race = open_without_race(settings)
    entries = race.catalogue(race.gate.caller(CALL))
    if arguments.json:
        print(orjson.dumps(entries).decode())
    elif entries:
        print(_table(entries))
    else:
        print("director: policy denies every tool; director policy explain says why", file=sys.stderr)
    return ANSWERED


def _table(entries: list[JsonObject]) -> str:
    """A line or more a tool: its name, what it answers, its arguments (* required)."""
    wide = shutil.get_terminal_size().columns if sys.stdout.isatty() else _WIDTH_WHEN_PIPED
    name_width = max(len(entry["name"]) for entry in entries) + 2
    lines = []
    for entry in entries:
        text = f"{entry['description']} Takes {_arguments(entry['input_schema'])}."
        wrapped = wrap(text, max(wide - name_width, 40))
        lines += [f"{entry['name'] if i == 0 else '':<{name_width}}{part}" for i, part in enumerate(wrapped)]
    return "\n".join(lines)


def _arguments(schema: JsonObject) -> str:
    required = schema.get("required", [])
    return ", ".join(f"{name}*" if name in required else name for name in schema.get("properties", ())) or "nothing"


COMMAND = Command(_add_arguments, _run)
