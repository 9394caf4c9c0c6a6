"""The port to the audience: what is announced cannot be taken back."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct


class Announcement(Struct, frozen=True):
    """One line to the audience: the words, who wants them said, and when, in UTC and in the race."""

    text: str
    author: str
    utc: str
    race_lap: int
    session_time: str


class Announcer(Protocol):
    """Says one line. Any thread may call; ToolError where it cannot be said."""

    def announce(self, announcement: Announcement) -> None:
        """Returns when the line has been handed to the output."""
        ...
