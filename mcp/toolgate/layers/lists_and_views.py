"""Decides what is shown but not run: an agent's list of tools, and views made of several tools."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from toolgate.contract import (
    AgentContext,
    Call,
    CallState,
    JsonObject,
    Outcome,
    PolicyDecision,
    ToolError,
    ToolSpec,
    qualified,
)
from toolgate.layers.admit import Admit
from toolgate.layers.resolve import Resolve
from toolgate.moments import format_utc


class Showing:
    """Answers lists and views: the innermost function of their chains, in the place of a tool's handler."""

    def __init__(
        self,
        resolve: Resolve,
        admit: Admit,
        listed: Callable[[AgentContext], tuple[ToolSpec, ...]],
        clock: Callable[[], datetime],
    ) -> None:
        self._resolve = resolve
        self._admit = admit
        self._listed = listed
        self._clock = clock

    async def list(self, call: Call) -> Outcome:
        """The tools that the agent may call. Their specs are in `native`, for the runner alone."""
        specs = self._listed(call.agent)
        names = [qualified(spec.server, spec.name) for spec in specs]
        _decide(call, PolicyDecision(True, f"{len(specs)} tools are listed"))
        return Outcome(self._body({"tools": names}), ok=True, native=specs)

    async def view(self, call: Call) -> Outcome:
        """Whether the agent may call every tool of a view. ToolError where one is denied; the first denial decides."""
        assert call.case is not None
        denied = []
        for name in call.arguments["tools"]:
            case = self._asked(call, name, call.case.memo)
            decision = case.decision or PolicyDecision(True, "no policy set")
            call.case.trace.append((name, decision))
            if not decision.allowed:
                denied.append({"tool": name, "rule": decision.rule, "reason": decision.reason})
                if len(denied) == 1:
                    call.case.decision = decision
            elif not denied:
                call.case.decision = decision
        if denied:
            names = ", ".join(str(one["tool"]) for one in denied)
            message = f"{call.name} shows what may not be called: {names}"
            raise ToolError("policy_denied", message, rule=denied[0]["rule"], denied=denied)
        return Outcome(self._body({"tools": [*call.arguments["tools"]]}), ok=True)

    def _asked(self, call: Call, name: str, memo: dict[object, Any]) -> CallState:
        """What policy says of one tool of the view."""
        case = CallState(call.case.operation if call.case else "view", memo=memo)
        found = self._resolve.named(name)
        if found is None:
            case.decision = PolicyDecision(False, f"there is no tool {name}", "tool_not_found")
        else:
            case.spec = found.spec
            self._admit.decide(Call(found.spec.name, {}, call.agent, found.spec.server, case=case), case)
        return case

    def _body(self, payload: JsonObject) -> JsonObject:
        return {"schema_version": 1, "generated_at": format_utc(self._clock()), **payload}


def _decide(call: Call, decision: PolicyDecision) -> None:
    if call.case is not None:
        call.case.decision = decision
