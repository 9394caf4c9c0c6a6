"""What a tool's schemas and examples keep to, so that nothing unbounded can be asked for or sent.

Every fault is one line: the tool, the path in the schema, and what is wrong there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError

from toolgate.compatibility.refs import as_object, resolve
from toolgate.compatibility.schema_store import as_stored
from toolgate.contract import SUMMARY_MAX_CHARS, JsonObject, ToolSpec

ENVELOPE = ("schema_version", "generated_at", "summary")

_FORBIDDEN = re.compile(
    "(path|pathname|file|filename|filepath|dir|directory|directorie|folder|url|uri|href"
    "|cmd|command|shell|bash|exec|execute|eval|subprocess|script)s?"
)
"""Words that no argument has in its name: none names a path on a machine or something to run."""

_ADDRESS_FORMATS = frozenset({"uri", "uri-reference", "uri-template", "iri", "iri-reference"})
_NEEDS = {
    "integer": (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")),
    "number": (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")),
    "string": (("maxLength",),),
    "array": (("maxItems",), ("items", "prefixItems")),
}
_SAYS_WHAT = frozenset({"type", "enum", "const", "$ref", "anyOf", "oneOf", "allOf"})
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_SLOT = re.compile(r"\{(\w+)\}")

Fault = tuple[str, str]


def lint(spec: ToolSpec) -> list[str]:
    """The faults of a tool's description, schemas and examples; none for a sound tool."""
    schemas = as_stored(spec)
    faults: list[Fault] = [] if spec.description.strip() else [("description", "missing")]
    faults += _schema_faults("input", schemas.input) or [
        *_bound_faults("input", schemas.input),
        *_input_faults(schemas.input),
        *_example_faults(schemas.input, spec.examples),
    ]
    faults += _schema_faults("output", schemas.output) or [
        *_bound_faults("output", schemas.output),
        *_output_faults(schemas.output, schemas.version),
    ]
    return [f"{spec.name}: {where}: {fault}" for where, fault in faults]


def _schema_faults(direction: str, schema: JsonObject) -> list[Fault]:
    """Whether it is a draft 2020-12 schema of an object at all; the other rules ask only those that are."""
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        return [(direction + error.json_path[1:], f"not a JSON Schema: {error.message}")]
    if schema.get("type") != "object":
        return [(direction, "not an object at the top")]
    return [
        (f"{direction}.{keyword}", "not a note for each path")
        for keyword in ("x-deprecated", "x-migration")
        if not _are_notes(schema.get(keyword, {}))
    ]


def _are_notes(notes: Any) -> bool:
    return isinstance(notes, dict) and all(isinstance(note, str) and note.strip() for note in notes.values())


def _bound_faults(direction: str, root: JsonObject) -> Iterator[Fault]:
    """Numbers, strings and arrays without bounds, values of which nothing is said, references to nowhere."""
    for where, schema in _subschemas(direction, root):
        if "$ref" in resolve(schema, root):
            yield where, f"$ref leads nowhere: {schema['$ref']}"
        for here, inner in _values(where, schema):
            if inner is True and here.endswith(".additionalProperties"):
                continue  # an open object: the input's rules refuse it, an output may be one
            if inner is True or (inner is not False and not _SAYS_WHAT & inner.keys()):
                yield here, "says neither type nor values"
        if "enum" in schema or "const" in schema:
            continue
        named = schema.get("type", [])
        for type_ in [named] if isinstance(named, str) else named:
            for alternatives in _NEEDS.get(type_, ()):
                if not any(keyword in schema for keyword in alternatives):
                    yield where, f"{type_} without {alternatives[0]}"


def _input_faults(root: JsonObject) -> Iterator[Fault]:
    """Objects open to unknown members, and arguments without description or with a forbidden meaning."""
    for where, schema in _subschemas("input", root):
        rest = schema.get("additionalProperties", True)
        if schema.get("type") == "object" and (rest is True or (where == "input" and rest is not False)):
            yield where, "additionalProperties is not false"
        if schema.get("format") in _ADDRESS_FORMATS:
            yield where, f"format {schema['format']}: no argument is an address"
        for name, value in schema.get("properties", {}).items():
            here = f"{where}.properties.{name}"
            if not resolve(as_object(value), root).get("description", "").strip():
                yield here, "description missing"
            words = [word.lower() for word in _WORD.findall(name)]
            yield from ((here, f"no argument is a {word}") for word in words if _FORBIDDEN.fullmatch(word))


def _output_faults(root: JsonObject, version: int) -> Iterator[Fault]:
    """What the envelope asks of every output's top level."""
    values = {name: resolve(as_object(value), root) for name, value in root.get("properties", {}).items()}
    for name in ENVELOPE:
        if name not in values or name not in root.get("required", ()):
            yield f"output.properties.{name}", "not a required property"
    longest = values.get("summary", {}).get("maxLength", SUMMARY_MAX_CHARS)
    if longest > SUMMARY_MAX_CHARS:
        yield "output.properties.summary", f"maxLength {longest} is over {SUMMARY_MAX_CHARS}"
    said = values.get("schema_version", {}).get("const", version)
    if said != version:
        yield "output.properties.schema_version", f"const {said}, but the tool is v{version}"


def _example_faults(root: JsonObject, examples: Iterable[tuple[str, JsonObject]]) -> Iterator[Fault]:
    """Arguments that the input does not know or does not find, and slots that the question lacks."""
    known, required = root.get("properties", {}), root.get("required", [])
    for index, (question, arguments) in enumerate(examples):
        where, given = f"examples[{index}]", set(_SLOT.findall(question))
        yield from ((where, f"unknown argument {name}") for name in arguments if name not in known)
        yield from ((where, f"argument {name} is required") for name in required if name not in arguments)
        for slot in sorted(_slots(arguments) - given):
            yield where, f"slot {{{slot}}} is not in the question"


def _slots(value: Any) -> set[str]:
    """The slots in the strings of a JSON value."""
    if isinstance(value, str):
        return set(_SLOT.findall(value))
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return {slot for part in parts for slot in _slots(part)}


def _subschemas(where: str, schema: JsonObject) -> Iterator[tuple[str, JsonObject]]:
    """The schema and every schema written inside it, each with its path. True and false are left out."""
    yield where, schema
    for here, inner in (*_values(where, schema), *_branches(where, schema)):
        if isinstance(inner, dict):
            yield from _subschemas(here, inner)


def _values(where: str, schema: JsonObject) -> Iterator[tuple[str, Any]]:
    """The schemas directly inside that speak of a member or an item of the value."""
    for keyword in ("properties", "patternProperties"):
        for name, inner in schema.get(keyword, {}).items():
            yield f"{where}.{keyword}.{name}", inner
    for index, inner in enumerate(schema.get("prefixItems", ())):
        yield f"{where}.prefixItems[{index}]", inner
    for keyword in ("items", "additionalProperties"):
        if keyword in schema:
            yield f"{where}.{keyword}", schema[keyword]


def _branches(where: str, schema: JsonObject) -> Iterator[tuple[str, Any]]:
    """The schemas directly inside that speak of the same value, or of none yet."""
    for keyword in ("anyOf", "oneOf", "allOf"):
        for index, inner in enumerate(schema.get(keyword, ())):
            yield f"{where}.{keyword}[{index}]", inner
    for name, inner in schema.get("$defs", {}).items():
        yield f"{where}.$defs.{name}", inner
