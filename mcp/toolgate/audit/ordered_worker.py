"""Runs work in order: at once where it does not block, else in a worker thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from toolgate.errors import LocalError

T = TypeVar("T")


class Busy(LocalError):
    """The work would block, and the caller asked it not to."""


class OrderedWorker:
    """Does work at once where it does not block, else in one worker thread, always in order of submission.

    Work takes `wait` beside its arguments: without waiting it raises Busy and has done nothing.
    """

    def __init__(self) -> None:
        self._pool: ThreadPoolExecutor | None = None
        self._pending: set[Future[Any]] = set()

    def at_once(self, work: Callable[..., T], *given: Any) -> T:
        """Returns the result of the work. Busy, and nothing has been done, where it would block or is not its turn."""
        if self._pending:
            raise Busy
        return work(*given, wait=False)

    async def do(self, work: Callable[..., T], *given: Any) -> T:
        """Returns the result of the work, which goes on if the caller is cancelled."""
        with suppress(Busy):
            return self.at_once(work, *given)
        future = self._submit(work, *given)
        return work(*given, wait=True) if future is None else await asyncio.shield(asyncio.wrap_future(future))

    def do_soon(self, work: Callable[..., Any], *given: Any) -> None:
        """Does work for which nobody waits."""
        with suppress(Busy):
            self.at_once(work, *given)
            return
        if self._submit(work, *given) is None:
            work(*given, wait=True)

    def close(self) -> None:
        """Waits for the submitted work."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def _submit(self, work: Callable[..., T], *given: Any) -> Future[T] | None:
        """None where the program ends and no thread can be begun any more."""
        if self._pool is None:
            self._pool = ThreadPoolExecutor(1, thread_name_prefix="audit-writer")
        try:
            future = self._pool.submit(work, *given, wait=True)
        except RuntimeError:
            return None
        self._pending.add(future)
        future.add_done_callback(self._pending.discard)
        return future
