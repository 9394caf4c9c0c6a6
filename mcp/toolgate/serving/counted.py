"""Tells by numbers which fields an object must have, where that is shorter than their names.

An object that has nothing but the fields it names has all of them if it has as many:

    {"additionalProperties": false, "required": ["a", "b"], "properties": {"a": {}, "b": {}}}
    {"additionalProperties": false, "minProperties": 2, "properties": {"a": {}, "b": {}}}

With one field that may be missing it must have one more where that one is there.
"""

from __future__ import annotations

import orjson

from toolgate.contract import JsonObject

_IN_THE_WAY = frozenset(("minProperties", "patternProperties", "if", "then", "else"))


def counted(schema: JsonObject) -> JsonObject:
    """The schema, or a shorter one that accepts and refuses the same documents. Its parts stay as they are."""
    needed, fields = schema.get("required"), schema.get("properties", {})
    closed = schema.get("additionalProperties") is False and not _IN_THE_WAY.intersection(schema)
    if not needed or not closed or not fields.keys() >= set(needed):
        return schema
    free = sorted(fields.keys() - set(needed))
    if len(free) > 1:
        return schema
    rule: JsonObject = {"minProperties": len(needed)}
    if free:
        rule |= {"if": {"required": free}, "then": {"minProperties": len(needed) + 1}}
    if len(orjson.dumps(rule)) >= len(orjson.dumps({"required": needed})):
        return schema
    return {**{key: value for key, value in schema.items() if key != "required"}, **rule}
