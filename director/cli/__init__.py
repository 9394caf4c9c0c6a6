"""The command line: results on stdout, all else on stderr, an exit status for each outcome."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from errno import EBADF, EFBIG, EIO, ENOSPC

from director.cli.command import ANSWERED, FAILED
from director.cli.commands import COMMANDS
from toolgate.errors import DirectorError

__all__ = ["COMMANDS", "main"]

_INTERRUPTED = 130
_UNWRITTEN = (EBADF, EFBIG, EIO, ENOSPC)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; gives its exit status: 0 answered, 3 silent, 1 failed, 2 wrong usage, 130 interrupted."""
    if sys.stdout is None:  # the caller has closed it: what is printed must not be taken for written
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w")
    try:
        try:
            return _run(sys.argv[1:] if argv is None else argv)
        finally:
            sys.stdout.flush()  # what has not been written is told here, not by the interpreter's end
    except DirectorError as error:
        print(f"director: {error}", file=sys.stderr)
        return error.exit_status
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # The reader of stdout has gone: nothing more can be said, and nothing went wrong here.
        _discard_the_rest()
        return ANSWERED
    except OSError as error:
        if error.errno not in _UNWRITTEN or error.filename is not None:
            raise
        print(f"director: can't write the result: {error.strerror}", file=sys.stderr)
        _discard_the_rest()
        return FAILED


def _discard_the_rest() -> None:
    """What stdout still holds goes nowhere, or the interpreter would try once more to write it, and complain."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(argv: Sequence[str]) -> int:
    from director.cli.parser import make_parser, parse

    arguments = parse(argv)
    if arguments is None:  # no command: list those that there are
        make_parser(()).print_help()
        return ANSWERED
    import asyncio

    from director.cli.command import Command
    from director.logs import set_up_logging
    from director.settings import LogLevel, load_settings

    command: Command = arguments.command
    settings = load_settings(arguments.settings)
    usual: LogLevel = "info" if command.serves else "warning"
    set_up_logging(settings.log_level or usual, never_waits=command.serves)
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
