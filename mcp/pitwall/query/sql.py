"""A checked question as SQL. Names come from the relations' own definitions, values are parameters.

Rows are aggregated chunk by chunk where they are grouped by what those of a chunk share, in the order in which they
stand: nothing has to be sorted. The first and last values of a group are looked up by the numbers of their rows.
"""

from __future__ import annotations

from collections.abc import Collection

from pitwall.query.loaded import CHUNK_ROWS, Sql
from pitwall.query.question import Aggregate, Condition, Question

_SIGNS = {"is": "=", "is_not": "<>", "less": "<", "at_most": "<=", "more": ">", "at_least": ">="}
_ENDS = ("first", "last", "delta")
_NUMBER = f"_c * {CHUNK_ROWS} + _r - _b"
"""Where a row stands in the relation."""


def holding(question: Question, untold: Collection[str]) -> Sql:
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
        if may_be_untold(question.without, untold):
            # Whoever may have such a row is undecided, as the feed has not told it.
            parts.append(
                f"CASE WHEN car IN (SELECT car FROM v WHERE {has}) THEN 0 "
                f"WHEN car IN (SELECT car FROM v WHERE ({has}) IS NULL) THEN NULL ELSE 1 END"
            )
            given = [*given, *given]
        else:
            parts.append(f"car NOT IN (SELECT car FROM v WHERE {has})")
        values += given
    return " AND ".join(parts) or "1", values


def may_be_untold(conditions: Collection[Condition], untold: Collection[str]) -> bool:
    """Whether some row may leave one of the conditions undecided."""
    return any(one.field.name in untold and one.op not in ("told", "untold") for one in conditions)


def rows_of(question: Question, untold: Collection[str]) -> Sql:
    """The rows that fulfil it, cut to the first or last of each where that is asked."""
    where, values = holding(question, untold)
    if question.per is None:
        return f"SELECT * FROM v WHERE {where}", values
    field, end, count = question.per
    down = " DESC" if end == "last" else ""
    if field in question.relation.shared:
        # No more of a chunk than are wanted of the whole, and they are found from its end.
        near = f"SELECT w._r FROM v AS w WHERE w._c = v._c AND ({where}) ORDER BY w._r{down} LIMIT ?"
        where, values = f"_r IN ({near})", [*values, count]
    text = (
        f"SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY {_name(field.name)} ORDER BY _c{down}, _r{down})"
        f" AS _k FROM v WHERE {where}) WHERE _k <= ?"
    )
    return text, [*values, count]


def matching(question: Question, untold: Collection[str]) -> Sql:
    """How many rows fulfil it."""
    inner, values = rows_of(question, untold)
    return f"SELECT COUNT(*) FROM ({inner})", values


def undecided(question: Question, untold: Collection[str]) -> Sql | None:
    """How many rows might fulfil it: the feed has not told what that takes. None where there are no such rows."""
    if not may_be_untold((*question.where, *question.any_of, *question.without), untold):
        return None
    where, values = holding(question, untold)
    return f"SELECT COUNT(*) FROM v WHERE ({where}) IS NULL", values


def listed(question: Question, untold: Collection[str]) -> Sql:
    """The rows of an answer that is not aggregated, as many as are wanted."""
    inner, values = rows_of(question, untold)
    columns = ", ".join(_name(field.name) for field in question.select)
    keys = [*_keys(question), "_c", "_r"]
    return f"SELECT {columns} FROM ({inner}) ORDER BY {', '.join(keys)} LIMIT ?", [*values, question.limit]


def aggregated(question: Question, untold: Collection[str]) -> Sql:
    """The groups of an answer that hold; at the end of each row: how many these are, and how many rows made all."""
    inner, values = rows_of(question, untold)
    groups = [_name(field.name) for field in question.group_by]
    aggregates = list(enumerate(question.aggregate))
    parts = [f"{made} AS {name}" for index, one in aggregates for name, made, _ in _parts(index, one)]
    by_chunk = question.per is None and bool(groups) and set(question.group_by) <= set(question.relation.shared)
    keys = ["_c"] if by_chunk else groups
    text = f"SELECT {', '.join([*groups, *parts, 'COUNT(*) AS _k'])} FROM ({inner})"
    text += f" GROUP BY {', '.join(keys)}" if keys else ""
    if by_chunk:
        joined = [f"{merged}({name}) AS {name}" for index, one in aggregates for name, _, merged in _parts(index, one)]
        text = f"SELECT {', '.join([*groups, *joined, 'SUM(_k) AS _k'])} FROM ({text}) GROUP BY {', '.join(groups)}"
    columns = [*groups, *(f"{_result(index, one)} AS {_name(one.name)}" for index, one in aggregates)]
    text = f"SELECT {', '.join([*columns, '_k', 'SUM(_k) OVER () AS _m'])} FROM ({text})"
    if question.having:
        held = " AND ".join(f"{_name(name)} {_SIGNS[op]} ?" for name, op, _ in question.having)
        text = f"SELECT * FROM ({text}) WHERE {held}"
        values = [*values, *(value for _, _, value in question.having)]
    ordered = [*_keys(question), *groups]
    order = f" ORDER BY {', '.join(ordered)}" if ordered else ""
    shown = ", ".join(_name(field.name) for field in question.columns)
    return f"SELECT {shown}, COUNT(*) OVER (), _m FROM ({text}){order} LIMIT ?", [*values, question.limit]


def _keys(question: Question) -> list[str]:
    return [f"{_name(name)} IS NULL, {_name(name)}{' DESC' if down else ''}" for name, down in question.order_by]


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


def _parts(index: int, one: Aggregate) -> list[tuple[str, str, str]]:
    """What an aggregate is made of: the name of each part, how it is made of rows, and how of those of chunks."""
    if one.field is None:
        return [(f"_a{index}", "COUNT(*)", "SUM")]
    name = _name(one.field.name)
    if one.op in _ENDS:
        told = f"CASE WHEN {name} IS NOT NULL THEN {_NUMBER} END"
        return [(f"_f{index}", f"MIN({told})", "MIN"), (f"_l{index}", f"MAX({told})", "MAX")]
    if one.op == "avg":
        return [(f"_s{index}", f"SUM({name})", "SUM"), (f"_t{index}", f"COUNT({name})", "SUM")]
    op = {"every": "MIN", "any": "MAX", "count": "COUNT"}.get(one.op, one.op.upper())
    return [(f"_a{index}", f"{op}({name})", "SUM" if op == "COUNT" else op)]


def _result(index: int, one: Aggregate) -> str:
    if one.op == "avg":
        return f"_s{index} * 1.0 / _t{index}"
    if one.op not in _ENDS or one.field is None:
        return f"_a{index}"
    first, last = (
        f"(SELECT w.{_name(one.field.name)} FROM v AS w WHERE w._c = {end} / {CHUNK_ROWS}"
        f" AND w._r = w._b + {end} % {CHUNK_ROWS})"
        for end in (f"_f{index}", f"_l{index}")
    )
    return {"first": first, "last": last}.get(one.op, f"{last} - {first}")


def _name(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
