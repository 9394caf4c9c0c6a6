"""What the tools declare that they say: fields that their outputs have, and claims that can be made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from director.grounding.meanings import MEANINGS
from director.grounding.statements import statements_of
from pitwall.claims import CLAIMS
from pitwall.context import race_context
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.contract import JsonObject, StepResult

SPECS = {spec.name: spec for spec in build_tools(StateCache())}


def patterns(declared: JsonObject) -> Iterator[str]:
    for role, written in declared.items():
        if role == "where":
            yield from written
        elif (
            role not in ("says", "unit", "unless", "partial", "doubt", "author", "sign", "event")
            and written is not False
        ):
            yield next(iter(written.values())) if isinstance(written, dict) else written


def has(schema: Any, parts: list[str]) -> bool:
    """Whether the values of a schema can have something at a pointer."""
    if not parts:
        return True
    branches = [schema, *schema.get("anyOf", ()), *schema.get("oneOf", ())]
    for branch in branches:
        inner = (
            branch.get("items")
            if parts[0] == "*" or parts[0].isdecimal()
            else branch.get("properties", {}).get(parts[0])
        )
        if isinstance(inner, dict) and has(inner, parts[1:]):
            return True
    return False


@pytest.mark.parametrize("name", list(CLAIMS))
def test_a_declared_field_is_a_field_of_the_output(name: str) -> None:
    for declared in CLAIMS[name]:
        assert set(declared) - {
            "where",
            "unit",
            "unless",
            "partial",
            "doubt",
            "author",
            "sign",
            "event",
            "says",
            "all",
        } <= (MEANINGS[declared["says"]].roles.keys() if declared["says"] != "quote" else {"value", "lap"})
        for pattern in patterns(declared):
            assert has(SPECS[name].output_schema, pattern.split("/")[1:]), (declared["says"], pattern)
        arguments = SPECS[name].input_schema["properties"]
        assert {*declared.get("unless", ()), *declared.get("partial", ())} <= arguments.keys()


@pytest.mark.parametrize("name", list(CLAIMS))
def test_claims_stand_in_the_output_schema_and_in_the_context(name: str) -> None:
    assert SPECS[name].output_schema["x-claims"] == list(CLAIMS[name])
    assert race_context(StateCache().view()).claims[name] == CLAIMS[name]


def test_nothing_is_said_of_what_the_feed_has_not_told() -> None:
    context = race_context(StateCache().view())
    empty = {"rows": [{"driver": None, "place": None, "gap_s": None, "stops": None, "state": None}], "cars": 1}
    assert statements_of([StepResult("s1", "get_standings", {}, "ok", 1.0, empty)], context) == []
