"""The shelf: a few small values that all responders of a chat share, each written by compare-and-set.

Over JetStream it is a key-value bucket (`director.chat.jetstream`); without one it is this process's own memory, which
no other responder knows.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, NamedTuple, Protocol

from director.chat.clock import ChatClock

Value = dict[str, Any]


class Shelved(NamedTuple):
    """A value, the revision that a change of it names, and when it was written: seconds of the shelf's clock."""

    value: Value
    revision: int
    at: float


class Shelf(Protocol):
    """Values by key. Each method waits for as long as the shelf cannot be reached."""

    def now(self) -> float:
        """The shelf's clock, seconds. It may be behind by what a message takes on its way, never ahead."""

    async def get(self, key: str) -> Shelved | None:
        """What is kept, None where there is nothing."""

    async def put(self, key: str, value: Value, revision: int = 0) -> int | None:
        """Writes if the key still has that revision (0: no such key). The new revision; None if it was too late."""


class MemoryShelf:
    """A shelf of one process. Above the limit the keys that were written the longest ago go."""

    def __init__(self, clock: ChatClock, most: int = 20_000) -> None:
        self._clock = clock
        self._most = most
        self._kept: OrderedDict[str, Shelved] = OrderedDict()
        self._revision = 0

    def now(self) -> float:
        """The clock of the chat."""
        return self._clock.now()

    async def get(self, key: str) -> Shelved | None:
        """What is kept."""
        return self._kept.get(key)

    async def put(self, key: str, value: Value, revision: int = 0) -> int | None:
        """Writes, if nobody was first."""
        kept = self._kept.get(key)
        if (kept.revision if kept else 0) != revision:
            return None
        self._revision += 1
        self._kept[key] = Shelved(value, self._revision, self._clock.now())
        self._kept.move_to_end(key)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return self._revision
