"""Puts a responder together: the race, the rules of the settings, NATS or lines, the answers log."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from director.chat.answers_log import AnswersLog, AnswersLogError, settled_ids
from director.chat.chats import ALONE, Chat, nats_chat
from director.chat.clock import SystemClock
from director.chat.jetstream.names import ChatNames
from director.chat.line_frames import LineChat
from director.chat.message import ChatAnswer
from director.chat.outlet import Publish
from director.chat.responder import Responder
from director.chat.responder_options import ResponderOptions
from director.cli.answers import answers_path
from director.cli.chat.asking import RaceAsker, open_asker
from director.cli.command import ANSWERED, FAILED, UsageError
from director.cli.signals import on_signals
from director.race.assembly import chat_store
from director.settings import Settings
from pitwall.effects.chat_keeper import ChatKeeper
from toolgate.errors import UnavailableError
from toolgate.nats.link import NatsLink
from toolgate.nats.options import NatsUrlError

_log = logging.getLogger("director.chat")


class ChatService:
    """Answers one chat. UsageError where what it needs can't be opened; `close` it at the end."""

    def __init__(self, settings: Settings, nats: str | None, *, as_json: bool = False) -> None:
        """`nats` is the URL of the chat's server, empty: that of the settings; None: lines of stdin."""
        self._clock = SystemClock()
        self._rules = _rules(settings)
        self._channel = "lines" if nats is None else "nats"
        self._open: Callable[[], Awaitable[Chat]]
        self._tally = ""
        try:
            if nats is None:
                self._open = lambda: _lines(as_json, self._clock)
            else:
                link, names = NatsLink(nats or settings.nats_url, settings.nats), _names(settings)
                self._open = lambda: nats_chat(link, names, self._clock)
            path = answers_path(settings)
            self._log = AnswersLog(path, settings.answers_keep)
            self._kept = ChatKeeper(chat_store(settings), channel=self._channel)
            # A chat may deliver again what an earlier run has settled; lines that are read again are meant.
            self._settled = settled_ids(path, self._channel, self._rules.remembered_ids) if nats is not None else []
        except NatsUrlError as error:
            raise UsageError(f"NATS_URL: {error}") from None
        except AnswersLogError as error:
            raise UsageError(f"DIRECTOR_ANSWERS_PATH: {error}") from None

    async def run(self, asker: RaceAsker) -> None:
        """Answers until the chat ends or this is cancelled, which puts everything right first."""
        chat = await self._open()
        responder = Responder(
            asker.ask_in_turn,
            chat.outlet,
            self._rules,
            self._clock,
            shelf=chat.shelf,
            keep=self._log.keep,
            heard=lambda said: self._kept.heard(said.id, said.username, said.text, said.sent_at),
            remember=asker.memories.add,
            asks=asker.asks,
            channel=self._channel,
            settled_ids=self._settled,
        )
        try:
            async with chat.deliveries() as source:
                await responder.serve(source)
        finally:
            missed = f", missed {chat.missed}" if self._channel == "nats" else ""
            self._tally = f"{responder.tally.line()}{missed}"

    def close(self) -> None:
        """Says what became of the messages, and closes the log."""
        if self._tally:
            _log.info("stopped: %s", self._tally)
        self._log.close()
        self._kept.close()


async def respond(arguments: argparse.Namespace, settings: Settings) -> int:
    """Answers until the lines end or a signal comes. UsageError says what is wrong."""
    service = ChatService(settings, arguments.nats, as_json=arguments.json)
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
