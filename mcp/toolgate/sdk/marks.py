"""Marks on functions. A mark changes nothing and registers nothing: `server.register(function)` reads it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from toolgate.contract import JsonObject, Tier
from toolgate.offers import Completer

Function = TypeVar("Function", bound=Callable[..., Any])
Isolation = Literal["thread", "process", "inline"]

ATTRIBUTE = "__toolgate__"


@dataclass(frozen=True, slots=True)
class ToolMark:
    """What `@tool` says of a function."""

    name: str
    description: str | None = None
    timeout_ms: int = 1000
    idempotent: bool = True
    tier: Tier = Tier.READ_ONLY
    isolation: Isolation = "thread"
    input_schema: JsonObject | None = None


@dataclass(frozen=True, slots=True)
class ResourceMark:
    """What `@resource` says of a function."""

    uri: str
    name: str | None = None
    description: str | None = None
    mime_type: str = "text/plain"
    timeout_ms: int = 1000
    complete: Mapping[str, Completer] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PromptMark:
    """What `@prompt` says of a function."""

    name: str
    description: str | None = None
    timeout_ms: int = 1000
    complete: Mapping[str, Completer] = field(default_factory=dict)


Mark = ToolMark | ResourceMark | PromptMark


def tool(
    *,
    name: str,
    description: str | None = None,
    timeout_ms: int = 1000,
    idempotent: bool = True,
    tier: Tier = Tier.READ_ONLY,
    isolation: Isolation = "thread",
    input_schema: JsonObject | None = None,
) -> Callable[[Function], Function]:
    """Marks a function as a tool: one pydantic model in, one out, an AgentContext or CallContext if it wants one.

    `tier` says what a call can change. `isolation="process"` runs it in a process of its own, which is ended when its
    time is up; in a thread it cannot be. `isolation="inline"` runs a function that never waits, and computes but for a
    moment, in the event loop itself: all other calls wait for it. `input_schema` is a stricter schema than the model's.
    """
    return _marking(ToolMark(name, description, timeout_ms, idempotent, tier, isolation, input_schema))


def resource(
    uri: str,
    *,
    name: str | None = None,
    description: str | None = None,
    mime_type: str = "text/plain",
    timeout_ms: int = 1000,
    complete: Mapping[str, Completer] | None = None,
) -> Callable[[Function], Function]:
    """Marks a function as a resource, `notes://today`, or as all resources of a template, `notes://{day}`.

    Its parameters are the template's variables. `complete` gives the values that a variable may have.
    """
    return _marking(ResourceMark(uri, name, description, mime_type, timeout_ms, complete or {}))


def prompt(
    *,
    name: str,
    description: str | None = None,
    timeout_ms: int = 1000,
    complete: Mapping[str, Completer] | None = None,
) -> Callable[[Function], Function]:
    """Marks a function as a prompt. Its parameters, texts all, are the prompt's arguments."""
    return _marking(PromptMark(name, description, timeout_ms, complete or {}))


def _marking(mark: Mark) -> Callable[[Function], Function]:
    def marked(function: Function) -> Function:
        setattr(function, ATTRIBUTE, mark)
        return function

    return marked
