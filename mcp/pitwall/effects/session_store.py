"""The port to what people add to a session: the drivers they pinned and the stewards' notes."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from msgspec import Struct


class Note(Struct, frozen=True):
    """A steward's note. `race_lap` and `race_t` (seconds of session time) are the race's moment when it was written.

    `car` and `lap` are what it is about, where it says so. The store gives the number, counted from 1 in a session.
    """

    text: str
    author: str
    utc: str
    race_lap: int
    race_t: float
    car: str | None = None
    lap: int | None = None
    number: int = 0


class NotePage(NamedTuple):
    """The latest notes first, and how many there are: of the kind asked for, of any kind, and of later moments."""

    notes: tuple[Note, ...]
    matching: int
    total: int
    later: int


class SessionStore(Protocol):
    """Pins and notes of sessions, each session by its key. Any thread may call; ToolError where it cannot be done."""

    def pin(self, session: str, car: str) -> bool:
        """Pins a car; False where it was pinned already."""
        ...

    def unpin(self, session: str, car: str) -> bool:
        """Takes a pin away; False where there was none."""
        ...

    def pins(self, session: str) -> tuple[str, ...]:
        """The pinned cars, in the order in which they were pinned."""
        ...

    def add_note(self, session: str, note: Note) -> Note:
        """Keeps a note; gives it back with its number."""
        ...

    def notes(self, session: str, *, until_t: float, last: int, car: str | None = None) -> NotePage:
        """The last notes written up to a moment of the race; of one car where it is named."""
        ...
