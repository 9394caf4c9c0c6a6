"""The wire's OpenAPI document is true: schemathesis makes requests of it, good and bad, and holds the answers to it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
import requests
from hypothesis import given
from hypothesis import strategies as st

from tests.toolgate.sdk.fuzz_inputs import REGISTERED, share
from tests.toolgate.sdk.fuzz_wires import KeptLoop, Rest
from toolgate.serving.openapi import document

if TYPE_CHECKING:
    from schemathesis import Case

PARTS = 3
NOT_OURS = (
    "not_a_server_error",  # of tools that fail 500 is the word, and documented; who else fails is told below
    "positive_data_acceptance",  # a request of the right shape may name no tool, or not fit it
    "unsupported_method",  # a request more for each; all methods are tried once elsewhere
)


def requests_of(method: str, path: str, mode: str) -> st.SearchStrategy[Case[Any]]:
    """Requests of one kind, made when the first is asked for: schemathesis takes longer to import than most tests."""

    def made() -> st.SearchStrategy[Case[Any]]:
        from schemathesis import GenerationMode, openapi

        schema = openapi.from_dict(document("crm", "1.2.0"))
        return schema[path][method].as_strategy(generation_mode=GenerationMode[mode])

    return st.deferred(made)


@cache
def excluded_checks() -> list[Any]:
    from schemathesis.checks import CHECKS, load_all_checks

    load_all_checks()
    return [*CHECKS.get_by_names([*NOT_OURS])]


@pytest.fixture(scope="module")
def wire(kept: KeptLoop, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rest]:
    opened = Rest(tmp_path_factory.mktemp("openapi") / "audit.jsonl")
    kept.run(opened.open())
    yield opened
    kept.run(opened.close())


def answered(wire: Rest, kept: KeptLoop, case: Case[Any]) -> int:
    """The status of the answer, which is as the document says, and of which one record tells."""
    wire.records.new()
    asked = requests.Request(**case.as_transport_kwargs(base_url=wire.url)).prepare()
    answer = kept.run(wire.ask(str(asked.method), str(asked.url), dict(asked.headers), asked.body))
    case.validate_response(answer, excluded_checks=excluded_checks())
    (record,) = wire.records.new()
    if answer.status_code >= 500:
        assert record["error_type"] == "tool_failed"
    return int(answer.status_code)


@given(requests_of("POST", "/mcp/execute", "POSITIVE"), st.sampled_from(("", *REGISTERED)))
@share(30, PARTS)
def test_a_request_that_the_document_allows_is_answered_as_it_says(
    wire: Rest, kept: KeptLoop, case: Case[Any], tool: str
) -> None:
    assert isinstance(case.body, dict)
    case.body["tool"] = tool or case.body["tool"]
    assert answered(wire, kept, case) in (200, 400, 404, 500)


@given(requests_of("POST", "/mcp/execute", "NEGATIVE"))
@share(30, PARTS)
def test_a_request_that_it_does_not_allow_is_refused(wire: Rest, kept: KeptLoop, case: Case[Any]) -> None:
    assert answered(wire, kept, case) in (400, 404)  # the tool may not exist, whatever it is asked


@given(requests_of("GET", "/mcp/capabilities", "POSITIVE"))
@share(10, PARTS)
def test_capabilities_are_as_it_says(wire: Rest, kept: KeptLoop, case: Case[Any]) -> None:
    assert answered(wire, kept, case) == 200
