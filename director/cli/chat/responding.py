"""Puts a responder together: the race, the rules of the settings, NATS or lines, the answers log."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack
from typing import Any

from director.chat.answers_log import AnswersLog, AnswersLogError, settled_ids
from director.chat.bus import Bus
from director.chat.clock import SystemClock
from director.chat.line_frames import line_frames, read_lines
from director.chat.message import ChatAnswer
from director.chat.responder import Publish, Responder
from director.chat.responder_options import ResponderOptions
from director.cli.answers import answers_path
from director.cli.chat.asking import open_asker
from director.cli.command import ANSWERED, FAILED, UsageError
from director.cli.signals import on_signals
from director.settings import Settings
from toolgate.nats.connection import NatsUnavailable
from toolgate.nats.link import NatsLink
from toolgate.nats.options import NatsUrlError

_log = logging.getLogger("director.chat")


async def respond(arguments: argparse.Namespace, settings: Settings) -> int:
    """Answers until the lines end or a signal comes. UsageError says what is wrong."""
    channel = "lines" if arguments.nats is None else "nats"
    path, rules = answers_path(settings), _rules(settings)
    try:
        bus = None
        if arguments.nats is not None:
            link = NatsLink(arguments.nats or settings.nats_url, settings.nats)
            bus = Bus(link, settings.chat_input_subject, settings.chat_response_subject)
        log = AnswersLog(path, settings.answers_keep)
        # A bus may deliver again what an earlier run has settled; lines that are read again are meant.
        settled = settled_ids(path, channel, rules.remembered_ids) if bus else ()
    except NatsUrlError as error:
        raise UsageError(f"NATS_URL: {error}") from None
    except AnswersLogError as error:
        raise UsageError(f"DIRECTOR_ANSWERS_PATH: {error}") from None
    try:
        asker = await open_asker(arguments, settings)
        publish = bus.publish if bus else _printer(arguments.json)
        responder = Responder(
            asker.ask_in_turn,
            publish,
            rules,
            SystemClock(),
            keep=log.keep,
            remember=asker.memories.add,
            asks=asker.asks,
            channel=channel,
            settled_ids=settled,
        )
        async with AsyncExitStack() as stack:
            stack.push_async_callback(asker.aclose)
            frames = await stack.enter_async_context(bus.frames()) if bus else _stdin_frames()
            await _until_stopped(responder.serve(frames))
        missed = f", missed {bus.missed}" if bus else ""
        _log.info("stopped: %s%s", responder.tally.line(), missed)
    except NatsUnavailable as error:
        print(f"director: {error}", file=sys.stderr)
        return FAILED
    finally:
        log.close()
    return ANSWERED


def _rules(settings: Settings) -> ResponderOptions:
    return ResponderOptions(
        own_names=settings.responder_ignore_usernames,
        trigger_prefix=settings.chat_trigger_prefix,
        interval_s=settings.chat_interval_s,
        queue_max=settings.chat_queue_maxsize,
        max_age_s=settings.chat_max_age_s,
        answer_timeout_s=settings.chat_worker_answer_timeout,
        stats_every=settings.chat_stats_every,
    )


def _stdin_frames() -> AsyncIterator[bytes]:
    return line_frames(read_lines(sys.stdin.fileno()))


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
