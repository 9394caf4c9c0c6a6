"""The responder as a chat meets it: a real process and a real NATS server."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg

from director.chat.answers_reading import read_answers
from tests.command import director
from tests.nats_server import MISSING, NatsServer, server_runs

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 120.0
IN, OUT = "youtube.chat.message", "director.chat.response"


pytestmark = pytest.mark.skipif(not server_runs(), reason=MISSING)


@pytest.fixture
def nats_server() -> Iterator[NatsServer]:
    server = NatsServer()
    yield server
    server.stop()


class Director:
    """`director respond --nats`, and what it says on stderr."""

    def __init__(self, url: str, folder: Path, *options: str, **settings: str) -> None:
        self.log = folder / "stderr"
        self.answers = folder / "answers.sqlite3"
        environment = {name: value for name, value in os.environ.items() if name != "NATS_URL"} | {
            "DIRECTOR_ANSWERS_PATH": str(self.answers),
            "DIRECTOR_CHAT_INTERVAL_S": "0.1",
            "DIRECTOR_CHAT_STATS_EVERY": "1",
            "DIRECTOR_CHAT_TRIGGER_PREFIX": "off",
            **settings,
        }
        command = [
            sys.executable,
            "-m",
            "director",
            "respond",
            "--nats",
            url,
            "--source",
            "sim:laps=6,cars=8",
            *options,
        ]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=log)

    async def says(self, text: str, times: int = 1) -> str:
        end = time.monotonic() + PATIENCE_S
        while (said := self.log.read_text()).count(text) < times:
            assert time.monotonic() < end, f"{text!r} never came:\n{said}"
            assert self.process.poll() is None, said
            await asyncio.sleep(0.05)
        return said

    async def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return await asyncio.to_thread(self.process.wait, PATIENCE_S)


@pytest.fixture
def respond(tmp_path: Path) -> Iterator[Callable[..., Director]]:
    started: list[Director] = []

    def start(url: str, *options: str, **settings: str) -> Director:
        started.append(Director(url, tmp_path, *options, **settings))
        return started[-1]

    yield start
    for one in started:
        one.process.kill()
        one.process.communicate()


class Viewers:
    """Those who write into the chat and read the answers."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def take(self, message: Msg) -> None:
        self.answers.put_nowait(json.loads(message.data))

    async def write(self, text: str, message_id: str, username: str = "ann") -> None:
        data = {"id": message_id, "username": username, "message": text, "timestamp": "2026-05-01T12:00:00Z"}
        await self.send(json.dumps({"type": "youtube_chat_message", "data": data}).encode())

    async def send(self, frame: bytes) -> None:
        await self._client.publish(IN, frame)
        await self._client.flush()

    async def answer(self) -> dict[str, Any]:
        body = await asyncio.wait_for(self.answers.get(), PATIENCE_S)
        assert body["type"] == "director_answer"
        return dict(body["data"])


@asynccontextmanager
async def viewers(server: NatsServer) -> AsyncIterator[Viewers]:
    client = Client()
    await client.connect(server.url, allow_reconnect=False)
    here = Viewers(client)
    await client.subscribe(OUT, cb=here.take)
    await client.flush()
    try:
        yield here
    finally:
        await client.close()


async def test_a_message_in_an_answer_out_and_nothing_for_ourselves(
    nats_server: NatsServer, respond: Callable[..., Director]
) -> None:
    director = respond(nats_server.url)
    await director.says("connected to 127.0.0.1:")
    async with viewers(nats_server) as chat:
        await chat.write("who won?", "m1")
        first = await chat.answer()
        assert (first["input_id"], first["username"], first["question"]) == ("m1", "ann", "who won?")
        assert "won" in first["answer"]
        assert 0 < len(first["answer"]) <= 200
        assert set(first) == {"input_id", "username", "question", "answer", "ts_iso", "ts"}

        await chat.write("who won?", "m2", "Sim RaceCenter")
        await chat.write(f"@ann {first['answer']}", "m3", "Relay Bot")
        await chat.write("who won?", "m1")
        await chat.write("who won the race?", "m4", "bob")
        await chat.write("how old is the engine of the leader", "m5", "cy")
        await chat.write("who finished second?", "m6", "bob")
        assert (await chat.answer())["input_id"] == "m6"
        await director.says("received 7")
        assert chat.answers.empty()
    assert await director.stop() == 0
    fates = {
        row["input_id"]: (row["status"], row["reason"].partition(":")[0]) for row in read_answers(director.answers, 99)
    }
    assert fates == {
        "m1": ("answered", ""),
        "m2": ("ignored", "own_name"),
        "m3": ("ignored", "own_text"),
        "m4": ("silent", "duplicate"),
        "m5": ("silent", "no_answer"),
        "m6": ("answered", ""),
    }
    said = director.log.read_text()
    assert (
        "answered 2, batched 0, silent 2 (duplicate 1, no_answer 1), ignored 3 (own_name 1, own_text 1, repeated 1)"
        in said
    )
    assert "Traceback" not in said


async def test_what_was_settled_before_a_restart_is_not_answered_again(
    nats_server: NatsServer, respond: Callable[..., Director]
) -> None:
    for run in (1, 2):
        director = respond(nats_server.url)
        await director.says("connected to")
        async with viewers(nats_server) as chat:
            await chat.write("who won?", "m1")
            await chat.write("who finished second?", f"run {run}")
            answered = {(await chat.answer())["input_id"] for _ in range(2 if run == 1 else 1)}
            assert answered == ({"m1", "run 1"} if run == 1 else {"run 2"})
        assert await director.stop() == 0


async def test_garbage_on_the_subject_is_counted_and_harms_nothing(
    nats_server: NatsServer, respond: Callable[..., Director]
) -> None:
    director = respond(nats_server.url)
    await director.says("connected to")
    garbage = [
        b"", b"\x00\xff\xfe", b"who leads?", b"[1, 2]", b"5", b"null", b'{"type": "youtube_chat_message"}',
        b'{"type": "youtube_chat_message", "data": 7}', b'{"type": "director_answer", "data": {}}',
        b'{"type": "youtube_chat_message", "data": {"id": null, "username": {}, "message": [], "timestamp": "x"}}',
        b"[" * 100_000, b"x" * 900_000, os.urandom(50_000),
    ]  # fmt: skip
    async with viewers(nats_server) as chat:
        for frame in garbage * 20:
            await chat.send(frame)
        await chat.write("who won?", "m1")
        assert (await chat.answer())["input_id"] == "m1"
        said = await director.says("received 1")
    assert f"malformed {20 * len(garbage)} (bad_id 20" in said
    assert said.count("a frame isn't a chat message: not_json") == 1
    assert await director.stop() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_it_comes_back_to_a_server_that_was_away_and_ends_when_told(
    nats_server: NatsServer, respond: Callable[..., Director], number: signal.Signals
) -> None:
    director = respond(nats_server.url)
    await director.says("connected to")
    nats_server.stop()
    await director.says("is lost")
    await director.says("can't reach NATS at")
    nats_server.start()
    await director.says("connected to", times=2)
    async with viewers(nats_server) as chat:
        await chat.write("who won?", "m1")
        assert (await chat.answer())["input_id"] == "m1"
    nats_server.stop()
    await director.says("is lost", times=2)
    assert await director.stop(number) == 0
    assert "Traceback" not in director.log.read_text()


async def test_it_starts_before_the_server(nats_server: NatsServer, respond: Callable[..., Director]) -> None:
    nats_server.stop()
    director = respond(nats_server.url)
    await director.says("trying again in", times=2)
    nats_server.start()
    await director.says("connected to")


async def test_two_responders_share_a_chat(nats_server: NatsServer, tmp_path: Path) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
    both = [Director(nats_server.url, folder) for folder in folders]
    try:
        for director in both:
            await director.says("connected to")
        async with viewers(nats_server) as chat:
            for n in range(1, 7):
                await chat.write(f"who is in P{n}?", f"m{n}")
            answered = [(await chat.answer())["input_id"] for _ in range(6)]
            assert sorted(answered) == [f"m{n}" for n in range(1, 7)]
    finally:
        for director in both:
            director.process.kill()
            director.process.communicate()


def test_wrong_passwords_end_it_and_are_not_shown(respond: Callable[..., Director]) -> None:
    server = NatsServer("--user", "director", "--pass", "right")
    try:
        director = respond(server.url.replace("//", "//director:swordfish@"))
        assert director.process.wait(PATIENCE_S) == 1
        said = director.log.read_text()
        assert "rejected the connection: check user and password in NATS_URL" in said
        assert "swordfish" not in said
        assert "Traceback" not in said
    finally:
        server.stop()


@pytest.mark.parametrize("url", ["http://host", "nats://", "nats://host:port", "localhost:4222"])
def test_a_wrong_url_is_wrong_usage(url: str) -> None:
    done = director("respond", "--nats", url, "--source", "sim:laps=6,cars=8")
    assert done.returncode == 2
    assert "NATS_URL: that isn't a URL of NATS" in done.stderr
