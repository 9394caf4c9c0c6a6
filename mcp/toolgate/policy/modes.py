"""Decides which tiers may be called: deny list first, then mode, then allow list.

    open      every tier
    guarded   READ_ONLY and REVERSIBLE; the rest only where a pattern of allow names the tool
    readonly  READ_ONLY; allow lifts nothing

A pattern of deny refuses in every mode, open included. Patterns are searched in the tool's name, `^device_` finds
`device_health`, and so does `health`; and in `server:name`, so that `^github:` finds all tools of one server. They are
searched in linear time: `toolgate.regex` says what they cannot hold.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache

from toolgate import regex
from toolgate.contract import PolicyDecision, Tier, qualified
from toolgate.policy.errors import PolicyError, kind, quoted
from toolgate.tiers import LEVELS

_REMEMBERED = 4096


class Mode(StrEnum):
    """Which tiers the operator admits."""

    OPEN = "open"
    GUARDED = "guarded"
    READONLY = "readonly"


_PERMITS: dict[Mode, frozenset[Tier]] = {
    Mode.OPEN: frozenset(LEVELS),
    Mode.GUARDED: frozenset(LEVELS[:2]),
    Mode.READONLY: frozenset(LEVELS[:1]),
}


class ModePolicy:
    """A mode with its deny and allow lists."""

    def __init__(self, mode: Mode | str, deny: Iterable[str] | str = (), allow: Iterable[str] | str = ()) -> None:
        """A list can be one pattern, or `''` for no pattern. A wrong mode or pattern raises PolicyError."""
        self.mode = _mode(mode)
        self._deny = _compile("deny", deny)
        self._allow = _compile("allow", allow)
        self._decide = lru_cache(_REMEMBERED)(self._weigh)

    def decide(self, tool: str, tier: Tier, server: str | None = None) -> PolicyDecision:
        """Whether a tool of this tier may be called. The rule is `deny[0]`, `allow[1]` or `mode.guarded`."""
        return self._decide(tool, tier, server)

    def _weigh(self, tool: str, tier: Tier, server: str | None) -> PolicyDecision:
        names = (tool,) if server is None else (tool, qualified(server, tool))
        for index, pattern in enumerate(self._deny):
            if any(map(pattern.search, names)):
                return PolicyDecision(False, f"denied by the pattern {quoted(pattern.pattern)}", f"deny[{index}]")
        rule = f"mode.{self.mode}"
        if tier in _PERMITS[self.mode]:
            return PolicyDecision(True, f"{self.mode} mode permits {tier}", rule)
        if self.mode is Mode.GUARDED and tier in LEVELS:
            for index, pattern in enumerate(self._allow):
                if any(map(pattern.search, names)):
                    return PolicyDecision(True, f"allowed by the pattern {quoted(pattern.pattern)}", f"allow[{index}]")
            return PolicyDecision(False, f"{self.mode} mode refuses {tier} unless the allow list names the tool", rule)
        return PolicyDecision(False, f"{self.mode} mode refuses {tier}", rule)


def _mode(given: Mode | str) -> Mode:
    try:
        return Mode(given.lower())
    except (ValueError, AttributeError):
        raise PolicyError(f"mode: {quoted(given)} isn't one: choose from {', '.join(Mode)}") from None


def _compile(name: str, given: Iterable[str] | str) -> tuple[regex.Pattern, ...]:
    if isinstance(given, str):
        given = (given,) if given else ()
    if not isinstance(given, Iterable):
        raise PolicyError(f"{name}: must be a pattern or a list of patterns, got {kind(given)}")
    return tuple(_pattern(f"{name}[{index}]", text) for index, text in enumerate(given))


def _pattern(where: str, text: str) -> regex.Pattern:
    if not isinstance(text, str):
        raise PolicyError(f"{where}: a pattern must be a string, got {kind(text)}")
    if not text:
        raise PolicyError(f"{where}: an empty pattern matches every tool; take it out, or write .* if that is meant")
    try:
        return regex.compile(text)
    except regex.RegexError as error:
        raise PolicyError(
            f"{where}: {quoted(text)} is not a regular expression ({error}); correct it or take it out"
        ) from None
