"""The responder: chat messages in, at most one answer each out, by the rules of a chat.

A state machine over a source of deliveries, an ask function, an outlet, a shelf and a clock. It knows none of them, nor
whether other responders share the shelf.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import suppress
from typing import Any
from uuid import uuid4

from director.answer import Answer
from director.chat.addressing import Addressing
from director.chat.clock import ChatClock, within
from director.chat.decisions import Decisions
from director.chat.delivery import Delivery
from director.chat.frames import BadFrame, read_frame
from director.chat.like_claims import LikeClaims
from director.chat.like_questions import like_key
from director.chat.log_entry import Keep
from director.chat.message import ChatAnswer, ChatMessage, clean
from director.chat.outlet import Outlet
from director.chat.own_messages import OwnVoice
from director.chat.question_queue import Asker, PendingQuestion, QuestionQueue
from director.chat.responder_options import ResponderOptions
from director.chat.settling import Remember, Settling
from director.chat.shelf import MemoryShelf, Shelf
from director.chat.speaker import DUPLICATE, Silence, Speaker
from director.chat.tally import Tally
from director.chat.throttle import Throttle
from director.chat.turns import LEASE_S, Turns
from director.language.back_references import words
from director.pipeline import QUESTION_MAX_CHARS

_log = logging.getLogger("director.chat")

Ask = Callable[[str, str], Coroutine[Any, Any, Answer]]
"""`(question, username)` to what came of it."""


class Responder:
    """Answers one chat. `tally` says at any time what became of the messages."""

    def __init__(
        self,
        ask: Ask,
        outlet: Outlet,
        rules: ResponderOptions,
        clock: ChatClock,
        *,
        shelf: Shelf | None = None,
        keep: Keep = lambda entry: None,
        heard: Callable[[ChatMessage], None] = lambda message: None,
        remember: Remember = lambda username, answer: None,
        asks: Callable[[str], bool] = lambda text: True,
        channel: str = "",
        settled_ids: Iterable[str] = (),
    ) -> None:
        """`asks` tells whether what is said to nobody asks anything. `settled_ids` are settled by an earlier run.
        `shelf` is what responders of the same chat share; None: there is no other. `heard` is told of every message,
        whatever becomes of it.
        """
        self.tally = Tally()
        self._ask = ask
        self._rules = rules
        self._clock = clock
        self._heard = heard
        self._desk = QuestionQueue(rules.queue_max)
        self._own = OwnVoice(rules.own_names)
        self._asks = asks
        self._addressing = Addressing(rules.trigger_prefix, rules.own_names)
        self._throttle = Throttle(clock)
        self._arrived = asyncio.Event()
        self._ended = False
        who, kept = uuid4().hex[:12], shelf or MemoryShelf(clock)
        lease_s = rules.answer_timeout_s + rules.interval_s + LEASE_S
        self._decisions = Decisions(kept, who) if shelf else None
        self._likes = LikeClaims(kept, clock, who, lease_s) if shelf else None
        self._turns = Turns(kept, outlet, clock, who, rules.interval_s, rules.remembered_answers)
        self._speaker = Speaker(self._turns, outlet, clock, rules)
        self._settling = Settling(
            self.tally,
            clock,
            self._decisions,
            keep=keep,
            remember=remember,
            channel=channel,
            known=settled_ids,
            most_known=rules.remembered_ids,
        )

    async def serve(self, source: AsyncIterator[Delivery]) -> None:
        """Serves until the source ends and every message is settled. When cancelled, waiting messages go unanswered."""
        working = asyncio.ensure_future(self._work())
        try:
            async for delivery in source:
                self.receive(delivery)
            self._ended = True
            self._arrived.set()
            await working
        finally:
            try:
                # What is being published has to be known for published or not.
                async with self._speaker.publishing:
                    pass
            finally:
                working.cancel()
            with suppress(asyncio.CancelledError):
                await working
            self._settling.give_back(self._desk.clear(), "stopped")
            await self._settling.finish()

    def receive(self, delivery: Delivery) -> None:
        """Counts one delivery and queues its question, if it is one. Never blocks."""
        try:
            message = read_frame(delivery.frame)
        except BadFrame as bad:
            delivery.settled()
            self.tally.malformed[bad.flaw] += 1
            if self._throttle.lets(bad.flaw):
                _log.warning("a frame is no chat message: %s (%d so far)", bad.flaw, self.tally.malformed[bad.flaw])
            return
        self.tally.received += 1
        self._heard(message)
        self._sort(message, delivery)
        if self._rules.stats_every and self.tally.received % self._rules.stats_every == 0:
            _log.info("%s", self.tally.line())

    def _sort(self, message: ChatMessage, delivery: Delivery) -> None:
        asker = Asker(message, self._clock.now(), [delivery])
        if self._settling.is_known(asker, delivery):
            self.tally.ignored["repeated"] += 1
            return
        if ours := self._own.heard(message):
            self._settling.settle([asker], "ignored", ours)
            return
        text = message.text.strip()
        spoken = self._addressing.spoken(text)
        question = text if spoken is None else spoken
        if spoken is None and not self._addressing.hears_all:
            self._settling.pass_by(asker, "no_prefix")
        elif not words(question):
            self._settling.pass_by(asker, "no_words")
        elif len(question) > QUESTION_MAX_CHARS:
            self._settling.settle([asker], "silent", "too_long")
        elif spoken is None and not self._asks(question):
            self._settling.settle([asker], "ignored", "chatter")
        elif delivery.age_s > self._rules.catch_up_s:
            self._settling.settle([asker], "silent", "too_old", f"it was {delivery.age_s:.0f} s old when it came")
        else:
            dropped = self._desk.put(question, like_key(question, message.username), asker)
            if dropped is not None:
                self._settling.settle([dropped], "dropped", reason="the queue was full")
            self._arrived.set()

    async def _work(self) -> None:
        while True:
            while not self._desk:
                if self._ended:
                    return
                self._arrived.clear()
                await self._arrived.wait()
            await self._turns.free()
            try:
                await self._settle_next()
            except Exception:  # noqa: BLE001 - one question must not end the chat
                _log.exception("a question could not be settled")
                self._settling.settle(self._desk.close(), "silent", "failed", "the log has more")

    async def _settle_next(self) -> None:
        """Asks the first question that waits, and publishes the answer or is silent."""
        question = self._desk.open()
        if self._clock.now() - question.askers[-1].since > self._rules.max_age_s:
            self._settling.settle(self._desk.close(), "silent", "too_old")
            return
        first = await self._claimed(question)
        if first is None:
            self._desk.close()
            return
        if self._likes is None:
            await self._answer(question, first)
            return
        elsewhere = await self._likes.open(question.key, first.message.id)
        if elsewhere is None:
            fate, reason = await self._answer(question, first)
            await self._likes.close(question.key, first.message.id, fate, reason)
        elif elsewhere.fate == "answered":
            self._settling.settle(self._desk.close(), "batched", reason=f"with {elsewhere.message_id}")
        else:
            kind, _, reason = elsewhere.reason.partition(": ")
            self._settling.settle(self._desk.close(), "silent", kind, reason)

    async def _claimed(self, question: PendingQuestion) -> Asker | None:
        """The first asker that no other responder has, None where they have them all."""
        while question.askers:
            first = question.askers[0]
            if self._decisions is None or await self._decisions.claim(first.message.id, first.number):
                return first
            self._settling.pass_by(self._desk.leave_out(first), "repeated")
        return None

    async def _answer(self, question: PendingQuestion, first: Asker) -> tuple[str, str]:
        """Asks, says the answer and settles everybody who has asked the same until then; gives fate and reason."""
        result, silence = await self._result(question)
        said = ""
        if silence is None and result is not None:
            # Before it is out: the chat may play it back at once.
            self._own.said(text := clean(result.text), first.message.username)
            out = await self._speaker.say(
                ChatAnswer(first.message.id, first.message.username, question.text, text, self._clock.wall())
            )
            if isinstance(out, Silence):
                silence = out
            else:
                said = out.answer
        # Who has asked the same until now is served by the same answer.
        askers = self._desk.close()
        if silence:
            self._settling.settle(askers, "silent", *silence, result=result)
            return "silent", f"{silence.kind}: {silence.reason}"
        self._settling.settle(askers[:1], "answered", result=result, answer=said)
        self._settling.settle(askers[1:], "batched", reason=f"with {askers[0].message.id}", result=result, answer=said)
        return "answered", ""

    async def _result(self, question: PendingQuestion) -> tuple[Answer | None, Silence | None]:
        try:
            asked = self._ask(question.text, question.askers[0].message.username)
            result = await within(self._clock, self._rules.answer_timeout_s, asked)
        except TimeoutError:
            return None, Silence("timeout", f"no answer within {self._rules.answer_timeout_s:g} s")
        except Exception as error:  # noqa: BLE001 - one question must not end the chat
            _log.exception("a question failed")
            return None, Silence("failed", f"{type(error).__name__}; the log has more")
        if result.status == "failed":
            return result, Silence("failed", result.reason)
        if result.status == "silent" or not result.text:
            return result, Silence("no_answer", result.reason)
        if await self._turns.said(clean(result.text)):
            return result, DUPLICATE
        return result, None
