"""What holds for every schema and every plan, with jsonschema, the reference implementation, as the judge."""

from __future__ import annotations

import copy
import json
from typing import Any

import jsonschema
from hypothesis import given
from hypothesis import strategies as st

from director.references import find_references, parse_reference
from director.validator import allowlist_of, check_plan, validate_plan
from toolgate.contract import JsonObject, Plan, Step, Verdict

NAMES = st.sampled_from(["a", "b", "c", "driver", "top_n"])
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just("\ud800")
NUMERIC_TEXT = st.integers(-99, 99).map(str) | st.floats(-9, 9).map(str)
WORDS = st.sampled_from(["true", "False", "null", "soft", "SO", "m", "[1, 2]", '{"a": 1}', ""])
JUNK = st.recursive(
    SCALARS | NUMERIC_TEXT | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=6,
)


def fitting(schema: Any) -> st.SearchStrategy[Any]:
    """Values that are valid by construction, integers written as integers."""
    if "anyOf" in schema:
        return st.one_of([fitting(branch) for branch in schema["anyOf"]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    return {"integer": integers, "number": floats, "string": texts, "array": lists, "object": objects}.get(
        schema["type"], lambda _: {"boolean": st.booleans(), "null": st.none()}[schema["type"]]
    )(schema)


def integers(schema: JsonObject) -> st.SearchStrategy[int]:
    return st.integers(schema.get("minimum", -(2**63)), schema.get("maximum", 2**64 - 1))


def floats(schema: JsonObject) -> st.SearchStrategy[float]:
    low, high = schema.get("exclusiveMinimum"), schema.get("maximum")
    return st.floats(low, high, exclude_min=low is not None, allow_nan=False, allow_infinity=False)


def texts(schema: JsonObject) -> st.SearchStrategy[str]:
    return st.text(max_size=schema.get("maxLength", 10))


def lists(schema: JsonObject) -> st.SearchStrategy[list[Any]]:
    return st.lists(fitting(schema["items"]), max_size=schema.get("maxItems", 4))


def objects(schema: JsonObject) -> st.SearchStrategy[JsonObject]:
    required = set(schema["required"])
    fields = {name: fitting(sub) for name, sub in schema["properties"].items()}
    return st.fixed_dictionaries(
        {name: field for name, field in fields.items() if name in required},
        optional={name: field for name, field in fields.items() if name not in required},
    )


def maybe(**keywords: st.SearchStrategy[Any]) -> st.SearchStrategy[JsonObject]:
    return st.fixed_dictionaries({}, optional=keywords)


def of_type(name: str, **keywords: st.SearchStrategy[Any]) -> st.SearchStrategy[JsonObject]:
    return maybe(**keywords).map(lambda found: {"type": name, **found})


LEAVES = st.one_of(
    of_type("integer", minimum=st.integers(-5, 0), maximum=st.integers(1, 5)),
    of_type("number", exclusiveMinimum=st.integers(-5, 0), maximum=st.integers(1, 5)),
    of_type("string", maxLength=st.integers(0, 5)),
    of_type("boolean"),
    of_type("null"),
    st.just({"enum": ["SOFT", "MEDIUM", "HARD", 1, None]}),
)


def branching(inner: st.SearchStrategy[JsonObject]) -> st.SearchStrategy[JsonObject]:
    lists = st.builds(lambda items, more: {"type": "array", "items": items, **more}, inner, maybe(maxItems=st.just(2)))
    return lists | objects_of(inner) | st.lists(inner, min_size=1, max_size=3).map(lambda found: {"anyOf": found})


@st.composite
def objects_of(draw: st.DrawFn, inner: st.SearchStrategy[JsonObject]) -> JsonObject:
    properties = draw(st.dictionaries(NAMES, inner, min_size=1, max_size=4))
    required = draw(st.lists(st.sampled_from(sorted(properties)), unique=True))
    closed = draw(maybe(additionalProperties=st.just(False)))
    return {"type": "object", "properties": properties, "required": required, **closed}


SCHEMAS = objects_of(st.recursive(LEAVES, branching, max_leaves=5))


@st.composite
def loose(draw: st.DrawFn, schema: JsonObject) -> Any:
    """Arguments near the schema: some of them right, some wrong, some missing, some unknown."""
    arguments = draw(st.dictionaries(NAMES, JUNK, max_size=3))
    for name, sub in schema["properties"].items():
        if draw(st.booleans()):
            arguments[name] = draw(fitting(sub) | loose(sub) if "properties" in sub else fitting(sub) | JUNK)
    return arguments


def check(schema: JsonObject, arguments: Any) -> Verdict:
    return validate_plan({"plan": [{"id": "s1", "name": "t", "arguments": arguments}]}, catalogue(schema))


def catalogue(schema: JsonObject) -> list[JsonObject]:
    return [{"name": "t", "description": "", "input_schema": schema}]


@given(st.data(), SCHEMAS)
def test_what_is_valid_comes_back_as_it_is(data: st.DataObject, schema: JsonObject) -> None:
    arguments = data.draw(fitting(schema))
    jsonschema.validate(arguments, schema, jsonschema.Draft202012Validator)
    verdict = check(schema, arguments)
    assert not verdict.rejected
    (step,) = verdict.accepted.steps
    assert step.arguments == arguments
    # The one thing done to a valid value: a whole number written with a point, where an integer is wanted.
    assert all(isinstance(repair.before, float) and repair.rule == "coerce" for repair in verdict.repaired)
    assert not verdict.repaired or json.dumps(step.arguments) != json.dumps(arguments)


@given(st.data(), SCHEMAS)
def test_what_is_accepted_is_valid_and_stays_so(data: st.DataObject, schema: JsonObject) -> None:
    arguments = data.draw(loose(schema))
    given_before = copy.deepcopy(arguments)
    verdict = check(schema, arguments)
    assert repr(arguments) == repr(given_before)
    assert len(verdict.accepted.steps) + len(verdict.rejected) == 1
    for step in verdict.accepted.steps:
        jsonschema.validate(step.arguments, schema, jsonschema.Draft202012Validator)
        assert bool(verdict.repaired) == (json.dumps(step.arguments) != json.dumps(arguments))
    again = validate_plan(verdict.accepted.to_json(), catalogue(schema))
    assert again.to_json() == {"accepted": verdict.accepted.to_json(), "repaired": [], "rejected": []}


PLAIN = st.fixed_dictionaries(
    {"$ref": st.builds("{}#{}".format, st.sampled_from(["a", "b", "c", "s1", ""]), st.sampled_from(["", "/x", "x"]))}
)
PICKED = st.builds(
    lambda plain, pick: {**plain, "pick": pick},
    PLAIN,
    st.sampled_from(["first", {"min_by": "a"}, {"where": {"b": 1}}, "best"]),
)
REFERENCES = PLAIN | PICKED | st.builds(lambda one: {"$text": "{0}", "of": [one]}, PLAIN | PICKED)
STEPS = st.fixed_dictionaries(
    {},
    optional={
        "id": st.sampled_from(["a", "b", "c", "s1", "s2"]) | JUNK,
        "name": st.sampled_from(["t", "u", "T"]) | JUNK,
        "arguments": st.dictionaries(NAMES, JUNK | REFERENCES, max_size=3) | JUNK,
        "server": st.none() | st.sampled_from(["x", "y"]) | JUNK,
        "note": JUNK,
    },
)
PLANS = st.fixed_dictionaries({"plan": st.lists(STEPS | JUNK, max_size=9)}) | JUNK


@given(PLANS, SCHEMAS, SCHEMAS, st.integers(-1, 9))
def test_any_plan_ends_in_a_consistent_verdict(plan: Any, first: JsonObject, second: JsonObject, cap: int) -> None:
    tools = [*catalogue(first), {"name": "u", "input_schema": second, "output_schema": first, "server": "x"}]
    given_before = repr(plan)
    verdict = validate_plan(plan, tools, cap)
    assert repr(plan) == given_before
    accepted = [step.id for step in verdict.accepted.steps]
    rejected = [rejection.step for rejection in verdict.rejected]
    merged = [repair.step for repair in verdict.repaired if repair.rule == "merge"]
    assert len({*accepted, *rejected, *merged}) == len(accepted) + len(rejected) + len(merged)
    assert len(accepted) <= max(cap, 0)
    steps = plan.get("plan") if isinstance(plan, dict) else None
    if isinstance(steps, list):
        assert len(accepted) + len(rejected) + len(merged) == len(steps)
    for step in verdict.accepted.steps:
        for _, reference in find_references(step.arguments):
            assert all(one.step in accepted for one in parse_reference(reference).references)
    again = validate_plan(verdict.accepted.to_json(), tools, cap)
    assert again.to_json() == {"accepted": verdict.accepted.to_json(), "repaired": [], "rejected": []}
    json.dumps(verdict.to_json(), allow_nan=False, ensure_ascii=False).encode()


TYPED = st.builds(
    Step,
    st.sampled_from(["a", "b", "c", "s1", "s2", "", "\ud800"]),
    st.sampled_from(["t", "u", "T", "", "\ud800"]),
    st.dictionaries(NAMES, JUNK | REFERENCES, max_size=3),
    st.sampled_from([None, "x", "y"]),
)


@given(st.lists(TYPED, max_size=9), SCHEMAS, SCHEMAS, st.integers(-1, 9))
def test_a_typed_plan_has_the_verdict_of_its_json(
    steps: list[Step], first: JsonObject, second: JsonObject, cap: int
) -> None:
    tools = [*catalogue(first), {"name": "u", "input_schema": second, "output_schema": first, "server": "x"}]
    plan = Plan(tuple(steps), "why")
    given_before = repr(plan)
    assert repr(check_plan(plan, allowlist_of(tools), cap)) == repr(validate_plan(plan.to_json(), tools, cap))
    assert repr(plan) == given_before


def test_an_allowlist_is_read_once_for_the_same_entries_and_anew_for_others() -> None:
    tools = catalogue({"type": "object", "properties": {"a": {"type": "integer"}}})
    known = allowlist_of(tools)
    assert allowlist_of(list(tools)) is known
    changed = [{**tools[0], "input_schema": {"type": "object", "properties": {"b": {"type": "integer"}}}}]
    assert allowlist_of(changed) is not known
    plan = Plan((Step("s1", "t", {"b": 1}),))
    assert [each.path for each in check_plan(plan, known).repaired] == ["/arguments/b"]
    assert not check_plan(plan, allowlist_of(changed)).repaired


def test_only_the_last_allowlists_are_kept() -> None:
    first = catalogue({"type": "object"})
    known = allowlist_of(first)
    others = [catalogue({"type": "object", "minProperties": number}) for number in range(9)]
    assert len({id(allowlist_of(other)) for other in others}) == 9
    assert allowlist_of(first) is not known
