"""A log that several processes read is told as one process tells it, whatever was done to it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.examples import examples
from toolgate.audit import segments, sink, verify
from toolgate.audit.journal import AuditLog
from toolgate.audit.verify import verify_log


class KilledLater(Executor):
    """A pool that loses a process after some parts: what it holds then fails, and it takes nothing more."""

    def __init__(self, parts: int) -> None:
        self.left = parts
        self.taken = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.left -= 1
        if self.left < -1:
            raise BrokenProcessPool
        future: Future[Any] = Future()
        if self.left < 0:
            future.set_exception(BrokenProcessPool())
        else:
            future.set_result(fn(*args, **kwargs))
            self.taken += 1
        return future


@pytest.fixture(scope="module")
def small() -> Iterator[None]:
    """Every log is long enough to be read by several, in parts of a few lines."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(verify, "PARALLEL_BYTES", 0)
        patch.setattr(segments, "_CHUNK", 1000)
        patch.setattr(sink, "EVERY", 7)
        patch.setattr(verify, "ProcessPoolExecutor", lambda processes, _: ThreadPoolExecutor(processes))
        yield


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory, small: None) -> Path:
    """A log of sixty records in several plain segments, some with a note, closed."""
    path = tmp_path_factory.mktemp("written") / "audit.jsonl"
    log = AuditLog(path, durability="system", rotate_bytes=6000, compress=False)
    for number in range(60):
        safety = "result_too_large" if number % 23 == 5 else None
        log.append({"tool": "get_gap", "safety": safety, "args": {"number": number, "word": "é"}})
    log.close()
    return path


def test_a_whole_log_is_read_alike_and_mostly_in_runs(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pool = KilledLater(10_000)
    monkeypatch.setattr(verify, "ProcessPoolExecutor", lambda processes, _: pool)
    together = verify_log(written, processes=2)
    assert (together.ok, together.chained, together.notes) == (True, 60, {"result_too_large": 3})
    assert together.anchors >= 8
    assert together == verify_log(written)
    assert pool.taken > 10


@examples(60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_whatever_is_done_to_a_log_several_processes_tell_the_same_of_it(
    written: Path, tmp_path: Path, data: st.DataObject
) -> None:
    folder = tmp_path / "tampered"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(written.parent, folder)
    files = sorted(folder.glob("audit*.jsonl"))
    file = data.draw(st.sampled_from(files))
    lines = file.read_bytes().splitlines(keepends=True)
    at = data.draw(st.integers(0, len(lines) - 1))
    how = data.draw(st.sampled_from(["change", "remove", "repeat", "move", "tear", "gone"]))
    if how == "gone":
        file.unlink()
    else:
        before, line, after = lines[:at], lines[at], lines[at + 1 :]
        byte = data.draw(st.integers(0, len(line) - 1))
        changed = {
            "change": [*before, line[:byte] + bytes([line[byte] ^ 1]) + line[byte + 1 :], *after],
            "remove": [*before, *after],
            "repeat": [*before, line, line, *after],
            "move": [*before, *after, line],
            "tear": [*before, line[:byte]],
        }[how]
        file.write_bytes(b"".join(changed))
    path = folder / "audit.jsonl"
    if file == path and how == "gone" and len(files) == 1:
        return
    assert verify_log(path, processes=2) == verify_log(path)


def test_after_a_break_nothing_counts_as_chained_though_the_next_file_would_follow(
    written: Path, tmp_path: Path
) -> None:
    shutil.copytree(written.parent, tmp_path / "copy")
    first = tmp_path / "copy" / "audit-000000000001.jsonl"
    lines = first.read_bytes().splitlines(keepends=True)
    first.write_bytes(b"".join([*lines, lines[-1]]))
    result = verify_log(tmp_path / "copy" / "audit.jsonl", processes=2)
    assert (result.ok, result.chained, result.lines) == (False, len(lines), 61)


@pytest.mark.parametrize("parts", [0, 1, 5])
def test_a_process_that_is_killed_costs_time_and_nothing_else(
    written: Path, monkeypatch: pytest.MonkeyPatch, parts: int
) -> None:
    monkeypatch.setattr(verify, "ProcessPoolExecutor", lambda processes, _: KilledLater(parts))
    assert verify_log(written, processes=2) == verify_log(written)


def test_a_short_log_starts_no_process(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pools: list[int] = []

    def made(processes: int, _: object) -> Executor:
        pools.append(processes)
        return ThreadPoolExecutor(processes)

    monkeypatch.setattr(verify, "ProcessPoolExecutor", made)
    size = sum(file.stat().st_size for file in written.parent.glob("audit*.jsonl") if "anchors" not in file.name)
    monkeypatch.setattr(verify, "PARALLEL_BYTES", size + 1)
    assert verify_log(written, processes=2).ok
    assert pools == []
    monkeypatch.setattr(verify, "PARALLEL_BYTES", size)
    assert verify_log(written, processes=2).ok
    assert pools == [2]


def test_real_processes_read_it_too(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify, "ProcessPoolExecutor", ProcessPoolExecutor)
    assert verify_log(written, processes=2) == verify_log(written)
