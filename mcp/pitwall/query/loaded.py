"""Columns of a relation in a data base in memory, which grows chunk by chunk where the relation does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter
from threading import Lock
from typing import Any

from pitwall.relations import Relation, Row
from pitwall.relations.table import Chunk

_TYPES = {"text": "TEXT", "integer": "INTEGER", "number": "REAL", "flag": "INTEGER"}
_CHUNK_ROWS = 1_000_000
"""Row numbers tell the order of the relation: so many belong to a chunk."""

Sql = tuple[str, list[Any]]


class _First:
    """The value of the earliest row that has one."""

    sign = 1

    def __init__(self) -> None:
        self._at: float | None = None
        self._value: Any = None

    def step(self, value: Any, n: int) -> None:
        if value is not None and (self._at is None or self.sign * n < self._at):
            self._at, self._value = self.sign * n, value

    def finalize(self) -> Any:
        return self._value


class _Last(_First):
    """The value of the latest row that has one."""

    sign = -1


class Loaded:
    """One set of columns. One question at a time: handles are not shared by threads.

    `by`: columns that it is grouped by, question after question: an index keeps its rows in their order.
    """

    def __init__(self, relation: Relation, needed: frozenset[str], by: Sequence[str] = ()) -> None:
        import sqlite3

        fields = [field for field in relation.fields if field.name in needed]
        self._lock = Lock()
        self._moment: tuple[int, float] = (-1, 0.0)
        self._chunks: dict[str, tuple[Row, ...]] = {}
        self._names = [field.name for field in fields]
        self._db = sqlite3.connect(":memory:", check_same_thread=False)
        self._db.create_aggregate("FIRST_TOLD", 2, _First)  # type: ignore[arg-type]
        self._db.create_aggregate("LAST_TOLD", 2, _Last)  # type: ignore[arg-type]
        columns = ", ".join(f'"{field.name}" {_TYPES[field.type]}' for field in fields)
        self._db.execute(f"CREATE TABLE t ({columns})")
        if by:
            ordered = ", ".join(f'"{name}"' for name in dict.fromkeys((*by, *self._names)))
            self._db.execute(f"CREATE INDEX grouped ON t ({ordered})")
        named = ", ".join(f'"{name}"' for name in self._names)
        marks = ", ".join("?" for _ in ("rowid", *self._names))
        self._insert = f"INSERT INTO t (rowid, {named}) VALUES ({marks})"

    def load(self, rows: Sequence[Row]) -> None:
        """Loads a whole relation."""
        self._add(0, rows)

    def fetch(self, asked: Sequence[Sql]) -> list[list[tuple[Any, ...]]]:
        """The rows of each statement, all of one moment."""
        with self._lock:
            return self._fetched(asked)

    def fetch_at(
        self, moment: tuple[int, float], chunks: Iterable[Chunk], asked: Sequence[Sql]
    ) -> list[list[tuple[Any, ...]]] | None:
        """The same after it has grown to a moment; None where that lies before what is loaded."""
        with self._lock:
            if moment < self._moment:
                return None
            self._moment = moment
            self._grow(list(chunks))
            return self._fetched(asked)

    def _grow(self, chunks: Sequence[Chunk]) -> None:
        if [chunk.key for chunk in chunks[: len(self._chunks)]] != list(self._chunks):
            self._db.execute("DELETE FROM t")  # a chunk has come in between: every row has another number
            self._chunks.clear()
        for number, (key, rows) in enumerate(chunks):
            known = self._chunks.get(key, ())
            if known is not rows:
                same = self._same(known, rows)
                self._remove(number, after=same)
                self._add(number, rows, after=same)
                self._chunks[key] = rows

    def _same(self, known: Sequence[Row], rows: Sequence[Row]) -> int:
        """How many rows of a chunk, from the first on, have what they had in these columns."""
        value = itemgetter(*self._names)
        pairs = zip(known, rows, strict=False)
        return next(
            (number for number, (old, new) in enumerate(pairs) if value(old) != value(new)), min(len(known), len(rows))
        )

    def _fetched(self, asked: Sequence[Sql]) -> list[list[tuple[Any, ...]]]:
        return [self._db.execute(text, values).fetchall() for text, values in asked]

    def _add(self, chunk: int, rows: Sequence[Row], after: int = 0) -> None:
        first, names = chunk * _CHUNK_ROWS + after + 1, self._names
        self._db.executemany(
            self._insert, ([number, *[row[name] for name in names]] for number, row in enumerate(rows[after:], first))
        )

    def _remove(self, chunk: int, after: int) -> None:
        first = chunk * _CHUNK_ROWS
        self._db.execute("DELETE FROM t WHERE rowid > ? AND rowid <= ?", (first + after, first + _CHUNK_ROWS))
