"""The one door. Every call of every tool, from wherever it comes, is `await runner.call(Call) -> Outcome`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from datetime import datetime

from toolgate.catalogue import compile_tools
from toolgate.contract import AgentContext, Call, Outcome, ToolSpec
from toolgate.envelope import utc_now
from toolgate.hooks import Hooks
from toolgate.layers import Layer, fold
from toolgate.layers.admit import Admit, Policy, allowlist
from toolgate.layers.audit import Audit
from toolgate.layers.check import ArgumentPolicy, Check
from toolgate.layers.guard import Guard
from toolgate.layers.input import Input
from toolgate.layers.limit import Limit
from toolgate.layers.observe import Observe
from toolgate.layers.output import Output
from toolgate.layers.resolve import Resolve

OUTPUT_BUDGET_BYTES = 65_536


class Runner:
    """Folds the layers round the tools once. There is no second way to reach a handler: `specs` come without theirs.

    `layers` are the caller's own; they stand outside resolve, so they see every call, unknown tools included,
    and inside guard, so an exception in one of them is an error envelope like any other. `audit` stands outside all.
    """

    def __init__(
        self,
        specs: Iterable[ToolSpec],
        layers: tuple[Layer, ...] = (),
        *,
        audit: Audit | None = None,
        hooks: tuple[Hooks, ...] = (),
        server: str | None = None,
        allow: Collection[str] | None = None,
        policies: tuple[Policy, ...] = (),
        checks: tuple[ArgumentPolicy, ...] = (),
        output_budget_bytes: int = OUTPUT_BUDGET_BYTES,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        specs = tuple(specs)
        tools = compile_tools(specs)
        self.specs: tuple[ToolSpec, ...] = tuple(tool.spec for tool in tools.values())
        listed = () if allow is None else (allowlist(allow),)
        self._admit = Admit(tools, (*listed, *policies))
        self._server = server
        self._chain = fold(
            (
                *(() if audit is None else (audit,)),
                Observe(hooks),
                Guard(clock),
                *layers,
                Resolve(tools, server, self.listed),
                self._admit,
                Input(tools),
                Check(checks),
                *(() if audit is None else (audit.effect,)),
                Output(tools, clock, output_budget_bytes),
            ),
            Limit(tools, {spec.name: spec.handler for spec in specs}).run,
        )

    async def call(self, call: Call) -> Outcome:
        """Runs one call through every layer. It raises nothing but a cancellation."""
        return await self._chain(call)

    def listed(self, agent: AgentContext) -> tuple[ToolSpec, ...]:
        """The tools that this agent may call: by tier, mode and rules, whatever the arguments will be."""
        return tuple(
            spec for spec in self.specs if self._admit.decide(Call(spec.name, {}, agent, self._server)).allowed
        )
