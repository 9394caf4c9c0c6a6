"""A log that never makes a call wait: a parent that starts a server and does not read its stderr would stall it."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Event, Thread

_MOST_LINES = 1000
_REST_S = 0.02
"""Between two writes: lines that come meanwhile are written as one, since to wake a thread for each costs a call more
than its line does.
"""
_FLUSH_S = 1.0
"""How long the end of a program waits for its last lines to be read."""


class UnblockedHandler(logging.Handler):
    """Writes lines in a thread of its own, which alone waits for the reader. What nobody reads is left out and counted.

    `write` takes bytes and returns how many of them it has written, as `os.write` does.
    """

    def __init__(self, write: Callable[[bytes], int], most_lines: int = _MOST_LINES) -> None:
        super().__init__()
        self._write = write
        self._most_lines = most_lines
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        self._came = self._gone = self._left_out = self._said = 0
        self._hurry = Event()
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
        return self._came - self._gone

    def emit(self, record: logging.LogRecord) -> None:
        """Takes one line, formatted now: what it tells of may change later. One call at a time, as `handle` sees to."""
        try:
            if self.waiting > self._most_lines:  # besides the one that is being written
                self._left_out += 1
                return
            line = (self.format(record) + "\n").encode(errors="backslashreplace")
            self._came += 1
            self._lines.put(line)
        except Exception:  # noqa: BLE001 - as every handler does: a line that cannot be formatted is no crash
            self.handleError(record)

    def flush(self) -> None:
        """Waits until all lines are written, for a second."""
        until = time.monotonic() + _FLUSH_S
        self._hurry.set()
        while self.waiting and time.monotonic() < until:
            time.sleep(0.005)
        self._hurry.clear()

    def close(self) -> None:
        """Ends the thread, unless it waits for a reader for ever."""
        self._lines.put(None)
        self._hurry.set()
        super().close()

    def _write_all(self) -> None:
        while (line := self._lines.get()) is not None:
            lines = [line]
            while self._lines.qsize() and (line := self._lines.get()) is not None:
                lines.append(line)
            with suppress(OSError):  # nobody can read it any more
                text = b"".join(lines) + self._said_left_out()
                while text:
                    text = text[self._write(text) :]
            self._gone += len(lines)
            if line is None:
                break
            self._hurry.wait(_REST_S)

    def _said_left_out(self) -> bytes:
        """Once all that came before has been taken."""
        left_out = self._left_out - self._said
        if not left_out or self._lines.qsize():
            return b""
        self._said += left_out
        return b"WARNING toolgate: %d lines of the log were left out: nobody read it\n" % left_out
