"""Bus: what it makes of a server that will not have us. (A server that will: tests/integration/test_chat_nats.py.)"""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from collections.abc import Iterable, Iterator
from itertools import repeat

import pytest

from director.chat.bus import Bus, BusError

REFUSAL = b"-ERR 'Authorization Violation'\r\n"


async def _bus_meets(words: Iterable[bytes]) -> None:
    """Opens a bus to a server that speaks the protocol up to CONNECT, says each of `words` once and resets the connection."""
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
    bus = Bus(f"nats://director:swordfish@127.0.0.1:{port}", "in", "out")
    try:
        async with bus.frames() as frames:
            async for _ in frames:
                pass
    finally:
        server.close()


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("director.chat.bus._FIRST_WAIT_S", 0.01)


@pytest.mark.parametrize(
    "words", [[REFUSAL] * 3, [REFUSAL, b"", b""], [REFUSAL, b"", REFUSAL], [b"", b"", REFUSAL, b"", REFUSAL]]
)
async def test_a_server_that_refuses_ends_it_even_when_its_word_is_lost(words: list[bytes]) -> None:
    with pytest.raises(BusError, match="rejected the connection: check user and password in NATS_URL") as refusal:
        await asyncio.wait_for(_bus_meets(words), 60)
    assert "swordfish" not in str(refusal.value)


async def test_a_server_that_only_hangs_up_is_tried_again() -> None:
    enough = asyncio.Event()

    def words() -> Iterator[bytes]:
        yield from [b""] * 5
        enough.set()
        yield from repeat(b"")

    meeting = asyncio.ensure_future(_bus_meets(words()))
    await asyncio.wait_for(enough.wait(), 60)
    assert not meeting.done()
    meeting.cancel()
    await asyncio.gather(meeting, return_exceptions=True)
