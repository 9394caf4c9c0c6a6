"""The gate as a value: who may call what, and the record of it. Built from plain values, once, for any servers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from pathlib import Path

from toolgate.audit.journal import AuditLog
from toolgate.contract import CALL, AgentContext, JsonObject, Policy, PolicyDecision, ToolSpec
from toolgate.defaults import OUTPUT_BUDGET_BYTES
from toolgate.hooks import Hooks
from toolgate.layers import Layer
from toolgate.layers.audit import Audit
from toolgate.policy.agent_rules import AgentRules
from toolgate.policy.errors import PolicyError
from toolgate.policy.gate_policies import LIMITS, Foreign, RulesPolicies, mode_policy
from toolgate.policy.identity import IdentityError, resolve_agent
from toolgate.policy.modes import Mode, ModePolicy
from toolgate.policy.quotas import Quotas
from toolgate.policy.rules_file import RulesFile
from toolgate.runner import NATIVE_BUDGET_BYTES, Runner


class Gate:
    """A mode with its lists, the rules of agents with their limits, an audit log. Runners are made of it."""

    def __init__(
        self,
        *,
        server: str | None = None,
        mode: Mode | str = Mode.GUARDED,
        deny: Iterable[str] | str = (),
        allow: Iterable[str] | str = (),
        tools: Collection[str] | None = None,
        rules: AgentRules | RulesFile | Path | None = None,
        narrowing: Iterable[RulesFile] = (),
        quotas: Quotas | None = None,
        default_agent: str = "",
        require_policy: bool = False,
        policies: Iterable[Policy] = (),
        log: AuditLog | None = None,
        foreign: Foreign | None = None,
    ) -> None:
        """`tools` are the only ones that may be called, `name` or `server:name`; None: all. Without `log` nothing is
        recorded. What `rules` let through must pass every one of `narrowing` too, and `policies` after all of them.
        `foreign` are the servers of other people behind this gate.

        PolicyError where a mode, a pattern or a rule is wrong, where rules are required and there are none, and where
        they do not know the default agent.
        """
        self.server = server
        self.log = log
        self._quotas = quotas or Quotas()
        self._modes = ModePolicy(mode, deny, allow)
        self._more = tuple(policies)
        self._tools = tools
        self._default_agent = default_agent
        self._narrowing = tuple((file, Quotas()) for file in narrowing)
        self._foreign = foreign
        self._file = RulesFile(rules, servers=() if server is None else (server,)) if isinstance(rules, Path) else rules
        current = self.rules()
        if current is None and require_policy:
            raise PolicyError(
                "rules of agents are required and none are given: name them as rules=, or leave require_policy out"
            )
        if current is not None and default_agent and default_agent not in current.document.agents:
            raise PolicyError(
                f"the rules do not know the default agent {default_agent!r}: add it there, or name another"
            )

    def rules(self) -> AgentRules | None:
        """The rules in force."""
        return self._file.current() if isinstance(self._file, RulesFile) else self._file

    def look(self) -> None:
        """Reads rules again at once where their files have changed."""
        for file in (self._file, *(narrower for narrower, _ in self._narrowing)):
            if isinstance(file, RulesFile):
                file.look()

    @property
    def has_limits(self) -> bool:
        """Whether any rules in force count calls."""
        return any(rules is not None and rules.document.has_limits for rules in self._books())

    def seed(self, agent_id: str, calls: int, tool: str, server: str | None) -> None:
        """Adds calls that an earlier process has admitted today to what is counted."""
        for quotas in (self._quotas, *(quotas for _, quotas in self._narrowing)):
            quotas.seed(agent_id, calls, tool, server)

    def _books(self) -> tuple[AgentRules | None, ...]:
        """The rules in force: a call must pass all of them."""
        return (self.rules(), *(file.current() for file, _ in self._narrowing))

    def on_server(self, agent_id: str, server: str) -> PolicyDecision | None:
        """What the rules say of a server to an agent, whether the server is there or not; None without rules."""
        return self._asked(agent_id, lambda rules, agent: rules.decide_server(agent, server))

    def reached(self, agent_id: str, servers: Iterable[str]) -> list[str]:
        """The servers among these that the rules do not deny to an agent; the rules are read once."""
        left = list(servers)
        for rules in self._books():
            if rules is not None:
                agent = resolve_agent(agent_id, rules, self._default_agent)
                refused = isinstance(agent, IdentityError)
                left = [] if refused else [name for name in left if rules.reaches(str(agent), name)]
        return left

    def on_tool(self, agent_id: str, server: str, tool: str) -> PolicyDecision | None:
        """What the rules say of a tool to an agent, whatever its arguments; None without rules."""
        return self._asked(agent_id, lambda rules, agent: rules.decide(agent, server, tool))

    def _asked(self, agent_id: str, ask: Callable[[AgentRules, str], PolicyDecision]) -> PolicyDecision | None:
        """The first denial of the rules in force, else the first word that they have."""
        decisions: list[PolicyDecision] = []
        for rules in self._books():
            if rules is None:
                continue
            agent = resolve_agent(agent_id, rules, self._default_agent)
            decisions.append(
                PolicyDecision(False, agent.message, agent.code)
                if isinstance(agent, IdentityError)
                else ask(rules, agent)
            )
        denied = (decision for decision in decisions if not decision.allowed)
        return next(denied, decisions[0] if decisions else None)

    @property
    def own_policies(self) -> tuple[Policy, ...]:
        """What is asked of the tools that a gateway has itself, which no rules name: the mode, and who calls."""
        return tuple(policy for policy in self.policies if policy.name in ("mode", "agent"))

    @property
    def policies(self) -> tuple[Policy, ...]:
        """What is asked of every call, in this order."""
        rules = self._file
        mode = mode_policy(self._modes, self._foreign)
        beyond = () if self._foreign is None else self._foreign.policies
        if rules is None:
            return (mode, *beyond, *self._more)
        by_rules = RulesPolicies(
            rules.current if isinstance(rules, RulesFile) else lambda: rules,
            quotas=self._quotas,
            default_agent=self._default_agent,
            generation=rules.generation if isinstance(rules, RulesFile) else None,
        )
        narrower = [
            RulesPolicies(file.current, quotas=quotas, default_agent=self._default_agent, generation=file.generation)
            for file, quotas in self._narrowing
        ]
        asked = [policy for each in (by_rules, *narrower) for policy in each.policies()]
        by_agent = [policy for policy in asked if policy.name != LIMITS]
        limits = [policy for policy in asked if policy.name == LIMITS]  # they count what all others let through
        return (mode, *by_agent, *beyond, *self._more, *limits)

    def runner(
        self,
        specs: Iterable[ToolSpec],
        layers: tuple[Layer, ...] = (),
        *,
        hooks: tuple[Hooks, ...] = (),
        policies: Iterable[Policy] = (),
        output_budget_bytes: int = OUTPUT_BUDGET_BYTES,
        native_budget_bytes: int = NATIVE_BUDGET_BYTES,
        operation: str = CALL,
    ) -> Runner:
        """The door to these tools, under this gate; `policies` are asked after its own."""
        return Runner(
            specs,
            layers,
            audit=self.audit(),
            hooks=hooks,
            server=self.server,
            allow=self._tools,
            policies=(*self.policies, *policies),
            output_budget_bytes=output_budget_bytes,
            native_budget_bytes=native_budget_bytes,
            operation=operation,
        )

    def audit(self) -> Audit | None:
        """The outermost layer, where calls are recorded."""
        return None if self.log is None else Audit(self.log, mode=self._modes.mode, server=self.server)

    def agent(self, otherwise: str) -> str:
        """The agent of calls on the command line and over stdio, where no caller names one: the default agent where one
        is set; else `otherwise`, if the rules know it or there are none; else the rules' own `default`.
        """
        rules = self.rules()
        if rules is None or self._default_agent:
            return self._default_agent or otherwise
        if otherwise in rules.document.agents:
            return otherwise
        fallback = resolve_agent(None, rules)
        return fallback if isinstance(fallback, str) else otherwise

    def unnamed(self, otherwise: str) -> str:
        """The agent that a request without a named agent counts for, by the rules in force: empty where they refuse
        such requests, `otherwise` where there are neither rules nor a default agent.
        """
        rules = self.rules()
        if rules is None:
            return self._default_agent or otherwise
        found = resolve_agent(None, rules, self._default_agent)
        return found if isinstance(found, str) else ""

    def caller(self, otherwise: str) -> AgentContext:
        """The context for calls of `agent`."""
        return AgentContext(self.agent(otherwise))

    def close(self) -> None:
        """Lets go of the audit log."""
        if self.log is not None:
            self.log.close()

    def status(self) -> JsonObject:
        """`{"mode", "rules": {file, loaded_at, error} | None, "audit": {ok, queued, lost, error} | None}`."""
        audit = None if self.log is None else self.log.status()
        rules = self._file.status() if isinstance(self._file, RulesFile) else None
        return {
            "mode": str(self._modes.mode),
            "rules": rules and {"file": rules["path"], "loaded_at": rules["loaded_at"], "error": rules["error"]},
            "audit": audit and {name: audit[name] for name in ("ok", "queued", "lost", "error")},
        }
