"""How the gate does, as the status tool shows it: its mode, its rules and its audit."""

from __future__ import annotations

from typing import Any

from pitwall.tools import schemas as s
from toolgate.contract import JsonObject

_MANY = 1_000_000_000_000
_NAME_CHARS = 100
_ERROR_CHARS = 200

GATE = s.record(
    {
        "mode": s.text(longest=20),
        "rules": s.record(
            {
                "file": s.text("name of the rules' file", longest=_NAME_CHARS, nullable=True),
                "loaded_at": s.text("when the rules that hold were read, UTC", longest=24, nullable=True),
                "error": s.text("why newer rules were refused; the old ones hold", longest=_ERROR_CHARS, nullable=True),
            },
            "the agents' rules",
            nullable=True,
        ),
        "audit": s.record(
            {
                "ok": s.flag("records can be written"),
                "queued": s.integer("records not written yet", high=_MANY),
                "lost": s.integer("records that could not be written", high=_MANY),
                "error": s.text("what keeps them from being written", longest=_ERROR_CHARS, nullable=True),
            },
            "the record of calls",
            nullable=True,
        ),
    },
    "the gate that every call passes",
)


def gate_row(status: JsonObject) -> JsonObject:
    """What the gate tells of itself, cut to the bounds of the schema; None for what it leaves out.

    A file is named without its folder.
    """
    rules, audit = status.get("rules"), status.get("audit")
    return {
        "mode": str(status["mode"])[:20],
        "rules": {
            "file": _cut(rules.get("file"), _NAME_CHARS, after_path=True),
            "loaded_at": _cut(rules.get("loaded_at"), 24),
            "error": _cut(rules.get("error"), _ERROR_CHARS),
        }
        if rules
        else None,
        "audit": {
            "ok": bool(audit["ok"]),
            "queued": int(audit.get("queued", 0)),
            "lost": int(audit.get("lost", 0)),
            "error": _cut(audit.get("error"), _ERROR_CHARS),
        }
        if audit
        else None,
    }


def gate_troubles(gate: JsonObject) -> list[str]:
    """What an operator should see to, in a few words each."""
    rules, audit = gate["rules"] or {}, gate["audit"] or {"ok": True, "lost": 0}
    troubles = []
    if rules.get("error"):
        troubles.append("new rules were refused, the old ones hold")
    if not audit["ok"]:
        troubles.append("the audit cannot be written")
    if audit["lost"]:
        troubles.append(f"{audit['lost']} audit records lost")
    return troubles


def _cut(value: Any, longest: int, *, after_path: bool = False) -> str | None:
    if value is None:
        return None
    text = str(value)
    return (text.replace("\\", "/").rpartition("/")[2] if after_path else text)[:longest]
