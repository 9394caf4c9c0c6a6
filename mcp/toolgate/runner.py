"""The runner: every call of every tool, whatever its transport, is `await runner.call(Call) -> Outcome`."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from os import urandom

from toolgate.catalogue import Catalogue
from toolgate.contract import CALL, AgentContext, Call, CallState, Outcome, Policy, PolicyDecision, ToolSpec
from toolgate.defaults import OUTPUT_BUDGET_BYTES
from toolgate.hooks import Hooks
from toolgate.layers import Check, Layer, Next, checking, fold, is_unchanging, keeping_case
from toolgate.layers.admit import Admit, allowlist, as_policies
from toolgate.layers.audit import Audit
from toolgate.layers.guard import Guard
from toolgate.layers.input import fitting
from toolgate.layers.limit import Limit
from toolgate.layers.lists_and_views import Showing
from toolgate.layers.observe import Observe
from toolgate.layers.output import Output
from toolgate.layers.resolve import Resolve
from toolgate.moments import utc_now
from toolgate.printable import printable
from toolgate.schema import sort_tools

_log = logging.getLogger("toolgate")

NATIVE_BUDGET_BYTES = 16 << 20
"""What a foreign server may answer. It is refused beyond that, never cut."""

LIST = "list_tools"
VIEW = "view"
EXPLAIN = "explain"


class Runner:
    """Folds the layers round the tools once. There is no second way to reach a handler: `specs` come without theirs.

    It is made for one server, `server`, and `replace` adds others. A call that names no server is for the only one.
    `layers` are the caller's own; they stand outside resolve, so they see every call, unknown tools included,
    and inside guard, so an exception in one of them is an error envelope like any other. `audit` stands outside all.
    `policies` are asked in their order: those that need no arguments, then those that look at them, the late ones last.
    `operation` is what records call its calls, where they are not those of tools.
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
        policies: tuple[Policy | Callable[[Call], PolicyDecision], ...] = (),
        output_budget_bytes: int = OUTPUT_BUDGET_BYTES,
        native_budget_bytes: int = NATIVE_BUDGET_BYTES,
        operation: str = CALL,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        self._operation = operation
        catalogue = Catalogue()
        catalogue.replace(server, specs)
        # Methods, not the catalogue itself: no attribute of a runner leads to a handler.
        self._replace, self._specs = catalogue.replace, catalogue.specs
        listed = () if allow is None else (allowlist(allow),)
        asked = (*listed, *as_policies(policies))
        early = tuple(policy for policy in asked if not (policy.looks_at_arguments or policy.late))
        on_arguments = tuple(policy for policy in asked if policy.looks_at_arguments and not policy.late)
        late = (*(() if audit is None else (audit.writable,)), *(policy for policy in asked if policy.late))
        self._admit = Admit(early)
        self._generations = (
            lambda: catalogue.generation,
            *(policy.generation for policy in asked if policy.generation is not None),
        )
        recorded = () if audit is None else (audit,)
        resolve = Resolve(catalogue, self.listed)
        check = Admit((*on_arguments, *late))
        own = tuple(layer if is_unchanging(layer) else keeping_case(layer) for layer in layers)
        last = all(map(is_unchanging, layers))
        outside: tuple[Layer, ...] = (*recorded, Observe(hooks, finished=last), Guard(clock), *own)
        judging: tuple[Check, ...] = (resolve, self._admit, fitting, check)
        output = Output(Limit().run, clock, output_budget_bytes, native_budget_bytes, last=last)
        showing = Showing(resolve, self._admit, self.listed, clock)
        effect = () if audit is None else (audit.effect,)
        self._chain: Next = fold(outside, checking(judging, fold(effect, output.__call__)))
        self._view: Next = fold(outside, showing.view)
        self._explain: Next = fold((Guard(clock),), checking(judging, _passed))
        self._explain_open: Next = fold((Guard(clock),), checking((resolve, self._admit, Admit(late)), _passed))
        self._list: Next = fold((*recorded, Observe(), Guard(clock)), showing.list)

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        """All tools of all servers, without their handlers, whoever may call them."""
        return self._specs()

    def replace(self, server: str | None, specs: Iterable[ToolSpec], *, foreign: bool = False) -> tuple[str, ...]:
        """Adds a server, replaces its tools, or removes it where `specs` is empty. Calls in flight end on the old ones.

        ValueError where two tools have one name or a schema is none; then nothing has changed. Of a `foreign` server
        such tools are left out and the others served; returns what is wrong with each, a line with its name.
        """
        if not foreign:
            self._replace(server, specs)
            return ()
        found = sort_tools(specs)
        for warning in found.warnings:
            _log.warning("%s", printable(warning))
        self._replace(server, found.usable)
        return found.faults

    @property
    def generation(self) -> tuple[int, ...]:
        """Changes whenever tools or rules have: what was listed or opened before may now be denied, or more allowed."""
        return tuple(count() for count in self._generations)

    async def call(self, call: Call, operation: str = "") -> Outcome:
        """Runs one call through every layer. It raises nothing but a cancellation."""
        return await self._chain(_taken(call, operation or self._operation))

    def listed(self, agent: AgentContext, server: str | None = None) -> tuple[ToolSpec, ...]:
        """The tools that this agent may call: by tier, mode and rules, whatever the arguments will be. Not recorded.

        Of one `server`, or of all.
        """
        memo: dict[object, object] = {}  # one reading of the rules for the whole list
        found = []
        for spec in self._specs(server):
            case = CallState(LIST, spec, memo=memo)
            if self._admit.decide(Call(spec.name, {}, agent, spec.server, case=case), case):
                found.append(spec)
        return tuple(found)

    async def list_tools(self, agent: AgentContext, operation: str = LIST) -> tuple[ToolSpec, ...]:
        """The tools that an agent may call. Recorded, as one operation."""
        outcome = await self._list(_taken(Call("", {}, agent), operation))
        found: tuple[ToolSpec, ...] = outcome.native or ()
        return found

    async def explain(self, call: Call, *, arguments_open: bool = False) -> Outcome:
        """What the gate says of a call that is not made, recorded or counted; with `arguments_open`, of any arguments.

        `outcome.trace` has what each policy said, `decision` the last word; where there is none the tool or its schema
        has refused the call before.
        """
        asked = _taken(call, EXPLAIN)
        case = asked.case or CallState()
        outcome = await (self._explain_open if arguments_open else self._explain)(asked)
        return replace(outcome, decision=case.decision, trace=tuple(case.trace))

    async def open_view(
        self, view: str, tools: Sequence[str], agent: AgentContext, *, operation: str = VIEW
    ) -> Outcome:
        """Asks whether the agent may see what a view shows: one call, one record, with operation `view`.

        `tools` are those that the view shows, `name` or `server:name`. If one of them is denied the outcome is, with
        `error.details.denied`, a list of `{tool, rule, reason}`. A view that runs on asks again once `generation` has
        changed.
        """
        return await self._view(_taken(Call(view, {"tools": list(tools)}, agent), operation))


async def _passed(call: Call) -> Outcome:
    """Where a call that is only explained ends, in the place of its handler."""
    return Outcome({}, ok=True)


def _taken(call: Call, operation: str) -> Call:
    """The call as the layers have it: with a case of its own, and a request_id."""
    agent = call.agent
    if isinstance(agent, AgentContext) and not agent.request_id:
        agent = AgentContext(agent.agent_id, agent.model, urandom(16).hex(), agent.metadata)
    return Call(call.name, call.arguments, agent, call.server, call.call_id, CallState(operation))
