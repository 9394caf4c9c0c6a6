"""A client of the wire over HTTP: what a server offers, and calls to its tools."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Self

import httpx2

from toolgate.contract import JsonObject
from toolgate.errors import UnavailableError

_MORE_S = 5.0
"""What an answer may take beyond the tool's own time."""


class WireError(UnavailableError):
    """A call was refused or failed: `code` is one of the wire's five, `status` that of HTTP, 0 for none."""

    def __init__(self, code: str, message: str, status: int, request_id: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.status = status
        self.request_id = request_id


class WireClient:
    """Speaks to one server. Use it as an async context, or close it with `aclose`."""

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        agent: str | None = None,
        model: str | None = None,
        timeout_s: float = 30.0,
        transport: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        """`url` is the server's, without a path. `agent` is a claim, heard only where the server wants no tokens."""
        named = {"authorization": f"Bearer {token}" if token else "", "x-agent-id": agent or "", "x-model": model or ""}
        headers = {name: value for name, value in named.items() if value}
        timeout = timeout_s + _MORE_S
        self._http = httpx2.AsyncClient(base_url=url, headers=headers, timeout=timeout, transport=transport)

    async def capabilities(self) -> JsonObject:
        """`{"server", "version", "tools"}`: what this caller may call. WireError where the server refuses."""
        return await self._sent("GET", "/mcp/capabilities")

    async def execute(
        self, tool: str, arguments: JsonObject | None = None, *, server: str | None = None, request_id: str = ""
    ) -> JsonObject:
        """The result of a call: the envelope of the tool's answer. WireError where it is refused or fails."""
        body: JsonObject = {"tool": tool, "arguments": arguments or {}}
        if server is not None:
            body["server"] = server
        answer = await self._sent("POST", "/mcp/execute", body, {"x-request-id": request_id} if request_id else {})
        result: JsonObject = answer["result"]
        return result

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def _sent(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> JsonObject:
        try:
            response = await self._http.request(method, path, json=body, headers=headers)
        except httpx2.HTTPError as broken:
            raise _no_answer(type(broken).__name__, 0) from None
        status = response.status_code
        try:
            answer: Any = response.json()
        except ValueError:
            raise _no_answer("it isn't JSON", status) from None
        if not isinstance(answer, dict):
            raise _no_answer("it isn't an object", status)
        if status == 200 and (method == "GET" or isinstance(answer.get("result"), dict)):
            return answer
        told = [text for name in ("error", "message", "request_id") if isinstance(text := answer.get(name), str)]
        if len(told) < 3:
            raise _no_answer(f"status {status} and no error of the wire", status)
        code, message, request_id = told
        raise WireError(code, message, status, request_id)


def _no_answer(why: str, status: int) -> WireError:
    """Somebody else has answered, as a proxy does, or nobody."""
    return WireError("EXECUTION_ERROR", f"the server gave no answer ({why})", status, "")
