"""What became of each message, decided once by all responders together.

Who is about to answer a message claims its id with the number of the delivery. A claim is left by a responder that
dies; the chat then delivers the same message, with the same number, to another one, which takes the claim over. A
delivery with another number is a repetition: whoever holds the claim decides for both.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Sequence

from director.chat.shelf import Shelf

_CLAIMS = 10_000
OURS = -1
"""The message is this responder's to decide, until it dies or decides."""
DECIDED = 0
"""The message has been decided. A larger number: another responder has it, delivered under that number."""


class Decisions:
    """Claims and decisions of one responder, named `who`."""

    def __init__(self, shelf: Shelf, who: str) -> None:
        self._shelf = shelf
        self._who = who
        self._claims: OrderedDict[str, int] = OrderedDict()
        """The revisions of what this responder has claimed."""

    async def claim(self, message_id: str, numbers: Sequence[int]) -> int:
        """Claims a message that was delivered under those numbers.

        Gives OURS, DECIDED, or the number of the delivery under which another responder holds it.
        """
        key = _key(message_id)
        while True:
            kept = await self._shelf.get(key)
            if kept is not None and kept.value["fate"]:
                return DECIDED
            if kept is not None and kept.value["by"] != self._who and kept.value["number"] not in numbers:
                return int(kept.value["number"])
            value = {"number": kept.value["number"] if kept else numbers[0], "by": self._who, "fate": ""}
            revision = await self._shelf.put(key, value, kept.revision if kept else 0)
            if revision is not None:
                self._claims[message_id] = revision
                while len(self._claims) > _CLAIMS:
                    self._claims.popitem(last=False)
                return OURS

    async def decide(self, message_id: str, numbers: Sequence[int], fate: str) -> int:
        """Records the fate of a message and gives OURS. Where another responder was first: DECIDED, or the number of
        the delivery under which it has taken the message over.
        """
        if message_id not in self._claims and (held := await self.claim(message_id, numbers)) != OURS:
            return held
        key, revision = _key(message_id), self._claims.pop(message_id)
        if await self._shelf.put(key, {"number": numbers[0], "by": self._who, "fate": fate}, revision) is not None:
            return OURS
        kept = await self._shelf.get(key)
        if kept is None:
            return DECIDED
        if kept.value["by"] == self._who and kept.value["fate"] == fate:
            return OURS  # only the confirmation was lost on its way
        return DECIDED if kept.value["fate"] else int(kept.value["number"])


def _key(message_id: str) -> str:
    return f"id.{hashlib.sha256(message_id.encode()).hexdigest()[:32]}"
