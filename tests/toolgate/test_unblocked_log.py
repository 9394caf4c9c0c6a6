"""A log that nobody reads makes no call wait; what is left out of it is said."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from queue import SimpleQueue
from threading import Event

import pytest

from toolgate import unblocked_log
from toolgate.unblocked_log import UnblockedHandler


class Reader:
    """Takes what is written once it is let go."""

    def __init__(self) -> None:
        self.waits, self.goes_on = Event(), Event()
        self.text = b""

    def write(self, data: bytes) -> int:
        self.waits.set()
        assert self.goes_on.wait(60)
        self.text += data[:7]
        return len(data[:7])


@pytest.fixture
def log() -> Iterator[logging.Logger]:
    made = logging.getLogger("unblocked")
    made.setLevel(logging.INFO)
    made.propagate = False
    yield made
    made.handlers.clear()


@pytest.mark.parametrize(("more", "left_out"), [(1000, 0), (1003, 3)])
def test_nobody_waits_for_a_reader_and_what_is_left_out_is_said(log: logging.Logger, more: int, left_out: int) -> None:
    reader = Reader()
    handler = UnblockedHandler(reader.write)
    log.addHandler(handler)
    log.info("line %d", 0)
    assert reader.waits.wait(60)  # it has taken that line
    for number in range(1, more + 1):
        log.info("line %d", number)
    reader.goes_on.set()
    while handler.waiting:
        handler.flush()
    lines = reader.text.decode().splitlines()
    assert lines[: 1 + more - left_out] == [f"line {number}" for number in range(1 + more - left_out)]
    said = [f"WARNING toolgate: {left_out} lines of the log were left out: nobody read it"]
    assert lines[1 + more - left_out :] == (said if left_out else [])


def test_lines_that_come_soon_after_a_write_are_written_as_one(
    log: logging.Logger, monkeypatch: pytest.MonkeyPatch
) -> None:
    rests: list[float | None] = []
    writes: SimpleQueue[bytes] = SimpleQueue()
    resting, rested = Event(), Event()

    class Rest(Event):
        def wait(self, timeout: float | None = None) -> bool:
            rests.append(timeout)
            resting.set()
            return rested.wait(60)

    def write(data: bytes) -> int:
        writes.put(data)
        return len(data)

    handler = UnblockedHandler(write)
    monkeypatch.setattr(handler, "_hurry", Rest())
    log.addHandler(handler)
    log.info("first")
    assert writes.get(timeout=60) == b"first\n"
    assert resting.wait(60)
    log.info("second")
    log.info("third")
    assert writes.empty()
    rested.set()
    assert writes.get(timeout=60) == b"second\nthird\n"
    assert set(rests) == {0.02}


def test_who_waits_for_the_lines_ends_the_rest(log: logging.Logger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unblocked_log, "_REST_S", 60.0)
    reading, writing = os.pipe()
    handler = UnblockedHandler.on(writing)
    log.addHandler(handler)
    for word in ("one", "two"):
        log.info(word)
        handler.flush()
        assert not handler.waiting
    os.close(writing)
    with os.fdopen(reading) as pipe:
        assert pipe.read() == "one\ntwo\n"


def test_what_a_pipe_gets_is_whole_and_in_order(log: logging.Logger) -> None:
    reading, writing = os.pipe()
    handler = UnblockedHandler.on(writing)
    log.addHandler(handler)
    for number in range(20):
        log.info("line %d", number)
    handler.flush()
    os.close(writing)
    with os.fdopen(reading) as pipe:
        assert pipe.read().splitlines() == [f"line {number}" for number in range(20)]


def test_a_reader_that_has_gone_is_no_fault(log: logging.Logger) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    handler = UnblockedHandler.on(writing)
    log.addHandler(handler)
    log.info("to nobody")
    handler.flush()
    log.info("and again")
    handler.flush()
    os.close(writing)
