"""Builds the gate from the settings, which the gate itself never reads."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from director.race.agents import CHAT
from director.settings import Settings, SettingsError
from toolgate.audit.daily import admitted_on
from toolgate.audit.journal import AuditLog
from toolgate.contract import Policy
from toolgate.gate import Gate
from toolgate.policy import PolicyError, RulesFile, find_rules
from toolgate.policy.gate_policies import Foreign, read_only_policy
from toolgate.policy.login_tiers import LOGIN_TIERS


def build_gate(settings: Settings, server: str, *, foreign: Foreign | None = None, beside: Sequence[str] = ()) -> Gate:
    """The gate of one server, and of those of other people `beside` it, by name.

    SettingsError where a pattern or a rule is wrong, or where required rules are missing.
    """
    if settings.gateway_rules is None and settings.require_policy:
        raise SettingsError("DIRECTOR_REQUIRE_POLICY is set and there are no rules: name them in GATEWAY_RULES")
    try:
        files = [RulesFile(path, servers=(server, *beside)) for path in find_rules(settings.gateway_rules)]
    except PolicyError as error:
        raise SettingsError(f"policy: {error}") from None
    rules, narrowing = (files[0] if files else None), tuple(files[1:])
    current = None if rules is None else rules.current()
    if current is not None and settings.agent and settings.agent not in current.document.agents:
        raise SettingsError(
            f"GATEWAY_DEFAULT_AGENT: the rules do not know {settings.agent!r}: add it there, or name another"
        )
    log = AuditLog(
        audit_path(settings),
        durability=settings.audit_durability,
        interval_ms=settings.audit_interval_ms,
        rotate_bytes=settings.audit_rotate_bytes,
    )
    try:
        gate = Gate(
            server=server,
            mode=settings.policy_mode,
            deny=settings.policy_deny,
            allow=settings.policy_allow,
            tools=settings.tools_allow or None,
            rules=rules,
            narrowing=narrowing,
            default_agent=settings.agent,
            policies=_policies(settings),
            log=log,
            foreign=foreign,
        )
    except PolicyError as error:
        raise SettingsError(f"policy: {error}") from None
    if gate.has_limits:
        for (agent, on_server, tool), calls in admitted_on(log.path, f"{datetime.now(UTC):%Y-%m-%d}").items():
            gate.seed(agent, calls, tool, on_server or server)
    return gate


def _policies(settings: Settings) -> tuple[Policy, ...]:
    """What is asked after modes and rules: that a chat only reads, how far a login reaches, and what plugins say."""
    own = (read_only_policy((CHAT,)), *((LOGIN_TIERS,) if settings.http_jwt else ()))
    if not settings.plugins:
        return own
    from director.plugins import named_plugins

    return (*own, *named_plugins(settings.plugins).policies)


def audit_path(settings: Settings) -> Path:
    """The file of the setting, or `audit.jsonl` in the platform's own folder for state."""
    from platformdirs import user_state_path

    return settings.audit_path or user_state_path("race-director", appauthor=False) / "audit.jsonl"
