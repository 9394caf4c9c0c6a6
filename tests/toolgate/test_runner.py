"""The one door: what goes in, what comes out, and what never gets through."""

from __future__ import annotations

import asyncio
import json
import logging
import math
import threading
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import jsonschema
import msgspec
import pytest

from toolgate.contract import (
    ANONYMOUS,
    AgentContext,
    Call,
    InvalidArgument,
    JsonObject,
    Outcome,
    Policy,
    PolicyDecision,
    ToolError,
    ToolSpec,
)
from toolgate.envelope import envelope_schema
from toolgate.layers import Next
from toolgate.runner import Runner

INPUT: JsonObject = {
    "type": "object",
    "additionalProperties": False,
    "properties": {"count": {"type": "integer", "minimum": 1, "maximum": 5}, "name": {"type": "string"}},
}
OUTPUT: JsonObject = {"type": "object", "properties": {"rows": {"type": "array"}}}


PATIENCE_S = 60


def tool(handler: Any, **fields: Any) -> ToolSpec:
    return ToolSpec(
        **{"name": "probe", "description": "A probe.", "input_schema": INPUT, "output_schema": OUTPUT}
        | {"handler": handler}
        | fields
    )


def echo(arguments: JsonObject, agent: AgentContext) -> JsonObject:
    return {"summary": "Here you are.", "rows": [arguments], "agent": agent.agent_id}


async def call(spec: ToolSpec, arguments: JsonObject | None = None, **fields: Any) -> Outcome:
    return await Runner([spec], **fields).call(Call("probe", arguments or {}))


async def test_a_good_call_comes_back_in_its_envelope() -> None:
    clock = datetime(2026, 1, 2, 3, 4, 5, 678_900, UTC)
    runner = Runner([tool(echo, schema_version=3)], clock=lambda: clock)
    outcome = await runner.call(Call("probe", {"count": 2}, AgentContext("tester")))
    assert outcome.ok
    assert outcome.error_type is None
    assert outcome.envelope == {
        "schema_version": 3,
        "generated_at": "2026-01-02T03:04:05.678Z",
        "summary": "Here you are.",
        "rows": [{"count": 2}],
        "agent": "tester",
    }
    assert outcome.decision is not None
    assert outcome.decision.allowed


async def test_an_async_handler_is_awaited() -> None:
    async def handler(arguments: JsonObject, agent: AgentContext) -> JsonObject:
        await asyncio.sleep(0)
        return {"rows": [1]}

    assert (await call(tool(handler))).envelope["rows"] == [1]


async def test_an_integer_written_as_a_float_reaches_the_handler_as_an_integer() -> None:
    outcome = await call(tool(echo), {"count": 3.0})
    assert outcome.envelope["rows"] == [{"count": 3}]
    assert type(outcome.envelope["rows"][0]["count"]) is int


@pytest.mark.parametrize(
    ("arguments", "path"),
    [({"count": 9}, "/count"), ({"count": "2"}, "/count"), ({"count": True}, "/count"), ({"other": 1}, "/"),
     ({"count": 10**30}, "/count"), ({"count": None}, "/count")],
)  # fmt: skip
async def test_wrong_arguments_name_their_path_and_never_reach_the_handler(arguments: JsonObject, path: str) -> None:
    reached: list[JsonObject] = []

    def handler(arguments: JsonObject, agent: AgentContext) -> JsonObject:
        reached.append(arguments)
        return {}

    outcome = await call(tool(handler), arguments)
    assert outcome.error_type == "validation_error"
    assert outcome.envelope["error"]["details"]["path"] == path
    assert not reached


NESTED: JsonObject = {
    "type": "object",
    "additionalProperties": False,
    "required": ["driver"],
    "properties": {
        "driver": {"type": "string"},
        "laps": {"type": "array", "items": {"$ref": "#/$defs/lap"}},
    },
    "$defs": {"lap": {"type": "object", "additionalProperties": False, "properties": {"from": {"type": "integer"}}}},
}


@pytest.mark.parametrize(
    ("arguments", "message", "candidates"),
    [
        ({"drivr": "VER"}, "there is no argument 'drivr': did you mean 'driver'?", ["driver"]),
        ({"driver": "VER", "zz\x1b[1m": 1}, "there is no argument 'zz\\x1b[1m': choose from driver, laps", ["driver", "laps"]),
        ({"driver": "VER", "laps": [{"form": 1}]}, "laps[0]: there is no argument 'form': did you mean 'from'?", ["from"]),
        ({}, "'driver' is required", None),
        ({"driver": 5}, 'driver: 5 is not of type "string"', None),
        ({"driver": "VER", "laps": [{"from": "x"}]}, 'laps[0].from: "x" is not of type "integer"', None),
    ],
)  # fmt: skip
async def test_wrong_arguments_are_named_as_people_write_them(
    arguments: JsonObject, message: str, candidates: list[str] | None
) -> None:
    outcome = await call(tool(echo, input_schema=NESTED), arguments)
    error = outcome.envelope["error"]
    assert (error["type"], error["message"]) == ("validation_error", message)
    assert error["details"].get("candidates") == candidates


async def test_a_tool_that_takes_nothing_says_to_leave_an_argument_out() -> None:
    nothing = {"type": "object", "additionalProperties": False, "properties": {}}
    outcome = await call(tool(echo, input_schema=nothing), {"lap": 3})
    assert outcome.envelope["error"]["message"] == "there is no argument 'lap': leave it out"


async def test_an_unknown_tool_is_named_with_its_nearest_neighbours() -> None:
    outcome = await Runner([tool(echo)]).call(Call("prob"))
    assert outcome.error_type == "tool_not_found"
    assert outcome.envelope["error"]["details"]["candidates"] == ["probe"]


async def test_an_agent_hears_of_no_tool_that_it_may_not_call() -> None:
    runner = Runner([tool(echo), tool(echo, name="probe_all")], allow=["probe"])
    for name in ("probe_al", "nothing like it"):
        outcome = await runner.call(Call(name))
        assert outcome.envelope["error"]["details"]["candidates"] == ["probe"]
    outcome = await Runner([tool(echo)], allow=[]).call(Call("prob"))
    assert "details" not in outcome.envelope["error"]


@pytest.mark.parametrize("name", ["\ud800", "get\x9b31m_gap\n", None, 5, ["probe"], {}])
async def test_a_name_of_any_kind_is_an_unknown_tool_and_harms_no_log(
    name: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "toolgate.calls")
    outcome = await Runner([tool(echo)]).call(Call(name))
    assert outcome.error_type == "tool_not_found"
    assert json.loads(caplog.messages[0])["error_type"] == "tool_not_found"
    for text in (caplog.messages[0], outcome.envelope["error"]["message"]):
        assert text.isprintable()


@pytest.mark.parametrize(
    "value",
    [math.nan, -math.inf, "\ud800", {1: 2}, {"\udfff": 1}, {1, 2}, b"x", 10**40, datetime(2026, 1, 2, tzinfo=UTC)],
)
async def test_arguments_are_json_even_where_the_schema_does_not_look(value: Any) -> None:
    asked: list[Any] = []

    def check(call: Call) -> PolicyDecision:
        asked.append(call.arguments)
        return PolicyDecision(True, "")

    runner = Runner([tool(echo, input_schema={"type": "object"})], policies=(Policy("check", check, True),))
    outcome = await runner.call(Call("probe", {"deep": [{"x": value}]}))
    assert outcome.error_type == "validation_error"
    assert not asked


async def test_a_call_for_another_server_is_refused() -> None:
    outcome = await Runner([tool(echo)], server="here").call(Call("probe", server="there"))
    assert outcome.error_type == "tool_not_found"
    assert (await Runner([tool(echo)], server="here").call(Call("probe", server="here"))).ok


def _raise(error: BaseException) -> Any:
    def handler(arguments: JsonObject, agent: AgentContext) -> JsonObject:
        raise error

    return handler


ANYTHING = [
    RuntimeError("secret=hunter2 at /etc/passwd"),
    KeyError("secret=hunter2"),
    SystemExit(3),
    KeyboardInterrupt(),
    GeneratorExit(),
    StopIteration("secret=hunter2"),
    RecursionError("secret=hunter2"),
    MemoryError(),
    BaseException("secret=hunter2"),
    asyncio.CancelledError(),
]


@pytest.mark.parametrize("blocking", [True, False])
@pytest.mark.parametrize("error", ANYTHING, ids=lambda error: type(error).__name__)
async def test_whatever_a_handler_raises_ends_in_one_terse_envelope(error: BaseException, blocking: bool) -> None:
    runner = Runner([tool(_raise(error), blocking=blocking), tool(echo, name="next")])
    outcome = await runner.call(Call("probe"))
    assert outcome.error_type == "tool_failed"
    text = json.dumps(outcome.envelope)
    assert "hunter2" not in text
    assert "Traceback" not in text
    assert (await runner.call(Call("next"))).ok


@pytest.mark.parametrize("error", ANYTHING, ids=lambda error: type(error).__name__)
async def test_whatever_an_async_handler_raises_ends_in_one_terse_envelope(error: BaseException) -> None:
    async def handler(arguments: JsonObject, agent: AgentContext) -> JsonObject:
        await asyncio.sleep(0)
        raise error

    outcome = await call(tool(handler))
    assert outcome.error_type == "tool_failed"
    assert "hunter2" not in json.dumps(outcome.envelope)


async def test_the_trace_is_in_the_log_only(caplog: pytest.LogCaptureFixture) -> None:
    await call(tool(_raise(RuntimeError("secret=hunter2\nINFO toolgate: all is well\x1b[2J"))))
    assert "hunter2" in caplog.text
    assert "in handler" in caplog.text
    assert len(caplog.text.splitlines()) == 1
    assert "\x1b" not in caplog.text


async def test_a_tool_error_says_what_its_caller_may_read() -> None:
    outcome = await call(tool(_raise(InvalidArgument("no driver 'x'", path="/name", candidates=["y"]))))
    assert outcome.envelope["error"] == {
        "type": "validation_error",
        "message": "no driver 'x'",
        "details": {"path": "/name", "candidates": ["y"]},
    }


@pytest.mark.parametrize(
    "result",
    [None, 5, "text", [1], {"rows": {1, 2}}, {"rows": [math.nan]}, {"rows": [math.inf]}, {"rows": [b"x"]},
     {"rows": [datetime(2026, 1, 2, tzinfo=UTC)]}, {1: 2}, {"rows": [10**40]}, {"rows": "not a list"}, {"rows": [{1: 2}]}],
    ids=repr,
)  # fmt: skip
async def test_a_result_that_is_no_json_or_breaks_its_schema_is_output_invalid(result: Any) -> None:
    assert (await call(tool(lambda a, g: result))).error_type == "output_invalid"


async def test_a_handler_that_hangs_is_left_behind_and_the_runner_serves_on() -> None:
    released, heard = threading.Event(), asyncio.Event()

    def hang(arguments: JsonObject, agent: AgentContext) -> JsonObject:
        released.wait(PATIENCE_S)
        return {}

    async def deaf(arguments: JsonObject, agent: AgentContext) -> JsonObject:
        while not heard.is_set():
            with suppress(asyncio.CancelledError):
                await heard.wait()
        return {}

    specs = [
        tool(hang, name="hang", timeout_ms=50),
        tool(deaf, name="deaf", timeout_ms=50),
        tool(echo, timeout_ms=60_000),
    ]
    runner = Runner(specs)
    outcomes = await asyncio.gather(runner.call(Call("hang")), runner.call(Call("deaf")), runner.call(Call("probe")))
    assert [outcome.error_type for outcome in outcomes] == ["timeout", "timeout", None]
    assert (await runner.call(Call("probe"))).ok
    released.set()
    heard.set()
    await asyncio.sleep(0)


async def test_a_cancelled_call_is_cleaned_up_and_the_cancellation_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "toolgate.calls")
    started, cleaned = asyncio.Event(), asyncio.Event()

    async def handler(arguments: JsonObject, agent: AgentContext) -> JsonObject:
        started.set()
        try:
            await asyncio.sleep(30)
        finally:
            cleaned.set()
        return {}

    runner = Runner([tool(handler, timeout_ms=60_000), tool(echo, name="next")])
    running = asyncio.create_task(runner.call(Call("probe")))
    await started.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert cleaned.is_set()
    assert json.loads(caplog.messages[-1])["error_type"] == "cancelled"
    assert (await runner.call(Call("next"))).ok


async def test_many_calls_that_block_do_not_hold_each_other_up() -> None:
    all_there = threading.Barrier(32)

    def slow(arguments: JsonObject, agent: AgentContext) -> JsonObject:
        all_there.wait(PATIENCE_S)
        return {"rows": []}

    runner = Runner([tool(slow, timeout_ms=60_000)])
    outcomes = await asyncio.gather(*(runner.call(Call("probe")) for _ in range(32)))
    assert all(outcome.ok for outcome in outcomes)


async def test_the_log_line_has_its_fields(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "toolgate.calls")
    runner = Runner([tool(lambda a, g: {"rows": [1, 2, 3], "missing": ["a", "b", "c", "d"]})])
    await runner.call(Call("probe"))
    await runner.call(Call("nosuch"))
    good, bad = (json.loads(message) for message in caplog.messages)
    assert good.keys() == {"tool", "duration_ms", "ok", "rows_returned", "error_type"}
    assert (good["tool"], good["ok"], good["rows_returned"], good["error_type"]) == ("probe", True, 3, None)
    assert (bad["tool"], bad["ok"], bad["rows_returned"], bad["error_type"]) == ("nosuch", False, 0, "tool_not_found")


async def test_the_allowlist_admits_what_it_names_and_says_which_rule_decided() -> None:
    runner = Runner([tool(echo), tool(echo, name="other")], allow=["other"])
    refused = await runner.call(Call("probe"))
    assert refused.error_type == "policy_denied"
    assert refused.decision == PolicyDecision(False, "probe is not on the allowlist", "allowlist")
    assert refused.envelope["error"]["details"]["rule"] == "allowlist"
    admitted = await runner.call(Call("other"))
    assert admitted.ok
    assert admitted.decision == PolicyDecision(True, "on the allowlist", "allowlist")
    assert (await runner.call(Call("nosuch"))).error_type == "tool_not_found"


async def test_the_first_argument_policy_to_deny_wins_and_the_rest_is_not_asked() -> None:
    asked: list[str] = []

    def policy(name: str, allowed: bool) -> Any:
        def decide(call: Call) -> PolicyDecision:
            asked.append(name)
            return PolicyDecision(allowed, f"{name} says so", name)

        return Policy(name, decide, looks_at_arguments=True)

    runner = Runner([tool(echo)], policies=(policy("a", True), policy("b", False), policy("c", True)))
    outcome = await runner.call(Call("probe"))
    assert outcome.error_type == "policy_denied"
    assert outcome.envelope["error"]["message"] == "b says so"
    assert asked == ["a", "b"]


async def test_a_layer_of_ones_own_sees_every_call_and_its_crash_is_contained() -> None:
    seen: list[str] = []

    async def layer(call: Call, next: Next) -> Outcome:
        seen.append(call.name)
        if call.name == "crash":
            raise RuntimeError("the layer broke")
        if call.name == "exit":
            raise SystemExit
        return await next(call)

    runner = Runner([tool(echo)], (layer,))
    assert (await runner.call(Call("probe"))).ok
    assert (await runner.call(Call("nosuch"))).error_type == "tool_not_found"
    assert (await runner.call(Call("crash"))).error_type == "tool_failed"
    assert (await runner.call(Call("exit"))).error_type == "tool_failed"
    assert seen == ["probe", "nosuch", "crash", "exit"]


async def test_an_output_over_the_budget_is_cut_by_whole_items_and_says_so() -> None:
    rows = [{"text": "ü" * 50, "number": n} for n in range(200)]
    spec = tool(lambda a, g: {"summary": "Many.", "rows": rows, "few": [1, 2]})
    outcome = await call(spec, output_budget_bytes=4096)
    body = outcome.envelope
    assert len(json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()) <= 4096
    assert body["truncated"] == {"field": "rows", "kept": len(body["rows"]), "of": 200}
    assert body["rows"] == rows[: len(body["rows"])]
    assert len(body["rows"]) > 20
    jsonschema.validate(body, envelope_schema(spec))


async def test_an_output_that_cannot_be_cut_is_refused_rather_than_sent() -> None:
    outcome = await call(tool(lambda a, g: {"rows": [], "blob": "x" * 10_000}), output_budget_bytes=4096)
    assert outcome.error_type == "output_invalid"
    strict = {"type": "object", "properties": {"rows": {"type": "array", "minItems": 100}}}
    spec = tool(lambda a, g: {"rows": ["x" * 100] * 100}, output_schema=strict)
    assert (await call(spec, output_budget_bytes=4096)).error_type == "output_invalid"


async def test_a_schema_of_the_payload_alone_is_held_to_the_payload() -> None:
    closed = {"type": "object", "additionalProperties": False, "properties": {"n": {"type": "integer"}}}
    assert (await call(tool(lambda a, g: {"n": 1}, output_schema=closed))).ok
    assert (await call(tool(lambda a, g: {"n": 1, "m": 2}, output_schema=closed))).error_type == "output_invalid"


def test_a_name_that_is_taken_and_a_schema_that_is_none_stop_the_start() -> None:
    with pytest.raises(ValueError, match="probe: the name is taken"):
        Runner([tool(echo), tool(echo)])
    with pytest.raises(ValueError, match="probe: not a JSON Schema"):
        Runner([tool(echo, input_schema={"type": "nonsense"})])
    with pytest.raises(ValueError, match=r"^tool 'probe': timeout_ms is 0: give it at least 1$"):
        tool(echo, timeout_ms=0)
    with pytest.raises(ValueError, match=r"^tool 'probe': schema_version is -1: give it at least 1$"):
        tool(echo, schema_version=-1)
    with pytest.raises(ValueError, match=r"^a tool has no name: give it one"):
        tool(echo, name="")
    with pytest.raises(ValueError, match="probe: 'HARMLESS' isn't a tier: choose one of READ_ONLY"):
        Runner([tool(echo, tier="HARMLESS")])


async def test_long_messages_and_details_are_cut() -> None:
    error = ToolError("tool_failed", "m" * 5000, text="d" * 5000, many=list(range(5000)))
    body = (await call(tool(_raise(error)))).envelope["error"]
    assert len(body["message"]) <= 300
    assert len(json.dumps(body)) < 2000


def _cycle() -> JsonObject:
    round_and_round: JsonObject = {}
    round_and_round["again"] = round_and_round
    return round_and_round


@pytest.mark.parametrize(
    ("error", "error_type"),
    [
        (ToolError("tool_failed", "cannot read caf\udce9"), "tool_failed"),
        (ToolError("server_unavailable", "gone", cause=_cycle(), where={"\udce9": [10**40]}), "server_unavailable"),
        (ToolError("nonsense", "hunter2"), "tool_failed"),  # type: ignore[arg-type]
        (ToolError("timeout", RuntimeError("late")), "timeout"),  # type: ignore[arg-type]
    ],
)
async def test_a_tool_error_of_any_make_becomes_an_envelope_that_can_be_sent(error: ToolError, error_type: str) -> None:
    outcome = await call(tool(_raise(error)))
    assert outcome.error_type == error_type
    assert "hunter2" not in msgspec.json.encode(outcome.envelope).decode()


async def test_a_machine_without_threads_refuses_calls_only_while_it_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def none_left(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    runner = Runner([tool(echo)])
    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", none_left)
        assert {(await runner.call(Call("probe"))).error_type for _ in range(100)} == {"tool_failed"}
    assert (await runner.call(Call("probe"))).ok


def test_an_anonymous_agent_is_the_default() -> None:
    assert Call("probe").agent is ANONYMOUS


@pytest.mark.parametrize(
    ("call", "error_type"),
    [
        (Call("probe", {"n": "x"}), "validation_error"),
        (Call("crash"), "tool_failed"),
        (Call("odd"), "output_invalid"),
    ],
)
async def test_a_failure_after_admission_still_says_what_admitted_it(call: Call, error_type: str) -> None:
    def policy(call: Call) -> PolicyDecision:
        return PolicyDecision(True, "by rule", "rule.3")

    runner = Runner(
        [tool(echo), tool(_raise(SystemExit(3)), name="crash"), tool(lambda a, g: 5, name="odd")], policies=(policy,)
    )
    outcome = await runner.call(call)
    assert outcome.error_type == error_type
    assert outcome.decision == PolicyDecision(True, "by rule", "rule.3")
