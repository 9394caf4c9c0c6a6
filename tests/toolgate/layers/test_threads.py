"""Threads that are kept for a moment: used again, without anything of the call before, and gone when nobody comes."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from contextvars import ContextVar
from queue import SimpleQueue
from typing import Any

import pytest

from toolgate.layers import threads
from toolgate.layers.doorbell import Doorbell, QueueBell, doorbell
from toolgate.layers.threads import Threads

SEEN: ContextVar[str] = ContextVar("seen", default="nothing")


LONG_S = 60.0
"""Only a failure takes so long."""


def done(pool: Threads, do: Any) -> Any:
    """What the work gave, once its thread is free again."""
    work = pool.begin(do)
    assert work.ends_within(LONG_S)
    return work.given


def test_one_thread_does_one_piece_of_work_after_another() -> None:
    pool = Threads()
    assert len({done(pool, threading.get_ident) for _ in range(5)}) == 1
    assert len(pool) == 1


def test_work_at_a_time_has_a_thread_each() -> None:
    pool, together = Threads(), threading.Barrier(3)
    begun = [pool.begin(lambda: (together.wait(LONG_S), threading.get_ident())[1]) for _ in range(3)]
    assert all(work.ends_within(LONG_S) for work in begun)
    assert len({work.given for work in begun}) == 3


def test_who_does_not_wait_is_told_at_the_end() -> None:
    pool, go, told = Threads(), threading.Event(), SimpleQueue[int]()
    work = pool.begin(lambda: go.wait(LONG_S))
    assert not work.ends_within(0.001)
    work.then(lambda: told.put(threading.get_ident()))
    assert told.empty()
    go.set()
    assert told.get(timeout=LONG_S) == done(pool, threading.get_ident) != threading.get_ident()
    assert work.given is True


def test_who_asks_to_be_told_after_the_end_is_told_at_once() -> None:
    pool, told = Threads(), list[int]()
    work = pool.begin(lambda: 1)
    while not len(pool):  # its end comes right after
        pass
    done(pool, lambda: None)  # by the same thread, so the end has come
    work.then(lambda: told.append(work.given))
    assert told == [1]


def test_a_thread_knows_nothing_of_the_call_before() -> None:
    pool = Threads()
    SEEN.set("by whoever asks")

    def work() -> str:
        before = SEEN.get()
        SEEN.set("by the call before")
        return before

    assert [done(pool, work), done(pool, work)] == ["nothing", "nothing"]


def test_an_idle_thread_keeps_nothing_of_a_call_alive(collect_garbage: Callable[[], object]) -> None:
    class Result:
        pass

    pool = Threads()
    seen = weakref.ref(done(pool, Result))
    done(pool, lambda: None)
    collect_garbage()
    assert seen() is None


def test_a_thread_that_nobody_needs_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "IDLE_S", 0.01)
    pool = Threads()
    thread = done(pool, threading.current_thread)
    thread.join(LONG_S)
    assert not thread.is_alive()
    assert len(pool) == 0
    assert done(pool, threading.current_thread) is not thread


def test_a_thread_waits_so_long_for_more_work_and_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its bell tells how long it would wait; nobody waits for it here."""
    waits: list[float] = []

    def impatient(seconds: float) -> Doorbell:
        waits.append(seconds)
        return doorbell(0.01)

    monkeypatch.setattr(threads, "doorbell", impatient)
    done(Threads(), threading.current_thread).join(LONG_S)
    assert waits == [pytest.approx(2.0, abs=0.1)]


def test_a_ring_without_work_ends_no_thread() -> None:
    """Of a process that was forked off, which has the bells of its parent."""
    pool = Threads()
    thread = done(pool, threading.current_thread)
    pool._idle[0].bell.ring()
    assert done(pool, threading.current_thread) is thread


def test_a_machine_without_more_threads_keeps_no_bell_open(monkeypatch: pytest.MonkeyPatch) -> None:
    class Refused(threading.Thread):
        def start(self) -> None:
            raise RuntimeError("can't start new thread")

    closed: list[bool] = []
    monkeypatch.setattr(QueueBell, "close", lambda bell: closed.append(True))
    monkeypatch.setattr(threads, "doorbell", QueueBell)
    monkeypatch.setattr(threading, "Thread", Refused)
    with pytest.raises(RuntimeError):
        Threads().begin(lambda: None)
    assert closed == [True]
