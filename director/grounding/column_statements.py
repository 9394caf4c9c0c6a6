"""What the columns of a query say: averages and counts of somebody, and who is first where rows are in an order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from director.grounding.asked_rows import cars_of, column_values, first_rows, is_given, is_whole, scope_of
from director.grounding.meanings import MEANINGS, READ_MEANINGS, Meaning
from director.grounding.statements import Statement, StatementPart, moment_of, statements_of, with_cars
from director.references import join_pointer
from toolgate.contract import Context, JsonObject, StepResult

SCOPES = ("on ", "laps ", "last ")
"""How the moment of a statement begins that is of some rows only, `on SOFT`."""


def said_of(
    steps: Sequence[StepResult], context: Context, meanings: Mapping[str, Meaning] = MEANINGS
) -> list[Statement]:
    """Everything of these meanings that the results say, with what the columns of queries do, step by step."""
    found: list[Statement] = []
    for step in steps:
        found += statements_of([step], context, meanings)
        for declared in context.claims.get(step.name, ()) if step.status == "ok" else ():
            if "column" in declared and is_given(declared, step.arguments):
                cars = cars_of(context.vocabularies)
                found += (with_cars(one, cars) for one in _of_column(declared, step) if one.says in meanings)
    return found


def _of_column(declared: JsonObject, step: StepResult) -> Iterator[Statement]:
    scope = scope_of(step.arguments, declared.get("where", {}))
    then = moment_of(step)
    if scope is None or (scope and then):
        return
    rows = list(column_values(declared, step))
    for number, (name, value, who, row) in enumerate(rows):
        parts = {
            "subject": StatementPart(who, "who" if declared.get("of", "driver") == "driver" else "team"),
            "value": StatementPart(value, "count", join_pointer(("rows", number, name))),
            **{key: StatementPart(row[key], "text") for key in ("lap", "compound", "from_lap") if row.get(key)},
        }
        yield from _made(declared["says"], step, parts, scope or then, table=is_whole(step) and not scope)
        way, first = first_rows(name, step)
        counted = declared["column"] == {"op": "count", "field": ""}
        if not way and counted and "most" in declared and is_whole(step) and not scope:
            yield from _most_of_all(declared, step, rows, number, parts, then)
        most = declared.get("most" if way > 0 else "least" if way < 0 else "", "")
        if way and len({one[1] for one in rows[: number + 2]}) == len(rows[: number + 2]) and "rank" in declared:
            rank = {**parts, "value": StatementPart(number + 1, "position")}
            yield from _made(declared["rank"], step, rank, scope or then)
        if number < first and most:
            says = most if first == 1 else declared.get("joint", "")
            yield from _made(says, step, parts, scope or then)
    yield from _shares(declared, step, rows, scope or then)


def _most_of_all(
    declared: JsonObject,
    step: StepResult,
    rows: Sequence[Sequence[Any]],
    number: int,
    parts: Mapping[str, StatementPart],
    moment: str,
) -> Iterator[Statement]:
    """Who has the most of all rows, alone or together with others, whatever their order is."""
    values = [row[1] for row in rows if isinstance(row[1], int | float)]
    value = rows[number][1]
    if len(values) == len(rows) > 1 and value == max(values) and min(values) < value:
        says = declared["most"] if values.count(value) == 1 else declared.get("joint", "")
        yield from _made(says, step, parts, moment)


def _shares(declared: JsonObject, step: StepResult, rows: Sequence[Sequence[Any]], moment: str) -> Iterator[Statement]:
    """How many have the same value, where nobody beyond the answer can have it."""
    in_order = bool(rows) and first_rows(rows[0][0], step)[0]
    values = [row[1] for row in rows]
    for value, total in Counter(values).items():
        if "share" in declared and (is_whole(step) or (in_order and value != values[-1])):
            parts = {"value": StatementPart(value, "count"), "total": StatementPart(total, "count")}
            yield from _made(declared["share"], step, parts, moment)


def _made(
    says: str, step: StepResult, parts: Mapping[str, StatementPart], moment: str, *, table: bool = False
) -> Iterator[Statement]:
    """The statement, its parts of the kinds that the claim has; none where it lacks one."""
    if says not in READ_MEANINGS:
        return
    meaning = READ_MEANINGS[says]
    own = {
        role: StatementPart(part.value, kind, part.pointer)
        for role, kind in meaning.roles.items()
        if (part := parts.get("from_lap" if role == "start" else role)) is not None
    }
    if meaning.roles.keys() - meaning.open <= own.keys():
        yield Statement(says, step.id, own, moment, table=table)
