"""`director ask`: a question in, a short true answer out."""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from director.cli.command import ANSWERED, FAILED, SILENT, Command, add_config, add_source
from director.cli.explain import explain
from director.cli.opening import open_asked, open_without_race, servers_config
from director.cli.planner import add_planner
from director.race import Askable
from director.settings import Settings

_EXIT = {"answered": ANSWERED, "silent": SILENT, "failed": FAILED}


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("question", metavar="QUESTION")
    add_source(parser, several=True)
    add_config(parser)
    parser.add_argument("--no-race", action="store_true", help="load no race and ask only the servers of --config")
    add_planner(parser)
    parser.add_argument("--json", action="store_true", help="print one object with plan, steps and timings")
    parser.add_argument("--explain", action="store_true", help="show how the answer came about")


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    with uncollected():
        if arguments.no_race:
            race: Askable = await open_without_race(arguments, settings)
        else:
            race = await open_asked(arguments, settings, config=servers_config(arguments, settings))
        try:
            answer = await race.ask(arguments.question)
        finally:
            await race.aclose()
    if arguments.json:
        print(msgspec.json.encode(answer.to_json()).decode())
        return _EXIT[answer.status]
    if arguments.explain:
        print(explain(answer, colour=_in_colour()))
        return _EXIT[answer.status]
    if answer.text:
        if answer.fault:
            print(f"director: planned by {answer.planner}: {answer.fault}", file=sys.stderr)
        print(answer.text)
    else:
        print(f"director: {answer.status}: {answer.reason}", file=sys.stderr)
    return _EXIT[answer.status]


def _in_colour() -> bool:
    """Whether to colour: stdout is a terminal and the user has not turned colours off."""
    if not sys.stdout.isatty():
        return False
    from rich.console import Console

    return not Console().no_color


@contextmanager
def uncollected() -> Iterator[None]:
    """Runs its block without garbage collection: what one question builds is needed until its end."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


COMMAND = Command(_add_arguments, _run)
