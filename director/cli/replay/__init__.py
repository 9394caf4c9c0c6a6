"""`director replay`: follow a race in the terminal. On a screen with keys, or as plain lines without a terminal."""

from __future__ import annotations

import argparse
import sys

from director.cli.command import ANSWERED, Command, UsageError, add_positional_source, speed
from director.cli.opening import open_named
from director.race import Race
from director.settings import Settings

_SPEED_ON_SCREEN = 10.0


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add_positional_source(parser)
    parser.add_argument(
        "--speed",
        type=speed,
        metavar="N",
        help="play the race N times as fast as it was (default: 10 in a terminal, without waiting elsewhere)",
    )


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    async with await open_named(arguments, settings, moves=True) as race:
        await _replay(race, arguments)
    return ANSWERED


async def _replay(race: Race, arguments: argparse.Namespace) -> None:
    live = race.cache.liveness is not None
    if live and arguments.speed is not None:
        raise UsageError("--speed: a live feed has its own speed")
    asked = race.cache.view()
    race.cache.pin("end")
    whole = race.cache.view()
    start = (whole if live else whole.at_lap(0) or whole).t if arguments.at is None else asked.t
    if has_screen():
        from director.cli.replay.replay_terminal import watch

        await watch(race, start, arguments.speed or (1.0 if live else _SPEED_ON_SCREEN))
    else:
        from director.cli.replay.line_replay import follow

        await follow(race, start, arguments.speed)


def has_screen() -> bool:
    """Whether there is a terminal to draw on and to read keys from."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    from rich.console import Console

    return not Console().is_dumb_terminal


COMMAND = Command(_add_arguments, _run)
