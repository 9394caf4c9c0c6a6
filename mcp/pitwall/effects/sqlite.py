"""Pins and notes in the SQLite file of the session store."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import asdict, replace

from pitwall.effects.database import PATIENCE_S, Database
from pitwall.effects.session_store import Note, NotePage

if TYPE_CHECKING:
    from sqlite3 import Connection

_INSERT = """
    INSERT INTO notes (session, number, text, author, utc, race_lap, race_t, car, lap)
    SELECT :session, COALESCE(MAX(number), 0) + 1, :text, :author, :utc, :race_lap, :race_t, :car, :lap
    FROM notes WHERE session = :session
    RETURNING number
"""
_COUNT = """
    SELECT COUNT(*) FILTER (WHERE race_t <= :until_t AND (:car IS NULL OR car = :car)),
        COUNT(*) FILTER (WHERE race_t <= :until_t), COUNT(*) FILTER (WHERE race_t > :until_t)
    FROM notes WHERE session = :session
"""
_SELECT = """
    SELECT text, author, utc, race_lap, race_t, car, lap, number
    FROM notes WHERE session = :session AND race_t <= :until_t AND (:car IS NULL OR car = :car)
    ORDER BY number DESC LIMIT :last
"""


class SqliteStore:
    """Opened by the first effect, or by the first read of a file that is there; sqlite3 is not imported before."""

    def __init__(self, path: Path, *, patience_s: float = PATIENCE_S) -> None:
        self._database = Database(path, patience_s=patience_s)

    def pin(self, session: str, car: str) -> bool:
        def insert(db: Connection) -> bool:
            return db.execute("INSERT OR IGNORE INTO pins (session, car) VALUES (?, ?)", (session, car)).rowcount > 0

        return self._database.write(insert)

    def unpin(self, session: str, car: str) -> bool:
        def delete(db: Connection) -> bool:
            return db.execute("DELETE FROM pins WHERE session = ? AND car = ?", (session, car)).rowcount > 0

        return self._database.write(delete)

    def pins(self, session: str) -> tuple[str, ...]:
        def select(db: Connection) -> tuple[str, ...]:
            return tuple(car for (car,) in db.execute("SELECT car FROM pins WHERE session = ? ORDER BY id", (session,)))

        return self._database.read(select, ())

    def add_note(self, session: str, note: Note) -> Note:
        def insert(db: Connection) -> Note:
            ((number,),) = db.execute(_INSERT, {**asdict(note), "session": session}).fetchall()
            return replace(note, number=number)

        return self._database.write(insert)

    def notes(self, session: str, *, until_t: float, last: int, car: str | None = None) -> NotePage:
        def select(db: Connection) -> NotePage:
            asked = {"session": session, "until_t": until_t, "car": car, "last": last}
            counts = db.execute(_COUNT, asked).fetchone()
            return NotePage(tuple(Note(*row) for row in db.execute(_SELECT, asked)), *counts)

        return self._database.read(select, NotePage((), 0, 0, 0))

    def close(self) -> None:
        """Lets go of the file; the next call opens it again."""
        self._database.close()
