"""A steward's note as outputs show it."""

from __future__ import annotations

from pitwall.effects import Note
from pitwall.facts.names import named
from pitwall.state import RaceView
from pitwall.state.moment import format_session_time
from pitwall.tools import schemas as s
from pitwall.tools.texts import AUTHOR_CHARS
from toolgate.contract import JsonObject

NOTE_CHARS = 500
MAX_NOTES = 1_000_000_000

NOTE = s.record(
    {
        "number": s.integer("counted from 1 in the session", low=1, high=MAX_NOTES),
        "text": s.text("the author's words", longest=NOTE_CHARS),
        "author": s.text("who wrote it, as the caller said", longest=AUTHOR_CHARS),
        "driver": s.driver("whom it is about", nullable=True),
        "lap": s.lap_number("the lap it is about", nullable=True),
        "written": s.record(
            {
                "lap": s.lap_number("laps completed by the first car"),
                "session_time": s.text("HH:MM:SS.mmm", longest=16),
                "utc": s.text("by the clock on the wall", longest=24),
            },
            "when it was written, in the race and in UTC",
        ),
    }
)


def note_row(view: RaceView, note: Note) -> JsonObject:
    """One note."""
    return {
        "number": note.number,
        "text": note.text,
        "author": note.author,
        "driver": named(view, note.car) if note.car else None,
        "lap": note.lap,
        "written": {"lap": note.race_lap, "session_time": format_session_time(note.race_t), "utc": note.utc},
    }
