"""Whether a feed still tells of the session that it told of before."""

from __future__ import annotations

from pitwall.events import Session

_DAY = len("2025-05-04")
"""A start that is put off for some hours makes no other session of it."""


def is_another(told: Session, before: Session) -> bool:
    """Whether these are two different sessions. A field that one of them leaves empty decides nothing."""
    return any(one and other and one != other for one, other in zip(_named(told), _named(before), strict=True))


def described(session: Session | None) -> str:
    """What a session is called: `Miami Grand Prix, Sprint`; empty where that is not told."""
    return ", ".join(part for part in (session.meeting, session.name) if part) if session else ""


def _named(session: Session) -> tuple[str, str, str, str]:
    return session.meeting, session.name, session.kind, session.start_local[:_DAY]
