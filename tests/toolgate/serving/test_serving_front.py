"""What stands before everything over HTTP: whose requests, how long, and errors in one shape. No socket is opened."""

from __future__ import annotations

import asyncio
import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest

from tests.virtual_time import timed
from toolgate.audit.journal import AuditLog
from toolgate.contract import AgentContext, ToolSpec
from toolgate.layers.audit import Audit
from toolgate.runner import Runner
from toolgate.serving.connections import ConnectionLimits
from toolgate.serving.http_front import Front
from toolgate.serving.identity import Identity
from toolgate.serving.logins import FailedLogins
from toolgate.serving.origins import Origins
from toolgate.serving.prometheus import Prometheus
from toolgate.serving.rest import Rest

JSON = {"content-type": "application/json"}
PING = b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}'
TOKENS = {"engineer": "a-token-of-sixteen"}


async def _library(scope: Any, receive: Any, send: Any) -> None:
    """Stands for the MCP library's app: it fails, refuses or answers as its path of query says."""
    wanted = scope["query_string"].decode()
    if wanted == "raise":
        raise RuntimeError("a secret of ours")
    status = int(wanted or 200)
    body = b'{"jsonrpc": "2.0", "id": 1, "error": {}}' if status == 404 else b"plain words"
    await send({"type": "http.response.start", "status": status, "headers": [(b"www-authenticate", b"Bearer")]})
    await send({"type": "http.response.body", "body": body})


async def _echo(arguments: dict[str, Any], agent: AgentContext) -> dict[str, Any]:
    return {"summary": "said", "agent": agent.agent_id, "model": agent.model, "said": arguments}


SCHEMA = {"type": "object"}
ECHO = ToolSpec("echo", "says it again", SCHEMA, SCHEMA, _echo)


class Pause:
    """Notes how long somebody had to wait."""

    def __init__(self) -> None:
        self.waited: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.waited.append(seconds)


def _front(
    *, tokens: dict[str, str] | None = None, pause: Pause | None = None, limits: ConnectionLimits | None = None
) -> Front:
    runner, unreadable = Runner((ECHO,), server="here"), []

    async def undecodable(sent: bytes, why: str, agent: AgentContext) -> None:
        unreadable.append((sent, agent.request_id))

    rest = Rest(runner, "here", "1", lambda: (True, {"data_age_s": 1.5}), lambda: b"counters 1\n", undecodable)
    logins = FailedLogins(sleep=pause or Pause(), clock=lambda: 0.0)
    front = Front(
        _library,
        rest,
        Identity(tokens=tokens or {}),
        Origins(("pit.example",), ("https://pages.example",)),
        limits or ConnectionLimits(),
        logins,
    )
    front.unreadable = unreadable  # type: ignore[attr-defined]
    return front


Answer = tuple[int, dict[str, str], Any]


async def _ask(
    front: Front, method: str, path: str, body: bytes | None = b"", query: str = "", **headers: Any
) -> Answer:
    """Status, headers and body. The body arrives after `after_s` seconds; without one none ever does."""
    after_s = headers.pop("after_s", 0.0)
    given = {"host": "127.0.0.1:8000", **{name.replace("_", "-"): value for name, value in headers.items()}}
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "scheme": "http",
        "client": ("10.0.0.9", 1),
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
    }
    sent: list[Any] = []

    async def receive() -> Any:
        if body is None:
            await asyncio.Event().wait()
        await asyncio.sleep(after_s)
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    await front(scope, receive, send)
    start, *parts = sent
    content = b"".join(part["body"] for part in parts)
    answered = {name.decode(): value.decode() for name, value in start["headers"]}
    return start["status"], answered, orjson.loads(content) if content[:1] in (b"{", b"[") else content


@pytest.mark.parametrize(
    ("method", "path", "query", "headers", "status"),
    [
        ("GET", "/nowhere", "", {}, 404),
        ("GET", "/mcp", "", {}, 405),
        ("GET", "/mcp/execute", "", {}, 405),
        ("POST", "/health", "", JSON, 405),
        ("POST", "/mcp/execute", "", {}, 415),
        ("POST", "/mcp", "", {"content-type": "text/plain"}, 415),
        ("POST", "/mcp/execute", "", {**JSON, "content-length": "9" * 30}, 413),
        ("POST", "/mcp/execute", "", {**JSON, "content-length": "many"}, 413),
        ("POST", "/mcp", "406", JSON, 406),
        ("POST", "/mcp", "500", JSON, 500),
        ("GET", "/health", "", {"host": "evil.example"}, 421),
        ("GET", "/health", "", {"host": ""}, 421),
        ("GET", "/health", "", {"origin": "http://localhost:3000"}, 403),
        ("GET", "/health", "", {"origin": "null"}, 403),
        ("GET", "/health", "", {"origin": "http://127.0.0.1:8001"}, 403),
    ],
)
async def test_every_error_has_the_one_shape(
    method: str, path: str, query: str, headers: dict[str, str], status: int
) -> None:
    got, _, body = await _ask(_front(), method, path, PING, query, **headers, **{"x-request-id": "r-1"})
    assert got == status
    assert set(body) == {"error", "message", "request_id"}
    assert body["request_id"] == "r-1"


async def test_a_failure_of_the_library_is_told_without_its_words() -> None:
    front, sent = _front(), []

    async def receive() -> Any:
        return {"type": "http.request", "body": PING, "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    scope: dict[str, Any] = {"type": "http", "method": "POST", "path": "/mcp", "query_string": b"raise", "client": None}
    scope["headers"] = [(b"host", b"localhost"), (b"content-type", b"application/json")]
    with pytest.raises(RuntimeError):
        await front(scope, receive, send)
    assert sent[0]["status"] == 500
    assert b"secret" not in sent[1]["body"]
    assert set(orjson.loads(sent[1]["body"])) == {"error", "message", "request_id"}


async def test_an_error_of_json_rpc_stays_what_it_is() -> None:
    status, _, body = await _ask(_front(), "POST", "/mcp", PING, "404", **JSON)
    assert (status, body["jsonrpc"]) == (404, "2.0")


@pytest.mark.parametrize("origin", ["http://127.0.0.1:8000", "https://127.0.0.1:8000"])
async def test_a_page_of_our_own_may_call_and_needs_no_leave(origin: str) -> None:
    status, headers, _ = await _ask(_front(), "GET", "/health", origin=origin)
    assert status == 200
    assert "access-control-allow-origin" not in headers


async def test_a_page_that_is_named_may_read_answers_and_errors() -> None:
    front, page = _front(), "https://pages.example"
    for path in ("/health", "/nowhere"):
        _, headers, _ = await _ask(front, "GET", path, origin=page)
        assert headers["access-control-allow-origin"] == page
    asks: dict[str, Any] = {"access-control-request-method": "POST", "origin": page}
    status, headers, _ = await _ask(front, "OPTIONS", "/mcp/execute", **asks)
    assert (status, headers["access-control-allow-methods"]) == (204, "GET, POST, DELETE, OPTIONS")
    status, headers, _ = await _ask(front, "OPTIONS", "/mcp/execute", **{**asks, "origin": "https://other.example"})
    assert status == 403
    assert "access-control-allow-origin" not in headers


async def test_a_body_that_does_not_come_is_given_up() -> None:
    front = _front(limits=ConnectionLimits(body_s=0.0))
    status, headers, body = await _ask(front, "POST", "/mcp/execute", None, **JSON)
    assert (status, body["error"], headers["connection"]) == (408, "TIMEOUT", "close")


@pytest.mark.parametrize(("limit", "limits"), [(30.0, ConnectionLimits()), (4.0, ConnectionLimits(body_s=4.0))])
def test_a_body_has_its_time_and_no_more(limit: float, limits: ConnectionLimits) -> None:
    def asked(after_s: float) -> int:
        asking = _ask(_front(limits=limits), "POST", "/mcp/execute", b'{"tool": "echo"}', after_s=after_s, **JSON)
        return timed(asking)[0][0]

    assert (asked(limit - 0.1), asked(limit + 0.1)) == (200, 408)


@pytest.mark.parametrize("told", [False, True], ids=["of no told length", "of a told length"])
async def test_a_body_is_so_long_and_no_longer(told: bool) -> None:
    for length, ends in ((1_000_000, 200), (1_000_001, 413)):
        headers = {**JSON, "content-length": str(length)} if told else JSON
        body = b'{"tool": "echo"}'.ljust(length)
        status, _, answer = await _ask(_front(), "POST", "/mcp/execute", body, **headers)
        assert status == ends
    assert (answer["error"], answer["message"]) == ("INVALID_INPUT", "the body is longer than 1000000 bytes")


@pytest.mark.parametrize("path", ["/mcp/execute", "/mcp"])
@pytest.mark.parametrize("coding", ["gzip", "br, gzip", "deflate"])
async def test_a_compressed_body_is_refused_and_never_unpacked(path: str, coding: str) -> None:
    """So that a few bytes of it cannot become gigabytes here."""
    front = _front()
    body = gzip.compress(b'{"tool": "echo"}')
    status, _, answer = await _ask(front, "POST", path, body, **JSON, **{"content-encoding": coding})
    assert (status, answer["error"], answer["message"]) == (415, "INVALID_INPUT", "the body must not be compressed")
    plain = b'{"tool": "echo"}' if path == "/mcp/execute" else PING
    assert (await _ask(front, "POST", path, plain, **JSON, **{"content-encoding": "identity"}))[0] == 200


@pytest.mark.parametrize("path", ["/mcp/execute", "/mcp"])
@pytest.mark.parametrize("body", [b'{"id": 7, "tool": "echo", "x": "\\ud800"}', b"[" * 2000 + b"]" * 2000, b"\xff"])
async def test_what_cannot_be_decoded_is_answered_and_recorded(path: str, body: bytes) -> None:
    front = _front()
    status, _, answer = await _ask(front, "POST", path, body, **JSON, **{"x-request-id": "r-2"})
    assert status == 400
    assert front.unreadable == [(body, "r-2")]  # type: ignore[attr-defined]
    assert (answer["request_id"] if path == "/mcp/execute" else answer["error"]["code"]) in ("r-2", -32700)
    if path == "/mcp":
        assert answer["id"] == (7 if b'"id"' in body else None)


_CALL = {"method": "tools/call", "params": {"name": "echo", "arguments": {}}}


@pytest.mark.parametrize(
    "message",
    [
        [{"jsonrpc": "2.0", "id": 1, **_CALL}],
        "tools/call",
        {},
        {"id": 1, **_CALL},
        {"jsonrpc": "1.0", "id": 1, **_CALL},
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": ["echo"]},
        {"jsonrpc": "2.0", "id": 1, "method": 5},
        {"jsonrpc": "2.0", "id": 1, "result": 5},
        *({"jsonrpc": "2.0", "id": marker, **_CALL} for marker in (None, 1.5, True, [1], {"a": 1})),
    ],
)
async def test_what_is_no_message_of_mcp_is_answered_and_recorded(message: object) -> None:
    """The library would answer with a page of its own validation, or take what has an odd id for a notification."""
    front, body = _front(), orjson.dumps(message)
    status, _, answer = await _ask(front, "POST", "/mcp", body, **JSON, **{"x-request-id": "r-4"})
    assert (status, answer["error"]["code"]) == (400, -32600)
    assert "\n" not in answer["error"]["message"]
    assert front.unreadable == [(body, "r-4")]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "message",
    [
        {"jsonrpc": "2.0", "id": 1, **_CALL},
        {"jsonrpc": "2.0", "id": "a", "method": "tools/call"},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": None},
        {"jsonrpc": "2.0", "id": 1, "result": {}},
        {"jsonrpc": "2.0", "id": None, "error": {"code": 1, "message": "no"}},
    ],
)
async def test_every_message_of_mcp_goes_to_the_library(message: object) -> None:
    front = _front()
    assert (await _ask(front, "POST", "/mcp", orjson.dumps(message), **JSON))[0] == 200
    assert front.unreadable == []  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "body", [b"5", b"{}", b'{"tool": 5}', b'{"tool": "echo", "more": 1}', b'{"tool": "echo", "server": 1}']
)
async def test_a_body_that_describes_no_call_is_answered_and_recorded(body: bytes) -> None:
    front = _front()
    status, _, answer = await _ask(front, "POST", "/mcp/execute", body, **JSON, **{"x-request-id": "r-3"})
    assert (status, answer["error"], answer["request_id"]) == (400, "INVALID_INPUT", "r-3")
    assert front.unreadable == [(body, "r-3")]  # type: ignore[attr-defined]


async def test_a_claim_is_heard_only_where_no_tokens_are_set() -> None:
    call = b'{"tool": "echo", "arguments": {}, "server": "here"}'
    headers = {**JSON, "x-agent-id": "ann", "x-model": "some-model"}
    _, _, open_ = await _ask(_front(), "POST", "/mcp/execute", call, **headers)
    assert (open_["result"]["agent"], open_["result"]["model"]) == ("ann", "some-model")
    bearer = {"authorization": f"Bearer {TOKENS['engineer']}"}
    _, _, owned = await _ask(_front(tokens=TOKENS), "POST", "/mcp/execute", call, **headers, **bearer)
    assert owned["result"]["agent"] == "engineer"


async def test_wrong_tokens_wait_longer_and_longer_and_right_ones_never() -> None:
    pause = Pause()
    front = _front(tokens=TOKENS, pause=pause)
    for _ in range(8):
        status, headers, _ = await _ask(front, "GET", "/metrics", authorization="Bearer guessed")
        assert (status, headers["www-authenticate"]) == (401, "Bearer")
    assert pause.waited == [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 8.0, 8.0]
    assert (await _ask(front, "GET", "/metrics", authorization=f"Bearer {TOKENS['engineer']}"))[0] == 200
    assert (await _ask(front, "GET", "/metrics"))[0] == 401
    assert len(pause.waited) == 8
    assert (await _ask(front, "POST", "/mcp", PING, "401", **JSON, authorization="Bearer x"))[0] == 401
    assert len(pause.waited) == 9


async def test_failures_of_many_addresses_take_bounded_memory() -> None:
    logins = FailedLogins(sleep=Pause(), clock=lambda: 0.0)
    for number in range(3000):
        await logins.failed(f"10.0.{number // 250}.{number % 250}")
    assert len(logins) == 1024


async def test_a_server_that_stops_begins_nothing_and_says_so() -> None:
    front = _front()
    front.stopping = True
    status, _, body = await _ask(front, "POST", "/mcp/execute", b"{}", **JSON)
    assert (status, body["error"], body["message"]) == (503, "EXECUTION_ERROR", "the server is stopping")


async def test_health_and_readiness_ask_for_no_token() -> None:
    front = _front(tokens=TOKENS)
    assert (await _ask(front, "GET", "/health"))[2] == {"status": "ok"}
    assert (await _ask(front, "GET", "/ready"))[2] == {"ready": True, "data_age_s": 1.5}


async def test_wrong_tokens_are_counted() -> None:
    prometheus = Prometheus()
    logins = FailedLogins(prometheus.meter, Pause(), lambda: 0.0)
    for _ in range(3):
        await logins.failed("10.0.0.1")
    assert b"\ntoolgate_logins_failed_total 3.0\n" in prometheus.text()


async def test_who_asks_for_the_capabilities_is_recorded(tmp_path: Path) -> None:
    log = AuditLog(tmp_path / "audit.jsonl", durability="system")
    front = _front()
    front.rest = replace(front.rest, runner=Runner((ECHO,), audit=Audit(log), server="here"))
    status, _, body = await _ask(front, "GET", "/mcp/capabilities", x_agent_id="ann")
    log.close()
    assert (status, [tool["name"] for tool in body["tools"]]) == (200, ["echo"])
    (record,) = [json.loads(line) for line in log.path.read_text().splitlines()]
    assert (record["operation"], record["tool"], record["agent_id"]) == ("capabilities", "", "ann")
