"""`director respond`: answer a chat, from NATS or line by line, by the rules of a chat."""

from __future__ import annotations

import argparse

from director.cli.chat import add_chat_options
from director.cli.command import Command
from director.settings import Settings


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add_chat_options(parser)
    parser.add_argument(
        "--nats",
        nargs="?",
        const="",
        metavar="URL",
        help="the chat is on NATS (default: setting NATS_URL); without it, every line of stdin is a message",
    )
    parser.add_argument(
        "--approve", action="store_true", help="publish only what somebody approves: director answers approve ID"
    )
    parser.add_argument("--json", action="store_true", help="print what NATS would get, one object a line")


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    from director.cli.chat.responding import respond

    return await respond(arguments, settings)


COMMAND = Command(_add_arguments, _run, serves=True)
