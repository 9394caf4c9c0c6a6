"""Threads that are kept for a moment: used again, without anything of the call before, and gone when nobody comes."""

from __future__ import annotations

import gc
import threading
import weakref
from contextvars import ContextVar
from queue import SimpleQueue
from typing import Any

import pytest

from toolgate.layers import threads
from toolgate.layers.threads import Threads

SEEN: ContextVar[str] = ContextVar("seen", default="nothing")


def done(pool: Threads, work: Any) -> Any:
    """What the work gave, once its thread is free again."""
    told: SimpleQueue[Any] = SimpleQueue()
    pool.begin(work, told.put)
    return told.get(timeout=60)


def test_one_thread_does_one_piece_of_work_after_another() -> None:
    pool = Threads()
    assert len({done(pool, threading.get_ident) for _ in range(5)}) == 1
    assert len(pool) == 1


def test_work_at_a_time_has_a_thread_each() -> None:
    pool, together, told = Threads(), threading.Barrier(3), SimpleQueue[Any]()
    for _ in range(3):
        pool.begin(lambda: (together.wait(60), threading.get_ident())[1], told.put)
    assert len({told.get(timeout=60) for _ in range(3)}) == 3


def test_a_thread_knows_nothing_of_the_call_before() -> None:
    pool = Threads()
    SEEN.set("by whoever asks")

    def work() -> str:
        before = SEEN.get()
        SEEN.set("by the call before")
        return before

    assert [done(pool, work), done(pool, work)] == ["nothing", "nothing"]


def test_an_idle_thread_keeps_nothing_of_a_call_alive() -> None:
    class Result:
        pass

    pool = Threads()
    told: SimpleQueue[Any] = SimpleQueue()

    def tell(given: Result) -> None:
        told.put(weakref.ref(given))

    pool.begin(Result, tell)
    seen = told.get(timeout=60)
    done(pool, lambda: None)
    gc.collect()
    assert seen() is None


def test_a_thread_that_nobody_needs_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "IDLE_S", 0.01)
    pool = Threads()
    thread = done(pool, threading.current_thread)
    thread.join(60)
    assert not thread.is_alive()
    assert len(pool) == 0
    assert done(pool, threading.current_thread) is not thread


def test_a_thread_waits_so_long_for_more_work_and_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its queue tells how long it would wait; nobody waits for it here."""
    waits: list[float | None] = []

    class Impatient(SimpleQueue[Any]):
        def get(self, block: bool = True, timeout: float | None = None) -> Any:
            waits.append(timeout)
            return super().get(block, 60 if len(waits) == 1 else 0.01)

    monkeypatch.setattr(threads, "SimpleQueue", Impatient)
    done(Threads(), threading.current_thread).join(60)
    assert waits == [pytest.approx(2.0, abs=0.1)] * 2
