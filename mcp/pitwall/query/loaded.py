"""A relation in a database in memory, which goes from one moment to the next by the rows that have changed.

What the rows of a chunk share is stored once for the chunk: a car's position now changes without its rows.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from threading import Lock
from typing import Any, NamedTuple

from pitwall.query.folds import Fold, Folds
from pitwall.relations import Relation
from pitwall.relations.table import Chunk, Value, Values
from pitwall.state.keeping import unchanged

CHUNK_ROWS = 1_000_000
"""Row numbers tell the order of the relation: so many belong to a chunk."""
_TYPES = {"text": "TEXT", "integer": "INTEGER", "number": "REAL", "flag": "INTEGER"}

Sql = tuple[str, list[Any]]


class _Held(NamedTuple):
    """A chunk that is loaded: where its row numbers begin, its rows, and how often they have changed."""

    base: int
    rows: Sequence[Values]
    changes: int = 0


class Loaded:
    """A relation as it stood at the moment last asked for. It answers one question at a time, under a lock.

    The view `v` has every field, and `_c`: the chunk's index in the order, `_r`: the row's number, `_b`: the number
    just before the chunk's first row. Ordered by `_c` and `_r`, rows stand as in the relation.
    """

    def __init__(self, relation: Relation) -> None:
        import sqlite3

        self.moment: tuple[int, float] = (-1, 0.0)
        self.untold: set[str] = set()
        """Fields that rows have had no value of: conditions on others leave nothing undecided."""
        self._lock = Lock()
        self._relation = relation
        self._shared = [field.name for field in relation.shared]
        self._own = [field.name for field in relation.own]
        self._held: dict[str, _Held] = {}
        self._bases = 0
        self._chunks: Sequence[Chunk] = ()
        self._first = 0
        """The index of the first of them in the order."""
        self._still: dict[int, tuple[int, Hashable]] = {}
        self._moving: dict[int, tuple[int, Hashable]] = {}
        self._db = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        self._db.execute("PRAGMA automatic_index = OFF")  # it is made anew for each question
        self._db.execute("BEGIN")  # nothing is ever committed
        self._folds = Folds(self._db)
        self._define(relation)
        self._insert = f"INSERT OR REPLACE INTO t (rowid, {_names(self._own)}) VALUES ({_marks(len(self._own) + 1)})"
        self._insert_chunk = f"INSERT OR REPLACE INTO c VALUES ({_marks(len(self._shared) + 4)})"

    def _define(self, relation: Relation) -> None:
        types = {field.name: _TYPES[field.type] for field in relation.fields}
        own = ", ".join(f'"{name}" {types[name]}' for name in self._own)
        shared = "".join(f', "{name}" {types[name]}' for name in self._shared)
        self._db.execute(f"CREATE TABLE t ({own})")
        self._db.execute(
            f"CREATE TABLE c (_c INTEGER PRIMARY KEY, _b INTEGER UNIQUE, _top INTEGER, _lap INTEGER{shared})"
        )
        columns = ["c._c AS _c", "t.rowid AS _r", "c._b AS _b"]
        for field in relation.fields:
            if field in relation.shared:
                columns.append(f'c."{field.name}" AS "{field.name}"')
            elif field not in relation.own:
                columns.append("MAX(c._lap - t.lap, 0) AS laps_ago")
            else:
                columns.append(f't."{field.name}" AS "{field.name}"')
        joined = "c CROSS JOIN t WHERE t.rowid > c._b AND t.rowid <= c._top"
        self._db.execute(f"CREATE VIEW v AS SELECT {', '.join(columns)} FROM {joined}")

    @contextmanager
    def at(self, moment: tuple[int, float], chunks: Callable[[], Iterable[Chunk]]) -> Iterator[None]:
        """Brings the relation to a moment, and locks it there while it is asked."""
        with self._lock:
            if moment != self.moment:
                self._go_to(list(chunks()))
                self.moment = moment
            yield

    def rows(self, asked: Sql) -> list[tuple[Any, ...]]:
        """The rows that a statement gives."""
        return self._db.execute(*asked).fetchall()

    def complete(self, chunk_index: int, index: int) -> dict[str, Value]:
        """One whole row, by its chunk's index in the order and its own index in the chunk, from 0."""
        return next(self._relation.rows(self._chunks[chunk_index - self._first], (index,)))

    def count(self, asked: Sql) -> int:
        """The one number that a statement gives."""
        return int(self._db.execute(*asked).fetchone()[0])

    def fold(self, fold: Fold) -> str:
        """The name of the table with what a fold gives for each chunk."""
        return self._folds.table(fold, self._moving if fold.moving else self._still)

    def _go_to(self, chunks: Sequence[Chunk]) -> None:
        keys, known = [chunk.key for chunk in chunks], [chunk.key for chunk in self._chunks]
        gone = known.index(keys[0]) if keys and keys[0] in known else 0
        if known[gone:] == keys[: len(known) - gone]:
            self._leave_behind(gone, known)
        else:  # all of them are given their indices again
            self._chunks, self._first = (), 0
            for key in self._held.keys() - set(keys):
                self._forget(self._held.pop(key))
            self._db.execute("DELETE FROM c")
        for index, (old, new) in enumerate(zip_longest(self._chunks, chunks)):
            if old is not new and old != new:
                self._put(self._first + index, new)
        self._chunks = chunks

    def _leave_behind(self, gone: int, known: Sequence[str]) -> None:
        """Forgets the first chunks: those of a time that is no longer looked at. The others keep their indices."""
        if gone:
            for key in known[:gone]:
                self._forget(self._held.pop(key))
            self._first += gone
            self._db.execute("DELETE FROM c WHERE _c < ?", [self._first])
            self._chunks = self._chunks[gone:]

    def _put(self, index: int, chunk: Chunk) -> None:
        key, shared, rows, lap = chunk
        held = self._held.get(key)
        if held is None:
            held, self._bases = _Held(self._bases * CHUNK_ROWS, ()), self._bases + 1
        if held.rows != rows:
            self._change(held, rows)
            held = held._replace(rows=rows, changes=held.changes + 1)
        self._held[key] = held
        common = (lap, *shared)
        self._db.execute(self._insert_chunk, (index, held.base, held.base + len(rows), *common))
        self._still[held.base] = index, held.changes
        self._moving[held.base] = index, (held.changes, common)
        if None in common:
            names = ("laps_ago", *self._shared)
            self.untold.update(name for name, value in zip(names, common, strict=True) if value is None)

    def _forget(self, held: _Held) -> None:
        self._remove(held, 0)
        del self._still[held.base], self._moving[held.base]

    def _change(self, held: _Held, rows: Sequence[Values]) -> None:
        same = unchanged(held.rows, rows)
        pairs = zip(held.rows[same:], rows[same:], strict=False)
        changed = [(held.base + number, new) for number, (old, new) in enumerate(pairs, same + 1) if old is not new]
        changed += enumerate(rows[len(held.rows) :], held.base + len(held.rows) + 1)
        self._remove(held, len(rows))
        self._db.executemany(self._insert, (self._numbered(number, row) for number, row in changed))

    def _numbered(self, number: int, row: Values) -> Values:
        if None in row:
            untold = [name for name, value in zip(self._own, row, strict=True) if value is None]
            self.untold.update((*untold, "laps_ago") if "lap" in untold else untold)
        return number, *row

    def _remove(self, held: _Held, kept: int) -> None:
        if kept < len(held.rows):
            bounds = (held.base + kept, held.base + CHUNK_ROWS)
            self._db.execute("DELETE FROM t WHERE rowid > ? AND rowid <= ?", bounds)


def _names(names: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def _marks(count: int) -> str:
    return ", ".join("?" * count)
