"""Reads a marked function at registration, and says what is wrong with it then, not when it is called."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_type_hints

from pydantic import BaseModel

from toolgate.contract import AgentContext, JsonObject
from toolgate.errors import InputError
from toolgate.hooks import Hooks
from toolgate.sdk.content import Content
from toolgate.sdk.context import CallContext
from toolgate.sdk.models import ENVELOPE_FIELDS, fields_of, is_object
from toolgate.serving.bearer_tokens import TOKENS_WANTED, are_tokens

LONGEST_MS = 86_400_000
"""A day: the longest time that a tool, resource or prompt may be given."""

LONGEST_NAME = 128
_TOOL_NAME = re.compile(rf"[A-Za-z0-9_.-]{{1,{LONGEST_NAME}}}")
"""The names that MCP has for tools."""


class RegistrationError(InputError):
    """A function cannot be registered. The message names it and the remedy."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """The parameters of a function: its own, by name and type, and those that are injected."""

    own: dict[str, Any]
    optional: frozenset[str]
    agent: str | None
    call: str | None
    returns: Any
    asynchronous: bool

    def injected(self, agent: AgentContext, call: CallContext | None) -> dict[str, Any]:
        """The arguments that the caller does not give. The caller's metadata are a copy, and the function's own."""
        found: dict[str, Any] = {} if self.agent is None else {self.agent: own_context(agent)}
        return found if self.call is None else {**found, self.call: call}


def read_parameters(function: Callable[..., Any]) -> Parameters:
    """The parameters of a function. RegistrationError where they are not typed, or cannot be injected."""
    name = getattr(function, "__qualname__", repr(function))
    try:
        hints, signature = get_type_hints(function), inspect.signature(function)
    except (NameError, TypeError, ValueError) as wrong:
        raise RegistrationError(f"{name}: its annotations cannot be read ({wrong}): import what they name") from None
    own: dict[str, Any] = {}
    optional, agent, call = set(), None, None
    for parameter in signature.parameters.values():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD, parameter.POSITIONAL_ONLY):
            raise RegistrationError(f"{name}: {parameter} takes anything: name each parameter and its type")
        kind = hints.get(parameter.name)
        if kind is None:
            raise RegistrationError(f"{name}: parameter {parameter.name!r} has no type: annotate it")
        if kind is AgentContext:
            agent = parameter.name
        elif kind is CallContext:
            call = parameter.name
        else:
            own[parameter.name] = kind
            if parameter.default is not parameter.empty:
                optional.add(parameter.name)
    asynchronous = inspect.iscoroutinefunction(function)
    if inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
        raise RegistrationError(f"{name}: it yields, and a call has one answer: return it")
    if call is not None and not asynchronous:
        raise RegistrationError(f"{name}: a CallContext is awaited, so write async def {name}")
    return Parameters(own, frozenset(optional), agent, call, hints.get("return"), asynchronous)


def models_of(function: Callable[..., Any], found: Parameters) -> tuple[type[BaseModel] | None, Any]:
    """The model of a tool's request, None where it takes nothing, and what it returns: a model, or Content."""
    name = getattr(function, "__qualname__", repr(function))
    if len(found.own) > 1:
        raise RegistrationError(f"{name}: a tool takes one request: put {', '.join(found.own)} into one pydantic model")
    request = next(iter(found.own.values()), None)
    if request is not None and not _is_model(request):
        raise RegistrationError(f"{name}: the request must be a pydantic BaseModel, not {_said(request)}")
    if not _is_model(found.returns) and found.returns is not Content:
        raise RegistrationError(
            f"{name}: the result must be a pydantic BaseModel or Content, not {_said(found.returns)}: annotate it"
        )
    return request, found.returns


def own_context(agent: AgentContext) -> AgentContext:
    """The caller, for code of others: what it does to the metadata reaches neither the record nor anybody else."""
    return AgentContext(agent.agent_id, agent.model, agent.request_id, {**agent.metadata})


def check_server(
    name: str,
    version: str,
    policies: Iterable[Any],
    hooks: Iterable[Any],
    port: int,
    tokens: Mapping[str, str],
    allowed: Iterable[Sequence[str]],
) -> None:
    """RegistrationError where an argument of `McpServer` cannot be used."""
    if not (isinstance(name, str) and name.strip()):
        raise RegistrationError("a server needs a name: McpServer(name=..., version=...)")
    if not (isinstance(version, str) and version.strip()):
        raise RegistrationError(f"{name}: its version is {version!r}: write a text, as '1.0.0'")
    for policy in policies:
        if not callable(policy) or inspect.iscoroutinefunction(policy):
            raise RegistrationError(f"{name}: {policy!r} is no policy: write def policy(ctx, tool_name, args)")
    if odd := [hook for hook in hooks if not isinstance(hook, Hooks)]:
        raise RegistrationError(f"{name}: {odd[0]!r} is no hook: give an instance of a class that is made of Hooks")
    if not (isinstance(port, int) and 0 <= port < 65_536):
        raise RegistrationError(f"{name}: the port is {port!r}: give 0 to 65535")
    if any(isinstance(names, str) for names in allowed):
        raise RegistrationError(f"{name}: allowed_hosts and allowed_origins are lists: write ['tools.example']")
    if not are_tokens(tokens):
        raise RegistrationError(f"{name}: tokens must be {TOKENS_WANTED}")


def check_schemas(name: str, takes: JsonObject, gives: JsonObject) -> None:
    """RegistrationError where arguments or result are no objects, or the result has a field of the envelope's."""
    if not isinstance(takes, Mapping):
        raise RegistrationError(f"{name}: input_schema is {_said(type(takes))}: give it a JSON Schema")
    if not is_object(takes):
        raise RegistrationError(f"{name}: the arguments must be an object: give the request model fields")
    if not is_object(gives):
        raise RegistrationError(f"{name}: the result must be an object: give its model fields")
    fields = fields_of(gives)
    if taken := sorted(ENVELOPE_FIELDS & fields.keys()):
        raise RegistrationError(
            f"{name}: its result has a field {taken[0]!r}, which is the envelope's: name it otherwise"
        )
    if fields.get("summary", {}).get("type", "string") != "string":
        raise RegistrationError(f"{name}: the field 'summary' of its result is what people read: make it a str")


def check_tool(name: str, description: str | None, idempotent: bool, timeout_ms: int) -> None:
    """RegistrationError where name, description, `idempotent` or timeout of a tool is invalid."""
    if not (isinstance(name, str) and _TOOL_NAME.fullmatch(name)):
        raise RegistrationError(
            f"{name!r} is no name of a tool: take 1 to {LONGEST_NAME} of the letters a to z, digits, _, - and ."
        )
    if not isinstance(description, str | None):
        raise RegistrationError(f"{name}: its description is {_said(type(description))}: write a str")
    if not isinstance(idempotent, bool):
        raise RegistrationError(f"{name}: idempotent is {idempotent!r}: choose True or False")
    check_time(name, timeout_ms)


def check_time(name: str, timeout_ms: int) -> None:
    """RegistrationError where a timeout is not a whole number of milliseconds from 1 to a day."""
    if not isinstance(timeout_ms, int) or isinstance(timeout_ms, bool):
        raise RegistrationError(f"{name}: timeout_ms is {timeout_ms!r}: give it a whole number")
    if timeout_ms <= 0:
        raise RegistrationError(f"{name}: timeout_ms is {timeout_ms}: give it at least 1")
    if timeout_ms > LONGEST_MS:
        raise RegistrationError(f"{name}: timeout_ms is {timeout_ms}: give it at most {LONGEST_MS}, which is a day")


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel) and kind is not BaseModel


def _said(kind: Any) -> str:
    return "nothing" if kind in (None, type(None)) else getattr(kind, "__name__", str(kind))
