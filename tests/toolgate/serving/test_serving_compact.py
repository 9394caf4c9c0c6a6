"""A compact schema accepts and refuses what the whole one does, and the list of tools stays short."""

from __future__ import annotations

from typing import Any

import jsonschema_rs
import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitwall.state import StateCache
from pitwall.tools import build_tools
from tests.examples import examples
from toolgate.contract import JsonObject, Outcome
from toolgate.envelope import envelope_schema
from toolgate.serving import listing
from toolgate.serving.compact import compact
from toolgate.serving.counted import counted

SPECS = {spec.name: spec for spec in build_tools(StateCache())}
BYTES_PER_TOOL = 3450


def _valid(schema: JsonObject) -> st.SearchStrategy[Any]:
    """Documents that mostly fit: of the types, lengths and bounds that the schema names."""
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    types = schema.get("type", "null")
    return st.one_of([_typed(kind, schema) for kind in ([types] if isinstance(types, str) else types)])


def _typed(kind: str, schema: JsonObject) -> st.SearchStrategy[Any]:
    low, high = schema.get("minimum", -5), schema.get("maximum", 5)
    if kind == "object":
        properties = schema.get("properties", {})
        needed = {name: _valid(properties[name]) for name in schema.get("required", ())}
        more = {name: _valid(part) for name, part in properties.items() if name not in needed}
        return st.fixed_dictionaries(needed, optional=more)
    if kind == "array":
        return st.lists(_valid(schema.get("items", {})), max_size=2)
    if kind == "string" and "pattern" in schema:
        return st.from_regex(schema["pattern"], fullmatch=True)
    if kind == "string":
        return st.text("ab", min_size=schema.get("minLength", 0), max_size=min(schema.get("maxLength", 5), 5))
    numbers: dict[str, st.SearchStrategy[Any]] = {
        "integer": st.integers(low, high),
        "number": st.floats(low, high, allow_nan=False),
        "boolean": st.booleans(),
        "null": st.none(),
    }
    return numbers[kind]


ODD = st.sampled_from([None, True, -1, 0, 3.5, 10**9, "", "x" * 300, [], {}, [None] * 100, {"surplus": 1}])


@st.composite
def _spoilt(draw: st.DrawFn, document: Any) -> Any:
    """The document with one part of it, at any depth, replaced, missing or one too many."""
    if isinstance(document, dict) and document and draw(st.booleans()):
        key = draw(st.sampled_from(sorted(document)))
        what = draw(st.sampled_from(["inside", "missing", "surplus"]))
        if what == "missing":
            return {name: value for name, value in document.items() if name != key}
        if what == "surplus":
            return {**document, "surplus": 1}
        return {**document, key: draw(_spoilt(document[key]))}
    if isinstance(document, list) and document and draw(st.booleans()):
        return [draw(_spoilt(document[0])), *document[1:]]
    return draw(ODD)


@pytest.mark.parametrize("part", ["arguments", "output"])
@pytest.mark.parametrize("name", SPECS)
def test_the_compact_schema_decides_as_the_whole_one(name: str, part: str) -> None:
    notes = part == "arguments"
    whole = SPECS[name].input_schema if notes else envelope_schema(SPECS[name])
    long, short = (jsonschema_rs.validator_for(schema) for schema in (whole, compact(whole, notes=notes)))
    documents = _valid(whole)

    @examples(5)
    @given(data=st.data())
    def decide(data: st.DataObject) -> None:
        document = data.draw(documents)
        spoilt = data.draw(_spoilt(document))
        assert long.is_valid(document) == short.is_valid(document)
        assert long.is_valid(spoilt) == short.is_valid(spoilt)

    decide()


def test_documents_of_both_kinds_are_tried() -> None:
    whole = envelope_schema(SPECS["get_gap"])
    validator = jsonschema_rs.validator_for(whole)
    assert validator.is_valid(_first(_valid(whole)))
    assert not validator.is_valid({"surplus": 1})


def _first(strategy: st.SearchStrategy[Any]) -> Any:
    found: list[Any] = []

    @settings(max_examples=1)
    @given(strategy)
    def take(document: Any) -> None:
        found.append(document)

    take()
    return found[0]


def test_the_list_of_tools_is_short_and_says_nothing_of_our_planner() -> None:
    shown = [listing.listed(spec).model_dump_json(by_alias=True, exclude_none=True) for spec in SPECS.values()]
    assert sum(map(len, shown)) / len(shown) <= BYTES_PER_TOOL
    assert not [tool for tool in shown if '"x-' in tool]


def test_arguments_keep_their_descriptions() -> None:
    for spec in SPECS.values():
        properties = compact(spec.input_schema)["properties"]
        assert all("description" in part for part in properties.values()), spec.name


DRIVER = {"type": "object", "required": ["car"], "properties": {"car": {"type": "string", "maxLength": 8}}}


def test_what_repeats_stands_once_under_a_name() -> None:
    schema = {"type": "object", "properties": {"ahead": {**DRIVER, "description": "in front"}, "behind": DRIVER}}
    assert compact(schema) == {
        "type": "object",
        "properties": {
            "ahead": {"$ref": "#/$defs/a", "description": "in front"},
            "behind": {"$ref": "#/$defs/a"},
        },
        "$defs": {"a": DRIVER},
    }


def test_what_repeats_but_for_its_type_stands_once_and_the_types_stay() -> None:
    schema = {"type": "object", "properties": {"ahead": {**DRIVER, "type": ["object", "null"]}, "behind": DRIVER}}
    assert compact(schema) == {
        "type": "object",
        "properties": {
            "ahead": {"$ref": "#/$defs/a", "type": ["object", "null"]},
            "behind": {"$ref": "#/$defs/a", "type": "object"},
        },
        "$defs": {"a": {key: value for key, value in DRIVER.items() if key != "type"}},
    }


_BESIDE: list[JsonObject] = [
    {}, {}, {"type": "object"}, {"minProperties": 1}, {"maxProperties": 3}, {"patternProperties": {"^y": {}}},
    {"if": {"required": ["a"]}, "then": {"required": ["b"]}},
]  # fmt: skip


@st.composite
def _objects(draw: st.DrawFn) -> JsonObject:
    """Schemas of a few fields, of which some must be there, mostly closed; now and then another keyword counts too."""
    fields = draw(st.lists(st.sampled_from("abcde"), unique=True, max_size=4))
    named = st.sampled_from([*fields, *(["z"] if draw(st.integers(0, 4)) == 0 else [])] or ["z"])
    part = st.sampled_from([{}, {}, False, {"type": "integer"}])
    return {
        "additionalProperties": draw(st.sampled_from([False, False, False, True])),
        "required": fields[1:] if draw(st.booleans()) else draw(st.lists(named, unique=True)),
        "properties": {name: draw(part) for name in fields},
        **draw(st.sampled_from(_BESIDE)),
    }


@examples(50)
@given(schema=_objects())
def test_what_numbers_tell_is_what_names_told(schema: JsonObject) -> None:
    long, short = jsonschema_rs.validator_for(schema), jsonschema_rs.validator_for(counted(schema))
    names = "abcdeyz"
    for bits in range(1 << len(names)):
        document = {name: 1 for index, name in enumerate(names) if bits >> index & 1}
        assert long.is_valid(document) == short.is_valid(document), document
    others: tuple[Any, ...] = (None, 1, "a", [])
    for other in others:
        assert long.is_valid(other) == short.is_valid(other)


def test_numbers_stand_in_what_is_checked_where_they_are_shorter() -> None:
    row = {"additionalProperties": False, "required": ["lap", "gap_s"], "properties": {"lap": {}, "gap_s": {}}}
    assert compact(row) == row
    assert compact(row, notes=False) == {
        "additionalProperties": False,
        "properties": {"lap": {}, "gap_s": {}},
        "minProperties": 2,
    }
    with_one_free = {**row, "required": ["lap"]}
    assert compact(with_one_free, notes=False) == with_one_free


@pytest.mark.parametrize(
    "schema",
    [
        {"$id": "https://example.org/a", "properties": {"a": DRIVER, "b": DRIVER}},
        {"properties": {"a": {"$anchor": "here", **DRIVER}, "b": {"$anchor": "here", **DRIVER}}},
        {"properties": {"x-mas": {"type": "string"}, "default": {"enum": ["x-y"]}}, "default": {"x-kept": 1}},
        {"$defs": {"a": {"type": "integer"}}, "properties": {"a": {"$ref": "#/$defs/a"}}},
        True,
    ],
)
def test_what_means_something_where_it_stands_is_left_there(schema: Any) -> None:
    assert not isinstance(schema, dict) or compact(schema) == schema


def test_names_of_our_own_definitions_are_not_taken_again() -> None:
    schema = {"$defs": {"a": {"type": "integer"}}, "properties": {"a": DRIVER, "b": DRIVER, "c": {"$ref": "#/$defs/a"}}}
    short = compact(schema)
    assert short["$defs"]["a"] == {"type": "integer"}
    assert short["properties"]["c"] == {"$ref": "#/$defs/a"}
    assert short["properties"]["a"] == short["properties"]["b"] == {"$ref": "#/$defs/a2"}


def test_a_result_of_an_older_protocol_is_all_text() -> None:
    outcome = Outcome({"schema_version": 1, "summary": "so it is"}, ok=True)
    newer, older = listing.result(outcome, "r", "2025-11-25"), listing.result(outcome, "r", "2024-11-05")
    assert newer["structuredContent"] == outcome.envelope
    assert newer["content"][0]["text"] == "so it is"
    assert "structuredContent" not in older
    assert orjson.loads(older["content"][0]["text"]) == outcome.envelope


def test_what_requires_nothing_says_nothing_of_it() -> None:
    kept = {"type": "object", "properties": {"required": {"type": "array"}}}
    assert compact({**kept, "required": []}) == kept
    assert compact({**kept, "required": ["required"]})["required"] == ["required"]
