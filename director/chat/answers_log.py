"""The answers log: an SQLite file with one row for each question, its outcome and the reason.

A thread of its own writes, so that a slow disk delays nobody; what it cannot write is counted. Old rows go.
"""

from __future__ import annotations

import logging
import queue
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from threading import Thread
from time import time
from typing import Any, NamedTuple

import msgspec

from director.chat.answers_table import INSERT, PATIENCE_S, open_table
from director.chat.clock import SystemClock
from director.chat.log_entry import LogEntry
from director.chat.throttle import Throttle
from toolgate.contract import JsonObject

_log = logging.getLogger("director.chat")

_QUEUE_MAX = 10_000
_BATCH_MAX = 500
_LET_GO_SHARE = 20
"""Old rows go each time that so large a share of what is kept has been written."""
_DAY_S = 24 * 3600.0
_LET_GO = """
    DELETE FROM answers_log WHERE published = ? AND (ts < ? OR id <= coalesce(
        (SELECT id FROM answers_log WHERE published = ? ORDER BY id DESC LIMIT 1 OFFSET ?), 0))
"""

Row = tuple[Any, ...]


class Limits(NamedTuple):
    """How many rows are kept, the newest, and for how many days."""

    rows: int
    days: float = 36_500.0


class AnswersLog:
    """Writes entries to a file. Rows with an answer and rows without one are limited apart, by count and by age."""

    def __init__(self, path: Path, answers: Limits, decisions: Limits | None = None) -> None:
        """Opens the file, makes it where there is none. AnswersLogError where that cannot be."""
        self.lost = 0
        """Entries that could not be written, or were not when it closed."""
        self._queued = self._settled = 0
        """Entries that the writer has been given; those that it has written or lost."""
        self._closed = False
        self._limits = ((1, answers), (0, decisions or answers))
        self._until_next = 0
        """Rows until old ones go again."""
        self._rows: queue.Queue[Row | None] = queue.Queue(_QUEUE_MAX)
        self._throttle = Throttle(SystemClock())
        self._connection = open_table(path)
        self._thread = Thread(target=self._write, name="answers log", daemon=True)
        self._thread.start()

    def keep(self, entry: LogEntry) -> None:
        """Has an entry written. It does not wait: where the writer is far behind, the entry is lost and counted."""
        if self._closed:
            self._lose(1, "it is closed")
            return
        try:
            self._rows.put_nowait(_row(entry))
            self._queued += 1
        except queue.Full:
            self._lose(1, "the disk is too slow")

    def close(self, patience_s: float = PATIENCE_S) -> None:
        """Writes what is left, as far as the time goes, and counts the rest as lost."""
        self._closed = True
        with suppress(queue.Full):
            self._rows.put(None, timeout=patience_s)
            self._thread.join(patience_s)
        if left := self._queued - self._settled:
            self.lost += left
            _log.warning("answers log: closed, %d entries may be lost: the file took too long", left)

    def _write(self) -> None:
        with closing(self._connection) as connection:
            more = True
            while more:
                rows, more = self._next()
                try:
                    with connection:
                        connection.executemany(INSERT, rows)
                        self._until_next -= len(rows)
                        if self._until_next <= 0 or not more:
                            self._let_go(connection)
                except (sqlite3.Error, ValueError) as error:  # a ValueError: a text that is no Unicode
                    self._lose(len(rows), str(error))
                self._settled += len(rows)

    def _let_go(self, connection: sqlite3.Connection) -> None:
        """Deletes what is too old or too much. A flood of decisions spares the answers."""
        self._until_next = min(limits.rows for _, limits in self._limits) // _LET_GO_SHARE
        for published, limits in self._limits:
            oldest = time() - limits.days * _DAY_S
            connection.execute(_LET_GO, (published, oldest, published, limits.rows))

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
