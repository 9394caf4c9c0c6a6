"""JSON Schemas reduced to what providers accept as a grammar. The validator enforces the bounds left out here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toolgate.contract import JsonObject
from toolgate.errors import LocalError

_OPTIONAL_MAX = 24
"""Claude answers 400 to a grammar with more optional properties than this."""


def closed_schema(schema: JsonObject) -> JsonObject | None:
    """The schema in closed objects, as Claude's grammar takes it. None where that cannot say it.

    No bounds, no unions of types, no recursion; an object that may hold anything cannot be closed.
    """
    try:
        closed = _Walk(schema, closed=True).root()
    except _Inexpressible:
        return None
    return closed if _optional(closed) <= _OPTIONAL_MAX else None


def loosened_schema(schema: JsonObject) -> JsonObject:
    """The schema without bounds, constants and patterns, as Gemini takes it. What recurs is left open."""
    return _Walk(schema, closed=False).root()


class _Inexpressible(LocalError):
    """The schema has no equivalent of closed objects."""


class _Walk:
    """One pass over a schema. References to `$defs` stay, others are put in place."""

    def __init__(self, root: JsonObject, closed: bool) -> None:
        self._root = root
        self._closed = closed
        self._inside: tuple[str, ...] = ()
        self._defs: JsonObject = {}

    def root(self) -> JsonObject:
        said = self.schema(self._root)
        return said | {"$defs": self._defs} if self._defs else said

    def schema(self, schema: Any) -> JsonObject:
        if not isinstance(schema, Mapping):
            return self._anything()
        if "$ref" in schema:
            return self._referred(str(schema["$ref"]), schema)
        if "allOf" in schema:
            return self.schema(self._merged(schema))
        said: JsonObject = {key: schema[key] for key in ("description",) if key in schema}
        if "const" in schema:
            return said | self._listed(schema, [schema["const"]])
        if "enum" in schema:
            return said | self._listed(schema, list(schema["enum"]))
        kind = schema.get("type", "object" if "properties" in schema else None)
        branches = schema.get("anyOf") or schema.get("oneOf")
        if branches and "properties" not in schema:
            return said | {"anyOf": [self.schema(branch) for branch in branches]}
        if isinstance(kind, list):
            rest = {key: value for key, value in schema.items() if key != "description"}
            branches = [self.schema({**rest, "type": one}) for one in kind]
            return said | (branches[0] if len(branches) == 1 else {"anyOf": branches})
        if kind == "object":
            return said | self._object(schema)
        if kind == "array":
            return said | self._array(schema)
        return said | ({"type": kind} if kind else self._anything())

    def _anything(self) -> JsonObject:
        if self._closed:
            raise _Inexpressible
        return {}

    def _listed(self, schema: Mapping[str, Any], values: list[Any]) -> JsonObject:
        kind = schema.get("type")
        return {"type": kind, "enum": values} if isinstance(kind, str) else {"enum": values}

    def _object(self, schema: Mapping[str, Any]) -> JsonObject:
        properties = {
            name: self.schema(inner) for name, inner in schema.get("properties", {}).items() if inner is not False
        }
        more = schema.get("additionalProperties", True)
        if self._closed:
            if isinstance(more, Mapping) or (more and not properties):
                raise _Inexpressible
            more = False
        said: JsonObject = {"type": "object"}
        if properties or self._closed:
            said["properties"] = properties
            said["required"] = [name for name in dict.fromkeys(schema.get("required", ())) if name in properties]
        if "additionalProperties" in schema or self._closed:
            said["additionalProperties"] = self.schema(more) if isinstance(more, Mapping) else more
        return said

    def _array(self, schema: Mapping[str, Any]) -> JsonObject:
        if "items" not in schema and not self._closed:
            return {"type": "array"}
        return {"type": "array", "items": self.schema(schema.get("items"))}

    def _referred(self, ref: str, schema: Mapping[str, Any]) -> JsonObject:
        if ref in self._inside:
            return self._anything()
        target: Any = self._root if ref.startswith("#") else None
        path = [key.replace("~1", "/").replace("~0", "~") for key in ref.split("/")[1:]]
        for key in path:
            target = target.get(key) if isinstance(target, Mapping) else None
        if not isinstance(target, Mapping):
            return self._anything()
        beside = {key: value for key, value in schema.items() if key not in ("$ref", "$defs")}
        stays = not beside and len(path) == 2 and path[0] == "$defs"
        if stays and path[1] in self._defs:
            return {"$ref": ref}
        self._inside = (*self._inside, ref)
        try:
            said = self.schema({**target, **beside})
        finally:
            self._inside = self._inside[:-1]
        if not stays:
            return said
        self._defs[path[1]] = said
        return {"$ref": ref}

    def _merged(self, schema: Mapping[str, Any]) -> JsonObject:
        """The parts of `allOf` as one: their properties together, the last word of the rest."""
        merged: JsonObject = {key: value for key, value in schema.items() if key != "allOf"}
        for part in schema["allOf"]:
            if isinstance(part, Mapping):
                properties = {**merged.get("properties", {}), **part.get("properties", {})}
                required = [*merged.get("required", ()), *part.get("required", ())]
                merged = {**merged, **part}
                if properties:
                    merged |= {"properties": properties, "required": required}
        return merged


def _optional(schema: Any) -> int:
    """How many optional properties there are, at any depth."""
    if isinstance(schema, list):
        return sum(map(_optional, schema))
    if not isinstance(schema, Mapping):
        return 0
    own = len(schema.get("properties", ())) - len(schema.get("required", ())) if schema.get("type") == "object" else 0
    named = [*schema.get("properties", {}).values(), *schema.get("$defs", {}).values()]
    inner = [*named, schema.get("items"), schema.get("anyOf", [])]
    return own + sum(map(_optional, inner))
