"""Conversations that all responders of a chat know: a follow-up may reach another one than the question before it."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from typing import Any

import msgspec
from msgspec.structs import replace

from director.answer import Answer
from director.chat.shelf import Shelf, Shelved
from director.memory import AGE_S, TURNS
from director.planners.base import Turn
from toolgate.contract import Plan

_log = logging.getLogger("director.chat")

_CLEARED = "turns"
"""Holds when everybody's conversation began anew."""
_TRIES = 3
"""Two answers to one person at the same time are rare: a turn that loses as often is left out."""


class SharedMemories:
    """The last turns of each person on a shelf, each for a while. Times are of the shelf's clock."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._writing: set[asyncio.Task[None]] = set()

    def add(self, person: str, answer: Answer) -> None:
        """Remembers an answered question, soon."""
        if answer.plan.steps:
            self._soon(self._add(_key(person), Turn(answer.question, Plan(answer.plan.steps), answer.text)))

    async def turns(self, person: str) -> tuple[Turn, ...]:
        """The recent turns of that person, the latest last."""
        kept = await self._shelf.get(_key(person))
        if kept is None:
            return ()
        cleared = await self._shelf.get(_CLEARED)
        since = max(self._shelf.now() - AGE_S, cleared.value["at"] if cleared else float("-inf"))
        return tuple(turn for turn in _turns(kept) if turn.at > since)

    def clear(self) -> None:
        """Begins new conversations with everybody, soon, whichever responder answers."""
        self._soon(self._clear())

    async def settled(self) -> None:
        """Waits until all that was remembered is written."""
        while self._writing:
            await asyncio.wait([*self._writing])

    async def _add(self, key: str, turn: Turn) -> None:
        for _ in range(_TRIES):
            kept = await self._shelf.get(key)  # first: a shelf that was never asked does not know what time it is
            told = replace(turn, at=self._shelf.now())
            turns = [*(_turns(kept) if kept else ()), told][-TURNS:]
            value = {"turns": [_written(one) for one in turns]}
            if await self._shelf.put(key, value, kept.revision if kept else 0) is not None:
                return

    async def _clear(self) -> None:
        kept = await self._shelf.get(_CLEARED)
        await self._shelf.put(_CLEARED, {"at": self._shelf.now()}, kept.revision if kept else 0)

    def _soon(self, work: Any) -> None:
        self._writing.add(writing := asyncio.ensure_future(work))
        writing.add_done_callback(self._done)

    def _done(self, writing: asyncio.Task[None]) -> None:
        self._writing.discard(writing)
        if not writing.cancelled() and (error := writing.exception()) is not None:
            _log.warning("a conversation could not be kept: %s", type(error).__name__)


def _key(person: str) -> str:
    return f"turns.{hashlib.sha256(person.encode('utf-8', 'replace')).hexdigest()[:32]}"


def _written(turn: Turn) -> Any:
    return msgspec.to_builtins(turn)


def _turns(kept: Shelved) -> list[Turn]:
    """The turns of a value; none of what another version has written."""
    try:
        return msgspec.convert(kept.value["turns"], list[Turn])
    except (KeyError, msgspec.ValidationError):
        return []
