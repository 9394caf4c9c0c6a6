"""Bad input over every wire: no crash, no hang, no trace or secret in a reply, one record of each call."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.toolgate.sdk.fuzz_inputs import ARGUMENTS, BODIES, FRAMES, MESSAGES, NAMES, REGISTERED, TOOLS, share
from tests.toolgate.sdk.fuzz_wires import KeptLoop, McpHttp, Rest, Socket, Stdio, Wire
from tests.toolgate.sdk.sdk_tools import server
from toolgate.contract import ERROR_TYPES, AgentContext, Call
from toolgate.sdk import McpServer
from toolgate.serving.wire_frames import answered

WIRES = (Rest, Socket, McpHttp, Stdio)
PARTS = 2 * len(WIRES) + 2
SECRETS = ("hunter2", "Traceback", "/toolgate/", 'File "')


@pytest.fixture(scope="module")
def made() -> McpServer:
    return server(*TOOLS)


@pytest.fixture(scope="module", params=WIRES, ids=lambda wire: wire.__name__.lower())
def wire(request: pytest.FixtureRequest, kept: KeptLoop, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    opened: Wire = request.param(tmp_path_factory.mktemp("fuzz") / "audit.jsonl")
    kept.run(opened.open())
    yield opened
    kept.run(opened.close())


def holds_no_secret(text: str) -> None:
    assert not any(secret in text for secret in SECRETS), text


@given(NAMES, ARGUMENTS)
@share(50, PARTS)
def test_calls_of_any_kind_end_in_an_envelope(made: McpServer, name: Any, arguments: Any) -> None:
    outcome = asyncio.run(made.service().runner.call(Call(name, arguments, AgentContext("ann"))))
    assert outcome.ok or outcome.error_type in ERROR_TYPES
    if not outcome.ok:
        holds_no_secret(json.dumps(outcome.envelope))


@given(FRAMES)
@share(50, PARTS)
def test_frames_of_any_kind_are_answered_once(made: McpServer, frame: bytes) -> None:
    service = made.service()
    answer = orjson.loads(asyncio.run(answered(service.rest(), frame, service.identity.over_stdio)))
    assert answer.keys() == {"id", "status", "body"}
    assert (answer["status"] == 200) == ("error" not in answer["body"])
    if answer["status"] != 200:
        holds_no_secret(json.dumps(answer))


@given(NAMES, ARGUMENTS)
@share(30, PARTS)
def test_every_call_is_answered_and_recorded_once(wire: Wire, kept: KeptLoop, name: Any, arguments: Any) -> None:
    wire.records.new()
    (answer,) = kept.run(wire.call(name, arguments))
    holds_no_secret(answer)
    (record,) = wire.records.new()
    assert record["tool"] in (name, "<undecodable>") or name not in REGISTERED


SENT = {Rest: BODIES, Socket: FRAMES, McpHttp: MESSAGES, Stdio: MESSAGES}


@given(st.data())
@share(30, PARTS)
def test_whatever_is_sent_the_next_call_is_answered(wire: Wire, kept: KeptLoop, data: st.DataObject) -> None:
    message = data.draw(SENT[type(wire)])
    wire.records.new()
    answers = kept.run(wire.send(message))
    for answer in answers:
        holds_no_secret(answer)
    records = wire.records.new()
    assert len(records) == len(answers) if type(wire) in (Rest, Socket) else len(records) <= 1
    (answer,) = kept.run(wire.call("who", {}))
    assert "anonymous" in answer
    assert wire.records.new()[-1]["tool"] == "who"
