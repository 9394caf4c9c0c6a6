"""Whose turn it is to answer: one answer in so many seconds, whoever gives it, and none twice in a row.

One value of the shelf, `rate`, holds when the last answer went out by the clock of the chat's server, its number, and
what the last answers said. Who wants to answer takes the value by compare-and-set, publishes behind that number, and
puts the new answer in. A responder that sleeps in between comes too late twice over: its turn is taken over after a
while, and what it publishes then stands behind a number that is no longer the last.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from director.chat.clock import ChatClock
from director.chat.outlet import Outlet, Published
from director.chat.shelf import Shelf, Shelved, Value

_KEY = "rate"
LEASE_S = 10.0
"""Seconds after which a responder that has a turn and publishes nothing loses it."""
_LOOK_EVERY_S = 0.05
_TICK_S = 0.001
"""What is left of a wait may be less than a clock can tell."""
_NONE: Value = {"at": None, "number": 0, "said": [], "by": ""}


class AnswerTurn(NamedTuple):
    """A turn that was taken: the value it was taken with, and the revision to give it back with."""

    value: Value
    revision: int

    @property
    def after(self) -> int:
        """The number of the answer before."""
        return int(self.value["number"])


class Turns:
    """The turns of one responder, named `who`."""

    def __init__(
        self, shelf: Shelf, outlet: Outlet, clock: ChatClock, who: str, interval_s: float, remembered: int
    ) -> None:
        self._shelf = shelf
        self._outlet = outlet
        self._clock = clock
        self._who = who
        self._interval_s = interval_s
        self._remembered = remembered

    async def free(self) -> None:
        """Waits until a turn can be taken. Another responder may still take it first."""
        while (wait_s := self._wait_s(await self._shelf.get(_KEY))) > 0:
            await self._clock.sleep(max(wait_s, _TICK_S))

    async def said(self, text: str) -> bool:
        """Whether one of the last answers says the same."""
        kept = await self._shelf.get(_KEY)
        return kept is not None and _print(text) in kept.value["said"]

    async def take(self, text: str) -> AnswerTurn | None:
        """Waits for a turn and takes it. None where one of the last answers, given while it waited, says the same."""
        while True:
            kept = await self._shelf.get(_KEY)
            if kept is not None and _print(text) in kept.value["said"]:
                return None
            if (wait_s := self._wait_s(kept)) > 0:
                await self._clock.sleep(max(wait_s, _TICK_S))
                continue
            value = dict(kept.value) if kept else dict(_NONE)
            if kept is None or value["by"]:  # nobody knows what was published last
                last = await self._outlet.last()
                if last is not None and last.number > value["number"]:
                    value |= {"at": last.at, "number": last.number}
            if self._wait_s(Shelved(value | {"by": ""}, 0, 0.0)) > 0:
                await self._shelf.put(_KEY, value | {"by": ""}, kept.revision if kept else 0)
                continue
            revision = await self._shelf.put(_KEY, value | {"by": self._who}, kept.revision if kept else 0)
            if revision is not None:
                return AnswerTurn(value, revision)

    async def give_back(
        self, turn: AnswerTurn, published: Published | None, texts: Sequence[str] | None = None
    ) -> None:
        """Ends a turn, with what was published: `texts`, where that was several answers in one. A turn that another
        responder has taken over is left as that one has it.
        """
        value = turn.value | {"by": ""}
        if published is not None:
            new = [*map(_print, texts or [published.answer])]
            said = [*value["said"], *new][-max(self._remembered, len(new)) :] if self._remembered else []
            value |= {"at": published.at, "number": published.number, "said": said}
        await self._shelf.put(_KEY, value, turn.revision)

    async def refresh(self, turn: AnswerTurn) -> None:
        """Ends a turn in which somebody else has answered, and takes over the number and time of that answer."""
        last = await self._outlet.last()
        value = turn.value if last is None else turn.value | {"at": last.at, "number": last.number}
        await self._shelf.put(_KEY, value | {"by": ""}, turn.revision)

    def _wait_s(self, kept: Shelved | None) -> float:
        """How long until a turn may be had; one that somebody has is looked at again soon."""
        if kept is None:
            return 0.0
        now = self._shelf.now()
        if kept.value["by"] and kept.value["by"] != self._who and now - kept.at < LEASE_S:
            return _LOOK_EVERY_S
        at = kept.value["at"]
        return 0.0 if at is None else max(float(at) + self._interval_s - now, 0.0)


def _print(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
