"""Conditions on a call's arguments: `"when": {"limit": {"maximum": 50}}`, each argument's name with a JSON Schema.

All must be met. An argument that is absent, or of a type that its schema does not speak of, does not meet it: JSON
Schema itself lets `"x"` pass for `{"maximum": 50}`, so the type that the keywords are about is added.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import jsonschema_rs

from toolgate.contract import JsonObject
from toolgate.policy.errors import RulesError, kind, quoted, unknown
from toolgate.printable import printable

_SPEAKS_OF: dict[str, str | None] = {
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"), "number"),
    **dict.fromkeys(("minLength", "maxLength", "pattern", "format"), "string"),
    **dict.fromkeys(("items", "prefixItems", "minItems", "maxItems", "uniqueItems"), "array"),
    **dict.fromkeys(("contains", "minContains", "maxContains"), "array"),
    **dict.fromkeys(("properties", "patternProperties", "additionalProperties", "propertyNames"), "object"),
    **dict.fromkeys(("required", "dependentRequired", "minProperties", "maxProperties"), "object"),
    **dict.fromkeys(("type", "const", "enum", "anyOf", "allOf", "oneOf", "not", "if", "then", "else")),
    **dict.fromkeys(("title", "description", "$comment", "examples", "default")),
}
"""Every keyword that a condition may use, with the type that it is about. References are not among them."""

_BRANCHES = ("anyOf", "allOf", "oneOf", "then", "else")
_TURNED = ("not", "if")
"""Keywords under which a mismatch can be wanted: types are added around them, not inside."""
_INNER = ("items", "prefixItems", "contains", "additionalProperties", "propertyNames")
_BY_NAME = ("properties", "patternProperties")
_DEEPEST = 20

_TYPES: dict[type, str] = {
    bool: "boolean",
    int: "number",
    float: "number",
    str: "string",
    list: "array",
    dict: "object",
    type(None): "null",
}


class Predicate:
    """The compiled conditions of one rule."""

    __slots__ = ("_checks", "arguments")

    def __init__(self, when: Any, path: str, label: str) -> None:
        """Compiles. RulesError names the path of a mistake; `label` is the rule, as messages name it."""
        path, label = f"{path}.when", f"{label}.when"
        if not isinstance(when, Mapping):
            raise RulesError(path, f"{label} must be an object, got {kind(when)}")
        if not when or not all(isinstance(name, str) and name for name in when):
            raise RulesError(path, f'{label} must name arguments, as {{"limit": {{"maximum": 50}}}}; or leave it out')
        self._checks: tuple[tuple[str, Callable[[Any], bool]], ...] = tuple(
            (name, _compile(schema, f"{path}.{printable(name[:100])}", f"{label}[{quoted(name)}]"))
            for name, schema in when.items()
        )
        self.arguments = frozenset(name for name, _ in self._checks)
        """The names of the arguments that decide."""

    def met(self, arguments: Mapping[str, Any]) -> bool:
        """Whether the arguments meet every condition."""
        for name, fits in self._checks:
            if name not in arguments:
                return False
            try:
                if not fits(arguments[name]):
                    return False
            except (ValueError, TypeError, OverflowError, RecursionError):  # not JSON: of no type that was meant
                return False
        return True


def _compile(schema: Any, path: str, label: str) -> Callable[[Any], bool]:
    _check(schema, path, label, 0)
    schema = _strict(schema)
    try:
        # These regular expressions take time linear in the text, and a format is a condition, not a remark.
        validator = jsonschema_rs.Draft202012Validator(
            schema,
            pattern_options=jsonschema_rs.RegexOptions(),
            validate_formats=True,
            ignore_unknown_formats=False,
            offline=True,
        )
    except (ValueError, TypeError, OverflowError, RecursionError) as wrong:
        raise RulesError(path, f"{label} is not a JSON Schema: {_first_line(wrong)}") from None
    return validator.is_valid


def _check(schema: Any, path: str, label: str, depth: int) -> None:
    """Refuses keywords that JSON Schema would pass over in silence, as a misspelt one."""
    if isinstance(schema, bool):
        return
    if not isinstance(schema, Mapping):
        raise RulesError(path, f'{label} must be a JSON Schema, as {{"maximum": 50}}, got {kind(schema)}')
    if depth > _DEEPEST:
        raise RulesError(path, f"{label} is nested more than {_DEEPEST} deep; make it simpler")
    for keyword, value in schema.items():
        if keyword not in _SPEAKS_OF:
            raise RulesError(path, f"{label}: {unknown(keyword, tuple(_SPEAKS_OF))}")
        for name, inner in _schemas_in(keyword, value):
            _check(inner, f"{path}.{name}", label, depth + 1)


def _schemas_in(keyword: str, value: Any) -> list[tuple[str, Any]]:
    """The schemas that stand under a keyword, each with its index. What has another shape is left to the compiler."""
    if keyword in _BY_NAME and isinstance(value, Mapping):
        return [(f"{keyword}.{printable(str(name)[:100])}", inner) for name, inner in value.items()]
    if keyword in (*_BRANCHES, *_TURNED, *_INNER):
        if isinstance(value, list):
            return [(f"{keyword}[{index}]", inner) for index, inner in enumerate(value)]
        return [(keyword, value)]
    return []


def _strict(schema: Any) -> Any:
    """The schema with the types that its keywords are about, wherever a value has to fit."""
    if not isinstance(schema, Mapping):
        return schema
    strict: JsonObject = {}
    for keyword, value in schema.items():
        if keyword in _BY_NAME and isinstance(value, Mapping):
            strict[keyword] = {name: _strict(inner) for name, inner in value.items()}
        elif keyword in (*_BRANCHES, *_INNER):
            strict[keyword] = [_strict(inner) for inner in value] if isinstance(value, list) else _strict(value)
        else:
            strict[keyword] = value
    if "type" not in strict and (types := _types(schema, _TURNED)):
        strict["type"] = sorted(types)
    return strict


def _types(schema: Mapping[str, Any], through: tuple[str, ...]) -> set[str]:
    """The types that a schema speaks of, itself and in the schemas under some keywords; none where it is any value."""
    if "type" in schema:
        named = schema["type"]
        return {str(name) for name in named} if isinstance(named, list) else {str(named)}
    found = {about for keyword in schema if (about := _SPEAKS_OF[keyword])}
    found |= {name for value in _listed(schema) if (name := _TYPES.get(type(value)))}
    for keyword in through:
        for _, inner in _schemas_in(keyword, schema[keyword]) if keyword in schema else ():
            found |= _types(inner, (*_TURNED, *_BRANCHES)) if isinstance(inner, Mapping) else set()
    return found


def _listed(schema: Mapping[str, Any]) -> list[Any]:
    values = schema.get("enum")
    return [*(values if isinstance(values, list) else []), *([schema["const"]] if "const" in schema else [])]


def _first_line(error: BaseException) -> str:
    return printable(str(error).partition("\n")[0][:200])
