"""What a command is, and what its exit status means."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from director.defaults import LONGEST_DELAY_S
from toolgate.errors import InputError, UnavailableError

if TYPE_CHECKING:
    from director.settings import Settings

ANSWERED, FAILED, USAGE, SILENT = 0, 1, 2, 3

_AT = "the moment that counts as now: lap:30, 01:02:03 (session time) or end"
_RECORD = "keep what a live feed sends; the file can be opened as a source"


class UsageError(InputError):
    """The command was called wrongly. The message is one line that says what to do."""


class FaultError(UnavailableError):
    """What the command needs cannot be had now: a network, a server. The message is one line that says what to do."""


class Command(Struct, frozen=True):
    """A command: its arguments, and what runs it. Its name and help stand in `director.cli.commands`.

    One that `serves` goes on until it is told to stop. Its log says more, and never makes it wait.
    """

    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace, Settings], Coroutine[Any, Any, int]]
    serves: bool = False


class _Once(argparse.Action):
    """An option that may not be given twice: the first would be forgotten in silence."""

    def __call__(self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, value: Any, *_: Any) -> None:
        if getattr(namespace, self.dest) is not None:
            parser.error(f"{self.option_strings[0]} names one race here, and was given twice")
        setattr(namespace, self.dest, value)


def add_source(parser: argparse.ArgumentParser, *, several: bool = False) -> None:
    """`--source` and `--at`. `several` sessions may be named, each `NAME=SOURCE`."""
    from pitwall.sources import FORMS

    if several:
        more = "; NAME=S, more than once: several sessions, the first where a question names none"
        parser.add_argument("--source", metavar="S", action="append", help=f"the race: {FORMS}{more}")
    else:
        parser.add_argument("--source", metavar="S", action=_Once, help=f"the race: {FORMS}")
    parser.add_argument("--at", metavar="MOMENT", help=f"{_AT} (default)")
    parser.add_argument("--results", metavar="FILE", help="official results: Ergast JSON, or CSV with position,car")
    parser.add_argument(
        "--standings", metavar="FILE", help="the championship before this race: Ergast JSON, or CSV with driver,points"
    )
    add_feed_options(parser)


def add_config(parser: argparse.ArgumentParser) -> None:
    """`--config`."""
    parser.add_argument(
        "--config", metavar="FILE", type=Path, help="use the tools of these MCP servers too: .mcp.json or director.toml"
    )


def add_positional_source(parser: argparse.ArgumentParser) -> None:
    """SOURCE and `--at`."""
    parser.add_argument("source", metavar="SOURCE", nargs="?", help="the race, as for --source of ask")
    parser.add_argument("--at", metavar="MOMENT", help=_AT)
    add_feed_options(parser)


def add_feed_options(parser: argparse.ArgumentParser) -> None:
    """What only a live feed has: its recording, and how late it is told."""
    parser.add_argument("--record", metavar="FILE", help=_RECORD)
    parser.add_argument(
        "--delay", type=delay, metavar="SECONDS", help="hold a live feed back, as its broadcast is late"
    )


def delay(text: str) -> float:
    """A delay of a feed, seconds. ValueError for anything else."""
    seconds = float(text)
    if not 0 <= seconds <= LONGEST_DELAY_S:
        raise ValueError
    return seconds


delay.__name__ = f"delay (seconds, at most {LONGEST_DELAY_S})"


def speed(text: str) -> float:
    """A speed, times real time. ValueError for anything else."""
    times = float(text)
    if not 0 < times <= 10_000:
        raise ValueError
    return times


speed.__name__ = "speed (more than 0, at most 10000)"
