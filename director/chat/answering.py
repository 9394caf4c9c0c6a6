"""Answers the questions that wait, one after the other: claimed, asked, said when it is their turn, and settled."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from director.answer import Answer
from director.chat.clock import ChatClock, within
from director.chat.combining import ReadyAnswer, combined
from director.chat.decisions import OURS, Decisions
from director.chat.like_claims import LikeClaims
from director.chat.message import ChatAnswer, clean
from director.chat.outlet import Published
from director.chat.own_messages import OwnVoice
from director.chat.question_queue import Asker, Key, PendingQuestion, QuestionQueue
from director.chat.responder_options import ResponderOptions
from director.chat.settling import Settling
from director.chat.speaker import DUPLICATE, NoAnswer, Speaker
from director.chat.turns import Turns
from toolgate.contract import Plan

_log = logging.getLogger("director.chat")

Ask = Callable[[str, str], Coroutine[Any, Any, Answer]]
"""`(question, username)` to what came of it."""
Hold = Callable[[ChatAnswer, Answer], Awaitable[None]]
"""Keeps an answer until somebody approves it."""
GREETING: Key = ("", "greeting")
"""The key of what somebody says who speaks to us and asks nothing."""


class Answering:
    """Answers until it has `ended` and nothing waits. `decisions` and `likes` are shared with other responders, None
    where there are none; `hold` keeps an answer for approval instead of its being said.
    """

    def __init__(
        self,
        ask: Ask,
        desk: QuestionQueue,
        settling: Settling,
        turns: Turns,
        speaker: Speaker,
        own: OwnVoice,
        rules: ResponderOptions,
        clock: ChatClock,
        *,
        decisions: Decisions | None,
        likes: LikeClaims | None,
        hold: Hold | None,
    ) -> None:
        self.arrived = asyncio.Event()
        self.ended = False
        self._ask = ask
        self._desk = desk
        self._settling = settling
        self._turns = turns
        self._speaker = speaker
        self._own = own
        self._rules = rules
        self._clock = clock
        self._decisions = decisions
        self._likes = likes
        self._hold = hold
        self._pieces: dict[Key, ReadyAnswer] = {}
        """Answers that are ready and go out with others."""

    def joins(self, key: Key, asker: Asker) -> bool:
        """Whether an answer to that question is about to go out: this asker is then added to those that it serves.

        Beyond `queue_max` askers of one answer, the message is settled as dropped.
        """
        piece = self._pieces.get(key)
        if piece is None:
            return False
        if len(piece.askers) < self._rules.queue_max:
            piece.askers.append(asker)
        else:
            self._settling.settle([asker], "dropped", reason="the queue was full")
        return True

    def rest(self) -> list[Asker]:
        """Everybody whose question is not settled. None of them waits here from then on."""
        waiting = [*self._desk.clear(), *(asker for piece in self._pieces.values() for asker in piece.askers)]
        self._pieces.clear()
        return waiting

    async def work(self) -> None:
        """Answers until it has ended."""
        while True:
            while not self._desk and not self._is_due():
                if self.ended and not self._pieces:
                    return
                self.arrived.clear()
                await self._something()
            if not self._rules.digest_s:
                await self._turns.free()
            try:
                if self._desk:
                    await self._next_piece()
                while self._pieces and self._is_due():
                    await self._say_pieces()
            except Exception:  # noqa: BLE001 - one question must not end the chat
                _log.exception("a question could not be settled")
                failed = [*self._desk.close(), *(asker for piece in self._pieces.values() for asker in piece.askers)]
                self._pieces.clear()
                self._settling.settle(failed, "silent", "failed", "the log has more")

    async def say(self, answer: ChatAnswer, said: list[str] | None = None) -> Published | NoAnswer:
        """Publishes an answer when it is its turn: what was published, or why nothing was."""
        # Before it is out: the chat may play it back at once.
        self._own.said(answer.answer, answer.username)
        return await self._speaker.say(answer, said)

    def _is_due(self) -> bool:
        """Whether what is ready goes out now. While many wait, some more are answered in the same message."""
        if not self._pieces:
            return False
        pieces = [*self._pieces.values()]
        full = combined(pieces, self._rules.answer_max_chars)[1] < len(pieces)
        if self._rules.digest_s:
            return full or self.ended or self._clock.now() - pieces[0].since >= self._rules.digest_s
        many = self._rules.batch_from and self._rules.batch_from - len(pieces) + 1
        return full or len(pieces) >= self._rules.batch_most or not self._desk.is_busy(many)

    async def _something(self) -> None:
        """Waits for a question, or for the digest to be due."""
        waits: list[asyncio.Future[Any]] = [asyncio.ensure_future(self.arrived.wait())]
        if self._pieces:
            since = min(piece.since for piece in self._pieces.values())
            due_s = max(since + self._rules.digest_s - self._clock.now(), 0.001)
            waits.append(asyncio.ensure_future(self._clock.sleep(due_s)))
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in waits:
                each.cancel()

    async def _next_piece(self) -> None:
        """Asks the first question that waits. It is settled, or its answer is ready to go out."""
        question = self._desk.open()
        if self._clock.now() - question.askers[-1].since > self._rules.max_age_s:
            self._settling.settle(self._desk.close(), "silent", "too_old")
            return
        first = await self._claimed(question)
        if first is None:
            self._desk.close()
            return
        elsewhere = await self._likes.open(question.key, first.message.id) if self._likes else None
        if elsewhere is None:
            await self._answer(question, first)
        elif elsewhere.fate == "answered":
            self._settling.settle(self._desk.close(), "batched", reason=f"with {elsewhere.message_id}")
        else:
            kind, _, reason = elsewhere.reason.partition(": ")
            self._settling.settle(self._desk.close(), "silent", kind, reason)

    async def _claimed(self, question: PendingQuestion) -> Asker | None:
        """The first asker that no other responder has, None where they have them all."""
        while question.askers:
            first = question.askers[0]
            held = OURS if self._decisions is None else await self._decisions.claim(first.message.id, first.numbers)
            if held == OURS:
                return first
            self._settling.leave(self._desk.leave_out(first), held)
        return None

    async def _answer(self, question: PendingQuestion, first: Asker) -> None:
        result, silence = await self._result(question)
        if silence is None and result is not None and self._hold is not None:
            text = clean(result.text)
            said = ChatAnswer(first.message.id, first.message.username, question.text, text, self._clock.wall())
            await self._hold(said, result)
            self._settling.settle(self._desk.close(), "held", reason="it waits for approval", result=result)
            await self._close(question.key, first, "silent", "held: it waits for approval")
        elif silence is None and result is not None:
            piece = ReadyAnswer(question.key, question.text, [], result, clean(result.text), self._clock.now())
            # Before the desk is closed: who asks the same from now on joins the answer that is ready.
            self._pieces[question.key] = piece
            piece.askers[:0] = self._desk.close()
        else:
            why = silence or NoAnswer("no_answer", "")
            self._settling.settle(self._desk.close(), "silent", *why, result=result)
            await self._close(question.key, first, "silent", f"{why.kind}: {why.reason}")

    async def _say_pieces(self) -> None:
        """Says the answers that are ready, as many as one message holds, and settles everybody who waits for them."""
        text, count = combined([*self._pieces.values()], self._rules.answer_max_chars)
        pieces = [*self._pieces.values()][:count]
        first = pieces[0].askers[0].message
        asked = pieces[0].question if count == 1 else f"{count} questions"
        out = await self.say(
            ChatAnswer(first.id, first.username, asked, text, self._clock.wall()), [piece.text for piece in pieces]
        )
        for piece in pieces:
            # Who has asked the same until now is served by the same answer.
            del self._pieces[piece.key]
        for piece in pieces:
            leader, result = piece.askers[0], piece.result
            if isinstance(out, NoAnswer):
                self._settling.settle(piece.askers, "silent", *out, result=result)
                await self._close(piece.key, leader, "silent", f"{out.kind}: {out.reason}")
                continue
            said = out.answer if count == 1 else piece.text
            served = piece.askers
            if piece is pieces[0]:
                self._settling.settle(served[:1], "answered", result=result, answer=said)
                served = served[1:]
            self._settling.settle(served, "batched", reason=f"with {first.id}", result=result, answer=said)
            await self._close(piece.key, leader, "answered", "")

    async def _close(self, key: Key, first: Asker, fate: str, reason: str) -> None:
        if self._likes is not None:
            await self._likes.close(key, first.message.id, fate, reason)

    async def _result(self, question: PendingQuestion) -> tuple[Answer | None, NoAnswer | None]:
        try:
            if question.key == GREETING:
                result = Answer("", self._rules.greeting, "answered", "", "greeting", Plan(), (), (), (), {})
            else:
                asked = self._ask(question.text, question.askers[0].message.username)
                result = await within(self._clock, self._rules.answer_timeout_s, asked)
        except TimeoutError:
            return None, NoAnswer("timeout", f"no answer within {self._rules.answer_timeout_s:g} s")
        except Exception as error:  # noqa: BLE001 - one question must not end the chat
            _log.exception("a question failed")
            return None, NoAnswer("failed", f"{type(error).__name__}; the log has more")
        if result.status == "failed":
            return result, NoAnswer("failed", result.reason)
        if result.status == "silent" or not result.text:
            return result, NoAnswer("no_answer", result.reason)
        if await self._turns.said(clean(result.text)):
            return result, DUPLICATE
        return result, None
