"""The end of a log is read from its end, and nothing behind it is missed or told twice."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from toolgate.audit.follow import Follower, last_records
from toolgate.audit.journal import AuditLog
from toolgate.audit.last_record import record_of
from toolgate.contract import JsonObject

Make = Callable[..., Any]


def numbers(records: list[JsonObject]) -> list[int]:
    return [record["seq"] for record in records]


def written(log: AuditLog, count: int) -> None:
    for _ in range(count):
        log.append({"safety": None, "words": "x" * 200})


@pytest.mark.parametrize("count", [0, 1, 3, 10, 37, 40, 100])
def test_the_last_records_come_from_as_many_files_as_it_takes(make_log: Make, log_file: Path, count: int) -> None:
    log = make_log(rotate_bytes=3000)
    written(log, 40)
    log.close()
    assert len(list(log_file.parent.glob("audit-0*"))) > 2
    assert numbers(last_records(log_file, count)) == list(range(1, 41))[40 - min(count, 40) :]


def test_a_long_file_is_not_read_from_its_beginning(
    make_log: Make, log_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = make_log()
    written(log, 3000)
    monkeypatch.setattr("toolgate.audit.segments._CHUNK", 4096)
    looked = 0

    def counted(line: bytes, field: str = "entry_hash") -> JsonObject | None:
        nonlocal looked
        looked += 1
        return real(line, field)

    real = record_of
    monkeypatch.setattr("toolgate.audit.follow.record_of", counted)
    assert numbers(last_records(log_file, 5)) == [2996, 2997, 2998, 2999, 3000]
    assert looked < 10


@examples(40)
@given(
    st.lists(st.integers(0, 30), min_size=1, max_size=6),
    st.integers(0, 25),
    st.integers(0, 10),
    st.integers(1000, 6000),
)
def test_each_record_is_told_once_however_often_the_file_is_rotated(
    tmp_path_factory: pytest.TempPathFactory, bursts: list[int], before: int, last: int, rotate: int
) -> None:
    path = tmp_path_factory.mktemp("follow") / "audit.jsonl"
    log = AuditLog(path, durability="system", rotate_bytes=rotate)
    written(log, before + 1)
    follower = Follower(path)
    written(log, bursts[0])  # comes between the opening and the look at the end
    told = follower.last(last)
    for burst in bursts[1:]:
        written(log, burst)
        told += follower.fresh()
    told += follower.fresh()
    log.close()
    follower.close()
    total = before + 1 + sum(bursts)
    shown = min(last, before + 1 + bursts[0])
    assert numbers(told) == list(range(before + 1 + bursts[0] - shown + 1, total + 1))


def test_a_line_that_is_half_written_is_told_once_it_is_whole(make_log: Make, log_file: Path) -> None:
    log = make_log()
    written(log, 3)
    log.close()
    lines = log_file.read_bytes().splitlines(keepends=True)
    log_file.write_bytes(lines[0] + lines[1][:50])
    follower = Follower(log_file)
    assert numbers(follower.last(5)) == [1]
    with log_file.open("ab") as file:
        file.write(lines[1][50:] + lines[2])
    assert numbers(follower.fresh()) == [2, 3]
    assert follower.fresh() == []
    follower.close()


def test_a_log_that_is_begun_anew_is_followed(make_log: Make, log_file: Path) -> None:
    log = make_log()
    written(log, 5)
    log.close()
    follower = Follower(log_file)
    assert numbers(follower.last(1)) == [5]
    os.rename(log_file.parent, log_file.parent.with_name("aside"))
    written(make_log(), 2)
    assert numbers(follower.fresh()) == [1, 2]
    follower.close()
