"""`director audit` as people and programs use it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from director.cli import main
from toolgate.audit.journal import AuditLog
from toolgate.audit.record import call_record
from toolgate.contract import AgentContext, Call, Outcome, PolicyDecision, Tier
from toolgate.moments import utc_now

Director = Callable[..., tuple[int, str, str]]


@pytest.fixture
def director(capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Director:
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        status = main(("audit", *arguments))
        out, err = capfd.readouterr()
        return status, out, err

    return run


def write(
    log: AuditLog,
    tool: str,
    agent: str = "ide",
    latency_ms: float = 1.0,
    error: Any = None,
    server: str | None = "pitwall",
    **arguments: Any,
) -> None:
    denied = error == "policy_denied"
    decision = PolicyDecision(not denied, "no" if denied else "permitted", "mode.deny[0]" if denied else "mode")
    log.append(
        call_record(
            Call(tool, arguments, AgentContext(agent)),
            Outcome({"summary": "x"}, ok=error is None, error_type=error, decision=decision),
            tier=Tier.READ_ONLY, mode="open", server=server, came=utc_now(), latency_ms=latency_ms,
        )
    )  # fmt: skip


@pytest.fixture
def log(tmp_path: Path) -> Iterator[AuditLog]:
    log = AuditLog(tmp_path / "audit.jsonl", durability="system", rotate_bytes=5000)
    for number in range(10):
        write(log, "get_gap", latency_ms=number + 1, number=number)
    write(log, "get_driver", "planner", error="validation_error", driver="\x1b[31mred")
    write(log, "add_note", "planner", error="policy_denied")
    log.close()
    yield log
    log.close()


def test_a_whole_log(director: Director, log: AuditLog) -> None:
    status, out, err = director("verify", str(log.path))
    assert (status, err) == (0, "")
    assert out.splitlines()[:2] == ["OK: 12 records, chain intact", "files   2"]
    status, out, _ = director("verify", str(log.path), "--json")
    body = json.loads(out)
    assert (status, body["ok"], body["lines"], body["first_break"]) == (0, True, 12, None)


def test_a_broken_log_names_its_first_bad_line_and_has_its_status(director: Director, log: AuditLog) -> None:
    lines = log.path.read_bytes().splitlines(keepends=True)
    log.path.write_bytes(b"".join([lines[0], lines[1].replace(b"get_gap", b"get_gas"), *lines[2:]]))
    status, out, _ = director("verify", str(log.path))
    assert status == 1
    assert out.startswith("BROKEN  audit.jsonl, line 2: the record was changed")
    status, out, _ = director("verify", str(log.path), "--json")
    assert (status, json.loads(out)["first_break"]["line"]) == (1, 2)


@pytest.mark.parametrize("view", ["verify", "summary", "tail"])
def test_no_log_is_wrong_usage(director: Director, tmp_path: Path, view: str) -> None:
    status, out, err = director(view, "nowhere.jsonl")
    assert (status, out) == (2, "")
    assert err == "director: there is no audit log at nowhere.jsonl: nothing has been called yet, or name its file\n"
    status, _, err = director(view, str(tmp_path))
    assert status == 2
    assert err.count("\n") == 1


def test_wrong_usage(director: Director) -> None:
    for wrong in ((), ("nonsense",), ("tail", "-n", "-1"), ("tail", "-n", "x"), ("verify", "a", "b")):
        status, _, err = director(*wrong)
        assert status == 2, wrong
        assert err.startswith("director: ")


def test_the_log_of_the_setting_is_the_default(
    director: Director, log: AuditLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DIRECTOR_AUDIT_PATH", str(log.path))
    assert director("verify")[0] == 0
    monkeypatch.delenv("DIRECTOR_AUDIT_PATH")
    monkeypatch.setenv("XDG_STATE_HOME", str(log.path.parent / "state"))
    assert (
        director("verify")[2]
        == f"director: there is no audit log at {log.path.parent}/state/race-director/audit.jsonl: nothing has been called yet, or name its file\n"
    )


def test_the_summary_counts_by_tool_agent_decision_and_error(director: Director, log: AuditLog) -> None:
    status, out, _ = director("summary", str(log.path), "--json")
    body = json.loads(out)
    assert (status, body["calls"], body["denied"], body["failed"]) == (0, 12, 1, 1)
    assert body["tools"]["get_gap"] == {"calls": 10, "denied": 0, "failed": 0, "p50_ms": 6.0, "p95_ms": 10.0}
    assert list(body["tools"]) == ["get_gap", "add_note", "get_driver"]
    assert (body["agents"]["ide"]["calls"], body["agents"]["planner"]["calls"]) == (10, 2)
    assert body["decisions"] == {"ALLOW": 11, "DENY": 1}
    assert body["errors"] == {"validation_error": 1, "policy_denied": 1}
    assert body["denying_rules"] == {"mode.deny[0]": 1}
    status, out, _ = director("summary", str(log.path))
    assert status == 0
    (line,) = [line for line in out.splitlines() if line.startswith("get_gap")]
    assert line.split()[:6] == ["get_gap", "10", "0", "0", "6.00", "10.00"]
    assert "█" in line
    assert "\x1b" not in out


def test_tools_of_one_name_on_several_servers_are_counted_apart(director: Director, tmp_path: Path) -> None:
    log = AuditLog(tmp_path / "several.jsonl", durability="system")
    for server, tool, calls in (
        ("docs", "search", 3),
        ("github", "search", 2),
        ("github", "merge", 1),
        (None, "docs:search", 1),
    ):
        for _ in range(calls):
            write(log, tool, server=server, error="validation_error" if server is None else None)
    log.close()
    body = json.loads(director("summary", str(log.path), "--json")[1])
    told = {name: (group["calls"], group["failed"]) for name, group in body["tools"].items()}
    assert told == {"docs:search": (4, 1), "github:search": (2, 0), "merge": (1, 0)}


def test_a_summary_of_a_damaged_log_says_what_it_left_out(director: Director, log: AuditLog) -> None:
    with log.path.open("ab") as file:
        file.write(b"nonsense\n")
    assert "1 line isn't a record" in director("summary", str(log.path))[1]


def test_the_tail_shows_the_last_records_over_segments(director: Director, log: AuditLog) -> None:
    status, out, _ = director("tail", str(log.path), "-n", "12")
    lines = out.splitlines()
    assert (status, len(lines)) == (0, 12)
    assert len({line.index("  ", 25) for line in lines[:10]}) == 1
    assert "denied" in lines[-1]
    assert "mode.deny[0]" in lines[-1]
    assert "\x1b" not in out
    status, out, _ = director("tail", str(log.path), "-n", "2", "--json")
    assert [json.loads(line)["tool"] for line in out.splitlines()] == ["get_driver", "add_note"]
    assert director("tail", str(log.path), "-n", "0")[1] == ""


def test_records_of_another_writer_are_shown_as_they_are(director: Director, tmp_path: Path) -> None:
    odd: list[dict[str, Any]] = [
        {"latency_ms": "x", "tool": ["a"], "ts": 5},
        {"error_type": {}, "safety": [1]},
        {"tool": "a\x1b[31m", "args": None},
    ]
    lines = [json.dumps({**record, "entry_hash": "x"}) for record in odd]
    (tmp_path / "odd.jsonl").write_text("\n".join([*lines, "no record", ""]))
    for view in ("tail", "summary"):
        status, out, err = director(view, "odd.jsonl")
        assert (status, err) == (0, "")
        assert "\x1b" not in out


def test_a_reader_that_has_seen_enough_is_no_failure(log: AuditLog) -> None:
    command = [sys.executable, "-m", "director", "audit", "tail", "-n", "100", "--follow", str(log.path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        for number in range(50):
            write(log, "get_gap", number=number)
        assert process.wait(timeout=60) == 0
        assert process.stderr.read() == ""


def test_the_tail_follows_over_a_rotation(log: AuditLog) -> None:
    follower = subprocess.Popen(
        [sys.executable, "-m", "director", "audit", "tail", str(log.path), "-n", "1", "--follow", "--json"],
        stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    try:
        assert follower.stdout is not None
        assert json.loads(follower.stdout.readline())["tool"] == "add_note"
        for number in range(20):
            write(log, "fresh", number=number)
            time.sleep(0.05)
        numbers = [json.loads(follower.stdout.readline())["args"]["number"] for _ in range(20)]
        assert numbers == list(range(20))
    finally:
        follower.terminate()
        follower.communicate()


def test_an_effect_without_a_record_is_listed_and_has_its_own_status(director: Director, log: AuditLog) -> None:
    log._sink.begin(
        {"ts": "2026-01-02T03:04:05.678901Z", "server": "pitwall", "tool": "announce", "tier": 3, "agent_id": "ca\x1b[31mster",
         "request_id": "r-7", "args": {"text": "Box now"}}
    )  # fmt: skip
    log._sink.close()  # as a killed process leaves it
    status, out, _ = director("verify", str(log.path))
    assert status == 3
    first, about, effect, *_ = out.splitlines()
    assert first == "OK: 12 records, chain intact"
    assert about == "1 effect is unaccounted for: begun, and no record says how it ended"
    assert effect.split(maxsplit=2)[2].startswith("announce  agent ca")
    assert "request r-7" in effect
    assert "\x1b" not in effect
    status, out, _ = director("verify", str(log.path), "--json")
    assert status == 3
    body = json.loads(out)
    assert body["ok"]
    assert [one["request_id"] for one in body["unaccounted"]] == ["r-7"]


@pytest.mark.parametrize("name", ["audit-anchors.jsonl", "audit.jsonl.intents", "audit.jsonl.lock"])
def test_a_pipe_beside_the_log_does_not_hang_it(director: Director, log: AuditLog, name: str) -> None:
    log.close()
    pipe = log.path.with_name(name)
    pipe.unlink(missing_ok=True)
    os.mkfifo(pipe)
    status, out, _ = director("verify", str(log.path))
    assert (status, "not a regular file" in out) == ((1, True) if "anchors" in name else (0, False))
