"""The parser of the command line: complaints are one line that says what was probably meant."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

from director import __version__
from director.cli.command import UsageError
from director.cli.commands import COMMANDS, Listed
from toolgate.nearest import did_you_mean

_MISSING = "the following arguments are required: "
_INVALID = re.compile(r"invalid (.+?) value: (.+)", re.DOTALL)


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line. Options are never abbreviated; a near miss is suggested instead."""

    def __init__(self, **how: Any) -> None:
        super().__init__(**{**how, "allow_abbrev": False})

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Parses as argparse does, but words after an option still go to a positional argument that takes any number of
        words.
        """
        found, rest = super().parse_known_args(args, namespace)
        many = next((action for action in self._actions if action.nargs == "*" and not action.option_strings), None)
        if many is None or any(word.startswith("-") for word in rest):
            return found, rest
        setattr(found, many.dest, [*getattr(found, many.dest), *rest])
        return found, []

    def error(self, message: str) -> NoReturn:
        """UsageError instead of an exit."""
        if message.startswith(_MISSING):
            message = self._missing(message.removeprefix(_MISSING).split(", "))
        message = _INVALID.sub(r"\2 isn't a valid \1", message.removeprefix("argument "))
        raise UsageError(message if message.endswith("?") else f"{message}; see {self.prog} --help")

    def _missing(self, names: list[str]) -> str:
        """What is missing; where that is one word of a few, those. ARGUMENTS that may be none are never missed."""
        optional = {str(action.metavar) for action in self._actions if action.nargs == "*"}
        needed = [name for name in names if name not in optional] or names
        if len(needed) > 1:
            return f"{', '.join(needed[:-1])} and {needed[-1]} are missing"
        choices = next((action.choices for action in self._actions if _called(action) == needed[0]), None)
        return f"{needed[0]} is missing" + (f": choose from {', '.join(map(str, choices))}" if choices else "")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        known = [str(choice) for choice in action.choices]
        near = did_you_mean(str(value), known) or f": choose from {', '.join(known)}"
        raise argparse.ArgumentError(action, f"there is no {str(value)[:100]!r}{near}")


def _called(action: argparse.Action) -> str:
    """What complaints call an argument."""
    return "/".join(action.option_strings) or str(action.metavar or action.dest)


def parse(argv: Sequence[str]) -> argparse.Namespace | None:
    """The arguments, with `command` (what was asked for); None where nothing was. UsageError says what is wrong.

    Only the command that is called is imported.
    """
    name = _command_name(argv)
    listed = next((command for command in COMMANDS if command.name == name), None)
    if name and listed is None:
        known = [command.name for command in COMMANDS]
        near = did_you_mean(name, known) or "; director --help lists them"
        raise UsageError(f"there is no command {name[:100]!r}{near}")
    called = () if listed is None else (listed,)
    # Before its name --help may be asked for, which lists them all.
    parser = make_parser(called, called if argv and argv[0] == name else COMMANDS)
    arguments, rest = parser.parse_known_args(argv)
    if rest:
        option = next((word for word in rest if word.startswith("-")), "")
        if not option:
            hint = ": put the question in quotes" if name == "ask" else f"; see director {name} --help"
            raise UsageError(f"{rest[0][:100]!r} is an argument too many{hint}")
        word = option.partition("=")[0]
        near = did_you_mean(word, dict.fromkeys(option_names(parser))) or f"; see director {name} --help"
        raise UsageError(f"there is no option {word[:100]!r}{near}")
    return arguments if listed else None


def make_parser(loaded: Sequence[Listed], known: Sequence[Listed] = COMMANDS) -> Parser:
    """The parser of the names of the commands that are known, and of the arguments of those that are loaded."""
    parser = Parser(prog="director", description="Ask a race a question and get a short, true answer.")
    parser.add_argument("--version", action="version", version=f"director {__version__}")
    _add_settings(parser, None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)
    for listed in known:
        sub = commands.add_parser(listed.name, help=listed.help, description=listed.help)
        if listed in loaded:
            _add_settings(sub, argparse.SUPPRESS)  # where it is not given here, what stood before the command stays
            command = listed.load()
            command.add_arguments(sub)
            sub.set_defaults(command=command)
    return parser


def option_names(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Every option of a parser and of those below it."""
    for action in parser._actions:
        yield from action.option_strings
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from option_names(below)


def _add_settings(parser: argparse.ArgumentParser, default: Any) -> None:
    parser.add_argument(
        "--settings", metavar="FILE", type=Path, default=default, help="read settings from this file, not from your own"
    )


def _command_name(argv: Sequence[str]) -> str:
    """The first word that is neither an option of `director` itself nor the value of one."""
    words = iter(argv)
    for word in words:
        if word == "--settings":
            next(words, None)
        elif not word.startswith("-"):
            return word
    return ""
