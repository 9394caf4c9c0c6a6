"""The responder: chat messages in, at most one answer each out, by the rules of a chat.

A state machine over a source of deliveries, an ask function, an outlet, a shelf and a clock. It knows none of them, nor
whether other responders share the shelf.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import suppress
from uuid import uuid4

from director.chat.addressing import Addressing
from director.chat.alerts import Alert, Alerts
from director.chat.answering import GREETING, Answering, Ask, Hold
from director.chat.clock import ChatClock
from director.chat.decisions import Decisions
from director.chat.delivery import Delivery
from director.chat.frames import BadFrame, read_frame
from director.chat.like_claims import LikeClaims
from director.chat.like_questions import like_key
from director.chat.log_entry import Keep
from director.chat.message import ChatAnswer, ChatMessage
from director.chat.outlet import Outlet, Published
from director.chat.own_messages import OwnVoice
from director.chat.question_queue import Asker, Key, QuestionQueue
from director.chat.responder_options import ResponderOptions
from director.chat.settling import Journal, Remember, Settling
from director.chat.shelf import MemoryShelf, Shelf
from director.chat.speaker import NoAnswer, Speaker
from director.chat.tally import Tally
from director.chat.throttle import Throttle
from director.chat.turns import LEASE_S, Turns
from director.language.back_references import words
from director.pipeline import QUESTION_MAX_CHARS

_log = logging.getLogger("director.chat")

_STOP_WITHIN_S = 5.0
"""How long a responder that is stopped waits for what the chat's server has to confirm."""


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
        hold: Hold | None = None,
        alert: Alert = lambda question, many: None,
        asks: Callable[[str], bool] = lambda text: True,
        channel: str = "",
        settled_ids: Iterable[str] = (),
    ) -> None:
        """`asks` tells whether what is said to nobody asks anything. `settled_ids` are settled by an earlier run.
        `heard` takes note of every message, `hold` of answers that somebody must approve first; None: nobody must.
        `shelf` is what responders of the same chat share; None: there is no other.
        """
        self.tally = Tally()
        self._rules = rules
        self._clock = clock
        self._desk = QuestionQueue(rules.queue_max)
        self._own = OwnVoice(rules.own_names)
        self._asks = asks
        self._heard = heard
        self._addressing = Addressing(rules.trigger_prefix, rules.own_names)
        self._throttle = Throttle(clock)
        kept, who = shelf or MemoryShelf(clock), uuid4().hex[:12]
        decisions = Decisions(kept, who) if shelf else None
        self._alerts = Alerts(kept, alert, many=rules.alert_from, within_s=rules.alert_within_s)
        self._settling = Settling(
            self.tally,
            clock,
            decisions,
            Journal(keep, remember, channel),
            known=settled_ids,
            most_known=rules.remembered_ids,
        )
        turns = Turns(kept, outlet, clock, who, rules.interval_s, rules.remembered_answers)
        self._speaker = Speaker(turns, outlet, clock, rules)
        likes = LikeClaims(kept, clock, who, _lease_s(rules)) if shelf else None
        parts = (self._desk, self._settling, turns, self._speaker, self._own, rules, clock)
        self._answering = Answering(ask, *parts, decisions=decisions, likes=likes, hold=hold)

    async def say(self, answer: ChatAnswer) -> Published | NoAnswer:
        """Publishes an answer when it is its turn: what was published, or why nothing was."""
        return await self._answering.say(answer)

    async def serve(self, source: AsyncIterator[Delivery]) -> None:
        """Serves until the source ends and every message is settled. When cancelled, waiting messages go unanswered."""
        working = asyncio.ensure_future(self._answering.work())
        try:
            async for delivery in source:
                self.receive(delivery)
            self._answering.ended = True
            self._answering.arrived.set()
            await working
        finally:
            try:
                # What is being published has to be known for published or not.
                with suppress(TimeoutError):
                    async with asyncio.timeout(_STOP_WITHIN_S), self._speaker.publishing:
                        pass
            finally:
                working.cancel()
            await asyncio.wait([working], timeout=_STOP_WITHIN_S)
            self._settling.give_back(self._answering.rest(), "stopped")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._settling.finish(), _STOP_WITHIN_S)

    def receive(self, delivery: Delivery) -> None:
        """Counts one delivery and queues its question, if it is one. Never blocks."""
        try:
            message = read_frame(delivery.frame)
        except BadFrame as bad:
            delivery.settled()
            self.tally.malformed[bad.flaw] += 1
            if self._throttle.lets(bad.flaw):
                _log.warning("a frame isn't a chat message: %s (%d so far)", bad.flaw, self.tally.malformed[bad.flaw])
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
            if spoken is None or not self._rules.greeting:
                self._settling.pass_by(asker, "no_words")
            else:
                self._queue("", GREETING, asker)
        elif len(question) > QUESTION_MAX_CHARS:
            self._settling.settle([asker], "silent", "too_long")
        elif spoken is None and not self._asks(question):
            self._settling.settle([asker], "ignored", "chatter")
        elif delivery.age_s > self._rules.catch_up_s:
            self._settling.settle([asker], "silent", "too_old", f"it was {delivery.age_s:.0f} s old when it came")
        else:
            key = like_key(question, message.username)
            if self._rules.alert_from:
                self._alerts.asked(key, question, message.username)
            self._queue(question, key, asker)

    def _queue(self, question: str, key: Key, asker: Asker) -> None:
        if self._answering.joins(key, asker):
            return
        dropped = self._desk.put(question, key, asker)
        if dropped is not None:
            self._settling.settle([dropped], "dropped", reason="the queue was full")
        self._answering.arrived.set()


def _lease_s(rules: ResponderOptions) -> float:
    """A responder that has a question for longer has died."""
    return rules.answer_timeout_s + rules.interval_s + LEASE_S
