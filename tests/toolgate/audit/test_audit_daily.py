"""The calls of a day are counted on from where the counting stopped, and never wrongly."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from toolgate.audit import daily
from toolgate.audit.call_records import read_records
from toolgate.audit.daily import admitted_on, counts_path
from toolgate.audit.journal import AuditLog

DAY = "2026-03-02"


def line(
    agent: str = "ide", tool: str = "get_gap", ts: str = f"{DAY}T10:00:00.000000Z", **fields: Any
) -> dict[str, Any]:
    ordinary = {"decision": "ALLOW", "operation": "tools/call", "rule": "mode", "error_type": None, "server": "pitwall"}
    return {"agent_id": agent, "tool": tool, "ts": ts, "safety": None, **ordinary, **fields}


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., AuditLog]:
    monkeypatch.setattr(daily, "_WORTH_KEEPING", 500)
    path = tmp_path / "audit.jsonl"
    return lambda **settings: AuditLog(path, **{"durability": "system", "compress": False, **settings})


def fill(log: AuditLog, *records: dict[str, Any]) -> None:
    for record in records:
        log.append(record)
    log.close()


def test_only_calls_that_went_through_that_day_count(log: Callable[..., AuditLog], tmp_path: Path) -> None:
    fill(
        log(),
        line(ts="2026-03-01T23:59:59.999999Z"),
        line(),
        line(tool="who"),
        line("chat", server=None),
        line(error_type="timeout"),
        line(error_type="rate_limited", decision="DENY"),
        line(error_type="validation_error"),
        line(decision="DENY", error_type="tool_not_found"),
        line(rule=""),
        line(operation="view"),
        {"safety": "gap", "ts": f"{DAY}T11:00:00.000000Z"},
    )
    counts = {("ide", "pitwall", "get_gap"): 2, ("ide", "pitwall", "who"): 1, ("chat", "", "get_gap"): 1}
    for _ in range(2):
        assert admitted_on(tmp_path / "audit.jsonl", DAY) == counts
    assert admitted_on(tmp_path / "audit.jsonl", "2026-03-04") == {}
    assert admitted_on(tmp_path / "none.jsonl", DAY) == {}


def test_what_was_counted_is_not_read_again(
    log: Callable[..., AuditLog], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "audit.jsonl"
    fill(log(), *[line()] * 50)
    assert admitted_on(path, DAY).total() == 50
    fill(log(), *[line()] * 3)
    read: list[int] = []
    real = daily._decoded

    def decoded(lines: bytes) -> Any:
        read.append(lines.count(b"\n"))
        return real(lines)

    monkeypatch.setattr(daily, "_decoded", decoded)
    assert admitted_on(path, DAY).total() == 53
    assert sum(read) == 3
    assert counts_path(path).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("harm", ["changed", "nonsense", "empty", "other log", "pipe", "folder"])
def test_a_count_file_that_does_not_fit_is_not_believed(
    log: Callable[..., AuditLog], tmp_path: Path, harm: str
) -> None:
    path = tmp_path / "audit.jsonl"
    fill(log(), *[line()] * 50)
    assert admitted_on(path, DAY).total() == 50
    kept = counts_path(path)
    if harm == "changed":
        body = json.loads(kept.read_bytes())
        body["counts"][0][3] = 1
        kept.write_text(json.dumps(body))
    elif harm == "other log":
        path.unlink()
        (tmp_path / "audit-anchors.jsonl").unlink()
        fill(log(), *[line("other")] * 50)
    elif harm in ("pipe", "folder"):
        kept.unlink()
        os.mkfifo(kept) if harm == "pipe" else kept.mkdir()
    else:
        kept.write_text("{}" if harm == "nonsense" else "")
    agent = "other" if harm == "other log" else "ide"
    assert admitted_on(path, DAY) == {(agent, "pitwall", "get_gap"): 50}


@examples(30)
@given(
    st.lists(st.tuples(st.integers(1, 25), st.sampled_from("ab"), st.booleans(), st.integers(1, 3)), max_size=8),
    st.integers(800, 5000),
    st.booleans(),
)
def test_counting_on_gives_what_counting_anew_gives(
    tmp_path_factory: pytest.TempPathFactory, bursts: list[tuple[int, str, bool, int]], rotate: int, packed: bool
) -> None:
    path = tmp_path_factory.mktemp("daily") / "audit.jsonl"
    day = 1
    for count, agent, look, later in bursts:
        log = AuditLog(path, durability="system", rotate_bytes=rotate, compress=packed)
        day = max(day, later)
        fill(log, *[line(agent, ts=f"2026-03-0{day}T10:00:00.000000Z")] * count)
        if look:
            admitted_on(path, f"2026-03-0{day}")
    wanted = Counter(
        record["agent_id"]
        for record in (read_records(path) if bursts else ())
        if record and record["ts"][:10] == f"2026-03-0{day}"
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(daily, "_WORTH_KEEPING", 1)
        for _ in range(2):
            found = admitted_on(path, f"2026-03-0{day}")
            assert {agent: found[agent, "pitwall", "get_gap"] for agent in wanted} == wanted
