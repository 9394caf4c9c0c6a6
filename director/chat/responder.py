"""The responder: chat messages in, at most one answer each out, by the rules of a chat.

A state machine over a source of frames, an ask function, a publish function and a clock. It knows none of them.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from contextlib import suppress
from typing import Any

from director.answer import Answer
from director.chat.addressing import Addressing
from director.chat.clock import ChatClock, within
from director.chat.frames import BadFrame, read_frame
from director.chat.like_questions import like_key
from director.chat.log_entry import Fate, Keep, LogEntry
from director.chat.message import ChatAnswer, ChatMessage, clean
from director.chat.own_messages import OwnVoice
from director.chat.question_queue import Asker, PendingQuestion, QuestionQueue
from director.chat.responder_options import ResponderOptions
from director.chat.tally import Tally
from director.chat.throttle import Throttle
from director.language.back_references import words
from director.pipeline import QUESTION_MAX_CHARS
from toolgate.errors import LocalError

_log = logging.getLogger("director.chat")

Ask = Callable[[str, str], Coroutine[Any, Any, Answer]]
"""`(question, username)` to what came of it."""
Publish = Callable[[ChatAnswer], Awaitable[None]]
"""Gives an answer to the chat. NotPublished says that it surely did not arrive, another error leaves that open.

It must not take long: who stops the responder waits for it.
"""
Remember = Callable[[str, Answer], None]
"""Takes note that somebody was given an answer, for what they ask next."""
Silence = tuple[str, str]
"""Why there is no answer: in a word, which is counted, and in a sentence."""


class NotPublished(LocalError):
    """The answer did not reach the chat. It may be tried again."""


class Responder:
    """Answers one chat. `tally` says at any time what became of the messages."""

    def __init__(
        self,
        ask: Ask,
        publish: Publish,
        rules: ResponderOptions,
        clock: ChatClock,
        *,
        keep: Keep = lambda entry: None,
        heard: Callable[[ChatMessage], None] = lambda message: None,
        remember: Remember = lambda username, answer: None,
        asks: Callable[[str], bool] = lambda text: True,
        channel: str = "",
        settled_ids: Iterable[str] = (),
    ) -> None:
        """`asks` tells whether what is said to nobody asks anything. `settled_ids` are settled by an earlier run.

        `heard` is told of every message, whatever becomes of it.
        """
        self.tally = Tally()
        self._ask = ask
        self._publish = publish
        self._rules = rules
        self._clock = clock
        self._keep = keep
        self._heard = heard
        self._remember = remember
        self._channel = channel
        self._desk = QuestionQueue(rules.queue_max)
        self._own = OwnVoice(rules.own_names)
        self._asks = asks
        self._addressing = Addressing(rules.trigger_prefix, rules.own_names)
        self._throttle = Throttle(clock)
        self._ids: OrderedDict[str, None] = OrderedDict.fromkeys(settled_ids)
        self._answers: deque[str] = deque(maxlen=rules.remembered_answers)
        self._next_answer = clock.now()
        self._arrived = asyncio.Event()
        self._ended = False
        self._publishing = asyncio.Lock()

    async def serve(self, source: AsyncIterator[bytes]) -> None:
        """Serves until the source ends and every message is settled. When cancelled, waiting messages go unanswered."""
        working = asyncio.ensure_future(self._work())
        try:
            async for frame in source:
                self.receive(frame)
            self._ended = True
            self._arrived.set()
            await working
        finally:
            try:
                # What is being published has to be known for published or not.
                async with self._publishing:
                    pass
            finally:
                working.cancel()
            with suppress(asyncio.CancelledError):
                await working
            self._settle(self._desk.clear(), "silent", "stopped")

    def receive(self, frame: bytes) -> None:
        """Counts one frame and queues its question, if it is one. Never blocks."""
        try:
            message = read_frame(frame)
        except BadFrame as bad:
            self.tally.malformed[bad.flaw] += 1
            if self._throttle.lets(bad.flaw):
                _log.warning("a frame is no chat message: %s (%d so far)", bad.flaw, self.tally.malformed[bad.flaw])
            return
        self.tally.received += 1
        self._heard(message)
        self._sort(message)
        if self._rules.stats_every and self.tally.received % self._rules.stats_every == 0:
            _log.info("%s", self.tally.line())

    def _sort(self, message: ChatMessage) -> None:
        if self._is_repeated(message.id):
            self.tally.ignored["repeated"] += 1
            return
        asker = Asker(message, self._clock.now())
        if ours := self._own.heard(message):
            self._settle([asker], "ignored", ours)
            return
        text = message.text.strip()
        spoken = self._addressing.spoken(text)
        question = text if spoken is None else spoken
        if spoken is None and not self._addressing.hears_all:
            self.tally.ignored["no_prefix"] += 1
        elif not words(question):
            self.tally.ignored["no_words"] += 1
        elif len(question) > QUESTION_MAX_CHARS:
            self._settle([asker], "silent", "too_long")
        elif spoken is None and not self._asks(question):
            self._settle([asker], "ignored", "chatter")
        else:
            dropped = self._desk.put(question, like_key(question, message.username), asker)
            if dropped is not None:
                self._settle([dropped], "dropped", "the queue was full")
            self._arrived.set()

    def _is_repeated(self, message_id: str) -> bool:
        if message_id in self._ids:
            return True
        self._ids[message_id] = None
        while len(self._ids) > self._rules.remembered_ids:
            self._ids.popitem(last=False)
        return False

    async def _work(self) -> None:
        while True:
            while not self._desk:
                if self._ended:
                    return
                self._arrived.clear()
                await self._arrived.wait()
            await self._clock.sleep(max(self._next_answer - self._clock.now(), 0))
            await self._settle_next()

    async def _settle_next(self) -> None:
        """Asks the first question that waits, and publishes the answer or is silent."""
        question = self._desk.open()
        if self._clock.now() - question.askers[-1].since > self._rules.max_age_s:
            self._settle(self._desk.close(), "silent", "too_old")
            return
        result, silence = await self._result(question)
        silence = silence or await self._say(question, clean(result.text) if result else "")
        # Who has asked the same until now is served by the same answer.
        askers = self._desk.close()
        if silence:
            self._settle(askers, "silent", *silence, result=result)
        else:
            self._settle(askers[:1], "answered", result=result)
            self._settle(askers[1:], "batched", "", f"with {askers[0].message.id}", result=result)

    async def _result(self, question: PendingQuestion) -> tuple[Answer | None, Silence | None]:
        try:
            asked = self._ask(question.text, question.askers[0].message.username)
            result = await within(self._clock, self._rules.answer_timeout_s, asked)
        except TimeoutError:
            return None, ("timeout", f"no answer within {self._rules.answer_timeout_s:g} s")
        except Exception as error:  # noqa: BLE001 - one question must not end the chat
            _log.exception("a question failed")
            return None, ("failed", f"{type(error).__name__}; the log has more")
        if result.status == "failed":
            return result, ("failed", result.reason)
        if result.status == "silent" or not result.text:
            return result, ("no_answer", result.reason)
        if result.text in self._answers:
            return result, ("duplicate", "one of the last answers says the same")
        return result, None

    async def _say(self, question: PendingQuestion, answer: str) -> Silence | None:
        """Publishes the answer to who asked first; why that failed, if it did."""
        first = question.askers[0].message
        # Before it is out: the chat may play it back at once.
        self._own.said(answer, first.username)
        said = ChatAnswer(first.id, first.username, question.text, answer, self._clock.wall())
        for wait in (0.0, *self._rules.retry_waits_s):
            if wait:
                await self._clock.sleep(wait)
            try:
                async with self._publishing:
                    await self._publish(said)
            except NotPublished as error:
                _log.warning("an answer was not published: %s", error)
            except Exception as error:  # noqa: BLE001 - whether it arrived is open, and twice is worse than never
                _log.warning("an answer may not have been published: %s", type(error).__name__)
                return "unconfirmed", "whether it arrived is not known"
            else:
                self._answers.append(answer)
                self._next_answer = self._clock.now() + self._rules.interval_s
                return None
        return "unpublished", "the chat could not be reached"

    def _settle(
        self, askers: Iterable[Asker], fate: Fate, kind: str = "", reason: str = "", *, result: Answer | None = None
    ) -> None:
        """Counts what became of messages, and keeps it."""
        for asker in askers:
            match fate:
                case "answered":
                    self.tally.answered += 1
                case "batched":
                    self.tally.batched += 1
                case "silent":
                    self.tally.silent[kind] += 1
                case "ignored":
                    self.tally.ignored[kind] += 1
                case "dropped":
                    self.tally.dropped += 1
            served = fate in ("answered", "batched")
            if served and result is not None:
                self._remember(asker.message.username, result)
            self._keep(
                LogEntry(
                    ts=self._clock.wall(),
                    channel=self._channel,
                    input_id=asker.message.id,
                    username=asker.message.username,
                    question=asker.message.text[:QUESTION_MAX_CHARS],
                    fate=fate,
                    answer=result.text if result else "",
                    reason=f"{kind}: {reason}" if kind and reason else kind or reason,
                    published=served,
                    waited_ms=(self._clock.now() - asker.since) * 1000,
                    result=result,
                )
            )
