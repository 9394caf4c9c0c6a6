"""The folder of stored schemas: what is written comes back, what is missing or damaged is said."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.examples import examples
from toolgate.compatibility.schema_store import DIRECTIONS, SchemaStore, SchemaStoreError, as_stored, locate, missing
from toolgate.contract import ERROR_TYPES, ErrorType, ToolSpec
from toolgate.envelope import error_envelope

CHECKOUT = Path(__file__).resolve().parents[3]


def a_tool(name: str = "get_gap", version: int = 1, **schemas: dict[str, Any]) -> ToolSpec:
    return ToolSpec(
        name=name,
        description="The gap.",
        input_schema=schemas.get("input_schema", {"type": "object", "enum": ({}, {"a": 1})}),
        output_schema=schemas.get("output_schema", {"type": "object"}),
        handler=lambda arguments, agent: {},
        schema_version=version,
    )


def test_what_is_written_is_loaded(tmp_path: Path) -> None:
    store = SchemaStore(tmp_path / "schemas")
    spec = a_tool(version=2)
    paths = store.write(spec)
    assert paths == [store.path("get_gap", 2, direction) for direction in DIRECTIONS]
    assert store.load("get_gap", 2) == as_stored(spec)
    assert store.write(spec) == []


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@examples(30)
@given(schema=st.dictionaries(st.text(), JSON_VALUES, max_size=4))
def test_any_json_comes_back_in_its_order(schema: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> None:
    store = SchemaStore(tmp_path_factory.mktemp("store"))
    store.write(a_tool(input_schema=schema, output_schema={}))
    stored = store.load("get_gap", 1)
    assert stored is not None
    assert stored.input == schema
    assert list(stored.input) == list(schema)


def test_the_text_is_stable(tmp_path: Path) -> None:
    store = SchemaStore(tmp_path)
    store.write(a_tool(input_schema={"type": "object", "description": "Räikkönen", "$comment": "b before a"}))
    raw = store.path("get_gap", 1, "input").read_bytes()
    assert raw.decode("utf-8") == (
        '{\n  "type": "object",\n  "description": "Räikkönen",\n  "$comment": "b before a"\n}\n'
    )


def test_tools_and_versions_are_listed_in_order(tmp_path: Path) -> None:
    store = SchemaStore(tmp_path)
    for name, version in [("get_gap", 10), ("get_gap", 9), ("a_tool", 1)]:
        store.write(a_tool(name, version))
    (tmp_path / "error.v1.json").write_text("{}")
    (tmp_path / "notes").mkdir()
    (tmp_path / "get_gap" / "v3.notes.json").write_text("{}")
    assert store.tools() == ("a_tool", "get_gap")
    assert store.versions("get_gap") == (9, 10)
    assert store.versions("unknown") == ()
    assert SchemaStore(tmp_path / "nowhere").tools() == ()


def test_what_is_not_stored_is_missing(tmp_path: Path) -> None:
    store = SchemaStore(tmp_path)
    store.write(a_tool())
    assert store.load("get_gap", 2) is None
    assert missing([a_tool(), a_tool(version=2), a_tool("new")], store) == ["get_gap v2", "new v1"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "is missing: restore it"),
        ("{", r"is not JSON \(.*\): restore it$"),
        ("[]", "is not a JSON object: restore it"),
        ("\udcff", "is not JSON"),
    ],
)
def test_a_damaged_file_is_named(tmp_path: Path, text: str | None, said: str) -> None:
    store = SchemaStore(tmp_path)
    store.write(a_tool())
    path = store.path("get_gap", 1, "output")
    if text is None:
        path.unlink()
    else:
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(SchemaStoreError, match=said) as raised:
        store.load("get_gap", 1)
    assert str(path) in str(raised.value)


def test_a_checkout_comes_before_the_shipped_copy(tmp_path: Path) -> None:
    package = tmp_path / "mcp" / "pitlane"
    shipped = package / "_schemas"
    with_docs = tmp_path / "docs" / "schemas"
    shipped.mkdir(parents=True)
    with_docs.mkdir(parents=True)
    assert locate(package) == shipped
    (tmp_path / "pyproject.toml").write_text("")
    assert locate(package) == with_docs


def test_an_installation_without_schemas_says_so(tmp_path: Path) -> None:
    with pytest.raises(SchemaStoreError, match="schemas are missing from this installation: reinstall race-director"):
        locate(tmp_path / "site-packages" / "pitlane")


def test_this_checkout_is_found() -> None:
    assert locate(CHECKOUT / "mcp" / "toolgate") == CHECKOUT / "docs" / "schemas"


def the_error_schema() -> dict[str, Any]:
    return SchemaStore(locate(CHECKOUT / "mcp" / "toolgate")).error_schema()


def test_the_error_schema_lists_the_error_types_of_the_code() -> None:
    schema = the_error_schema()
    Draft202012Validator.check_schema(schema)
    assert tuple(schema["properties"]["error"]["properties"]["type"]["enum"]) == ERROR_TYPES


def test_the_error_schema_is_stored_as_schemas_are_written() -> None:
    path = CHECKOUT / "docs" / "schemas" / "error.v1.json"
    assert path.read_text(encoding="utf-8") == json.dumps(the_error_schema(), indent=2, ensure_ascii=False) + "\n"


@given(
    error_type=st.sampled_from(get_args(ErrorType)),
    message=st.text(max_size=400),
    details=st.none() | st.dictionaries(st.text(), JSON_VALUES, max_size=3),
    now=st.datetimes(min_value=datetime(2000, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001
)
def test_the_error_envelopes_of_the_code_fit(
    error_type: ErrorType, message: str, details: dict[str, Any] | None, now: datetime
) -> None:
    envelope = error_envelope(error_type, message, now=now, details=details)
    assert list(Draft202012Validator(the_error_schema()).iter_errors(envelope)) == []


@pytest.mark.parametrize(
    "change",
    [
        {"schema_version": 2},
        {"generated_at": "yesterday"},
        {"error": {"type": "unheard_of", "message": "no"}},
        {"error": {"type": "timeout"}},
        {"error": {"type": "timeout", "message": "x" * 301}},
        {"error": {"type": "timeout", "message": "late", "trace": "..."}},
        {"summary": "fine"},
    ],
)
def test_the_error_schema_is_strict(change: dict[str, Any]) -> None:
    envelope = error_envelope("timeout", "late", now=datetime(2026, 1, 1, tzinfo=UTC))
    validator = Draft202012Validator(the_error_schema())
    assert validator.is_valid(envelope)
    assert not validator.is_valid({**envelope, **change})
