"""What a command is, and what its exit status means."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from director.settings import LogLevel, Settings

ANSWERED, FAILED, USAGE, SILENT = 0, 1, 2, 3


class UsageError(Exception):
    """The command was called wrongly. The message is one line that says what to do."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its name, its arguments, and what runs it."""

    name: str
    help: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace, Settings], Coroutine[Any, Any, int]]
    log_level: LogLevel = "warning"


def add_source(parser: argparse.ArgumentParser) -> None:
    """`--source` and `--at`."""
    parser.add_argument(
        "--source", metavar="S", help="the race: sim:, sim:seed=7,cars=32, or the folder, .zip or URL of an F1 session"
    )
    parser.add_argument("--at", metavar="MOMENT", help="now: lap:30, 01:02:03 (session time) or end (default)")
