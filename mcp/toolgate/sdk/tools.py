"""A marked function as a tool of the runner: JSON into its model, its model into JSON."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable
from time import perf_counter
from typing import Any

from pydantic import BaseModel, ValidationError

from toolgate.contract import AgentContext, Handler, InvalidArgument, JsonObject, Native, ToolError, ToolSpec
from toolgate.pointers import join_pointer
from toolgate.sdk.content import Content
from toolgate.sdk.context import current
from toolgate.sdk.marks import ToolMark
from toolgate.sdk.models import ENVELOPE_FIELDS, dumped, request_schema, result_schema
from toolgate.sdk.registration import (
    Parameters,
    RegistrationError,
    check_schemas,
    check_tool,
    models_of,
    read_parameters,
)

_log = logging.getLogger("toolgate.sdk")

_NOTHING: JsonObject = {"type": "object", "properties": {}, "additionalProperties": False}
_ANYTHING: JsonObject = {"type": "object"}


def tool_spec(function: Callable[..., Any], mark: ToolMark, handler: Handler | None = None) -> ToolSpec:
    """The tool of a function; `handler` runs it elsewhere. RegistrationError where it cannot be one."""
    found = read_parameters(function)
    request, returns = models_of(function, found)
    if not mark.name:
        raise RegistrationError(f"{function.__qualname__}: the tool has no name: @tool(name=...)")
    check_tool(mark.name, mark.description, mark.idempotent, mark.timeout_ms)
    if handler is not None and found.call is not None:
        raise RegistrationError(f"{mark.name}: a CallContext cannot reach another process: use isolation='thread'")
    if mark.isolation == "inline" and found.asynchronous:
        raise RegistrationError(f"{mark.name}: an async function is in the event loop anyway: leave isolation out")
    modelled = _NOTHING if request is None else request_schema(request)
    takes = modelled if mark.input_schema is None else mark.input_schema
    gives = _ANYTHING if returns is Content else result_schema(returns)
    check_schemas(mark.name, takes, gives)
    return ToolSpec(
        mark.name,
        mark.description if mark.description is not None else inspect.getdoc(function) or "",
        takes,
        gives,
        handler or bound(function, mark, found),
        tier=mark.tier,
        timeout_ms=mark.timeout_ms,
        idempotent=mark.idempotent,
        blocking=mark.isolation != "inline",
    )


def bound(function: Callable[..., Any], mark: ToolMark, found: Parameters | None = None) -> Handler:
    """The handler that calls the function."""
    known = found or read_parameters(function)
    request, returns = models_of(function, known)
    parameter = next(iter(known.own), "")

    def arguments_of(given: JsonObject, agent: AgentContext) -> dict[str, Any]:
        injected = known.injected(agent, current() if known.call else None)
        return injected if request is None else {**injected, parameter: _model(request, given)}

    if known.asynchronous:

        async def later(given: JsonObject, agent: AgentContext) -> Any:
            return _payload(mark.name, returns, await function(**arguments_of(given, agent)))

        return later

    def inline(given: JsonObject, agent: AgentContext) -> Any:
        began = perf_counter()
        payload = _payload(mark.name, returns, function(**arguments_of(given, agent)))
        if (perf_counter() - began) * 1000 > mark.timeout_ms:
            message = f"{mark.name} took longer than {mark.timeout_ms} ms; the call has taken effect"
            raise ToolError("timeout", f"{message}, and meanwhile no other call went on: use isolation='thread'")
        return payload

    if mark.isolation == "inline":
        return inline

    def now(given: JsonObject, agent: AgentContext) -> Any:
        began = perf_counter()
        try:
            return _payload(mark.name, returns, function(**arguments_of(given, agent)))
        finally:
            _notice(mark, (perf_counter() - began) * 1000)

    return now


def _notice(mark: ToolMark, took_ms: float) -> None:
    """A thread cannot be ended: what it did after its caller was told of a timeout must not go unnoticed."""
    if took_ms > mark.timeout_ms:
        _log.warning(
            "%s ended %.0f ms after its time was up: what it did has been done. isolation='process' would end it",
            mark.name,
            took_ms - mark.timeout_ms,
        )


def _model(request: type[BaseModel], given: JsonObject) -> BaseModel:
    try:
        return request.model_validate(given)
    except ValidationError as wrong:
        first = wrong.errors(include_url=False, include_input=False)[0]
        raise InvalidArgument(first["msg"], path=join_pointer(first["loc"]) or "/") from None


def _payload(name: str, returns: Any, given: Any) -> Any:
    """The payload of what a function gave. It must be what its annotation says."""
    if not isinstance(given, returns):
        raise ToolError("output_invalid", f"{name} returned {type(given).__name__}, not {returns.__name__}")
    if not isinstance(given, Content):
        return _named_well(name, dumped(returns, given))
    payload = {} if given.result is None else _named_well(name, dumped(type(given.result), given.result))
    return Native({"content": given.shown(), "isError": False}, payload, enveloped=True)


def _named_well(name: str, payload: Any) -> Any:
    """The payload. What no schema names, as an extra field that the model allows, must not speak as the envelope."""
    if isinstance(payload, dict) and not ENVELOPE_FIELDS.isdisjoint(payload):
        field = min(ENVELOPE_FIELDS & payload.keys())
        raise ToolError("output_invalid", f"{name} returned a field {field!r}, which is the envelope's")
    return payload
