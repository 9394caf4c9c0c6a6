"""Foreign tools as the gate knows them."""

from __future__ import annotations

from typing import Any

import pytest

from toolgate.contract import JsonObject, Tier
from toolgate.downstream.listed_tools import as_native, tier


@pytest.mark.parametrize(
    ("operator", "hints", "expected"),
    [
        (None, {}, Tier.STATEFUL),
        (None, {"readOnlyHint": True}, Tier.STATEFUL),
        (None, {"destructiveHint": True}, Tier.IRREVERSIBLE),
        (None, {"destructiveHint": "yes"}, Tier.STATEFUL),
        (Tier.READ_ONLY, {}, Tier.READ_ONLY),
        (Tier.READ_ONLY, {"readOnlyHint": False}, Tier.STATEFUL),
        (Tier.REVERSIBLE, {"destructiveHint": True}, Tier.IRREVERSIBLE),
        (Tier.IRREVERSIBLE, {"readOnlyHint": True, "destructiveHint": False}, Tier.IRREVERSIBLE),
    ],
)
def test_what_a_server_says_of_a_tool_raises_its_tier_and_never_lowers_it(
    operator: Tier | None, hints: dict[str, Any], expected: Tier
) -> None:
    assert tier(operator, hints) is expected


@pytest.mark.parametrize(
    ("result", "payload"),
    [
        ({"structuredContent": {"zone": "Asia/Tokyo", "n": 3, "list": [1]}}, {"summary": "zone: Asia/Tokyo, n: 3"}),
        ({"content": [{"type": "text", "text": "two\nlines"}]}, {"summary": "two lines", "text": "two\nlines"}),
        ({"structuredContent": [1, 2]}, {"result": [1, 2]}),
        ({"structuredContent": {"summary": 5, "error": 1, "a": 2}}, {"summary": "a: 2", "a": 2}),
        ({}, {"summary": "t has answered."}),
    ],
)
def test_what_the_pipeline_reads_of_a_result(result: JsonObject, payload: JsonObject) -> None:
    native = as_native("t", result)
    assert native.result is result
    assert payload.items() <= native.payload.items()
    assert native.payload.get("error") is None
