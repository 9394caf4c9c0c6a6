"""How much a tool can change, from its entry in a table or, where it has none, from its arguments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toolgate.contract import Tier

LEVELS: tuple[Tier, ...] = tuple(Tier)
"""The tiers from harmless to final. A tier's index is the number that audit records have."""

_LEVEL = {tier: level for level, tier in enumerate(LEVELS)}
_KNOWN = {
    Tier.READ_ONLY: "read-only tool",
    Tier.REVERSIBLE: "reversible tool",
    Tier.STATEFUL: "stateful tool",
    Tier.IRREVERSIBLE: "irreversible tool",
}


def level(tier: Tier) -> int:
    """0 for READ_ONLY to 3 for IRREVERSIBLE. What is no tier raises KeyError."""
    return _LEVEL[tier]


def classify(tool: Any, arguments: Any, tiers: Mapping[str, Tier]) -> tuple[Tier, str]:
    """The tier of a call, and why: a known tool's own; else IRREVERSIBLE where an argument `irreversible` is true, else
    STATEFUL.
    """
    known = tiers.get(tool) if isinstance(tool, str) else None
    if known is not None:
        return known, _KNOWN[known]
    if isinstance(arguments, Mapping) and _irreversible(arguments):
        return Tier.IRREVERSIBLE, "args.irreversible flag set"
    return Tier.STATEFUL, "unclassified tool defaults to stateful (additive-surface rule)"


def _irreversible(arguments: Mapping[Any, Any]) -> bool:
    try:
        return bool(arguments.get("irreversible"))
    except Exception:  # noqa: BLE001 - arguments that cannot be asked are not trusted
        return True
