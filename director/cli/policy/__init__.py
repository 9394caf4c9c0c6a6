"""`director policy`: what the gate would say of a call, what other rules would have said, and what is odd in rules."""

from __future__ import annotations

import argparse

from director.cli.command import Command
from director.settings import Settings


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    from director.cli.policy import explain, lint, simulate

    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    for action in (explain, simulate, lint):
        sub = actions.add_parser(action.NAME, help=action.HELP, description=action.HELP)
        action.add_arguments(sub)
        sub.set_defaults(action=action)


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    status: int = await arguments.action.run(arguments, settings)
    return status


COMMAND = Command(_add_arguments, _run)
