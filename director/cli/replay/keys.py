"""Keys of a terminal, one by one, on every system that prompt_toolkit knows."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prompt_toolkit.key_binding import KeyPress

HANG_UP = "hang up"
"""The key that stands for a terminal that was closed."""
INTERRUPT = "interrupt"

_ESCAPE_S = 0.05
"""How long to wait after an escape character for the rest of a sequence; then it is the Escape key. Seconds."""

_NAMES = MappingProxyType(
    {
        "c-m": "enter",
        "c-j": "enter",
        "c-h": "backspace",
        "escape": "escape",
        "up": "up",
        "down": "down",
        "left": "left",
        "right": "right",
        "c-left": "left",
        "c-right": "right",
        "home": "home",
        "end": "end",
        "delete": "delete",
        "c-a": "home",
        "c-b": "left",
        "c-c": INTERRUPT,
        "c-d": "end of input",
        "c-e": "end",
        "c-f": "right",
        "c-k": "cut after",
        "c-n": "down",
        "c-p": "up",
        "c-u": "cut before",
        "c-w": "cut word",
    }
)
"""Keys as prompt_toolkit names them, and as we do."""


def key_of(press: KeyPress) -> str | None:
    """A printable character, or the name of a key; None for one that nobody uses."""
    named = _NAMES.get(str(getattr(press.key, "value", press.key)))
    if named is not None:
        return named
    return press.key if len(press.key) == 1 and press.key.isprintable() else None


@contextmanager
def pressed_keys(*, interrupts: bool) -> Iterator[asyncio.Queue[str]]:
    """Keys as they are pressed, not echoed and not waiting for a line. The terminal is then as it was before.

    `interrupts`: Ctrl-C interrupts; else it is a key in its turn. Ctrl-Z does nothing: a stopped process would leave
    its screen behind.
    """
    from prompt_toolkit.input import create_input

    loop, queue, terminal = asyncio.get_running_loop(), asyncio.Queue[str](), create_input()
    flushing: asyncio.TimerHandle | None = None

    def take(presses: Iterable[KeyPress]) -> None:
        for key in map(key_of, presses):
            if key == INTERRUPT and interrupts:
                signal.raise_signal(signal.SIGINT)
            elif key is not None:
                queue.put_nowait(key)

    def read() -> None:
        nonlocal flushing
        take(terminal.read_keys())
        if flushing is not None:
            flushing.cancel()
        flushing = loop.call_later(_ESCAPE_S, lambda: take(terminal.flush_keys()))
        if terminal.closed or not sys.stdin.isatty():
            queue.put_nowait(HANG_UP)

    with terminal.raw_mode(), terminal.attach(read):
        try:
            yield queue
        finally:
            if flushing is not None:
                flushing.cancel()
