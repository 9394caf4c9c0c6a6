"""A server's own tools, bare, and those of other servers beside them as `server__tool`, behind one runner."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from toolgate.contract import AgentContext, Call, JsonObject, Outcome, ToolSpec
from toolgate.downstream.servers import Servers
from toolgate.downstream.shown_names import SEPARATOR, ShownNames
from toolgate.runner import Runner


class Joined:
    """Takes the runner's place for whoever serves it. A call that names its `server` goes to the runner unchanged."""

    def __init__(self, runner: Runner, own: str, servers: Servers) -> None:
        """`own` is the server of the tools that the runner has already."""
        self._runner = runner
        self._own = own
        self._servers = servers
        self._own_names = frozenset(spec.name for spec in runner.specs if spec.server == own)
        self.names = ShownNames(servers, self._own_names)
        self._shown: dict[str, tuple[ToolSpec, ToolSpec]] = {}

    async def start(self) -> None:
        """Starts the servers. ServerUnavailable names one that cannot be, ConfigError tools that have one name."""
        await self._servers.start(self._runner)
        try:
            self.names.check()
        except BaseException:
            await self._servers.close()
            raise

    @property
    def generation(self) -> Hashable:
        """Changes whenever what is listed may have."""
        return self._runner.generation

    async def call(self, call: Call) -> Outcome:
        """Runs the call of the tool that the name stands for."""
        server, name = call.server, call.name
        if server is None and isinstance(name, str):
            foreign = SEPARATOR in name and name not in self._own_names
            server, name = self.names.split(name) if foreign else (self._own, name)
        return await self._runner.call(Call(name, call.arguments, call.agent, server, call.call_id))

    async def list_tools(self, agent: AgentContext, operation: str) -> tuple[ToolSpec, ...]:
        """The tools that the agent may call, under the names that clients know."""
        specs = await self._runner.list_tools(agent, operation)
        shown = (spec if spec.server == self._own else self._renamed(spec) for spec in specs)
        return tuple(spec for spec in shown if spec is not None)

    def definition(self, name: str) -> JsonObject | None:
        """A tool of another server as that lists it, but for its name."""
        return self.names.definition(name)

    def _renamed(self, spec: ToolSpec) -> ToolSpec | None:
        """The spec under its shown name, made once; None where another has the name."""
        tool = self._servers.native(spec.server, spec.name)
        if tool is None or self.names.tools().get(name := self.names.name_of(tool)) is not tool:
            return None
        known = self._shown.get(name)
        if known is None or known[0] is not spec:
            known = self._shown[name] = (spec, replace(spec, name=name))
        return known[1]
