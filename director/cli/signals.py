"""Signals as calls inside the event loop, on every system: on Windows a loop takes no handlers."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any


@contextmanager
def on_signals(handlers: Mapping[str, Callable[[], Any]]) -> Iterator[None]:
    """Calls each handler when the signal of that name arrives. Signals that the system lacks are left out."""
    loop = asyncio.get_running_loop()
    before: dict[int, Any] = {}
    added: list[int] = []
    for name, handler in handlers.items():
        number = getattr(signal, name, None)
        if number is None:
            continue
        try:
            loop.add_signal_handler(number, handler)
            added.append(number)
        except NotImplementedError:
            before[number] = signal.signal(number, _in_loop(loop, handler))
    try:
        yield
    finally:
        for number in added:
            loop.remove_signal_handler(number)
        for number, handled in before.items():
            signal.signal(number, handled)


def _in_loop(loop: asyncio.AbstractEventLoop, handler: Callable[[], Any]) -> Callable[[int, Any], None]:
    def handle(number: int, frame: Any) -> None:
        loop.call_soon_threadsafe(handler)

    return handle
