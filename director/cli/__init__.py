"""The command line: results on stdout, all else on stderr, an exit status for each outcome."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from director.cli.command import ANSWERED
from director.cli.commands import COMMANDS
from toolgate.errors import DirectorError

__all__ = ["COMMANDS", "main"]

_INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; gives its exit status: 0 answered, 3 silent, 1 failed, 2 wrong usage, 130 interrupted."""
    try:
        return _run(sys.argv[1:] if argv is None else argv)
    except DirectorError as error:
        print(f"director: {error}", file=sys.stderr)
        return error.exit_status
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # The reader of stdout has gone: nothing more can be said, and nothing went wrong here.
        sys.stderr.close()
        return ANSWERED


def _run(argv: Sequence[str]) -> int:
    from director.cli.parser import make_parser, parse

    arguments = parse(argv)
    if arguments is None:  # nothing was asked: what can be
        make_parser(()).print_help()
        return ANSWERED
    import asyncio

    from director.cli.command import Command
    from director.logs import set_up_logging
    from director.settings import load_settings

    command: Command = arguments.command
    settings = load_settings(arguments.settings)
    set_up_logging(settings.log_level or command.log_level)
    _obey_interrupts()
    try:
        return asyncio.run(command.run(arguments, settings))
    except asyncio.CancelledError:
        return _INTERRUPTED


def _obey_interrupts() -> None:
    """An interrupt ends the command. A shell starts what runs in the background, and all that is started there, with
    interrupts ignored: a download was then not to be stopped (decision 33).
    """
    import signal
    import threading

    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
