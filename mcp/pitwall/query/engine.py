"""SQLite in memory answers: a relation is loaded once for each moment, and nothing of it is ever written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from pitwall.query.loaded import Loaded, Sql
from pitwall.query.question import Question
from pitwall.query.sql import counts, whole
from pitwall.relations import Field, Relation, table_of
from pitwall.state import RaceView
from pitwall.state.keeping import kept_for_moments

_DIGITS = 6
_GROWN = 8
"""Sets of columns of a relation that are kept growing: those that were asked for last."""


class QueryResult(NamedTuple):
    """What was found. `undecided` rows might fulfil the question: the feed has not told what that takes."""

    columns: list[Field]
    rows: list[dict[str, Any]]
    rows_total: int
    matching: int
    undecided: int
    carried: bool


@kept_for_moments(8)
def _loaded(view: RaceView, relation: Relation, needed: frozenset[str]) -> Loaded:
    loaded = Loaded(relation, needed)
    loaded.load(table_of(view, relation).rows)
    return loaded


def _fetched(view: RaceView, question: Question, asked: Sequence[Sql]) -> list[list[tuple[Any, ...]]]:
    """The rows of statements at the view's moment.

    A relation of chunks grows with the race; a moment before the last that was asked for is loaded by itself.
    """
    relation, needed = question.relation, _needed(question)
    if relation.chunks is not None:
        by = tuple(field.name for field in question.group_by)
        grown: dict[tuple[frozenset[str], tuple[str, ...]], Loaded] = view.keeping.grown((_fetched, relation.name))
        loaded = grown.pop((needed, by), None) or Loaded(relation, needed, by)
        grown[needed, by] = loaded  # the last that was asked for
        while len(grown) > _GROWN:
            grown.pop(next(iter(grown)), None)
        found = loaded.fetch_at(view.moment, relation.chunks(view), asked)
        if found is not None:
            return found
    return _loaded(view, relation, needed).fetch(asked)


def answer(view: RaceView, question: Question) -> QueryResult:
    """The answer to a checked question at the view's moment."""
    carried = question.relation.carried(view)
    asked = (whole(question), counts(question))
    rows, ((matching, undecided),) = _fetched(view, question, asked) if carried else ([], ((0, 0),))
    columns = question.columns
    shown = [
        {field.name: _shown(field, value) for field, value in zip(columns, row, strict=False)}
        for row in rows[: question.limit]
    ]
    return QueryResult(columns, shown, len(rows), matching, undecided, carried)


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
