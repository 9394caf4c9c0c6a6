"""A checked question as SQL. Names come from the relations' own definitions, values are parameters."""

from __future__ import annotations

from typing import Any

from pitwall.query.question import Aggregate, Condition, Question

_SIGNS = {"is": "=", "is_not": "<>", "less": "<", "at_most": "<=", "more": ">", "at_least": ">="}
_AGGREGATES = {"min": "MIN", "max": "MAX", "avg": "AVG", "sum": "SUM", "every": "MIN", "any": "MAX"}

Sql = tuple[str, list[Any]]


def holding(question: Question) -> Sql:
    """What rows must fulfil: true, false, or NULL where the feed has not told what it takes."""
    parts, values = [], []
    for condition in question.where:
        text, given = _condition(condition)
        parts.append(text)
        values += given
    if question.any_of:
        either = [_condition(condition) for condition in question.any_of]
        parts.append(f"({' OR '.join(text for text, _ in either)})")
        values += [value for _, given in either for value in given]
    if question.without:
        told = [_condition(condition) for condition in question.without]
        has = " AND ".join(text for text, _ in told)
        given = [value for _, some in told for value in some]
        # Whoever may have such a row is undecided, as the feed has not told it.
        parts.append(
            f"CASE WHEN car IN (SELECT car FROM t WHERE {has}) THEN 0 "
            f"WHEN car IN (SELECT car FROM t WHERE ({has}) IS NULL) THEN NULL ELSE 1 END"
        )
        values += [*given, *given]
    return " AND ".join(parts) or "1", values


def rows_of(question: Question) -> Sql:
    """The rows that fulfil it, in the order of the relation, cut to the first or last of each where that is asked."""
    where, values = holding(question)
    text = f"SELECT *, rowid AS _n FROM t WHERE {where}"
    if question.per is not None:
        field, end, count = question.per
        order = "DESC" if end == "last" else "ASC"
        text = (
            f"SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY {_name(field.name)} ORDER BY _n {order}) AS _r "
            f"FROM ({text})) WHERE _r <= ? ORDER BY _n"
        )
        values.append(count)
    return text, values


def counts(question: Question) -> Sql:
    """How many rows fulfil it, and how many might: the feed has not told what that takes."""
    where, values = holding(question)
    undecided = f"({where}) IS NULL"
    if question.per is None:
        return f"SELECT COUNT(*) FILTER (WHERE {where}), COUNT(*) FILTER (WHERE {undecided}) FROM t", [*values, *values]
    inner, given = rows_of(question)
    text = f"SELECT (SELECT COUNT(*) FROM ({inner})), (SELECT COUNT(*) FROM t WHERE {undecided})"
    return text, [*given, *values]


def whole(question: Question) -> Sql:
    """The answer, all of its rows."""
    inner, values = rows_of(question)
    columns = [_name(field.name) for field in question.group_by or question.select]
    if question.aggregate:
        columns += [f"{_aggregate(one)} AS {_name(one.name)}" for one in question.aggregate]
    # Window functions and plain aggregates do not mix: first and last are read from rows numbered beforehand.
    text = f"SELECT {', '.join(columns)}{', _n' if not question.aggregate else ''} FROM ({inner})"
    if question.group_by:
        text += f" GROUP BY {', '.join(_name(field.name) for field in question.group_by)}"
    if question.having:
        text = f"SELECT * FROM ({text}) WHERE " + " AND ".join(
            f"{_name(name)} {_SIGNS[op]} ?" for name, op, _ in question.having
        )
        values += [value for _, _, value in question.having]
    if question.order_by:
        keys = [f"{_name(name)} IS NULL, {_name(name)}{' DESC' if down else ''}" for name, down in question.order_by]
        text = f"{_ordered(question, inner, text)} ORDER BY {', '.join(keys)}"
    return text, values


def _ordered(question: Question, inner: str, text: str) -> str:
    """Rows can be ordered by a column that is not selected."""
    if question.aggregate:
        return f"SELECT * FROM ({text})"
    columns = ", ".join(_name(field.name) for field in question.select)
    return f"SELECT {columns}, _n FROM ({inner})"


def _condition(condition: Condition) -> Sql:
    name, op, value = _name(condition.field.name), condition.op, condition.value
    if op in ("told", "untold"):
        return f"{name} IS {'NOT ' if op == 'told' else ''}NULL", []
    folded = f"LOWER({name})" if condition.field.type == "text" else name
    if op in ("in", "not_in"):
        marks = ", ".join("LOWER(?)" if condition.field.type == "text" else "?" for _ in value)
        return f"{folded} {'NOT ' if op == 'not_in' else ''}IN ({marks})", list(value)
    if op == "contains":
        return f"INSTR({folded}, LOWER(?)) > 0", [value]
    mark = "LOWER(?)" if condition.field.type == "text" else "?"
    return f"{folded} {_SIGNS[op]} {mark}", [value]


def _aggregate(one: Aggregate) -> str:
    if one.field is None:
        return "COUNT(*)"
    name = _name(one.field.name)
    if one.op == "count":
        return f"COUNT({name})"
    if one.op in ("first", "last", "delta"):
        first = f"FIRST_TOLD({name}, _n)"
        last = f"LAST_TOLD({name}, _n)"
        return {"first": first, "last": last, "delta": f"{last} - {first}"}[one.op]
    return f"{_AGGREGATES[one.op]}({name})"


def _name(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
