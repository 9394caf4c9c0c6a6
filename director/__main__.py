"""`director`, and `python -m director`."""

from __future__ import annotations

import atexit
import gc
import os
import sys

# What imports make is there to stay: to look for garbage among it costs 10 ms of every start.
gc.disable()

_ended_with: int | None = None


def _leave() -> None:
    """Ends the process when threads are joined and exit handlers have run.

    To take a loaded race and all modules apart first, object by object, costs a tenth of what a question does.
    """
    if _ended_with is None:
        return
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        return  # the interpreter tells of what cannot be written
    os._exit(_ended_with)


if not atexit._ncallbacks():  # the handler registered first runs last: those of others, as of coverage, run before it
    atexit.register(_leave)

from director.cli import main  # noqa: E402

gc.freeze()
gc.enable()
# A race is read into a million objects that stay: to look through them every 700 new ones costs more than it frees.
gc.set_threshold(100_000, 20, 20)


def run() -> int:
    """Runs one command as the whole process: when Python exits after it, `_leave` ends the process with its status."""
    global _ended_with
    _ended_with = main()
    return _ended_with


if __name__ == "__main__":
    raise SystemExit(run())
