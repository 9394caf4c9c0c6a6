"""`director policy` as a user types it, on rules and recorded calls of the test's own."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from director.cli import main
from toolgate.audit.journal import AuditLog
from toolgate.audit.record import call_record
from toolgate.contract import AgentContext, Call, Outcome, Tier

Director = Callable[..., tuple[int, str, str]]

RULES = {
    "agents": {
        "fan": {
            "allow": {"servers": ["pitwall"], "tools": {"pitwall": ["get_roster", {"tool": "get_*", "when": {"place": {"maximum": 3}}}]}},
            "deny": {"tools": {"pitwall": ["get_gap"]}},
            "limits": {"calls_per_minute": 60, "tools": {"get_roster": {"calls_per_day": 9}, "add_*": {"calls_per_day": 1}}},
        }
    }
}  # fmt: skip


@pytest.fixture
def director(capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Director:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GATEWAY_RULES", raising=False)
    (tmp_path / "rules.json").write_text(json.dumps(RULES))

    def run(*arguments: str) -> tuple[int, str, str]:
        status = main(("policy", *arguments))
        out, err = capfd.readouterr()
        return status, out, err

    return run


def explained(director: Director, *arguments: str) -> tuple[int, Any]:
    status, out, err = director("explain", *arguments, "--rules", "rules.json", "--json")
    assert err == ""
    assert out.count("\n") == 1
    return status, json.loads(out)


AT = "agents.fan.allow.tools.pitwall"


@pytest.mark.parametrize(
    ("arguments", "status", "rule", "layer"),
    [
        (["fan", "get_roster"], 0, f"{AT}[0]", "limits"),
        (["fan", "get_roster", "{}"], 0, f"{AT}[0]", "limits"),
        (["fan", "get_gap"], 1, "agents.fan.deny.tools.pitwall[0]", "rules"),
        (["fan", "get_standings"], 0, f"{AT}[1]", "limits"),
        (["fan", "get_standings", '{"place": 3}'], 0, f"{AT}[1]", "limits"),
        (["fan", "get_standings", '{"place": 4}'], 1, AT, "arguments"),
        (["fan", "get_standings", '{"place": "3"}'], 1, "", "input"),
        (["nobody", "get_roster"], 1, "defaults.deny_on_missing_agent", "rules"),
        (["", "get_roster"], 1, "INVALID_AGENT_ID", "agent"),
        (["fan", "no_such_tool"], 1, "", "tool"),
        (["fan", "drop", "--server", "db"], 1, "mode.guarded", "mode"),
        (["fan", "drop", "--server", "db", "--mode", "OPEN"], 1, "agents.fan.allow.servers", "rules"),
    ],
)
def test_explain_asks_the_layers_until_one_denies(
    director: Director, arguments: list[str], status: int, rule: str, layer: str
) -> None:
    told, body = explained(director, *arguments)
    assert (told, body["rule"], body["asked"][-1]["layer"]) == (status, rule, layer)
    assert body["allowed"] == (status == 0)
    assert [one["allowed"] for one in body["asked"][:-1]] == [True] * (len(body["asked"]) - 1)
    status_of_text, text, _ = director("explain", *arguments, "--rules", "rules.json")
    assert status_of_text == status
    lines = text.splitlines()
    assert len(lines) == len(body["asked"]) + 1
    assert lines[-1] == f"{'allowed' if status == 0 else 'denied'} by {rule or layer}"


def test_explain_names_the_limits_that_count_for_the_tool(director: Director) -> None:
    _, body = explained(director, "fan", "get_roster")
    assert body["asked"][-1]["reason"] == "60 calls_per_minute, 9 calls_per_day, counted by the server"


def test_explain_looks_at_the_arguments_where_there_are_no_rules_too(director: Director) -> None:
    status, out, err = director("explain", "fan", "get_standings", '{"place": "3"}')
    assert (status, err) == (1, "")
    assert out.splitlines()[-1] == "denied by input"
    assert director("explain", "fan", "get_standings", '{"place": 3}')[0] == 0


def test_explain_obeys_the_settings(director: Director, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DIRECTOR_POLICY_DENY", "^get_r")
    assert explained(director, "fan", "get_roster")[1]["rule"] == "deny[0]"
    monkeypatch.setenv("DIRECTOR_POLICY_DENY", "(")
    status, out, err = director("explain", "fan", "get_roster")
    assert (status, out) == (2, "")
    assert '"(" is not a regular expression' in err
    monkeypatch.delenv("DIRECTOR_POLICY_DENY")
    monkeypatch.setenv("DIRECTOR_TOOLS_ALLOW", "get_gap")
    assert explained(director, "fan", "get_roster")[1]["rule"] == "allowlist"
    monkeypatch.delenv("DIRECTOR_TOOLS_ALLOW")
    assert director("explain", "fan", "get_gap")[1].splitlines()[-1] == "allowed by mode.guarded"
    (tmp_path / "config").mkdir()
    (tmp_path / "rules.json").rename(tmp_path / "config" / ".mcp-gateway-rules.json")
    assert director("explain", "fan", "get_gap")[1].splitlines()[-1] == "denied by agents.fan.deny.tools.pitwall[0]"
    monkeypatch.setenv("GATEWAY_RULES", "none.json")
    status, _, err = director("explain", "fan", "get_gap")
    assert (status, err) == (2, "director: policy: Gateway rules configuration file not found: none.json\n")


def test_explain_knows_that_the_log_cannot_be_written(
    director: Director, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The gate refuses what lasts while it cannot be recorded, so explain says so."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("DIRECTOR_AUDIT_PATH", str(tmp_path / "file" / "audit.jsonl"))
    for arguments in (["", "announce"], ["", "announce", '{"text": "hello"}']):
        status, out, _ = director("explain", *arguments, "--mode", "open")
        assert (status, out.splitlines()[-1]) == (1, "denied by audit.sink")
    assert director("explain", "", "get_roster", "--mode", "open")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [([], "ACTION"), (["explain", "fan"], "TOOL"), (["explain", "fan", "get_gap", "{"], "ARGUMENTS isn't JSON"),
     (["explain", "fan", "get_gap", "[]"], "must be a JSON object"), (["explain", "fan", "x", "--mode", "shut"], "choose from open, guarded"),
     (["explain", "\udcff", "x"], "isn't a valid name (text in UTF-8)"), (["explain", "fan", "x\udcff", "--json"], "isn't a valid name"),
     (["simulate", "rules.json"], "--audit"), (["simulate", "rules.json", "--audit", "none"], "--audit: there is no file none"),
     (["simulate", "none.json", "--audit", "rules.json"], "not found: none.json"),
     (["simulate", "rules.json", "--audit", "broken.gz"], "--audit: can't read broken.gz"),
     (["lint"], "no rules here: name a file")],
)  # fmt: skip
def test_wrong_usage_is_one_line(director: Director, tmp_path: Path, arguments: list[str], complaint: str) -> None:
    (tmp_path / "broken.gz").write_bytes(gzip.compress(b"x" * 1000)[:20])
    status, out, err = director(*arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert complaint in err


RECORDS = [
    {"agent_id": "fan", "server": None, "tool": "get_roster", "args": {}, "tier": 0, "decision": "ALLOW", "rule": ""},
    {"agent_id": "fan", "server": "pitwall", "tool": "get_gap", "args": {}, "tier": 0, "decision": "ALLOW", "rule": "mode.guarded"},
    {"agent_id": "fan", "server": "pitwall", "tool": "get_gap", "args": {}, "tier": 0, "decision": "ALLOW", "rule": "mode.guarded"},
    {"agent_id": "fan", "server": "pitwall", "tool": "get_standings", "args": {"place": "<REDACTED>"}, "tier": 0, "decision": "ALLOW", "rule": ""},
    {"agent_id": "fan", "server": "pitwall", "tool": "get_roster", "args": {}, "tier": 0, "decision": "DENY", "rule": "agents.fan"},
    {"agent_id": "fan", "server": "pitwall", "tool": "announce", "args": {}, "tier": 3, "decision": "DENY", "rule": "mode.guarded"},
]  # fmt: skip


def test_simulate_shows_what_would_change(director: Director, tmp_path: Path) -> None:
    lines = b"".join(json.dumps(record).encode() + b"\n" for record in RECORDS) + b'{"torn": '
    (tmp_path / "audit.jsonl").write_bytes(lines)
    (tmp_path / "audit.jsonl.gz").write_bytes(gzip.compress(lines))
    status, out, err = director("simulate", "rules.json", "--audit", "audit.jsonl")
    assert (status, err) == (0, "")
    assert [line.split() for line in out.splitlines()[:2]] == [
        ["calls", "agent", "tool", "was", "now", "by"],
        ["2", "fan", "pitwall/get_gap", "ALLOW", "DENY", "agents.fan.deny.tools.pitwall[0]"],
    ]
    assert len({line.index("fan") for line in out.splitlines()[1:4]}) == 1
    assert out.splitlines()[4:] == [
        "6 calls: 1 unchanged, 1 would be allowed, 2 would be denied, 1 unknown, 1 not decided by rules",
        "lines that aren't the record of a call: 1",
    ]
    for name in ("audit.jsonl", "audit.jsonl.gz"):
        body = json.loads(director("simulate", "rules.json", "--audit", name, "--json")[1])
        assert [body[key] for key in ("calls", "unchanged", "would_allow", "would_deny", "unknown", "elsewhere", "skipped")] == [
            6, 1, 1, 2, 1, 1, 1,
        ]  # fmt: skip
        assert [change["calls"] for change in body["changes"]] == [2, 1, 1]


def test_simulate_reads_what_was_rotated_out_too(director: Director, tmp_path: Path) -> None:
    log = AuditLog(tmp_path / "audit.jsonl", durability="system", rotate_bytes=1000)
    for _ in range(5):
        call = Call("get_roster", {}, AgentContext("fan"))
        when = datetime(2026, 1, 1, tzinfo=UTC)
        made = call_record(
            call, Outcome({}, ok=True), tier=Tier.READ_ONLY, mode="open", server="pitwall", came=when, latency_ms=1
        )
        log.append(made)
    log.close()
    _, out, _ = director("simulate", "rules.json", "--audit", "audit.jsonl", "--json")
    assert len(list(tmp_path.glob("audit-0*.gz"))) > 1
    assert json.loads(out)["calls"] == 5


def test_lint_prints_the_mistake_or_the_warnings(director: Director, tmp_path: Path) -> None:
    own = "note     agents  the program itself calls as director, cli, chart, chat, export, replay, mcp, which these rules do not name"
    assert director("lint", "rules.json") == (0, f"{own}\nrules.json: 0 warnings, no error\n", "")
    status, out, _ = director("lint", "rules.json", "--servers", "db, mail")
    assert status == 0
    assert out.splitlines() == [
        'warning  agents.fan.allow.servers  Agent "fan" allow.servers references undefined server "pitwall"',
        'warning  agents.fan.allow.tools  Agent "fan" allow.tools references undefined server "pitwall"',
        'warning  agents.fan.deny.tools  Agent "fan" deny.tools references undefined server "pitwall"',
        own,
        "rules.json: 3 warnings, no error",
    ]
    (tmp_path / ".mcp-gateway-rules.json").write_text('{"agents": {"fan": {"alow": {}}}}')
    status, out, _ = director("lint")
    assert (status, out) == (
        1,
        'error    agents.fan.alow  Agent "fan": unknown key "alow"; did you mean "allow"?\n.mcp-gateway-rules.json: 1 error\n',
    )
