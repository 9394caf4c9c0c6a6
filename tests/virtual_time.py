"""An event loop whose time only jumps: a test of a limit takes no time, and the machine's speed changes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from selectors import DefaultSelector, SelectorKey
from typing import Any, TypeVar

T = TypeVar("T")


class VirtualLoop(asyncio.SelectorEventLoop):
    """Nobody waits for a timer: when nothing else is to be done, the next one is due.

    What other threads do is not seen by this clock; wait for them with events and without a timeout.
    """

    def __init__(self) -> None:
        self.passed_s = 0.0
        super().__init__(_Jumping(self))

    def time(self) -> float:
        return self.passed_s


class _Jumping(DefaultSelector):
    """A selector that jumps to the end of its timeout instead of waiting for it."""

    def __init__(self, loop: VirtualLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        ready = super().select(timeout if timeout is None else 0)
        if not ready and timeout is not None:
            self._loop.passed_s += max(timeout, 0.0)
        return ready


def timed(work: Coroutine[Any, Any, T]) -> tuple[T, float]:
    """What a coroutine gives, and the seconds it took by the loop's own clock."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        loop = runner.get_loop()
        result = runner.run(work)
        return result, loop.time()


def loop_time() -> float:
    """The running loop's time, for code that asks a clock of its own."""
    return asyncio.get_running_loop().time()
