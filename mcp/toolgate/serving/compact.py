"""Compacts a tool's schema for clients: shorter, and just as strict.

What repeats inside a schema stands once in its `$defs`, and keywords that only our own planner reads (`x-...`) go, as
does the dialect, which is MCP's own. No constraint is lost: the compact schema accepts and refuses the same documents.

What repeats but for its type is shared too: the type stays where it was, beside the reference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import orjson

from toolgate.compatibility.refs import NOTES
from toolgate.contract import JsonObject
from toolgate.serving.counted import counted

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_SCHEMAS = frozenset(
    ("items", "contains", "not", "if", "then", "else", "propertyNames", "additionalProperties", "unevaluatedItems",
     "unevaluatedProperties")
)  # fmt: skip
"""Keywords whose value is a schema."""
_LISTS = frozenset(("allOf", "anyOf", "oneOf", "prefixItems"))
_MAPS = frozenset(("properties", "patternProperties", "dependentSchemas", "$defs"))
_NAMED = frozenset(("$id", "$anchor", "$dynamicAnchor", "$dynamicRef", "$ref", "$defs", "$schema"))
"""What holds one of these means something by where it stands, and is left there."""

_Visit = Callable[[str, Any], Any]


def compact(schema: JsonObject, *, notes: bool = True) -> JsonObject:
    """The same schema, shorter. References of its own stay.

    Without `notes`, for those that check more than they read, descriptions and titles go too, and numbers tell which
    fields must be there.
    """
    plain: JsonObject = _stripped(schema) if notes else _checked(schema)
    if plain.get("$schema") == DIALECT:
        del plain["$schema"]
    if "$id" in plain:  # references would mean something else
        return plain
    defs: JsonObject = {}
    while (found := _worthwhile(plain, defs)) is not None:
        name, shared = found
        plain = _replaced(plain, shared, name)
        defs = {known: _replaced(part, shared, name) for known, part in defs.items()}
        defs[name] = shared
    return {**plain, "$defs": {**plain.get("$defs", {}), **defs}} if defs else plain


def _stripped(schema: Any, unwanted: frozenset[str] = frozenset()) -> Any:
    """The schema without the keywords of extensions, and without those that are unwanted."""
    if not isinstance(schema, dict):
        return schema
    kept = {key: value for key, value in schema.items() if not key.startswith("x-") and key not in unwanted}
    if kept.get("required") == []:
        del kept["required"]  # nothing must be there
    return _with_parts(kept, lambda _, part: _stripped(part, unwanted))


def _checked(schema: Any) -> Any:
    """The schema with nothing in it but what decides."""

    def visit(_: str, part: Any) -> Any:
        return counted(_with_parts(part, visit)) if isinstance(part, dict) else part

    return visit("", _stripped(schema, NOTES))


def _replaced(schema: Any, shared: JsonObject, name: str) -> Any:
    """The schema with a reference wherever `shared` stands below its top; descriptions stay where they are."""

    def visit(_: str, part: Any) -> Any:
        if isinstance(part, dict) and shared in _forms(part):
            beside = {key: part[key] for key in ("type", "description") if key in part and key not in shared}
            return {"$ref": f"#/$defs/{name}", **beside}
        return _replaced(part, shared, name)

    return _with_parts(schema, visit) if isinstance(schema, dict) else schema


def _worthwhile(schema: JsonObject, defs: Mapping[str, JsonObject]) -> tuple[str, JsonObject] | None:
    """The part that saves most where it stands once, and a name for it; None where nothing would be shorter."""
    counts: Counter[bytes] = Counter()
    names: dict[bytes, str] = {}
    for whole in (schema, *defs.values()):
        for name, part in _parts(whole):
            if not _NAMED.intersection(part):
                for key in map(orjson.dumps, _forms(part)):
                    counts[key] += 1
                    names.setdefault(key, name)
    best, saved = None, 0
    taken = {*defs, *schema.get("$defs", {})}
    for key, count in counts.items():
        name = _free(names[key], taken)
        reference = len(f'{{"$ref":"#/$defs/{name}"}}')
        gain = (count - 1) * (len(key) - reference) - reference - len(f'"{name}":,')
        if gain > saved:
            best, saved = (name, orjson.loads(key)), gain
    return best


def _free(name: str, taken: set[str]) -> str:
    """Its first letter, with a number where that is taken: names are written out at every reference."""
    letter = next((character for character in name.lower() if "a" <= character <= "z"), "p")
    number = next(n for n in range(1, len(taken) + 2) if (letter if n == 1 else f"{letter}{n}") not in taken)
    return letter if number == 1 else f"{letter}{number}"


def _forms(schema: JsonObject) -> list[JsonObject]:
    """What of a schema can be shared: all but its description, and that without its type."""
    bare = {key: value for key, value in schema.items() if key != "description"}
    untyped = {key: value for key, value in bare.items() if key != "type"}
    return [bare, untyped] if untyped and untyped != bare else [bare]


def _parts(schema: JsonObject) -> Iterator[tuple[str, JsonObject]]:
    """Every schema below this one, with the name that it is known by there."""
    found: list[tuple[str, JsonObject]] = []

    def visit(name: str, part: Any) -> Any:
        if isinstance(part, dict):
            found.append((name, part))
            found.extend(_parts(part))
        return part

    _with_parts(schema, visit)
    yield from found


def _with_parts(schema: JsonObject, visit: _Visit) -> JsonObject:
    """The schema with each schema directly inside it as `visit(name, part)` gives it back."""
    out: JsonObject = {}
    for key, value in schema.items():
        if key in _SCHEMAS:
            out[key] = visit(key, value)
        elif key in _LISTS and isinstance(value, list):
            out[key] = [visit(key, part) for part in value]
        elif key in _MAPS and isinstance(value, dict):
            out[key] = {name: visit(name, part) for name, part in value.items()}
        else:
            out[key] = value
    return out
