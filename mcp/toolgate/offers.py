"""What a server offers beside tools: resources, templates of them, prompts, and completions of their arguments.

Each is declared as a value and becomes a tool of a runner of its own, so it passes the same door as a tool: policies,
limits, and one audit record whose operation says what it was.
"""

from __future__ import annotations

import inspect
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Protocol

from toolgate.contract import AgentContext, Call, Handler, JsonObject, Native, Outcome, ToolError, ToolSpec
from toolgate.plain_json import encode
from toolgate.runner import Runner
from toolgate.uri_templates import UriTemplate

READ, SUBSCRIBE, GET, COMPLETE = "resources/read", "resources/subscribe", "prompts/get", "completion/complete"
"""The operations, as audit records and MCP name them."""

MOST_COMPLETIONS = 100
MOST_COUNTED = 10_000
"""Completions that are counted: an argument may have values without end."""

Completer = Callable[[str, Mapping[str, str]], Iterable[str]]
"""Values that an argument may have: from what is typed so far, and the arguments that are known already."""

_ANYTHING: JsonObject = {"type": "object"}


@dataclass(frozen=True, slots=True)
class ResourceSpec:
    """Something to read under a URI, `race://rules`, or under all URIs of a template, `race://driver/{code}`.

    The handler is given the template's variables and the caller, and returns a text, bytes, or anything JSON holds.
    """

    uri: str
    name: str
    description: str
    handler: Handler
    mime_type: str = "text/plain"
    timeout_ms: int = 1000
    blocking: bool = True
    """A plain function gets a thread, so that its timeout holds. False promises never to wait: it runs in line."""
    complete: Mapping[str, Completer] = field(default_factory=dict)

    def as_tool(self) -> ToolSpec:
        """The resource as the runner has it."""
        return ToolSpec(
            self.uri,
            self.description,
            _texts(UriTemplate(self.uri).variables, required=True),
            _ANYTHING,
            _shaped(self.handler, lambda value: Native({"contents": [_contents(value, self.mime_type)]})),
            timeout_ms=self.timeout_ms,
            blocking=self.blocking,
        )


@dataclass(frozen=True, slots=True)
class PromptArgument:
    """One argument of a prompt. All are texts."""

    name: str
    description: str = ""
    required: bool = True


@dataclass(frozen=True, slots=True)
class PromptSpec:
    """Messages to start a conversation with. The handler returns a text, or messages as MCP writes them."""

    name: str
    description: str
    handler: Handler
    arguments: tuple[PromptArgument, ...] = ()
    timeout_ms: int = 1000
    blocking: bool = True
    complete: Mapping[str, Completer] = field(default_factory=dict)

    def as_tool(self) -> ToolSpec:
        """The prompt as the runner has it."""
        schema = _texts([one.name for one in self.arguments], required=False)
        schema["required"] = [one.name for one in self.arguments if one.required]
        return ToolSpec(
            self.name,
            self.description,
            schema,
            _ANYTHING,
            _shaped(self.handler, _messages),
            timeout_ms=self.timeout_ms,
            blocking=self.blocking,
        )


class MakeRunner(Protocol):
    """Makes the runner of one operation, under the same gate as the tools' own: `gate.runner` does."""

    def __call__(self, specs: Iterable[ToolSpec], *, operation: str) -> Runner: ...


class Offers:
    """The resources and prompts of one server, each behind its runner."""

    def __init__(
        self, resources: Sequence[ResourceSpec], prompts: Sequence[PromptSpec], make_runner: MakeRunner
    ) -> None:
        """ValueError where two have one URI or one name, or a URI is invalid."""
        # These tables would hide two of one name; the runners below, which are given all, refuse them.
        self.resources = {spec.uri: (UriTemplate(spec.uri), spec) for spec in resources}
        self.prompts = {spec.name: spec for spec in prompts}
        self._reading = make_runner([spec.as_tool() for spec in resources], operation=READ)
        hearing = [replace(spec.as_tool(), handler=_heard, blocking=False) for spec in resources]
        self._subscribing = make_runner(hearing, operation=SUBSCRIBE)
        self._prompting = make_runner([spec.as_tool() for spec in prompts], operation=GET)
        completing = [*_completions(resources, "uri"), *_completions(prompts, "name")]
        self._completing = make_runner(completing, operation=COMPLETE)
        self.completes = bool(completing)

    @property
    def generation(self) -> tuple[int, ...]:
        """Changes whenever rules have."""
        return self._reading.generation

    def found(self, uri: str) -> tuple[str, dict[str, str]]:
        """The key of the resource that a URI names, and its variables; the URI itself where it names none."""
        if uri in self.resources and not self.resources[uri][0].variables:
            return uri, {}
        for name, (template, _) in self.resources.items():
            values = template.match(uri) if template.variables else None
            if values is not None:
                return name, values
        return uri, {}

    async def list_resources(self, agent: AgentContext, *, templates: bool) -> list[ResourceSpec]:
        """The resources that the agent may read, or the templates. Recorded, as one operation."""
        operation = "resources/templates/list" if templates else "resources/list"
        listed = await self._reading.list_tools(agent, operation)
        found = (self.resources[spec.name] for spec in listed)
        return [spec for template, spec in found if bool(template.variables) is templates]

    async def list_prompts(self, agent: AgentContext) -> list[PromptSpec]:
        """The prompts that the agent may get. Recorded, as one operation."""
        return [self.prompts[spec.name] for spec in await self._prompting.list_tools(agent, "prompts/list")]

    async def read(self, uri: str, agent: AgentContext) -> Outcome:
        """Reads a resource. `native` is `{"contents": [...]}`."""
        name, values = self.found(uri)
        outcome = await self._reading.call(Call(name, values, agent))
        if outcome.native is None:
            return outcome
        return replace(outcome, native={"contents": [{"uri": uri, **part} for part in outcome.native["contents"]]})

    async def subscribe(self, uri: str, agent: AgentContext) -> Outcome:
        """Asks whether the agent may be told when a resource changes: whoever may read it may. Recorded as a call."""
        name, values = self.found(uri)
        return await self._subscribing.call(Call(name, values, agent))

    async def may_hear(self, uri: str, agent: AgentContext) -> bool:
        """Whether one that has subscribed may still be told. Not recorded."""
        name, values = self.found(uri)
        return (await self._subscribing.explain(Call(name, values, agent))).ok

    async def get_prompt(self, name: str, arguments: JsonObject, agent: AgentContext) -> Outcome:
        """Gets a prompt. `native` is `{"description", "messages"}`."""
        return await self._prompting.call(Call(name, arguments, agent))

    async def complete(
        self, name: str, argument: str, value: str, known: Mapping[str, str], agent: AgentContext
    ) -> Outcome:
        """Completes an argument of a prompt or template. `native` is `{"completion": {...}}`."""
        given = {"argument": argument, "value": value, "known": dict(known)}
        return await self._completing.call(Call(name, given, agent))


def _texts(names: Iterable[str], *, required: bool) -> JsonObject:
    properties = {name: {"type": "string", "maxLength": 2000} for name in names}
    schema: JsonObject = {"type": "object", "additionalProperties": False, "properties": properties}
    return {**schema, "required": list(properties)} if required else schema


def _shaped(handler: Handler, shape: Callable[[Any], Native]) -> Handler:
    """The handler, with what it gives in the form of MCP."""
    if inspect.iscoroutinefunction(handler):

        async def later(arguments: JsonObject, agent: AgentContext) -> Native:
            return shape(await handler(arguments, agent))

        return later
    return lambda arguments, agent: shape(handler(arguments, agent))


def _heard(arguments: JsonObject, agent: AgentContext) -> Native:
    """Who has come so far may be told."""
    return Native({})


def _contents(value: Any, mime_type: str) -> JsonObject:
    if isinstance(value, bytes):
        return {"mimeType": mime_type, "blob": b64encode(value).decode()}
    if isinstance(value, str):
        return {"mimeType": mime_type, "text": value}
    return {"mimeType": mime_type, "text": encode(value).decode()}


def _messages(told: Any) -> Native:
    messages = [{"role": "user", "content": {"type": "text", "text": told}}] if isinstance(told, str) else list(told)
    if not all(map(_is_message, messages)):
        raise ToolError("output_invalid", "the prompt gave a message without a role and one content block")
    return Native({"messages": messages})


def _is_message(given: Any) -> bool:
    if not isinstance(given, Mapping) or given.get("role") not in ("user", "assistant"):
        return False
    return isinstance(given.get("content"), Mapping) and isinstance(given["content"].get("type"), str)


def _completions(specs: Iterable[ResourceSpec | PromptSpec], key: str) -> list[ToolSpec]:
    schema: JsonObject = {
        "type": "object",
        "required": ["argument", "value"],
        "properties": {
            "argument": {"type": "string", "maxLength": 200},
            "value": {"type": "string", "maxLength": 2000},
            "known": {"type": "object", "additionalProperties": {"type": "string"}, "maxProperties": 50},
        },
    }
    return [
        ToolSpec(getattr(spec, key), spec.description, schema, _ANYTHING, _completing(spec.complete)) for spec in specs
    ]


def _completing(completers: Mapping[str, Completer]) -> Handler:
    def complete(arguments: JsonObject, agent: AgentContext) -> Native:
        completer = completers.get(arguments["argument"])
        values = () if completer is None else completer(arguments["value"], arguments.get("known", {}))
        found = list(islice(values, MOST_COUNTED + 1))
        total = {"total": len(found)} if len(found) <= MOST_COUNTED else {}
        kept = [str(value) for value in found[:MOST_COMPLETIONS]]
        return Native({"completion": {"values": kept, **total, "hasMore": len(found) > len(kept)}})

    return complete
