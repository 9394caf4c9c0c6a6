"""Reading a log: only what came since, whatever segments it is in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from toolgate.audit.call_records import records_since
from toolgate.audit.journal import AuditLog
from toolgate.audit.record import call_record
from toolgate.contract import Call, Outcome, Tier

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_records_since_a_moment_come_from_all_segments_that_hold_some(tmp_path: Path) -> None:
    moments = [NOON + timedelta(hours=number) for number in range(40)]
    path = tmp_path / "audit.jsonl"
    log = AuditLog(path, durability="system", rotate_bytes=2000, compress=False)
    for moment in moments:
        outcome = Outcome({"schema_version": 1}, ok=True)
        log.append(
            call_record(
                Call("probe"), outcome, tier=Tier.READ_ONLY, mode="open", server=None, came=moment, latency_ms=1
            )
        )
    log.close()
    assert len(list(tmp_path.glob("audit-0*.jsonl"))) > 5
    for since in ("2026-03-01", "2026-03-02", "2026-03-03T01", "2026-03-09"):
        found = [record["ts"] for record in records_since(path, since)]
        assert found == [text for moment in moments if (text := f"{moment:%Y-%m-%dT%H:%M:%S}.000000Z") >= since]
