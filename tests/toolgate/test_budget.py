"""The byte budget: whatever a tool answers, what goes out fits, is valid, and says what was left out."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

from tests.examples import examples
from toolgate.budget import shortened
from toolgate.contract import Call, JsonObject, Outcome, Tier, ToolSpec
from toolgate.envelope import envelope_schema
from toolgate.runner import Runner
from toolgate.schema import Schema

WORDS = st.text(alphabet='aé漢🏁\\"\n', max_size=40)
SCALARS = (
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | WORDS
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=12) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=60,
)
LAPS = st.lists(st.fixed_dictionaries({"lap": st.integers(0, 2000), "note": WORDS}), max_size=20)
DRIVERS = st.lists(st.fixed_dictionaries({"driver": WORDS, "laps": LAPS}), max_size=8)
PAYLOADS = st.dictionaries(st.sampled_from(["rows", "more", "deep", "a/b", "~", "ünï"]), VALUES, max_size=5) | (
    st.fixed_dictionaries({"drivers": DRIVERS, "missing": st.lists(WORDS, max_size=6)}, optional={"blob": WORDS})
)
OPEN: JsonObject = {"type": "object"}
AT_LEAST_TWO: JsonObject = {
    "type": "object",
    "properties": {
        "rows": {"type": ["array", "object", "string", "number", "boolean", "null"], "minItems": 2},
        "drivers": {"items": {"properties": {"laps": {"minItems": 1}}}},
    },
}


def answered(payload: JsonObject, budget: int, schema: JsonObject, **fields: Any) -> Outcome:
    spec = ToolSpec(
        "probe", "A probe.", {"type": "object"}, schema, lambda given, agent: payload, blocking=False, **fields
    )
    return asyncio.run(Runner([spec], output_budget_bytes=budget).call(Call("probe")))


def lists(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], list[Any]]]:
    """Every list that is not empty, with the way to it."""
    if isinstance(value, list) and value:
        yield path, value
    for step, item in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from lists(item, (*path, step))


def cut(body: JsonObject, path: tuple[str | int, ...], kept: int, of: int) -> JsonObject:
    """The body with the list at the path cut, and marked: by copying all of it."""
    copy: JsonObject = orjson.loads(orjson.dumps(body))
    value: Any = copy
    for step in path:
        value = value[step]
    del value[kept:]
    field = "/".join(str(step).replace("~", "~0").replace("/", "~1") for step in path)
    return {**copy, "truncated": {"field": field, "kept": kept, "of": of}}


def fitting_cuts(body: JsonObject, budget: int) -> dict[str, tuple[int, JsonObject]]:
    """For every list the longest rest that fits, by trying every length."""
    found: dict[str, tuple[int, JsonObject]] = {}
    for path, items in lists(body):
        for kept in range(len(items) - 1, -1, -1):
            short = cut(body, path, kept, len(items))
            if len(orjson.dumps(short)) <= budget:
                found[short["truncated"]["field"]] = kept, short
                break
    return found


@examples(50)
@given(payload=PAYLOADS, share=st.floats(0.3, 1.02), schema=st.sampled_from([OPEN, AT_LEAST_TWO]))
def test_what_goes_out_fits_and_is_valid_and_drops_as_little_as_it_can(
    payload: JsonObject, share: float, schema: JsonObject
) -> None:
    whole = answered(payload, 10_000_000, schema)
    assume(whole.ok)
    budget = int(len(orjson.dumps(whole.envelope)) * share)
    outcome = answered(payload, budget, schema)
    spec = ToolSpec("probe", "A probe.", {"type": "object"}, schema, lambda given, agent: None)
    valid = Schema(envelope_schema(spec))
    body = {**whole.envelope, "generated_at": outcome.envelope["generated_at"]}
    possible = {
        field: (kept, short)
        for field, (kept, short) in fitting_cuts(body, budget).items()
        if valid.mistake(short) is None
    }
    if not outcome.ok:
        event("refused")
        assert outcome.error_type == "output_invalid"
        assert not possible
        assert len(orjson.dumps(body)) > budget
        return
    assert len(orjson.dumps(outcome.envelope)) <= budget
    assert valid.mistake(outcome.envelope) is None
    if len(orjson.dumps(body)) <= budget:
        event("whole")
        assert outcome.envelope == body
        return
    event("cut")
    kept, short = possible[outcome.envelope["truncated"]["field"]]
    assert outcome.envelope == short
    assert kept or not any(other for other, _ in possible.values())


@examples(60)
@given(count=st.integers(1, 40), word=WORDS, slack=st.integers(-3, 3))
def test_to_the_byte(count: int, word: str, slack: int) -> None:
    """At the exact size nothing is cut; one byte less drops just what makes room for the mark."""
    payload = {"rows": [word] * count}
    exact = len(orjson.dumps(answered(payload, 10_000_000, OPEN).envelope))
    outcome = answered(payload, exact + slack, OPEN)
    if slack >= 0:
        assert "truncated" not in outcome.envelope
        assert len(outcome.envelope["rows"]) == count
    elif outcome.ok:
        kept = outcome.envelope["truncated"]["kept"]
        one_more = cut(answered(payload, 10_000_000, OPEN).envelope, ("rows",), kept + 1, count)
        assert len(orjson.dumps(outcome.envelope)) <= exact + slack < len(orjson.dumps(one_more))


def test_of_several_drivers_whole_ones_are_left_out_of_one_its_laps() -> None:
    laps = [{"lap": lap, "time_s": 90.5} for lap in range(60)]
    several = answered({"drivers": [{"driver": n, "laps": laps} for n in range(20)]}, 4096, OPEN).envelope
    assert several["truncated"] == {"field": "drivers", "kept": 2, "of": 20}
    assert several["drivers"][1]["laps"] == laps
    one = answered({"drivers": [{"driver": 1, "laps": laps}]}, 1024, OPEN).envelope
    assert one["truncated"]["field"] == "drivers/0/laps"
    assert one["drivers"] == [{"driver": 1, "laps": laps[: one["truncated"]["kept"]]}]


def test_a_list_inside_an_object_is_cut_as_well() -> None:
    body = answered({"report": {"rows": ["x" * 50] * 100, "count": 100}}, 1024, OPEN).envelope
    assert body["truncated"]["field"] == "report/rows"
    assert body["report"]["count"] == 100  # counts speak of the whole


def test_a_list_that_must_keep_its_items_leaves_the_cut_to_the_next() -> None:
    schema = {"type": "object", "properties": {"rows": {"type": "array", "minItems": 50}}}
    payload = {"rows": ["x" * 20] * 50, "more": ["y" * 20] * 40}
    body = answered(payload, 1800, schema).envelope
    assert body["truncated"]["field"] == "more"
    assert body["rows"] == payload["rows"]


@pytest.mark.parametrize(
    "payload",
    [
        {"rows": ["x" * 100] * 50, "more": ["y" * 100] * 50},  # one cut is not enough, and the mark can name one only
        {"blob": "x" * 9000, "rows": [1, 2, 3]},  # what is large is no list
        {"rows": ["x" * 100] * 50, "truncated": {"field": "rows", "kept": 50, "of": 90}},  # its own mark would be lost
        {"rows": [], "blob": {"text": "x" * 9000}},
        {"k" * 120: ["x" * 100] * 50},  # the mark cannot name the list
    ],
)
def test_what_one_cut_does_not_mend_is_refused(payload: JsonObject) -> None:
    outcome = answered(payload, 4096, OPEN)
    assert outcome.error_type == "output_invalid"
    assert "cutting one list does not help" in outcome.envelope["error"]["message"]
    assert outcome.envelope["error"]["details"] == {"budget": 4096}


def test_a_closed_schema_without_a_mark_allows_no_cut() -> None:
    schema = {
        "type": "object",
        "additionalProperties": False,
        "properties": {"schema_version": {}, "generated_at": {}, "rows": {"type": "array"}},
    }
    assert answered({"rows": ["x" * 100] * 50}, 4096, schema).error_type == "output_invalid"


def test_an_answer_too_long_does_not_hide_that_the_effect_is_done() -> None:
    payload = {"text": "x" * 5000}
    done = answered(payload, 1024, OPEN, tier=Tier.STATEFUL, idempotent=False).envelope["error"]["message"]
    assert done.endswith("the call has taken effect")
    assert "taken effect" not in answered(payload, 1024, OPEN).envelope["error"]["message"]


def test_the_body_itself_is_left_as_it_was() -> None:
    body = {"drivers": [{"laps": list(range(100))}]}
    before = orjson.dumps(body)
    assert [short["truncated"]["field"] for short in shortened(body, len(before), 120)] == ["drivers/0/laps", "drivers"]
    assert orjson.dumps(body) == before


def test_many_lists_none_of_which_is_enough_are_refused_without_much_ado() -> None:
    payload = {"rows": {str(n): ["x" * 60] * 2 for n in range(4000)}}
    assert answered(payload, 200_000, OPEN).error_type == "output_invalid"


@pytest.mark.parametrize(("depth", "kept"), [(3, True), (10, True), (200, False)])
def test_a_list_is_looked_for_only_so_deep(depth: int, kept: bool) -> None:
    value: Any = list(range(50_000))
    for _ in range(depth):
        value = [value]
    outcome = answered({"rows": value}, 2000, OPEN)
    assert outcome.ok
    assert len(orjson.dumps(outcome.envelope)) <= 2000
    assert (outcome.envelope["truncated"]["of"] == 50_000) is kept
