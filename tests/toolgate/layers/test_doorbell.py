"""A bell wakes who waits, also for a ring that came before; one that nobody rings lets go."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable

import pytest

from toolgate.layers.doorbell import Doorbell, QueueBell, SocketBell, doorbell

LONG_S = 60.0
"""Only a failure takes so long."""

KINDS = pytest.mark.parametrize("made", [SocketBell, QueueBell])


@KINDS
def test_each_ring_ends_one_wait_whichever_comes_first(made: Callable[[float], Doorbell]) -> None:
    bell, heard = made(LONG_S), list[bool]()
    bell.ring()
    bell.ring()
    assert bell.rung()
    assert bell.rung()
    waiting = threading.Thread(target=lambda: heard.append(bell.rung()))
    waiting.start()
    bell.ring()
    waiting.join(LONG_S)
    assert heard == [True]
    bell.close()


@KINDS
@pytest.mark.parametrize("seconds", [0.01, 0.1])
def test_nobody_waits_longer_than_the_bell_says(made: Callable[[float], Doorbell], seconds: float) -> None:
    bell = made(seconds)
    assert not bell.rung()
    bell.ring()
    assert bell.rung()
    bell.close()


def test_a_closed_bell_has_no_file_open() -> None:
    bell = SocketBell(LONG_S)
    bell.close()
    for descriptor in (bell._reads, bell._writes):
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(descriptor)


def test_where_no_more_files_may_be_open_there_is_a_bell_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(socket, "socketpair", refused)
    assert isinstance(doorbell(LONG_S), QueueBell)
