"""Local servers that speak the wire protocols of the model providers, and misbehave as they are told."""

from __future__ import annotations

import gzip
import json
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any, Literal

import pytest

from toolgate.contract import JsonObject

Provider = Literal["claude", "gemini"]
Said = Mapping[str, Any] | str
Reaction = Callable[["_Handler", "Asked"], None]


@dataclass(frozen=True)
class Asked:
    """One request as it came over the wire. Header names are in lower case."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]
    at: float


class ModelServer:
    """One provider on loopback. What it is told to do takes one request each; the last is repeated for ever.

    `server.fails(529).says({"plan": []})` stumbles once and then plans nothing.
    """

    def __init__(self, provider: Provider) -> None:
        self.provider = provider
        self.asked: list[Asked] = []
        self.was_asked = Event()
        self.stopping = Event()
        self._script: list[Reaction] = []
        self._wire = _WIRES[provider]
        self._server = _Server(("127.0.0.1", 0), partial(_Handler, self))
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def stop(self) -> None:
        self.stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def react(self, handler: _Handler, asked: Asked) -> None:
        self.asked.append(asked)
        self.was_asked.set()
        reaction = self._script.pop(0) if len(self._script) > 1 else self._script[0]
        reaction(handler, asked)

    def does(self, reaction: Reaction) -> ModelServer:
        self._script.append(reaction)
        return self

    def says(self, said: Said, **more: Any) -> ModelServer:
        """A reply: an object as JSON, or text as it is. `thinking=True`, `stop=REASON`, `tokens=(in, out)`,
        `cached=N`, `after_s=SECONDS`, `byte_s=SECONDS between the bytes`, `packed="gzip"` or `"deflate"`."""
        return self.answers(lambda _: said, **more)

    def answers(self, answer: Callable[[dict[str, Any]], Said], **more: Any) -> ModelServer:
        """As `says`, from the body of the request."""
        after_s, byte_s, packed = more.pop("after_s", 0.0), more.pop("byte_s", 0.0), more.pop("packed", "")
        packers: dict[str, Callable[[bytes], bytes]] = {"gzip": gzip.compress, "deflate": zlib.compress, "": bytes}
        pack = packers[packed]
        headers = {**self._wire.headers, **({"Content-Encoding": packed} if packed else {})}

        def reaction(handler: _Handler, asked: Asked) -> None:
            body = self._wire.reply(asked, answer(asked.body), **more)
            self.stopping.wait(after_s)
            handler.reply(200, pack(json.dumps(body).encode()), headers, byte_s=byte_s)

        return self.does(reaction)

    def blocks(self) -> ModelServer:
        """The prompt is blocked: no text at all."""
        return self.does(lambda handler, asked: handler.reply(200, json.dumps(self._wire.blocked(asked)).encode()))

    def fails(
        self, status: int, message: str = "it went wrong", headers: Mapping[str, str] | None = None, **details: Any
    ) -> ModelServer:
        """An error as the provider words it. `details` go where it puts them."""
        body = json.dumps(self._wire.error(status, message, details)).encode()
        return self.does(lambda handler, _: handler.reply(status, body, headers))

    def hangs(self) -> ModelServer:
        """Says nothing until the server stops."""
        return self.does(lambda handler, _: handler.abandon(self.stopping.wait()))

    def cuts(self, said: Said, sent: int = 40) -> ModelServer:
        """Promises a whole reply, sends `sent` bytes of it and hangs up."""

        def reaction(handler: _Handler, asked: Asked) -> None:
            handler.reply(200, json.dumps(self._wire.reply(asked, said)).encode(), send=sent)
            handler.abandon()

        return self.does(reaction)

    def drops(self) -> ModelServer:
        """Hangs up without a word."""
        return self.does(lambda handler, _: handler.abandon())

    def sends(self, status: int, body: bytes, headers: Mapping[str, str] | None = None) -> ModelServer:
        """These bytes, whatever they are."""
        return self.does(lambda handler, _: handler.reply(status, body, headers))

    def floods(self, size: int) -> ModelServer:
        """So many bytes, of a length it does not announce."""

        def reaction(handler: _Handler, _: Asked) -> None:
            handler.send_response(200)
            handler.send_header("Content-Type", "application/json")
            handler.send_header("Transfer-Encoding", "chunked")
            handler.end_headers()
            chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
            for _sent in range(0, size, 0x10000):
                if self.stopping.is_set():
                    break
                handler.wfile.write(chunk)
            handler.wfile.write(b"0\r\n\r\n")

        return self.does(reaction)


class _Claude:
    headers: Mapping[str, str] = {"request-id": "req_1"}

    def reply(
        self,
        asked: Asked,
        said: Said,
        thinking: bool = False,
        stop: str = "end_turn",
        tokens: tuple[int, int] = (100, 20),
        cached: int = 0,
    ) -> dict[str, Any]:
        blocks: list[dict[str, Any]] = []
        if thinking:
            blocks.append({"type": "thinking", "thinking": 'perhaps {"plan": 1}', "signature": "c2ln"})
        if asked.body.get("tools") and not isinstance(said, str):
            name = asked.body["tools"][0]["name"]
            blocks.append({"type": "tool_use", "id": "toolu_1", "name": name, "input": said})
            stop = "tool_use" if stop == "end_turn" else stop
        elif said != "":
            blocks.append({"type": "text", "text": said if isinstance(said, str) else json.dumps(said)})
        return {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": asked.body["model"],
            "content": blocks,
            "stop_reason": stop,
            "stop_sequence": None,
            "usage": {
                "input_tokens": tokens[0],
                "output_tokens": tokens[1],
                "cache_read_input_tokens": cached,
                "cache_creation_input_tokens": 0,
            },
        }

    def blocked(self, asked: Asked) -> dict[str, Any]:
        return self.reply(asked, "", stop="refusal")

    def error(self, status: int, message: str, details: Mapping[str, Any]) -> dict[str, Any]:
        kinds = {
            400: "invalid_request_error",
            401: "authentication_error",
            402: "billing_error",
            403: "permission_error",
            404: "not_found_error",
            408: "timeout_error",
            409: "conflict_error",
            429: "rate_limit_error",
            529: "overloaded_error",
        }
        error: dict[str, Any] = {"type": kinds.get(status, "api_error"), "message": message}
        if details:
            error["details"] = dict(details)
        return {"type": "error", "error": error, "request_id": "req_1"}


class _Gemini:
    headers: Mapping[str, str] = {}

    def reply(
        self,
        asked: Asked,
        said: Said,
        thinking: bool = False,
        stop: str = "STOP",
        tokens: tuple[int, int] = (100, 20),
        cached: int = 0,
    ) -> dict[str, Any]:
        parts: list[dict[str, Any]] = [{"text": 'perhaps {"plan": 1}', "thought": True}] if thinking else []
        if said != "":
            parts.append({"text": said if isinstance(said, str) else json.dumps(said)})
        usage = {"promptTokenCount": tokens[0], "candidatesTokenCount": tokens[1], "totalTokenCount": sum(tokens)}
        if thinking:
            usage |= {"thoughtsTokenCount": 7, "totalTokenCount": sum(tokens) + 7}
        if cached:
            usage |= {"cachedContentTokenCount": cached}
        return {
            "candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": stop, "index": 0}],
            "usageMetadata": usage,
            "modelVersion": asked.path.rpartition("/")[2].partition(":")[0],
            "responseId": "req_1",
        }

    def blocked(self, asked: Asked) -> dict[str, Any]:
        return {
            "promptFeedback": {"blockReason": "PROHIBITED_CONTENT"},
            "usageMetadata": {"promptTokenCount": 100, "totalTokenCount": 100},
            "modelVersion": "gemini",
            "responseId": "req_1",
        }

    def error(self, status: int, message: str, details: Mapping[str, Any]) -> dict[str, Any]:
        kinds = {
            400: "INVALID_ARGUMENT",
            401: "UNAUTHENTICATED",
            403: "PERMISSION_DENIED",
            404: "NOT_FOUND",
            408: "DEADLINE_EXCEEDED",
            409: "ABORTED",
            429: "RESOURCE_EXHAUSTED",
            500: "INTERNAL",
            503: "UNAVAILABLE",
            504: "DEADLINE_EXCEEDED",
        }
        error: dict[str, Any] = {"code": status, "message": message, "status": kinds.get(status, "UNKNOWN")}
        if details:
            error["details"] = [dict(details)]
        return {"error": error}


_WIRES: Mapping[Provider, _Claude | _Gemini] = {"claude": _Claude(), "gemini": _Gemini()}


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away is no news."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 1 << 20  # headers and body in one packet, or the second waits for the first to be acknowledged

    def __init__(self, server: ModelServer, *arguments: Any) -> None:
        self.models = server
        super().__init__(*arguments)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.models.react(self, Asked(self.path, headers, json.loads(body), time.monotonic()))

    def do_GET(self) -> None:
        """Where a redirect was followed to."""
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.models.asked.append(Asked(self.path, headers, {}, time.monotonic()))
        self.reply(404)

    def reply(
        self,
        status: int,
        body: bytes = b"",
        headers: Mapping[str, str] | None = None,
        send: int = -1,
        byte_s: float = 0.0,
    ) -> None:
        """A reply that promises the whole body and sends `send` bytes of it, or all, perhaps one at a time."""
        self.send_response(status)
        every = {"Content-Type": "application/json", "Content-Length": str(len(body)), **(headers or {})}
        for name, value in every.items():
            self.send_header(name, value)
        self.end_headers()
        if not byte_s:
            self.wfile.write(body if send < 0 else body[:send])
            return
        for index in range(len(body)):
            self.wfile.write(body[index : index + 1])
            self.wfile.flush()
            if self.models.stopping.wait(byte_s):
                break

    def abandon(self, _: object = None) -> None:
        """Hangs up when what was written has been sent."""
        self.close_connection = True

    def log_message(self, format: str, *arguments: Any) -> None:
        """Nothing to say."""


@pytest.fixture
def model_server() -> Iterator[Callable[[Provider], ModelServer]]:
    """Starts a server that speaks as a provider; it stops with the test."""
    servers: list[ModelServer] = []

    def start(provider: Provider) -> ModelServer:
        servers.append(ModelServer(provider))
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


_FIELD = """
5 VET Sebastian Vettel, Ferrari
7 RAI Kimi Räikkönen, Ferrari
44 HAM Lewis Hamilton, Mercedes
77 BOT Valtteri Bottas, Mercedes
3 RIC Daniel Ricciardo, Red Bull Racing
33 VER Max Verstappen, Red Bull Racing
31 OCO Esteban Ocon, Force India
11 PER Sergio Perez, Force India
55 SAI Carlos Sainz, Renault
27 HUL Nico Hülkenberg, Renault
18 STR Lance Stroll, Williams
35 SIR Sergey Sirotkin, Williams
14 ALO Fernando Alonso, McLaren
2 VAN Stoffel Vandoorne, McLaren
16 LEC Charles Leclerc, Sauber
9 ERI Marcus Ericsson, Sauber
20 MAG Kevin Magnussen, Haas F1 Team
8 GRO Romain Grosjean, Haas F1 Team
10 GAS Pierre Gasly, Toro Rosso
28 HAR Brendon Hartley, Toro Rosso
"""


@pytest.fixture(scope="session")
def drivers() -> list[JsonObject]:
    """The entries of a field with every trap: short codes that are words, accents, two cars to a team."""
    lines = (line.partition(", ") for line in _FIELD.strip().splitlines())
    split = ((left.split(" ", 2), team) for left, _, team in lines)
    return [{"car": car, "code": code, "name": name, "team": team} for (car, code, name), team in split]
