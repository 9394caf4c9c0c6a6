"""A bell that wakes one waiting thread.

Where the system can, it is rung by a byte on a pair of sockets: the writer releases the interpreter lock (GIL), so the
woken thread can run at once. A lock or a queue wakes it while the ringing thread still holds the GIL, so that it has to
wait again.
"""

from __future__ import annotations

import os
import socket
import struct
import sys
from queue import Empty, SimpleQueue
from typing import Protocol


class Doorbell(Protocol):
    """Each ring ends one wait, also one that has yet to begin."""

    def ring(self) -> None:
        """Wakes who waits."""

    def rung(self) -> bool:
        """Waits for a ring; False where none came within the bell's time."""

    def close(self) -> None:
        """Ends the bell, once nobody waits or rings any more."""


def doorbell(seconds: float) -> Doorbell:
    """A bell whose `rung` waits at most so many seconds."""
    if sys.platform != "win32":
        try:
            return SocketBell(seconds)
        except OSError:  # no more files may be open
            pass
    return QueueBell(seconds)


class SocketBell:
    """Rung by a byte."""

    __slots__ = ("_reads", "_writes")

    def __init__(self, seconds: float) -> None:
        """OSError where the process may have no more files."""
        reads, writes = socket.socketpair()
        whole = int(seconds)
        # The system's timeout: Python's own takes two system calls, one to wait for the byte and one to read it.
        reads.setsockopt(
            socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("ll", whole, round((seconds - whole) * 1e6))
        )
        self._reads, self._writes = reads.detach(), writes.detach()

    def ring(self) -> None:
        """Wakes who waits."""
        os.write(self._writes, b"!")

    def rung(self) -> bool:
        """Waits for a ring; False where none came within the bell's time."""
        try:
            return os.read(self._reads, 1) == b"!"
        except BlockingIOError:
            return False

    def close(self) -> None:
        """Ends the bell, once nobody waits or rings any more."""
        os.close(self._reads)
        os.close(self._writes)


class QueueBell:
    """Rung by an item of a queue."""

    __slots__ = ("_rings", "_seconds")

    def __init__(self, seconds: float) -> None:
        self._rings: SimpleQueue[None] = SimpleQueue()
        self._seconds = seconds

    def ring(self) -> None:
        """Wakes who waits."""
        self._rings.put(None)

    def rung(self) -> bool:
        """Waits for a ring; False where none came within the bell's time."""
        try:
            self._rings.get(timeout=self._seconds)
        except Empty:
            return False
        return True

    def close(self) -> None:
        """Nothing is open."""
