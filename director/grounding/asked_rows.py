"""Rows that were asked for by relation, condition and column: what their question lends to each of them.

A call that filters rows says something of all of them: that they are of softs, or of laps 10 to 20. That is their
scope, and a wording of what was counted or averaged has to name it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from toolgate.contract import JsonObject, StepResult

_OF_SOMEBODY = frozenset(("driver", "car", "code", "passed"))
_OF_CLEAN_LAPS = frozenset(("accurate", "in_lap", "out_lap", "deleted", "trap"))
"""Conditions that leave out what no average is meant to have; a trap is that of the speeds."""
_BOUNDS = {"at_least": ("from", 0), "more": ("from", 1), "at_most": ("to", 0), "less": ("to", -1)}


def is_given(declared: JsonObject, arguments: Mapping[str, Any]) -> bool:
    """Whether a claim is one of a call with these arguments."""
    given: Mapping[str, Any] = declared.get("given", {})
    has_all = all(arguments.get(name) is not None for name in declared.get("needs", ()))
    return has_all and all(arguments.get(name) == value for name, value in given.items())


def as_fields(declared: JsonObject, arguments: Mapping[str, Any]) -> Iterator[JsonObject]:
    """The claim with the fields that a column of this call gives it; a claim of fields as it is."""
    if "column" not in declared:
        yield declared
        return
    whose = declared.get("of", "driver")
    for name in _names(declared["column"], arguments):
        yield {"says": declared["says"], "subject": f"/rows/*/{whose}", "value": f"/rows/*/{name}"}


def filled(output: JsonObject, arguments: Mapping[str, Any]) -> JsonObject:
    """The output, each row with the columns that the call's conditions say of all."""
    same = {one["field"]: one["value"] for one in arguments.get("where") or () if _is(one)}
    rows = output.get("rows")
    if not same or not isinstance(rows, list):
        return output
    return {**output, "rows": [{**same, **row} for row in rows]}


def scope_of(arguments: Mapping[str, Any], known: Mapping[str, Any]) -> str | None:
    """What the rows are narrowed to, `on SOFT`, `laps 10-20`; empty for nothing, None for what has no wording.

    `known` are the conditions that the claim itself says.
    """
    if any(arguments.get(name) for name in ("any_of", "without", "per")):
        return None
    scopes: list[str] = []
    laps = {"from": 0, "to": 0}
    for one in arguments.get("where") or ():
        field, op, value = str(one.get("field")), one.get("op", "is"), one.get("value")
        if (_is(one) and known.get(field, ...) == value) or field in _OF_SOMEBODY or field in _OF_CLEAN_LAPS:
            continue
        if field == "compound" and _is(one):
            scopes.append(f"on {str(value).upper()}")
        elif field == "lap" and op in _BOUNDS and isinstance(value, int):
            end, more = _BOUNDS[op]
            laps[end] = value + more
        elif field == "laps_ago" and op in ("less", "at_most") and isinstance(value, int):
            scopes.append(f"last {value + (op == 'at_most')}")
        else:
            return None
    if any(laps.values()):
        scopes.append(f"laps {laps['from'] or 1}-{laps['to'] or ''}")
    return scopes[0] if len(scopes) == 1 else None if scopes else ""


def column_values(declared: JsonObject, step: StepResult) -> Iterator[tuple[str, Any, Any, JsonObject]]:
    """The rows of a column that a claim is of: its name, the value of it, whom it is of, and the row."""
    arguments, wanted = step.arguments, declared["column"]
    by, whose = arguments.get("group_by") or (), declared.get("of", "driver")
    if by and list(by) != [whose] and (whose != "driver" or list(by) != ["code"]):
        return
    same = {str(one.get("field")): one.get("value") for one in arguments.get("where") or () if _is(one)}
    if any(same.get(field, ...) != value for field, value in declared.get("where", {}).items()):
        return
    for name in _names(wanted, arguments):
        for row in step.envelope.get("rows") or ():
            who = row.get(by[0] if by else whose, same.get(whose))
            if isinstance(row, dict) and who is not None and row.get(name) is not None:
                yield name, row[name], who, row


def first_rows(name: str, step: StepResult) -> tuple[int, int]:
    """Whether the rows go from a column's largest value down (1) or from its smallest up (-1), and how many are first.

    0 where no such order was asked for, where it is one of some, and where more may be first than the answer holds.
    """
    arguments, output = step.arguments, step.envelope
    rows, order = output.get("rows") or (), arguments.get("order_by") or ()
    of_all = not any(one.get("field") in _OF_SOMEBODY | {"team"} for one in arguments.get("where") or ())
    values = [row.get(name) for row in rows]
    if not order or order[0].get("field") != name or output.get("undecided") or not of_all or None in values:
        return 0, 0
    same = sum(value == values[0] for value in values)
    is_open = same == len(values) and not is_whole(step)
    return (0, 0) if not values or is_open or len(values) < 2 else (1 if order[0].get("down") else -1, same)


def is_whole(step: StepResult) -> bool:
    """Whether the answer holds every row that was asked for."""
    output = step.envelope
    whole = len(output.get("rows") or ()) == output.get("rows_total") and "truncated" not in output
    return whole and not output.get("undecided") and not step.arguments.get("having")


def is_all_rows(declared: JsonObject, step: StepResult) -> bool:
    """Whether the answer holds every row of which a claim can be made: only its own conditions narrow them."""
    own = {pointer.rpartition("/")[2] for pointer in declared.get("where", {})}
    narrowed = {one.get("field") for one in step.arguments.get("where") or ()}
    more = any(step.arguments.get(name) for name in ("any_of", "without", "per"))
    return is_whole(step) and narrowed <= own and not more


def is_exactly(conditions: Mapping[str, Any], arguments: Mapping[str, Any]) -> bool:
    """Whether a call asks for the rows under these conditions, and under no others."""
    more = ("any_of", "without", "per", "having", "aggregate", "group_by")
    where = arguments.get("where") or ()
    same = {one["field"]: one["value"] for one in where if _is(one)}
    return same == conditions and len(where) == len(same) and not any(arguments.get(name) for name in more)


def cars_of(vocabularies: Mapping[str, Sequence[JsonObject]]) -> Mapping[str, str]:
    """The cars by what rows call their drivers: a code, a name, or a surname that one driver has."""
    found: dict[str, str] = {}
    shared: set[str] = set()
    for entry in vocabularies.get("driver", ()):
        name, car = str(entry.get("name") or ""), str(entry.get("car") or "")
        for called in {name, name.partition(" ")[2], *name.split()[-1:], str(entry.get("code") or "")} - {""}:
            shared |= {called} if found.setdefault(called, car) != car else set()
    return {called: car for called, car in found.items() if called not in shared}


def _names(wanted: Mapping[str, str], arguments: Mapping[str, Any]) -> Iterator[str]:
    """What the columns of this aggregate, or this field itself, are called in the answer."""
    aggregates = arguments.get("aggregate") or ()
    if not wanted["op"]:
        yield from (wanted["field"],) if not aggregates else ()
    for one in aggregates:
        if one.get("op") == wanted["op"] and one.get("field", "") == wanted["field"]:
            yield str(one.get("as") or (one["op"] if not wanted["field"] else f"{one['op']}_{wanted['field']}"))


def _is(one: Mapping[str, Any]) -> bool:
    """Whether a condition says what its field is."""
    return one.get("op", "is") == "is" and not isinstance(one.get("value"), list)
