"""jsonschema-rs on the hot path agrees with jsonschema, the reference."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.state import StateCache
from pitwall.tools import build_tools
from tests.examples import examples
from toolgate.contract import ToolSpec
from toolgate.schema import Schema

SPECS = build_tools(StateCache())

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-5, 2005)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20)
)
values = scalars | st.lists(scalars, max_size=3) | st.dictionaries(st.text(max_size=5), scalars, max_size=3)


def arguments_for(spec: ToolSpec) -> st.SearchStrategy[dict[str, Any]]:
    names = st.sampled_from(list(spec.input_schema["properties"])) | st.text(max_size=5)
    fitting = st.sampled_from([1, 3, 64, 0.5, "VER", "ahead", "00:10:00", "00:10:00.5"])
    return st.dictionaries(names, fitting | values, max_size=4)


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_both_judge_arguments_alike(spec: ToolSpec) -> None:
    ours, reference = Schema(spec.input_schema), jsonschema.Draft202012Validator(spec.input_schema)

    @examples(10)
    @given(arguments=arguments_for(spec))
    def judge(arguments: dict[str, Any]) -> None:
        assert (ours.mistake(arguments) is None) == reference.is_valid(arguments)

    judge()


def test_a_mistake_names_its_place() -> None:
    schema = Schema({"type": "object", "properties": {"a": {"type": "array", "items": {"type": "integer"}}}})
    mistake = schema.mistake({"a": [1, "x"]})
    assert mistake is not None
    assert mistake.path == "/a/1"
    assert schema.mistake({"a": [1]}) is None


@pytest.mark.parametrize("value", [{"a": {1, 2}}, {"a": object()}, {1: 2}, b"bytes"])
def test_what_json_cannot_hold_is_a_mistake(value: Any) -> None:
    assert Schema({"properties": {"a": {"type": "integer"}}, "type": "object"}).mistake(value) is not None


def test_a_schema_reaches_for_no_file_and_no_address(tmp_path: Path) -> None:
    file = tmp_path / "any.json"
    file.write_text("{}")
    with socket.create_server(("127.0.0.1", 0)) as server:
        for uri in (file.as_uri(), f"http://127.0.0.1:{server.getsockname()[1]}/any"):
            with pytest.raises(ValueError, match="Retrieval is disabled"):
                Schema({"properties": {"a": {"$ref": uri}}})
            Schema({"$schema": uri, "$id": uri})
        server.setblocking(False)
        with pytest.raises(BlockingIOError):
            server.accept()
