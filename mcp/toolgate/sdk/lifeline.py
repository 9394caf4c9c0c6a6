"""Ends a process of tools, and what these have started, with the server that it belongs to, however that ends."""

from __future__ import annotations

import os
import select
import signal
import threading


def hold(pipe: int) -> None:
    """Watches the pipe on which calls come, and kills the process's group once the other end is closed.

    The process must lead a group of its own. Without `poll`, as on Windows, nothing watches: it ends after its call.
    """
    if hasattr(select, "poll") and hasattr(os, "killpg"):
        threading.Thread(target=_watch, args=(pipe,), name="lifeline", daemon=True).start()


def _watch(pipe: int) -> None:
    poll = select.poll()
    poll.register(pipe, 0)  # asks for nothing, and so is told of the end alone
    poll.poll()
    os.killpg(os.getpgid(0), signal.SIGKILL)
