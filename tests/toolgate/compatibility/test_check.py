"""The code against the stored schemas: what passes, what is reported, what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from toolgate.compatibility.check import Finding, check, export, render
from toolgate.compatibility.schema_store import SchemaStore, SchemaStoreError
from toolgate.contract import JsonObject, ToolSpec

LIMIT = {"type": "integer", "minimum": 1, "maximum": 9}
CAR = {"type": "string", "maxLength": 4}


def closed(**properties: Any) -> JsonObject:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def a_tool(
    version: int = 1,
    *,
    takes: JsonObject | None = None,
    gives: JsonObject | None = None,
    name: str = "get_gap",
) -> ToolSpec:
    given = gives or closed(gap_s={"type": "number"})
    given = {**given, "properties": {"schema_version": {"const": version}, **given["properties"]}}
    return ToolSpec(
        name=name,
        description="The gap.",
        input_schema=takes or closed(limit=LIMIT),
        output_schema=given,
        handler=lambda arguments, agent: {},
        schema_version=version,
    )


@pytest.fixture
def store(tmp_path: Path) -> SchemaStore:
    """A store that holds version 1 of the tool."""
    store = SchemaStore(tmp_path / "schemas")
    export([a_tool()], store)
    return store


def errors(findings: list[Finding]) -> list[str]:
    return [finding.message for finding in findings if finding.severity == "error"]


def texts(store: SchemaStore) -> dict[Path, str]:
    return {path: path.read_text() for path in store.root.rglob("*.json")}


def test_stored_code_is_ok(store: SchemaStore) -> None:
    assert [(each.direction, each.severity) for each in check([a_tool()], store)] == [("input", "ok"), ("output", "ok")]
    assert export([a_tool()], store) == []


def test_an_additive_change_is_noted_and_exported(store: SchemaStore) -> None:
    wider = a_tool(takes=closed(limit=LIMIT, car=CAR))
    noted = [each for each in check([wider], store) if each.severity == "note"]
    assert [(each.direction, each.difference and each.difference.kind) for each in noted] == [
        ("input", "optional_property_added")
    ]
    assert "director schemas export" in noted[0].message
    assert export([wider], store) == [store.path("get_gap", 1, "input")]
    assert {each.severity for each in check([wider], store)} == {"ok"}


def test_a_breaking_change_needs_a_version(store: SchemaStore) -> None:
    narrower = a_tool(takes=closed(limit={**LIMIT, "maximum": 5}))
    (message,) = errors(check([narrower], store))
    assert message == (
        '$.limit bound_tightened ({"maximum": 9} -> {"maximum": 5}): breaking without a new schema_version'
    )


def test_a_breaking_export_is_refused_and_writes_nothing(store: SchemaStore) -> None:
    before = texts(store)
    narrower = a_tool(takes=closed())
    with pytest.raises(SchemaStoreError, match=r"nothing exported:\nerror  get_gap  input  \$\.limit property_removed"):
        export([a_tool(name="another"), narrower], store)
    assert texts(store) == before


def test_a_new_version_is_reported_with_its_differences(store: SchemaStore) -> None:
    newer = a_tool(2, takes={**closed(limit=LIMIT, car=CAR), "required": ["car"]})
    findings = check([newer], store)
    assert errors(findings) == ["v2 is not yet stored: run director schemas export"]
    notes = [each.message for each in findings if each.severity == "note"]
    assert [note.split(" (")[0] for note in notes] == ["$.car required_property_added"]
    assert notes[0].endswith("since v1: breaking")
    assert export([newer], store) == [store.path("get_gap", 2, "input"), store.path("get_gap", 2, "output")]
    assert store.versions("get_gap") == (1, 2)
    assert {each.severity for each in check([newer], store)} == {"ok"}


NEEDS_NOTES = [
    (closed(), "x-deprecated", "$.limit", "property_removed"),
    (closed(top=LIMIT), "x-deprecated", "$.limit", "property_renamed"),
    (closed(limit=CAR), "x-migration", "$.limit", "type_changed"),
    (closed(limit={**LIMIT, "default": 3}), "x-migration", "$.limit", "default_changed"),
]


@pytest.mark.parametrize(("takes", "keyword", "path", "kind"), NEEDS_NOTES)
def test_a_new_version_must_explain_what_it_breaks(
    store: SchemaStore, takes: JsonObject, keyword: str, path: str, kind: str
) -> None:
    silent = a_tool(2, takes=takes)
    explanation = f'since v1: say so in "{keyword}": {{"{path}": "..."}}'
    assert any(kind in message and message.endswith(explanation) for message in errors(check([silent], store)))
    with pytest.raises(SchemaStoreError, match=kind):
        export([silent], store)
    for useless in ({path: ""}, {"$.other": "gone"}, "gone"):
        unexplained = a_tool(2, takes={**takes, keyword: useless})
        assert any(kind in message for message in errors(check([unexplained], store)))
    notes = {path: "since v2: see the docs"}
    explained = a_tool(2, takes={**takes, "x-deprecated": notes, "x-migration": notes})
    export([explained], store)
    assert errors(check([explained], store)) == []


def test_notes_must_stay_as_long_as_the_version(store: SchemaStore) -> None:
    export([a_tool(2, takes={**closed(), "x-deprecated": {"$.limit": "gone"}})], store)
    (message,) = errors(check([a_tool(2, takes=closed())], store))
    assert message.endswith('since v1: say so in "x-deprecated": {"$.limit": "..."}')
    third = a_tool(3, takes=closed())
    export([third], store)
    assert errors(check([third], store)) == []


def test_a_migration_note_covers_what_is_below_its_field_but_the_root_covers_only_itself(tmp_path: Path) -> None:
    store = SchemaStore(tmp_path)
    deep = {"type": "array", "items": closed(limit=LIMIT)}
    changed = {"type": "array", "items": closed(limit=CAR)}
    export([a_tool(takes=closed(cars=deep))], store)
    for path, covered in [("$.cars", True), ("$.cars[*].limit", True), ("$.car", False), ("$", False)]:
        newer = a_tool(2, takes={**closed(cars=changed), "x-migration": {path: "a name since v2"}})
        unexplained = [message for message in errors(check([newer], store)) if "say so" in message]
        assert (unexplained == []) == covered, path


def test_a_deprecation_note_names_the_field_itself(tmp_path: Path) -> None:
    store = SchemaStore(tmp_path)
    export([a_tool(takes=closed(car=closed(code=CAR)))], store)
    for path, named in [("$.car.code", True), ("$.car", False)]:
        newer = a_tool(2, takes={**closed(car=closed()), "x-deprecated": {path: "gone since v2"}})
        unexplained = [message for message in errors(check([newer], store)) if "say so" in message]
        assert (unexplained == []) == named, path


def test_each_direction_explains_itself(store: SchemaStore) -> None:
    notes = {"x-deprecated": {"$.gap_s": "gone"}}
    in_the_wrong_place = a_tool(2, takes={**closed(limit=LIMIT), **notes}, gives=closed())
    assert any("property_removed" in message for message in errors(check([in_the_wrong_place], store)))
    assert export([a_tool(2, gives={**closed(), **notes})], store)


def test_versions_follow_each_other(store: SchemaStore) -> None:
    assert "v2 is not stored: what v3 changes is unknown" in errors(check([a_tool(3)], store))
    with pytest.raises(SchemaStoreError, match="v2 is not stored"):
        export([a_tool(3)], store)


def test_the_code_does_not_go_back(store: SchemaStore) -> None:
    export([a_tool(2)], store)
    assert errors(check([a_tool(1)], store)) == ["v2 is stored, but the code says schema_version 1"]
    with pytest.raises(SchemaStoreError, match="v2 is stored"):
        export([a_tool(1)], store)


def test_a_stored_tool_that_the_code_lacks_is_named(store: SchemaStore) -> None:
    findings = check([], store)
    assert [(each.tool, each.severity) for each in findings] == [("get_gap", "error")]


def test_findings_are_aligned() -> None:
    findings = [
        Finding("get_gap", "input", "ok", "v1 is what is stored"),
        Finding("get_positions", None, "error", "v1 is not yet stored"),
    ]
    lines = render(findings).splitlines()
    assert lines == [
        "ok     get_gap        input  v1 is what is stored",
        "error  get_positions  -      v1 is not yet stored",
    ]
    assert render([]) == ""
