"""Signals as calls inside the event loop, on every system: on Windows a loop takes no handlers."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any


@contextmanager
def on_signals(handlers: Mapping[str, Callable[[], Any]]) -> Iterator[None]:
    """Calls each handler when the signal of that name arrives. Signals that the system lacks are left out."""
    with ExitStack() as stack:
        for name, handler in handlers.items():
            stack.callback(handle(name, handler))
        yield


def handle(name: str, handler: Callable[[], Any]) -> Callable[[], Any]:
    """Calls a handler when the signal of that name arrives, until what is returned is called."""
    loop, number = asyncio.get_running_loop(), getattr(signal, name, None)
    if number is None:
        return lambda: None
    try:
        loop.add_signal_handler(number, handler)
    except NotImplementedError:
        return partial(signal.signal, number, signal.signal(number, _in_loop(loop, handler)))
    return partial(loop.remove_signal_handler, number)


def _in_loop(loop: asyncio.AbstractEventLoop, handler: Callable[[], Any]) -> Callable[[int, Any], None]:
    def called(number: int, frame: Any) -> None:
        loop.call_soon_threadsafe(handler)

    return called
