"""What each chunk of a loaded relation adds to an answer: worked out anew only for chunks that have changed."""

from __future__ import annotations

import sqlite3
from collections import OrderedDict
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple

_MOST = 32
"""Questions whose parts are kept: those that were asked last."""


class Fold(NamedTuple):
    """A SELECT over the rows of one chunk, which `_c = ?` in it chooses. `columns` are those of its result, `_b` first.

    `moving`: it also reads what the rows of a chunk share, which can change without them.
    """

    columns: Sequence[str]
    text: str
    values: Sequence[Any]
    moving: bool


class _Kept(NamedTuple):
    table: str
    of: dict[int, Hashable]
    """The version of each chunk that it was worked out for, by where its row numbers begin."""


class Folds:
    """Tables of what folds have given, one for each fold."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._kept: OrderedDict[tuple[str, tuple[Any, ...]], _Kept] = OrderedDict()
        self._made = 0

    def table(self, fold: Fold, chunks: Mapping[int, tuple[int, Hashable]]) -> str:
        """The name of the table with a fold's rows for all chunks, brought up to date.

        `chunks`: index and version of each chunk, by its `_b`.
        """
        key = fold.text, tuple(fold.values)
        kept = self._kept.get(key)
        if kept is None:
            kept = self._kept[key] = self._new(fold)
        self._kept.move_to_end(key)
        gone = [base for base in kept.of if kept.of[base] != chunks.get(base, (0, None))[1]]
        for base in gone:
            self._db.execute(f"DELETE FROM {kept.table} WHERE _b = ?", [base])
            del kept.of[base]
        insert = f"INSERT INTO {kept.table} {fold.text}"
        for base, (index, version) in chunks.items():
            if base not in kept.of:
                self._db.execute(insert, [index, *fold.values])
                kept.of[base] = version
        return kept.table

    def _new(self, fold: Fold) -> _Kept:
        while len(self._kept) >= _MOST:
            self._db.execute(f"DROP TABLE {self._kept.popitem(last=False)[1].table}")
        self._made += 1
        table = f"p{self._made}"
        columns = ", ".join(fold.columns).replace("_b", "_b INTEGER", 1)  # else its index would not be used
        self._db.execute(f"CREATE TABLE {table} ({columns})")
        self._db.execute(f"CREATE INDEX {table}_b ON {table} (_b)")
        return _Kept(table, {})
