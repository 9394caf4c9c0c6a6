"""Exactly one record per call, whatever happens inside; and no lasting effect that could not be recorded."""

from __future__ import annotations

import asyncio
import json
import math
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson
import pytest

from toolgate.audit.intents import read_intents
from toolgate.audit.journal import AuditLog
from toolgate.audit.segments import intents_path
from toolgate.audit.verify import verify_log
from toolgate.contract import AgentContext, Call, JsonObject, Outcome, Policy, PolicyDecision, Tier, ToolError, ToolSpec
from toolgate.hooks import Ended, Hooks
from toolgate.layers import Next
from toolgate.layers.audit import Audit
from toolgate.policy import AgentRules
from toolgate.policy.gate_policies import RulesPolicies
from toolgate.runner import Runner

INPUT: JsonObject = {"type": "object", "properties": {"count": {"type": "integer"}}}
OUTPUT: JsonObject = {"type": "object"}
A2_FIELDS = {
    "ts", "tool", "tier", "denied", "decision_reason", "policy_mode", "args", "output_sha256", "output_len", "exit_code", "request_id",
    "client_id", "extra", "safety", "prev_hash", "entry_hash"}  # fmt: skip
GATEWAY_FIELDS = {
    "timestamp",
    "agent_id",
    "operation",
    "decision",
    "latency_ms",
    "server",
    "rule",
    "error_type",
    "model",
    "seq",
}


class Gate:
    """A runner over a few tools, and the log beside it."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "audit.jsonl"
        self.log = AuditLog(self.path, durability="system")
        self.reached: list[str] = []
        self.layers: tuple[Any, ...] = ()
        self.specs: list[ToolSpec] = []
        for tier in Tier:
            self.add(tier.lower(), lambda arguments, agent: {"summary": "Done."}, tier=tier)

    def add(self, name: str, work: Callable[..., Any], **fields: Any) -> None:
        def handler(arguments: JsonObject, agent: AgentContext) -> Any:
            self.reached.append(name)
            return work(arguments, agent)

        self.specs.append(ToolSpec(name, "A tool.", INPUT, OUTPUT, handler, **{"blocking": False, **fields}))

    async def call(self, name: str, arguments: Any = None, agent: AgentContext | None = None, **runner: Any) -> Outcome:
        audit = Audit(self.log, mode="guarded", server="here")
        gate = Runner(self.specs, self.layers, audit=audit, server="here", **runner)
        return await gate.call(
            Call(name, {} if arguments is None else arguments, agent or AgentContext("tester"), call_id="s1")
        )

    def records(self) -> list[JsonObject]:
        return [json.loads(line) for line in self.path.read_text().splitlines()]

    def only(self) -> JsonObject:
        (record,) = self.records()
        return record


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    made = Gate(tmp_path / "state")
    yield made
    made.log.close()
    if made.path.is_file():
        assert verify_log(made.path).ok


def deny_all(call: Call) -> PolicyDecision:
    return PolicyDecision(False, "not today; password=hunter2", "agents.tester.deny.tools.here[0]")


def admit_all(call: Call) -> PolicyDecision:
    return PolicyDecision(True, "permitted", "mode.open")


async def test_a_call_that_went_well(gate: Gate) -> None:
    agent = AgentContext("tester", "claude", "r-1", {"client_id": "ide-7", "team": "red", "token": "hunter2"})
    outcome = await gate.call("irreversible", {"count": 2, "password": "hunter2"}, agent, policies=(admit_all,))
    record = gate.only()
    assert set(record) == A2_FIELDS | GATEWAY_FIELDS
    body = orjson.dumps(outcome.envelope)
    expected = {
        "tool": "irreversible", "tier": 3, "denied": False, "decision_reason": "permitted", "policy_mode": "guarded",
        "args": {"count": 2, "password": "<REDACTED>"}, "output_sha256": sha256(body).hexdigest(), "output_len": len(body),
        "exit_code": None, "request_id": "r-1", "client_id": "ide-7", "extra": {"team": "red", "token": "<REDACTED>", "call_id": "s1"},
        "safety": None, "agent_id": "tester", "operation": "tools/call", "decision": "ALLOW", "server": "here", "rule": "mode.open",
        "error_type": None, "model": "claude", "seq": 1}  # fmt: skip
    assert {name: record[name] for name in expected} == expected
    assert record["latency_ms"] >= 0
    assert "hunter2" not in gate.path.read_text()
    assert "Done." not in gate.path.read_text()


async def test_a_refused_call(gate: Gate) -> None:
    assert (await gate.call("read_only", policies=(deny_all,))).error_type == "policy_denied"
    record = gate.only()
    assert (record["denied"], record["decision"], record["exit_code"], record["tier"]) == (True, "DENY", 1, 0)
    assert record["rule"] == "agents.tester.deny.tools.here[0]"
    assert record["decision_reason"] == "not today; password=<REDACTED>"
    assert not gate.reached
    assert record["output_len"] > 0


@pytest.mark.parametrize(
    ("arguments", "tier"),
    [({}, 2), ({"irreversible": True}, 3), ({"irreversible": False}, 2), ({"irreversible": "no"}, 3)],
)
async def test_an_unknown_tool(gate: Gate, arguments: JsonObject, tier: int) -> None:
    assert (await gate.call("nosuchtool", arguments)).error_type == "tool_not_found"
    record = gate.only()
    assert (record["tool"], record["tier"], record["denied"], record["exit_code"], record["error_type"]) == (
        "nosuchtool", tier, True, 1, "tool_not_found")  # fmt: skip


def cyclic() -> JsonObject:
    value: JsonObject = {}
    value["self"] = value
    return value


ODD_ARGUMENTS = [
    [], "text", 5, True, b"bytes", {1: 2}, {"a": b"x"}, {"a": {1, 2}}, cyclic(), {"a": math.nan}, {"a": "\ud800"}, {"\ud800": 1},
    {"a": "x" * 10**6}, {"a": [0] * 10**5}, {"count": "no"}, object(), {"a": object()}, {(1, 2): 3}, {"a": 10**5000},
]  # fmt: skip


@pytest.mark.parametrize("arguments", ODD_ARGUMENTS, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("tool", ["read_only", "nosuchtool"])
async def test_arguments_of_any_kind(gate: Gate, tool: str, arguments: Any) -> None:
    try:
        await gate.call(tool, arguments)
    except Exception as error:  # noqa: BLE001 - what the inner layers make of it is theirs; the record is ours
        print(error)
    assert gate.only()["tool"] == tool
    assert gate.path.stat().st_size < 300_000


async def test_arguments_that_are_none(gate: Gate) -> None:
    runner = Runner(gate.specs, audit=Audit(gate.log))
    await runner.call(Call("read_only", None))  # type: ignore[arg-type]  # a transport may leave them out
    assert gate.only()["args"] is None


def _raise(error: BaseException) -> Any:
    raise error


@pytest.mark.parametrize(
    ("work", "fields", "error_type"),
    [
        (lambda *_: _raise(RuntimeError("url=postgres://u:hunter2@h")), {}, "tool_failed"),
        (lambda *_: _raise(SystemExit(3)), {}, "tool_failed"),
        (lambda *_: _raise(KeyboardInterrupt()), {}, "tool_failed"),
        (lambda *_: _raise(BaseException("hunter2")), {"blocking": True}, "tool_failed"),
        (lambda *_: _raise(ToolError("server_unavailable", "gone")), {}, "server_unavailable"),
        (lambda *_: asyncio.Event().wait(), {"timeout_ms": 20}, "timeout"),
        (lambda *_: None, {}, "output_invalid"),
        (lambda *_: "text", {}, "output_invalid"),
        (lambda *_: {"when": {1, 2}}, {}, "output_invalid"),
        (lambda *_: {"x": math.nan}, {}, "output_invalid"),
        (lambda *_: {"text": "x" * 100_000}, {}, "output_invalid"),
    ],
    ids=["crash", "exit", "interrupt", "base", "error", "timeout", "none", "text", "set", "nan", "oversized"],
)
async def test_a_tool_that_fails(gate: Gate, work: Any, fields: JsonObject, error_type: str) -> None:
    gate.add("broken", work, tier=Tier.REVERSIBLE, **fields)
    outcome = await gate.call("broken", policies=(admit_all,))
    assert outcome.error_type == error_type
    record = gate.only()
    assert (record["error_type"], record["exit_code"], record["denied"], record["decision"]) == (
        error_type,
        1,
        False,
        "ALLOW",
    )
    assert record["output_sha256"] == sha256(orjson.dumps(outcome.envelope)).hexdigest()
    assert "hunter2" not in gate.path.read_text()


async def test_an_output_that_was_cut_is_recorded_as_it_was_returned(gate: Gate) -> None:
    gate.add("long", lambda *_: {"rows": ["é" * 50] * 2000})
    outcome = await gate.call("long", output_budget_bytes=2000)
    body = orjson.dumps(outcome.envelope)
    assert outcome.envelope["truncated"]
    assert len(body) <= 2000
    assert (gate.only()["output_len"], gate.only()["output_sha256"]) == (len(body), sha256(body).hexdigest())


async def test_invalid_arguments(gate: Gate) -> None:
    await gate.call("read_only", {"count": "two"})
    assert (gate.only()["error_type"], gate.reached) == ("validation_error", [])


async def test_a_cancelled_call_is_recorded_and_cancelled(gate: Gate) -> None:
    begun = asyncio.Event()

    async def forever(arguments: JsonObject, agent: AgentContext) -> JsonObject:
        begun.set()
        await asyncio.sleep(3600)
        return {}

    gate.specs.append(ToolSpec("slow", "A tool.", INPUT, OUTPUT, forever, tier=Tier.STATEFUL, timeout_ms=60_000))
    task = asyncio.create_task(gate.call("slow", policies=(admit_all,)))
    await begun.wait()
    await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    record = gate.only()
    assert (record["error_type"], record["exit_code"], record["tier"]) == ("cancelled", 1, 2)
    assert (record["output_sha256"], record["output_len"]) == (None, 0)
    assert (record["decision"], record["decision_reason"], record["rule"]) == ("ALLOW", "permitted", "mode.open")
    assert record["latency_ms"] > 10


async def test_a_call_beyond_a_limit_is_recorded_as_refused(gate: Gate) -> None:
    def used_up(call: Call) -> PolicyDecision:
        return PolicyDecision(False, "calls_per_day of 2 is used up", "agents.tester.limits.calls_per_day", 7.0)

    await gate.call("read_only", policies=(admit_all, Policy("used_up", used_up, looks_at_arguments=True)))
    record = gate.only()
    assert (record["error_type"], record["denied"], record["decision"]) == ("rate_limited", True, "DENY")
    assert record["rule"] == "agents.tester.limits.calls_per_day"


@pytest.mark.parametrize("arguments", [[1], "x", 5, False])
async def test_arguments_that_are_no_object_are_refused_and_recorded(gate: Gate, arguments: Any) -> None:
    assert (await gate.call("read_only", arguments)).error_type == "validation_error"
    assert (gate.only()["args"], gate.reached) == (arguments, [])


async def test_what_is_refused_for_want_of_a_log_is_told_to_the_hooks(gate: Gate) -> None:
    class Endings(Hooks):
        def on_execute_error(self, ended: Ended) -> None:
            told.append((ended.error_type, ended.decision and ended.decision.rule))

    told: list[Any] = []
    gate.path.parent.touch()
    await gate.call("stateful", hooks=(Endings(),))
    assert told == [("policy_denied", "audit.sink")]
    gate.path.parent.unlink()


@pytest.mark.parametrize(
    "error", [KeyboardInterrupt(), SystemExit(), RuntimeError("hunter2"), GeneratorExit()], ids=repr
)
async def test_what_comes_through_the_gate_itself_is_recorded_and_goes_on(gate: Gate, error: BaseException) -> None:
    async def crash(call: Call) -> Outcome:
        raise error

    with pytest.raises(type(error)):
        await Audit(gate.log)(Call("read_only"), crash)
    assert gate.only()["error_type"] in ("crashed", "cancelled")
    assert "hunter2" not in gate.path.read_text()


async def test_names_are_cut_and_cleaned(gate: Gate) -> None:
    agent = AgentContext("a\nb\x1b[31m" + "x" * 500, "m" * 500, "r\r\n", {"client_id": "token=hunter2"})
    await gate.call("tool\n{" + "y" * 500, {}, agent)
    record = gate.only()
    assert record["agent_id"].startswith("a b [31mxxx")
    assert record["request_id"] == "r  "
    assert all(len(record[name]) < 130 for name in ("agent_id", "tool", "model", "client_id"))
    assert "hunter2" not in gate.path.read_text()


async def test_odd_names_and_callers(gate: Gate) -> None:
    async def fine(call: Call) -> Outcome:
        return Outcome({"odd": {1, 2}}, ok=True)

    odd: Any = {"name": None, "agent": None, "server": 7, "call_id": b"x"}
    await Audit(gate.log)(Call(**odd), fine)
    record = gate.only()
    assert (record["tool"], record["server"], record["agent_id"]) == ("<NoneType>", "<int>", "anonymous")
    assert (record["output_sha256"], record["output_len"]) == (None, 0)


class Unreadable(dict[str, Any]):
    def get(self, *_: Any) -> Any:
        raise RuntimeError("hunter2")

    def items(self) -> Any:
        raise RuntimeError("hunter2")

    def __iter__(self) -> Any:
        raise RuntimeError("hunter2")

    keys = __iter__


async def test_a_call_that_cannot_be_read_is_recorded_as_such(gate: Gate) -> None:
    async def fine(call: Call) -> Outcome:
        return Outcome({}, ok=True)

    odd = Call("nosuchtool", Unreadable(a=1), AgentContext("tester", metadata=Unreadable(a=1)))
    assert (await Audit(gate.log)(odd, fine)).ok
    record = gate.only()
    assert (record["tool"], record["tier"], record["args"]) == ("nosuchtool", 3, {"...": "<unreadable>"})


async def test_calls_at_the_same_time_are_all_recorded(gate: Gate) -> None:
    async def wait(arguments: JsonObject, agent: AgentContext) -> JsonObject:
        await asyncio.sleep(0.01)
        return {}

    gate.specs.append(ToolSpec("wait", "A tool.", INPUT, OUTPUT, wait))
    gate.log = AuditLog(gate.path, durability="record")
    await asyncio.gather(*(gate.call("wait", {"count": n}) for n in range(50)))
    assert sorted(record["args"]["count"] for record in gate.records()) == list(range(50))


@pytest.mark.parametrize(
    ("tool", "runs"),
    [("read_only", True), ("reversible", False), ("stateful", False), ("irreversible", False)],
)
async def test_without_a_sink_lasting_effects_are_refused_and_reads_go_on(gate: Gate, tool: str, runs: bool) -> None:
    await gate.call("read_only")
    gate.reached.clear()
    gate.path.parent.rename(gate.path.parent.with_name("aside"))
    gate.path.parent.touch()
    outcome = await gate.call(tool)
    assert outcome.ok is runs
    assert gate.reached == ([tool] if runs else [])
    if not runs:
        assert outcome.error_type == "policy_denied"
        assert outcome.envelope["error"]["details"] == {"rule": "audit.sink"}
        assert str(gate.path.parent) not in json.dumps(outcome.envelope)
    gate.path.parent.unlink()
    gate.path.parent.with_name("aside").rename(gate.path.parent)
    assert (await gate.call("irreversible")).ok
    _, second, third = gate.records()
    assert (second["tool"], second["denied"], second["rule"]) == (tool, not runs, "" if runs else "audit.sink")
    assert third["tool"] == "irreversible"
    assert second["timestamp"] > second["ts"]


@pytest.mark.parametrize("tool", ["reversible", "stateful", "irreversible"])
async def test_a_sink_that_is_lost_after_policies_were_asked_refuses_effects_all_the_same(
    gate: Gate, tool: str
) -> None:
    def lose(call: Call) -> PolicyDecision:
        gate.path.parent.rename(gate.path.parent.with_name("aside"))
        gate.path.parent.touch()
        return PolicyDecision(True, "while it was there")

    await gate.call("read_only")
    outcome = await gate.call(tool, policies=(Policy("lose", lose, late=True),))
    assert (outcome.error_type, outcome.envelope["error"]["details"]) == ("policy_denied", {"rule": "audit.sink"})
    assert tool not in gate.reached
    gate.path.parent.unlink()
    gate.path.parent.with_name("aside").rename(gate.path.parent)


async def test_without_a_sink_an_unknown_tool_is_still_not_found(gate: Gate) -> None:
    gate.path.parent.touch()
    assert (await gate.call("nosuchtool")).error_type == "tool_not_found"
    gate.path.parent.unlink()


async def test_the_runner_takes_the_log_outermost(gate: Gate) -> None:
    async def skip(call: Call, next: Next) -> Outcome:
        return Outcome({"summary": "skipped"}, ok=True)

    gate.layers = (skip,)
    await gate.call("read_only")
    assert gate.only()["decision_reason"] == "not decided"
    assert not gate.reached


class Waiting:
    """A lock that another process has until the test lets go of it."""

    def __init__(self, path: Path) -> None:
        script = "import sys; from pathlib import Path; from toolgate.audit.lock import FileLock; "
        script += "lock = FileLock(Path(sys.argv[1])); lock.acquire(); print('held', flush=True); sys.stdin.read()"
        self._process = subprocess.Popen(
            [sys.executable, "-c", script, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == "held\n"

    def let_go(self) -> None:
        self._process.communicate()


@pytest.mark.parametrize("tool", ["read_only", "reversible", "stateful"])
async def test_who_waits_for_another_process_does_not_stop_the_event_loop(
    gate: Gate, tool: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toolgate.audit.lock._PATIENCE_S", 60.0)
    await gate.call(tool)
    held = Waiting(gate.path.with_name("audit.jsonl.lock"))
    calls = [asyncio.create_task(gate.call(tool)) for _ in range(3)]
    turns = 0
    while turns < 50:  # the loop turns while the calls wait: blocked, it would come to no end
        await asyncio.sleep(0.001)
        assert gate.log.status()["ok"]
        turns += 1
    assert not any(call.done() for call in calls)
    assert len(gate.records()) == 1
    await asyncio.to_thread(held.let_go)
    assert all(outcome.ok for outcome in await asyncio.gather(*calls))
    assert len(gate.records()) == 4


async def test_a_call_that_is_cancelled_while_its_record_waits_is_still_recorded_once(
    gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toolgate.audit.lock._PATIENCE_S", 60.0)
    await gate.call("read_only")
    held = Waiting(gate.path.with_name("audit.jsonl.lock"))
    call = asyncio.create_task(gate.call("read_only"))
    await asyncio.sleep(0.01)
    assert gate.reached == ["read_only"] * 2
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    await asyncio.to_thread(held.let_go)
    gate.log.close()
    assert [record["tool"] for record in gate.records()] == ["read_only"] * 2


def intents_of(gate: Gate) -> list[JsonObject]:
    return read_intents(intents_path(gate.path))


@pytest.mark.parametrize("tier", list(Tier))
async def test_what_lasts_is_written_down_before_it_is_done(gate: Gate, tier: Tier) -> None:
    seen: list[list[JsonObject]] = []

    def look(arguments: JsonObject, agent: AgentContext) -> JsonObject:
        seen.append(intents_of(gate))
        return {"summary": "Done."}

    gate.add("probe", look, tier=tier)
    agent = AgentContext("tester", "claude", "r-1")
    assert (await gate.call("probe", {"count": 2, "token": "hunter2"}, agent)).ok
    if tier in (Tier.STATEFUL, Tier.IRREVERSIBLE):
        ((intent,),) = seen
        record = gate.only()
        assert all(intent[name] == record[name] for name in intent)
        assert intent["args"] == {"count": 2, "token": "<REDACTED>"}
    else:
        assert seen == [[]]
    assert intents_of(gate) == []


async def test_an_intent_is_on_the_disk_before_the_handler_runs(gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    real = os.fsync

    def fsync(fd: int) -> None:
        order.append(os.path.basename(os.readlink(f"/proc/self/fd/{fd}")))
        real(fd)

    def look(arguments: JsonObject, agent: AgentContext) -> JsonObject:
        order.append("handler")
        return {"summary": "Done."}

    gate.add("probe", look, tier=Tier.STATEFUL)
    await gate.call("read_only")
    monkeypatch.setattr(os, "fsync", fsync)
    await gate.call("probe")
    assert order == ["audit.jsonl.intents", "handler"]


async def test_an_effect_whose_call_can_no_longer_be_read_still_answers_its_intent(gate: Gate) -> None:
    spoilt: list[bool] = []

    class Spoiling(Mapping[str, Any]):
        def __getitem__(self, name: str) -> Any:
            return "12"

        def __iter__(self) -> Iterator[str]:
            if spoilt:
                raise RuntimeError("hunter2")
            return iter(("table",))

        def __len__(self) -> int:
            return 1

    def spoil(arguments: JsonObject, agent: AgentContext) -> JsonObject:
        spoilt.append(True)
        return {"summary": "Done."}

    gate.add("probe", spoil, tier=Tier.IRREVERSIBLE)
    agent = AgentContext("tester", request_id="r-7", metadata=Spoiling())
    assert (await gate.call("probe", {"count": 2}, agent)).ok
    record = gate.only()
    assert (record["args"], record["agent_id"], record["request_id"]) == ({"...": "<unreadable>"}, "tester", "r-7")
    assert intents_of(gate) == verify_log(gate.path).unaccounted == []


async def test_a_call_that_is_refused_leaves_no_intent(gate: Gate) -> None:
    await gate.call("irreversible", policies=(deny_all,))
    await gate.call("irreversible", {"count": "no"})
    assert not intents_path(gate.path).exists()


async def test_no_effect_without_an_intent(gate: Gate) -> None:
    await gate.call("read_only")
    intents_path(gate.path).mkdir()
    assert (await gate.call("stateful")).error_type == "policy_denied"
    assert gate.reached == ["read_only"]
    intents_path(gate.path).rmdir()
    assert (await gate.call("stateful")).ok


@pytest.mark.parametrize(("claimed", "recorded"), [("", "fan"), ("  ", "fan"), ("ann", "ann")])
async def test_a_caller_without_a_name_is_recorded_as_whom_it_counts_as(
    gate: Gate, claimed: str, recorded: str
) -> None:
    anything = {"allow": {"servers": ["here"], "tools": {"here": ["*"]}}}
    agents = {"fan": anything, "ann": anything}
    rules = AgentRules.from_dict({"agents": agents, "defaults": {"deny_on_missing_agent": False}})
    policies = RulesPolicies(lambda: rules, default_agent="fan").policies()
    runner = Runner(gate.specs, audit=Audit(gate.log), policies=policies, server="here")
    await runner.call(Call("stateful", agent=AgentContext(claimed)))
    record = gate.only()
    assert record["agent_id"] == recorded
    intents = [json.loads(line) for line in gate.path.with_name("audit.jsonl.intents").read_text().splitlines()]
    assert {intent["agent_id"] for intent in intents} == {recorded}


@pytest.mark.parametrize(("named", "recorded"), [(None, None), ("", ""), ("other", "other"), ("here", "here")])
async def test_of_several_servers_none_is_recorded_that_the_call_has_not_named(
    gate: Gate, named: str | None, recorded: str | None
) -> None:
    runner = Runner(gate.specs, audit=Audit(gate.log, server="here"), server="here")
    runner.replace("there", gate.specs)
    await runner.call(Call("read_only", {}, server=named))
    assert gate.only()["server"] == recorded


async def test_the_only_server_is_recorded_of_a_call_that_names_none(gate: Gate) -> None:
    await gate.call("nobody")
    assert gate.only()["server"] == "here"
