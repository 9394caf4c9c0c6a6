"""`director chart`: positions, gaps or pace of a race as a picture."""

from __future__ import annotations

import argparse

from director.cli.command import ANSWERED, Command
from director.settings import Settings


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    pass


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    return ANSWERED


COMMAND = Command("chart", "draw a race", _add_arguments, _run)
