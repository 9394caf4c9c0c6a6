"""What became of each message: decided, counted, kept, and then told to the chat that delivered it."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from typing import NamedTuple

from director.answer import Answer
from director.chat.clock import ChatClock
from director.chat.decisions import OURS, Decisions
from director.chat.delivery import Delivery
from director.chat.log_entry import Fate, Keep, LogEntry
from director.chat.question_queue import Asker
from director.chat.tally import Tally
from director.pipeline import QUESTION_MAX_CHARS

_log = logging.getLogger("director.chat")

Remember = Callable[[str, Answer], None]
"""Takes note that somebody was given an answer, for what they ask next."""
_AT_ONCE = 64


class _Settled(NamedTuple):
    asker: Asker
    fate: Fate
    kind: str
    reason: str
    result: Answer | None
    answer: str


class Journal(NamedTuple):
    """The log of what became of messages, and the chat's name in it."""

    keep: Keep
    remember: Remember
    channel: str


class Settling:
    """Settles messages one way or the other, each once. `decisions` is None where no other responder could decide."""

    def __init__(
        self,
        tally: Tally,
        clock: ChatClock,
        decisions: Decisions | None,
        journal: Journal,
        *,
        known: Iterable[str],
        most_known: int,
    ) -> None:
        """`known` are ids that an earlier run has settled; so many are remembered."""
        self._tally = tally
        self._clock = clock
        self._decisions = decisions
        self._keep, self._remember, self._channel = journal
        self._known: OrderedDict[str, Asker | None] = OrderedDict.fromkeys(known)
        self._most_known = most_known
        self._due: deque[_Settled] = deque()
        self._working: asyncio.Task[None] | None = None

    def is_known(self, asker: Asker, delivery: Delivery) -> bool:
        """Whether the message has come before. One that still waits is settled with its first delivery."""
        message_id = asker.message.id
        if message_id in self._known:
            pending = self._known[message_id]
            if pending is None:
                delivery.settled()
            else:
                pending.deliveries.append(delivery)
            return True
        self._known[message_id] = asker
        while len(self._known) > self._most_known:
            self._known.popitem(last=False)
        return False

    def pass_by(self, asker: Asker, kind: str) -> None:
        """Counts a message as ignored and settles its deliveries. Nothing of it is decided or recorded."""
        self._tally.ignored[kind] += 1
        self._done(asker)

    def leave(self, asker: Asker, held: int) -> None:
        """Leaves a message to the responder that holds it under that number. Should that one die, it comes to us as one
        that we have not heard of.
        """
        self._tally.ignored["repeated"] += 1
        self._known.pop(asker.message.id, None)
        for delivery in asker.deliveries:
            if held == delivery.number:
                delivery.left()
            else:
                delivery.settled()

    def settle(
        self,
        askers: Iterable[Asker],
        fate: Fate,
        kind: str = "",
        reason: str = "",
        *,
        result: Answer | None = None,
        answer: str = "",
    ) -> None:
        """Has messages decided, counted and kept. `answer` is what went out, where that is not the result's text."""
        for asker in askers:
            self._due.append(_Settled(asker, fate, kind, reason, result, answer))
        if self._due and self._working is None:
            self._working = asyncio.ensure_future(self._work())

    def give_back(self, askers: Iterable[Asker], kind: str) -> None:
        """Leaves messages to other responders; where there can be none, they are settled as silent."""
        for asker in askers:
            returned = [delivery.given_back for delivery in asker.deliveries if delivery.given_back is not None]
            for give_back in returned:
                give_back()
            if not returned:
                self.settle([asker], "silent", kind)

    async def finish(self) -> None:
        """Waits until all is settled."""
        while self._working is not None:
            await asyncio.shield(self._working)

    async def _work(self) -> None:
        try:
            while self._due:
                batch = [self._due.popleft() for _ in range(min(len(self._due), _AT_ONCE))]
                await asyncio.gather(*map(self._decide, batch))
        finally:
            self._working = None

    async def _decide(self, settled: _Settled) -> None:
        asker = settled.asker
        decisions, message_id = self._decisions, asker.message.id
        if decisions is not None:
            held = await decisions.decide(message_id, asker.numbers, settled.fate)
            if held != OURS:
                self.leave(asker, held)
                return
        self._tally.count(settled.fate, settled.kind)
        self._keep_entry(settled)
        self._done(asker)

    def _done(self, asker: Asker) -> None:
        if asker.message.id in self._known:
            self._known[asker.message.id] = None
        for delivery in asker.deliveries:
            delivery.settled()

    def _keep_entry(self, settled: _Settled) -> None:
        asker, result, kind, reason = settled.asker, settled.result, settled.kind, settled.reason
        served = settled.fate in ("answered", "batched")
        if served and result is not None:
            self._remember(asker.message.username, result)
        self._keep(
            LogEntry(
                ts=self._clock.wall(),
                channel=self._channel,
                input_id=asker.message.id,
                username=asker.message.username,
                question=asker.message.text[:QUESTION_MAX_CHARS],
                fate=settled.fate,
                answer=settled.answer or (result.text if result else ""),
                reason=f"{kind}: {reason}" if kind and reason else kind or reason,
                published=served,
                waited_ms=(self._clock.now() - asker.since) * 1000,
                result=result,
            )
        )
