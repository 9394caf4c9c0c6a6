"""Ports that keep everything in memory: for tests, and for a catalogue that nobody calls."""

from __future__ import annotations

from collections import defaultdict
from threading import Lock

from msgspec.structs import replace

from pitwall.effects.announcer import Announcement
from pitwall.effects.session_store import Note, NotePage


class MemoryStore:
    """A session store that is gone with its process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._pins: defaultdict[str, dict[str, None]] = defaultdict(dict)
        self._notes: defaultdict[str, list[Note]] = defaultdict(list)

    def pin(self, session: str, car: str) -> bool:
        with self._lock:
            pins = self._pins[session]
            new = car not in pins
            pins[car] = None
            return new

    def unpin(self, session: str, car: str) -> bool:
        with self._lock:
            pins = self._pins[session]
            was = car in pins
            pins.pop(car, None)
            return was

    def pins(self, session: str) -> tuple[str, ...]:
        with self._lock:
            return tuple(self._pins[session])

    def add_note(self, session: str, note: Note) -> Note:
        with self._lock:
            kept = replace(note, number=len(self._notes[session]) + 1)
            self._notes[session].append(kept)
            return kept

    def notes(self, session: str, *, until_t: float, last: int, car: str | None = None) -> NotePage:
        with self._lock:
            everything = tuple(self._notes[session])
        sofar = [note for note in everything if note.race_t <= until_t]
        matching = [note for note in sofar if car is None or note.car == car]
        return NotePage(tuple(matching[::-1][:last]), len(matching), len(sofar), len(everything) - len(sofar))


class MemoryAnnouncer:
    """An announcer that nobody hears; `said` holds what it was told."""

    def __init__(self) -> None:
        self.said: list[Announcement] = []

    def announce(self, announcement: Announcement) -> None:
        self.said.append(announcement)
