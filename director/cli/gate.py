"""The gate as the settings have it: they are read here, and nowhere in the gate itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from director.cli.command import UsageError
from director.settings import Settings
from toolgate.audit.journal import AuditLog
from toolgate.audit.reading import records_since
from toolgate.contract import CALL
from toolgate.gate import Gate
from toolgate.policy import PolicyError, Quotas, RulesFile, find_rules

_NOT_COUNTED = ("policy_denied", "rate_limited", "validation_error")
"""How a call ends that a rule decided on and that never came as far as the limits."""


def build_gate(settings: Settings, server: str) -> Gate:
    """The gate of one server. UsageError where a pattern or a rule is wrong, or where required rules are missing."""
    path = find_rules(settings.gateway_rules)
    if path is None and settings.require_policy:
        raise UsageError("DIRECTOR_REQUIRE_POLICY is set and there are no rules: name them in GATEWAY_RULES")
    try:
        rules = None if path is None else RulesFile(path, servers=(server,))
    except PolicyError as error:
        raise UsageError(f"policy: {error}") from None
    current = None if rules is None else rules.current()
    if current is not None and settings.agent and settings.agent not in current.document.agents:
        raise UsageError(
            f"GATEWAY_DEFAULT_AGENT: the rules do not know {settings.agent!r}: add it there, or name another"
        )
    log = AuditLog(
        audit_path(settings),
        durability=settings.audit_durability,
        interval_ms=settings.audit_interval_ms,
        rotate_bytes=settings.audit_rotate_bytes,
    )
    quotas = Quotas()
    if current is not None and current.document.has_limits:
        for agent, on_server, tool in _admitted_today(log.path):
            quotas.seed(agent, 1, tool, on_server or server)
    try:
        return Gate(
            server=server,
            mode=settings.policy_mode,
            deny=settings.policy_deny,
            allow=settings.policy_allow,
            tools=settings.tools_allow or None,
            rules=rules,
            quotas=quotas,
            default_agent=settings.agent,
            log=log,
        )
    except PolicyError as error:
        raise UsageError(f"policy: {error}") from None


def audit_path(settings: Settings) -> Path:
    """The file of the setting, or `audit.jsonl` in the platform's own folder for state."""
    from platformdirs import user_state_path

    return settings.audit_path or user_state_path("race-director", appauthor=False) / "audit.jsonl"


def _admitted_today(path: Path) -> Iterator[tuple[str, str, str]]:
    """Agent, server and tool of every call that went through since midnight UTC: daily limits outlive the process."""
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    with suppress(OSError):
        for record in records_since(path, today):
            of_today = str(record.get("ts")).startswith(today)  # and not of a day that a wrong clock once said it was
            admitted = record.get("decision") == "ALLOW" and record.get("operation") == CALL
            if of_today and admitted and record.get("rule") and record.get("error_type") not in _NOT_COUNTED:
                yield str(record.get("agent_id")), str(record.get("server") or ""), str(record.get("tool"))
