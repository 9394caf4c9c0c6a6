"""Lines of a stream as they come."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import orjson
from hypothesis import given
from hypothesis import strategies as st

from director.chat.frames import read_frame
from director.chat.line_frames import line_frames, read_lines
from tests.examples import examples


async def lines_of(data: bytes, max_bytes: int = 100) -> list[bytes]:
    read, write = os.pipe()
    try:
        lines = asyncio.ensure_future(collect(read, max_bytes))
        await asyncio.to_thread(os.write, write, data)
        os.close(write)
        return await lines
    finally:
        os.close(read)


async def collect(fd: int, max_bytes: int) -> list[bytes]:
    return [line async for line in read_lines(fd, max_bytes)]


async def test_the_last_line_needs_no_end() -> None:
    assert await lines_of(b"one\n\ntwo") == [b"one", b"", b"two"]
    assert await lines_of(b"") == []


async def test_a_long_line_is_cut_and_the_next_is_whole() -> None:
    assert await lines_of(b"x" * 50_000 + b"\nnext\n", 10) == [b"x" * 11, b"next"]


@examples(30)
@given(st.lists(st.binary(max_size=150).filter(lambda line: b"\n" not in line), max_size=20))
def test_every_line_arrives(lines: list[bytes]) -> None:
    got = asyncio.run(lines_of(b"".join(line + b"\n" for line in lines)))
    assert got == [line[:101] for line in lines]


async def test_more_lines_than_are_read_ahead(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b"".join(b"%d\n" % n for n in range(5000)))
    fd = os.open(path, os.O_RDONLY)
    try:
        assert await collect(fd, 100) == [b"%d" % n for n in range(5000)]
    finally:
        os.close(fd)


async def test_plain_text_is_a_message_and_a_brace_begins_a_frame() -> None:
    async def lines() -> object:
        for line in (b"who leads?", b"  ", b'{"type": 1}', "Pérez \xff".encode("latin-1")):
            yield line

    plain, given_frame, odd = [frame async for frame in line_frames(lines())]  # type: ignore[arg-type]
    assert (read_frame(plain).text, read_frame(plain).username) == ("who leads?", "viewer")
    assert orjson.loads(given_frame) == {"type": 1}
    assert read_frame(odd).id != read_frame(plain).id
