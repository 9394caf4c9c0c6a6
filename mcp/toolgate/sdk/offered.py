"""Marked functions as resources and prompts."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from toolgate.contract import AgentContext, Handler, JsonObject
from toolgate.offers import PromptArgument, PromptSpec, ResourceSpec
from toolgate.sdk.content import Audio, Embedded, Image, TextBlock
from toolgate.sdk.context import current
from toolgate.sdk.marks import PromptMark, ResourceMark
from toolgate.sdk.registration import Parameters, RegistrationError, check_time, read_parameters
from toolgate.uri_templates import UriTemplate


def resource_spec(function: Callable[..., Any], mark: ResourceMark) -> ResourceSpec:
    """The resource of a function. RegistrationError where its parameters are not the template's variables."""
    found = _texts_only(function)
    try:
        variables = set(UriTemplate(mark.uri).variables)
    except ValueError as wrong:
        raise RegistrationError(str(wrong)) from None
    if variables != set(found.own):
        raise RegistrationError(
            f"{mark.uri}: its variables are {sorted(variables)} and {function.__qualname__} takes {sorted(found.own)}: "
            "name them alike"
        )
    _known(mark.uri, mark.complete, found)
    check_time(mark.uri, mark.timeout_ms)
    return ResourceSpec(
        mark.uri,
        mark.name or function.__name__,
        mark.description if mark.description is not None else inspect.getdoc(function) or "",
        _handler(function, found),
        mark.mime_type,
        mark.timeout_ms,
        complete=mark.complete,
    )


def prompt_spec(function: Callable[..., Any], mark: PromptMark) -> PromptSpec:
    """The prompt of a function. RegistrationError where a parameter is no text."""
    found = _texts_only(function)
    if not (isinstance(mark.name, str) and mark.name.strip() and mark.name.isprintable()):
        raise RegistrationError(f"{mark.name!r} is no name of a prompt: write a text of one line")
    _known(mark.name, mark.complete, found)
    check_time(mark.name, mark.timeout_ms)
    arguments = tuple(PromptArgument(name, required=name not in found.optional) for name in found.own)
    handler = _handler(function, found, _messages)
    description = mark.description if mark.description is not None else inspect.getdoc(function) or ""
    return PromptSpec(mark.name, description, handler, arguments, mark.timeout_ms, complete=mark.complete)


def _texts_only(function: Callable[..., Any]) -> Parameters:
    found = read_parameters(function)
    for name, kind in found.own.items():
        if kind is not str:
            raise RegistrationError(
                f"{function.__qualname__}: parameter {name!r} must be a str: URIs and prompts hold text"
            )
    return found


def _known(name: str, complete: Any, found: Parameters) -> None:
    if unknown := set(complete) - set(found.own):
        raise RegistrationError(f"{name}: it completes {sorted(unknown)[0]!r}, which isn't a parameter of it")
    if odd := [key for key, completer in complete.items() if not callable(completer)]:
        raise RegistrationError(f"{name}: what completes {odd[0]!r} isn't a function: give (typed, known) -> values")


def _handler(
    function: Callable[..., Any], found: Parameters, shape: Callable[[Any], Any] = lambda given: given
) -> Handler:
    def arguments_of(given: JsonObject, agent: AgentContext) -> dict[str, Any]:
        return {**found.injected(agent, current() if found.call else None), **given}

    if found.asynchronous:

        async def later(given: JsonObject, agent: AgentContext) -> Any:
            return shape(await function(**arguments_of(given, agent)))

        return later
    return lambda given, agent: shape(function(**arguments_of(given, agent)))


def _messages(given: Any) -> Any:
    """Blocks become messages of the user; a text stays one, and messages stay what they are."""
    if isinstance(given, str):
        return given
    return [
        {"role": "user", "content": part.block()} if isinstance(part, TextBlock | Image | Audio | Embedded) else part
        for part in ([TextBlock(part) if isinstance(part, str) else part for part in given])
    ]
