"""What get_server_tools shows of the tools of a server."""

from __future__ import annotations

import pytest

from toolgate.downstream.own_answers import estimated_tokens


@pytest.mark.parametrize(("description", "tokens"), [("x" * 40, 11), (5, 1), (None, 1), ("", 1)])
def test_a_description_that_is_no_text_is_counted_as_one(description: object, tokens: int) -> None:
    assert estimated_tokens({"name": "abcd", "description": description}) == tokens
