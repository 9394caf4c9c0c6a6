"""A log that never makes a call wait: a parent that starts a server and does not read its stderr would stall it."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Full, Queue
from threading import Lock, Thread

_MOST_LINES = 1000
_FLUSH_S = 1.0
"""How long the end of a program waits for its last lines to be read."""


class UnblockedHandler(logging.Handler):
    """Writes lines in a thread of its own, which alone waits for the reader. What nobody reads is left out and counted.

    `write` takes bytes and returns how many of them it has written, as `os.write` does.
    """

    def __init__(self, write: Callable[[bytes], int], most_lines: int = _MOST_LINES) -> None:
        super().__init__()
        self._write = write
        self._lines: Queue[bytes | None] = Queue(most_lines)
        self._left_out = 0
        self._counting = Lock()
        Thread(target=self._write_all, name="log", daemon=True).start()

    @classmethod
    def on(cls, descriptor: int) -> UnblockedHandler:
        """A handler that writes to an open file, past whatever buffers it."""
        return cls(lambda data: os.write(descriptor, data))

    @classmethod
    def on_stderr(cls) -> logging.Handler:
        """A handler of stderr; the usual one where that is no file, as in a notebook."""
        try:
            return cls.on(sys.stderr.fileno())
        except (OSError, ValueError):
            return logging.StreamHandler(sys.stderr)

    @property
    def waiting(self) -> int:
        """How many lines are not written yet."""
        return self._lines.unfinished_tasks

    def emit(self, record: logging.LogRecord) -> None:
        """Takes one line, formatted now: what it tells of may change later."""
        try:
            self._lines.put_nowait((self.format(record) + "\n").encode(errors="backslashreplace"))
        except Full:
            with self._counting:
                self._left_out += 1
        except Exception:  # noqa: BLE001 - as every handler does: a line that cannot be formatted is no crash
            self.handleError(record)

    def flush(self) -> None:
        """Waits until all lines are written, for a second."""
        until = time.monotonic() + _FLUSH_S
        while self.waiting and time.monotonic() < until:
            time.sleep(0.005)

    def close(self) -> None:
        """Ends the thread, unless it waits for a reader for ever."""
        with suppress(Full):
            self._lines.put_nowait(None)
        super().close()

    def _write_all(self) -> None:
        while (line := self._lines.get()) is not None:
            if self._left_out and self._lines.empty():
                line += self._said_left_out()
            with suppress(OSError):  # nobody can read it any more
                while line:
                    line = line[self._write(line) :]
            self._lines.task_done()

    def _said_left_out(self) -> bytes:
        with self._counting:
            left_out, self._left_out = self._left_out, 0
        return b"WARNING toolgate: %d lines of the log were left out: nobody read it\n" % left_out
