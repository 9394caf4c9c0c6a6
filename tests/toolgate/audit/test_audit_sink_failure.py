"""A log that cannot be written: nothing is raised, nothing is forgotten within bounds, and it says so."""

from __future__ import annotations

import fcntl
import logging
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from toolgate.audit import lock
from toolgate.audit.verify import verify_log
from toolgate.contract import JsonObject

Make = Callable[..., Any]
Records = Callable[[Path], list[JsonObject]]


def take_away(log_file: Path) -> None:
    """A file stands where the log's folder was: nothing can be opened there, by root neither."""
    log_file.parent.rename(log_file.parent.with_name("aside"))
    log_file.parent.write_text("in the way")


def give_back(log_file: Path) -> None:
    log_file.parent.unlink()
    log_file.parent.with_name("aside").rename(log_file.parent)


def test_records_wait_in_order_and_are_written_when_the_sink_is_back(
    make_log: Make, record: Make, log_file: Path, records_in: Records, caplog: pytest.LogCaptureFixture
) -> None:
    log = make_log()
    log.append(record(0))
    assert log.ready()
    take_away(log_file)
    assert not log.ready()
    with caplog.at_level(logging.WARNING):
        for number in range(1, 6):
            log.append(record(number))
    assert log.status() == {
        "ok": False, "records": 1, "queued": 5, "lost": 0, "file": "audit.jsonl", "durability": "system",
        "error": "Not a directory"}  # fmt: skip
    assert not log.ready()
    give_back(log_file)
    assert log.ready()
    log.append(record(6))
    assert [line["args"]["number"] for line in records_in(log_file)] == list(range(7))
    assert log.status()["ok"]
    assert verify_log(log_file).ok


def test_a_broken_sink_is_loud_but_does_not_flood(
    make_log: Make, record: Make, log_file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    log = make_log()
    log.append(record())
    take_away(log_file)
    for number in range(50):
        log.append(record(number))
    (line,) = [entry for entry in caplog.records if entry.levelno >= logging.ERROR]
    assert "CANNOT BE WRITTEN" in line.message
    assert str(log_file.parent) not in line.message
    give_back(log_file)
    assert log.ready()
    assert "writable again, 50 waiting records written" in caplog.messages[-1]


def test_more_than_is_kept_is_counted_in_the_chain(
    make_log: Make, record: Make, log_file: Path, records_in: Records
) -> None:
    log = make_log(queue_max=3)
    log.append(record(0))
    take_away(log_file)
    for number in range(1, 9):
        log.append(record(number))
    assert (log.status()["queued"], log.status()["lost"]) == (3, 5)
    give_back(log_file)
    log.append(record(9))  # comes while the queue is full: it is the sixth that is lost
    lines = records_in(log_file)
    assert [line["args"].get("number") for line in lines] == [0, 1, 2, 3, None]
    assert (lines[-1]["safety"], lines[-1]["extra"]) == ("gap", {"lost": 6})
    log.append(record(10))
    assert records_in(log_file)[-1]["args"]["number"] == 10
    assert (verify_log(log_file).ok, verify_log(log_file).notes) == (True, {"gap": 1})


def test_what_waits_is_written_at_close(make_log: Make, record: Make, log_file: Path) -> None:
    log = make_log()
    log.append(record(0))
    take_away(log_file)
    log.append(record(1))
    give_back(log_file)
    log.close()
    assert (verify_log(log_file).ok, verify_log(log_file).lines) == (True, 2)


def test_a_folder_that_cannot_be_made_is_no_reason_to_fail(make_log: Make, record: Make, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    log = make_log(tmp_path / "file" / "below" / "audit.jsonl")
    assert not log.ready()
    log.append(record())
    assert log.status()["queued"] == 1
    log.close()


@pytest.mark.parametrize("kind", ["full", "fifo", "folder"])
def test_what_is_no_regular_file_is_no_log(make_log: Make, record: Make, log_file: Path, kind: str) -> None:
    log_file.parent.mkdir()
    if kind == "full":
        log_file.symlink_to("/dev/full")
    elif kind == "fifo":
        os.mkfifo(log_file)
    else:
        log_file.mkdir()
    log = make_log()
    assert not log.ready()
    log.append(record())
    assert log.status()["queued"] == 1


def test_a_removed_folder_is_made_again_and_the_loss_is_told(
    make_log: Make, record: Make, log_file: Path, records_in: Records
) -> None:
    log = make_log()
    for number in range(3):
        log.append(record(number))
    shutil.rmtree(log_file.parent)
    assert log.ready()
    log.append(record(3))
    note, last = records_in(log_file)
    assert (note["safety"], note["extra"]) == ("gap", {"known": 3, "found": 0})
    assert (note["seq"], last["seq"]) == (4, 5)
    broken = verify_log(log_file).first_break
    assert broken is not None
    assert (broken.line, "3 records are missing" in broken.reason) == (1, True)


@pytest.mark.parametrize("how", ["empty", "shorter", "another"])
def test_a_replaced_file_is_noticed(
    make_log: Make, record: Make, log_file: Path, records_in: Records, tmp_path: Path, how: str
) -> None:
    log = make_log()
    for number in range(3):
        log.append(record(number))
    if how == "another":
        other = make_log(tmp_path / "other.jsonl")
        other.append(record(7))
        (tmp_path / "other.jsonl").replace(log_file)
    else:
        lines = log_file.read_bytes().splitlines(keepends=True)
        log_file.write_bytes(b"" if how == "empty" else lines[0])
    assert log.ready()
    log.append(record(3))
    assert [line["safety"] for line in records_in(log_file)][-2:] == ["gap", None]
    assert not verify_log(log_file).ok


def test_a_log_cut_while_nobody_ran_is_noticed_at_the_next_start(
    make_log: Make, record: Make, log_file: Path, records_in: Records
) -> None:
    log = make_log()
    for number in range(3):
        log.append(record(number))
    log.close()
    lines = log_file.read_bytes().splitlines(keepends=True)
    log_file.write_bytes(lines[0])
    make_log().append(record(4))
    assert records_in(log_file)[1]["extra"] == {"known": 3, "found": 1}
    broken = verify_log(log_file).first_break
    assert broken is not None
    assert broken.line == 2


def test_a_lock_that_is_never_given_back_stops_nothing(
    make_log: Make, record: Make, log_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "_PATIENCE_S", 0.05)
    log = make_log()
    log.append(record(0))
    with log_file.with_name("audit.jsonl.lock").open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        log.append(record(1))
        assert log.status()["queued"] == 1
        assert not log.ready()
    assert log.ready()
    assert verify_log(log_file).lines == 2


def test_a_removed_lock_does_not_let_two_in(make_log: Make, record: Make, log_file: Path) -> None:
    one = make_log()
    one.append(record(0))
    log_file.with_name("audit.jsonl.lock").unlink()
    other = make_log()
    threads = [
        threading.Thread(target=lambda log=log: [log.append(record(number)) for number in range(100)])
        for log in (one, other)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (verify_log(log_file).ok, verify_log(log_file).lines) == (True, 201)


_LIMITED = """
import resource, sys
from pathlib import Path
from toolgate.audit.journal import AuditLog
soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
log = AuditLog(Path(sys.argv[1]), durability="system")
def write(count):
    for number in range(count):
        log.append({"tool": "t", "safety": None, "words": "x" * 500})
write(3)
print(log.ready())
resource.setrlimit(resource.RLIMIT_FSIZE, (8000, hard))
print(log.ready())
write(20)
print(log.status()["queued"] > 0, log.status()["error"])
resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
print(log.ready(), log.status()["queued"])
log.close()
"""


def test_a_file_that_may_not_grow_is_filled_by_whole_lines_and_goes_on_later(log_file: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _LIMITED, str(log_file)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.stdout.splitlines() == ["True", "False", "True File too large", "True 0"]
    result = verify_log(log_file)
    assert (result.ok, result.lines, result.notes) == (True, 23, {})


def test_closing_makes_nothing_that_was_taken_away(make_log: Make, record: Make, log_file: Path) -> None:
    log = make_log()
    log.append(record())
    shutil.rmtree(log_file.parent)
    log.close()
    assert not log_file.parent.exists()


def test_a_record_that_json_cannot_hold_stands_in_nobody_s_way(
    make_log: Make, record: Make, log_file: Path, records_in: Records
) -> None:
    log = make_log()
    log.append({"safety": None, "odd": object()})
    log.append(record(1))
    assert [line["safety"] for line in records_in(log_file)] == [None, "gap"]
    assert (log.ready(), log.status()["lost"]) == (True, 1)
    assert verify_log(log_file).ok


@pytest.mark.parametrize("kind", ["folder", "nonsense"])
def test_anchors_that_cannot_be_written_cost_no_record(make_log: Make, record: Make, log_file: Path, kind: str) -> None:
    anchors = log_file.with_name("audit-anchors.jsonl")
    log_file.parent.mkdir()
    if kind == "folder":
        anchors.mkdir()
    else:
        anchors.write_text('{"anchor_hash":"x","lines":"many","ts":5}\n')
    log = make_log()
    for number in range(5):
        log.append(record(number))
    assert log.status()["ok"]
    assert log_file.read_bytes().count(b"\n") == 5


def test_a_thousand_records_wait_and_no_more(make_log: Make, record: Make, log_file: Path, records_in: Records) -> None:
    log = make_log()
    log.append(record(0))
    take_away(log_file)
    for number in range(1, 1001):
        log.append(record(number))
    assert (log.status()["queued"], log.status()["lost"]) == (1000, 0)
    log.append(record(1001))
    assert (log.status()["queued"], log.status()["lost"]) == (1000, 1)
    give_back(log_file)
    log.close()
