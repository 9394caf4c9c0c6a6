"""What a server of the SDK bears, and no more: calls beside each other, processes, completions; whose a session is."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from itertools import count
from pathlib import Path
from typing import Any

import httpx2
import orjson
import pytest
import websockets
from pydantic import BaseModel

from tests.toolgate.sdk.sdk_tools import CustomerResponse, get_customer, server
from tests.toolgate.sdk.test_sdk_mcp import offering
from tests.toolgate.sdk.test_sdk_wire import running
from toolgate.contract import AgentContext, JsonObject
from toolgate.sdk import prompt, tool
from toolgate.sdk.marks import ATTRIBUTE
from toolgate.sdk.processes import Worker, Workers

ROOT = Path(__file__).resolve().parents[3]


class Nothing(BaseModel):
    pass


async def test_so_many_calls_of_a_pipe_run_beside_each_other_and_no_more() -> None:
    begun, full, go_on = 0, asyncio.Event(), asyncio.Event()

    @tool(name="wait", timeout_ms=60_000)
    async def wait() -> CustomerResponse:
        nonlocal begun
        begun += 1
        if begun == 64:
            full.set()
        await go_on.wait()
        return CustomerResponse(customer_id="", status="")

    wire, reader = server(wait).service().wire(), asyncio.StreamReader()
    lines: list[bytes] = []
    reader.feed_data(b'{"execute": {"tool": "wait"}}\n' * 65)
    reader.feed_eof()
    serving = asyncio.create_task(wire.serve(reader, lines.append))
    await full.wait()
    for _ in range(50):
        await asyncio.sleep(0)
    assert begun == 64
    go_on.set()
    await serving
    assert begun == len(lines) == 65


async def test_so_many_calls_of_a_websocket_run_beside_each_other_and_no_more() -> None:
    begun, full, go_on = 0, asyncio.Event(), asyncio.Event()

    @tool(name="wait", timeout_ms=60_000)
    async def wait() -> CustomerResponse:
        nonlocal begun
        begun += 1
        if begun == 64:
            full.set()
        await go_on.wait()
        return CustomerResponse(customer_id="", status="")

    async with running(server(wait)) as at, websockets.connect(f"ws://{at.url}/mcp/ws") as socket:
        for _ in range(65):
            await socket.send('{"execute": {"tool": "wait"}}')
        await full.wait()
        await asyncio.sleep(0.2)  # the last frame has come as well
        assert begun == 64
        go_on.set()
        answers = [await socket.recv() for _ in range(65)]
    assert begun == len(answers) == 65


async def test_so_many_processes_run_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    running_now, most, go_on = 0, 0, asyncio.Event()

    class Pretended:
        gone = False

        def __init__(self) -> None:
            self.imported: set[tuple[str, str]] = set()

        async def exchange(self, frame: JsonObject) -> JsonObject:
            nonlocal running_now, most
            running_now += 1
            most = max(most, running_now)
            await go_on.wait()
            running_now -= 1
            return {"payload": {}}

        def kill(self) -> None: ...

        async def ended(self) -> None: ...

    async def start() -> Any:
        return Pretended()

    monkeypatch.setattr(Worker, "start", start)
    workers = Workers()
    handler = workers.handler(get_customer, vars(get_customer)[ATTRIBUTE])
    calls = [asyncio.ensure_future(handler({}, AgentContext())) for _ in range(5)]
    for _ in range(20):
        await asyncio.sleep(0)
    assert most == 4
    go_on.set()
    assert await asyncio.gather(*calls) == [{}] * 5
    await workers.aclose()


@pytest.mark.parametrize(
    ("there_are", "shown", "counted"),
    [(100, 100, 100), (101, 100, 101), (10_000, 100, 10_000), (10_001, 100, None), (None, 100, None)],
)
async def test_so_many_completions_are_shown_and_no_more(
    there_are: int | None, shown: int, counted: int | None
) -> None:
    numbers = count() if there_are is None else range(there_are)

    @prompt(name="pick", complete={"number": lambda typed, known: map(str, numbers)})
    def pick(number: str) -> str:
        return number

    offers = server(pick).service().offers
    assert offers is not None
    outcome = await offers.complete("pick", "number", "", {}, AgentContext())
    assert outcome.native is not None
    told = outcome.native["completion"]
    assert (len(told["values"]), told.get("total")) == (shown, counted)
    assert told["hasMore"] is (there_are != shown)


async def test_a_session_is_of_use_to_nobody_but_who_began_it() -> None:
    tokens = {"ann": "a-token-of-sixteen", "bob": "another-of-sixteen"}
    start = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    accepts = {"accept": "application/json, text/event-stream"}
    async with running(offering(tokens=tokens)) as at, httpx2.AsyncClient(base_url=f"http://{at.url}") as client:

        async def post(agent: str, method: str, session: str = "") -> httpx2.Response:
            headers = {**accepts, "authorization": f"Bearer {tokens[agent]}"}
            named = {"mcp-session-id": session} if session else {}
            body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": start if method == "initialize" else {}}
            return await client.post("/mcp", json=body, headers={**headers, **named})

        session = (await post("ann", "initialize")).headers["mcp-session-id"]
        own = await post("ann", "ping", session)
        others = await post("bob", "ping", session)
    assert own.status_code == 200
    assert others.status_code == 404


@pytest.mark.parametrize("from_file", [False, True])
def test_the_wire_over_a_pipe_is_answered_line_by_line_whatever_a_tool_prints_or_reads(
    from_file: bool, tmp_path: Path
) -> None:
    program = tmp_path / "printing.py"
    program.write_text("""
import os, sys
from pydantic import BaseModel
from toolgate.sdk import McpServer, tool

class Said(BaseModel):
    text: str

@tool(name="say")
def say() -> Said:
    print("a line that is no frame", flush=True)
    return Said(text="said" + os.read(0, 1).decode() + sys.stdin.readline())

server = McpServer(name="talker", version="1", transport="wire")
server.register(say)
if __name__ == "__main__":
    server.run()
""")
    first, rest = b'{"id": 1, "execute": {"tool": "say"}}\n', b'{"id": 2, "capabilities": {}}\nno frame\n'
    (tmp_path / "frames").write_bytes(first + rest)
    pipe = subprocess.PIPE
    with (
        (tmp_path / "frames").open("rb") as file,
        subprocess.Popen(
            [sys.executable, str(program)], 0, stdin=file if from_file else pipe, stdout=pipe, stderr=pipe, cwd=ROOT
        ) as serving,
    ):
        assert serving.stdout is not None
        if serving.stdin is not None:
            serving.stdin.write(first)
            serving.stdin.flush()
        said = serving.stdout.readline()  # while nothing else has come, and nothing has ended
        out, err = serving.communicate(None if from_file else rest)
    assert serving.returncode == 0
    lines = [said, *out.splitlines()]
    answers = {one["id"]: one for one in map(orjson.loads, lines)}
    assert answers[1]["body"]["result"]["text"] == "said"
    assert answers[2]["body"]["server"] == "talker"
    assert answers[None]["status"] == 400
    assert b"a line that is no frame" in err
