"""`director completion`: what makes a shell complete commands and options."""

from __future__ import annotations

import argparse

from director.cli.command import ANSWERED, Command
from director.cli.commands import COMMANDS
from director.settings import Settings

SHELLS = ("bash", "zsh", "fish")


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "shell",
        metavar="SHELL",
        choices=SHELLS,
        help='bash, zsh or fish, as in: eval "$(director completion bash)"',
    )


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    import shtab

    from director.cli.parser import make_parser

    print(shtab.complete(make_parser(COMMANDS), shell=arguments.shell))
    return ANSWERED


COMMAND = Command(_add_arguments, _run)
