"""Takes a turn and says an answer, again where it surely did not arrive, or where the chat knows it again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from itertools import chain, repeat
from typing import NamedTuple

from director.chat.clock import ChatClock
from director.chat.message import ChatAnswer
from director.chat.outlet import NotPublished, Outlet, Overtaken, Published
from director.chat.responder_options import ResponderOptions
from director.chat.turns import AnswerTurn, Turns

_log = logging.getLogger("director.chat")


class NoAnswer(NamedTuple):
    """Why there is no answer: in a word, which is counted, and in a sentence."""

    kind: str
    reason: str


DUPLICATE = NoAnswer("duplicate", "one of the last answers says the same")


class Speaker:
    """Says answers, one after the other. `publishing` is held while it is not known yet whether an answer is out."""

    def __init__(self, turns: Turns, outlet: Outlet, clock: ChatClock, rules: ResponderOptions) -> None:
        self.publishing = asyncio.Lock()
        self._turns = turns
        self._outlet = outlet
        self._clock = clock
        self._rules = rules

    async def say(self, said: ChatAnswer, texts: list[str] | None = None) -> Published | NoAnswer:
        """What was published, or why nothing was. `texts` are the answers in it, where they are several."""
        turn = await self._turns.take(said.answer)
        if turn is None:
            return DUPLICATE
        began = self._clock.now()
        why = NoAnswer("unpublished", "the chat could not be reached")
        for wait_s in self._waits():
            if wait_s:
                await self._clock.sleep(wait_s)
            try:
                return await self._publish(said, turn, texts)
            except Overtaken:
                await self._turns.refresh(turn)
                again = await self._turns.take(said.answer)
                if again is None:
                    return DUPLICATE
                turn = again
            except NotPublished as error:
                _log.warning("an answer was not published: %s", error)
                if self._clock.now() - began > self._rules.max_age_s:
                    break
            except Exception as error:  # noqa: BLE001 - whether it arrived is open, and twice is worse than never
                _log.warning("an answer may not have been published: %s", type(error).__name__)
                if not self._outlet.knows_again:
                    why = NoAnswer("unconfirmed", "whether it arrived is not known")
                    break
        await self._turns.give_back(turn, None)
        return why

    async def _publish(self, said: ChatAnswer, turn: AnswerTurn, texts: list[str] | None) -> Published:
        async with self.publishing:
            published = await self._outlet.publish(said, turn.after)
            await self._turns.give_back(turn, published, texts)
            return published

    def _waits(self) -> Iterator[float]:
        """Pauses before each attempt. What is known again may be tried for as long as it takes."""
        waits = (0.0, *self._rules.retry_waits_s)
        return chain(waits, repeat(waits[-1] or 1.0)) if self._outlet.knows_again else iter(waits)
