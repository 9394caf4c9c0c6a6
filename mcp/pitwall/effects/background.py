"""Keeps things in a thread of its own, so that a slow disk delays nobody."""

from __future__ import annotations

import logging
import queue
from collections.abc import Callable, Sequence
from threading import Thread
from typing import Generic, TypeVar

from toolgate.contract import ToolError

T = TypeVar("T")

MOST_WAITING = 10_000
"""What comes while so much waits is lost, and counted."""
_MOST_AT_ONCE = 500
_PATIENCE_S = 5.0

_log = logging.getLogger("pitwall")


class Background(Generic[T]):
    """Hands items to `keep` in a thread of its own: in the order in which they came, as many at once as are waiting."""

    def __init__(self, keep: Callable[[Sequence[T]], object], name: str, *, most_waiting: int = MOST_WAITING) -> None:
        self.lost = 0
        """What could not be kept."""
        self._keep = keep
        self._name = name
        self._waiting: queue.Queue[T | None] = queue.Queue(most_waiting)
        self._thread = Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def put(self, item: T) -> None:
        """Queues an item without waiting; where the queue is full, the item counts as lost."""
        try:
            self._waiting.put_nowait(item)
        except queue.Full:
            self._lose(1, "the disk is too slow")

    def close(self, patience_s: float = _PATIENCE_S) -> None:
        """Keeps what is left: waits `patience_s` for room in the queue, and at most as long again for the thread."""
        try:
            self._waiting.put(None, timeout=patience_s)
        except queue.Full:
            return
        self._thread.join(patience_s)

    def _work(self) -> None:
        more = True
        while more:
            items, more = self._next()
            try:
                self._keep(items)
            except ToolError as error:
                self._lose(len(items), error.message)
            except Exception as error:  # noqa: BLE001 - what comes next may be kept again
                self._lose(len(items), type(error).__name__)

    def _next(self) -> tuple[list[T], bool]:
        items: list[T] = []
        item = self._waiting.get()
        while item is not None:
            items.append(item)
            if len(items) == _MOST_AT_ONCE or self._waiting.empty():
                return items, True
            item = self._waiting.get()
        return items, False

    def _lose(self, count: int, why: str) -> None:
        if not self.lost:
            _log.warning("%s: what arrives is not kept: %s", self._name, why)
        self.lost += count
