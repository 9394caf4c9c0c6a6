"""The file of the answers log: its table, and how it is opened. What people asked is for this account alone."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from time import monotonic, sleep

from toolgate.errors import InputError
from toolgate.private_files import make_folder, open_file

PATIENCE_S = 5.0
_VERSION = 3
_SCHEMA = """
CREATE TABLE answers_log (
    id INTEGER PRIMARY KEY,
    ts REAL NOT NULL,            -- when its fate was known: seconds since 1970, UTC
    channel TEXT NOT NULL,       -- nats, lines or terminal
    input_id TEXT NOT NULL,
    username TEXT NOT NULL,
    question TEXT NOT NULL,
    status TEXT NOT NULL,        -- answered, batched, held, silent, ignored or dropped
    answer TEXT NOT NULL,
    reason TEXT NOT NULL,        -- why there is no answer
    published INTEGER NOT NULL,
    waited_ms REAL,
    planner TEXT NOT NULL,
    tools TEXT NOT NULL,         -- names, in the order of the plan, with commas between
    plan TEXT,                   -- JSON
    timings_ms TEXT,             -- JSON
    tokens INTEGER,              -- in and out; NULL where no model was asked
    cost_usd REAL,
    request_id TEXT              -- of the audit records of its calls; NULL where nothing was asked
)
"""
_COLUMNS = (
    "ts", "channel", "input_id", "username", "question", "status", "answer", "reason", "published", "waited_ms",
    "planner", "tools", "plan", "timings_ms", "tokens", "cost_usd", "request_id",
)  # fmt: skip
INSERT = f"INSERT INTO answers_log ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"  # noqa: S608


class AnswersLogError(InputError):
    """The log cannot be opened. The message is one line that says why."""


def need_log(path: Path) -> None:
    """AnswersLogError where there is no answers log yet."""
    if not path.is_file():
        raise AnswersLogError(f"{path}: there is no answers log yet: nothing has been asked in a chat")


def open_table(path: Path) -> sqlite3.Connection:
    """The file, created if it is missing and brought to this version. AnswersLogError where that cannot be."""
    try:
        make_folder(path.parent)
        # What people asked is for this account alone.
        os.close(open_file(path, os.O_RDWR))
        connection = sqlite3.connect(path, timeout=PATIENCE_S, check_same_thread=False)
    except OSError as error:
        raise AnswersLogError(f"{path}: {error.strerror or 'it cannot be opened'}") from None
    except sqlite3.Error as error:
        raise AnswersLogError(f"{path}: {error}") from None
    try:
        _keep_wal(connection)
        connection.execute("PRAGMA synchronous = NORMAL")
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if version == 0:
                connection.execute(_SCHEMA)
                connection.execute("CREATE INDEX answers_log_input ON answers_log (input_id)")
            elif version == 1:
                connection.execute("ALTER TABLE answers_log ADD COLUMN request_id TEXT")
            if version < _VERSION:
                connection.execute("CREATE INDEX IF NOT EXISTS answers_log_published ON answers_log (published, id)")
                connection.execute(f"PRAGMA user_version = {_VERSION}")
    except sqlite3.Error as error:
        connection.close()
        raise AnswersLogError(f"{path}: {error}; name another file") from None
    if version > _VERSION:
        connection.close()
        raise AnswersLogError(f"{path}: it is of version {version}, this program writes {_VERSION}: name another file")
    return connection


def _keep_wal(connection: sqlite3.Connection) -> None:
    """Switches the file to WAL for good. SQLite does not wait here for another process that is opening the file."""
    until = monotonic() + PATIENCE_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > until:
                raise
        sleep(0.01)
