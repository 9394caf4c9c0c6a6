"""What one record holds. The names are settled in docs/audit.md and kept."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any, Literal

import orjson

from toolgate.audit.redact import redact, redact_text
from toolgate.contract import CALL, AgentContext, Call, JsonObject, Outcome, PolicyDecision, Tier
from toolgate.moments import utc_text
from toolgate.tiers import level

CANCELLED = "cancelled"
CRASHED = "crashed"
"""How a call without an outcome ended: its caller went away, or a BaseException came through the gate."""

Note = Literal["repair", "gap"]

_NAME_MAX = 100
_OWN_ID = re.compile(r"[0-9a-f]{32}").fullmatch
_REASON_MAX = 300
_FEW = 2
_TEXTS = frozenset((str,))
_NOT_DECIDED = "not decided"
_INTENT = ("ts", "server", "tool", "tier", "agent_id", "client_id", "model", "request_id", "args", "extra")


def call_record(
    call: Call,
    outcome: Outcome | None,
    *,
    tier: Tier,
    mode: str,
    server: str | None,
    came: datetime,
    latency_ms: float,
    error_type: str | None = None,
    decision: PolicyDecision | None = None,
    operation: str = CALL,
) -> JsonObject:
    """The record of one call, but for what the log itself adds: its number, when it was written, and the hashes.

    `error_type` and `decision` are those of a call that has no outcome.
    """
    if outcome is not None:
        error_type, decision = outcome.error_type, outcome.decision or decision
    denied = error_type == "policy_denied" or (decision is not None and not decision.allowed)
    digest, length = (None, 0) if outcome is None else _digest(outcome)
    agent = call.agent if isinstance(call.agent, AgentContext) else AgentContext()
    client_id, extra = _about(agent.metadata, call.call_id)
    return {
        "agent_id": _clean(agent.agent_id),
        "args": redact(call.arguments),
        "client_id": client_id,
        "decision": "DENY" if denied else "ALLOW",
        "decision_reason": _NOT_DECIDED if decision is None else _explained(decision.reason),
        "denied": denied,
        "error_type": error_type,
        "exit_code": None if outcome is not None and outcome.ok else 1,
        "extra": extra,
        "latency_ms": latency_ms,
        "model": None if agent.model is None else _clean(agent.model),
        "operation": operation,
        "output_len": length,
        "output_sha256": digest,
        "policy_mode": mode,
        "request_id": _identified(agent.request_id) if agent.request_id else "",
        "rule": "" if decision is None else _explained(decision.rule),
        "safety": None,
        "server": None if (named := server if call.server is None else call.server) is None else _clean(named),
        "tier": level(tier),
        "tool": _clean(call.name),
        "ts": utc_text(came),
    }


def intent_record(call: Call, *, tier: Tier, mode: str, server: str | None, came: datetime) -> JsonObject:
    """What is known of a call before it is made, under the names that its record has."""
    record = call_record(call, None, tier=tier, mode=mode, server=server, came=came, latency_ms=0.0)
    return {name: record[name] for name in _INTENT}


def note_record(kind: Note, reason: str, now: datetime, extra: JsonObject) -> JsonObject:
    """A record about the log itself: what was cut from it, or is not in it."""
    return {
        "agent_id": "",
        "args": {},
        "client_id": "",
        "decision": "ALLOW",
        "decision_reason": reason,
        "denied": False,
        "error_type": None,
        "exit_code": None,
        "extra": extra,
        "latency_ms": 0.0,
        "model": None,
        "operation": f"audit/{kind}",
        "output_len": 0,
        "output_sha256": None,
        "policy_mode": "",
        "request_id": "",
        "rule": "",
        "safety": kind,
        "server": None,
        "tier": 0,
        "tool": "",
        "ts": utc_text(now),
    }


def _digest(outcome: Outcome) -> tuple[str | None, int]:
    """Hash and length of the envelope as compact JSON, as it was returned; nothing of it is kept."""
    try:
        body = outcome.encoded or orjson.dumps(outcome.envelope)
    except TypeError:  # only a layer that skipped the output layer can give such a one
        return None, 0
    return sha256(body).hexdigest(), len(body)


def _about(metadata: Any, call_id: Any) -> tuple[str, JsonObject]:
    """client_id, and whatever else is known of the caller."""
    if not metadata and not call_id:
        return "", {}
    if not call_id and type(metadata) is dict and len(metadata) <= _FEW:
        items = tuple(metadata.items())
        if _TEXTS.issuperset([type(part) for item in items for part in item]):
            client_id, extra = _about_again(items)
            return client_id, {**extra}
    return _about_now(metadata, call_id)


@lru_cache(maxsize=512)
def _about_again(metadata: tuple[tuple[str, str], ...]) -> tuple[str, JsonObject]:
    """`_about` for a caller of whom the transport says little, kept because such callers come again and again."""
    return _about_now(dict(metadata), "")


def _about_now(metadata: Any, call_id: Any) -> tuple[str, JsonObject]:
    rest = dict(metadata) if isinstance(metadata, Mapping) else {}
    client_id = rest.pop("client_id", "")
    if call_id:
        rest["call_id"] = call_id
    return _clean(client_id), redact(rest) if rest else {}


def _clean(name: Any) -> str:
    """A name on one line, without secrets, cut. Names come again and again."""
    return _clean_again(name) if type(name) is str and len(name) <= _NAME_MAX else _cleaned(name)


@lru_cache(maxsize=512)
def _clean_again(name: str) -> str:
    return _cleaned(name)


@lru_cache(maxsize=512)
def _explained(reason: str) -> str:
    """A reason or a rule. There are few of them."""
    return redact_text(reason, _REASON_MAX)


def _identified(request_id: Any) -> str:
    """Almost all are digits of the gate's own, with no secret in them."""
    if type(request_id) is str and _OWN_ID(request_id) is not None:
        return request_id
    return _cleaned(request_id)


def _cleaned(name: Any) -> str:
    if not isinstance(name, str):
        return f"<{type(name).__name__[:60]}>"
    text = redact_text(name[:1000], _NAME_MAX)
    return text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)
