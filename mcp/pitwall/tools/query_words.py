"""What was asked of a relation and what was found, in one true sentence for any question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitwall.query import Condition, QueryResult, Question
from pitwall.relations import Field
from pitwall.tools.words import fitting, lap_time_text

_OPS = {
    "is": "is", "is_not": "is not", "in": "is one of", "not_in": "is none of", "less": "is below",
    "at_most": "is at most", "more": "is above", "at_least": "is at least", "contains": "contains", "told": "is told",
    "untold": "is not told",
}  # fmt: skip
_UNITS = {"s": " s", "C": " C", "%": " %", "m/s": " m/s"}
_BRIEF = ("driver", "passed", "how", "lap", "time_s", "lane_s", "status", "state", "compound", "position", "message")
_LAP_TIMES = ("time_s", "last_lap_s", "best_lap_s")


Named = Callable[[str], str]
"""The name of a car, as answers write it."""


def question_words(question: Question, named: Named) -> str:
    """`stops where track status is safety_car`."""
    parts = [_condition(condition, named) for condition in question.where]
    if question.any_of:
        parts.append(" or ".join(_condition(condition, named) for condition in question.any_of))
    parts += [f"{_spoken(name)} {_OPS[op]} {value}" for name, op, value in question.having]
    per = ""
    if question.per is not None:
        field, end, count = question.per
        per = f", {end} {count} of each {_spoken(field.name)}"
    return f"{question.relation.name}{per}{' where ' + ' and '.join(parts) if parts else ''}"


def summary_words(question: Question, found: QueryResult, named: Named) -> str:
    """The answer, or why there is none."""
    asked = question_words(question, named)
    if not found.carried:
        return f"The feed does not tell of {question.relation.name}."
    unsure = f"; {found.undecided} undecided" if found.undecided else ""
    if not found.matching:
        if found.undecided:
            return f"None of the {asked} that the feed tells of{unsure}."[:200]
        return f"No {asked}."[:200]
    columns = found.columns
    if question.aggregate and not question.group_by:
        said = [f"{_spoken(field.name)} {value_words(field, found.rows[0][field.name])}" for field in columns]
        return fitting(f"{asked} ({found.matching}): ", said, end=f"{unsure}.")
    if not question.aggregate:
        columns = _brief(question, columns)
    rows = [_row(columns, row) for row in found.rows]
    count = f"{found.rows_total} " if not question.aggregate else ""
    if len(found.rows) < found.rows_total:
        count = f"{len(found.rows)} of {found.rows_total} "
    keys = [f"{_spoken(name)}{', largest first' if down else ''}" for name, down in question.order_by]
    order = f" by {' and '.join(keys)}" if keys else ""
    return fitting(f"{count}{asked}{order}: ", rows, separator="; ", end=f"{unsure}.")


def _brief(question: Question, columns: list[Field]) -> list[Field]:
    """Few enough to be read: who, what it is ordered by, and what else tells the rows apart."""
    if len(columns) <= 6:
        return columns
    known = {field.name: field for field in columns}
    wanted = [*_BRIEF[:1], *(name for name, _ in question.order_by), *_BRIEF[1:]]
    return [known[name] for name in dict.fromkeys(wanted) if name in known][:4] or columns[:4]


def value_words(field: Field, value: Any) -> str:
    """A value with its unit."""
    if value is None:
        return "not told"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if field.unit == "s" and isinstance(value, int | float) and field.name.endswith(_LAP_TIMES):
        return lap_time_text(float(value))
    if isinstance(value, float):
        value = f"{value:.3f}".rstrip("0").rstrip(".")
    return f"{value}{_UNITS.get(field.unit, '')}"


def _row(columns: list[Field], row: dict[str, Any]) -> str:
    parts = []
    for field in columns:
        words = value_words(field, row[field.name])
        bare = field.name in ("driver", "passed", "status", "message", "how", "code", "team")
        parts.append(words if bare else f"{_spoken(field.name)} {words}")
    return ", ".join(parts)


def _condition(condition: Condition, named: Named) -> str:
    field, op, value = condition
    if field.name == "car" and value is not None:
        value = [named(car) for car in value] if isinstance(value, list) else named(value)
        field = field._replace(name="driver")
    if op in ("told", "untold"):
        return f"{_spoken(field.name)} {_OPS[op]}"
    if field.type == "flag" and op in ("is", "is_not"):
        return f"{'' if bool(value) == (op == 'is') else 'not '}{_spoken(field.name)}"
    listed = ", ".join(str(each) for each in value) if isinstance(value, list) else value
    return f"{_spoken(field.name)} {_OPS[op]} {listed}"


def _spoken(name: str) -> str:
    return name.removesuffix("_s").replace("_", " ")
