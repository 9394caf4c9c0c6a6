"""A checked question as SQL. Names come from the relations' own definitions, values are parameters.

Aggregates, counts and the ends of an order are folded chunk by chunk where that is possible: as a race goes on those of
most chunks stay as they are. The first and last values of a group are looked up by the numbers of their rows.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from pitwall.query.conditions import held_by, holding, may_be_untold
from pitwall.query.folds import Fold
from pitwall.query.loaded import CHUNK_ROWS, Loaded, Sql
from pitwall.query.question import Aggregate, Question
from pitwall.relations import Field

_ENDS = ("first", "last", "delta")
_FEW = 20
"""So many rows of each chunk are kept in the order that is asked for."""
_FEW_VALUES = ("sector", "stint")
"""Numbers of which a chunk has few."""
_SIGNS = {"is": "=", "is_not": "<>", "less": "<", "at_most": "<=", "more": ">", "at_least": ">="}


def matching(loaded: Loaded, question: Question) -> int:
    """How many rows fulfil the question."""
    if _folds(question):
        where, values = holding(question, loaded.untold)
        return _counted(loaded, question, where, values)
    inner, values = _rows_of(question, loaded.untold)
    return loaded.count((f"SELECT COUNT(*) FROM ({inner})", values))


def undecided(loaded: Loaded, question: Question) -> int:
    """How many rows the question leaves undecided, as the feed has not told a field that it takes."""
    if not may_be_untold((*question.where, *question.any_of, *question.without), loaded.untold):
        return 0
    where, values = holding(question, loaded.untold)
    if question.without:
        return loaded.count((f"SELECT COUNT(*) FROM v WHERE ({where}) IS NULL", values))
    return _counted(loaded, question, f"({where}) IS NULL", values)


def listed(loaded: Loaded, question: Question) -> list[tuple[Any, ...]]:
    """The rows of an answer without aggregates, at most `limit`: each by its chunk's index and its own in the chunk."""
    ordered = [field for name, _ in question.order_by if (field := question.relation.field(name))]
    keys = ", ".join([*_keys(question), "_c", "_r"])
    if ordered and question.limit <= _FEW and _folds(question):
        where, values = holding(question, loaded.untold)
        best = f"SELECT _b, _r FROM v WHERE _c = ? AND ({where}) ORDER BY {keys} LIMIT ?"
        table = loaded.fold(Fold(("_b", "_r"), best, (*values, question.limit), _moves(question, ordered)))
        inner, values = f"SELECT v.* FROM {table} AS p CROSS JOIN v WHERE v._b = p._b AND v._r = p._r", []
    else:
        inner, values = _rows_of(question, loaded.untold)
    return loaded.rows((f"SELECT _c, _r - _b - 1 FROM ({inner}) ORDER BY {keys} LIMIT ?", [*values, question.limit]))


def aggregated(loaded: Loaded, question: Question) -> list[tuple[Any, ...]]:
    """The groups that `having` leaves, at most `limit`; each row ends with how many groups, and rows in all groups."""
    groups = [_name(field.name) for field in question.group_by]
    inner, values = _grouped(loaded, question)
    made = [f"{_result(index, one)} AS {_name(one.name)}" for index, one in enumerate(question.aggregate)]
    text = f"SELECT {', '.join([*groups, *made, '_k', 'SUM(_k) OVER () AS _m'])} FROM ({inner})"
    if question.having:
        held = " AND ".join(f"{_name(name)} {_SIGNS[op]} ?" for name, op, _ in question.having)
        text = f"SELECT * FROM ({text}) WHERE {held}"
        values = [*values, *(value for _, _, value in question.having)]
    ordered = [*_keys(question), *groups]
    order = f" ORDER BY {', '.join(ordered)}" if ordered else ""
    shown = ", ".join(_name(field.name) for field in question.columns)
    return loaded.rows(
        (f"SELECT {shown}, COUNT(*) OVER (), _m FROM ({text}){order} LIMIT ?", [*values, question.limit])
    )


def _grouped(loaded: Loaded, question: Question) -> Sql:
    """The groups, with the parts of which their aggregates are made."""
    groups, parts = [_name(field.name) for field in question.group_by], _parts(question)
    by = f" GROUP BY {', '.join(groups)}" if groups else ""
    own = [field for field in question.group_by if field not in question.relation.shared]
    few = all(field.type in ("text", "flag") or field.name in _FEW_VALUES for field in own)
    apart = any(one.op == "distinct" for one in question.aggregate)  # values of one chunk may be those of another
    if not few or apart or not _folds(question):
        inner, values = _rows_of(question, loaded.untold)
        made = [f"{op}({of.format(chunk='_c')}) AS {name}" for name, op, of, _ in parts]
        return f"SELECT {', '.join([*groups, *made])} FROM ({inner}){by}", values
    where, values = holding(question, loaded.untold)
    names = [_name(field.name) for field in own]
    columns = ["_b", *names, *(name for name, *_ in parts)]
    made = [f"{op}({of.format(chunk='0')})" for _, op, of, _ in parts]
    text = f"SELECT {', '.join(['_b', *names, *made])} FROM v WHERE _c = ? AND ({where})"
    moving = _moves(question, [one.field for one in question.aggregate if one.field])
    fold = Fold(columns, f"{text} GROUP BY {', '.join(['_c', *names])}", tuple(values), moving)
    joined = [f"{merge.format(name=f'p.{name}')} AS {name}" for name, _, _, merge in parts]
    kept = [f"{'p' if field in own else 'c'}.{_name(field.name)} AS {_name(field.name)}" for field in question.group_by]
    sides = ", ".join(f"{'p' if field in own else 'c'}.{_name(field.name)}" for field in question.group_by)
    text = f"SELECT {', '.join([*kept, *joined])} FROM c CROSS JOIN {loaded.fold(fold)} AS p WHERE p._b = c._b"
    return text + (f" GROUP BY {sides}" if sides else ""), []


def _parts(question: Question) -> list[tuple[str, str, str, str]]:
    """Of what aggregates are made: each part's name, its function, what it is of, and how those of chunks are joined.

    `{chunk}` is the index of a row's chunk in the order.
    """
    found = []
    for index, one in enumerate(question.aggregate):
        name = _name(one.field.name) if one.field else "*"
        if one.op in _ENDS:
            number = f"CASE WHEN {name} IS NOT NULL THEN {{chunk}} * {CHUNK_ROWS} + _r - _b END"
            found += [(f"_{op}{index}", op, number, f"{op}(c._c * {CHUNK_ROWS} + {{name}})") for op in ("MIN", "MAX")]
        elif one.op == "distinct":
            found.append((f"_a{index}", "COUNT", f"DISTINCT {name}", "SUM({name})"))
        elif one.op == "avg":
            found += [(f"_{op}{index}", op, name, "SUM({name})") for op in ("SUM", "COUNT")]
        else:
            op = {"every": "MIN", "any": "MAX"}.get(one.op, one.op.upper())
            merge = {"COUNT": "COALESCE(SUM({name}), 0)"}.get(op, f"{op}({{name}})")
            found.append((f"_a{index}", op, name, merge))
    return [*found, ("_k", "COUNT", "*", "COALESCE(SUM({name}), 0)")]


def _result(index: int, one: Aggregate) -> str:
    if one.op == "avg":
        return f"_SUM{index} * 1.0 / _COUNT{index}"
    if one.op not in _ENDS or one.field is None:
        return f"_a{index}"
    first, last = (
        f"(SELECT w.{_name(one.field.name)} FROM v AS w WHERE w._c = {end} / {CHUNK_ROWS}"
        f" AND w._r = w._b + {end} % {CHUNK_ROWS})"
        for end in (f"_MIN{index}", f"_MAX{index}")
    )
    return {"first": first, "last": last}.get(one.op, f"{last} - {first}")


def _rows_of(question: Question, untold: Collection[str]) -> Sql:
    """The rows that fulfil it, cut to the first or last of each where that is asked."""
    where, values = holding(question, untold)
    if question.per is None:
        return f"SELECT * FROM v WHERE {where}", values
    field, end, count = question.per
    down = " DESC" if end == "last" else ""
    if field in question.relation.shared:
        # Of one chunk no more rows are taken than are wanted in all, and they are found from its end.
        near = f"SELECT w._r FROM v AS w WHERE w._c = v._c AND ({where}) ORDER BY w._r{down} LIMIT ?"
        where, values = f"_r IN ({near})", [*values, count]
    text = (
        f"SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY {_name(field.name)} ORDER BY _c{down}, _r{down})"
        f" AS _n FROM v WHERE {where}) WHERE _n <= ?"
    )
    return text, [*values, count]


def _counted(loaded: Loaded, question: Question, where: str, values: list[Any]) -> int:
    text = f"SELECT _b, COUNT(*) FROM v WHERE _c = ? AND ({where}) GROUP BY _c"
    table = loaded.fold(Fold(("_b", "_k"), text, tuple(values), _moves(question, ())))
    return loaded.count((f"SELECT COALESCE(SUM(_k), 0) FROM {table}", []))


def _folds(question: Question) -> bool:
    """Whether each chunk gives its own part to the answer, whatever is in others."""
    return question.per is None and not question.without


def _moves(question: Question, fields: Collection[Field]) -> bool:
    """Whether it takes what the rows of a chunk share."""
    used = {*fields, *(one.field for one in held_by(question))}
    return any(field in question.relation.shared or field.name == "laps_ago" for field in used)


def _keys(question: Question) -> list[str]:
    return [f"{_name(name)} IS NULL, {_name(name)}{' DESC' if down else ''}" for name, down in question.order_by]


def _name(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
