"""The kinds of sessions: what is decided by laps and who is ahead, and what by the best lap."""

from __future__ import annotations

from typing import Literal

from pitwall.events import Session

SessionKind = Literal["race", "sprint", "qualifying", "sprint_qualifying", "practice"]
KINDS: tuple[SessionKind, ...] = ("race", "sprint", "qualifying", "sprint_qualifying", "practice")
RACES: tuple[SessionKind, ...] = ("race", "sprint")
QUALIFYINGS: tuple[SessionKind, ...] = ("qualifying", "sprint_qualifying")
TIMED: tuple[SessionKind, ...] = (*QUALIFYINGS, "practice")
"""In these the order is by best lap: nobody leads, and nobody is behind by a gap."""

KIND_WORDS: dict[SessionKind, str] = {
    "race": "a race",
    "sprint": "a sprint",
    "qualifying": "a qualifying",
    "sprint_qualifying": "a sprint qualifying",
    "practice": "a practice session",
}


def kind_of(session: Session | None, *, segments: bool = False) -> SessionKind | None:
    """The kind of a session by what the feed calls it; None where it has not said.

    `segments`: the feed has told of parts that cars are knocked out of, as only a qualifying has.
    """
    words = f"{session.kind} {session.name}".casefold() if session else ""
    sprint = "sprint" in words
    if segments or "qualifying" in words or "shootout" in words:
        return "sprint_qualifying" if sprint else "qualifying"
    if "practice" in words or "testing" in words or "warm" in words:
        return "practice"
    if "race" in words or sprint:
        return "sprint" if sprint else "race"
    return None
