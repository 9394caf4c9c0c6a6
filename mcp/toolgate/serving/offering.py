"""Resources, prompts, completions and subscriptions over MCP: each request goes to the runner that it belongs to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NoReturn, Protocol

import mcp_types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.shared.exceptions import MCPError

from toolgate.contract import AgentContext, JsonObject, Outcome
from toolgate.layers.resolve import NOT_FOUND
from toolgate.offers import Offers, PromptSpec, ResourceSpec
from toolgate.serving.changes import Changes

_NOTHING: JsonObject = {}

Ctx = ServerRequestContext[Any, Any]


class Door(Protocol):
    """What stands between MCP and the runner: it knows who calls, and whom a tool may ask back."""

    def agent(self, ctx: Ctx) -> AgentContext:
        """The caller of a request."""

    async def run(self, ctx: Ctx, work: Callable[[AgentContext], Awaitable[Outcome]]) -> Outcome | JsonObject:
        """Does the work with the client at hand."""


class Offering:
    """The handlers of a server's resources and prompts."""

    def __init__(self, offers: Offers, door: Door, changes: Changes | None) -> None:
        self._offers = offers
        self._door = door
        self._changes = changes

    def register(self, low: Server[Any]) -> None:
        """Registers what there is, so that it is announced, and nothing else."""
        if self._offers.resources:
            low.add_request_handler("resources/list", mcp_types.PaginatedRequestParams, self.list_resources)
            low.add_request_handler("resources/templates/list", mcp_types.PaginatedRequestParams, self.list_templates)
            low.add_request_handler("resources/read", mcp_types.ReadResourceRequestParams, self.read)
            if self._changes is not None:
                low.add_request_handler("resources/subscribe", mcp_types.SubscribeRequestParams, self.subscribe)
                low.add_request_handler("resources/unsubscribe", mcp_types.UnsubscribeRequestParams, self.unsubscribe)
        if self._offers.prompts:
            low.add_request_handler("prompts/list", mcp_types.PaginatedRequestParams, self.list_prompts)
            low.add_request_handler("prompts/get", mcp_types.GetPromptRequestParams, self.get_prompt)
        if self._offers.completes:
            low.add_request_handler("completion/complete", mcp_types.CompleteRequestParams, self.complete)

    async def list_resources(self, ctx: Ctx, params: mcp_types.PaginatedRequestParams) -> mcp_types.ListResourcesResult:
        """The resources that the agent may read."""
        specs = await self._offers.list_resources(self._door.agent(ctx), templates=False)
        shown = [mcp_types.Resource(uri=spec.uri, **_described(spec)) for spec in specs]
        return mcp_types.ListResourcesResult(resources=shown)

    async def list_templates(
        self, ctx: Ctx, params: mcp_types.PaginatedRequestParams
    ) -> mcp_types.ListResourceTemplatesResult:
        """The templates that the agent may read resources of."""
        specs = await self._offers.list_resources(self._door.agent(ctx), templates=True)
        shown = [mcp_types.ResourceTemplate(uri_template=spec.uri, **_described(spec)) for spec in specs]
        return mcp_types.ListResourceTemplatesResult(resource_templates=shown)

    async def read(self, ctx: Ctx, params: mcp_types.ReadResourceRequestParams) -> JsonObject:
        """A resource's contents."""
        uri = str(params.uri)
        outcome = await self._door.run(ctx, lambda agent: self._offers.read(uri, agent))
        return _result(outcome, {"uri": uri}, "resource", {"ttlMs": 0, "cacheScope": "private"})

    async def subscribe(self, ctx: Ctx, params: mcp_types.SubscribeRequestParams) -> mcp_types.EmptyResult:
        """The client is told on its connection whenever the resource has changed."""
        uri, agent = str(params.uri), self._door.agent(ctx)
        outcome = await self._offers.subscribe(uri, agent)
        if not outcome.ok:
            refused(outcome, {"uri": uri}, "resource")
        if self._changes is not None:
            self._changes.subscribed(ctx.session, uri, lambda uri: self._offers.may_hear(uri, agent))
        return mcp_types.EmptyResult()

    async def unsubscribe(self, ctx: Ctx, params: mcp_types.UnsubscribeRequestParams) -> mcp_types.EmptyResult:
        """Ends a subscription."""
        if self._changes is not None:
            self._changes.unsubscribed(ctx.session, str(params.uri))
        return mcp_types.EmptyResult()

    async def listen(
        self, ctx: Ctx, params: mcp_types.SubscriptionsListenRequestParams
    ) -> mcp_types.SubscriptionsListenResult:
        """Listens by the newer protocol, on a stream: the agent hears nothing of what it may not read."""
        assert self._changes is not None
        agent = self._door.agent(ctx)
        wanted = params.notifications.resource_subscriptions or ()
        heard = [uri for uri in wanted if (await self._offers.subscribe(str(uri), agent)).ok]
        asked = params.notifications.model_copy(update={"resource_subscriptions": heard or None})
        return await self._changes.listened(
            ctx,
            params.model_copy(update={"notifications": asked}),
            frozenset(map(str, heard)),
            lambda uri: self._offers.may_hear(uri, agent),
        )

    async def list_prompts(self, ctx: Ctx, params: mcp_types.PaginatedRequestParams) -> mcp_types.ListPromptsResult:
        """The prompts that the agent may get."""
        specs = await self._offers.list_prompts(self._door.agent(ctx))
        return mcp_types.ListPromptsResult(prompts=[_prompt(spec) for spec in specs])

    async def get_prompt(self, ctx: Ctx, params: mcp_types.GetPromptRequestParams) -> JsonObject:
        """A prompt's messages."""
        given: JsonObject = dict(params.arguments or {})
        outcome = await self._door.run(ctx, lambda agent: self._offers.get_prompt(params.name, given, agent))
        return _result(outcome, {"name": params.name}, "prompt")

    async def complete(self, ctx: Ctx, params: mcp_types.CompleteRequestParams) -> JsonObject:
        """Values that an argument may have."""
        ref = params.ref
        name = ref.name if isinstance(ref, mcp_types.PromptReference) else ref.uri
        known = {} if params.context is None else params.context.arguments or {}
        outcome = await self._offers.complete(
            name, params.argument.name, params.argument.value, known, self._door.agent(ctx)
        )
        return _result(outcome, {"ref": name}, "prompt or template")


def _described(spec: ResourceSpec) -> dict[str, Any]:
    return {"name": spec.name, "description": spec.description, "mime_type": spec.mime_type}


def _prompt(spec: PromptSpec) -> mcp_types.Prompt:
    arguments = [
        mcp_types.PromptArgument(name=one.name, description=one.description or None, required=one.required)
        for one in spec.arguments
    ]
    return mcp_types.Prompt(name=spec.name, description=spec.description, arguments=arguments)


def _result(outcome: Outcome | JsonObject, named: JsonObject, what: str, more: JsonObject = _NOTHING) -> JsonObject:
    """The result as MCP writes it. MCPError where it is none: what was asked for, why not, and the request's number."""
    if not isinstance(outcome, Outcome):
        return outcome
    if not outcome.ok or outcome.native is None:
        refused(outcome, named, what)
    return {"resultType": "complete", **more, **outcome.native}  # older protocols leave out what they do not know


def refused(outcome: Outcome, named: JsonObject, what: str) -> NoReturn:
    """MCPError for what a runner has refused."""
    error = outcome.envelope["error"]
    unknown = outcome.decision is not None and outcome.decision.rule == NOT_FOUND.rule
    message = f"there is no {what} {next(iter(named.values()))!r}" if unknown else error["message"]
    wrong = outcome.error_type in ("tool_not_found", "validation_error", "policy_denied")
    code = mcp_types.INVALID_PARAMS if wrong else mcp_types.INTERNAL_ERROR
    raise MCPError(code, message[:300], {**named, "type": outcome.error_type})
