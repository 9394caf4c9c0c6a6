"""The wire's contract: every case over HTTP, WebSocket, a pipe, MCP and in process has one result, byte for byte."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import orjson
import pytest
import websockets
from fastmcp import Client

from tests.toolgate.sdk.sdk_tools import CustomerResponse, get_customer, server
from toolgate.contract import AgentContext, Call
from toolgate.sdk import CallContext, Content, McpServer, PolicyDecision, WireClient, prompt, resource, tool
from toolgate.sdk.wire_client import WireError
from toolgate.serving.http import Http
from toolgate.serving.openapi import document
from toolgate.serving.service import Service
from toolgate.serving.wire import CODES
from toolgate.serving.wire_frames import answered

ID = {"customer_id": "c-1"}
CASES: tuple[tuple[str, Any], ...] = (
    ("get_customer", ID),
    ("get_customer", {}),
    ("get_customer", {"customer_id": 5}),
    ("get_customer", {**ID, "more": "ü 漢"}),
    ("who", {}),
    ("broken", ID),
    ("refusing", ID),
    ("wrong", ID),
    ("slow", ID),
    ("picture", ID),
    ("nobody", {}),
    ("get_customers", ID),
)
Result = dict[str, Any]
"""`{"status", "body"}` of a call, without its number and time."""


def forbidding(ctx: AgentContext, name: str, arguments: dict[str, Any]) -> PolicyDecision:
    return PolicyDecision.deny("Blocked in prod") if name == "picture" else PolicyDecision.allow()


def served() -> McpServer:
    return server(policies=[forbidding])


@dataclass
class Running:
    service: Service
    url: str


@asynccontextmanager
async def running(made: McpServer) -> AsyncIterator[Running]:
    """The server on a free port of the loopback."""
    service, http = made.service(), Http(port=0)
    listener = http.listen(service.identity)
    port = listener.getsockname()[1]
    transport = service.http(http, listener)
    task = asyncio.create_task(transport.run())
    try:
        yield Running(service, f"127.0.0.1:{port}")
    finally:
        await transport.stop()
        await task
        await made.aclose()


def bare(status: int, body: dict[str, Any]) -> Result:
    body = {key: value for key, value in body.items() if key != "request_id"}
    if "result" in body:
        body["result"] = {key: value for key, value in body["result"].items() if key != "generated_at"}
    return {"status": status, "body": body}


async def over_http(at: Running, tool: str, arguments: Any) -> Result:
    async with httpx2.AsyncClient() as client:
        answer = await client.post(f"http://{at.url}/mcp/execute", json={"tool": tool, "arguments": arguments})
    assert answer.json()["request_id"]
    return bare(answer.status_code, answer.json())


async def over_websocket(at: Running, tool: str, arguments: Any) -> Result:
    async with websockets.connect(f"ws://{at.url}/mcp/ws") as socket:
        await socket.send(json.dumps({"id": "x", "execute": {"tool": tool, "arguments": arguments}}))
        answer = json.loads(await socket.recv())
    assert answer["id"] == "x"
    return bare(answer["status"], answer["body"])


async def over_a_pipe(at: Running, tool: str, arguments: Any) -> Result:
    wire, reader = at.service.wire(), asyncio.StreamReader()
    lines: list[bytes] = []
    reader.feed_data(json.dumps({"id": 1, "execute": {"tool": tool, "arguments": arguments}}).encode() + b"\n")
    reader.feed_eof()
    await wire.serve(reader, lines.append)
    (answer,) = map(orjson.loads, lines)
    return bare(answer["status"], answer["body"])


async def over_mcp(at: Running, tool: str, arguments: Any) -> Result:
    async with Client(f"http://{at.url}/mcp") as client:
        result = (await client.call_tool_mcp(tool, arguments)).model_dump(by_alias=True, exclude_none=True, mode="json")
    if not result["isError"]:
        shown = {} if result["content"][0].get("text", "{").startswith("{") else {"content": result["content"]}
        return bare(200, {"result": result["structuredContent"], **shown})
    error = json.loads(result["content"][0]["text"])["error"]
    code, status = CODES[error["type"]]
    return bare(status, {"error": code, "message": error["message"]})


async def in_process(at: Running, tool: str, arguments: Any) -> Result:
    outcome = await at.service.runner.call(Call(tool, arguments, AgentContext("anonymous")))
    if outcome.ok:
        shown = {} if outcome.native is None else {"content": outcome.native["content"]}
        return bare(200, {"result": outcome.envelope, **shown})
    assert outcome.error_type is not None
    code, status = CODES[outcome.error_type]
    return bare(status, {"error": code, "message": outcome.envelope["error"]["message"]})


WAYS: tuple[Callable[[Running, str, Any], Awaitable[Result]], ...] = (
    over_http,
    over_websocket,
    over_a_pipe,
    over_mcp,
    in_process,
)


@tool(name="conversing")
async def conversing(call: CallContext) -> Content:
    return Content("")


@resource("notes://today")
def read_something() -> str:
    return ""


@prompt(name="start")
def start_something() -> str:
    return ""


async def test_every_case_has_one_result_on_every_transport() -> None:
    statuses = []
    for policies, cases in (((), CASES), ((forbidding,), (("picture", ID),))):
        async with running(server(policies=policies)) as at:
            for tool, arguments in cases:
                results = [await way(at, tool, arguments) for way in WAYS]
                texts = {orjson.dumps(result, option=orjson.OPT_SORT_KEYS) for result in results}
                assert len(texts) == 1, (tool, arguments, texts)
                statuses.append(results[0]["status"])
    assert statuses == [200, 400, 400, 400, 200, 500, 500, 500, 504, 200, 404, 404, 403]


async def test_capabilities_are_the_same_on_every_transport() -> None:
    async with running(served()) as at:
        async with WireClient(f"http://{at.url}") as client:
            over_http = await client.capabilities()
        async with websockets.connect(f"ws://{at.url}/mcp/ws") as socket:
            await socket.send('{"id": null, "capabilities": {}}')
            over_socket = json.loads(await socket.recv())
    assert set(over_http) == {"server", "version", "tools"}
    assert (over_http["server"], over_http["version"]) == ("crm", "1.2.0")
    assert set(over_http["tools"][0]) == {
        "name",
        "description",
        "input_schema",
        "output_schema",
        "timeout_ms",
        "idempotent",
    }
    assert over_socket == {"id": None, "status": 200, "body": over_http}


async def test_a_websocket_answers_as_calls_end_each_under_its_id() -> None:
    async with running(served()) as at, websockets.connect(f"ws://{at.url}/mcp/ws") as socket:
        await socket.send(json.dumps({"id": "slow", "execute": {"tool": "slow", "arguments": ID}}))
        await socket.send(json.dumps({"id": "fast", "execute": {"tool": "who"}}))
        answers = [json.loads(await socket.recv())["id"] for _ in range(2)]
    assert answers == ["fast", "slow"]


BROKEN_FRAMES = (
    b"",
    b"{",
    b"5",
    b"[]",
    b'"\\ud800"',
    b"[" * 2000 + b"]" * 2000,
    b'{"id": 1}',
    b'{"id": {}, "capabilities": {}}',
    b'{"execute": {"tool": "who"}, "capabilities": {}}',
    b'{"execute": {"tool": "who"}, "more": 1}',
    b'{"execute": 5}',
    b'{"execute": {"tool": "who", "arguments": {}, "x": 1}}',
)


@pytest.mark.parametrize("frame", BROKEN_FRAMES)
async def test_a_frame_of_any_kind_is_answered(frame: bytes) -> None:
    made = served()
    answer = orjson.loads(await answered(made.service().rest(), frame, made.service().identity.over_stdio))
    assert answer["status"] == 400
    assert set(answer["body"]) == {"error", "message", "request_id"}
    assert answer["body"]["error"] == "INVALID_INPUT"


async def test_a_frame_that_describes_no_call_is_answered_under_its_id_and_recorded(tmp_path: Path) -> None:
    made = server(audit=tmp_path / "audit.jsonl")
    service = made.service()
    frames = (b'{"id": 7}', b'{"id": "x", "execute": {"tool": 5}}', b'{"id": {}, "capabilities": {}}', b"no JSON")
    answers = [await answered(service.rest(), frame, service.identity.over_stdio) for frame in frames]
    await made.aclose()
    records = [json.loads(line) for line in (tmp_path / "audit.jsonl").read_text().splitlines()]
    assert [orjson.loads(answer)["id"] for answer in answers] == [7, "x", None, None]
    assert [(one["tool"], one["denied"]) for one in records] == [("<undecodable>", True)] * 4


async def test_a_call_of_mcp_that_names_no_tool_is_answered_and_recorded(tmp_path: Path) -> None:
    headers = {"accept": "application/json, text/event-stream"}
    log, nameless = tmp_path / "audit.jsonl", [{}, {"name": 5}, {"name": None, "arguments": {}}]
    async with running(server(audit=log)) as at, httpx2.AsyncClient(base_url=f"http://{at.url}") as client:
        for params in nameless:
            body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
            answer = (await client.post("/mcp", json=body, headers=headers)).json()
            assert answer["error"]["code"] == -32602
    assert [json.loads(line)["tool"] for line in log.read_text().splitlines()] == ["<undecodable>"] * 3


async def test_what_a_frame_says_of_its_caller_is_heard_but_not_who_it_is() -> None:
    made = served()
    caller = {"model": "some-model", "request_id": "r-9", "agent_id": "root"}
    frame = orjson.dumps({"execute": {"tool": "who"}, "caller": caller})
    answer = orjson.loads(await answered(made.service().rest(), frame, made.service().identity.over_stdio))
    assert answer["body"]["request_id"] == "r-9"
    assert answer["body"]["result"]["status"] == "some-model"
    assert answer["body"]["result"]["customer_id"] == "anonymous"


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/mcp/ws", {}, 401),
        ("/mcp/ws", {"authorization": "Bearer guessed"}, 401),
        ("/mcp/ws", {"origin": "https://evil.example"}, 403),
        ("/elsewhere", {"authorization": "Bearer a-token-of-sixteen"}, 404),
    ],
)
async def test_who_may_not_connect_is_told_in_place_of_the_handshake(
    path: str, headers: dict[str, str], status: int
) -> None:
    async with running(server(tokens={"ann": "a-token-of-sixteen"})) as at:
        with pytest.raises(websockets.InvalidStatus) as refused:
            await websockets.connect(f"ws://{at.url}{path}", additional_headers=headers)
        assert refused.value.response.status_code == status
        assert refused.value.response.body is not None
        assert set(json.loads(refused.value.response.body)) == {"error", "message", "request_id"}
        bearer = {"authorization": "Bearer a-token-of-sixteen"}
        async with websockets.connect(f"ws://{at.url}/mcp/ws", additional_headers=bearer) as socket:
            await socket.send('{"execute": {"tool": "who"}}')
            assert json.loads(await socket.recv())["body"]["result"]["customer_id"] == "ann"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "tools.example"}, 200),
        ({"host": "127.0.0.1:8000"}, 200),
        ({"host": "other.example"}, 421),
        ({"host": "tools.example", "origin": "https://pits.example"}, 200),
        ({"host": "tools.example", "origin": "https://other.example"}, 403),
    ],
)
async def test_a_server_is_reached_under_the_names_that_it_is_given(headers: dict[str, str], status: int) -> None:
    made = server(get_customer, allowed_hosts=["tools.example"], allowed_origins=["https://pits.example"])
    transport = httpx2.ASGITransport(app=made.asgi())
    async with httpx2.AsyncClient(transport=transport, base_url="http://tools.example") as client:
        answer = await client.get("/mcp/capabilities", headers=headers)
    assert answer.status_code == status
    opened = headers.get("origin", "") == "https://pits.example"
    assert answer.headers.get("access-control-allow-origin") == (headers["origin"] if opened else None)


async def test_a_frame_is_so_long_and_no_longer() -> None:
    async with running(served()) as at, websockets.connect(f"ws://{at.url}/mcp/ws") as socket:
        await socket.send('{"execute": {"tool": "who"}}'.ljust(1_000_000))
        assert json.loads(await socket.recv())["status"] == 200
        await socket.send('{"execute": {"tool": "who"}}'.ljust(1_000_001))
        with pytest.raises(websockets.ConnectionClosedError) as closed:
            await socket.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


async def test_a_line_of_a_pipe_is_so_long_and_no_longer() -> None:
    made = served()
    for length, status in ((999_999, 200), (1_000_002, 413)):
        wire, reader = made.service().wire(), asyncio.StreamReader(limit=1_000_000)
        lines: list[bytes] = []
        reader.feed_data(b'{"execute": {"tool": "who"}}'.ljust(length) + b"\n")
        reader.feed_eof()
        await wire.serve(reader, lines.append)
        assert orjson.loads(lines[0])["status"] == status


async def test_a_server_that_stops_answers_what_is_in_flight_and_closes() -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()

    @tool(name="gated", timeout_ms=60_000)
    async def gated() -> CustomerResponse:
        begun.set()
        await go_on.wait()
        return CustomerResponse(customer_id="", status="")

    async with running(server(gated)) as at:
        socket = await websockets.connect(f"ws://{at.url}/mcp/ws")
        await socket.send('{"execute": {"tool": "gated"}}')
        await begun.wait()
        asyncio.get_running_loop().call_later(0.3, go_on.set)  # while it is stopping
    assert json.loads(await socket.recv())["status"] == 200
    with pytest.raises(websockets.ConnectionClosed) as closed:
        await socket.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1001


async def test_frames_are_as_long_as_they_come() -> None:
    """What is compressed could become anything: it is not agreed to."""
    async with running(served()) as at, websockets.connect(f"ws://{at.url}/mcp/ws", compression="deflate") as socket:
        assert socket.response is not None
        assert "sec-websocket-extensions" not in socket.response.headers


@pytest.mark.parametrize(
    ("function", "has_one"),
    [(get_customer, False), (conversing, True), (read_something, True), (start_something, True)],
)
async def test_a_client_of_the_older_protocol_has_a_session_where_it_would_lose_something(
    function: Any, has_one: bool
) -> None:
    start = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    body = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": start}
    accepts = {"accept": "application/json, text/event-stream"}
    async with running(server(function)) as at, httpx2.AsyncClient(headers=accepts) as client:
        answer = await client.post(f"http://{at.url}/mcp", json=body)
    assert answer.status_code == 200
    assert ("mcp-session-id" in answer.headers) is has_one


async def test_connections_are_given_back_when_a_websocket_ends() -> None:
    async with running(served()) as at:
        for _ in range(150):  # more than one address may have at a time
            async with websockets.connect(f"ws://{at.url}/mcp/ws"):
                pass


async def test_the_client_of_the_wire_has_results_and_errors_as_they_are() -> None:
    async with running(served()) as at, WireClient(f"http://{at.url}", agent="ann", model="m") as client:
        assert (await client.execute("who"))["customer_id"] == "ann"
        with pytest.raises(WireError) as refused:
            await client.execute("get_customer", {}, request_id="r-7")
        with pytest.raises(WireError) as unknown:
            await client.execute("who", server="elsewhere")
    assert (refused.value.code, refused.value.status, refused.value.request_id) == ("INVALID_INPUT", 400, "r-7")
    assert unknown.value.code == "TOOL_NOT_FOUND"


async def test_a_client_without_a_server_says_so() -> None:
    async with WireClient("http://127.0.0.1:1") as client:
        with pytest.raises(WireError, match="the server gave no answer"):
            await client.capabilities()


FROZEN = Path(__file__).resolve().parents[3] / "docs" / "schemas" / "wire.v1.json"


@pytest.mark.parametrize(
    ("status", "content"),
    [
        (502, b"<html>Bad Gateway</html>"),
        (502, b'{"message": "no upstream"}'),
        (404, b'"gone"'),
        (401, b'{"error": {"code": 1}, "message": "no", "request_id": "r"}'),
        (200, b"[]"),
        (200, b'{"answer": 42}'),
        (204, b""),
        (302, b"{}"),
    ],
)
async def test_what_somebody_else_answers_is_no_answer(status: int, content: bytes) -> None:
    proxy = httpx2.MockTransport(lambda request: httpx2.Response(status, content=content))
    async with WireClient("http://tools.example", transport=proxy) as client:
        with pytest.raises(WireError, match="the server gave no answer") as raised:
            await client.execute("get_customer", ID)
    assert (raised.value.code, raised.value.status) == ("EXECUTION_ERROR", status)


def test_the_wire_is_what_it_was_promised_to_be() -> None:
    text = json.dumps(document("NAME", "VERSION"), indent=2) + "\n"
    if os.environ.get("UPDATE_WIRE"):
        FROZEN.write_text(text)
    assert FROZEN.read_text() == text, "the wire is frozen as v1.0: a change that breaks callers needs /v2"


async def test_answers_keep_the_frozen_schemas() -> None:
    import jsonschema

    frozen = json.loads(FROZEN.read_text())

    def holds(name: str, body: Any) -> None:
        jsonschema.validate(body, {"$ref": f"#/components/schemas/{name}", "components": frozen["components"]})

    async with running(served()) as at, httpx2.AsyncClient(base_url=f"http://{at.url}") as client:
        assert (await client.get("/openapi.json")).json()["info"]["title"] == "crm"
        holds("Capabilities", (await client.get("/mcp/capabilities")).json())
        for tool, arguments in CASES:
            body = {"tool": tool, "arguments": arguments}
            holds("ExecuteRequest", body)
            answer = await client.post("/mcp/execute", json=body)
            holds("ExecuteResponse" if answer.status_code == 200 else "Error", answer.json())
            assert str(answer.status_code) in frozen["paths"]["/mcp/execute"]["post"]["responses"]
