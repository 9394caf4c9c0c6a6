"""Many threads and processes on one file, and processes that are killed.

AUDIT_STRESS=10000 writes that many records in each thread; a run takes minutes then.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from toolgate.audit.call_records import read_records
from toolgate.audit.journal import AuditLog
from toolgate.audit.verify import verify_log

PER_THREAD = int(os.environ.get("AUDIT_STRESS", "100"))

_WRITER = """
import os, sys, threading
from pathlib import Path
from toolgate.audit.journal import AuditLog
from toolgate.audit.record import call_record
from toolgate.contract import AgentContext, Call, Outcome, Tier
from toolgate.moments import utc_now
path, count, rotate, names = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
children = {}
for name in names[1:]:
    if pid := os.fork():
        children[pid] = name
    else:
        names, children = [name], {}
        break
name = names[0]
log = AuditLog(path, durability="system", rotate_bytes=rotate)
outcome = Outcome({"summary": "x" * 300}, ok=True)
def write(thread):
    for number in range(count):
        call = Call("probe", {"n": number}, AgentContext(f"{name}-{thread}"))
        log.append(call_record(call, outcome, tier=Tier.READ_ONLY, mode="open", server="s", came=utc_now(), latency_ms=1.0))
threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
os.write(1, b"%d\\n" % os.getpid())
for thread in threads: thread.start()
for thread in threads: thread.join()
log.close()
sys.exit(any([os.waitpid(pid, 0)[1] for pid in children]))
"""


def start(path: Path, name: str, count: int, rotate: int) -> subprocess.Popen[str]:
    return start_all(path, [name], count, rotate)[0]


def start_all(path: Path, names: list[str], count: int, rotate: int) -> tuple[subprocess.Popen[str], list[int]]:
    """A process for each name, all writing, and their ids: the first has forked the others and waits for them."""
    process = subprocess.Popen(
        [sys.executable, "-c", _WRITER, str(path), str(count), str(rotate), *names],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert process.stdout is not None
    pids = [int(process.stdout.readline()) for _ in names]
    process.stdout.close()
    return process, pids


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("rotate", [10**9, 50_000 if PER_THREAD < 1000 else 5_000_000], ids=["one file", "rotated"])
def test_eight_threads_in_two_processes_write_every_record_once(tmp_path: Path, rotate: int) -> None:
    path = tmp_path / "audit.jsonl"
    processes = [start(path, name, PER_THREAD, rotate) for name in ("a", "b")]
    for process in processes:
        assert process.wait() == 0
    result = verify_log(path)
    assert (result.ok, result.lines, result.notes) == (True, 16 * PER_THREAD, {}), result.first_break
    seen = [(record["agent_id"], record["args"]["n"]) for record in read_records(path) if record is not None]
    assert len(set(seen)) == len(seen) == 16 * PER_THREAD
    for agent in {agent for agent, _ in seen}:
        assert [number for name, number in seen if name == agent] == list(range(PER_THREAD))


@pytest.mark.timeout(3600)
def test_a_killed_process_leaves_whole_records_or_one_noted_line(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    steady = start(path, "steady", PER_THREAD, 60_000)
    kills = 3
    for attempt in range(kills):
        doomed = start(path, f"doomed{attempt}", 1_000_000, 60_000)
        time.sleep(0.05 + 0.03 * attempt)
        os.kill(doomed.pid, signal.SIGKILL)
        doomed.wait()
    assert steady.wait() == 0
    last = start(path, "last", 1, 60_000)
    assert last.wait() == 0
    result = verify_log(path)
    assert result.ok, result.first_break
    assert result.notes.get("gap", 0) == 0
    assert result.notes.get("repair", 0) <= kills
    records = [record for record in read_records(path) if record is not None]
    assert sum(record["agent_id"].startswith("steady-") for record in records) == 8 * PER_THREAD
    assert sum(record["agent_id"].startswith("last-") for record in records) == 8
    for agent in {record["agent_id"] for record in records if record["safety"] is None}:
        numbers = [record["args"]["n"] for record in records if record["agent_id"] == agent]
        assert numbers == list(range(len(numbers)))


@pytest.mark.timeout(3600)
def test_a_log_that_is_being_written_and_rotated_verifies_at_every_moment(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    processes = [start(path, name, PER_THREAD, 20_000) for name in ("a", "b")]
    looks = 0
    try:
        while any(process.poll() is None for process in processes) and looks < 50:
            if path.exists():
                assert verify_log(path).ok, verify_log(path).first_break
                looks += 1
    finally:
        for process in processes:
            assert process.wait() == 0
    assert verify_log(path).lines == 16 * PER_THREAD


def test_who_writes_without_a_pause_lets_others_in(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    busy = start(path, "busy", 1_000_000, 10**9)
    log = AuditLog(path, durability="system")
    try:
        for number in range(30):
            log.append({"safety": None, "agent_id": "patient", "n": number})
            assert log.status()["queued"] == 0
    finally:
        busy.kill()
        busy.wait()
        log.close()
    assert verify_log(path).ok


@pytest.mark.timeout(3600)
def test_sixteen_busy_processes_of_which_eight_are_killed(tmp_path: Path) -> None:
    """No record of those that live is missing, and none of them was told that the log cannot be written."""
    path = tmp_path / "audit.jsonl"
    steady, _ = start_all(path, [f"steady{number}" for number in range(8)], 10, 200_000)
    doomed, pids = start_all(path, [f"doomed{number}" for number in range(8)], 1_000_000, 200_000)
    assert len({steady.pid, *pids}) == 9
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
    assert doomed.wait() == -signal.SIGKILL
    assert steady.wait() == 0
    assert start(path, "last", 1, 200_000).wait() == 0  # cuts what the last of the killed has torn
    result = verify_log(path)
    assert result.ok, result.first_break
    assert "gap" not in result.notes
    agents = [str(record["agent_id"]) for record in read_records(path) if record is not None]
    assert sum(agent.startswith("steady") for agent in agents) == 8 * 8 * 10
