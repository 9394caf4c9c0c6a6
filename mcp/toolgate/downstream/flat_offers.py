"""Resources and prompts of all servers as one client sees them in the transparent mode, and which server each is of.

A prompt is `server__prompt`, where there are several servers. A resource keeps its URI: where several servers may have
it, it is read from the one that lists it, and refused where none or several list it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping
from types import MappingProxyType

from toolgate.contract import AgentContext, JsonObject, PolicyDecision, ToolError
from toolgate.downstream.downstream import Downstream
from toolgate.downstream.reach import Reach
from toolgate.downstream.servers import Servers
from toolgate.downstream.shown_names import SEPARATOR
from toolgate.printable import printable

TEMPLATES, PROMPTS = "resources/templates/list", "prompts/list"

LISTS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "resources/list": ("resources", "uri"),
        TEMPLATES: ("resourceTemplates", "uriTemplate"),
        PROMPTS: ("prompts", "name"),
    }
)
"""Each list with the key of its items, and what an item is known by."""


class FlatOffers:
    """What agents see of resources and prompts, as far as they reach it."""

    def __init__(self, servers: Servers, reach: Reach) -> None:
        self._servers = servers
        self._reach = reach

    def reachable(self, agent: AgentContext) -> list[Downstream]:
        """The servers that an agent may use."""
        return [self._servers.all[name] for name in self._reach.servers(agent) if name in self._servers.all]

    def readable(self, agent: AgentContext, uri: str) -> PolicyDecision:
        """Whether the agent may read an address on any server, else why not on the first."""
        decisions = [self._reach.resource(agent, name, uri) for name in self._reach.servers(agent)]
        allowed = (decision for decision in decisions if decision.allowed)
        refused = decisions[0] if decisions else PolicyDecision(False, "the agent may reach no server", "")
        return next(allowed, refused)

    async def listed(self, method: str, agent: AgentContext) -> list[JsonObject]:
        """One list of all servers, each item as its server lists it, but for the names of prompts."""
        key, known_by = LISTS[method]
        found: list[JsonObject] = []
        servers = self.reachable(agent)
        lists = await asyncio.gather(*(_quietly(server.listed(method, key, agent)) for server in servers))
        for server, items in zip(servers, lists, strict=True):
            for item in items:
                name, known = server.entry.name, str(item.get(known_by))
                if method == PROMPTS:
                    found.append({**item, known_by: self._shown(name, known)})
                elif self._reach.resource(agent, name, known.partition("{")[0]).allowed:
                    found.append(item)
        return found

    async def meant(self, method: str, params: JsonObject, agent: AgentContext) -> tuple[Downstream, JsonObject]:
        """The server that a request is for, and the request as that server knows it. ToolError where there is none."""
        ref = params["ref"] if isinstance(params.get("ref"), dict) else params
        uri, name = ref.get("uri"), ref.get("name")
        if isinstance(uri, str):
            return await self.server_of(uri, agent), params
        found = [
            (server, own)
            for server in self.reachable(agent)
            if isinstance(name, str) and (own := self._own(server.entry.name, name)) is not None
            for item in await _quietly(server.listed(PROMPTS, "prompts", agent))
            if item.get("name") == own
        ]
        if len(found) != 1:
            raise ToolError("tool_not_found", f"{method}: there is no prompt {printable(str(name)[:100])!r}")
        server, own = found[0]
        return server, {**params, "ref": {**ref, "name": own}} if ref is not params else {**params, "name": own}

    async def server_of(self, uri: str, agent: AgentContext) -> Downstream:
        """The server that a resource, or a template, belongs to."""
        plain = uri.partition("{")[0]
        may = [one for one in self.reachable(agent) if self._reach.resource(agent, one.entry.name, plain).allowed]
        if len(may) > 1:
            may = [one for one in may if await _lists(one, uri, agent)]
        if len(may) != 1:
            why = "several servers have it: narrow their allow_resources" if may else "no server lists it"
            raise ToolError("tool_not_found", f"{printable(uri[:200])}: {why}")
        return may[0]

    def _shown(self, server: str, prompt: str) -> str:
        return prompt if len(self._servers.all) == 1 else f"{server}{SEPARATOR}{prompt}"

    def _own(self, server: str, shown: str) -> str | None:
        """The name of a prompt as its server knows it; None where the shown one is not of that server."""
        if len(self._servers.all) == 1:
            return shown
        start = f"{server}{SEPARATOR}"
        return shown.removeprefix(start) if shown.startswith(start) else None


async def _lists(server: Downstream, uri: str, agent: AgentContext) -> bool:
    """Whether a server lists a resource, or a template that it may be of."""
    listed = await _quietly(server.listed("resources/list", "resources", agent))
    if any(item.get("uri") == uri for item in listed):
        return True
    templates = await _quietly(server.listed(TEMPLATES, "resourceTemplates", agent))
    return any(uri.startswith(str(item.get("uriTemplate")).partition("{")[0]) for item in templates)


async def _quietly(work: Awaitable[list[JsonObject]]) -> list[JsonObject]:
    """A list of a server that has no such list, or is gone, is empty: it must not take the others with it."""
    try:
        return await work
    except ToolError:
        return []
