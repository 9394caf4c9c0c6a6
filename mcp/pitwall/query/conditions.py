"""The conditions of a checked question as SQL: true, false, or NULL where the feed has not told what they take."""

from __future__ import annotations

from collections.abc import Collection

from pitwall.query.loaded import Sql
from pitwall.query.question import Condition, Question

_SIGNS = {"is": "=", "is_not": "<>", "less": "<", "at_most": "<=", "more": ">", "at_least": ">="}


def held_by(question: Question) -> tuple[Condition, ...]:
    """All conditions of the question: `where`, `any_of` and `without`."""
    return (*question.where, *question.any_of, *question.without)


def may_be_untold(conditions: Collection[Condition], untold: Collection[str]) -> bool:
    """Whether a condition may be undecided for some row: it takes one of the fields that are `untold` in some row."""
    return any(one.field.name in untold and one.op not in ("told", "untold") for one in conditions)


def holding(question: Question, untold: Collection[str]) -> Sql:
    """The SQL condition that a row must fulfil, with its parameters."""
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
        text, given = _without(question.without, untold)
        parts.append(text)
        values += given
    return " AND ".join(parts) or "1", values


def _without(conditions: Collection[Condition], untold: Collection[str]) -> Sql:
    told = [_condition(condition) for condition in conditions]
    has = " AND ".join(text for text, _ in told)
    given = [value for _, some in told for value in some]
    if not may_be_untold(conditions, untold):
        return f"car NOT IN (SELECT car FROM v WHERE {has})", given
    # Whoever may have such a row is undecided, as the feed has not told it.
    text = (
        f"CASE WHEN car IN (SELECT car FROM v WHERE {has}) THEN 0 "
        f"WHEN car IN (SELECT car FROM v WHERE ({has}) IS NULL) THEN NULL ELSE 1 END"
    )
    return text, [*given, *given]


def _condition(condition: Condition) -> Sql:
    name, op, value = '"' + condition.field.name + '"', condition.op, condition.value
    if op in ("told", "untold"):
        return f"{name} IS {'NOT ' if op == 'told' else ''}NULL", []
    text = condition.field.type == "text"
    folded, mark = (f"LOWER({name})", "LOWER(?)") if text else (name, "?")
    if op == "latest":
        return f'({folded} = {mark} AND "status_number" = ?)', list(value)
    if op in ("in", "not_in"):
        return f"{folded} {'NOT ' if op == 'not_in' else ''}IN ({', '.join(mark for _ in value)})", list(value)
    if op == "contains":
        return f"INSTR({folded}, LOWER(?)) > 0", [value]
    return f"{folded} {_SIGNS[op]} {mark}", [value]
