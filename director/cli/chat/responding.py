"""Puts a responder together: the race, the rules of the settings, NATS or lines, the answers log."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from functools import partial
from typing import Any

import orjson
from msgspec import structs

from director.answer import Answer
from director.chat.answers_log import AnswersLog
from director.chat.answers_reading import settled_ids
from director.chat.answers_table import AnswersLogError
from director.chat.chats import ALONE, Chat, nats_chat
from director.chat.clock import SystemClock
from director.chat.control import Control
from director.chat.held_answers import HeldAnswers
from director.chat.jetstream.streams import ChatNames
from director.chat.line_frames import LineChat
from director.chat.log_entry import LogEntry
from director.chat.message import ChatAnswer, ChatMessage
from director.chat.operator_line import OperatorLine
from director.chat.outlet import Publish
from director.chat.responder import Responder
from director.chat.responder_options import ResponderOptions
from director.chat.shared_memories import SharedMemories
from director.chat.speaker import NoAnswer
from director.cli.answers import answers_limits, answers_path
from director.cli.chat.asking import RaceAsker, open_asker
from director.cli.chat.moment import Now
from director.cli.command import ANSWERED, FAILED, UsageError
from director.race import LoadingRace
from director.race.assembly import chat_store
from director.settings import Settings
from pitwall.effects.chat_keeper import ChatKeeper
from toolgate.errors import UnavailableError
from toolgate.nats.link import NatsLink
from toolgate.nats.options import NatsUrlError
from toolgate.signals import on_signals
from toolgate.waiting import let_go, over_and_over

_log = logging.getLogger("director.chat")
_APPROVED_EVERY_S = 0.5
_ENDING_S = 5.0
"""What is being published when the chat ends may take so long."""


class ChatService:
    """Answers one chat. UsageError where what it needs can't be opened; `close` it at the end."""

    def __init__(self, settings: Settings, nats: str | None, *, as_json: bool = False, approved: bool = False) -> None:
        """`nats` is the URL of the chat's server, empty: that of the settings; None: lines of stdin. `approved`: only
        answers that somebody approves are published.
        """
        self._clock = SystemClock()
        self._rules = _rules(settings)
        self._channel = "lines" if nats is None else "nats"
        self._open: Callable[[], Awaitable[Chat]]
        self._tally = ""
        self._telling: set[asyncio.Task[None]] = set()
        self._keeper = ChatKeeper(chat_store(settings), channel=self._channel) if settings.enable_chat_persist else None
        try:
            if nats is None:
                self._open = lambda: _lines(as_json, self._clock)
            else:
                link, names = NatsLink(nats or settings.nats_url, settings.nats), _names(settings)
                self._open = lambda: nats_chat(link, names, self._clock)
            path = answers_path(settings)
            self._log = AnswersLog(path, *answers_limits(settings))
            self._held = HeldAnswers(path, self._channel) if approved else None
            # A chat may deliver again what an earlier run has settled; lines that are read again are meant.
            self._settled = settled_ids(path, self._channel, self._rules.remembered_ids) if nats is not None else []
        except NatsUrlError as error:
            raise UsageError(f"NATS_URL: {error}") from None
        except AnswersLogError as error:
            raise UsageError(f"DIRECTOR_ANSWERS_PATH: {error}") from None

    async def answer_beside(self, race: LoadingRace) -> None:
        """Answers from a race that is served. Where the chat can't be had, the log says why, and serving goes on."""
        await race.loaded()
        asker = RaceAsker(race.asked(), Now(race.cache, None, None))
        try:
            await self.run(asker)
        except UnavailableError as error:
            _log.error("%s", error)

    async def run(self, asker: RaceAsker) -> None:
        """Answers until the chat ends or this is cancelled, which puts everything right first."""
        await asker.prepare()
        chat = await self._open()
        greeting = self._rules.greeting.replace("{tools}", str(len(asker.entries())))
        rules = structs.replace(self._rules, greeting=greeting)
        asker.shared = SharedMemories(chat.shelf) if chat.shelf is not None else None
        responder = Responder(
            asker.ask_in_turn,
            chat.outlet,
            rules,
            self._clock,
            shelf=chat.shelf,
            keep=self._log.keep,
            remember=asker.remember,
            heard=self._heard,
            hold=self._hold if self._held else None,
            alert=partial(self._alert, chat.operator, rules.alert_within_s),
            asks=asker.asks,
            channel=self._channel,
            settled_ids=self._settled,
        )
        if chat.operator is not None:
            chat.operator.control = Control(lambda: responder.tally.counts(), asker.forget_all)
        releasing = (
            asyncio.ensure_future(over_and_over(partial(self._give_approved, responder), _APPROVED_EVERY_S))
            if self._held
            else None
        )
        try:
            async with chat.deliveries() as source:
                try:
                    await responder.serve(source)
                finally:  # what is being published needs the chat
                    await let_go([releasing] if releasing is not None else [], _ENDING_S)
        finally:
            missed = f", missed {chat.missed}" if self._channel == "nats" else ""
            self._tally = f"{responder.tally.line()}{missed}"

    def _alert(self, operator: OperatorLine | None, within_s: float, question: str, many: int) -> None:
        """Tells the operator that several ask the same."""
        _log.warning("%d people ask the same: %s", many, question)
        if operator is not None:
            told = {"question": question, "people": many, "within_s": within_s, "ts": self._clock.wall()}
            frame = orjson.dumps({"type": "operator_alert", "data": told})
            self._telling.add(telling := asyncio.get_running_loop().create_task(operator.tell(frame)))
            telling.add_done_callback(self._telling.discard)

    def _heard(self, said: ChatMessage) -> None:
        if self._keeper is not None:
            self._keeper.heard(said.id, said.username, said.text, said.sent_at)

    async def _hold(self, answer: ChatAnswer, result: Answer) -> None:
        if self._held is not None:
            await asyncio.to_thread(self._held.hold, answer, result)

    async def _give_approved(self, responder: Responder) -> None:
        """Publishes what has been approved, and keeps what became of it."""
        if self._held is None:
            return
        for answer in await asyncio.to_thread(self._held.take_approved):
            out = await responder.say(replace(answer, ts=self._clock.wall()))
            silent = out if isinstance(out, NoAnswer) else None
            state = f"{silent.kind}: {silent.reason}" if silent else "published"
            await asyncio.to_thread(self._held.became, answer.input_id, state)
            self._log.keep(
                LogEntry(
                    ts=self._clock.wall(),
                    channel=self._channel,
                    input_id=answer.input_id,
                    username=answer.username,
                    question=answer.question,
                    fate="silent" if silent else "answered",
                    answer=answer.answer,
                    reason=state if silent else "approved",
                    published=silent is None,
                )
            )

    def close(self) -> None:
        """Says what became of the messages, and closes the log."""
        if self._tally:
            _log.info("stopped: %s", self._tally)
        if self._keeper is not None:
            self._keeper.close()
        self._log.close()


async def respond(arguments: argparse.Namespace, settings: Settings) -> int:
    """Answers until the lines end or a signal comes. UsageError says what is wrong."""
    service = ChatService(settings, arguments.nats, as_json=arguments.json, approved=arguments.approve)
    try:
        asker = await open_asker(arguments, settings)
        try:
            await _until_stopped(service.run(asker))
        finally:
            await asker.aclose()
    except UnavailableError as error:
        print(f"director: {error}", file=sys.stderr)
        return FAILED
    finally:
        service.close()
    return ANSWERED


def _rules(settings: Settings) -> ResponderOptions:
    return ResponderOptions(
        own_names=settings.responder_ignore_usernames,
        trigger_prefix=settings.chat_trigger_prefix,
        interval_s=settings.chat_interval_s,
        queue_max=settings.chat_queue_maxsize,
        max_age_s=settings.chat_max_age_s,
        catch_up_s=_catch_up_s(settings),
        answer_timeout_s=settings.chat_worker_answer_timeout,
        stats_every=settings.chat_stats_every,
        answer_max_chars=settings.answer_max_chars,
        batch_from=settings.chat_batch_from,
        digest_s=settings.chat_digest_s,
        alert_from=settings.chat_alert_from,
        alert_within_s=settings.chat_alert_within_s,
        greeting=settings.greeting,
    )


def _names(settings: Settings) -> ChatNames:
    return ChatNames(
        messages=settings.chat_input_subject,
        answers=settings.chat_response_subject,
        stream=settings.chat_stream,
        durable=settings.chat_durable,
        bucket=settings.chat_durable,
        replicas=settings.chat_replicas,
        ack_wait_s=settings.chat_ack_wait_s,
        pull_batch=settings.chat_pull_batch,
        pull_wait_s=settings.chat_pull_interval,
        catch_up_s=_catch_up_s(settings),
    )


def _catch_up_s(settings: Settings) -> float:
    return settings.catchup_max_age_s if settings.enable_jetstream_catchup else 0.0


async def _lines(as_json: bool, clock: SystemClock) -> Chat:
    _log.info("lines: %s", ALONE)
    return LineChat(sys.stdin.fileno(), _printer(as_json), clock)


def _printer(as_json: bool) -> Publish:
    async def publish(answer: ChatAnswer) -> None:
        print(answer.frame().decode() if as_json else f"{answer.username}: {answer.answer}", flush=True)

    return publish


async def _until_stopped(serving: Coroutine[Any, Any, None]) -> None:
    """Until it ends by itself, or by SIGTERM or Ctrl-C: then it is cancelled, and has put everything right."""
    task, stopped = asyncio.ensure_future(serving), False

    def stop() -> None:
        nonlocal stopped
        stopped = True
        task.cancel()

    with on_signals({"SIGTERM": stop, "SIGINT": stop}):
        try:
            await task
        except asyncio.CancelledError:
            if not stopped:
                raise
