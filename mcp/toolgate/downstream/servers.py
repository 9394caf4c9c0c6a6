"""All servers behind one gate: started together, each by itself replaced, and the policy of their allowlists."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

from toolgate.contract import Call, Policy, PolicyDecision, Tier
from toolgate.downstream.child_process import ServerUnavailable
from toolgate.downstream.downstream import Downstream
from toolgate.downstream.entries import GatewayConfig, ServerEntry
from toolgate.downstream.link import Opened
from toolgate.downstream.listed_tools import ListedTool
from toolgate.downstream.over_http import Transports
from toolgate.downstream.pinning_changes import ToolChange
from toolgate.policy.errors import quoted
from toolgate.printable import printable
from toolgate.runner import Runner
from toolgate.tiers import classify
from toolgate.waiting import abandon

_log = logging.getLogger("toolgate.downstream")

DRAIN_S = 60.0
"""How long calls in flight may go on with a server that is replaced or taken away."""

_NOT_SAID = PolicyDecision(True, "it doesn't depend on the arguments")


class Screen(Protocol):
    """Says which of the tools that a server lists may be served at all, as pinning does."""

    @property
    def quarantined(self) -> Mapping[str, Sequence[ToolChange]]:
        """What is held back, by server."""

    def __call__(self, entry: ServerEntry, tools: Sequence[ListedTool], /) -> Sequence[ListedTool]:
        """The listed tools that may be served."""

    def changed(self) -> bool:
        """Whether its answers may have changed since it was last asked."""


class Everything:
    """A screen that holds nothing back."""

    quarantined: Mapping[str, Sequence[ToolChange]] = MappingProxyType({})

    def __call__(self, entry: ServerEntry, tools: Sequence[ListedTool], /) -> Sequence[ListedTool]:
        """All listed tools."""
        return tools

    def changed(self) -> bool:
        """Never."""
        return False


class Servers:
    """The servers of a configuration. `policy` goes into the gate; `serve` puts their tools behind its runner."""

    def __init__(
        self,
        config: GatewayConfig,
        *,
        opened: Opened | None = None,
        screen: Screen | None = None,
        dry_run: bool = False,
        own: str | None = None,
    ) -> None:
        """With `dry_run` servers are started and listed, and calls that pass the gate end before them. `own` is the
        server of the tools that stand beside theirs, of which the configuration says nothing.
        """
        self._opened = opened or Transports()
        self._dry_run = dry_run
        self._own = own
        self._screen = screen or Everything()
        self._runner: Runner | None = None
        self._native: dict[tuple[str, str], ListedTool] = {}
        self.generation = 0
        """Counts how often a list of what is allowed has changed."""
        self.listing = 0
        """Counts how often tools have been listed."""
        self._retired: set[Downstream] = set()
        self._retiring: set[asyncio.Task[None]] = set()
        self.all: Mapping[str, Downstream] = {e.name: self._downstream(e) for e in config.servers}

    @property
    def policies(self) -> tuple[Policy, ...]:
        """What the configuration allows of each server, and what guarded mode asks of a foreign tool."""
        return (
            Policy("servers", self._decide, generation=lambda: self.generation),
            Policy("irreversible", self._with_arguments, looks_at_arguments=True),
        )

    def knows(self, server: str | None) -> bool:
        """Whether it is one of these."""
        return server in self.all

    def entry(self, server: str) -> ServerEntry | None:
        """What the configuration says of a server."""
        known = self.all.get(server)
        return None if known is None else known.entry

    def tools(self) -> Iterator[ListedTool]:
        """Every tool that is served, server by server, in the order of the configuration."""
        for name in self.all:
            yield from (tool for (server, _), tool in self._native.items() if server == name)

    def changed(self, method: str) -> tuple[tuple[str, int], ...]:
        """A value that changes when a server says that its list under `method` has, or when a server is replaced."""
        return tuple((name, server.changed[method]) for name, server in self.all.items())

    def native(self, server: str | None, tool: str) -> ListedTool | None:
        """A tool as its server lists it."""
        return self._native.get((server or "", tool))

    async def start(self, runner: Runner, *, lenient: bool = False) -> None:
        """Starts all of them, beside each other, and puts their tools behind the runner.

        ServerUnavailable names one that cannot be started, unless `lenient`: then it is served without it.
        """
        self._runner = runner
        starting = [asyncio.create_task(server.start()) for server in self.all.values()]
        try:
            results = await asyncio.gather(*starting, return_exceptions=True)
        except asyncio.CancelledError:
            await self.close()
            raise
        failures = [result for result in results if isinstance(result, BaseException)]
        for failure in failures:
            if not isinstance(failure, ServerUnavailable) or not lenient:
                await self.close()
                raise failure
            _log.warning("%s: served without it", failure)

    async def respawn(self, entry: ServerEntry) -> None:
        """Starts a server that is new, or by an entry that needs another process; only then the old one goes.

        ServerUnavailable where that fails: an old one goes on, a new one is listed with the reason.
        """
        server = self._downstream(entry)
        old = self.all.get(entry.name)
        try:
            await server.start()
        except ServerUnavailable:
            if old is None:
                self._put(server)
            raise
        self._put(server)
        self._listed(server)
        if old is not None:
            self._retire(old)

    @property
    def quarantined(self) -> Mapping[str, Sequence[ToolChange]]:
        """The tools that are held back, by server."""
        return {name: held for name, held in self._screen.quarantined.items() if name in self.all}

    def screen_again(self) -> None:
        """Asks the screen again where its answers may have changed, as after an approval, and serves accordingly."""
        if self._screen.changed():
            for server in self.all.values():
                self._listed(server)

    def configure(self, entry: ServerEntry) -> None:
        """Applies an entry whose lists, tiers, times or description have changed, while its process stays."""
        server = self.all[entry.name]
        server.configure(entry)
        self.generation += 1
        self._listed(server)

    def drop(self, name: str) -> None:
        """Takes a server away: it is denied at once, calls in flight finish, then its processes end."""
        old = self.all[name]
        self.all = {key: server for key, server in self.all.items() if key != name}
        self._native = {key: tool for key, tool in self._native.items() if key[0] != name}
        self.generation += 1
        self.listing += 1
        if self._runner is not None:
            self._runner.replace(name, [])
        self._retire(old)

    def order(self, names: Sequence[str]) -> None:
        """Lists the servers in this order from now on."""
        self.all = {name: self.all[name] for name in names if name in self.all}
        self.generation += 1

    async def close(self) -> None:
        """Ends all of them, beside each other."""
        for task in self._retiring:
            abandon(task)
        await asyncio.gather(*(server.close() for server in (*self.all.values(), *self._retired)))

    def _put(self, server: Downstream) -> None:
        self.all = {**self.all, server.entry.name: server}
        self.generation += 1

    def _retire(self, old: Downstream) -> None:
        """Waits for what it still has to answer, then ends it."""
        self._retired.add(old)

        async def retire() -> None:
            await old.in_flight.drained(DRAIN_S)
            await old.close()
            self._retired.discard(old)

        task = asyncio.create_task(retire())
        self._retiring.add(task)
        task.add_done_callback(self._retiring.discard)

    def _downstream(self, entry: ServerEntry) -> Downstream:
        return Downstream(entry, self._opened, self._listed, dry_run=self._dry_run)

    def _listed(self, server: Downstream) -> None:
        """Serves what a server lists now, as far as it may be served."""
        entry = server.entry
        if self._runner is None or self.all.get(entry.name) is not server:
            return
        tools = self._screen(entry, server.tools)
        faults = self._runner.replace(entry.name, [tool.spec for tool in tools], foreign=True)
        server.faults = (*server.faults, *faults)
        for fault in server.faults:
            _log.warning("server %s: %s", printable(entry.name), printable(fault))
        self.listing += 1
        kept = {key: tool for key, tool in self._native.items() if key[0] != entry.name}
        self._native = {**kept, **{(entry.name, tool.spec.name): tool for tool in tools}}

    def _decide(self, call: Call) -> PolicyDecision:
        spec = call.spec
        if spec.server is not None and spec.server == self._own:
            return PolicyDecision(True, f"{quoted(spec.server)} is our own")
        entry = self.entry(spec.server or "")
        if entry is None:
            return PolicyDecision(False, f"server {quoted(spec.server)} is not configured any more", "servers")
        trace = () if call.case is None else call.case.trace
        rules = [decision for name, decision in trace if name == "rules"]
        allowed = allowed_by_list(entry, spec.name, by_rules=bool(rules))
        if not allowed.allowed:
            return allowed
        named = entry.allow_tools is not None or any(".allow.tools" in decision.rule for decision in rules)
        if spec.tier is Tier.STATEFUL and _mode(call) == "mode.guarded" and not named:
            reason = f"guarded mode refuses {spec.tier} unless an allow names the tool"
            return PolicyDecision(False, reason, "mode.guarded")
        return allowed

    def _with_arguments(self, call: Call) -> PolicyDecision:
        """A tool that no operator has spoken of is taken at its worst: by arguments that say so, as irreversible."""
        spec = call.spec
        if spec.server is not None and spec.server == self._own:
            return _NOT_SAID
        entry = self.entry(spec.server or "")
        said = None if entry is None else entry.tier_of(spec.name)
        worst, why = classify(spec.name, call.arguments, {})
        if said is not None or worst is not Tier.IRREVERSIBLE or _mode(call) != "mode.guarded":
            return _NOT_SAID
        reason = f"guarded mode refuses {worst} ({why}) unless the allow list names the tool"
        return PolicyDecision(False, reason, "mode.guarded")


def _mode(call: Call) -> str:
    """The rule by which the mode has decided."""
    trace = () if call.case is None else call.case.trace
    return next((decision.rule for name, decision in trace if name == "mode"), "")


def allowed_by_list(entry: ServerEntry, tool: str, *, by_rules: bool) -> PolicyDecision:
    """Whether the server's own list allows a tool. Without a list the rules of agents decide; without rules, denied."""
    where = f"{entry.path}.allow_tools"
    if entry.allow_tools is None:
        if by_rules:
            return PolicyDecision(True, f"{quoted(entry.name)} has no list of its own")
        reason = f"nothing allows {quoted(tool)} on {quoted(entry.name)}: name it in allow_tools, or in rules of agents"
        return PolicyDecision(False, reason, where)
    index = entry.allow_tools.index(tool)
    if index is None:
        return PolicyDecision(
            False, f"mcp tool {quoted(tool)} denied by allowlist on server {quoted(entry.name)}", where
        )
    return PolicyDecision(True, f"{quoted(tool)} on {quoted(entry.name)} is on its list", f"{where}[{index}]")
