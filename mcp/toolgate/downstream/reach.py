"""What an agent reaches: servers, tools and resources, by rules and by the configuration, the same in every path."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Sequence

from toolgate.contract import AgentContext, Call, Outcome, PolicyDecision, ToolError
from toolgate.downstream.listed_tools import ListedTool
from toolgate.downstream.matching import address_mistake
from toolgate.downstream.pinning_changes import ToolChange
from toolgate.downstream.servers import Servers, allowed_by_list
from toolgate.gate import Gate
from toolgate.layers import Next
from toolgate.layers.guard import Denied
from toolgate.policy.errors import quoted
from toolgate.runner import Runner

_REMEMBERED = 4096


class Reach:
    """Asks gate and configuration. A layer of the runner, too: what an agent must not know of is refused as unknown
    to its rules, whether it is there or not.
    """

    def __init__(self, gate: Gate, servers: Servers) -> None:
        self._gate = gate
        self._servers = servers
        self._runner: Runner | None = None
        self._seen: OrderedDict[str, tuple[Hashable, dict[str, tuple[ListedTool, ...]]]] = OrderedDict()
        self._servers_seen: OrderedDict[str, tuple[Hashable, tuple[str, ...]]] = OrderedDict()

    def behind(self, runner: Runner) -> None:
        """Sets the runner whose tools are listed: it is made with this layer, so after it."""
        self._runner = runner

    def server(self, agent: AgentContext, name: str) -> PolicyDecision:
        """Whether the agent may know of a server and reach something on it, whether it is there or not."""
        return self._on_server(name, self._gate.on_server(agent.agent_id, name))

    def _on_server(self, name: str, by_rules: PolicyDecision | None) -> PolicyDecision:
        """The decision on a server, given that of the rules (None where there are no rules)."""
        entry = self._servers.entry(name)
        if (by_rules is not None and not by_rules.allowed) or entry is None:
            return by_rules or PolicyDecision(True, "no rule or list speaks of it")
        lists = [each for each in (entry.allow_tools, entry.allow_resources) if each is not None]
        if (lists and not any(each.patterns for each in lists)) or (not lists and by_rules is None):
            reason = f"nothing on {quoted(name)} is allowed: name its tools in allow_tools"
            return PolicyDecision(False, reason, f"{entry.path}.allow_tools")
        return by_rules or PolicyDecision(True, f"something on {quoted(name)} is allowed", entry.path)

    def servers(self, agent: AgentContext) -> tuple[str, ...]:
        """The servers that the agent may reach, in the order of the configuration."""
        generation = self._generation()
        known = self._servers_seen.get(agent.agent_id)
        if known is None or known[0] != generation:
            left = self._gate.reached(agent.agent_id, self._servers.all)
            # One reading of the rules for all servers: asked of each again, they would be most of what a list costs.
            said = self._gate.on_server(agent.agent_id, left[0]) if left else None
            found = tuple(name for name in left if self._on_server(name, said).allowed)
            known = _keep(self._servers_seen, agent.agent_id, (generation, found))
        return known[1]

    def tools(self, agent: AgentContext, server: str) -> Sequence[ListedTool]:
        """The tools of a server that the agent may call, in the server's order."""
        assert self._runner is not None
        generation = self._generation()
        known = self._seen.get(agent.agent_id)
        if known is None or known[0] != generation:
            known = _keep(self._seen, agent.agent_id, (generation, {}))
        if server not in known[1]:
            specs = self._runner.listed(agent, server)
            tools = (self._servers.native(spec.server, spec.name) for spec in specs)
            known[1][server] = tuple(tool for tool in tools if tool is not None)
        return known[1][server]

    def held(self, agent: AgentContext, server: str) -> Sequence[ToolChange]:
        """The tools of a server that are held back and that the agent might call otherwise."""
        held = self._servers.quarantined.get(server, ())
        return [change for change in held if self._before(agent, server, change.tool) is None]

    def resource(self, agent: AgentContext, server: str, uri: str) -> PolicyDecision:
        """Whether the agent may read what stands under an address."""
        known = self.server(agent, server)
        entry = self._servers.entry(server)
        if not known.allowed or entry is None:
            return known
        where = f"{entry.path}.allow_resources"
        if odd := address_mistake(uri):
            return PolicyDecision(False, f"the address {quoted(uri)} is refused: {odd}", where)
        index = None if entry.allow_resources is None else entry.allow_resources.index(uri)
        if index is None:
            reason = f"mcp resource {quoted(uri)} denied by allowlist on server {quoted(server)}"
            return PolicyDecision(False, reason, where)
        return PolicyDecision(True, f"{quoted(uri)} on {quoted(server)} is on its list", f"{where}[{index}]")

    async def __call__(self, call: Call, next: Next, /) -> Outcome:
        """A layer: refuses what the agent must not know of, and says why a server that it may reach is not there."""
        if isinstance(call.server, str) and isinstance(call.name, str):
            decision = self._before(call.agent, call.server, call.name) or self._held(call.server, call.name)
            if decision is not None:
                if call.case is not None:
                    call.case.decision = decision
                raise Denied(decision)
            server = self._servers.all.get(call.server)
            if server is not None and server.failure is not None and not server.tools:
                said = f"server {quoted(call.server)}: {server.failure}"
                raise ToolError("server_unavailable", said, server=call.server)
        return await next(call)

    def _before(self, agent: AgentContext, server: str, tool: str) -> PolicyDecision | None:
        """The refusal of a server, or of a tool that is not there but would be refused if it were."""
        on_server = self._gate.on_server(agent.agent_id, server)
        if on_server is not None and not on_server.allowed:
            return on_server
        entry = self._servers.entry(server)
        if entry is None or self._servers.native(server, tool) is not None:
            return None
        on_tool = self._gate.on_tool(agent.agent_id, server, tool)
        if on_tool is not None and not on_tool.allowed:
            return on_tool
        by_list = allowed_by_list(entry, tool, by_rules=on_tool is not None)
        return None if by_list.allowed else by_list

    def _held(self, server: str, tool: str) -> PolicyDecision | None:
        held = self._servers.quarantined.get(server, ())
        why = next((change.why for change in held if change.tool == tool), None)
        if why is None:
            return None
        reason = f"{quoted(tool)} on {quoted(server)} is held back ({why}) until director gateway approve {server}"
        return PolicyDecision(False, reason, "pinning")

    def _generation(self) -> Hashable:
        assert self._runner is not None
        return self._runner.generation


def _keep(seen: OrderedDict, agent_id: str, value: tuple) -> tuple:  # type: ignore[type-arg]
    seen[agent_id] = value
    seen.move_to_end(agent_id)
    if len(seen) > _REMEMBERED:
        seen.popitem(last=False)
    return value
