"""SQLite in memory answers: a relation is loaded once and goes on with the race; nothing of it is ever written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, islice
from threading import Lock
from typing import Any, NamedTuple

from pitwall.facts.periods import track_periods
from pitwall.query.conditions import held_by
from pitwall.query.loaded import Loaded
from pitwall.query.paid_positions import with_points, without_points
from pitwall.query.question import Condition, Question
from pitwall.query.sql import aggregated, listed, matching, undecided
from pitwall.relations import Field, Relation
from pitwall.relations.shared_fields import GREEN
from pitwall.state import RaceView

_DIGITS = 6
_HELD = 2
"""A relation is held at so many moments: now, and one of those before that are asked for."""


class QueryResult(NamedTuple):
    """What was found. `undecided` counts rows of which the feed has not told what the question takes.

    `matching` counts the rows that fulfil the question; where `without` leaves none, those that it has taken away.
    `carried`: whether the feed tells of the relation at all.
    """

    columns: list[Field]
    rows: list[dict[str, Any]]
    rows_total: int
    matching: int
    undecided: int
    carried: bool


class _Held:
    """A relation at the moments that were asked for last."""

    def __init__(self, relation: Relation) -> None:
        self._relation = relation
        self._loaded: list[Loaded] = []
        self._lock = Lock()

    def nearest(self, moment: tuple[int, float]) -> Loaded:
        """The one from which it is least far to a moment: going on is less than going back."""
        with self._lock:
            before = [each for each in self._loaded if each.moment <= moment]
            if not before and len(self._loaded) < _HELD:
                before = [Loaded(self._relation)]
                self._loaded += before
            found = max(before, key=lambda each: each.moment) if before else self._loaded[0]
            self._loaded.remove(found)
            self._loaded.append(found)  # the last that was asked for
            return found


def answer(view: RaceView, question: Question) -> QueryResult:
    """The answer to a checked question at the view's moment."""
    paid, columns, relation = with_points(view, question), question.columns, question.relation
    question = _with_numbers(view, paid or without_points(question))
    if not relation.carried(view):
        return QueryResult(columns, [], 0, 0, 0, carried=False)
    if paid is not None and _is_bare(question):
        rows, total, matched = _bare(view, question)
        return QueryResult(columns, rows, total, matched, 0, carried=True)
    held: dict[str, _Held] = view.keeping.grown(answer)
    loaded = held.setdefault(relation.name, _Held(relation)).nearest(view.moment)
    with loaded.at(view.moment, lambda: relation.chunks(view)):
        if paid is None:
            return QueryResult(columns, [], 0, 0, matching(loaded, question), carried=True)
        rows, total, matched = _aggregated(loaded, question) if question.aggregate else _listed(loaded, question)
        unsure = undecided(loaded, question)
        if not rows and question.without:  # that nobody is left tells something only where somebody could have been
            matched = matching(loaded, question._replace(without=()))
    return QueryResult(columns, rows, total, matched, unsure, carried=True)


def _with_numbers(view: RaceView, question: Question) -> Question:
    """Of a latest safety car its number is wanted: how many there have been so far. Green has none."""
    counts = Counter[str](period.kind for period in track_periods(view))

    def with_number(one: Condition) -> Condition:
        if one.op != "latest":
            return one
        status = str(one.value).lower()
        return one._replace(op="is") if status == GREEN[0] else one._replace(value=(one.value, counts[status]))

    def numbered(conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
        return tuple(map(with_number, conditions))

    return question._replace(
        where=numbered(question.where), any_of=numbered(question.any_of), without=numbered(question.without)
    )


_Answer = tuple[list[dict[str, Any]], int, int]
"""Rows as many as are wanted, how many there are, and of how many they are made."""


def _aggregated(loaded: Loaded, question: Question) -> _Answer:
    told, columns = aggregated(loaded, question), question.columns
    if not told:
        return [], 0, matching(loaded, question)
    shown = [_shown(field, values) for field, values in zip(columns, zip(*told, strict=True), strict=False)]
    names = [field.name for field in columns]
    return [dict(zip(names, row, strict=True)) for row in zip(*shown, strict=True)], told[0][-2], told[0][-1]


def _listed(loaded: Loaded, question: Question) -> _Answer:
    """Rows are found by the data base, and are the relation's own: few of their values have to be shaped."""
    found = [loaded.complete(place, index) for place, index in listed(loaded, question)]
    rows = _shaped(found, question)
    total = len(rows) if len(rows) < question.limit else matching(loaded, question)
    return rows, total, total


def _is_bare(question: Question) -> bool:
    """Whether it asks for the rows as they stand, whatever is in them."""
    return not (held_by(question) or question.per or question.group_by or question.aggregate or question.order_by)


def _bare(view: RaceView, question: Question) -> _Answer:
    """The first rows of the relation: the data base need not be brought to this moment for them."""
    relation = question.relation
    chunks = [*relation.chunks(view)]
    found = [*islice(chain.from_iterable(map(relation.rows, chunks)), question.limit)]
    total = sum(len(chunk.rows) for chunk in chunks)
    return _shaped(found, question), total, total


def _shaped(found: list[dict[str, Any]], question: Question) -> list[dict[str, Any]]:
    """The rows, which are nobody else's, with the columns and the numbers as they are shown."""
    rows = _with_columns(found, [field.name for field in question.select])
    for name in [field.name for field in question.select if field.type == "number"]:
        for row in rows:
            value = row[name]
            if value is not None:
                row[name] = round(value + 0.0, _DIGITS)  # neither a whole number nor -0.0
    return rows


def _with_columns(rows: list[dict[str, Any]], names: Sequence[str]) -> list[dict[str, Any]]:
    """The rows with these columns alone, in this order."""
    told = list(rows[0]) if rows else []
    others = [name for name in told if name not in names]
    if [name for name in told if name not in others] != list(names):
        return [{name: row[name] for name in names} for row in rows]
    for row in rows if others else ():
        for name in others:
            del row[name]
    return rows


def _shown(field: Field, values: Sequence[Any]) -> Sequence[Any]:
    """Values of a column as they are shown: column by column, since most are shown as they are."""
    if field.type == "flag":
        return [None if value is None else bool(value) for value in values]
    if field.type == "number":
        return [None if value is None else round(value, _DIGITS) for value in values]
    return values
