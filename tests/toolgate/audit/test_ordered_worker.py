"""The worker of the audit log: nothing is done before what was given earlier, even where it could be done at once."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from toolgate.audit.ordered_worker import Busy, OrderedWorker


class Bench(NamedTuple):
    """A worker, what it has done, and what lets it go on."""

    worker: OrderedWorker
    done: list[str]
    open: threading.Event

    def blocked(self, name: str, *, wait: bool) -> None:
        """Work that cannot be done at once."""
        if not wait:
            raise Busy
        self.open.wait()
        self.done.append(name)

    def quick(self, name: str, *, wait: bool) -> str:
        """Work that can."""
        self.done.append(name)
        return name


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench(OrderedWorker(), [], threading.Event())
    yield made
    made.open.set()
    made.worker.close()


def test_what_does_not_block_is_done_here(bench: Bench) -> None:
    assert bench.worker.at_once(bench.quick, "one") == "one"
    assert bench.done == ["one"]


def test_nothing_is_done_at_once_out_of_its_turn(bench: Bench) -> None:
    bench.worker.do_soon(bench.blocked, "first")
    with pytest.raises(Busy):
        bench.worker.at_once(bench.quick, "second")
    assert bench.done == []
    bench.worker.do_soon(bench.quick, "third")
    bench.open.set()
    bench.worker.close()
    assert bench.done == ["first", "third"]


async def test_who_waits_has_its_turn_behind_what_came_before(bench: Bench) -> None:
    bench.worker.do_soon(bench.blocked, "first")
    second = asyncio.create_task(bench.worker.do(bench.quick, "second"))
    await asyncio.sleep(0)
    assert (bench.done, second.done()) == ([], False)
    bench.open.set()
    assert await second == "second"
    assert bench.done == ["first", "second"]
