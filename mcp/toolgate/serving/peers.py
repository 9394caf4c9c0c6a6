"""The client at the other end of a call over MCP: told and asked by the protocol that its connection speaks.

By the older protocol a question goes to the client while the call runs. By the newer one the call ends with what it
asks (`InputRequiredResult`), and the client makes it again with the answers: the tool runs again from its beginning,
and this time each question that has been answered returns at once. Answers of earlier rounds travel in `requestState`,
which the library seals.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

import mcp_types
import orjson
from mcp.server.context import ServerRequestContext
from mcp.server.session import ServerSession
from mcp.shared.exceptions import MCPError, NoBackChannelError
from mcp.shared.message import ServerMessageMetadata
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import BaseModel, ValidationError

from toolgate.contract import JsonObject, ToolError
from toolgate.peer import Elicit, InputNeeded, LogLevel, Question, Roots, Sample
from toolgate.schema import Schema

MISSING_CAPABILITY = -32021
_REFUSAL_CHARS = 120
"""So much of a client's own words is told."""
_LEVELS = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")


class McpPeer:
    """One call's client. After the call `result` (questions to it) or the error `refusal` replaces the outcome."""

    def __init__(self, ctx: ServerRequestContext[Any, Any], least: str = "debug") -> None:
        """`least` is the lowest level that the client wants to have logged, where its connection has said so."""
        # Not the context itself: it has the HTTP request.
        self._request_id, self._params = ctx.request_id, ctx.params or {}
        self._session: ServerSession = ctx.session
        self._least = _LEVELS.index(least)
        self._modern = ctx.protocol_version in MODERN_PROTOCOL_VERSIONS
        self._answers: JsonObject = {}
        self.result: JsonObject | None = None
        self.refusal: MCPError | None = None

    @property
    def capabilities(self) -> JsonObject:
        """What the client says that it can do."""
        known = self._session.client_capabilities
        return {} if known is None else known.model_dump(by_alias=True, mode="json", exclude_none=True)

    async def progress(self, progress: float, total: float | None, message: str | None) -> None:
        """Sent where the client gave a token for it."""
        await self._session.report_progress(progress, total, message)

    async def log(self, level: LogLevel, data: Any, logger: str | None) -> None:
        """Sent where the client wants lines of that level."""
        if _LEVELS.index(level) < self._least:
            return
        # The library warns that the protocol may drop logging one day; until then clients may ask for it.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            await self._session.send_log_message(level, data, logger, related_request_id=self._request_id)

    async def ask(self, questions: Mapping[str, Question]) -> dict[str, JsonObject]:
        """The answers by key, as MCP writes them. ToolError where there are none (InputNeeded: not yet)."""
        self._check(questions)
        if self._modern:
            return self._by_rounds(questions)
        try:
            return {key: await self._sent(question) for key, question in questions.items()}
        except NoBackChannelError:
            over = "the client can't be asked over this connection: use stdio, or HTTP with sessions"
            raise ToolError("tool_failed", over) from None
        except MCPError as refused:
            said = " ".join(refused.error.message.split())[:_REFUSAL_CHARS]
            raise ToolError("tool_failed", f"the client refused what it was asked: {said}") from None

    def _check(self, questions: Mapping[str, Question]) -> None:
        """What the client has not said that it can do is not asked of it."""
        known = self.capabilities
        absent = sorted({_NEEDS[type(one)] for one in questions.values()} - known.keys())
        if not absent:
            return
        data: JsonObject = {"requiredCapabilities": {name: {} for name in absent}}
        message = f"this call asks the client for {', '.join(absent)}: use a client whose capabilities name that"
        if self._modern:
            self.refusal = MCPError(MISSING_CAPABILITY, message, data)
        raise ToolError("validation_error", message)

    def _by_rounds(self, questions: Mapping[str, Question]) -> dict[str, JsonObject]:
        params, answers = self._params, self._answers
        given = params.get("inputResponses") or {}
        if state := params.get("requestState"):
            answers.update(orjson.loads(state))
        for key, question in questions.items():
            if key not in answers and (answer := _fitting(question, given.get(key))) is not None:
                answers[key] = answer
        missing = {key: question for key, question in questions.items() if key not in answers}
        if missing:
            self.result = {
                "resultType": "input_required",
                "inputRequests": {key: _request(question) for key, question in missing.items()},
                "requestState": orjson.dumps(answers).decode(),
            }
            raise InputNeeded(list(missing))
        return {key: answers[key] for key in questions}

    async def _sent(self, question: Question) -> JsonObject:
        """Asks the client now, on the stream of its request."""
        wire = _request(question)
        related = ServerMessageMetadata(related_request_id=self._request_id)
        asked = _REQUESTS[type(question)].model_validate(wire)
        answer = await self._session.send_request(asked, _ANSWERS[type(question)], metadata=related)
        plain: JsonObject = answer.model_dump(by_alias=True, mode="json", exclude_none=True)
        if _fitting(question, plain) is None:
            raise ToolError("tool_failed", "the client's answer doesn't have the form that was asked for")
        return plain


def _request(question: Question) -> JsonObject:
    if isinstance(question, Elicit):
        params: JsonObject = {"mode": "form", "message": question.message, "requestedSchema": question.schema}
        return {"method": "elicitation/create", "params": params}
    if isinstance(question, Roots):
        return {"method": "roots/list", "params": {}}
    sampled: JsonObject = {"messages": [*question.messages], "maxTokens": question.max_tokens}
    if question.system_prompt is not None:
        sampled["systemPrompt"] = question.system_prompt
    return {"method": "sampling/createMessage", "params": sampled}


def _fitting(question: Question, answer: Any) -> JsonObject | None:
    """The answer where it is one to that question; what is not counts as not given."""
    try:
        _ANSWERS[type(question)].model_validate(answer, by_name=False)
    except ValidationError:
        return None
    fitting: JsonObject = answer
    if not isinstance(question, Elicit) or fitting["action"] != "accept":
        return fitting
    return None if Schema(question.schema).mistake(fitting.get("content") or {}) else fitting


_NEEDS: Mapping[type[Any], str] = {Elicit: "elicitation", Sample: "sampling", Roots: "roots"}
_ANSWERS: Mapping[type[Any], type[BaseModel]] = {
    Elicit: mcp_types.ElicitResult,
    Sample: mcp_types.CreateMessageResult,
    Roots: mcp_types.ListRootsResult,
}
_REQUESTS: Mapping[type[Any], type[Any]] = {
    Elicit: mcp_types.ElicitRequest,
    Sample: mcp_types.CreateMessageRequest,
    Roots: mcp_types.ListRootsRequest,
}
