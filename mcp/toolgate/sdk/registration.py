"""Reads a marked function at registration, and says what is wrong with it then, not when it is called."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_type_hints

from pydantic import BaseModel

from toolgate.contract import AgentContext
from toolgate.errors import InputError
from toolgate.sdk.content import Content
from toolgate.sdk.context import CallContext


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
        """The arguments that the caller does not give."""
        found: dict[str, Any] = {} if self.agent is None else {self.agent: agent}
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


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _said(kind: Any) -> str:
    return "nothing" if kind in (None, type(None)) else getattr(kind, "__name__", str(kind))
