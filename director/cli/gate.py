"""The gate as the settings have it: mode and lists, the rules of agents, limits of calls, and the audit log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from director.cli.command import UsageError
from director.settings import Settings
from toolgate.audit.journal import AuditLog
from toolgate.audit.reading import records_since
from toolgate.contract import AgentContext, JsonObject, ToolSpec
from toolgate.layers.admit import Policy
from toolgate.layers.audit import Audit
from toolgate.layers.check import ArgumentPolicy
from toolgate.policy import ModePolicy, PolicyError, Quotas, RulesFile, find_rules, resolve_agent
from toolgate.policy.gate import mode_policy, quota_check, rules_check, rules_policy

_NOT_COUNTED = ("policy_denied", "rate_limited", "validation_error")
"""How a call ends that a rule decided on and that never came as far as the limits."""


class Gate:
    """Who may call what, and the record of it. Built once, for one server."""

    def __init__(self, settings: Settings, server: str) -> None:
        """UsageError where a pattern or a rule is wrong, or where rules are required and there are none."""
        self._server = server
        self._settings = settings
        self.log = AuditLog(
            audit_path(settings),
            durability=settings.audit_durability,
            interval_ms=settings.audit_interval_ms,
            rotate_bytes=settings.audit_rotate_bytes,
        )
        try:
            self._modes = ModePolicy(settings.policy_mode, settings.policy_deny, settings.policy_allow)
            path = find_rules(settings.gateway_rules)
            self._rules = None if path is None else RulesFile(path, servers=(server,))
        except PolicyError as error:
            raise UsageError(f"policy: {error}") from None
        if self._rules is None and settings.require_policy:
            raise UsageError("DIRECTOR_REQUIRE_POLICY is set and there are no rules: name them in GATEWAY_RULES")
        agent = settings.agent
        if self._rules is not None and agent and agent not in self._rules.current().document.agents:
            raise UsageError(f"GATEWAY_DEFAULT_AGENT: the rules do not know {agent!r}: add it there, or name another")
        self._quotas = Quotas()
        if self._rules is not None and self._rules.current().document.has_limits:
            for agent, tool in _admitted_today(self.log.path):
                self._quotas.seed(agent, 1, tool)

    @property
    def policies(self) -> tuple[Policy, ...]:
        """What is asked before the arguments are looked at."""
        rules = () if self._rules is None else (rules_policy(self._rules.current, self._server),)
        return (mode_policy(self._modes), *rules)

    @property
    def checks(self) -> tuple[ArgumentPolicy, ...]:
        """What is asked once the arguments are known to fit."""
        if self._rules is None:
            return ()
        return rules_check(self._rules.current, self._server), quota_check(self._quotas, self._rules.current)

    def audit(self, specs: Iterable[ToolSpec]) -> Audit:
        """The outermost layer."""
        return Audit(self.log, specs, mode=self._modes.mode, server=self._server)

    def agent(self, otherwise: str) -> str:
        """Who calls on the command line and over stdio, where whoever starts the program says so: the agent of the
        setting; `otherwise`, if the rules know it or there are none; the rules' own `default`.
        """
        configured = self._settings.agent
        if self._rules is None or configured:
            return configured or otherwise
        rules = self._rules.current()
        if otherwise in rules.document.agents:
            return otherwise
        fallback = resolve_agent(None, rules)
        return fallback if isinstance(fallback, str) else otherwise

    def unnamed(self, otherwise: str) -> str:
        """Who a request counts for that could have named its agent and did not, by the rules in force; `` for nobody,
        whom they refuse. `otherwise` where there are neither rules nor a setting.
        """
        if self._rules is None:
            return self._settings.agent or otherwise
        found = resolve_agent(None, self._rules.current(), self._settings.agent)
        return found if isinstance(found, str) else ""

    def caller(self, otherwise: str) -> AgentContext:
        """The same, as the context of its calls."""
        return AgentContext(self.agent(otherwise))

    def status(self) -> JsonObject:
        """`{"mode", "rules": {file, loaded_at, error} | None, "audit": {ok, queued, lost, error}}`."""
        audit = self.log.status()
        rules = None if self._rules is None else self._rules.status()
        return {
            "mode": str(self._modes.mode),
            "rules": rules and {"file": rules["path"], "loaded_at": rules["loaded_at"], "error": rules["error"]},
            "audit": {name: audit[name] for name in ("ok", "queued", "lost", "error")},
        }


def audit_path(settings: Settings) -> Path:
    """The file of the setting, or `audit.jsonl` in the platform's own folder for state."""
    from platformdirs import user_state_path

    return settings.audit_path or user_state_path("race-director", appauthor=False) / "audit.jsonl"


def _admitted_today(path: Path) -> Iterator[tuple[str, str]]:
    """Agent and tool of every call that went through since midnight UTC: daily limits outlive the process."""
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    with suppress(OSError):
        for record in records_since(path, today):
            of_today = str(record.get("ts")).startswith(today)  # and not of a day that a wrong clock once said it was
            if of_today and record.get("rule") and record.get("error_type") not in _NOT_COUNTED:
                yield str(record.get("agent_id")), str(record.get("tool"))
