"""Snapshots of sessions in the SQLite file of the session store."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pitwall.effects.database import PATIENCE_S, Database
from pitwall.effects.history_store import SNAPSHOT_KINDS, KeptTable, KeptTables, Snapshot, SnapshotKind
from toolgate.moments import utc_now

if TYPE_CHECKING:
    from sqlite3 import Connection

SNAPSHOTS_OF_A_KIND = 900
"""The most snapshots of one kind of one session."""
SNAPSHOT_DAYS = 90.0

_COLUMNS = "kind, session, ts, race_lap, race_t, body"
_BEFORE = "SELECT body FROM snapshots WHERE kind = ? AND session = ? ORDER BY id DESC LIMIT 1"
_INSERT = f"INSERT INTO snapshots ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)"  # noqa: S608
_TOO_MANY = """
    DELETE FROM snapshots WHERE kind = :kind AND session = :session AND id <= (
        SELECT id FROM snapshots WHERE kind = :kind AND session = :session ORDER BY id DESC LIMIT 1 OFFSET :most
    )
"""
_OF_ONE = f"SELECT {_COLUMNS} FROM snapshots WHERE kind = ? AND session = ? ORDER BY id DESC LIMIT ?"  # noqa: S608
_OF_EACH = f"""
    SELECT {_COLUMNS} FROM snapshots
    WHERE id IN (SELECT max(id) FROM snapshots WHERE kind = ? GROUP BY session) ORDER BY id DESC LIMIT ?
"""  # noqa: S608
_TABLES = {
    "pins": "SELECT COUNT(*), NULL FROM pins",
    "notes": "SELECT COUNT(*), strftime('%s', max(utc)) FROM notes",
    "chat_messages": "SELECT COUNT(*), max(ts) FROM chat_messages",
}


class SqliteHistory:
    """Keeps the latest snapshots of each kind and session: so many, and none older than so many days."""

    def __init__(
        self,
        path: Path,
        *,
        most: int = SNAPSHOTS_OF_A_KIND,
        days: float = SNAPSHOT_DAYS,
        clock: Callable[[], datetime] = utc_now,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._database = Database(path, patience_s=patience_s)
        self._most = most
        self._age = timedelta(days=days)
        self._clock = clock

    def keep(self, snapshots: Sequence[Snapshot]) -> int:
        """Keeps the snapshots that tell something new, deletes those beyond the limits; how many were kept."""

        def insert(db: Connection) -> int:
            new = 0
            for each in snapshots:
                body = msgspec.json.encode(each.body).decode()
                if db.execute(_BEFORE, (each.kind, each.session)).fetchone() == (body,):
                    continue
                db.execute(_INSERT, (each.kind, each.session, each.ts, each.race_lap, each.race_t, body))
                db.execute(_TOO_MANY, {"kind": each.kind, "session": each.session, "most": self._most})
                new += 1
            db.execute("DELETE FROM snapshots WHERE ts < ?", ((self._clock() - self._age).timestamp(),))
            return new

        return self._database.write(insert) if snapshots else 0

    def last(self, kind: SnapshotKind, *, limit: int, session: str | None = None) -> tuple[Snapshot, ...]:
        """The last snapshots of a kind, oldest first: of one session, or the last of each session."""

        def select(db: Connection) -> tuple[Snapshot, ...]:
            if session is None:
                rows = db.execute(_OF_EACH, (kind, limit)).fetchall()
            else:
                rows = db.execute(_OF_ONE, (kind, session, limit)).fetchall()
            return tuple(_snapshot(*row) for row in reversed(rows))

        return self._database.read(select, ())

    def kept(self) -> KeptTables:
        """What there is, table by table."""

        def count(db: Connection) -> tuple[KeptTable, ...]:
            known = dict.fromkeys(SNAPSHOT_KINDS, (0, None)) | {
                kind: (number, last)
                for kind, number, last in db.execute("SELECT kind, COUNT(*), max(ts) FROM snapshots GROUP BY kind")
            }
            told = [KeptTable(f"{kind}_snapshots", *known[kind]) for kind in SNAPSHOT_KINDS]
            for name, statement in _TABLES.items():
                number, last = db.execute(statement).fetchone()
                told.append(KeptTable(name, number, None if last is None else float(last)))
            return tuple(told)

        tables = self._database.read(count, None)
        return KeptTables(None, ()) if tables is None else KeptTables(self._database.name, tables)

    def close(self) -> None:
        """Lets go of the file; the next call opens it again."""
        self._database.close()


def _snapshot(kind: SnapshotKind, session: str, ts: float, race_lap: int, race_t: float, body: str) -> Snapshot:
    return Snapshot(kind, session, ts, race_lap, race_t, msgspec.json.decode(body))
