"""Tells the operator what many people ask: the same question so often in so short a time."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable

from director.chat.question_queue import Key
from director.chat.shelf import Shelf

Alert = Callable[[str, int], None]
"""Tells the operator a question, and how many have asked it."""


class Alerts:
    """Counts who asks like questions, together with all responders that share the shelf. `alert` is called with the
    question and the count once `many` people have asked it within `within_s` seconds.
    """

    def __init__(self, shelf: Shelf, alert: Alert, *, many: int, within_s: float) -> None:
        self._shelf = shelf
        self._alert = alert
        self._many = many
        self._within_s = within_s
        self._noting: set[asyncio.Task[None]] = set()

    def asked(self, key: Key, question: str, username: str) -> None:
        """Takes note of a question. It does not wait."""
        noting = asyncio.create_task(self._note(key, question, username))
        self._noting.add(noting)
        noting.add_done_callback(self._noting.discard)

    async def _note(self, key: Key, question: str, username: str) -> None:
        where = f"asked.{hashlib.sha256(repr(key).encode()).hexdigest()[:32]}"
        while True:
            kept = await self._shelf.get(where)
            now = self._shelf.now()
            askers: dict[str, float] = dict(kept.value["askers"]) if kept else {}
            recent = {who: at for who, at in askers.items() if now - at < self._within_s} | {_short(username): now}
            told = len(recent) >= self._many
            value = {"askers": {} if told else dict(list(recent.items())[-self._many :])}
            if await self._shelf.put(where, value, kept.revision if kept else 0) is not None:
                break
        if told:
            self._alert(question, len(recent))


def _short(username: str) -> str:
    return hashlib.sha256(username.encode()).hexdigest()[:12]
