"""Answers that wait until somebody approves them: a table beside the answers log, which other processes write too."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec

from director.answer import Answer
from director.chat.answers_table import PATIENCE_S, AnswersLogError, need_log, open_table
from director.chat.message import ChatAnswer

_TABLE = """
CREATE TABLE IF NOT EXISTS held_answers (
    input_id TEXT NOT NULL,      -- of the message, as its channel numbers them
    channel TEXT NOT NULL,
    answer TEXT NOT NULL,        -- JSON: what is published
    request_id TEXT NOT NULL,    -- of the audit records of its calls
    state TEXT NOT NULL,         -- held, approved, or what became of it
    PRIMARY KEY (input_id, channel)
)
"""
_MADE_AS = "SELECT sql FROM sqlite_master WHERE name = 'held_answers'"


class HeldAnswers:
    """The answers of one channel that wait. Every method opens the file for a moment: call them in a thread."""

    def __init__(self, path: Path, channel: str) -> None:
        """AnswersLogError where the file cannot be used."""
        self._path = path
        self._channel = channel
        with closing(open_table(path)) as connection, connection:
            connection.execute("BEGIN IMMEDIATE")
            made = connection.execute(_MADE_AS).fetchone()
            older = made is not None and "input_id TEXT PRIMARY KEY" in made[0]  # one answer for all channels
            if older:
                connection.execute("ALTER TABLE held_answers RENAME TO held_before")
            connection.execute(_TABLE)
            if older:
                connection.execute("INSERT INTO held_answers SELECT * FROM held_before")
                connection.execute("DROP TABLE held_before")

    def hold(self, answer: ChatAnswer, result: Answer) -> None:
        """Keeps an answer until it is approved."""
        row = (answer.input_id, self._channel, msgspec.json.encode(answer).decode(), result.request_id, "held")
        with _written(self._path) as connection:
            connection.execute("INSERT OR REPLACE INTO held_answers VALUES (?, ?, ?, ?, ?)", row)

    def take_approved(self) -> list[ChatAnswer]:
        """The answers that have been approved; each is given once."""
        taken = "UPDATE held_answers SET state = 'taken' WHERE channel = ? AND state = 'approved' RETURNING answer"
        with _written(self._path) as connection:
            rows = connection.execute(taken, (self._channel,)).fetchall()
        return [msgspec.json.decode(row[0], type=ChatAnswer) for row in rows]

    def became(self, input_id: str, state: str) -> None:
        """Records the state of an answer that was taken; with `approved`, `take_approved` gives it again."""
        became = "UPDATE held_answers SET state = ? WHERE input_id = ? AND channel = ?"
        with _written(self._path) as connection:
            connection.execute(became, (state, input_id, self._channel))


def waiting_in(path: Path, input_id: str) -> list[str]:
    """The channels where the answer to a message of that id waits. AnswersLogError where there is no such file."""
    asked = "SELECT channel FROM held_answers WHERE input_id = ? AND state = 'held' ORDER BY channel"
    return [channel for (channel,) in _asked(path, asked, input_id)]


def approve(path: Path, input_id: str, channel: str) -> str | None:
    """Approves the answer to a message: its text, None where none waits. AnswersLogError: there is no such file."""
    approved = "UPDATE held_answers SET state = 'approved' WHERE input_id = ? AND channel = ? AND state = 'held'"
    rows = _asked(path, f"{approved} RETURNING answer", input_id, channel)
    return msgspec.json.decode(rows[0][0], type=ChatAnswer).answer if rows else None


def _asked(path: Path, statement: str, *values: str) -> list[tuple[str]]:
    need_log(path)
    with _written(path) as connection:
        try:
            return connection.execute(statement, values).fetchall()
        except sqlite3.OperationalError:  # nothing was ever held
            return []


@contextmanager
def _written(path: Path) -> Iterator[sqlite3.Connection]:
    try:
        with closing(sqlite3.connect(path, timeout=PATIENCE_S)) as connection, connection:
            yield connection
    except sqlite3.DatabaseError as error:
        raise AnswersLogError(f"{path}: {error}") from None
