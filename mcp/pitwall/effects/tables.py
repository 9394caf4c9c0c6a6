"""The tables of the session store, version by version: a file of an earlier one is brought up to date."""

from __future__ import annotations

from collections.abc import Mapping

SCHEMA_VERSION = 2

STEPS: Mapping[int, tuple[str, ...]] = {
    1: (
        """CREATE TABLE pins (
            id INTEGER PRIMARY KEY, session TEXT NOT NULL, car TEXT NOT NULL, UNIQUE (session, car)
        )""",
        """CREATE TABLE notes (
            session TEXT NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL, author TEXT NOT NULL,
            utc TEXT NOT NULL, race_lap INTEGER NOT NULL, race_t REAL NOT NULL, car TEXT, lap INTEGER,
            PRIMARY KEY (session, number)
        ) WITHOUT ROWID""",
    ),
    2: (
        """CREATE TABLE chat_messages (
            id INTEGER PRIMARY KEY, channel TEXT NOT NULL, message_id TEXT NOT NULL, username TEXT NOT NULL,
            message TEXT NOT NULL, ts REAL NOT NULL, UNIQUE (channel, message_id)
        )""",
        "CREATE INDEX chat_messages_ts ON chat_messages (ts)",
        """CREATE TABLE snapshots (
            id INTEGER PRIMARY KEY, kind TEXT NOT NULL, session TEXT NOT NULL, ts REAL NOT NULL,
            race_lap INTEGER NOT NULL, race_t REAL NOT NULL, body TEXT NOT NULL
        )""",
        "CREATE INDEX snapshots_of ON snapshots (kind, session, id)",
    ),
}
"""What each version adds to the one before."""
