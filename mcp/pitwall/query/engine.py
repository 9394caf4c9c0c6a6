"""SQLite in memory answers: a relation is loaded once for each moment, and nothing of it is ever written."""

from __future__ import annotations

from threading import Lock
from typing import Any, NamedTuple

from pitwall.query.question import Question
from pitwall.query.sql import holding, rows_of, whole
from pitwall.relations import Field, Relation, table_of
from pitwall.state import RaceView
from pitwall.state.keeping import kept_for_moments

_TYPES = {"text": "TEXT", "integer": "INTEGER", "number": "REAL", "flag": "INTEGER"}
_DIGITS = 6


class QueryResult(NamedTuple):
    """What was found. `undecided` rows might fulfil the question: the feed has not told what that takes."""

    columns: list[Field]
    rows: list[dict[str, Any]]
    rows_total: int
    matching: int
    undecided: int
    carried: bool


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


class _Loaded:
    """Columns of a relation in a data base of its own. One question at a time: handles are not shared by threads."""

    def __init__(self, view: RaceView, relation: Relation, needed: frozenset[str]) -> None:
        import sqlite3

        table = table_of(view, relation)
        self.carried = table.carried
        self._lock = Lock()
        self._db = sqlite3.connect(":memory:", check_same_thread=False)
        self._db.create_aggregate("FIRST_TOLD", 2, _First)  # type: ignore[arg-type]
        self._db.create_aggregate("LAST_TOLD", 2, _Last)  # type: ignore[arg-type]
        names = [field.name for field in relation.fields if field.name in needed]
        columns = ", ".join(f'"{field.name}" {_TYPES[field.type]}' for field in relation.fields if field.name in needed)
        self._db.execute(f"CREATE TABLE t ({columns})")
        marks = ", ".join("?" for _ in names)
        self._db.executemany(f"INSERT INTO t VALUES ({marks})", ([row[name] for name in names] for row in table.rows))

    def fetch(self, text: str, values: list[Any]) -> list[tuple[Any, ...]]:
        """The rows of a statement."""
        with self._lock:
            return self._db.execute(text, values).fetchall()


@kept_for_moments(8)
def _loaded(view: RaceView, relation: Relation, needed: frozenset[str]) -> _Loaded:
    return _Loaded(view, relation, needed)


def answer(view: RaceView, question: Question) -> QueryResult:
    """The answer to a checked question at the view's moment."""
    data = _loaded(view, question.relation, _needed(question))
    rows = data.fetch(*whole(question))
    condition, values = holding(question)
    undecided = data.fetch(f"SELECT COUNT(*) FROM t WHERE ({condition}) IS NULL", values)[0][0]
    inner, given = rows_of(question)
    matching = data.fetch(f"SELECT COUNT(*) FROM ({inner})", given)[0][0]
    columns = question.columns
    shown = [
        {field.name: _shown(field, value) for field, value in zip(columns, row, strict=False)}
        for row in rows[: question.limit]
    ]
    return QueryResult(columns, shown, len(rows), matching, undecided, data.carried)


def _needed(question: Question) -> frozenset[str]:
    """The columns that a question is about; those of its answer are not to be loaded in vain."""
    conditions = (*question.where, *question.any_of, *question.without)
    fields = [*question.select, *question.group_by, *(each.field for each in conditions)]
    fields += [each.field for each in question.aggregate if each.field is not None]
    fields += [question.per[0]] if question.per else []
    names = {field.name for field in fields} | {name for name, _ in question.order_by}
    names |= {"car"} if question.without else set()
    known = [field.name for field in question.relation.fields]
    return frozenset(name for name in known if name in names) or frozenset(known[:1])


def _shown(field: Field, value: Any) -> Any:
    if value is None:
        return None
    if field.type == "flag":
        return bool(value)
    return round(value, _DIGITS) if isinstance(value, float) else value
