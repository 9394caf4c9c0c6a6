"""Responders that share a chat over a real JetStream: decided once, one answer in so many seconds, nothing lost."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from msgspec import structs

from director.answer import Answer
from director.chat.answers_reading import read_answers
from director.chat.chats import nats_chat
from director.chat.clock import SystemClock
from director.chat.jetstream.line import ServerLine
from director.chat.jetstream.outlet import StreamOutlet
from director.chat.jetstream.shelf import BucketShelf
from director.chat.jetstream.streams import ChatNames, make_all
from director.chat.log_entry import LogEntry
from director.chat.message import ChatAnswer
from director.chat.outlet import Overtaken
from director.chat.responder import Responder
from director.chat.responder_options import ResponderOptions
from director.chat.shared_memories import SharedMemories
from tests.command import director
from tests.integration.test_chat_nats import Director, viewers
from tests.nats_server import MISSING, NatsServer, cluster_of_three, server_runs
from toolgate.backoff import Backoff
from toolgate.contract import Plan, Step
from toolgate.nats.connection import connected
from toolgate.nats.link import NatsLink

pytestmark = pytest.mark.skipif(not server_runs(), reason=MISSING)

NAMES = ChatNames(ack_wait_s=1.0, pull_wait_s=0.2)
INTERVAL_S = 0.3


@pytest.fixture
def server(tmp_path: Path) -> Iterator[NatsServer]:
    one = NatsServer("-js", "-sd", str(tmp_path / "kept"))
    yield one
    one.stop()


def answered(question: str, text: str) -> Answer:
    return Answer(question, text, "answered", "", "scripted", Plan(), (), (), (), {"plan": 1.0})


class One:
    """A responder of the chat. `asking` is set while it asks; `hold` keeps it there."""

    def __init__(self, url: str, names: ChatNames = NAMES, **rules: Any) -> None:
        self.entries: list[LogEntry] = []
        self.asking, self.go_on = asyncio.Event(), asyncio.Event()
        self.go_on.set()
        self._link = NatsLink(url, backoff=Backoff(0.05, 0.2))
        self._names = names
        self._rules = {"interval_s": INTERVAL_S, "stats_every": 0, **rules}
        self.task = asyncio.ensure_future(self._run())

    async def _run(self) -> None:
        clock = SystemClock()
        chat = await nats_chat(self._link, self._names, clock)
        self.responder = Responder(
            self._ask, chat.outlet, ResponderOptions(**self._rules), clock, shelf=chat.shelf, keep=self.entries.append
        )
        async with chat.deliveries() as source:
            await self.responder.serve(source)

    async def _ask(self, question: str, username: str) -> Answer:
        self.asking.set()
        await self.go_on.wait()
        return answered(question, f"A: {question.casefold().strip('?')}")

    async def stop(self) -> None:
        self.task.cancel()
        with suppress(asyncio.CancelledError):
            await self.task


@asynccontextmanager
async def responders(url: str, many: int, names: ChatNames = NAMES, **rules: Any) -> AsyncIterator[list[One]]:
    all_of_them = [One(url, names, **rules) for _ in range(many)]
    try:
        yield all_of_them
    finally:
        for each in all_of_them:
            each.go_on.set()
            await each.stop()


def frame(message_id: str, text: str, username: str = "ann") -> bytes:
    data = {"id": message_id, "username": username, "message": text, "timestamp": "2026-05-01T12:00:00Z"}
    return json.dumps({"type": "youtube_chat_message", "data": data}).encode()


async def until_kept(url: str, names: ChatNames = NAMES) -> None:
    """Waits until the responders have made what keeps the chat."""
    async with connected(url) as (client, *_), asyncio.timeout(60):
        while True:
            with suppress(Exception):
                await client.jetstream().consumer_info(names.stream, names.durable)
                return
            await asyncio.sleep(0.05)


async def say(url: str, *frames: bytes) -> None:
    async with connected(url) as (client, *_):
        js = client.jetstream()
        for each in frames:
            await js.publish(NAMES.messages, each)


async def answers(url: str) -> list[tuple[str, float]]:
    """The stream of answers: whose, and when by the server's clock."""
    async with connected(url) as (client, *_):
        js = client.jetstream()
        state = (await js.stream_info(NAMES.answer_stream)).state
        kept = [await js.get_msg(NAMES.answer_stream, seq=number) for number in range(1, state.last_seq + 1)]
        return [
            (json.loads(each.data or b"")["data"]["input_id"], each.time.timestamp() if each.time else 0.0)
            for each in kept
        ]


async def until_settled(url: str, all_of_them: list[One], ids: set[str]) -> None:
    async with asyncio.timeout(60):
        while {entry.input_id for one in all_of_them for entry in one.entries} < ids:
            await asyncio.sleep(0.05)
    async with connected(url) as (client, *_), asyncio.timeout(60):
        while (told := await client.jetstream().consumer_info(NAMES.stream, NAMES.durable)).num_ack_pending:
            await asyncio.sleep(0.05)
        assert told.num_pending == 0


def fates(all_of_them: list[One]) -> dict[str, list[str]]:
    told: dict[str, list[str]] = {}
    for one in all_of_them:
        for entry in one.entries:
            told.setdefault(entry.input_id, []).append(entry.fate)
    return told


def apart(moments: list[float]) -> float:
    return min((later - sooner for sooner, later in pairwise(moments)), default=1e9)


async def test_an_answer_goes_out_after_the_last_one_alone_and_once_whoever_sends_it(server: NatsServer) -> None:
    """The stream itself keeps the order: who looked before another answered is told so, and a second try is the first."""
    async with connected(server.url) as (client, *_):
        line = ServerLine()
        line.connect(client)
        _, stream = await make_all(client.jetstream(), NAMES)
        outlets = [StreamOutlet(line, NAMES.answers) for _ in range(2)]
        for each in outlets:
            each.stream = stream
        mine, theirs = (ChatAnswer(number, "ann", "who?", f"A {number}", 0.0) for number in ("m1", "m2"))
        first = await outlets[0].publish(mine, 0)
        with pytest.raises(Overtaken):
            await outlets[1].publish(theirs, 0)
        again = await outlets[1].publish(replace(mine, answer="another"), first.number)
        assert again == first
        assert await outlets[1].last() == first
        assert (await outlets[1].publish(theirs, first.number)).number == first.number + 1


@pytest.mark.parametrize("many", [1, 3, 5])
async def test_each_message_is_decided_once_and_answers_keep_their_distance(server: NatsServer, many: int) -> None:
    ids = [f"m{number}" for number in range(6)]
    async with responders(server.url, many) as all_of_them:
        await until_kept(server.url)
        frames = [frame(each, f"question {each}", f"person {each}") for each in ids]
        await say(server.url, *frames, *frames)  # everything twice
        await until_settled(server.url, all_of_them, set(ids))
        assert {each: len(told) for each, told in fates(all_of_them).items()} == dict.fromkeys(ids, 1)
    said = await answers(server.url)
    assert Counter(each for each, _ in said) == Counter(ids)
    assert apart([at for _, at in said]) >= INTERVAL_S


async def test_like_questions_and_like_answers_are_one_for_all_responders(server: NatsServer) -> None:
    async with responders(server.url, 3) as all_of_them:
        await until_kept(server.url)
        for each in all_of_them:
            each.go_on.clear()
        await say(server.url, *(frame(f"m{number}", "who leads?", f"person {number}") for number in range(6)))
        async with asyncio.timeout(30):
            while sum(len(one.responder._settling._known) for one in all_of_them) < 6:
                await asyncio.sleep(0.02)
        for each in all_of_them:
            each.go_on.set()
        await until_settled(server.url, all_of_them, {f"m{number}" for number in range(6)})
        await say(server.url, frame("again", "WHO leads", "zoe"))
        await until_settled(server.url, all_of_them, {"again"})
        told = fates(all_of_them)
    assert Counter(fate for each in told.values() for fate in each) == {"answered": 1, "batched": 5, "silent": 1}
    assert told["again"] == ["silent"]
    assert len(await answers(server.url)) == 1


async def test_what_a_responder_leaves_when_it_is_stopped_another_one_answers(server: NatsServer) -> None:
    async with responders(server.url, 1) as (first,):
        first.go_on.clear()
        await until_kept(server.url)
        await say(server.url, frame("m1", "who leads?"), frame("m2", "who is last?"))
        await asyncio.wait_for(first.asking.wait(), 30)
        await first.stop()
        assert first.entries == []
        async with responders(server.url, 1) as others:
            await until_settled(server.url, others, {"m1", "m2"})
            assert fates(others) == {"m1": ["answered"], "m2": ["answered"]}
    assert {each for each, _ in await answers(server.url)} == {"m1", "m2"}


async def test_a_server_that_is_killed_in_the_middle_loses_nothing(server: NatsServer) -> None:
    ids = [f"m{number}" for number in range(5)]
    async with responders(server.url, 2) as all_of_them:
        await until_kept(server.url)
        await say(server.url, *(frame(each, f"question {each}", each) for each in ids))
        await asyncio.wait({asyncio.ensure_future(each.asking.wait()) for each in all_of_them}, timeout=30)
        server.stop()
        await asyncio.sleep(0.5)
        server.start()
        await until_settled(server.url, all_of_them, set(ids))
        assert {each: len(told) for each, told in fates(all_of_them).items()} == dict.fromkeys(ids, 1)
    said = await answers(server.url)
    assert Counter(each for each, _ in said) == Counter(ids)
    assert apart([at for _, at in said]) >= INTERVAL_S


async def test_what_was_said_while_nobody_listened_is_caught_up_with_to_its_age(server: NatsServer) -> None:
    async with responders(server.url, 1):
        await until_kept(server.url)
    await say(server.url, frame("old", "who led before?"))
    await asyncio.sleep(1.5)
    await say(server.url, frame("new", "who leads now?"))
    async with responders(server.url, 1, catch_up_s=1.2) as all_of_them:
        await until_settled(server.url, all_of_them, {"old", "new"})
        assert fates(all_of_them) == {"old": ["silent"], "new": ["answered"]}
        assert "too_old" in next(entry.reason for entry in all_of_them[0].entries if entry.input_id == "old")


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[list[NatsServer]]:
    servers = cluster_of_three(tmp_path)
    yield servers
    for each in servers:
        each.stop()


async def say_until_kept(url: str, ids: Sequence[str]) -> None:
    """Asks these questions, again while the servers still choose who leads the stream."""
    async with asyncio.timeout(60):
        while True:
            with suppress(Exception):
                await say(url, *(frame(each, f"question {each}", each) for each in ids))
                return
            await asyncio.sleep(0.2)


async def test_a_cluster_of_three_goes_on_when_one_server_is_killed(cluster: list[NatsServer]) -> None:
    names = structs.replace(NAMES, replicas=3)
    urls = ",".join(each.url for each in cluster)
    ids = [f"m{number}" for number in range(6)]
    async with responders(urls, 2, names) as all_of_them:
        await until_kept(cluster[1].url)
        await say_until_kept(cluster[1].url, ids[:3])
        await asyncio.wait({asyncio.ensure_future(each.asking.wait()) for each in all_of_them}, timeout=30)
        cluster[0].stop()
        await say_until_kept(cluster[1].url, ids[3:])
        await until_settled(cluster[1].url, all_of_them, set(ids))
        assert {each: len(told) for each, told in fates(all_of_them).items()} == dict.fromkeys(ids, 1)
    said = await answers(cluster[1].url)
    assert Counter(each for each, _ in said) == Counter(ids)
    assert apart([at for _, at in said]) >= INTERVAL_S


async def test_a_process_that_is_killed_in_the_middle_of_answers_loses_none(server: NatsServer, tmp_path: Path) -> None:
    """kill -9 of one of two processes, while both answer; a third one comes."""
    ids = [f"m{number}" for number in range(1, 9)]
    quick = {"DIRECTOR_CHAT_ACK_WAIT_S": "1", "DIRECTOR_CHAT_INTERVAL_S": "0.3"}
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
    both = [Director(server.url, folder, **quick) for folder in folders]
    try:
        for each in both:
            await each.says("shared by all responders")
        async with viewers(server) as chat:
            await say(server.url, *(frame(each, f"who is in P{each[1:]}?", each) for each in ids))
            await chat.answer()
            await chat.answer()
            both[0].process.kill()
            async with asyncio.timeout(60):
                while {each for each, _ in await answers(server.url)} < set(ids):
                    await asyncio.sleep(0.1)
        said = await answers(server.url)
        assert Counter(each for each, _ in said) == Counter(ids)
        assert apart([at for _, at in said]) >= 0.3
        assert await both[1].stop() == 0
        settled = [row["input_id"] for row in read_answers(both[1].answers, 99)]
        assert len(settled) == len(set(settled))
    finally:
        for each in both:
            each.process.kill()
            each.process.communicate()


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
async def test_one_process_serves_mcp_and_answers_a_chat(server: NatsServer, tmp_path: Path) -> None:
    """`serve --respond`: a client of MCP and a viewer of the chat hear of the same race."""
    environment = {
        "DIRECTOR_ANSWERS_PATH": str(tmp_path / "answers.sqlite3"),
        "DIRECTOR_CHAT_TRIGGER_PREFIX": "off",
        "DIRECTOR_SOURCE": "sim:laps=6,cars=8",
    }
    log = (tmp_path / "stderr").open("w")
    parameters = StdioServerParameters(
        command=sys.executable,
        args=["-m", "director", "serve", "--respond", server.url],
        env={**os.environ, **environment},
    )
    async with stdio_client(parameters, errlog=log) as streams, ClientSession(*streams) as session:
        await session.initialize()
        async with asyncio.timeout(60):
            while "shared by all responders" not in (tmp_path / "stderr").read_text():
                await asyncio.sleep(0.1)
        async with viewers(server) as chat:
            await chat.write("who won?", "m1")
            said = (await chat.answer())["answer"]
        asked = await session.call_tool("ask", {"question": "who won?"})
        assert asked.structured_content is not None
        assert asked.structured_content["answer"] == said
    log.close()
    assert [row["input_id"] for row in read_answers(tmp_path / "answers.sqlite3", 9)] == ["m1"]


def test_a_chat_beside_a_server_must_be_one(tmp_path: Path) -> None:
    done = director("serve", "--respond", "http://x", DIRECTOR_ANSWERS_PATH=str(tmp_path / "answers.sqlite3"))
    assert (done.returncode, "isn't a URL of NATS" in done.stderr) == (2, True)
    assert director("serve", "--approve").returncode == 2


async def test_an_answer_is_published_once_somebody_approves_it(server: NatsServer, tmp_path: Path) -> None:
    one = Director(server.url, tmp_path, "--approve")
    try:
        await one.says("shared by all responders")
        async with viewers(server) as chat:
            await chat.write("who won?", "m1")
            async with asyncio.timeout(60):
                while not [row for row in read_answers(one.answers, 9) if row["status"] == "held"]:
                    await asyncio.sleep(0.1)
            assert chat.answers.empty()
            told = await asyncio.to_thread(director, "answers", "approve", "m1", DIRECTOR_ANSWERS_PATH=str(one.answers))
            assert told.stdout.startswith("approved: ")
            assert told.stdout.removeprefix("approved: ").strip() == (await chat.answer())["answer"]
        assert await one.stop() == 0
        assert [row["status"] for row in read_answers(one.answers, 9)] == ["held", "answered"]
    finally:
        one.process.kill()
        one.process.communicate()


@pytest.mark.parametrize("options", [["-js"], []])
async def test_commands_and_alerts_of_the_operator(options: list[str], tmp_path: Path) -> None:
    server = NatsServer(*options, *(["-sd", str(tmp_path / "kept")] if options else []))
    one = Director(server.url, tmp_path)
    results: asyncio.Queue[bytes] = asyncio.Queue()
    alerts: asyncio.Queue[bytes] = asyncio.Queue()
    try:
        said = await one.says("connected to")
        assert ("this process alone" in said) == (not options)
        async with connected(server.url) as (client, *_), viewers(server) as chat:
            for subject, told in (("system.control.result", results), ("director.operator.alert", alerts)):

                async def take(message: Any, told: asyncio.Queue[bytes] = told) -> None:
                    told.put_nowait(message.data)

                await client.subscribe(subject, cb=take)
            for name in ("ann", "bob", "cy"):
                await chat.write("who won?", f"by {name}", name)
            await chat.answer()
            told = json.loads(await asyncio.wait_for(alerts.get(), 60))
            assert (told["type"], told["data"]["people"]) == ("operator_alert", 3)
            await client.publish("system.control", b"nothing")
            command = {"type": "youtube.status", "command_id": "c7", "timestamp": 1, "data": {}}
            await client.publish("system.control", json.dumps(command).encode())
            result = json.loads(await asyncio.wait_for(results.get(), 60))
            assert (result["command_id"], result["success"], result["data"]["received"]) == ("c7", True, 3)
    finally:
        one.process.kill()
        one.process.communicate()
        server.stop()


async def test_messages_that_are_open_are_bounded(server: NatsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A responder that settles nothing gets so many messages and no more; the rest stays in the stream."""
    monkeypatch.setattr("director.chat.jetstream.streams.MOST_OPEN", 20)
    monkeypatch.setattr("director.chat.jetstream.pulling.MOST_OPEN", 20)
    async with responders(server.url, 1, queue_max=100) as (one,):
        one.go_on.clear()
        await until_kept(server.url)
        await say(server.url, *(frame(f"m{number}", f"question {number}", f"p{number}") for number in range(50)))
        async with connected(server.url) as (client, *_), asyncio.timeout(60):
            while (told := await client.jetstream().consumer_info(NAMES.stream, NAMES.durable)).num_ack_pending < 20:
                await asyncio.sleep(0.05)
            await asyncio.sleep(0.5)
            assert (told.num_ack_pending, told.num_pending) == (20, 30)
            assert one.responder.tally.received == 20


async def test_a_follow_up_is_understood_by_another_responder(server: NatsServer) -> None:
    clock = SystemClock()
    one, other = [await nats_chat(NatsLink(server.url), NAMES, clock) for _ in range(2)]
    assert one.shelf is not None
    assert other.shelf is not None
    async with one.deliveries(), other.deliveries():
        for chat in (one, other):
            assert isinstance(chat.shelf, BucketShelf)
            await chat.shelf.look_at_the_clock()
        first, second = SharedMemories(one.shelf), SharedMemories(other.shelf)
        plan = Plan((Step("s1", "get_gap", {"driver": "HAM"}),))
        first.add("fan", Answer("how far is Hamilton?", "1 s", "answered", "", "offline", plan, (), (), (), {}))
        await first.settled()
        (turn,) = await second.turns("fan")
        assert turn.plan.steps == plan.steps
        second.clear()
        await second.settled()
        assert await first.turns("fan") == ()
