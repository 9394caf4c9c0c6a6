"""The head of an answer goes with its body, and never waits for one that does not come."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

from toolgate.serving.joined_writes import JoinedWrites

HEAD = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n"


class Recorded:
    """A transport that keeps what is done to it."""

    def __init__(self) -> None:
        self.done: list[bytes | str] = []

    def write(self, data: bytes) -> None:
        self.done.append(data)

    def close(self) -> None:
        self.done.append("close")

    def is_closing(self) -> bool:
        return "close" in self.done


def _after(work: Callable[[JoinedWrites], None], turns: int = 0) -> list[bytes | str]:
    async def run() -> list[bytes | str]:
        recorded = Recorded()
        work(JoinedWrites(cast(asyncio.Transport, recorded), asyncio.get_running_loop()))
        for _ in range(turns):
            await asyncio.sleep(0)
        return list(recorded.done)

    return asyncio.run(run())


def test_a_head_and_its_body_are_one_write() -> None:
    def work(joined: JoinedWrites) -> None:
        joined.write(HEAD)
        joined.write(b"{}")
        joined.write(b"more")

    assert _after(work) == [HEAD + b"{}", b"more"]
    assert _after(work, turns=3) == [HEAD + b"{}", b"more"]  # and nothing is written twice


def test_a_head_without_a_body_goes_at_the_next_turn() -> None:
    assert _after(lambda joined: joined.write(HEAD)) == []
    assert _after(lambda joined: joined.write(HEAD), turns=1) == [HEAD]


def test_nothing_is_lost_where_the_connection_is_closed_at_once() -> None:
    def work(joined: JoinedWrites) -> None:
        joined.write(HEAD)
        joined.close()
        assert joined.is_closing()

    assert _after(work, turns=2) == [HEAD, "close"]


def test_two_heads_keep_their_order() -> None:
    def work(joined: JoinedWrites) -> None:
        joined.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        joined.write(HEAD)
        joined.write(b"{}")

    assert b"".join(cast(list[bytes], _after(work, turns=2))) == b"HTTP/1.1 100 Continue\r\n\r\n" + HEAD + b"{}"


def test_an_answer_that_is_whole_goes_at_once() -> None:
    assert _after(lambda joined: joined.write(HEAD + b"{}")) == [HEAD + b"{}"]
