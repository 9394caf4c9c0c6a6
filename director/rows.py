"""What a reference stands for, once the step that it names has run."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from director.references import SLOT, Expression, Pick, Reference, Text, field_pointer
from toolgate.contract import JsonObject
from toolgate.pointers import resolve_pointer

MAX_ROWS = 20_000
MAX_RESULT_CHARS = 1_000


def evaluate(expression: Expression, envelope_of: Callable[[str], JsonObject]) -> Any:
    """The value of a reference, or a text with the values of its references in it.

    `envelope_of` gives the output of a step by its id. LookupError, saying why in one line, where there is no such
    value, row or field, or where it cannot be known: a list that was cut has no last and no least row.
    """
    if isinstance(expression, Text):
        return written(expression, [value_of(one, envelope_of(one.step)) for one in expression.references])
    return value_of(expression, envelope_of(expression.step))


def value_of(reference: Reference, envelope: JsonObject) -> Any:
    """The value of one reference in the envelope that it refers to."""
    found = resolve_pointer(envelope, reference.pointer)
    if reference.pick is None:
        return found
    if not isinstance(found, list) or len(found) > MAX_ROWS:
        raise LookupError(f"{reference.pointer or 'the output'} isn't a list of at most {MAX_ROWS} rows to pick from")
    cut = envelope.get("truncated")
    if reference.pick.how != "first" and isinstance(cut, dict) and f"/{cut.get('field')}" == reference.pointer:
        raise LookupError(f"{reference.pointer} was cut to {cut.get('kept')} of {cut.get('of')} rows")
    return resolve_pointer(picked(found, reference.pick, reference.pointer), reference.get)


def picked(rows: list[Any], pick: Pick, pointer: str) -> Any:
    """The row that is meant; the first of equals for `min_by` and `max_by`, no row at all for a `where` of several."""
    if not rows:
        raise LookupError(f"{pointer or 'the output'} is empty: there is no row to pick")
    if pick.how in ("first", "last"):
        return rows[0 if pick.how == "first" else -1]
    if pick.how == "where":
        fitting = [row for row in rows if all(same(field_of(row, field), value) for field, value in pick.fields)]
        if len(fitting) != 1:
            raise LookupError(f"{len(fitting)} rows of {pointer or 'the output'} fit, not one")
        return fitting[0]
    field = pick.fields[0][0]
    valued = [(value, row) for row in rows if (value := field_of(row, field)) is not None]
    values = [value for value, _ in valued]
    if not values or not (all(map(is_number, values)) or all(isinstance(value, str) for value in values)):
        raise LookupError(f"{field} of {pointer or 'the output'} has no values to compare")
    return (min if pick.how == "min_by" else max)(valued, key=lambda pair: pair[0])[1]


def field_of(row: Any, field: str) -> Any:
    """A row's value of a field; None where it has none."""
    try:
        return resolve_pointer(row, field_pointer(field))
    except LookupError:
        return None


def same(found: Any, wanted: Any) -> bool:
    """Whether two values are the same in JSON: 1 is 1.0, but true is not 1 and a text is no number."""
    return isinstance(found, bool) == isinstance(wanted, bool) and bool(found == wanted)


def is_number(value: Any) -> bool:
    """Whether a value is a number that can be compared."""
    return isinstance(value, int | float) and not isinstance(value, bool) and not math.isnan(value)


def written(text: Text, values: list[Any]) -> str:
    """The text with its values: texts as they are, numbers as JSON writes them, whole ones without a point."""
    words = []
    for reference, value in zip(text.references, values, strict=True):
        if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
            value = int(value)
        if not isinstance(value, str) and not (is_number(value) and math.isfinite(value)):
            raise LookupError(f"{reference.pointer or 'the output'} is neither a text nor a number")
        words.append(str(value))
    result = SLOT.sub(lambda slot: words[int(slot[1])], text.template)
    if len(result) > MAX_RESULT_CHARS:
        raise LookupError(f"the text would have more than {MAX_RESULT_CHARS} characters")
    return result
