"""The lock among processes: on every system, without a wait that is not asked for, patient while others get on."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from toolgate.audit import lock as module
from toolgate.audit import locking
from toolgate.audit.lock import FileLock
from toolgate.audit.ordered_worker import Busy


@pytest.mark.parametrize("system", [locking.by_flock, locking.by_portalocker])
def test_one_holds_it_at_a_time(tmp_path: Path, system: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locking, "_system", system)
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
    with pytest.raises(OSError, match="kept the lock"):
        waiting.acquire()
    holder.close()
    waiting.acquire()
    waiting.close()
