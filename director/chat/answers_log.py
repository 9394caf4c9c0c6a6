"""The answers log: an SQLite file with one row for each question, its outcome and the reason.

A thread of its own writes, so that a slow disk delays nobody; what it cannot write is counted. Old rows go.
"""

from __future__ import annotations

import logging
import os
import queue
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any

import msgspec

from director.chat.clock import SystemClock
from director.chat.log_entry import LogEntry
from director.chat.message import iso
from director.chat.throttle import Throttle
from toolgate.contract import JsonObject
from toolgate.errors import InputError
from toolgate.private_files import make_folder, open_file

_log = logging.getLogger("director.chat")

_VERSION = 2
_SCHEMA = """
CREATE TABLE answers_log (
    id INTEGER PRIMARY KEY,
    ts REAL NOT NULL,            -- when its fate was known: seconds since 1970, UTC
    channel TEXT NOT NULL,       -- nats, lines or terminal
    input_id TEXT NOT NULL,
    username TEXT NOT NULL,
    question TEXT NOT NULL,
    status TEXT NOT NULL,        -- answered, batched, silent, ignored or dropped
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
_INSERT = f"INSERT INTO answers_log ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"  # noqa: S608
_QUEUE_MAX = 10_000
_BATCH_MAX = 500
_PATIENCE_S = 5.0

Row = tuple[Any, ...]


class AnswersLogError(InputError):
    """The log cannot be opened. The message is one line that says why."""


class AnswersLog:
    """Writes entries to a file of which it keeps the `newest` rows."""

    def __init__(self, path: Path, newest: int) -> None:
        """Opens the file, makes it where there is none. AnswersLogError where that cannot be."""
        self.lost = 0
        """Entries that could not be written."""
        self._newest = newest
        self._rows: queue.Queue[Row | None] = queue.Queue(_QUEUE_MAX)
        self._throttle = Throttle(SystemClock())
        self._connection = _open(path)
        self._thread = Thread(target=self._write, name="answers log", daemon=True)
        self._thread.start()

    def keep(self, entry: LogEntry) -> None:
        """Has an entry written. It does not wait: where the writer is far behind, the entry is lost and counted."""
        try:
            self._rows.put_nowait(_row(entry))
        except queue.Full:
            self._lose(1, "the disk is too slow")

    def close(self, patience_s: float = _PATIENCE_S) -> None:
        """Writes what is left, as far as the time goes."""
        try:
            self._rows.put(None, timeout=patience_s)
        except queue.Full:
            return
        self._thread.join(patience_s)

    def _write(self) -> None:
        with closing(self._connection) as connection:
            more = True
            while more:
                rows, more = self._next()
                try:
                    with connection:
                        connection.executemany(_INSERT, rows)
                        oldest = "(SELECT max(id) FROM answers_log) - ?"
                        connection.execute(f"DELETE FROM answers_log WHERE id <= {oldest}", (self._newest,))  # noqa: S608
                except (sqlite3.Error, ValueError) as error:  # a ValueError: a text that is no Unicode
                    self._lose(len(rows), str(error))

    def _next(self) -> tuple[list[Row], bool]:
        """The rows that are due, at least one; and whether more may come."""
        rows: list[Row] = []
        row = self._rows.get()
        while row is not None:
            rows.append(row)
            if len(rows) == _BATCH_MAX or self._rows.empty():
                return rows, True
            row = self._rows.get()
        return rows, False

    def _lose(self, count: int, why: str) -> None:
        self.lost += count
        if self._throttle.lets("lost"):
            _log.warning("answers log: %d entries are lost: %s", self.lost, why)


def _row(entry: LogEntry) -> Row:
    result = entry.result
    body: JsonObject = result.to_json() if result else {}
    tokens: JsonObject = body.get("tokens") or {}
    return (
        entry.ts,
        entry.channel,
        entry.input_id,
        entry.username,
        entry.question,
        entry.fate,
        entry.answer,
        entry.reason,
        int(entry.published),
        entry.waited_ms,
        result.planner if result else "",
        ",".join(step.name for step in result.steps) if result else "",
        msgspec.json.encode(body["plan"]).decode() if result else None,
        msgspec.json.encode(body["timings_ms"]).decode() if result else None,
        (tokens.get("input", 0) + tokens.get("output", 0)) or None,
        body.get("cost_usd"),
        (result.request_id or None) if result else None,
    )


def _open(path: Path) -> sqlite3.Connection:
    try:
        make_folder(path.parent)
        # What people asked is for this account alone.
        os.close(open_file(path, os.O_RDWR))
        connection = sqlite3.connect(path, timeout=_PATIENCE_S, check_same_thread=False)
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
            elif version == 1:  # it had all but the last column
                connection.execute("ALTER TABLE answers_log ADD COLUMN request_id TEXT")
            if version in (0, 1):
                connection.execute(f"PRAGMA user_version = {_VERSION}")
    except sqlite3.Error as error:
        connection.close()
        raise AnswersLogError(f"{path}: {error}; name another file") from None
    if version not in (0, 1, _VERSION):
        connection.close()
        raise AnswersLogError(f"{path}: it is of version {version}, this program writes {_VERSION}: name another file")
    return connection


def _keep_wal(connection: sqlite3.Connection) -> None:
    """Switches the file to WAL for good. SQLite does not wait here for another process that is opening the file."""
    until = monotonic() + _PATIENCE_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > until:
                raise
        sleep(0.01)


def read_answers(path: Path, newest: int) -> list[JsonObject]:
    """The newest rows, the latest last, as objects with the columns of the table; plan and timings are decoded.

    AnswersLogError where the file is no answers log.
    """
    with _reading(path) as connection:
        rows = connection.execute("SELECT * FROM answers_log ORDER BY id DESC LIMIT ?", (newest,)).fetchall()
    return [_object(row) for row in reversed(rows)]


def settled_ids(path: Path, channel: str, newest: int) -> list[str]:
    """The ids of the messages of that channel that were settled last, the latest last."""
    asked = "SELECT input_id FROM answers_log WHERE channel = ? ORDER BY id DESC LIMIT ?"
    with _reading(path) as connection:
        rows = connection.execute(asked, (channel, newest)).fetchall()
    return [row["input_id"] for row in reversed(rows)]


def asked_before(path: Path, channel: str, newest: int) -> list[str]:
    """The questions of that channel, the latest last."""
    asked = "SELECT question FROM answers_log WHERE channel = ? ORDER BY id DESC LIMIT ?"
    with _reading(path) as connection:
        rows = connection.execute(asked, (channel, newest)).fetchall()
    return [row["question"] for row in reversed(rows)]


def _object(row: sqlite3.Row) -> JsonObject:
    out: JsonObject = dict(row)
    out["ts_iso"] = iso(out["ts"])
    out["published"] = bool(out["published"])
    out["tools"] = out["tools"].split(",") if out["tools"] else []
    for column in ("plan", "timings_ms"):
        out[column] = msgspec.json.decode(out[column]) if out[column] else None
    return out


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    if not path.is_file():
        raise AnswersLogError(f"{path}: there is no such file: nothing has been asked yet")
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=_PATIENCE_S)) as opened:
            opened.row_factory = sqlite3.Row
            yield opened
    except sqlite3.Error as error:
        raise AnswersLogError(f"{path}: {error}") from None
