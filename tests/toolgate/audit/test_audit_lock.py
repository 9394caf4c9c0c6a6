"""The lock among processes: on every system, without a wait that is not asked for, patient while others get on."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import portalocker
import pytest

from toolgate.audit import lock as module
from toolgate.audit import locking
from toolgate.audit.lock import FileLock
from toolgate.audit.ordered_worker import Busy


@pytest.mark.parametrize("system", [locking.by_flock, locking.by_portalocker])
def test_one_holds_it_at_a_time(tmp_path: Path, system: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "lock_functions", system)
    one, other = FileLock(tmp_path / "x.lock"), FileLock(tmp_path / "x.lock")
    one.acquire()
    with pytest.raises(Busy):
        other.acquire(wait=False)
    one.release()
    other.acquire(wait=False)
    other.release()
    one.close()
    other.close()


def test_nothing_that_only_one_system_has_is_needed_to_start() -> None:
    script = "import sys; sys.modules['fcntl'] = sys.modules['resource'] = None\n" + "".join(
        f"import {name}\n"
        for name in ("toolgate.audit.journal", "toolgate.audit.verify", "toolgate.audit.follow", "toolgate.gate")
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=env)
    assert (done.returncode, done.stderr) == (0, "")


def test_who_waits_is_patient_while_the_others_get_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The holders change all the time; together they hold it for longer than one may."""
    monkeypatch.setattr(module, "_PATIENCE_S", 0.3)
    path = tmp_path / "x.lock"
    path.touch()
    others = FileLock(path)
    others.acquire()
    turns = 0
    got = threading.Event()

    def wait() -> None:
        patient = FileLock(path)
        patient.acquire()
        got.set()
        patient.release()
        patient.close()

    waiting = threading.Thread(target=wait)
    waiting.start()
    while turns < 60:  # 1.2 s and more, each turn marked as a change of the holder is
        got.wait(0.02)
        os.truncate(path, 0)
        turns += 1
    assert not got.is_set()
    others.close()
    waiting.join()
    assert got.is_set()


def test_one_holder_who_keeps_it_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PATIENCE_S", 0.05)
    holder, waiting = FileLock(tmp_path / "x.lock"), FileLock(tmp_path / "x.lock")
    holder.acquire()
    with pytest.raises(OSError, match=r"another process has kept the lock x\.lock for too long: end it"):
        waiting.acquire()
    holder.close()
    waiting.acquire()
    waiting.close()


class Clock:
    """Time that passes where one sleeps, and what happens meanwhile."""

    def __init__(self, meanwhile: Callable[[], object]) -> None:
        self.now_s, self._meanwhile = 1000.0, meanwhile

    def monotonic(self) -> float:
        return self.now_s

    def sleep(self, seconds: float) -> None:
        self.now_s += 0.01
        self._meanwhile()


@pytest.mark.parametrize(("most_s", "others_get_on"), [(2.0, False), (60.0, True)])
def test_a_lock_is_waited_for_so_long_and_no_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most_s: float, others_get_on: bool
) -> None:
    """Of one holder for two seconds; of holders that change for a minute."""
    path = tmp_path / "x.lock"
    holder, waiting = FileLock(path), FileLock(path)
    holder.acquire()
    clock = Clock((lambda: os.truncate(path, 0)) if others_get_on else (lambda: None))
    monkeypatch.setattr(module, "time", clock)
    began = clock.now_s
    with pytest.raises(OSError, match="for too long"):
        waiting.acquire()
    assert most_s <= clock.now_s - began <= most_s + 0.05
    began = clock.now_s
    with pytest.raises(OSError, match="for too long"):
        waiting.acquire()
    assert clock.now_s - began <= (60.05 if others_get_on else 0.1), "who has waited in vain waits less"
    holder.close()
    waiting.acquire()
    waiting.close()


def test_who_lets_go_in_time_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.lock"
    holder, waiting = FileLock(path), FileLock(path)
    holder.acquire()
    clock = Clock(lambda: holder.close() if clock.now_s >= 1001.98 else None)
    monkeypatch.setattr(module, "time", clock)
    waiting.acquire()
    assert 1001.98 <= clock.now_s <= 1002.0
    waiting.close()


def test_where_files_cannot_be_locked_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise portalocker.LockException

    monkeypatch.setattr(portalocker, "lock", refuse)
    lock, _ = locking.by_portalocker()
    with pytest.raises(OSError, match="no file can be locked there: keep the log on a local disk"):
        lock(0)
