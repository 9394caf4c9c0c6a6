"""The command line. stdout carries results, stderr the rest; exit codes mean something."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from typing import NoReturn

from director import __version__
from director.cli import (
    answers,
    ask,
    audit,
    call,
    chart,
    chat,
    export,
    policy,
    replay,
    respond,
    schemas,
    serve,
    sessions,
    tools,
    validate,
)
from director.cli.command import USAGE, Command, UsageError
from director.logs import set_up_logging
from director.settings import SettingsError, load_settings

COMMANDS: tuple[Command, ...] = (
    ask.COMMAND,
    call.COMMAND,
    tools.COMMAND,
    export.COMMAND,
    validate.COMMAND,
    schemas.COMMAND,
    serve.COMMAND,
    replay.COMMAND,
    chart.COMMAND,
    policy.COMMAND,
    sessions.COMMAND,
    audit.COMMAND,
    chat.COMMAND,
    respond.COMMAND,
    answers.COMMAND,
)


class _Parser(argparse.ArgumentParser):
    """A parser whose complaint is one line."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; see {self.prog} --help")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; gives its exit status: 0 answered, 3 silent, 1 failed, 2 wrong usage."""
    try:
        arguments = _parser(sys.argv[1:] if argv is None else argv).parse_args(argv)
        settings = load_settings()
        command: Command = arguments.command
        set_up_logging(settings.log_level or command.log_level)
        return asyncio.run(command.run(arguments, settings))
    except (UsageError, SettingsError) as error:
        print(f"director: {error}", file=sys.stderr)
        return USAGE
    except (KeyboardInterrupt, asyncio.CancelledError):
        return 130
    except BrokenPipeError:
        # The reader of stdout has gone: nothing more can be said, and nothing went wrong here.
        sys.stderr.close()
        return 0


def _parser(argv: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of every command's name, and of the arguments of those that are named: others are not imported."""
    parser = _Parser(prog="director", description="Ask a race a question and get a short, true answer.")
    parser.add_argument("--version", action="version", version=f"director {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=_Parser)
    for command in COMMANDS:
        sub = commands.add_parser(command.name, help=command.help, description=command.help)
        if command.name in argv:
            command.add_arguments(sub)
        sub.set_defaults(command=command)
    return parser
