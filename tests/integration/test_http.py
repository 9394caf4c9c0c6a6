"""The server over HTTP as clients meet it: a real port, MCP and the REST wire; a real process where signals end it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport

from tests.command import director
from tests.serving import PATIENCE_S, Rest, served_beside, served_here
from toolgate.serving.http import Http
from toolgate.serving.identity import Identity

TOKENS = {"engineer": "token-of-the-engineer", "fan": "token-of-the-fan-zone"}


class Served(Rest):
    """A server process, its address, and the folder of its audit log."""

    def __init__(self, process: subprocess.Popen[str], url: str, folder: Path) -> None:
        super().__init__(url, folder)
        self.process = process


@contextmanager
def served(folder: Path, source: str = "sim:laps=4,cars=4", **environment: str) -> Iterator[Served]:
    command = [sys.executable, "-m", "director", "serve", "--transport", "http", "--port", "0"]
    command += ["--source", source]
    env = {**os.environ, "DIRECTOR_AUDIT_PATH": str(folder / "audit.jsonl"), **environment}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=env) as process:
        try:
            assert process.stderr is not None
            for line in process.stderr:
                if found := re.search(r"serving on (http://[^/]+)/mcp", line):
                    yield Served(process, found[1], folder)
                    break
            else:
                pytest.fail("the server did not start")
        finally:
            process.kill()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rest]:
    with served_beside(tmp_path_factory.mktemp("http")) as running:
        yield running


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rest]:
    with served_beside(tmp_path_factory.mktemp("guarded"), DIRECTOR_HTTP_TOKENS=json.dumps(TOKENS)) as running:
        yield running


def records(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "audit.jsonl").read_text().splitlines()]


def bearer(agent: str) -> dict[str, str]:
    return {"authorization": f"Bearer {TOKENS[agent]}"}


async def test_mcp_over_http_gives_the_envelope(server: Rest) -> None:
    async with Client(StreamableHttpTransport(f"{server.url}/mcp")) as client:
        tools = await client.list_tools()
        result = await client.call_tool("get_standings", {})
        refused = await client.call_tool("get_standings", {"nonsense": 1}, raise_on_error=False)
    assert "get_standings" in {tool.name for tool in tools}
    assert result.structured_content is not None
    assert len(result.structured_content["rows"]) == 4
    assert refused.is_error


def test_capabilities_have_exactly_the_fields_of_the_wire(server: Rest) -> None:
    answer = server.get("/mcp/capabilities").json()
    assert set(answer) == {"server", "version", "tools"}
    fields = {"name", "description", "input_schema", "output_schema", "timeout_ms", "idempotent"}
    assert all(set(tool) == fields for tool in answer["tools"])
    assert {tool["timeout_ms"] for tool in answer["tools"]} >= {1000}


def test_execute_answers_with_the_envelope_and_the_request(server: Rest) -> None:
    answer = server.execute({"tool": "get_standings", "arguments": {}}, headers={"x-request-id": "r-7"})
    assert answer.status_code == 200
    assert answer.json()["request_id"] == "r-7"
    assert len(answer.json()["result"]["rows"]) == 4
    body = {"tool": "get_standings", "server": "pitwall"}
    assert len(server.execute(body).json()["request_id"]) == 32


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"tool": "no_such_tool"}, 404, "TOOL_NOT_FOUND"),
        ({"tool": "get_standings", "arguments": {"nonsense": 1}}, 400, "INVALID_INPUT"),
        ({"tool": "get_standings", "arguments": [1]}, 400, "INVALID_INPUT"),
        ({"tool": "get_standings", "agent": "root"}, 400, "INVALID_INPUT"),
        ({"tool": "get_standings", "server": "elsewhere"}, 404, "TOOL_NOT_FOUND"),
        ({"tool": 5}, 400, "INVALID_INPUT"),
        ([], 400, "INVALID_INPUT"),
        (b"{", 400, "INVALID_INPUT"),
        (b"\xff\xfe", 400, "INVALID_INPUT"),
        (b"[" * 100_000, 400, "INVALID_INPUT"),
        (b" " * 1_100_000, 413, "INVALID_INPUT"),
        ({"tool": "get_standings", "server": 5}, 400, "INVALID_INPUT"),
        ({"tool": "get_standings", "server": "nowhere"}, 404, "TOOL_NOT_FOUND"),
    ],
)
def test_a_wrong_request_gets_one_of_five_codes(server: Rest, body: Any, status: int, code: str) -> None:
    answer = server.execute(body)
    assert answer.status_code == status
    assert set(answer.json()) == {"error", "message", "request_id"}
    assert answer.json()["error"] == code


def test_another_host_or_origin_is_refused(server: Rest) -> None:
    assert server.get("/mcp/capabilities", headers={"host": "evil.example"}).status_code == 421
    assert server.get("/mcp/capabilities", headers={"origin": "http://evil.example"}).status_code == 403


def test_every_call_is_counted(server: Rest) -> None:
    server.execute({"tool": "get_standings"})
    server.execute({"tool": "made_up_by_a_caller"})
    text = server.get("/metrics").text
    count = re.search(r'toolgate_calls_total\{outcome="ok",server="pitwall",tool="get_standings"\} (\d+)', text)
    assert count is not None
    assert int(count[1]) >= 1
    assert 'tool="unknown"' in text
    assert "made_up_by_a_caller" not in text
    assert re.search(
        r'toolgate_call_duration_seconds_bucket\{le="\+Inf",server="pitwall",tool="get_standings"\} \d', text
    )


@pytest.mark.parametrize("headers", [{}, {"authorization": "Bearer nobodys-token-at-all"}, {"x-agent-id": "engineer"}])
def test_where_there_are_tokens_nobody_calls_without_one(guarded: Rest, headers: dict[str, str]) -> None:
    assert guarded.get("/health").status_code == 200
    assert guarded.get("/mcp/capabilities", headers=headers).status_code == 401
    assert guarded.execute({"tool": "get_standings"}, headers=headers).status_code == 401
    assert guarded.get("/metrics", headers=headers).status_code == 401
    assert httpx2.post(f"{guarded.url}/mcp", json={}, headers=headers, timeout=PATIENCE_S).status_code == 401


async def test_a_token_opens_mcp_and_the_wire(guarded: Rest) -> None:
    assert guarded.execute({"tool": "get_standings"}, headers=bearer("fan")).status_code == 200
    async with Client(StreamableHttpTransport(f"{guarded.url}/mcp", auth=TOKENS["engineer"])) as client:
        assert not (await client.call_tool("get_standings", {})).is_error


def test_an_interrupt_ends_it_cleanly(tmp_path: Path) -> None:
    with served(tmp_path) as running:
        assert running.get("/health").json() == {"status": "ok"}
        running.process.send_signal(signal.SIGINT)
        assert running.process.wait(timeout=PATIENCE_S) == 0


def test_what_cannot_be_served_is_said_in_a_line() -> None:
    command = ("serve", "--transport", "http")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        busy = director(*command, "--port", port)
    assert busy.returncode == 2
    assert f"cannot listen on 127.0.0.1:{port}: Address already in use: choose another port, or 0" in busy.stderr
    elsewhere = director(*command, DIRECTOR_HTTP_HOST="192.0.2.1", DIRECTOR_HTTP_TOKENS='{"ann": "0123456789abcdef"}')
    assert (elsewhere.returncode, elsewhere.stderr.count("\n")) == (2, 1)
    assert "192.0.2.1" in elsewhere.stderr
    assert "choose an address of this machine" in elsewhere.stderr
    beyond = director(*command, "--port", "99999")
    assert (beyond.returncode, beyond.stderr.count("\n")) == (2, 1)
    assert "port (0 to 65535)" in beyond.stderr
    open_to_all = director(*command, DIRECTOR_HTTP_HOST="0.0.0.0")
    assert open_to_all.returncode == 2
    assert "DIRECTOR_HTTP_TOKENS" in open_to_all.stderr
    assert "Traceback" not in busy.stderr + open_to_all.stderr


def test_a_client_that_goes_away_within_its_body_leaves_no_trace(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with served_beside(tmp_path) as running:
        with socket.create_connection(running.address) as client:
            head = f"POST /mcp/execute HTTP/1.1\r\nhost: {running.url[7:]}\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{{"
            client.sendall(head.encode())
            assert running.get("/health").status_code == 200
        assert running.execute({"tool": "get_standings"}).status_code == 200
    assert not [record for record in caplog.records if record.exc_info or "Traceback" in record.getMessage()]
    assert len(records(tmp_path)) == 1


async def test_calls_beside_each_other_do_not_mix(guarded: Rest) -> None:
    async def ask(agent: str, number: int) -> bool:
        headers = {**bearer(agent), "x-request-id": f"{agent}-{number}"}
        answer = await asyncio.to_thread(guarded.execute, {"tool": "get_standings"}, headers=headers)
        return bool(answer.json()["request_id"] == f"{agent}-{number}")

    assert all(await asyncio.gather(*(ask(agent, number) for agent in TOKENS for number in range(10))))


def _post(url: str, body: Any) -> Any:
    """A request of the newer protocol, which needs no session."""
    accepts = {
        "accept": "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": body["method"],
        "mcp-name": body["params"]["name"],
    }
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
    body = {**body, "params": {**body["params"], "_meta": meta}}
    answer = httpx2.post(f"{url}/mcp", json=body, headers=accepts, timeout=PATIENCE_S)
    return answer.json()


def test_a_call_whose_arguments_are_no_object_is_recorded(server: Rest) -> None:
    given: list[Any] = [[1], "x", 5, False]
    server.execute({"tool": "get_standings"})
    before = len(records(server.folder))
    for arguments in given:
        wire = server.execute({"tool": "get_standings", "arguments": arguments}, headers={"x-agent-id": "ann"})
        named = {"name": "get_standings", "arguments": arguments}
        mcp = _post(server.url, {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": named})
        assert (wire.status_code, wire.json()["error"]) == (400, "INVALID_INPUT")
        assert mcp["result"]["isError"]
        assert json.loads(mcp["result"]["content"][0]["text"])["error"]["type"] == "validation_error"
    written = records(server.folder)[before:]
    found = [(record["agent_id"], record["tool"], record["args"], record["error_type"]) for record in written]
    assert found == [
        (agent, "get_standings", arguments, "validation_error") for arguments in given for agent in ("ann", "mcp")
    ]


PLAIN = {"allow": {"servers": ["*"], "tools": {"*": ["get_standings"]}}}


@pytest.mark.parametrize(
    ("agents", "denies", "setting", "claimed", "ends"),
    [
        (["default"], True, "", "", ("", "DENY", "INVALID_AGENT_ID")),
        (["fan"], True, "fan", "", ("", "DENY", "INVALID_AGENT_ID")),
        (["fan"], True, "fan", "fan", ("fan", "ALLOW", "agents.fan.allow.tools.*[0]")),
        (["fan", "default"], False, "fan", "", ("fan", "ALLOW", "agents.fan.allow.tools.*[0]")),
        (["fan", "default"], False, "", "", ("default", "ALLOW", "agents.default.allow.tools.*[0]")),
        (["fan"], False, "", "", ("", "DENY", "NO_FALLBACK_CONFIGURED")),
        (["fan"], False, "", "a b", ("a b", "DENY", "INVALID_AGENT_ID")),
        (["fan"], False, "", "ann", ("ann", "ALLOW", "defaults.deny_on_missing_agent")),
    ],
)
def test_a_call_without_a_name_counts_as_explain_says(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    agents: list[str],
    denies: bool,
    setting: str,
    claimed: str,
    ends: tuple[str, str, str],
) -> None:
    rules = tmp_path / "rules.json"
    content = {"agents": dict.fromkeys(agents, PLAIN), "defaults": {"deny_on_missing_agent": denies}}
    rules.write_text(json.dumps(content))
    environment = {"GATEWAY_RULES": str(rules), "GATEWAY_DEFAULT_AGENT": setting}
    for name, value in {**environment, "DIRECTOR_AUDIT_PATH": str(tmp_path / "audit.jsonl")}.items():
        monkeypatch.setenv(name, value)
    status = asyncio.run(_called_here({"x-agent-id": claimed} if claimed else {}))
    (record,) = records(tmp_path)
    assert (record["agent_id"], record["decision"], record["rule"]) == ends
    assert status == (200 if ends[1] == "ALLOW" else 403)
    said = director("policy", "explain", claimed, "get_standings", "{}", "--json", **environment)
    explained = json.loads(said.stdout)
    assert (explained["allowed"], explained["rule"]) == (ends[1] == "ALLOW", ends[2])


async def _called_here(headers: dict[str, str]) -> int:
    """The status of one call."""
    async with served_here("sim:laps=1,cars=4") as url, httpx2.AsyncClient(base_url=url, timeout=PATIENCE_S) as client:
        return (await client.post("/mcp/execute", json={"tool": "get_standings"}, headers=headers)).status_code


def test_a_call_that_a_signal_cuts_short_is_recorded(tmp_path: Path) -> None:
    """It waits for a race that takes long to load."""
    body = b'{"tool": "get_standings"}'
    with (
        served(tmp_path, "sim:hours=24,cars=64", DIRECTOR_DRAIN_S="0") as running,
        closing(socket.create_connection(running.address)) as line,
    ):
        line.sendall(
            b"POST /mcp/execute HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
            b"content-length: %d\r\n\r\n%b" % (len(body), body)
        )
        for _ in range(3):  # who is answered later has come later
            running.get("/health")
        running.process.send_signal(signal.SIGTERM)
        line.settimeout(PATIENCE_S)
        answer = b"".join(iter(lambda: line.recv(4096), b""))
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert b'"error":"EXECUTION_ERROR"' in answer
        assert running.process.wait(timeout=PATIENCE_S) == 0
    (record,) = records(tmp_path)
    assert (record["tool"], record["error_type"]) == ("get_standings", "cancelled")


def test_sockets_that_say_nothing_do_not_keep_others_out(tmp_path: Path) -> None:
    with served_beside(tmp_path, "sim:laps=1,cars=4", DIRECTOR_HTTP_CONNECTIONS_PER_ADDRESS="20") as running:
        half_open = []
        for _ in range(1100):
            line = socket.create_connection(running.address, timeout=PATIENCE_S)
            line.sendall(b"POST /mcp/execute HTTP/1.1\r\nhost: ")
            half_open.append(line)
            if len(half_open) > 200:  # of which all but the first twenty were told to go
                half_open.pop(20).close()
        refused = half_open.pop()
        assert b" 503 " in refused.recv(200)
        refused.close()
        for line in half_open:
            line.close()
        for _ in range(100):  # the server learns of each that has gone, one after the other
            if (answer := running.get("/health")).status_code == 200:
                break
        assert answer.json() == {"status": "ok"}
        assert running.execute({"tool": "get_standings"}).status_code == 200


def test_small_packets_are_not_held_back() -> None:
    with closing(Http(port=0).listen(Identity())) as listener:
        assert listener.proto == socket.IPPROTO_TCP


def test_readiness_says_how_old_the_data_is(server: Rest) -> None:
    server.execute({"tool": "get_standings"})  # waits until the race is loaded
    answer = server.get("/ready")
    assert (answer.status_code, answer.json()["ready"]) == (200, True)
    assert answer.json()["data_age_s"] >= 0


def test_a_call_in_flight_ends_when_the_server_is_told_to_stop(tmp_path: Path) -> None:
    """It waits for a race that takes a while to load, well within the time it is given."""
    body = b'{"tool": "get_standings"}'
    with (
        served(tmp_path, "sim:cars=64,laps=5", DIRECTOR_DRAIN_S="200") as running,
        closing(socket.create_connection(running.address)) as line,
    ):
        line.sendall(
            b"POST /mcp/execute HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
            b"content-length: %d\r\n\r\n%b" % (len(body), body)
        )
        running.get("/health")
        running.process.send_signal(signal.SIGTERM)
        line.settimeout(PATIENCE_S)
        assert line.recv(100).startswith(b"HTTP/1.1 200 ")
        assert running.process.wait(timeout=PATIENCE_S) == 0
    (record,) = records(tmp_path)
    assert record["error_type"] is None
