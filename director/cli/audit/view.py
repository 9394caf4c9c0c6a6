"""A view of the audit log: one subcommand of `director audit`."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class AuditView:
    """One view: its name, its help, its arguments beside FILE and --json, and the function that shows it and gives the
    exit status.
    """

    name: str
    help: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[Path, argparse.Namespace], Coroutine[Any, Any, int]]


def nothing_more(parser: argparse.ArgumentParser) -> None:
    """Adds no arguments, for a view that takes only FILE and --json."""
