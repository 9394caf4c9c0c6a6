"""`director call`: one tool, through the gate."""

from __future__ import annotations

import argparse
import sys

import orjson

from director.cli.command import ANSWERED, FAILED, Command, UsageError, add_source
from director.cli.compose import load_race
from director.settings import Settings
from toolgate.contract import Call, JsonObject


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("tool", metavar="TOOL")
    parser.add_argument("arguments", metavar="ARGUMENTS", nargs="?", default="{}", help="a JSON object (default: {})")
    parser.add_argument("--server", metavar="S", help="the tool's server, where there are several")
    add_source(parser)


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    given = read_arguments(arguments.arguments)
    race = await load_race(arguments, settings)
    outcome = await race.runner.call(Call(arguments.tool, given, race.gate.caller("cli"), arguments.server))
    layout = orjson.OPT_INDENT_2 if sys.stdout.isatty() else 0
    print(orjson.dumps(outcome.envelope, option=layout).decode())
    return ANSWERED if outcome.ok else FAILED


def read_arguments(text: str) -> JsonObject:
    """ARGUMENTS of the command line. UsageError where they are no JSON object."""
    try:
        given = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise UsageError(f'ARGUMENTS is not JSON ({error}): write a JSON object, as \'{{"driver": "VER"}}\'') from None
    if not isinstance(given, dict):
        raise UsageError('ARGUMENTS must be a JSON object, as \'{"driver": "VER"}\'')
    return given


COMMAND = Command("call", "call one tool through the gate and print its envelope", _add_arguments, _run)
