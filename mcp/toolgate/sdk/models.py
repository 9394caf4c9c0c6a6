"""Pydantic models as the schemas of a tool, and a model's values as JSON."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from toolgate.contract import JsonObject

ENVELOPE_FIELDS = frozenset(("schema_version", "generated_at", "truncated", "error"))
"""What an envelope says of an answer: a result that had a field of that name would say it in its place."""


def request_schema(model: type[BaseModel]) -> JsonObject:
    """What a tool takes. A field that no model in it names is refused, unless that model allows extra ones."""
    schema = model.model_json_schema()
    for part in (schema, *schema.get("$defs", {}).values()):
        if "properties" in part:
            part.setdefault("additionalProperties", False)
    return schema


def result_schema(model: type[BaseModel]) -> JsonObject:
    """What a tool gives, without the envelope's own fields."""
    return model.model_json_schema(mode="serialization")


def fields_of(schema: JsonObject) -> JsonObject:
    """The fields of an object schema by name, also where a model that refers to itself puts them behind a `$ref`."""
    name = schema.get("$ref", "").removeprefix("#/$defs/")
    found: JsonObject = schema.get("$defs", {}).get(name, schema).get("properties", {})
    return found


def is_object(schema: JsonObject) -> bool:
    """Whether what fits a model's schema is an object, as arguments and results are."""
    kind = schema.get("type", "object")
    return kind == "object" or not isinstance(kind, str)


def dumped(model: type[BaseModel], value: BaseModel) -> Any:
    """A value as JSON under the names of the model's schema. Fields that only a subclass has are left out."""
    return model.__pydantic_serializer__.to_python(value, mode="json", by_alias=True, warnings=False)
