"""The journal: what is written is chained, whoever writes it, and goes on after whatever happened to the file."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import stat
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from toolgate.audit.chain import GENESIS
from toolgate.audit.lock import FileLock
from toolgate.audit.segments import lock_path
from toolgate.audit.verify import verify_log
from toolgate.contract import JsonObject

Make = Callable[..., Any]
Records = Callable[[Path], list[JsonObject]]


def test_records_are_numbered_and_chained(make_log: Make, record: Make, log_file: Path, records_in: Records) -> None:
    log = make_log()
    for number in range(3):
        log.append(record(number))
    lines = records_in(log_file)
    assert [line["seq"] for line in lines] == [1, 2, 3]
    assert [line["prev_hash"] for line in lines] == [GENESIS, lines[0]["entry_hash"], lines[1]["entry_hash"]]
    assert log.status() == {
        "ok": True, "records": 3, "queued": 0, "lost": 0, "file": "audit.jsonl", "durability": "system", "error": None}  # fmt: skip
    assert verify_log(log_file).to_json() == {
        "ok": True, "lines": 3, "chained": 3, "notes": {}, "segments": ["audit.jsonl"], "head": lines[2]["entry_hash"],
        "anchors": 1, "first_break": None, "unaccounted": []}  # fmt: skip


def test_a_log_is_for_its_owner_alone(make_log: Make, record: Make, log_file: Path) -> None:
    make_log().append(record())
    for file in log_file.parent.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file.name
    assert stat.S_IMODE(log_file.parent.stat().st_mode) == 0o700
    assert not (log_file.stat().st_mode & 0o077)


def test_a_log_that_others_could_read_is_closed_to_them(make_log: Make, record: Make, log_file: Path) -> None:
    log_file.parent.mkdir()
    log_file.touch()
    log_file.chmod(0o644)
    make_log().append(record())
    assert stat.S_IMODE(log_file.stat().st_mode) == 0o600


def test_another_opening_goes_on_behind_the_last(make_log: Make, record: Make, log_file: Path) -> None:
    for number in range(5):
        log = make_log()
        log.append(record(number))
        log.close()
    result = verify_log(log_file)
    assert (result.ok, result.lines) == (True, 5)


def test_two_logs_on_one_file_take_turns(make_log: Make, record: Make, log_file: Path) -> None:
    one, other = make_log(), make_log()
    for number in range(20):
        (one, other)[number % 3 == 0].append(record(number))
    result = verify_log(log_file)
    assert (result.ok, result.lines) == (True, 20)


def test_two_logs_in_one_process_share_nothing(make_log: Make, record: Make, log_file: Path, tmp_path: Path) -> None:
    one, other = make_log(), make_log(tmp_path / "other" / "audit.jsonl")
    one.append(record(1))
    other.append(record(2))
    one.append(record(3))
    assert (verify_log(one.path).lines, verify_log(other.path).lines) == (2, 1)
    one.path.rename(one.path.with_name("away"))
    (one.path).mkdir()
    one.append(record(4))
    assert not one.ready()
    assert other.ready()
    assert other.status()["error"] is None


def test_a_closed_log_opens_again(make_log: Make, record: Make, log_file: Path) -> None:
    log = make_log()
    log.append(record(1))
    log.close()
    log.append(record(2))
    log.close()
    log.close()
    assert verify_log(log_file).lines == 2


@pytest.mark.parametrize("torn", [b"{", b'{"seq":9,"entry_', b"x" * 50_000, b"\x00" * 10])
def test_a_torn_line_is_cut_and_noted(
    make_log: Make, record: Make, log_file: Path, records_in: Records, torn: bytes
) -> None:
    log = make_log()
    log.append(record(1))
    log.close()
    with log_file.open("ab") as file:
        file.write(torn)
    before = verify_log(log_file).first_break
    assert before is not None
    assert (before.line, "torn" in before.reason) == (2, True)
    log = make_log()
    log.append(record(2))
    first, note, second = records_in(log_file)
    assert (first["safety"], note["safety"], second["safety"]) == (None, "repair", None)
    assert (note["operation"], note["extra"]) == (
        "audit/repair",
        {"bytes": len(torn), "sha256": sha256(torn).hexdigest()},
    )
    assert set(note) == set(first)
    result = verify_log(log_file)
    assert (result.ok, result.lines, result.notes) == (True, 3, {"repair": 1})


def test_a_torn_first_line_is_cut_too(make_log: Make, record: Make, log_file: Path) -> None:
    log_file.parent.mkdir()
    log_file.write_bytes(b'{"half')
    make_log().append(record())
    assert (verify_log(log_file).ok, verify_log(log_file).lines) == (True, 2)


def test_another_writer_s_line_is_left_and_named(make_log: Make, record: Make, log_file: Path) -> None:
    log = make_log()
    log.append(record(1))
    with log_file.open("ab") as file:
        file.write(b"not ours\n")
    log.append(record(2))
    broken = verify_log(log_file).first_break
    assert broken is not None
    assert (broken.segment, broken.line, broken.reason) == ("audit.jsonl", 2, "not JSON")
    assert log_file.read_bytes().count(b"\n") == 3


def test_rotation_keeps_one_chain_over_all_segments(make_log: Make, record: Make, log_file: Path) -> None:
    log = make_log(rotate_bytes=3000)
    for number in range(40):
        log.append(record(number))
    log.close()
    result = verify_log(log_file)
    assert (result.ok, result.lines) == (True, 40)
    assert len(result.segments) > 5
    assert all(name.endswith(".jsonl.gz") for name in result.segments[:-1])
    assert all(file.stat().st_size <= 3000 for file in log_file.parent.glob("*.jsonl") if "anchors" not in file.name)
    assert result.segments[0].startswith("audit-000000000001.jsonl")


def test_two_openings_rotate_one_file(make_log: Make, record: Make, log_file: Path) -> None:
    one, other = make_log(rotate_bytes=3000), make_log(rotate_bytes=3000)
    for number in range(60):
        (one, other)[number % 2].append(record(number))
    one.close()
    other.close()
    assert (verify_log(log_file).ok, verify_log(log_file).lines) == (True, 60)


def test_what_a_crash_left_of_compression_is_made_good(make_log: Make, record: Make, log_file: Path) -> None:
    log = make_log(rotate_bytes=3000, compress=False)
    for number in range(20):
        log.append(record(number))
    log.close()
    plain = sorted(log_file.parent.glob("audit-0*.jsonl"))
    plain[0].with_name(plain[0].name + ".gz.tmp").write_bytes(b"half a gzip")
    plain[1].with_name(plain[1].name + ".gz").write_bytes(gzip.compress(plain[1].read_bytes()))
    assert verify_log(log_file).lines == 20
    log = make_log()
    log.append(record(20))
    log.close()
    assert not list(log_file.parent.glob("*.tmp"))
    assert not list(log_file.parent.glob("audit-0*.jsonl"))
    assert (verify_log(log_file).ok, verify_log(log_file).lines) == (True, 21)


def test_a_crash_between_renaming_and_writing_breaks_nothing(make_log: Make, record: Make, log_file: Path) -> None:
    log = make_log(compress=False)
    log.append(record(1))
    log.close()
    log_file.rename(log_file.with_name("audit-000000000001.jsonl"))
    log = make_log(compress=False)
    log.append(record(2))
    assert (verify_log(log_file).ok, verify_log(log_file).lines) == (True, 2)


def test_days_are_anchored_once_and_the_end_at_close(
    make_log: Make, record: Make, log_file: Path, clock: Any, records_in: Records
) -> None:
    log, other = make_log(), make_log()
    for days in (0, 0, 1, 0, -3, 2, 2):
        clock.now = datetime(2026, 3, 1, 12, tzinfo=UTC) + timedelta(days=days)
        log.append(record())
        other.append(record())
    log.close()
    other.close()
    anchors = records_in(log_file.with_name("audit-anchors.jsonl"))
    assert [(anchor["day"], anchor["lines"], anchor["why"]) for anchor in anchors] == [
        ("2026-03-01", 1, "day"), ("2026-03-02", 5, "day"), ("2026-03-03", 11, "day"), ("2026-03-03", 14, "close")]  # fmt: skip
    assert set(anchors[0]) == {
        "anchor_hash", "chained", "cut_bytes", "day", "head", "lines", "prev_anchor_hash", "ts", "why"}  # fmt: skip
    assert verify_log(log_file).ok


def test_every_thousandth_record_is_anchored(make_log: Make, record: Make, log_file: Path, records_in: Records) -> None:
    log = make_log()
    for number in range(2001):
        log.append(record(number))
    anchors = records_in(log_file.with_name("audit-anchors.jsonl"))
    assert [(anchor["lines"], anchor["why"]) for anchor in anchors] == [(1, "day"), (1000, "count"), (2000, "count")]


def test_a_torn_anchor_costs_nothing(make_log: Make, record: Make, log_file: Path, records_in: Records) -> None:
    log = make_log()
    log.append(record(1))
    log.close()
    anchors = log_file.with_name("audit-anchors.jsonl")
    with anchors.open("ab") as file:
        file.write(b'{"half')
    assert verify_log(log_file).ok
    log = make_log()
    log.append(record(2))
    log.close()
    assert records_in(anchors)[-1]["cut_bytes"] == 6
    assert verify_log(log_file).ok


@pytest.mark.parametrize("durability", ["record", "interval", "system"])
async def test_each_durability_writes_the_same(make_log: Make, record: Make, log_file: Path, durability: str) -> None:
    log = make_log(durability=durability, interval_ms=10)
    log.append(record(1))
    await log.append_async(record(2))
    log.append_nowait(record(3))
    log.close()
    assert (verify_log(log_file).ok, verify_log(log_file).lines) == (True, 3)


async def test_every_record_is_on_disk_before_its_call_is_answered(
    make_log: Make, record: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = make_log(durability="record")
    log.append(record())
    synced: list[int] = []
    real = os.fsync

    def count(fd: int) -> None:
        synced.append(os.fstat(fd).st_size)
        real(fd)

    monkeypatch.setattr(os, "fsync", count)
    for number in range(3):
        await log.append_async(record(number))
        assert synced[-1] == log.path.stat().st_size


def test_a_forked_process_writes_for_itself(make_log: Make, record: Make, log_file: Path) -> None:
    log = make_log(durability="record")
    log.append(record(1))
    child = os.fork()
    if child == 0:
        try:
            for number in range(20):
                log.append(record(number))
        finally:
            os._exit(0)
    for number in range(20):
        log.append(record(number))
    os.waitpid(child, 0)
    assert (verify_log(log_file).ok, verify_log(log_file).lines) == (True, 41)


def test_timestamps_are_utc_to_the_microsecond(
    make_log: Make, record: Make, log_file: Path, clock: Any, records_in: Records
) -> None:
    clock.now = datetime.fromisoformat("2026-03-01T23:59:59.000001-05:00")
    make_log().append(record())
    (line,) = records_in(log_file)
    assert line["ts"] == "2026-03-02T04:59:59.000002Z"
    assert line["timestamp"] > line["ts"]


def test_a_log_can_be_read_as_json_by_others(make_log: Make, record: Make, log_file: Path) -> None:
    make_log().append(record(1, words='é \u2028 \x1f \\ "'))
    assert json.loads(log_file.read_text())["args"]["words"] == 'é \\u2028 \x1f \\ "'


async def test_a_record_that_comes_while_another_process_has_the_lock_waits_for_it(
    make_log: Make, record: Make, log_file: Path, records_in: Records
) -> None:
    log = make_log()
    log.append(record(1))
    other = FileLock(lock_path(log_file))
    other.acquire()
    writing = asyncio.create_task(log.append_async(record(2)))
    await asyncio.sleep(0)
    assert len(records_in(log_file)) == 1
    other.release()
    await writing
    other.close()
    assert len(records_in(log_file)) == 2


def test_what_stands_where_a_segment_is_to_go_is_named(
    make_log: Make, record: Make, log_file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    log = make_log(rotate_bytes=3000)
    log.append(record(0))
    (log_file.parent / "audit-000000000001.jsonl").write_text("somebody's own\n")
    for number in range(1, 20):
        log.append(record(number))
    log.close()
    assert "not rotated (audit-000000000001.jsonl is already there: move it out of the folder)" in caplog.text
    assert log_file.stat().st_size > 3000
