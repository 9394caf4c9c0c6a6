"""Threads for work that waits: each is kept for a moment after its work, since starting one costs more than a call."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextvars import Context
from typing import Any, Generic, TypeVar

from toolgate.layers.doorbell import doorbell

IDLE_S = 2.0
"""How long a thread waits for more work before it ends."""

T = TypeVar("T")


class Work(Generic[T]):
    """What a thread does. Whoever gave it waits for a moment, and asks to be told if that was not enough."""

    __slots__ = ("_do", "_end", "_tell", "given")

    given: T
    """What it gave, once it has ended."""

    def __init__(self, do: Callable[[], T]) -> None:
        """`do` must not raise."""
        self._do = do
        self._tell: Callable[[], object] | None = None
        self._end = threading.Lock()
        self._end.acquire()

    def ends_within(self, seconds: float) -> bool:
        """Blocks for at most so many seconds. Returns whether the work has ended; True only once."""
        return self._end.acquire(timeout=seconds)

    def then(self, tell: Callable[[], object]) -> None:
        """Calls `tell`, which must not raise, when the work ends; here, perhaps a second time, if it has just ended."""
        self._tell = tell
        if self._end.acquire(blocking=False):
            tell()

    def run(self) -> None:
        """Does the work, in a context of its own: it knows nothing of what the thread did before."""
        self.given = Context().run(self._do)

    def end(self) -> None:
        """Wakes whoever waits in `ends_within`, and calls what `then` was given."""
        self._end.release()
        if self._tell is not None:
            self._tell()


class _Seat:
    """A thread's own: the work that is for it, and the bell that tells of it."""

    __slots__ = ("bell", "work")

    def __init__(self) -> None:
        self.bell = doorbell(IDLE_S)
        self.work: Work[Any] | None = None


class Threads:
    """As many threads as there is work at a time. Whoever gives work says how much there may be.

    What hangs keeps its thread, which is a daemon.
    """

    def __init__(self) -> None:
        self._idle: list[_Seat] = []

    def begin(self, do: Callable[[], T]) -> Work[T]:
        """Has a thread do the work. RuntimeError where the machine has no more threads."""
        try:
            seat = self._idle.pop()
        except IndexError:
            seat = _Seat()
            try:
                threading.Thread(target=self._serve, args=(seat,), name="tool", daemon=True).start()
            except RuntimeError:
                seat.bell.close()
                raise
        seat.work = work = Work(do)
        seat.bell.ring()
        return work

    def __len__(self) -> int:
        """How many wait for work."""
        return len(self._idle)

    def _serve(self, seat: _Seat) -> None:
        while True:
            if not seat.bell.rung():
                try:
                    self._idle.remove(seat)
                except ValueError:  # it has been chosen meanwhile: work is about to come
                    continue
                seat.bell.close()
                return
            work, seat.work = seat.work, None
            if work is None:  # a process that was forked off has rung
                continue
            work.run()
            self._idle.append(seat)
            work.end()
            del work  # an idle thread keeps nothing of a call alive
