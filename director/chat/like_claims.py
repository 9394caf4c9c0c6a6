"""Like questions of several responders: one asks, the others wait for what comes of it."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from director.chat.clock import ChatClock
from director.chat.question_queue import Key
from director.chat.shelf import Shelf

_LOOK_EVERY_S = 0.25


class LikeOutcome(NamedTuple):
    """What came of a question that another responder asked: its message, its fate, and why there is no answer."""

    message_id: str
    fate: str
    reason: str


class LikeClaims:
    """Questions that are being asked. Who has one open for longer than `lease_s` has died."""

    def __init__(self, shelf: Shelf, clock: ChatClock, who: str, lease_s: float) -> None:
        self._shelf = shelf
        self._clock = clock
        self._who = who
        self._lease_s = lease_s
        self._open: dict[Key, tuple[str, int]] = {}

    async def open(self, key: Key, message_id: str) -> LikeOutcome | None:
        """Opens a question for this responder and gives None. Where another one has it open, waits for the outcome and
        gives that.
        """
        where = f"like.{hashlib.sha256(repr(key).encode()).hexdigest()[:32]}"
        waited_for = ""
        while True:
            kept = await self._shelf.get(where)
            # The message itself is delivered to us where the responder that had it has died.
            if kept is not None and kept.value["by"] != self._who and kept.value["id"] != message_id:
                if kept.value["fate"]:
                    if waited_for == kept.value["id"]:
                        return LikeOutcome(waited_for, kept.value["fate"], kept.value["reason"])
                elif self._shelf.now() - kept.at < self._lease_s and waited_for in ("", kept.value["id"]):
                    waited_for = kept.value["id"]
                    await self._clock.sleep(_LOOK_EVERY_S)
                    continue
            value = {"id": message_id, "by": self._who, "fate": "", "reason": ""}
            revision = await self._shelf.put(where, value, kept.revision if kept else 0)
            if revision is not None:
                self._open[key] = (where, revision)
                return None

    async def close(self, key: Key, message_id: str, fate: str, reason: str) -> None:
        """Tells the responders that wait for the question what came of it."""
        where, revision = self._open.pop(key)
        value = {"id": message_id, "by": self._who, "fate": fate, "reason": reason}
        await self._shelf.put(where, value, revision)
