"""Each fault of a tool by itself, and none for a sound one."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from toolgate.compatibility.lint import lint
from toolgate.contract import SUMMARY_MAX_CHARS, JsonObject, ToolSpec

TAKES: JsonObject = {
    "type": "object",
    "properties": {
        "driver": {"description": "Who.", "type": "string", "maxLength": 40, "x-vocabulary": "driver"},
        "limit": {"description": "How many.", "type": "integer", "minimum": 1, "maximum": 9},
        "at": {"description": "When.", "anyOf": [{"type": "number", "minimum": 0, "maximum": 99}, {"const": "end"}]},
        "order": {"description": "Which first.", "type": "string", "enum": ["near", "far"]},
    },
    "required": ["driver"],
    "additionalProperties": False,
}
GIVES: JsonObject = {
    "type": "object",
    "properties": {
        "schema_version": {"const": 1},
        "generated_at": {"type": "string", "maxLength": 30},
        "summary": {"type": "string", "maxLength": SUMMARY_MAX_CHARS},
        "cars": {"type": "array", "maxItems": 60, "items": {"$ref": "#/$defs/car"}},
        "gap_s": {"type": ["number", "null"], "exclusiveMinimum": -1, "maximum": 99999},
    },
    "required": ["schema_version", "generated_at", "summary", "cars"],
    "additionalProperties": False,
    "$defs": {"car": {"type": "object", "properties": {"code": {"type": "string", "maxLength": 3}}}},
}
EXAMPLES: Any = (("how far is {driver} behind, of {n}", {"driver": "{driver}", "limit": "{n}"}),)


def a_tool(
    takes: JsonObject = TAKES, gives: JsonObject = GIVES, examples: Any = EXAMPLES, description: str = "The gap."
) -> ToolSpec:
    return ToolSpec("get_gap", description, takes, gives, lambda arguments, agent: {}, examples=examples)


def with_argument(name: str, schema: Any) -> JsonObject:
    takes = deepcopy(TAKES)
    takes["properties"][name] = schema
    return takes


def with_result(name: str, schema: Any) -> JsonObject:
    gives = deepcopy(GIVES)
    gives["properties"][name] = schema
    return gives


def test_a_sound_tool_has_no_faults() -> None:
    assert lint(a_tool()) == []


WHAT = {"description": "What."}
STRING = {**WHAT, "type": "string", "maxLength": 9}

INPUTS: list[tuple[JsonObject, str]] = [
    ({**TAKES, "type": "array", "maxItems": 1}, "input: not an object at the top"),
    ({**TAKES, "additionalProperties": True}, "input: additionalProperties is not false"),
    ({**TAKES, "additionalProperties": STRING}, "input: additionalProperties is not false"),
    ({key: TAKES[key] for key in TAKES if key != "additionalProperties"}, "input: additionalProperties is not false"),
    (with_argument("a", {**WHAT, "type": "object"}), "input.properties.a: additionalProperties is not false"),
    (with_argument("a", {**WHAT, "type": "number", "minimum": 0}), "input.properties.a: number without maximum"),
    (with_argument("a", {**WHAT, "type": "integer", "maximum": 0}), "input.properties.a: integer without minimum"),
    (with_argument("a", {**WHAT, "type": ["string", "null"]}), "input.properties.a: string without maxLength"),
    (with_argument("a", {**WHAT, "type": "array", "items": STRING}), "input.properties.a: array without maxItems"),
    (
        with_argument("a", {**WHAT, "type": "array", "maxItems": 2, "items": {"type": "string"}}),
        "input.properties.a.items: string without maxLength",
    ),
    (
        with_argument("a", {**WHAT, "type": "array", "maxItems": 2, "prefixItems": [{"type": "string"}]}),
        "input.properties.a.prefixItems[0]: string without maxLength",
    ),
    (
        with_argument("a", {**WHAT, "anyOf": [{"type": "null"}, {"type": "string"}]}),
        "input.properties.a.anyOf[1]: string without maxLength",
    ),
    (with_argument("a", WHAT), "input.properties.a: says neither type nor values"),
    (
        with_argument("a", {**WHAT, "type": "array", "maxItems": 2, "items": True}),
        "input.properties.a.items: says neither type nor values",
    ),
    (with_argument("a", {**WHAT, "type": "array", "maxItems": 2}), "input.properties.a: array without items"),
    ({**TAKES, "x-migration": {"$.limit": ""}}, "input.x-migration: not a note for each path"),
    ({**TAKES, "x-deprecated": ["$.limit"]}, "input.x-deprecated: not a note for each path"),
    (with_argument("a", {**WHAT, "$ref": "#/$defs/none"}), "input.properties.a: $ref leads nowhere: #/$defs/none"),
    (
        with_argument("a", {**WHAT, "$ref": "https://a.org/b"}),
        "input.properties.a: $ref leads nowhere: https://a.org/b",
    ),
    (with_argument("a", {"const": 1}), "input.properties.a: description missing"),
    (with_argument("a", {"const": 1, "description": " "}), "input.properties.a: description missing"),
    (with_argument("a", {**STRING, "format": "uri"}), "input.properties.a: format uri: no argument is an address"),
    (
        with_argument("a", {**WHAT, "type": "object", "properties": {"url": STRING}, "additionalProperties": False}),
        "input.properties.a.properties.url: no argument is a url",
    ),
    (
        with_argument("a", {"type": "strong", "description": "What."}),
        "input.properties.a.type: not a JSON Schema: 'strong' is not valid under any of the given schemas",
    ),
]


@pytest.mark.parametrize(("takes", "fault"), INPUTS)
def test_a_fault_of_the_input(takes: JsonObject, fault: str) -> None:
    assert lint(a_tool(takes)) == [f"get_gap: {fault}"]


@pytest.mark.parametrize(
    "name", ["path", "file_name", "log_dir", "cmd", "shell", "base_url", "uris", "scriptName", "exec", "directories"]
)
def test_no_argument_names_a_place_or_something_to_run(name: str) -> None:
    (fault,) = lint(a_tool(with_argument(name, STRING)))
    assert fault.startswith(f"get_gap: input.properties.{name}: no argument is a ")


@pytest.mark.parametrize("name", ["profile", "direction", "compound", "pathfinder", "curl", "description", "lap"])
def test_only_whole_words_count(name: str) -> None:
    assert lint(a_tool(with_argument(name, STRING))) == []


def without(name: str, *, only_required: bool = False) -> JsonObject:
    gives = deepcopy(GIVES)
    gives["required"].remove(name)
    if not only_required:
        del gives["properties"][name]
    return gives


OUTPUTS: list[tuple[JsonObject, str]] = [
    ({**GIVES, "type": ["object", "null"]}, "output: not an object at the top"),
    *(
        (without(name, only_required=only_required), f"output.properties.{name}: not a required property")
        for name in ("schema_version", "generated_at", "summary")
        for only_required in (True, False)
    ),
    (
        with_result("summary", {"type": "string", "maxLength": SUMMARY_MAX_CHARS + 1}),
        f"output.properties.summary: maxLength {SUMMARY_MAX_CHARS + 1} is over {SUMMARY_MAX_CHARS}",
    ),
    (with_result("summary", {"type": "string"}), "output.properties.summary: string without maxLength"),
    (with_result("schema_version", {"const": 2}), "output.properties.schema_version: const 2, but the tool is v1"),
    (with_result("notes", {"type": "array", "items": False}), "output.properties.notes: array without maxItems"),
    (
        {**GIVES, "$defs": {"car": {"type": "object", "properties": {"code": {"type": "string"}}}}},
        "output.$defs.car.properties.code: string without maxLength",
    ),
    (
        with_result("by_car", {"type": "object", "additionalProperties": {"type": "number", "minimum": 0}}),
        "output.properties.by_car.additionalProperties: number without maximum",
    ),
]


@pytest.mark.parametrize(("gives", "fault"), OUTPUTS)
def test_a_fault_of_the_output(gives: JsonObject, fault: str) -> None:
    assert lint(a_tool(gives=gives)) == [f"get_gap: {fault}"]


@pytest.mark.parametrize(
    ("question", "arguments", "fault"),
    [
        ("of {driver}", {"driver": "{driver}", "car": "33"}, "unknown argument car"),
        ("of him", {"driver": "{driver}"}, "slot {driver} is not in the question"),
        ("of {driver}", {"driver": "car {driver}", "order": ["{n}"]}, "slot {n} is not in the question"),
        ("how many", {"limit": 1}, "argument driver is required"),
    ],
)
def test_a_fault_of_an_example(question: str, arguments: JsonObject, fault: str) -> None:
    assert lint(a_tool(examples=(*EXAMPLES, (question, arguments)))) == [f"get_gap: examples[1]: {fault}"]


def test_tuples_are_lists() -> None:
    assert lint(a_tool({**TAKES, "required": ("driver",)}, {**GIVES, "required": tuple(GIVES["required"])})) == []


def test_an_open_object_of_an_output_is_no_fault() -> None:
    assert lint(a_tool(gives=with_result("details", {"type": "object", "additionalProperties": True}))) == []


def test_a_tool_says_what_it_does() -> None:
    assert lint(a_tool(description=" ")) == ["get_gap: description: missing"]


def test_a_broken_schema_hides_no_fault_of_the_other() -> None:
    faults = lint(
        a_tool({"type": "object", "required": "driver"}, with_result("notes", {"type": "array", "items": False}))
    )
    assert faults == [
        "get_gap: input.required: not a JSON Schema: 'driver' is not of type 'array'",
        "get_gap: output.properties.notes: array without maxItems",
    ]
