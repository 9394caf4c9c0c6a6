"""Threads for work that waits: each is kept for a moment after its work, since starting one costs more than a call."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextvars import Context
from queue import Empty, SimpleQueue
from typing import TypeVar

IDLE_S = 2.0
"""How long a thread waits for more work before it ends."""

T = TypeVar("T")

_Job = tuple[Callable[[], T], Callable[[T], None]]


class Threads:
    """As many threads as there is work at a time. Whoever gives work says how much there may be.

    A thread knows nothing of the call before: each piece of work runs in a context of its own. What hangs keeps its
    thread, which is a daemon.
    """

    def __init__(self) -> None:
        self._idle: list[SimpleQueue[_Job[object]]] = []

    def begin(self, work: Callable[[], T], tell: Callable[[T], None]) -> None:
        """Has a thread do the work, and then tell what it gave. Neither may raise.

        RuntimeError where the machine has no more threads.
        """
        try:
            jobs = self._idle.pop()
        except IndexError:
            jobs = SimpleQueue()
            threading.Thread(target=self._serve, args=(jobs,), name="tool", daemon=True).start()
        jobs.put((work, tell))  # type: ignore[arg-type]

    def __len__(self) -> int:
        """How many wait for work."""
        return len(self._idle)

    def _serve(self, jobs: SimpleQueue[_Job[object]]) -> None:
        while True:
            try:
                work, tell = jobs.get(timeout=IDLE_S)
            except Empty:
                try:
                    self._idle.remove(jobs)
                except ValueError:  # it has been chosen meanwhile: work is about to come
                    continue
                return
            given = Context().run(work)
            self._idle.append(jobs)
            tell(given)
            del work, tell, given  # an idle thread keeps nothing of a call alive
