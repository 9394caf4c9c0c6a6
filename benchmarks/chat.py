"""What one responder handles: messages by the rules of a chat, and questions that are asked of a race and decided.

    python benchmarks/chat.py [nats://host]

The messages are 5,000 a second for ten seconds, all at once: a fifth begin with the prefix. The questions are asked offline, as the
agent `chat`, with every layer of the gate, and no interval between answers. With a server that has JetStream they come from
its stream, and each answer is confirmed by it.
"""

from __future__ import annotations

import asyncio
import resource
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from tempfile import TemporaryDirectory

import orjson
from processor import Watch

import director
from director.chat.chats import nats_chat
from director.chat.clock import SystemClock
from director.chat.delivery import Delivery
from director.chat.jetstream.streams import ChatNames
from director.chat.message import ChatAnswer
from director.chat.outlet import PlainOutlet
from director.chat.responder import Responder
from director.chat.responder_options import ResponderOptions
from director.cli.chat.asking import RaceAsker
from director.cli.chat.moment import Now
from toolgate.nats.connection import connected
from toolgate.nats.link import NatsLink

MESSAGES, QUESTIONS = 50_000, 500
TEMPLATES = (
    "who is in P{}?",
    "what is the gap between P{} and P1?",
    "what tyres is P{} on?",
    "last lap of P{}?",
    "stops of P{}?",
)


def frame(number: int, text: str) -> bytes:
    """A message of somebody of a thousand people."""
    data = {
        "id": f"{time.time_ns()}-{number}",
        "username": f"p{number % 1000}",
        "message": text,
        "timestamp": time.time(),
    }
    return orjson.dumps({"type": "youtube_chat_message", "data": data})


async def nobody(answer: ChatAnswer) -> None:
    """A chat that takes every answer."""


async def deliveries(frames: list[bytes]) -> AsyncIterator[Delivery]:
    """All of them, as fast as they are taken."""
    for number, each in enumerate(frames):
        if number % 100 == 0:
            await asyncio.sleep(0)
        yield Delivery(each)


def memory_mb() -> float:
    """The most memory this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


async def by_the_rules(asker: RaceAsker) -> None:
    """A flood: most is passed by, the queue drops what is too much, and memory stays where it is."""
    texts = ("!ask who leads?", "lol", "nice one", "what a race", "HAMILTON!!")
    frames = [frame(number, f"{texts[number % 5]} {number}") for number in range(MESSAGES)]
    clock, before = SystemClock(), memory_mb()
    rules = ResponderOptions(trigger_prefix="!ask", stats_every=0, max_age_s=0.1)
    responder = Responder(asker.ask_in_turn, PlainOutlet(nobody, clock), rules, clock, asks=asker.asks)
    watch = Watch()
    await responder.serve(deliveries(frames))
    watch.stop()
    print(f"{MESSAGES} messages: {watch.rates(MESSAGES)}, {memory_mb() - before:.0f} MB more")
    print(f"  {responder.tally.line()}")


async def questions(asker: RaceAsker, url: str) -> None:
    """Questions that differ, decided one after the other."""
    rules = ResponderOptions(
        interval_s=0, stats_every=0, queue_max=QUESTIONS, max_age_s=600, batch_from=0, alert_from=0
    )
    texts = [TEMPLATES[number % 5].format(1 + number // 5 % 20) for number in range(QUESTIONS)]
    frames = [frame(number, f"{text} {'?' * (number // 100)}") for number, text in enumerate(texts)]
    responder, watch = await decided(asker, frames, rules, url)
    print(f"{QUESTIONS} questions {'over JetStream' if url else 'in process'}: {watch.rates(QUESTIONS)}")
    print(f"  {responder.tally.line()}")


async def decided(asker: RaceAsker, frames: list[bytes], rules: ResponderOptions, url: str) -> tuple[Responder, Watch]:
    """A responder that has decided them all, from a stream where there is a server, and how long that took."""
    clock = SystemClock()
    if not url:
        responder = Responder(asker.ask_in_turn, PlainOutlet(nobody, clock), rules, clock)
        watch = Watch()
        await responder.serve(deliveries(frames))
    else:
        names = ChatNames()
        chat = await nats_chat(NatsLink(url), names, clock)
        responder = Responder(asker.ask_in_turn, chat.outlet, rules, clock, shelf=chat.shelf)
        async with chat.deliveries() as source:
            serving = asyncio.ensure_future(responder.serve(source))
            await asyncio.sleep(1)
            async with connected(url) as (client, *_):
                for each in frames:
                    await client.publish(names.messages, each)
                await client.flush()
            watch = Watch()
            while responder.tally.received < len(frames) or responder.tally.waiting:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            serving.cancel()
            await asyncio.wait([serving])
    watch.stop()
    return responder, watch


async def main(url: str) -> None:
    """All of it."""
    with TemporaryDirectory() as folder:
        race = director.open_race("sim:", planner="offline", audit_path=Path(folder) / "audit.jsonl")
        asker = RaceAsker(race, Now(race.cache, None, None))
        await asker.ask("who leads?")
        await by_the_rules(asker)
        await questions(asker, "")
        if url:
            await questions(asker, url)
        await asker.aclose()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else ""))
