"""Responders that share a chat, over every schedule: some slow, some asleep, some killed. Time is virtual."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Any

import orjson
from hypothesis import example, given, settings
from hypothesis import strategies as st

from director.answer import Answer
from director.chat.delivery import Delivery
from director.chat.like_claims import LikeClaims
from director.chat.log_entry import LogEntry
from director.chat.message import ChatAnswer
from director.chat.outlet import Overtaken, PlainOutlet, Published
from director.chat.responder import Responder
from director.chat.responder_options import ResponderOptions
from director.chat.shelf import MemoryShelf, Shelved, Value
from director.chat.turns import LEASE_S, Turns
from tests.virtual_time import timed
from toolgate.contract import Plan

INTERVAL_S, ACK_WAIT_S, PATIENCE_S = 3.0, 10.0, 3600.0


class LoopClock:
    """The clock of the loop, which jumps."""

    def now(self) -> float:
        return asyncio.get_running_loop().time()

    def wall(self) -> float:
        return 1.7e9 + self.now()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


@dataclass
class Message:
    """A message that the chat keeps until it is settled."""

    number: int
    frame: bytes
    holder: Member | None = None
    held_since: float = 0.0
    settled: bool = False


@dataclass
class World:
    """What all responders share: the stream of messages, the shelf, the stream of answers."""

    random: Random
    clock: LoopClock = field(default_factory=LoopClock)
    messages: list[Message] = field(default_factory=list)
    answers: list[tuple[str, float, str]] = field(default_factory=list)
    members: list[Member] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.shelf = MemoryShelf(self.clock)

    async def deliver(self) -> None:
        """Gives each message to somebody who lives, and again where nothing was heard of it for so long."""
        while not all(message.settled for message in self.messages):
            for message in self.messages:
                silent = message.holder is None or not message.holder.is_heard
                if not message.settled and silent and self.clock.now() - message.held_since >= ACK_WAIT_S:
                    self._give(message, self.random.choice([each for each in self.members if not each.dead]))
            await asyncio.sleep(1.0)

    def _give(self, message: Message, member: Member) -> None:
        message.holder, message.held_since = member, self.clock.now()

        def settled() -> None:
            if not member.dead:
                message.settled = True

        def left() -> None:
            if not member.dead and message.holder is member:
                message.holder, message.held_since = None, self.clock.now()

        member.inbox.put_nowait(Delivery(message.frame, number=message.number, settled=settled, left=left))


class Member:
    """A responder, its way to the shelf and to the answers, and what becomes of it."""

    def __init__(self, world: World, lag_s: float) -> None:
        self.world = world
        self.lag_s = lag_s
        self.dead = False
        self.asleep_until = 0.0
        self.inbox: asyncio.Queue[Delivery] = asyncio.Queue()
        self.entries: list[LogEntry] = []
        self.asked: list[str] = []
        self.knows_again = True
        rules = ResponderOptions(interval_s=INTERVAL_S, stats_every=0, max_age_s=PATIENCE_S)
        self.responder = Responder(self._ask, self, rules, world.clock, shelf=self, keep=self._keep)
        self.task = asyncio.ensure_future(self.responder.serve(self._source()))

    @property
    def is_heard(self) -> bool:
        """Whether it says that it is at its messages."""
        return not self.dead and self.world.clock.now() >= self.asleep_until

    def kill(self) -> None:
        self.dead = True

    def now(self) -> float:
        return self.world.clock.now() - self.lag_s

    async def get(self, key: str) -> Shelved | None:
        await self._way()
        kept = await self.world.shelf.get(key)
        await self._way()
        return kept

    async def put(self, key: str, value: Value, revision: int = 0) -> int | None:
        await self._way()
        written = await self.world.shelf.put(key, value, revision)
        await self._way()
        return written

    async def publish(self, answer: ChatAnswer, after: int) -> Published:
        await self._way()
        published = self._publish(answer, after)
        if self.world.random.random() < 0.1:
            raise TimeoutError  # the confirmation is lost
        await self._way()
        return published

    def _publish(self, answer: ChatAnswer, after: int) -> Published:
        said = self.world.answers
        for number, (message_id, at, text) in enumerate(said, 1):
            if message_id == answer.input_id:
                return Published(number, at, text)
        if len(said) != after:
            raise Overtaken("another answer went out first")
        said.append((answer.input_id, self.world.clock.now(), answer.answer))
        return Published(len(said), self.world.clock.now(), answer.answer)

    async def last(self) -> Published | None:
        await self._way()
        return Published(len(self.world.answers), *self.world.answers[-1][1:]) if self.world.answers else None

    async def _way(self) -> None:
        """A message to the server or back: late, later where its process sleeps, never where it is dead."""
        await asyncio.sleep(self.world.random.random() * 0.2)
        await asyncio.sleep(max(self.asleep_until - self.world.clock.now(), 0.0))
        if self.dead:
            await asyncio.Event().wait()

    async def _source(self) -> AsyncIterator[Delivery]:
        while True:
            yield await self.inbox.get()

    async def _ask(self, question: str, username: str) -> Answer:
        self.asked.append(question)
        await asyncio.sleep(self.world.random.random() * 4)
        await self._way()
        return Answer(question, f"A: {question}", "answered", "", "scripted", Plan(), (), (), (), {})

    def _keep(self, entry: LogEntry) -> None:
        if not self.dead:
            self.entries.append(entry)


def frame(message_id: str, text: str) -> bytes:
    data = {"id": message_id, "username": f"by {message_id}", "message": text, "timestamp": 1_700_000_000}
    return orjson.dumps({"type": "youtube_chat_message", "data": data})


Trouble = tuple[str, int, float]
"""What happens, to whom, and when."""


async def run(seed: int, members: int, asked: list[int], doubled: list[bool], troubles: list[Trouble]) -> World:
    world = World(Random(seed))
    world.members = [Member(world, world.random.random() * 0.05) for _ in range(members)]
    for number, (question, twice) in enumerate(zip(asked, doubled, strict=True)):
        for _ in range(1 + twice):
            place = len(world.messages) + 1
            text = f"question {question}"
            world.messages.append(Message(place, frame(f"m{number}", text), held_since=-ACK_WAIT_S))
    delivering = asyncio.ensure_future(world.deliver())
    for kind, whom, at in sorted(troubles, key=lambda trouble: trouble[2]):
        await asyncio.sleep(max(at - world.clock.now(), 0.0))
        member = world.members[whom % members]
        if kind == "killed" and sum(not each.dead for each in world.members) > 1:
            member.kill()
        elif kind == "asleep":
            member.asleep_until = world.clock.now() + 25.0
    await asyncio.wait_for(delivering, PATIENCE_S)
    for member in world.members:
        member.dead = True
    for _ in range(6):  # the dead wait for good, whatever they are told
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
        await asyncio.sleep(0)
    return world


@settings(max_examples=40)
@example(  # asleep while its message is taken over, and taking it back
    seed=6,
    members=2,
    messages=[(5, False), (1, True), (4, False), (1, False), (4, False), (1, True), (0, False)],
    troubles=[("asleep", 0, 11.472095352145036), ("asleep", 1, 1.8583377503744503)],
)
@given(
    seed=st.integers(0, 10_000),
    members=st.integers(1, 5),
    messages=st.lists(st.tuples(st.integers(0, 5), st.booleans()), min_size=1, max_size=7),
    troubles=st.lists(
        st.tuples(st.sampled_from(("killed", "asleep")), st.integers(0, 4), st.floats(0.0, 30.0)), max_size=4
    ),
)
def test_each_message_is_decided_once_whatever_happens(
    seed: int, members: int, messages: list[tuple[int, bool]], troubles: list[Trouble]
) -> None:
    asked, doubled = [question for question, _ in messages], [twice for _, twice in messages]
    world, _ = timed(run(seed, members, asked, doubled, troubles))
    ids = {f"m{number}" for number in range(len(asked))}
    assert all(message.settled for message in world.messages)
    decided = Counter(entry.input_id for member in world.members for entry in member.entries)
    assert not decided or max(decided.values()) == 1
    said = Counter(message_id for message_id, _, _ in world.answers)
    assert not said or max(said.values()) == 1
    moments = [at for _, at, _ in world.answers]
    assert all(later - sooner >= INTERVAL_S for sooner, later in pairwise(moments))
    assert all(kept["fate"] for kept in marks(world).values())
    assert len(marks(world)) == len(ids)


def marks(world: World) -> dict[str, Any]:
    return {key: kept.value for key, kept in world.shelf._kept.items() if key.startswith("id.")}


def test_a_turn_is_taken_over_after_its_lease_and_not_before() -> None:
    async def taken_after() -> float:
        world = World(Random(1))
        dead, other = (Member(world, 0.0) for _ in range(2))
        turns = [Turns(each, each, world.clock, who, INTERVAL_S, 5) for who, each in (("a", dead), ("b", other))]
        assert await turns[0].take("one answer") is not None
        began = world.clock.now()
        assert await turns[1].take("another") is not None
        for member in (dead, other):
            member.task.cancel()
        return world.clock.now() - began

    waited_s, _ = timed(taken_after())
    assert LEASE_S - 1 <= waited_s <= LEASE_S + 2


def test_five_responders_answer_as_one_would() -> None:
    world, took_s = timed(run(7, 5, list(range(5)), [True] * 5, []))
    assert Counter(message_id for message_id, _, _ in world.answers) == dict.fromkeys((f"m{n}" for n in range(5)), 1)
    assert took_s < 40
    asked = Counter(question for member in world.members for question in member.asked)
    assert asked == dict.fromkeys((f"question {n}" for n in range(5)), 1)  # each by one of them


def test_who_asks_what_waits_for_approval_elsewhere_is_told_so_at_once() -> None:
    async def scenario() -> None:
        clock, kept = LoopClock(), MemoryShelf(LoopClock())
        asking, entries = asyncio.Event(), dict[str, LogEntry]()

        async def ask(question: str, username: str) -> Answer:
            asking.set()
            await asyncio.sleep(1.0)
            return Answer(question, "A", "answered", "", "scripted", Plan(), (), (), (), {})

        async def hold(answer: ChatAnswer, result: Answer) -> None:
            await asyncio.sleep(1.0)

        async def said(answer: ChatAnswer) -> None:
            raise AssertionError("nothing is published")

        async def source(message_id: str, after: asyncio.Event | None) -> AsyncIterator[Delivery]:
            if after is not None:
                await after.wait()
            yield Delivery(frame(message_id, "who leads?"), number=int(message_id[1:]))

        rules = ResponderOptions(interval_s=INTERVAL_S, stats_every=0)
        both = [
            Responder(
                ask, PlainOutlet(said, clock), rules, clock, shelf=kept, hold=hold,
                keep=lambda entry: entries.update({entry.input_id: entry}),
            )
            for _ in range(2)
        ]  # fmt: skip
        await asyncio.gather(both[0].serve(source("m1", None)), both[1].serve(source("m2", asking)))
        assert (entries["m1"].fate, entries["m2"].fate) == ("held", "silent")
        assert "it waits for approval" in entries["m2"].reason
        assert clock.now() < 5

    timed(scenario())


def test_a_question_of_who_died_over_it_is_asked_by_the_next_after_the_lease() -> None:
    async def scenario() -> None:
        clock = LoopClock()
        shelf, key = MemoryShelf(clock), ("who", "leads")
        dead, alive = (LikeClaims(shelf, clock, who, lease_s=30.0) for who in ("dead", "alive"))
        assert await dead.open(key, "m1") is None
        assert await alive.open(key, "m2") is None
        assert 30 <= clock.now() < 31

    timed(scenario())
