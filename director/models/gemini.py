"""Gemini, over Google's SDK."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import httpx2
import orjson
from google.genai import Client, types
from google.genai.errors import APIError

from director.models.base import Fault, Model, ModelError, ModelReply, Request, Usage
from director.models.faults import excerpt, fault_of_status, is_passing, retry_after_s
from director.models.options import ProviderOptions, Role
from director.models.prices import cost_usd
from director.models.provider import Provider
from director.models.provider_schemas import loosened_schema
from director.models.reply_json import find_object, plan_of_calls
from toolgate.contract import JsonObject

_log = logging.getLogger("director.models")
logging.getLogger("google_genai.types").setLevel(logging.ERROR)  # its warnings are not for users

_BASE_URL = "https://generativelanguage.googleapis.com"

TAKES_TEMPERATURE = ("gemini-2.", "gemini-3.")
"""Models whose sampling can be set. Google deprecated it in July 2026, and Gemini 4 takes no notice of it."""

TAKES_THINKING_LEVEL = ("gemini-3.", "gemini-4")
"""Models that are told in words how much to think; those before take a number of tokens."""

_UNUSABLE: dict[str, Fault] = {
    "MAX_TOKENS": "truncated",
    "CONTINUATION": "truncated",
    "SAFETY": "refused",
    "RECITATION": "refused",
    "LANGUAGE": "refused",
    "BLOCKLIST": "refused",
    "PROHIBITED_CONTENT": "refused",
    "SPII": "refused",
    "ESCALATION": "refused",
    "MODEL_ARMOR": "refused",
    "PUP_LIMITED_DISABLED": "auth",
}
"""Finish reasons after which the reply is incomplete."""

_SPENT = ("spend cap", "spending cap", "spending limit", "prepay", "credits are depleted")
"""Words of a 429 that a retry cannot help: no code tells it from too many requests."""

_IN_WORDS = "\n\nReply with one JSON object and nothing else. It must be valid against this JSON Schema:\n"


class GeminiModel(Provider[Client]):
    """One request is one generation in JSON, under the schema where Gemini takes it, else with the schema in words.

    Which model and schema had to be in words is remembered.
    """

    name = "gemini"
    optional: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "temperature": ("temperature",),
        "thinking": ("thinking", "thinkinglevel", "thinking_level"),
    }

    def __init__(self, options: ProviderOptions) -> None:
        super().__init__(options)
        self._in_words: set[tuple[str, bytes]] = set()

    def _connect(self, http: httpx2.AsyncClient) -> Client:
        return Client(
            api_key=self._options.key,
            vertexai=False,
            http_options=types.HttpOptions(
                base_url=self._options.base_url or _BASE_URL,
                api_version=self._options.api_version or None,
                httpx_async_client=http,
            ),
        )

    async def _ask(self, request: Request, role: Role, timeout_s: float) -> ModelReply:
        remembered = role.model, orjson.dumps(request.schema, option=orjson.OPT_SORT_KEYS)
        if remembered not in self._in_words:
            try:
                return self._read(await self._sent(request, role, False, timeout_s), role)
            except APIError as error:
                # A schema that Gemini cannot take is a 400 that need not say so.
                if error.code != 400 or self._error(error).fault != "bad_request":
                    raise
                _log.info("%s may not take the schema: %s", self.name, excerpt(error.message, self._options.key))
        response = await self._sent(request, role, True, timeout_s)
        self._in_words.add(remembered)
        return self._read(response, role)

    async def _sent(
        self, request: Request, role: Role, in_words: bool, timeout_s: float
    ) -> types.GenerateContentResponse:
        """The response, asked for without the optional parameters that the model refuses."""
        wanted = {
            "temperature": role.model.startswith(TAKES_TEMPERATURE),
            "thinking": self._options.effort and role.model.startswith(TAKES_THINKING_LEVEL),
        }
        while True:
            options = self._takes(role.model, wanted)
            try:
                return await self._send(request, role, in_words, options, timeout_s)
            except APIError as error:
                if error.code != 400 or not self._leaves_out(role.model, options, str(error.message)):
                    raise

    async def _send(
        self, request: Request, role: Role, in_words: bool, options: frozenset[str], timeout_s: float
    ) -> types.GenerateContentResponse:
        schema = _IN_WORDS + orjson.dumps(request.schema).decode() if in_words else ""
        sent: JsonObject = {} if in_words else {"response_json_schema": loosened_schema(request.schema)}
        if "temperature" in options:
            sent["temperature"] = role.temperature
        if "thinking" in options:
            level = types.ThinkingLevel(self._options.effort.upper())
            sent["thinking_config"] = types.ThinkingConfig(thinking_level=level)
        config = types.GenerateContentConfig(
            system_instruction=request.system + schema,
            max_output_tokens=role.max_tokens,
            response_mime_type="application/json",
            automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True),
            automatic_continuation=False,  # or one request becomes several that are paid for
            http_options=types.HttpOptions(timeout=max(int(timeout_s * 1000), 1)),
            **sent,
        )
        contents: Any = [
            {"role": "model" if message.role == "assistant" else "user", "parts": [{"text": message.text}]}
            for message in request.messages
        ]
        return await self._client().aio.models.generate_content(model=role.model, contents=contents, config=config)

    def _error(self, error: Exception) -> ModelError:
        if isinstance(error, APIError):
            return self._status_error(error)
        # The SDK lets the errors of the transport through as they are.
        if isinstance(error, httpx2.TimeoutException) and not isinstance(error, httpx2.ConnectTimeout):
            return self._fault("timeout", retry_after_s=0.0)
        if isinstance(error, httpx2.RequestError):
            return self._fault("unreachable", retry_after_s=0.0)
        # What is left is about a body that the SDK or `_read` cannot make sense of.
        _log.debug("reading the reply of %s raised %s", self.name, type(error).__name__)
        return self._fault("unreadable")

    def _status_error(self, error: APIError) -> ModelError:
        fault, said = fault_of_status(error.code), str(error.message or "").lower()
        details = _details(error)
        if any(detail.get("reason") == "API_KEY_INVALID" for detail in details) or "api key not valid" in said:
            return self._fault("auth")
        if fault == "rate_limited" and any(word in said for word in _SPENT):
            return self._fault("spend_limit")
        detail = self._detail(fault, error.code, error.message)
        return self._fault(fault, detail, retry_after_s=_wait_s(error, details) if is_passing(error.code) else None)

    def _read(self, response: types.GenerateContentResponse, role: Role) -> ModelReply:
        model = response.model_version or role.model
        usage = _usage(response, model)
        if not response.candidates:
            blocked = response.prompt_feedback is not None and response.prompt_feedback.block_reason
            raise self._fault("refused" if blocked else "unreadable", usage=usage, model=model)
        candidate = response.candidates[0]
        fault = _UNUSABLE.get(candidate.finish_reason.name) if candidate.finish_reason else None
        parts = (candidate.content.parts if candidate.content else None) or ()
        data = None if fault else _object(parts)
        if data is None:
            raise self._fault(fault or "unreadable", usage=usage, model=model)
        return ModelReply(data, model, usage, response.response_id or "")


def make(options: ProviderOptions) -> Model:
    """The provider, for the registry."""
    return GeminiModel(options)


def _object(parts: Sequence[types.Part]) -> JsonObject | None:
    """The calls of tools as a plan, or the object in the text."""
    called = [(str(part.function_call.name), part.function_call.args or {}) for part in parts if part.function_call]
    if called:
        return plan_of_calls(called)
    return find_object("".join(part.text for part in parts if part.text and not part.thought))


def _usage(response: types.GenerateContentResponse, model: str) -> Usage:
    """Thoughts are paid for as output."""
    used = response.usage_metadata
    if used is None:
        return Usage()
    taken, cached = used.prompt_token_count or 0, used.cached_content_token_count or 0
    given = (used.candidates_token_count or 0) + (used.thoughts_token_count or 0)
    return Usage(taken, given, cached, cost_usd(model, taken, given, cached))


def _details(error: APIError) -> list[JsonObject]:
    """The details of an error, where it has them in the usual place."""
    body = error.details.get("error") if isinstance(error.details, dict) else None
    details = body.get("details") if isinstance(body, dict) else None
    return [detail for detail in details if isinstance(detail, dict)] if isinstance(details, list) else []


def _wait_s(error: APIError, details: list[JsonObject]) -> float | None:
    """How long to wait, from the header or from `retryDelay` in the body. None where the quota is one of a day."""
    if "PerDay" in str(details):
        return None
    delays = [str(detail.get("retryDelay", "")).removesuffix("s") for detail in details]
    asked = [float(delay) for delay in delays if delay.replace(".", "", 1).isdecimal()]
    return max([retry_after_s(error.response.headers), *asked])
