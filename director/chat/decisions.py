"""What became of each message, decided once by all responders together.

Who is about to answer a message claims its id with the number of the delivery. A claim is left by a responder that dies;
the chat then delivers the same message, with the same number, to another one, which takes the claim over. A delivery with
another number is a repetition: whoever holds the claim decides for both.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict

from director.chat.shelf import Shelf

_CLAIMS = 10_000


class Decisions:
    """Claims and decisions of one responder, named `who`."""

    def __init__(self, shelf: Shelf, who: str) -> None:
        self._shelf = shelf
        self._who = who
        self._claims: OrderedDict[str, int] = OrderedDict()
        """The revisions of what this responder has claimed."""

    async def claim(self, message_id: str, number: int) -> bool:
        """Whether the message is this responder's to decide; it then is until it dies or decides."""
        key = _key(message_id)
        while True:
            kept = await self._shelf.get(key)
            if kept is not None and kept.value["fate"]:
                return False
            if kept is not None and kept.value["by"] != self._who and (not number or kept.value["number"] != number):
                return False
            value = {"number": number, "by": self._who, "fate": ""}
            revision = await self._shelf.put(key, value, kept.revision if kept else 0)
            if revision is not None:
                self._claims[message_id] = revision
                while len(self._claims) > _CLAIMS:
                    self._claims.popitem(last=False)
                return True

    async def decide(self, message_id: str, number: int, fate: str) -> bool:
        """Decides, and gives whether nobody else had. It claims the message first, where that was not done."""
        if message_id not in self._claims and not await self.claim(message_id, number):
            return False
        key, revision = _key(message_id), self._claims.pop(message_id)
        if await self._shelf.put(key, {"number": number, "by": self._who, "fate": fate}, revision) is not None:
            return True
        kept = await self._shelf.get(key)  # a confirmation that was lost on its way is no other's decision
        return kept is not None and kept.value["by"] == self._who and kept.value["fate"] == fate


def _key(message_id: str) -> str:
    return f"id.{hashlib.sha256(message_id.encode()).hexdigest()[:32]}"
