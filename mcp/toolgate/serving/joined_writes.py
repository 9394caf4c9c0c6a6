"""The head of an answer and its body in one write: one system call for us, and one packet that wakes the client."""

from __future__ import annotations

import asyncio
from typing import Any

_HEAD, _HEAD_ENDS = b"HTTP/1.", b"\r\n\r\n"


class JoinedWrites:
    """A transport that holds an answer's head until what follows it, or until the loop's next turn if nothing does.

    Everything else of a transport is that of the one inside.
    """

    def __init__(self, inside: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._inside = inside
        self._loop = loop
        self._head = b""
        self._due: asyncio.Handle | None = None
        self.is_closing = inside.is_closing  # asked several times a request: `__getattr__` costs more than the answer

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inside, name)

    def write(self, data: bytes) -> None:
        """Writes bytes, behind the head if one is held."""
        if self._due is not None:
            self._inside.write(self._taken() + data)
        elif data.startswith(_HEAD) and data.endswith(_HEAD_ENDS):
            self._head, self._due = data, self._loop.call_soon(self.flush)
        else:
            self._inside.write(data)

    def flush(self) -> None:
        """Writes a head that is held."""
        if self._due is not None:
            self._inside.write(self._taken())

    def close(self) -> None:
        """Closes the connection once everything is written."""
        self.flush()
        self._inside.close()

    def _taken(self) -> bytes:
        if self._due is not None:
            self._due.cancel()
        head, self._head, self._due = self._head, b"", None
        return head
