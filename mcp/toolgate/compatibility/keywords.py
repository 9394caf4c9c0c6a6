"""What changed in the keywords that speak of one value by themselves: types, value lists, bounds, notes.

Each function takes two schemas and yields `(kind, before, after)`; the table of rules has the kinds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from toolgate.compatibility.refs import NOTES, is_annotation, json_equal
from toolgate.contract import JsonObject

KeywordChange = tuple[str, Any, Any]

_TYPES = frozenset({"null", "boolean", "object", "array", "number", "integer", "string"})
_LOWER = {"minimum": None, "exclusiveMinimum": None, "minLength": 0, "minItems": 0, "minProperties": 0}
_UPPER = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
_EXACT = ("pattern", "format", "multipleOf", "uniqueItems")
KEYWORDS = frozenset({"type", "enum", "const", *_LOWER, *_UPPER, *_EXACT})
"""The validating keywords that are compared here."""


def aside_changes(old: JsonObject, new: JsonObject) -> Iterator[KeywordChange]:
    """Changes of keywords that do not validate."""
    for keyword in old | new:
        before, after = piece(old, keyword), piece(new, keyword)
        if json_equal(before, after):
            continue
        if keyword in NOTES:
            yield "note_changed", before, after
        elif is_annotation(keyword):
            yield "annotation_changed", before, after
        elif keyword == "default":
            yield "default_changed", before, after
        elif keyword == "$schema":
            yield "other", before, after


def value_changes(old: JsonObject, new: JsonObject) -> Iterator[KeywordChange]:
    """Changes of keywords that validate one value without looking into it."""
    yield from _type_changes(old, new)
    yield from _list_changes(_values(old), _values(new))
    yield from _bound_changes(old, new)
    yield from _exact_changes(old, new)


def piece(schema: JsonObject, keyword: str) -> JsonObject | None:
    """The keyword with its value, None where the schema has none."""
    return {keyword: schema[keyword]} if keyword in schema else None


def _type_changes(old: JsonObject, new: JsonObject) -> Iterator[KeywordChange]:
    before, after = _types(old), _types(new)
    if before == after:
        return
    kind = "type_widened" if before < after else "type_narrowed" if after < before else "type_changed"
    yield kind, piece(old, "type"), piece(new, "type")


def _types(schema: JsonObject) -> frozenset[str]:
    """The types a schema names, any where it names none. Every integer is a number too."""
    named = schema.get("type")
    if named is None:
        return _TYPES
    types = frozenset([named] if isinstance(named, str) else named)
    return types | {"integer"} if "number" in types else types


def _values(schema: JsonObject) -> list[Any] | None:
    """The values that `enum` and `const` leave, None for any."""
    values: list[Any] | None = schema.get("enum")
    if "const" not in schema:
        return values
    const = schema["const"]
    return [const] if values is None or _holds(values, const) else []


def _holds(values: list[Any], wanted: Any) -> bool:
    return any(json_equal(wanted, value) for value in values)


def _list_changes(before: list[Any] | None, after: list[Any] | None) -> Iterator[KeywordChange]:
    if before is None and after is None:
        return
    if before is None:
        yield "value_list_added", None, {"enum": after}
    elif after is None:
        yield "value_list_removed", {"enum": before}, None
    else:
        yield from (("enum_value_added", None, value) for value in after if not _holds(before, value))
        yield from (("enum_value_removed", value, None) for value in before if not _holds(after, value))


def _bound_changes(old: JsonObject, new: JsonObject) -> Iterator[KeywordChange]:
    for keyword in (*_LOWER, *_UPPER):
        before, after = old.get(keyword, _LOWER.get(keyword)), new.get(keyword, _LOWER.get(keyword))
        if before == after:
            continue
        rose = before is not None and after is not None and after > before
        loosened = after is None or (before is not None and rose == (keyword in _UPPER))
        yield ("bound_loosened" if loosened else "bound_tightened"), piece(old, keyword), piece(new, keyword)


def _exact_changes(old: JsonObject, new: JsonObject) -> Iterator[KeywordChange]:
    for keyword in _EXACT:
        before, after = old.get(keyword) or None, new.get(keyword) or None
        if json_equal(before, after):
            continue
        if before is None or _is_multiple(keyword, after, before):
            kind = "bound_tightened"
        elif after is None or _is_multiple(keyword, before, after):
            kind = "bound_loosened"
        else:
            kind = "bound_changed"
        yield kind, piece(old, keyword), piece(new, keyword)


def _is_multiple(keyword: str, value: Any, of: Any) -> bool:
    """Whether one `multipleOf` implies another. Whole numbers only: fractions are not exact in validators."""
    return keyword == "multipleOf" and isinstance(value, int) and isinstance(of, int) and value % of == 0
