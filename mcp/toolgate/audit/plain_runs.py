"""Runs of records that have nothing special about them, followed by several processes beside each other.

Whether a record fits the one before can be told within a part of a log; how the parts fit is told when they are joined.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from hashlib import sha256
from typing import NamedTuple

from toolgate.audit.chain import BadLine, Links, many_links

_ENDING = b',"entry_hash":"'

Runs = Callable[[Iterable[bytes]], Iterator["tuple[bytes, PlainRun | None]"]]


class PlainRun(NamedTuple):
    """Whole lines that follow one another: the hash that the first follows, and the hash of each."""

    follows: str
    heads: list[str]


def followed(lines: Sequence[bytes], links: Sequence[Links], head: str, awaited: Collection[str]) -> list[str]:
    """The hashes of the lines that follow the record with the hash `head`, up to one with something special."""
    heads: list[str] = []
    for line, link in zip(lines, links, strict=False):
        claimed = link.entry_hash
        if link.prev_hash != head or link.safety is not None or (awaited and link.ts in awaited):
            break
        # The line is JSON, so what it ends in is the hash that was decoded: 64 digits, a quote and a brace.
        if line[-81:-66] != _ENDING or sha256(line[:-81] + b"}").hexdigest() != claimed:
            break
        head = claimed
        heads.append(head)
    return heads


def plain_run(chunk: bytes, awaited: Collection[str]) -> PlainRun | None:
    """The run that a chunk of a log is, if all of its lines are plain and whole."""
    lines = chunk.split(b"\n")
    torn = lines.pop()
    links = None if torn else many_links(chunk, len(lines))
    if not links or links[0].prev_hash is None:
        return None
    heads = followed(lines, links, links[0].prev_hash, awaited)
    return PlainRun(links[0].prev_hash, heads) if len(heads) == len(lines) else None


def no_runs(chunks: Iterable[bytes]) -> Iterator[tuple[bytes, PlainRun | None]]:
    """The chunks, of none of which anything is known yet."""
    return ((chunk, None) for chunk in chunks)


def runs_by(pool: Executor, ahead: int, awaited: Collection[str]) -> Runs:
    """Gives the chunks in order, each with its run; up to `ahead` of them are with the pool's processes."""

    def found(chunks: Iterable[bytes]) -> Iterator[tuple[bytes, PlainRun | None]]:
        pending: deque[tuple[bytes, Future[PlainRun | None] | None]] = deque()
        unreadable: BadLine | None = None
        try:
            for chunk in chunks:
                pending.append((chunk, _submitted(pool, chunk, awaited)))
                if len(pending) > ahead:
                    yield _result(*pending.popleft())
        except BadLine as bad:  # what came before it is told first
            unreadable = bad
        while pending:
            yield _result(*pending.popleft())
        if unreadable is not None:
            raise unreadable

    return found


def _submitted(pool: Executor, chunk: bytes, awaited: Collection[str]) -> Future[PlainRun | None] | None:
    try:
        return pool.submit(plain_run, chunk, awaited)
    except BrokenExecutor:  # a process was killed: this one looks at the chunk itself
        return None


def _result(chunk: bytes, future: Future[PlainRun | None] | None) -> tuple[bytes, PlainRun | None]:
    try:
        return chunk, future.result() if future is not None else None
    except BrokenExecutor:
        return chunk, None
