"""observe: start is always told, exactly one ending follows, and a hook changes nothing."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

import pytest

from toolgate.contract import AgentContext, Call, PolicyDecision, ToolSpec
from toolgate.hooks import Ended, Hooks, Started
from toolgate.runner import Runner

ANYTHING = {"type": "object", "properties": {"n": {"type": "integer"}}, "additionalProperties": False}


async def _hang(arguments: Any, agent: Any) -> None:
    await asyncio.sleep(60)


def _exit(arguments: Any, agent: Any) -> None:
    raise SystemExit(3)


def tool(handler: Any, name: str = "probe", **fields: Any) -> ToolSpec:
    return ToolSpec(name, "A probe.", ANYTHING, {"type": "object"}, handler, blocking=False, **fields)


class Recorder(Hooks):
    def __init__(self) -> None:
        self.told: list[tuple[str, Started | Ended]] = []

    def on_execute_start(self, started: Started) -> None:
        self.told.append(("start", started))

    def on_execute_end(self, ended: Ended) -> None:
        self.told.append(("end", ended))

    def on_execute_error(self, ended: Ended) -> None:
        self.told.append(("error", ended))

    @property
    def words(self) -> list[str]:
        return [word for word, _ in self.told]


class Raising(Hooks):
    def on_execute_start(self, started: Started) -> None:
        raise RuntimeError("start")

    def on_execute_end(self, ended: Ended) -> None:
        raise SystemExit(1)

    def on_execute_error(self, ended: Ended) -> None:
        raise asyncio.CancelledError


def _deny(call: Call) -> PolicyDecision:
    return PolicyDecision(call.spec.name != "denied", "no", "rule.7")


SPECS = [
    tool(lambda a, g: {"rows": [1, 2]}),
    tool(_exit, "crash"),
    tool(_hang, "slow", timeout_ms=20),
    tool(lambda a, g: {}, "denied"),
    tool(lambda a, g: object(), "odd"),
]


@pytest.mark.parametrize(
    ("name", "arguments", "ending", "error_type"),
    [
        ("probe", {}, "end", None),
        ("probe", {"n": "x"}, "error", "validation_error"),
        ("nobody", {}, "error", "tool_not_found"),
        ("denied", {}, "error", "policy_denied"),
        ("crash", {}, "error", "tool_failed"),
        ("slow", {}, "error", "timeout"),
        ("odd", {}, "error", "output_invalid"),
    ],
)
async def test_a_start_and_one_ending_whatever_becomes_of_the_call(
    name: str, arguments: Any, ending: str, error_type: str | None
) -> None:
    recorder = Recorder()
    runner = Runner(SPECS, hooks=(recorder,), policies=(_deny,))
    outcome = await runner.call(Call(name, arguments, AgentContext("ann", request_id="r1"), call_id="c1"))
    assert recorder.words == ["start", ending]
    ended = recorder.told[1][1]
    assert isinstance(ended, Ended)
    assert ended.started == Started(name, None, "ann", "r1", "c1")
    assert (ended.ok, ended.error_type, ended.duration_ms) == (outcome.ok, error_type, outcome.duration_ms)
    assert ended.rows_returned == (2 if outcome.ok else 0)
    if error_type == "policy_denied":
        assert ended.decision == PolicyDecision(False, "no", "rule.7")


async def test_a_cancellation_is_told_and_goes_on() -> None:
    recorder = Recorder()
    runner = Runner([tool(_hang)], hooks=(recorder,))
    task = asyncio.create_task(runner.call(Call("probe")))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert recorder.words == ["start", "error"]
    assert recorder.told[1][1].error_type == "cancelled"  # type: ignore[union-attr]


async def test_a_hook_that_raises_is_logged_and_changes_nothing(caplog: pytest.LogCaptureFixture) -> None:
    recorder = Recorder()
    runner = Runner(SPECS, hooks=(Raising(), recorder))
    with caplog.at_level(logging.ERROR, "toolgate.hooks"):
        good, bad = await runner.call(Call("probe")), await runner.call(Call("nobody"))
    assert (good.ok, good.envelope["rows"], bad.error_type) == (True, [1, 2], "tool_not_found")
    assert recorder.words == ["start", "end", "start", "error"]
    assert [record.getMessage() for record in caplog.records] == [
        "a hook failed: Raising.on_execute_start",
        "a hook failed: Raising.on_execute_end",
        "a hook failed: Raising.on_execute_start",
        "a hook failed: Raising.on_execute_error",
    ]


def test_what_hooks_are_told_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Started("probe", None, "ann", "", "").tool = "other"  # type: ignore[misc]


async def test_an_agent_is_listed_what_it_may_call() -> None:
    runner = Runner(SPECS, policies=(_deny,), allow=["probe", "denied", "slow"])
    assert [spec.name for spec in runner.listed(AgentContext("ann"))] == ["probe", "slow"]


async def test_the_log_line_of_a_list_names_the_operation(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "toolgate.calls")
    runner = Runner([tool(lambda arguments, agent: {})])
    await runner.list_tools(AgentContext("ann"), operation="tools/list")
    await runner.call(Call("probe"))
    await runner.call(Call(""))
    lines = [json.loads(entry.getMessage())["tool"] for entry in caplog.records if entry.name == "toolgate.calls"]
    assert lines == ["tools/list", "probe", ""]
