"""Keys of a terminal: bytes in, key by key out."""

from __future__ import annotations

import asyncio
import codecs
import os
import re
import termios
import tty
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType

_NAMES = MappingProxyType({"\r": "enter", "\n": "enter", "\x7f": "backspace", "\x08": "backspace", "\x1b": "escape"})
_ARROWS = MappingProxyType({"A": "up", "B": "down", "C": "right", "D": "left"})
_SEQUENCE = re.compile(r"\x1b[\[O][0-9;?]*(?P<final>[@-~])")
_CUT_SEQUENCE = re.compile(r"\x1b[\[O][0-9;?]*\Z")

HANG_UP = "hang up"
"""The key that a terminal presses when it goes away."""


class KeyDecoder:
    """Bytes to keys: a printable character, or `enter`, `backspace`, `escape`, `left`, `right`, `up`, `down`.

    Keys it does not know are dropped. What is cut at the end of a read is kept for the next one; only an escape
    that stands alone there is taken for the key. `more` names further characters and sequences.
    """

    def __init__(self, more: Mapping[str, str] = MappingProxyType({})) -> None:
        self._more = more
        self._decode = codecs.getincrementaldecoder("utf-8")(errors="ignore").decode
        self._kept = ""

    def feed(self, data: bytes) -> list[str]:
        """The keys in these bytes."""
        text, keys = self._kept + self._decode(data), []
        self._kept = ""
        at = 0
        while at < len(text):
            if sequence := _SEQUENCE.match(text, at):
                at = sequence.end()
                key = self._more.get(sequence.group()) or _ARROWS.get(sequence["final"])
            elif _CUT_SEQUENCE.match(text, at):
                self._kept = text[at:]
                break
            else:
                character = text[at]
                at += 1
                named = self._more.get(character) or _NAMES.get(character)
                key = named or (character if character.isprintable() else None)
            if key is not None:
                keys.append(key)
        return keys


@contextmanager
def pressed_keys(fd: int, more: Mapping[str, str] = MappingProxyType({})) -> Iterator[asyncio.Queue[str]]:
    """Keys as they are pressed, not echoed and not waiting for a line. The terminal is then as it was before.

    Ctrl-C still interrupts, unless `more` names it: then it is a key in its turn. Ctrl-Z does nothing: a stopped
    process would leave its screen behind.
    """
    loop, queue, decoder = asyncio.get_running_loop(), asyncio.Queue[str](), KeyDecoder(more)

    def read() -> None:
        try:
            data = os.read(fd, 1024)
        except OSError:
            data = b""
        if not data:
            loop.remove_reader(fd)
        for key in decoder.feed(data) if data else [HANG_UP]:
            queue.put_nowait(key)

    before = termios.tcgetattr(fd)
    tty.setcbreak(fd)
    now = termios.tcgetattr(fd)
    now[6][termios.VSUSP] = b"\x00"
    if "\x03" in more:
        now[6][termios.VINTR] = b"\x00"
    termios.tcsetattr(fd, termios.TCSADRAIN, now)
    loop.add_reader(fd, read)
    try:
        yield queue
    finally:
        loop.remove_reader(fd)
        termios.tcsetattr(fd, termios.TCSAFLUSH, before)
