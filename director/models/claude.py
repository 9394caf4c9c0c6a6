"""Claude, over Anthropic's SDK.

A temperature is never sent: no current model takes one (the SDK has no argument for it, and the API version it speaks
answers 400 even to the default).
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

import httpx2
import orjson
from anthropic import (
    APIConnectionError,
    APIStatusError,
    APITimeoutError,
    AsyncAnthropic,
    BadRequestError,
    CredentialsError,
)
from anthropic.types import Message as ClaudeMessage

from director.models.base import Fault, Model, ModelError, ModelReply, Request, Usage
from director.models.faults import excerpt, fault_of_status, is_passing, retry_after_s
from director.models.http import ReplyTooLong
from director.models.options import ProviderOptions, Role
from director.models.prices import cost_usd
from director.models.provider import Provider
from director.models.provider_schemas import closed_schema
from director.models.reply_json import find_object, plan_of_calls
from toolgate.contract import JsonObject

_log = logging.getLogger("director.models")

_BASE_URL = "https://api.anthropic.com"

_UNUSABLE: dict[str, Fault] = {
    "refusal": "refused",
    "max_tokens": "truncated",
    "model_context_window_exceeded": "truncated",
}
"""Stop reasons after which the reply is incomplete."""

_SPENT = "credit balance is too low"
"""Words of a 400 about an account without credit, which has no type of its own."""

_REPLY = "reply"
"""The tool that takes a reply where no grammar does."""

_FORMS = ("grammar", "forced", "offered")
"""How a schema is sent: as a grammar, as a tool that must be called, or as a tool that may be called."""

_ABOUT_THE_FORM = {
    "grammar": ("grammar", "schema", "output_config", "output_format", "structured output"),
    "forced": ("tool_choice", "thinking"),
    "offered": (),
}
"""Words of a 400 that is about the form, so that the next one is tried. A grammar may be too large; a model that always
thinks may not be made to call a tool."""


class ClaudeModel(Provider[AsyncAnthropic]):
    """One request is one message: structured output where the schema is a grammar, else a tool call.

    Which form a model and a schema had to take is remembered.
    """

    name = "claude"
    optional: ClassVar[Mapping[str, tuple[str, ...]]] = {"effort": ("effort",), "caching": ("cache_control", "caching")}

    def __init__(self, options: ProviderOptions) -> None:
        super().__init__(options)
        self._forms: dict[tuple[str, bytes], int] = {}

    def _connect(self, http: httpx2.AsyncClient) -> AsyncAnthropic:
        return AsyncAnthropic(
            api_key=self._options.key,
            base_url=self._options.base_url or _BASE_URL,
            max_retries=0,
            http_client=http,
        )

    async def _ask(self, request: Request, role: Role, timeout_s: float) -> ModelReply:
        closed = closed_schema(request.schema)
        remembered = role.model, orjson.dumps(request.schema, option=orjson.OPT_SORT_KEYS)
        first = self._forms.get(remembered, 0 if closed else 1)
        for index, form in enumerate(_FORMS[first:], first):
            try:
                message = await self._sent(request, role, _with_schema(form, request.schema, closed), timeout_s)
            except BadRequestError as error:
                said = str(error.api_message).lower()
                if not any(word in said for word in _ABOUT_THE_FORM[form]):
                    raise
                why = excerpt(error.api_message, self._options.key)
                _log.info("%s does not take the schema as %s: %s", self.name, form, why)
            else:
                self._forms[remembered] = index
                return self._read(message)
        raise self._fault("bad_request")  # not reached: no 400 is about the last form

    async def _sent(self, request: Request, role: Role, sent: JsonObject, timeout_s: float) -> ClaudeMessage:
        """The message, asked for without the optional parameters that the model refuses."""
        while True:
            options = self._takes(role.model, {"effort": self._options.effort, "caching": request.purpose == "plan"})
            try:
                return await self._send(request, role, dict(sent), options, timeout_s)
            except BadRequestError as error:
                if not self._leaves_out(role.model, options, str(error.api_message)):
                    raise

    async def _send(
        self, request: Request, role: Role, sent: JsonObject, options: frozenset[str], timeout_s: float
    ) -> ClaudeMessage:
        if "effort" in options:
            sent["output_config"] = {**sent.get("output_config", {}), "effort": self._options.effort}
        message: ClaudeMessage = await self._client().messages.create(
            model=role.model,
            max_tokens=role.max_tokens,
            system=_system(request.system, cached="caching" in options),
            messages=[_turn(message.role, message.text) for message in request.messages],
            timeout=httpx2.Timeout(timeout_s, connect=min(timeout_s, self._options.limits.connect_timeout_s)),
            **sent,
        )
        return message

    def _error(self, error: Exception) -> ModelError:
        if isinstance(error, APIStatusError):
            return self._status_error(error)
        if isinstance(error, APIConnectionError) and isinstance(error.__cause__, httpx2.ConnectTimeout):
            return self._fault("unreachable", retry_after_s=0.0)
        if isinstance(error, APITimeoutError):
            return self._fault("timeout", retry_after_s=0.0)
        if isinstance(error, APIConnectionError) and not isinstance(error.__cause__, ReplyTooLong):
            return self._fault("unreachable", retry_after_s=0.0)
        if isinstance(error, CredentialsError):
            return self._fault("auth")
        # What is left is about a body that the SDK or `_read` cannot make sense of.
        _log.debug("reading the reply of %s raised %s", self.name, type(error).__name__)
        return self._fault("unreadable")

    def _status_error(self, error: APIStatusError) -> ModelError:
        spent = error.type == "billing_error" or str(error.error_code).endswith("spend_limit_reached")
        if spent or _SPENT in str(error.api_message).lower():
            return self._fault("spend_limit")
        fault = fault_of_status(error.status_code)
        detail = self._detail(fault, error.status_code, error.api_message)
        headers = error.response.headers
        passing = is_passing(error.status_code) and headers.get("x-should-retry") != "false"
        return self._fault(fault, detail, retry_after_s=retry_after_s(headers) if passing else None)

    def _read(self, message: ClaudeMessage) -> ModelReply:
        usage = _usage(message)
        fault = _UNUSABLE.get(message.stop_reason or "")
        data = None if fault else _object(message.content)
        if data is None:
            raise self._fault(fault or "unreadable", usage=usage, model=message.model)
        return ModelReply(data, message.model, usage, message.id or "")


def make(options: ProviderOptions) -> Model:
    """The provider, for the registry."""
    return ClaudeModel(options)


def _with_schema(form: str, schema: JsonObject, closed: JsonObject | None) -> JsonObject:
    """The part of a request that asks for JSON."""
    if form == "grammar":
        return {"output_config": {"format": {"type": "json_schema", "schema": closed}}}
    choice = {"type": "tool", "name": _REPLY} if form == "forced" else {"type": "auto"}
    return {
        # Not strict: that makes a grammar of the schema, and this form is for schemas that make none.
        "tools": [{"name": _REPLY, "description": "Takes your reply. Call it once.", "input_schema": schema}],
        "tool_choice": {**choice, "disable_parallel_tool_use": True},
    }


def _system(text: str, *, cached: bool) -> Any:
    """The system prompt; where it is `cached` its end is marked, so that the next question pays a tenth for it."""
    return [{"type": "text", "text": text, "cache_control": {"type": "ephemeral"}}] if cached else text


def _turn(role: Literal["user", "assistant"], text: str) -> Any:
    return {"role": role, "content": text}


def _object(blocks: Sequence[Any]) -> JsonObject | None:
    """The arguments of the reply's tool, the calls of other tools as a plan, or the object in the text."""
    called = [(str(block.name), block.input) for block in blocks if block.type == "tool_use"]
    if called and isinstance(whole := dict(called).get(_REPLY), dict):
        return whole
    if called:
        return plan_of_calls(called)
    return find_object("".join(block.text for block in blocks if block.type == "text"))


def _usage(message: ClaudeMessage) -> Usage:
    used = message.usage
    read, written = used.cache_read_input_tokens or 0, used.cache_creation_input_tokens or 0
    taken = used.input_tokens + read + written
    return Usage(
        input_tokens=taken,
        output_tokens=used.output_tokens,
        cached_tokens=read,
        # What writing to the cache costs is not known.
        cost_usd=None if written else cost_usd(message.model, taken, used.output_tokens, read),
    )
