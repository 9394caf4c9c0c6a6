"""The gate on every path: what the settings forbid is refused, lists show what may be called, and no call is missed."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from fastmcp import Client
from fastmcp.client.transports import StdioTransport

from director.race.gate_settings import build_gate
from director.settings import load_settings
from pitwall.sources import open_source
from pitwall.state import StateCache
from pitwall.tools import build_tools
from tests.command import director
from tests.mcp_errors import error_envelope
from tests.serving import client_here
from toolgate.audit.journal import AuditLog
from toolgate.audit.record import call_record
from toolgate.audit.verify import verify_log
from toolgate.contract import AgentContext, Call, Outcome, PolicyDecision, Tier
from toolgate.serving.identity import Identity
from toolgate.serving.server import build_server

SOURCE = "sim:laps=3,cars=4"
PATIENCE_S = 240.0
SPECS = {spec.name: spec for spec in build_tools(StateCache())}


def records(path: Path, operation: str = "tools/call") -> list[dict[str, Any]]:
    every = [json.loads(line) for line in path.read_text().splitlines()]
    return [record for record in every if record["operation"] == operation]


async def test_every_tool_of_the_server_leaves_one_record_for_each_call(tmp_path: Path) -> None:
    log = tmp_path / "audit.jsonl"
    async with client_here(SOURCE, DIRECTOR_AUDIT_PATH=str(log), DIRECTOR_POLICY_MODE="open") as client:
        names = [tool.name for tool in await client.list_tools()]
        for name in [*names, "no_such_tool"]:
            await client.call_tool(name, {}, raise_on_error=False)
            await client.call_tool(name, {"password": "hunter2", "nonsense": 1}, raise_on_error=False)
    assert set(names) == {*SPECS, "ask"}
    written = records(log)
    assert [record["tool"] for record in written] == [name for name in [*names, "no_such_tool"] for _ in range(2)]
    assert "hunter2" not in log.read_text()
    for record in written:
        spec = SPECS.get(record["tool"])
        tier = 0 if record["tool"] == "ask" else 2
        assert record["tier"] == (list(Tier).index(spec.tier) if spec else tier)
        assert (record["agent_id"], record["server"], record["policy_mode"]) == ("mcp", "pitwall", "open")
    assert {record["error_type"] for record in written if record["tool"] == "no_such_tool"} == {"tool_not_found"}
    assert verify_log(log).ok


async def test_in_guarded_mode_what_lasts_is_neither_listed_nor_run(tmp_path: Path) -> None:
    log, notes = tmp_path / "audit.jsonl", tmp_path / "race.sqlite3"
    environment = {"DIRECTOR_AUDIT_PATH": str(log), "DIRECTOR_STORE_PATH": str(notes)}
    async with client_here(SOURCE, at=None, speed=None, **environment) as client:
        names = {tool.name for tool in await client.list_tools()}
        refused = await client.call_tool("add_note", {"text": "turn 3"}, raise_on_error=False)
    assert names == {"ask", *(name for name, spec in SPECS.items() if spec.tier in (Tier.READ_ONLY, Tier.REVERSIBLE))}
    error = error_envelope(refused)["error"]
    assert (error["type"], error["details"]["rule"]) == ("policy_denied", "mode.guarded")
    assert not notes.exists()
    (listing,) = records(log, "tools/list")
    assert (listing["agent_id"], listing["decision"]) == ("mcp", "ALLOW")
    (record,) = records(log)
    assert (record["denied"], record["decision"], record["rule"], record["exit_code"]) == (
        True,
        "DENY",
        "mode.guarded",
        1,
    )


async def test_the_allow_list_lifts_what_it_names_and_the_deny_list_beats_it(tmp_path: Path) -> None:
    environment = {
        "DIRECTOR_POLICY_ALLOW": '["^add_note$", "^announce$"]',
        "DIRECTOR_POLICY_DENY": "^announce",
        "DIRECTOR_STORE_PATH": str(tmp_path / "race.sqlite3"),
    }
    async with client_here(SOURCE, at=None, speed=None, **environment) as client:
        names = {tool.name for tool in await client.list_tools()}
        noted = await client.call_tool("add_note", {"text": "turn 3"})
        refused = await client.call_tool("announce", {"text": "hello"}, raise_on_error=False)
        notes = await client.call_tool("get_notes", {})
    assert "add_note" in names
    assert "announce" not in names
    assert not noted.is_error
    assert error_envelope(refused)["error"]["details"]["rule"] == "deny[0]"
    assert notes.structured_content is not None
    assert [note["text"] for note in notes.structured_content["notes"]] == ["turn 3"]


def test_a_planner_sees_what_the_gate_admits(tmp_path: Path) -> None:
    log = tmp_path / "audit.jsonl"
    ask = ("ask", "Pin Okafor", "--source", SOURCE, "--json")
    pinned = json.loads(director(*ask, DIRECTOR_AUDIT_PATH=str(log)).stdout)
    assert [step["name"] for step in pinned["plan"]["plan"]] == ["pin_driver"]
    assert [(record["tool"], record["agent_id"]) for record in records(log)] == [("pin_driver", "director")]
    readonly = director(*ask, DIRECTOR_POLICY_MODE="readonly")
    assert readonly.returncode == 1
    assert json.loads(readonly.stdout)["reason"].startswith("policy denies 'director' pin_driver")
    assert json.loads(readonly.stdout)["plan"]["plan"] == []
    listed = json.loads(director("tools", "--json", DIRECTOR_POLICY_MODE="readonly").stdout)
    assert {entry["tier"] for entry in listed} == {"READ_ONLY"}


def test_an_agent_that_may_call_nothing_is_told_so(tmp_path: Path) -> None:
    nothing = tmp_path / "nothing.json"
    _write(nothing, {"agents": {"x": {}}})
    table = director("tools", GATEWAY_RULES=str(nothing))
    assert (table.returncode, table.stdout) == (0, "")
    assert "policy explain" in table.stderr
    assert "Traceback" not in table.stderr
    assert director("tools", "--json", GATEWAY_RULES=str(nothing)).stdout == "[]\n"


def test_odd_rules_are_warned_of_at_the_start(tmp_path: Path) -> None:
    odd = tmp_path / "odd.json"
    _write(odd, {"agents": {"cli": {"allow": {"servers": ["nowhere"]}}}})
    answer = director("call", "get_roster", "--source", SOURCE, GATEWAY_RULES=str(odd))
    assert 'references undefined server "nowhere"' in answer.stderr


RULES: dict[str, Any] = {
    "agents": {
        "fan": {
            "allow": {
                "servers": ["pitwall"],
                "tools": {"pitwall": ["get_standings", {"tool": "get_gap", "when": {"at_lap": {"maximum": 2}}}]},
            },
            "limits": {"calls_per_day": 3},
        }
    }
}


def _write(path: Path, rules: Any) -> None:
    path.write_text(json.dumps(rules))


@pytest.fixture
def far_from_midnight() -> None:
    """Limits of a day begin anew at midnight, UTC: who counts calls near it waits until it is over."""
    left_s = 86_400 - time.time() % 86_400
    if left_s < 180:
        time.sleep(left_s + 1)


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "rules.json"
    _write(path, RULES)
    return path


async def test_an_agent_is_listed_and_given_what_its_rules_say_and_a_reload_keeps_good_rules(
    tmp_path: Path, rules: Path, far_from_midnight: None
) -> None:
    gap = {"driver": "OKA", "other": "BAR"}
    environment = {
        "GATEWAY_RULES": str(rules),
        "GATEWAY_DEFAULT_AGENT": "fan",
        "DIRECTOR_AUDIT_PATH": str(tmp_path / "audit.jsonl"),
    }

    command = StdioTransport(
        sys.executable,
        ["-m", "director", "serve", "--source", SOURCE],
        env={**os.environ, **environment},
        keep_alive=False,
    )
    async with Client(command) as client:

        async def error(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
            result = await client.call_tool(name, arguments, raise_on_error=False)
            found: dict[str, Any] = error_envelope(result)["error"] if result.is_error else {}
            return found

        assert {tool.name for tool in await client.list_tools()} == {"get_standings", "get_gap"}
        assert not await error("get_standings", {})
        assert (await error("get_roster", {}))["details"]["rule"] == "agents.fan.allow.tools.pitwall"
        assert (await error("get_gap", {**gap, "at_lap": 3}))["details"]["rule"] == "agents.fan.allow.tools.pitwall"
        assert not await error("get_gap", {**gap, "at_lap": 2})

        _write(rules, "no rules")
        assert not await error("get_standings", {})
        used_up = await error("get_standings", {})
        assert (used_up["type"], used_up["details"]["rule"]) == ("rate_limited", "agents.fan.limits.calls_per_day")

        changed = json.loads(json.dumps(RULES))
        changed["agents"]["fan"] = {"allow": {"servers": ["pitwall"], "tools": {"pitwall": ["get_operational_status"]}}}
        _write(rules, changed)
        deadline = time.monotonic() + PATIENCE_S
        while await error("get_operational_status", {}) and time.monotonic() < deadline:
            pass
        _write(rules, {"agnets": {}})
        status: Any = None
        while time.monotonic() < deadline and not (status and status["gate"]["rules"]["error"]):
            status = (await client.call_tool("get_operational_status", {})).structured_content
    assert "agnets" in status["gate"]["rules"]["error"]
    assert status["gate"]["mode"] == "guarded"
    assert status["gate"]["audit"]["ok"] is True
    assert "rules" in status["summary"].lower()


def test_daily_limits_outlive_the_process(tmp_path: Path, rules: Path, far_from_midnight: None) -> None:
    environment = {
        "GATEWAY_RULES": str(rules),
        "GATEWAY_DEFAULT_AGENT": "fan",
        "DIRECTOR_AUDIT_PATH": str(tmp_path / "audit.jsonl"),
    }
    call = ("call", "get_standings", "--source", SOURCE)
    assert [director(*call, **environment).returncode for _ in range(3)] == [0, 0, 0]
    command = [sys.executable, "-m", "director", *call]
    another = subprocess.run(command, capture_output=True, check=False, env={**os.environ, **environment})
    assert another.returncode == 1
    assert json.loads(another.stdout)["error"]["type"] == "rate_limited"


def test_an_answer_is_joined_with_the_records_of_its_calls(tmp_path: Path) -> None:
    audit = tmp_path / "audit.jsonl"
    asked = director("ask", "who leads?", "--source", SOURCE, "--json", DIRECTOR_AUDIT_PATH=str(audit))
    answer = json.loads(asked.stdout)
    records = [json.loads(line) for line in audit.read_text().splitlines()]
    assert [record["tool"] for record in records] == [step["name"] for step in answer["steps"]] != []
    assert {record["request_id"] for record in records} == {answer["request_id"]}


def test_calls_that_no_rule_decided_on_do_not_count_for_today(tmp_path: Path, rules: Path) -> None:
    """As where the race could not be loaded, or on a day that has not come."""
    log = AuditLog(tmp_path / "audit.jsonl", durability="system")
    call, now = Call("get_standings", {}, AgentContext("fan")), datetime.now(UTC)
    unloaded = Outcome({}, ok=False, error_type="server_unavailable")
    answered = Outcome({}, ok=True, decision=PolicyDecision(True, "permitted", "mode.open"))
    for came, outcome in [(now, unloaded), (now + timedelta(days=400), answered)] * 5:
        log.append(
            call_record(call, outcome, tier=Tier.READ_ONLY, mode="open", server="pitwall", came=came, latency_ms=1)
        )
    log.close()
    environment = {"GATEWAY_DEFAULT_AGENT": "fan", "DIRECTOR_AUDIT_PATH": str(log.path)}
    answer = director("call", "get_standings", "--source", SOURCE, GATEWAY_RULES=str(rules), **environment)
    assert answer.returncode == 0


@pytest.mark.parametrize(
    ("environment", "named"),
    [
        ({"DIRECTOR_POLICY_DENY": "("}, "deny[0]"),
        ({"DIRECTOR_POLICY_ALLOW": '["ok", "["]'}, "allow[1]"),
        ({"DIRECTOR_REQUIRE_POLICY": "true"}, "GATEWAY_RULES"),
        ({"GATEWAY_RULES": "nowhere.json"}, "nowhere.json"),
        ({"GATEWAY_DEFAULT_AGENT": "nobody", "GATEWAY_RULES": "<rules>"}, "nobody"),
    ],
)
@pytest.mark.parametrize("command", [("tools",), ("call", "get_standings"), ("serve",)])
def test_a_mistake_in_the_policy_stops_the_start_in_a_line(
    rules: Path, environment: dict[str, str], named: str, command: tuple[str, ...]
) -> None:
    environment = {name: value.replace("<rules>", str(rules)) for name, value in environment.items()}
    answer = director(*command, **environment)
    assert answer.returncode == 2
    assert named in answer.stderr
    assert answer.stderr.count("\n") == 1
    assert answer.stdout == ""


def test_while_the_audit_cannot_be_written_reads_go_on_and_effects_are_refused(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    environment = {
        "DIRECTOR_AUDIT_PATH": str(blocked / "audit.jsonl"),
        "DIRECTOR_POLICY_MODE": "open",
        "DIRECTOR_ANNOUNCE_PATH": str(tmp_path / "announcements.txt"),
    }
    read = director("call", "get_standings", "--source", SOURCE, **environment)
    assert read.returncode == 0
    assert "AUDIT LOG" in read.stderr
    effect = director("call", "announce", '{"text": "hello"}', "--source", SOURCE, **environment)
    assert effect.returncode == 1
    assert json.loads(effect.stdout)["error"]["details"]["rule"] == "audit.sink"
    assert not (tmp_path / "announcements.txt").exists()
    announced = director(
        "call",
        "announce",
        '{"text": "hello"}',
        "--source",
        SOURCE,
        **{**environment, "DIRECTOR_AUDIT_PATH": str(tmp_path / "a.jsonl")},
    )
    assert announced.returncode == 0
    assert "hello" in (tmp_path / "announcements.txt").read_text()


def test_no_handler_can_be_reached_from_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIRECTOR_AUDIT_PATH", str(tmp_path / "audit.jsonl"))
    specs = build_tools(StateCache().load(open_source(SOURCE)))
    runner = build_gate(load_settings(), "pitwall").runner(specs)
    server = build_server(runner, name="pitwall", instructions="", version="1", identity=Identity())
    handlers = {id(spec.handler) for spec in specs}
    reached = list(_reachable(server))
    assert any(value is runner for value in reached)
    assert not [value for value in reached if id(value) in handlers]
    outcome = asyncio.run(runner.call(Call("get_standings", {}, AgentContext("ann"))))
    assert outcome.ok
    for spec in runner.specs:
        with pytest.raises(RuntimeError, match="through its runner"):
            spec.handler({}, AgentContext())


def _reachable(start: Any) -> Iterator[Any]:
    """Everything that attributes and items lead to."""
    seen: set[int] = set()
    waiting = [start]
    while waiting:
        value = waiting.pop()
        if id(value) in seen or isinstance(value, str | bytes | int | float | type | Enum):
            continue
        seen.add(id(value))
        yield value
        if isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list | tuple | set | frozenset):
            waiting += value
        names = [
            *getattr(value, "__dict__", ()),
            *(n for c in type(value).__mro__ for n in getattr(c, "__slots__", ())),
        ]
        for name in names:
            if not str(name).startswith("__") and type(value).__module__.split(".")[0] in _OURS:
                waiting.append(getattr(value, name, None))


_OURS = ("toolgate", "pitwall", "fastmcp", "mcp")
