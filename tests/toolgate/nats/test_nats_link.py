"""NatsLink: what it makes of a server that will not have us, and of TLS. A chat and a race share it."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import struct
from collections.abc import Callable, Iterable, Iterator
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest
from nats.aio.client import Client
from nats.errors import NoServersError

from tests.certificates import make_certificates
from tests.nats_server import MISSING, NatsServer, server_runs
from toolgate.backoff import Backoff
from toolgate.nats.connection import NatsRefused, NatsUnavailable, connected
from toolgate.nats.link import NatsLink
from toolgate.nats.options import NatsOptions, NatsUrlError, host_and_port

REFUSAL = b"-ERR 'Authorization Violation'\r\n"
with_server = pytest.mark.skipif(not server_runs(), reason=MISSING)


def quick(url: str, options: NatsOptions | None = None) -> NatsLink:
    return NatsLink(url, options, backoff=Backoff(0.001, 0.01))


async def _link_meets(words: Iterable[bytes], options: NatsOptions | None = None) -> None:
    """A link to a server that speaks the protocol up to CONNECT, says each of `words` once and resets the connection."""
    left = iter(words)

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        info = {"server_id": "x", "version": "2.10.0", "proto": 1, "max_payload": 1024, "auth_required": True}
        writer.write(b"INFO " + json.dumps(info).encode() + b"\r\n")
        for _ in ("CONNECT", "PING"):  # what is left unread would make the system hang up by itself, over the word
            await reader.readline()
        if word := next(left):
            writer.write(word)
            await writer.drain()
        else:
            abrupt = struct.pack("ii", 1, 0)
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, abrupt)
        writer.close()

    server = await asyncio.start_server(refuse, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        async with quick(f"nats://director:swordfish@127.0.0.1:{port}", options).connected():
            raise AssertionError
    finally:
        server.close()


@pytest.mark.parametrize(
    "words", [[REFUSAL] * 3, [REFUSAL, b"", b""], [REFUSAL, b"", REFUSAL], [b"", b"", REFUSAL, b"", REFUSAL]]
)
async def test_a_server_that_refuses_ends_it_even_when_its_word_is_lost(words: list[bytes]) -> None:
    with pytest.raises(NatsRefused, match="rejected the connection: check user and password in NATS_URL") as refusal:
        await asyncio.wait_for(_link_meets(left := iter(words)), 60)
    assert not list(left)  # neither later nor before
    assert "swordfish" not in str(refusal.value)


async def _is_tried_again(word: bytes, options: NatsOptions | None = None) -> None:
    enough = asyncio.Event()

    def words() -> Iterator[bytes]:
        yield from [word] * 5
        enough.set()
        yield from repeat(word)

    meeting = asyncio.ensure_future(_link_meets(words(), options))
    await asyncio.wait_for(enough.wait(), 60)
    assert not meeting.done()
    meeting.cancel()
    await asyncio.gather(meeting, return_exceptions=True)


async def test_a_server_that_only_hangs_up_is_tried_again() -> None:
    await _is_tried_again(b"")


async def test_refusals_are_tried_again_where_the_options_say_so() -> None:
    await _is_tried_again(REFUSAL, NatsOptions(failfast_auth=False))


async def test_one_refusal_is_enough_where_the_options_say_so() -> None:
    with pytest.raises(NatsRefused):
        await asyncio.wait_for(_link_meets([REFUSAL], NatsOptions(auth_violations=1)), 60)


async def test_a_server_has_so_long_to_let_us_in() -> None:
    """One that accepts and says nothing is left when the time is over, and not before."""
    accepted: list[float] = []

    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        accepted.append(asyncio.get_running_loop().time())
        await reader.read()
        writer.close()

    server = await asyncio.start_server(say_nothing, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        with pytest.raises(NatsUnavailable, match="no answer"):
            async with connected(f"nats://127.0.0.1:{port}", NatsOptions(connect_s=0.3)):
                raise AssertionError
        assert asyncio.get_running_loop().time() - accepted[0] >= 0.25
    finally:
        server.close()


@with_server
async def test_user_and_password_of_the_options_or_of_the_url(caplog: pytest.LogCaptureFixture) -> None:
    server = NatsServer("--user", "director", "--pass", "swordfish")
    caplog.set_level(logging.DEBUG)
    try:
        for url, options in (
            (server.url, NatsOptions(username="director", password="swordfish")),
            (server.url.replace("//", "//director:swordfish@"), NatsOptions(username="other", password="wrong")),
        ):
            async with quick(url, options).connected() as (client, *_):
                assert client.is_connected
        with pytest.raises(NatsRefused):
            async with connected(server.url, NatsOptions(username="director", password="catfish")):
                raise AssertionError
    finally:
        server.stop()
    assert "swordfish" not in caplog.text + repr(NatsOptions(username="director", password="swordfish"))
    assert "catfish" not in caplog.text


@with_server
async def test_a_loss_is_told_and_the_next_server_of_the_list_is_taken() -> None:
    one, two = NatsServer(), NatsServer()
    told: list[str] = []
    link = NatsLink(f"{one.url},{two.url}", backoff=Backoff(0.001, 0.01), lost=told.append)
    try:
        async with link.connected() as (client, gone, _):
            assert str(one.port) in str(client.connected_url)
            one.stop()
            await asyncio.wait_for(gone.wait(), 60)
        async with link.connected() as (client, *_):
            assert str(two.port) in str(client.connected_url)
    finally:
        one.stop()
        two.stop()
    assert told == [f"the connection to 127.0.0.1:{one.port} is lost"]


@with_server
async def test_tls_with_an_authority_of_ones_own(tmp_path: Path) -> None:
    ca, cert, key = make_certificates(tmp_path)
    server = NatsServer("--tls", "--tlscert", str(cert), "--tlskey", str(key))
    try:
        async with quick(server.url.replace("nats://", "tls://"), NatsOptions(tls_ca=ca)).connected() as (client, *_):
            assert client.is_connected
        with pytest.raises(NatsUnavailable, match=r"TLS fails .*: check NATS_TLS_CA"):
            async with connected(server.url.replace("nats://", "tls://")):
                raise AssertionError
    finally:
        server.stop()


@with_server
async def test_a_server_that_asks_for_our_certificate_gets_it(tmp_path: Path) -> None:
    ca, cert, key = make_certificates(tmp_path)
    server = NatsServer("--tlsverify", "--tlscacert", str(ca), "--tlscert", str(cert), "--tlskey", str(key))
    url = server.url.replace("nats://", "tls://")
    try:
        async with connected(url, NatsOptions(tls_ca=ca, tls_cert=cert, tls_key=key)) as (client, *_):
            assert client.is_connected
        with pytest.raises(NatsUnavailable) as without:
            async with connected(url, NatsOptions(tls_ca=ca)):
                raise AssertionError
    finally:
        server.stop()
    assert "\n" not in str(without.value)


def test_a_file_of_certificates_that_is_none_is_named(tmp_path: Path) -> None:
    with pytest.raises(NatsUrlError, match=r"no file 'none.pem'"):
        NatsLink("tls://host", NatsOptions(tls_ca=tmp_path / "none.pem"))
    (tmp_path / "bad.pem").write_text("nothing")
    with pytest.raises(NatsUrlError, match="can't be used"):
        NatsLink("tls://host", NatsOptions(tls_ca=tmp_path / "bad.pem"))


@pytest.mark.parametrize("url", ["http://host", "nats://", "nats://host:port", "localhost:4222", "nats://a,http://b"])
def test_a_url_that_is_none(url: str) -> None:
    with pytest.raises(NatsUrlError, match="isn't a URL"):
        NatsLink(url)


def test_host_and_port_hold_no_password() -> None:
    assert host_and_port("nats://me:hidden@host") == "host:4222"


async def test_a_connection_that_fails_while_it_is_cancelled_leaves_nothing_to_report(
    monkeypatch: pytest.MonkeyPatch, collect_garbage: Callable[[], object]
) -> None:
    async def connect(self: Client, *_: Any, **__: Any) -> None:
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            raise NoServersError from None

    monkeypatch.setattr(Client, "connect", connect)
    reported: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, what: reported.append(what))

    async def run() -> None:
        async with connected("nats://127.0.0.1:4222"):
            pass

    task = asyncio.create_task(run())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait({task})
    assert task.cancelled()
    del task
    collect_garbage()
    assert reported == []
