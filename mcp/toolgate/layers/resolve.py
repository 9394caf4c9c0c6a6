"""resolve: the server and the name of a call must be those of a tool."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from toolgate.catalogue import Catalogue, CompiledTool
from toolgate.contract import AgentContext, Call, CallState, PolicyDecision, ToolError, ToolSpec
from toolgate.nearest import did_you_mean, nearest
from toolgate.printable import shown

NOT_FOUND = PolicyDecision(False, "there is no such tool", "tool_not_found")
AMBIGUOUS = PolicyDecision(False, "several servers are here and the call names none", "ambiguous_server")


class Resolve:
    """Finds the tool, or names the nearest ones of those that the agent may call. The server is never guessed."""

    def __init__(self, catalogue: Catalogue, listed: Callable[[AgentContext], Iterable[ToolSpec]]) -> None:
        self._catalogue = catalogue
        self._listed = listed

    def __call__(self, call: Call, /) -> Call:
        case = call.case
        assert case is not None, "the runner gives every call one"
        tool = self._found(call, case)
        case.tool = tool
        case.spec = tool.spec
        return call

    def _found(self, call: Call, case: CallState) -> CompiledTool:
        servers = self._catalogue.servers
        name, server = call.name, call.server
        if server is not None and (not isinstance(server, str) or server not in servers):
            case.decision = NOT_FOUND
            near = _near(shown(server), self._servers(call.agent))
            raise ToolError("tool_not_found", f"there is no server '{shown(server)}'", candidates=near)
        if server is None and len(servers) > 1:
            case.decision = AMBIGUOUS
            known = self._servers(call.agent)
            message = f"'{shown(name)}' needs the name of its server: there are several"
            raise ToolError("validation_error", message, path="/server", candidates=known or None)
        tools = servers[server] if server is not None else next(iter(servers.values()), {})
        if not isinstance(name, str) or name not in tools:
            case.decision = NOT_FOUND
            known = sorted({spec.name for spec in self._listed(call.agent) if server in (None, spec.server)})
            message = f"there is no tool '{shown(name)}'{did_you_mean(shown(name), known)}"
            raise ToolError("tool_not_found", message, candidates=_near(shown(name), known))
        return tools[name]

    def named(self, name: str) -> CompiledTool | None:
        """The tool that `name`, or `server:name`, stands for; None where there is none, or more than one."""
        servers = self._catalogue.servers
        found = [tools[name] for tools in servers.values() if name in tools]
        server, _, bare = name.partition(":")
        if bare in servers.get(server, {}):
            found.append(servers[server][bare])
        return found[0] if len(found) == 1 else None

    def _servers(self, agent: AgentContext) -> list[str]:
        """The servers of the tools that the agent may call: of others it hears nothing."""
        return sorted({spec.server for spec in self._listed(agent) if spec.server is not None})


def _near(name: str, known: list[str]) -> list[str] | None:
    return nearest(name, known) or known or None
