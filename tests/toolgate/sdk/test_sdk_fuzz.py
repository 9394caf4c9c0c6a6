"""Bad input over every wire: no crash, no hang, no trace or secret in a reply, one record each.

A sample here; SDK_FUZZ_CALLS=100000 makes as many calls as it says.
"""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import httpx2
import orjson
import pytest
import websockets
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.toolgate.sdk.sdk_tools import broken, get_customer, picture, refusing, server, who
from tests.toolgate.sdk.test_sdk_wire import running
from toolgate.contract import ERROR_TYPES, AgentContext, Call
from toolgate.sdk import McpServer
from toolgate.serving.wire_frames import answered

CALLS = int(os.environ.get("SDK_FUZZ_CALLS", "50"))
TOOLS = (get_customer, who, broken, refusing, picture)
NAMES = st.one_of(st.sampled_from([vars(tool)["__toolgate__"].name for tool in TOOLS]), st.text(max_size=20))
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4)
)
ARGUMENTS = st.one_of(
    st.fixed_dictionaries({"customer_id": st.text(max_size=30)}),
    st.dictionaries(st.sampled_from(["customer_id", "agent", "request", "__class__"]), VALUES, max_size=3),
    VALUES,
)
SECRETS = ("hunter2", "Traceback", "/toolgate/", 'File "')


@pytest.fixture(scope="module")
def made() -> McpServer:
    return server(*TOOLS)


def holds_no_secret(text: str) -> None:
    assert not any(secret in text for secret in SECRETS), text


@given(NAMES, ARGUMENTS)
@examples(CALLS)
def test_calls_of_any_kind_end_in_an_envelope(made: McpServer, name: Any, arguments: Any) -> None:
    outcome = asyncio.run(made.service().runner.call(Call(name, arguments, AgentContext("ann"))))
    assert outcome.ok or outcome.error_type in ERROR_TYPES
    if not outcome.ok:
        holds_no_secret(json.dumps(outcome.envelope))


FRAMES = st.one_of(
    st.binary(max_size=60),
    VALUES.map(lambda value: json.dumps(value).encode()),
    st.fixed_dictionaries(
        {}, optional={"id": VALUES, "execute": VALUES, "capabilities": VALUES, "caller": VALUES, "more": VALUES}
    ).map(lambda value: json.dumps(value).encode()),
    st.builds(
        lambda name, given: json.dumps({"execute": {"tool": name, "arguments": given}}).encode(), NAMES, ARGUMENTS
    ),
)


@given(FRAMES)
@examples(CALLS)
def test_frames_of_any_kind_are_answered_once(made: McpServer, frame: bytes) -> None:
    service = made.service()
    answer = orjson.loads(asyncio.run(answered(service.rest(), frame, service.identity.over_stdio)))
    assert answer.keys() == {"id", "status", "body"}
    assert (answer["status"] == 200) == ("error" not in answer["body"])
    if answer["status"] != 200:
        holds_no_secret(json.dumps(answer))


BODIES = (
    b"",
    b"{",
    b"\xff\xfe",
    b"[" * 5000,
    b'{"tool": "who", "arguments": {"a": "\\ud800"}}',
    b'{"tool": 5}',
    b"null",
)


async def test_whatever_is_sent_over_http_or_a_websocket_the_next_call_is_answered(tmp_path: Path) -> None:
    log = tmp_path / "audit.jsonl"
    async with running(server(*TOOLS, audit=log)) as at, httpx2.AsyncClient(base_url=f"http://{at.url}") as client:
        for path in ("/mcp/execute", "/mcp"):
            for body in BODIES:
                accepts = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
                refused = await client.post(path, content=body, headers=accepts)
                assert 400 <= refused.status_code < 500
                holds_no_secret(refused.text)
        async with websockets.connect(f"ws://{at.url}/mcp/ws") as socket:
            for body in BODIES[1:2] + BODIES[3:]:
                await socket.send(body.decode())
                assert json.loads(await socket.recv())["status"] == 400
            await socket.send(b"\x00\x01")
            with pytest.raises(websockets.ConnectionClosedError):
                await socket.recv()
        assert (await client.post("/mcp/execute", json={"tool": "who"})).status_code == 200
    records = [json.loads(line) for line in log.read_text().splitlines()]
    undecodable = [one for one in records if one["tool"] == "<undecodable>"]
    assert len(undecodable) == len([body for body in BODIES if not _is_json(body)]) * 2 + 3
    assert records[-1]["tool"] == "who"


def _is_json(body: bytes) -> bool:
    try:
        orjson.loads(body)
    except orjson.JSONDecodeError:
        return False
    return True
