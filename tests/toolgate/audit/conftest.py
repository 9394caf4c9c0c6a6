"""A log in a folder of its own, a clock that is set by hand, and records to write."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from toolgate.audit.journal import AuditLog
from toolgate.audit.record import call_record
from toolgate.contract import AgentContext, Call, JsonObject, Outcome, PolicyDecision, Tier

MakeLog = Callable[..., AuditLog]
MakeRecord = Callable[..., JsonObject]


class Clock:
    """Tells the time that it is set to, a microsecond later each time."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(microseconds=1)
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def log_file(tmp_path: Path) -> Path:
    return tmp_path / "state" / "audit.jsonl"


@pytest.fixture
def make_log(log_file: Path, clock: Clock) -> Iterator[MakeLog]:
    """Opens the log, or another one; all are closed with the test."""
    logs: list[AuditLog] = []

    def make(path: Path = log_file, **settings: Any) -> AuditLog:
        logs.append(AuditLog(path, **{"durability": "system", "clock": clock, **settings}))
        return logs[-1]

    yield make
    for log in logs:
        log.close()


@pytest.fixture
def record(clock: Clock) -> MakeRecord:
    """The record of a call that went well."""

    def make(number: int = 0, **arguments: Any) -> JsonObject:
        call = Call("get_gap", {"number": number, **arguments}, AgentContext("tester", None, f"r{number}"))
        outcome = Outcome({"summary": "A body."}, ok=True, decision=PolicyDecision(True, "permitted", "mode"))
        return call_record(
            call, outcome, tier=Tier.READ_ONLY, mode="open", server="pitwall", came=clock(), latency_ms=1.5
        )

    return make


@pytest.fixture
def records_in() -> Callable[[Path], list[JsonObject]]:
    """The lines of one file as JSON."""
    return lambda path: [json.loads(line) for line in path.read_text().splitlines()]
