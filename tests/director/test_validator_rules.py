"""One test per rule of the validator: what it repairs, with which record, and what it rejects, with which code."""

from __future__ import annotations

import copy
import json
import math
import time
from typing import Any

import pytest

from director.plan_text import read_json
from director.validator import validate_plan
from director.validator.vocabulary_names import name_of
from toolgate.contract import JsonObject, Verdict

INPUT: JsonObject = {
    "type": "object",
    "properties": {
        "n": {"type": "integer", "minimum": 1, "maximum": 5},
        "above": {"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 10},
        "ratio": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1},
        "step": {"type": "integer", "multipleOf": 5},
        "flag": {"type": "boolean"},
        "tags": {"type": "array", "items": {"type": "string", "maxLength": 4}, "maxItems": 2},
        "laps": {"type": "array", "items": {"type": "integer"}},
        "text": {"type": "string", "maxLength": 6},
        "tyre": {"enum": ["SOFT", "MEDIUM", "HARD", "HYPERSOFT"]},
        "flags": {"type": "string", "enum": ["True", "False"]},
        "states": {"enum": ["Safety Car deployed", "Virtual Safety Car", "Virtual Safety Car ending", "Track clear"]},
        "cased": {"enum": ["soft", "SOFT"]},
        "truth": {"enum": [True, "maybe"]},
        "names": {"enum": ["delete_all", "q1 part", "lap 2 out", "x ray"]},
        "counts": {"enum": ["25", "250"]},
        "big": {"type": "integer"},
        "box": {"type": "object", "properties": {"q": {"type": "integer"}}, "additionalProperties": False},
        "limit": {"anyOf": [{"type": "integer", "maximum": 3}, {"type": "null"}]},
        "mixed": {"anyOf": [{"type": "integer"}, {"type": "boolean"}]},
        "pick": {"oneOf": [{"$ref": "#/$defs/lap"}, {"$ref": "#/$defs/clock"}]},
        "driver": {"type": "string", "x-vocabulary": "driver", "maxLength": 8},
    },
    "$defs": {
        "lap": {"type": "object", "properties": {"lap": {"type": "integer"}}, "required": ["lap"]},
        "clock": {"type": "object", "properties": {"clock": {"type": "string"}}, "required": ["clock"]},
    },
}
OUTPUT: JsonObject = {
    "type": "object",
    "properties": {
        "count": {"type": "integer"},
        "pairs": {
            "type": "array",
            "items": {"type": "object", "properties": {"car": {"type": "string"}, "gap": {"type": ["number", "null"]}}},
        },
        "extra": {"type": "object"},
    },
}
NEEDY: JsonObject = {"type": "object", "properties": {"car": {"type": "string"}}, "required": ["car"]}
CATALOGUE: list[JsonObject] = [
    {"name": "get_gap", "description": "", "input_schema": INPUT, "output_schema": OUTPUT},
    {"name": "get_car", "description": "", "input_schema": NEEDY},
]
DRIVERS = {"driver": [{"car": "33", "code": "VER", "name": "Max Verstappen"}, {"car": "11", "code": "PER"}]}


def step(step_id: str, arguments: Any, name: str = "get_gap") -> JsonObject:
    return {"id": step_id, "name": name, "arguments": arguments}


def check(*steps: Any, **options: Any) -> Verdict:
    return validate_plan({"plan": list(steps)}, CATALOGUE, **options)


def codes(verdict: Verdict) -> dict[str, str]:
    return {rejection.step: rejection.code for rejection in verdict.rejected}


@pytest.mark.parametrize(
    ("name", "before", "after", "rules"),
    [
        ("n", "3", 3, ["coerce"]),
        ("n", " 3.0 ", 3, ["coerce"]),
        ("n", 3.0, 3, ["coerce"]),
        ("n", 99, 5, ["clamp"]),
        ("n", -1, 1, ["clamp"]),
        ("n", "99", 5, ["coerce", "clamp"]),
        ("above", 0, 1, ["clamp"]),
        ("above", 10, 9, ["clamp"]),
        ("ratio", 2, math.nextafter(1, 0), ["clamp"]),
        ("ratio", "0.5", 0.5, ["coerce"]),
        ("flag", "True", True, ["coerce"]),
        ("flag", "false", False, ["coerce"]),
        ("tags", "a", ["a"], ["wrap"]),
        ("laps", 3.0, [3], ["wrap", "coerce"]),
        ("tags", ["a", "b", "c"], ["a", "b"], ["clamp"]),
        ("tags", '["a", "b"]', ["a", "b"], ["coerce"]),
        ("tags", [1, "b"], ["1", "b"], ["coerce"]),
        ("tags", ["abcdef"], ["abcd"], ["clamp"]),
        ("text", 12, "12", ["coerce"]),
        ("text", "abcdefgh", "abcdef", ["clamp"]),
        ("tyre", "soft", "SOFT", ["option"]),
        ("tyre", " SOFT ", "SOFT", ["option"]),
        ("flags", True, "True", ["option"]),
        ("flags", "false", "False", ["option"]),
        ("states", "safety", "Safety Car deployed", ["option"]),
        ("states", "safety car", "Safety Car deployed", ["option"]),
        ("cased", " soft ", "soft", ["option"]),
        ("truth", "TRUE", True, ["option"]),
        ("box", {"q": "1", "z": 2}, {"q": 1}, ["drop_unknown", "coerce"]),
        ("box", '{"q": 1}', {"q": 1}, ["coerce"]),
        ("limit", "9", 3, ["coerce", "clamp"]),
        ("pick", {"lap": "3"}, {"lap": 3}, ["coerce"]),
        ("driver", 33, "33", ["coerce"]),
    ],
)
def test_repairs_one_argument(name: str, before: Any, after: Any, rules: list[str]) -> None:
    verdict = check(step("s1", {name: before}))
    (accepted,) = verdict.accepted.steps
    assert accepted.arguments == {name: after}
    assert type(accepted.arguments[name]) is type(after)
    assert [repair.rule for repair in verdict.repaired] == rules
    assert all(repair.path.startswith(f"/arguments/{name}") for repair in verdict.repaired)
    assert not verdict.rejected


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("n", "three", "invalid_argument"),
        ("n", 2.5, "invalid_argument"),
        ("n", True, "invalid_argument"),
        ("n", [1], "invalid_argument"),
        ("step", 7, "invalid_argument"),
        ("flag", 1, "invalid_argument"),
        ("text", True, "invalid_argument"),
        ("text", {"a": 1}, "invalid_argument"),
        ("tyre", "h", "invalid_option"),
        ("tyre", "med", "invalid_option"),
        ("cased", "Soft", "invalid_option"),
        ("states", "s", "invalid_option"),
        ("states", "virtual", "invalid_option"),
        ("states", "Safety Cars", "invalid_option"),
        ("states", "safety car deployed again", "invalid_option"),
        ("names", "delete", "invalid_option"),
        ("names", "q1", "invalid_option"),
        ("names", "lap 2", "invalid_option"),
        ("names", "x", "invalid_option"),
        ("counts", 2, "invalid_option"),
        ("counts", "2", "invalid_option"),
        ("n", 2**64, "malformed_step"),
        ("n", -(2**63) - 1, "malformed_step"),
        ("n", "18446744073709551616", "invalid_argument"),
        ("ratio", "18446744073709551616", "invalid_argument"),
        ("big", 1e19 * 2, "invalid_argument"),
        ("box", '{"q": 1, "q": 2}', "invalid_argument"),
        ("laps", "[18446744073709551616]", "invalid_argument"),
        ("tyre", "WET", "invalid_option"),
        ("tyre", "", "invalid_option"),
        ("mixed", "maybe", "invalid_argument"),
        ("driver", "Max Emilian Verstappen", "invalid_argument"),
        ("n", math.nan, "malformed_step"),
        pytest.param("text", "\ud800", "malformed_step", id="surrogate"),
        ("box", {1: 2}, "malformed_step"),
        ("box", object(), "malformed_step"),
        pytest.param("n", 10**5000, "malformed_step", id="huge"),
    ],
)
def test_rejects_one_argument(name: str, value: Any, code: str) -> None:
    verdict = check(step("s1", {name: value}))
    assert codes(verdict) == {"s1": code}
    assert not verdict.accepted.steps
    assert not verdict.repaired


def test_a_missing_argument_is_never_made_up() -> None:
    schema = {**NEEDY, "properties": {"car": {"type": "string", "default": "33"}}}
    verdict = validate_plan({"plan": [step("s1", {}, "t")]}, [{"name": "t", "input_schema": schema}])
    assert codes(verdict) == {"s1": "missing_argument"}
    assert '"car"' in verdict.rejected[0].message


def test_unknown_arguments_are_dropped_with_a_record() -> None:
    verdict = check(step("s1", {"n": 1, "colour": "red"}))
    assert verdict.accepted.steps[0].arguments == {"n": 1}
    assert [repair.to_json() for repair in verdict.repaired] == [
        {"step": "s1", "path": "/arguments/colour", "from": "red", "to": None, "rule": "drop_unknown"}
    ]


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object"},
        {"type": "object", "properties": {}, "additionalProperties": True},
        {"type": "object", "properties": {}, "additionalProperties": {"type": "integer"}},
        {"type": "object", "properties": {}, "patternProperties": {"^x": {}}},
        {"type": "object", "anyOf": [{"properties": {"x": {"type": "integer"}}, "required": ["x"]}]},
        {"$ref": "#/$defs/a", "$defs": {"a": {"type": "object", "properties": {"x": {}}}}},
    ],
)
def test_an_argument_that_the_schema_allows_stays(schema: JsonObject) -> None:
    verdict = validate_plan({"plan": [step("s1", {"x": 1}, "t")]}, [{"name": "t", "input_schema": schema}])
    assert verdict.accepted.steps[0].arguments == {"x": 1}
    assert not verdict.repaired


def test_a_repairable_branch_keeps_its_argument_and_loses_the_unknown_one() -> None:
    schema = {"type": "object", "anyOf": [{"properties": {"x": {"type": "integer"}}, "required": ["x"]}]}
    verdict = validate_plan({"plan": [step("s1", {"x": "1", "y": 2}, "t")]}, [{"name": "t", "input_schema": schema}])
    assert verdict.accepted.steps[0].arguments == {"x": 1}
    assert [repair.rule for repair in verdict.repaired] == ["coerce", "drop_unknown"]


def test_null_for_an_optional_argument_is_left_out_but_not_for_a_required_one() -> None:
    verdict = check(step("s1", {"n": None, "limit": None}), step("s2", {"car": None}, "get_car"))
    assert verdict.accepted.steps[0].arguments == {"limit": None}
    assert [repair.rule for repair in verdict.repaired] == ["drop_null"]
    assert codes(verdict) == {"s2": "invalid_argument"}


def test_two_ways_to_repair_are_none() -> None:
    schema = {"anyOf": [{"type": "integer"}, {"type": "string", "maxLength": 1}]}
    catalogue: list[JsonObject] = [{"name": "t", "input_schema": {"type": "object", "properties": {"x": schema}}}]
    verdict = validate_plan({"plan": [step("s1", {"x": "12"}, "t")]}, catalogue)
    assert codes(verdict) == {"s1": "invalid_argument"}


@pytest.mark.parametrize(("value", "after"), [(1, "1"), (2.0, "2"), (3, None)])
def test_a_number_is_an_option_that_is_its_digits(value: float, after: str | None) -> None:
    catalogue = [{"name": "t", "input_schema": {"properties": {"c": {"enum": ["1", "2", True]}}}}]
    verdict = validate_plan({"plan": [step("s1", {"c": value}, "t")]}, catalogue)
    assert [accepted.arguments["c"] for accepted in verdict.accepted.steps] == ([after] if after else [])


def test_names_are_left_to_the_tool() -> None:
    steps = [step("s1", {"driver": "ver"}), step("s2", {"driver": "nobody"}), step("s3", {"driver": {"code": "ver"}})]
    verdict = check(*steps, vocabularies=DRIVERS)
    assert [accepted.arguments["driver"] for accepted in verdict.accepted.steps] == ["ver", "nobody", "33"]
    assert [repair.rule for repair in verdict.repaired] == ["name"]


def test_an_unknown_tool_is_rejected_with_a_suggestion() -> None:
    verdict = check(step("s1", {}, "get_gaps"))
    assert codes(verdict) == {"s1": "unknown_tool"}
    assert "'get_gap'" in verdict.rejected[0].message


@pytest.mark.parametrize(
    ("server", "name", "code"),
    [
        (None, "one", "ambiguous_server"),
        ("a", "one", None),
        (None, "both", "ambiguous_server"),
        (None, "neither", "unknown_tool"),
        ("b", "both", None),
        ("b", "one", "unknown_tool"),
        ("c", "one", "unknown_server"),
    ],
)
def test_servers(server: str | None, name: str, code: str | None) -> None:
    entries = [("one", "a"), ("both", "a"), ("both", "b")]
    catalogue = [{"name": tool, "server": home, "input_schema": {"type": "object"}} for tool, home in entries]
    verdict = validate_plan({"plan": [{**step("s1", {}, name), "server": server}]}, catalogue)
    assert codes(verdict) == ({} if code is None else {"s1": code})
    assert [accepted.server for accepted in verdict.accepted.steps] == ([server] if code is None else [])
    assert not verdict.repaired


@pytest.mark.parametrize("schema", [None, 5, {"type": "foo"}, {"$ref": "http://127.0.0.1:9/x.json"}, {"x": object()}])
def test_a_catalogue_mistake_costs_its_own_steps_only(schema: Any) -> None:
    catalogue = [*CATALOGUE, {"name": "broken", "input_schema": schema}]
    verdict = validate_plan({"plan": [step("s1", {}, "broken"), step("s2", {"n": 1})]}, catalogue)
    assert codes(verdict) == {"s1": "invalid_schema"}
    assert "\n" not in verdict.rejected[0].message
    assert [accepted.id for accepted in verdict.accepted.steps] == ["s2"]


@pytest.mark.parametrize("plan", [None, [], "x", 5, {}, {"plan": None}, {"plan": {"a": 1}}])
def test_a_malformed_plan_is_a_verdict(plan: Any) -> None:
    verdict = validate_plan(plan, CATALOGUE)
    assert [rejection.code for rejection in verdict.rejected] == ["malformed_plan"]
    assert not verdict.accepted.steps


@pytest.mark.parametrize(
    "broken",
    [
        None,
        "x",
        [],
        {},
        {"name": 5},
        {"name": ""},
        {"name": "get_gap", "arguments": [1]},
        {"name": "get_gap", "arguments": "{"},
        {"name": "get_gap", "arguments": "[]"},
        {"name": "get_gap", "server": 5},
    ],
)
def test_a_malformed_step_costs_itself_only(broken: Any) -> None:
    verdict = check(broken, step("s9", {"n": 1}))
    assert codes(verdict) == {"s1": "malformed_step"}
    assert [accepted.id for accepted in verdict.accepted.steps] == ["s9"]


def test_ids_are_given_where_missing_and_changed_where_repeated() -> None:
    plan = [{"name": "get_gap"}, step("s1", {"n": 1}), step("x", {"n": 2}), step("x", {"n": 3}), step(7, {"n": 4})]  # type: ignore[arg-type]
    verdict = check(*plan)
    assert [accepted.id for accepted in verdict.accepted.steps] == ["s6", "s1", "x", "s7", "7"]
    assert [(repair.step, repair.before, repair.rule) for repair in verdict.repaired] == [
        ("s6", None, "assign_id"),
        ("s7", "x", "repeated_id"),
        ("7", 7, "assign_id"),
    ]


def test_a_reference_to_a_repeated_id_is_not_guessed() -> None:
    verdict = check(step("x", {"n": 2}), step("x", {"n": 3}), step("y", {"n": {"$ref": "x#/count"}}))
    assert codes(verdict) == {"y": "ambiguous_reference"}


def test_arguments_as_text_are_read_and_other_fields_dropped() -> None:
    verdict = check({"id": "s1", "name": "get_gap", "arguments": '{"n": 2}', "why": "x"})
    assert verdict.accepted.steps[0].arguments == {"n": 2}
    assert [(repair.path, repair.rule) for repair in verdict.repaired] == [
        ("/why", "drop_unknown"),
        ("/arguments", "parse_json"),
    ]


@pytest.mark.parametrize(
    ("reference", "code"),
    [
        ({"$ref": "s1#/count"}, None),
        ({"$ref": "s1#/extra/anything"}, None),
        ({"$ref": "s1#/pairs/0/gap"}, None),
        ({"$ref": "s1#/summary"}, "reference_type"),
        ({"$ref": "s1#"}, "reference_type"),
        ({"$ref": "s1#/pairs/0/car"}, "reference_type"),
        ({"$ref": "s1#/pairs/x"}, "reference_path"),
        ({"$ref": "s1#/cuont"}, "reference_path"),
        ({"$ref": "s9#/count"}, "unknown_reference"),
        ({"$ref": "s2#/count"}, "cycle"),
        ({"$ref": "s1/count"}, "invalid_reference"),
        ({"$ref": "s1#count"}, "invalid_reference"),
        ({"$ref": 5}, "invalid_reference"),
        ({"$ref": "s1#/count", "path": "x"}, "invalid_reference"),
    ],
)
def test_references(reference: JsonObject, code: str | None) -> None:
    verdict = check(step("s1", {"n": 1}), step("s2", {"n": reference}))
    assert codes(verdict) == ({} if code is None else {"s2": code})
    assert not verdict.repaired
    if code is None:
        assert verdict.accepted.steps[1].arguments == {"n": reference}


def test_a_reference_stands_for_a_required_argument_deep_inside_and_in_a_branch() -> None:
    reference = {"$ref": "s1#/count"}
    arguments = {"box": {"q": reference}, "limit": reference, "pick": {"lap": reference}, "tags": [{"$ref": "s1#/x/0"}]}
    catalogue = [{**CATALOGUE[0], "output_schema": {"type": "object"}}, CATALOGUE[1]]
    steps = [step("s1", {}), step("s2", arguments), step("s3", {"car": {"$ref": "s2#/a"}}, "get_car")]
    verdict = validate_plan({"plan": steps}, catalogue)
    assert [accepted.to_json() for accepted in verdict.accepted.steps] == steps
    assert not verdict.repaired


def test_the_arguments_as_a_whole_are_no_reference() -> None:
    verdict = check(step("s1", {}), step("s2", {"$ref": "s1#"}))
    assert codes(verdict) == {"s2": "invalid_reference"}


def test_repairs_go_on_beside_a_reference() -> None:
    verdict = check(step("s1", {}), step("s2", {"n": {"$ref": "s1#/count"}, "text": 5, "z": {"$ref": "s1#/count"}}))
    assert verdict.accepted.steps[1].arguments == {"n": {"$ref": "s1#/count"}, "text": "5"}
    assert {repair.rule for repair in verdict.repaired} == {"coerce", "drop_unknown"}


def test_a_cycle_is_rejected_whole_with_what_hangs_on_it_and_nothing_else() -> None:
    def needs(step_id: str, other: str) -> JsonObject:
        return step(step_id, {"n": {"$ref": f"{other}#/count"}})

    verdict = check(needs("a", "b"), needs("b", "c"), needs("c", "a"), needs("d", "a"), step("e", {}), needs("f", "e"))
    assert codes(verdict) == {"a": "cycle", "b": "cycle", "c": "cycle", "d": "depends_on_rejected"}
    assert [accepted.id for accepted in verdict.accepted.steps] == ["e", "f"]


def test_only_an_earlier_step_may_be_referred_to() -> None:
    verdict = check(step("a", {"n": {"$ref": "b#/count"}}), step("b", {}), step("c", {"n": {"$ref": "a#/count"}}))
    assert codes(verdict) == {"a": "later_reference", "c": "depends_on_rejected"}
    assert "'b'" in verdict.rejected[0].message
    assert [accepted.id for accepted in verdict.accepted.steps] == ["b"]


def test_what_depends_on_a_rejected_step_is_rejected_however_far() -> None:
    steps = [step("s0", {}, "nope")]
    steps += [step(f"s{n}", {"n": {"$ref": f"s{n - 1}#/count"}}) for n in range(1, 400)]
    verdict = check(*steps, max_steps=500)
    assert codes(verdict) == {"s0": "unknown_tool"} | {f"s{n}": "depends_on_rejected" for n in range(1, 400)}


def test_duplicates_are_merged_and_their_dependants_redirected() -> None:
    steps = [step("a", {"n": 1}), step("b", {"n": 1})]
    steps += [step("c", {"n": {"$ref": "a#/count"}}), step("d", {"n": {"$ref": "b#/count"}}), step("e", {"n": 2})]
    verdict = check(*steps)
    assert [accepted.id for accepted in verdict.accepted.steps] == ["a", "c", "e"]
    assert [(repair.step, repair.rule) for repair in verdict.repaired] == [
        ("b", "merge"),
        ("d", "redirect"),
        ("d", "merge"),
    ]


def test_a_server_that_goes_without_saying_makes_no_other_call() -> None:
    catalogue = [{"name": "t", "server": "x", "input_schema": {"type": "object"}}]
    verdict = validate_plan({"plan": [step("a", {}, "t"), {**step("b", {}, "t"), "server": "x"}]}, catalogue)
    assert [(accepted.id, accepted.server) for accepted in verdict.accepted.steps] == [("a", "x")]
    assert [repair.rule for repair in verdict.repaired] == ["merge"]
    assert codes(validate_plan({"plan": [{**step("a", {}, "t"), "server": "y"}]}, catalogue)) == {"a": "unknown_server"}


def test_a_step_without_a_server_is_for_the_local_one_which_has_no_name() -> None:
    catalogue: list[JsonObject] = [{"name": "t", "input_schema": {}}, {"name": "u", "server": "x", "input_schema": {}}]
    verdict = validate_plan({"plan": [step("a", {}, "t"), step("b", {}, "u")]}, catalogue)
    assert [(accepted.id, accepted.server) for accepted in verdict.accepted.steps] == [("a", None)]
    assert codes(verdict) == {"b": "ambiguous_server"}


def test_true_and_one_are_not_the_same_call() -> None:
    catalogue = [{"name": "t", "input_schema": {"type": "object"}}]
    steps = [step("a", {"x": 1}, "t"), step("b", {"x": True}, "t"), step("c", {"x": "1"}, "t")]
    assert len(validate_plan({"plan": steps}, catalogue).accepted.steps) == len(steps)


def test_the_step_cap_counts_what_is_left_and_takes_dependants_along() -> None:
    steps = [step("bad", {}, "x"), step("b", {}), step("c", {"n": 1}), step("b2", {})]
    steps += [step("d", {"n": 2}), step("e", {"n": 3}), step("f", {"n": {"$ref": "e#/count"}})]
    verdict = check(*steps, max_steps=3)
    assert codes(verdict) == {"bad": "unknown_tool", "e": "too_many_steps", "f": "too_many_steps"}
    assert [accepted.id for accepted in verdict.accepted.steps] == ["b", "c", "d"]


def test_nothing_given_is_changed_and_nothing_is_shared() -> None:
    plan = {"plan": [step("a", {"n": "9", "box": {"q": "1", "z": 1}, "tags": {"a": 1}}), step("b", {"tags": ["x"]})]}
    given, catalogue = copy.deepcopy(plan), copy.deepcopy(CATALOGUE)
    verdict = validate_plan(given, catalogue)
    verdict.accepted.steps[0].arguments["tags"].append("y")
    assert given == plan
    assert catalogue == CATALOGUE


def test_a_changed_schema_is_another_schema() -> None:
    catalogue = copy.deepcopy(CATALOGUE)
    plan = {"plan": [step("s1", {"n": 9})]}
    assert validate_plan(plan, catalogue).accepted.steps[0].arguments == {"n": 5}
    catalogue[0]["input_schema"]["properties"]["n"]["maximum"] = 7
    assert validate_plan(plan, catalogue).accepted.steps[0].arguments == {"n": 7}


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = {"box": value}
    return value


@pytest.mark.parametrize(
    "steps",
    [
        [step("s1", nested(50_000))],
        [step("s1", '{"a":' * 50_000)],
        [step("s1", {"tags": "[" * 10_000})],
        [step("s1", {"text": "x" * 2**20, "tyre": "y" * 2**20, "n": "9" * 2**20, "z" * 2**20: 1})],
        [step("s1", {"tags": list(range(300_000))})],
        [step(f"s{n}", {"tags": list(range(1_900))}) for n in range(200)],
        [step("s0", {}), step("s1", {"n": {"$ref": "s0#/count"}, "laps": [{"$ref": "s0#/count"}, "9"] * 4_000})],
        [step("s" * 2**20, {}, "n" * 2**20)],
        [step("s1", {"n": {"$ref": "s" * 2**20}}), step("s2", {"n": {"$ref": "s1#" + "/a" * 2**18}})],
        [step(f"s{n}", {"n": str(n)}) for n in range(3_000)],
        [step(f"s{n}", {"n": {"$ref": f"s{(n + 1) % 3_000}#/count"}}) for n in range(3_000)],
        [{"name": "x"}] * 3_000,
    ],
    ids=[
        "deep",
        "deep text",
        "deep list text",
        "long",
        "wide",
        "wide and many",
        "wide ref",
        "long names",
        "long refs",
        "many",
        "ring",
        "unknown",
    ],
)
def test_a_hostile_plan_ends_in_a_short_verdict(steps: list[Any]) -> None:
    started = time.process_time()
    verdict = check(*steps)
    assert time.process_time() - started < 30  # about a second at most; the point is that none runs away
    assert all(len(rejection.message) <= 500 for rejection in verdict.rejected)
    assert len(verdict.accepted.steps) + len(verdict.rejected) <= len(steps)


def test_the_verdict_is_plain_json() -> None:
    verdict = check(step("a", {"n": "9", "z": 1}), step("b", {}, "nope"))
    assert json.loads(json.dumps(verdict.to_json())) == verdict.to_json()


LASTING = {
    "type": "object",
    "properties": {
        "path": {"type": "string", "maxLength": 5},
        "ids": {"type": "array", "items": {"type": "integer"}, "maxItems": 1},
        "n": {"type": "integer", "minimum": 1, "exclusiveMaximum": 9},
        "mode": {"enum": ["keep one", "ALL"]},
        "limit": {"anyOf": [{"type": "integer", "maximum": 3}, {"type": "null"}]},
    },
}
BENT = [{"path": "/etc/passwd"}, {"ids": [1, 2]}, {"n": 0}, {"n": 9}, {"n": "99"}, {"mode": "keep"}, {"limit": 4}]


@pytest.mark.parametrize("arguments", BENT, ids=str)
@pytest.mark.parametrize(
    ("tier", "is_bent"),
    [
        (None, True),
        ("READ_ONLY", True),
        ("REVERSIBLE", True),
        ("STATEFUL", False),
        ("IRREVERSIBLE", False),
        ("?", False),
    ],
)
def test_where_the_effect_lasts_no_value_is_made_another(
    arguments: JsonObject, tier: str | None, is_bent: bool
) -> None:
    entry = {"name": "t", "input_schema": LASTING, **({} if tier is None else {"tier": tier})}
    verdict = validate_plan({"plan": [step("s1", arguments, "t")]}, [entry])
    assert len(verdict.accepted.steps) == is_bent
    assert len(verdict.rejected) == (not is_bent)
    assert bool(verdict.repaired) == is_bent


def test_where_the_effect_lasts_spelling_is_still_read() -> None:
    entry = {"name": "t", "input_schema": LASTING, "tier": "IRREVERSIBLE"}
    verdict = validate_plan({"plan": [step("s1", {"n": "3", "mode": " all "}, "t")]}, [entry])
    assert verdict.accepted.steps[0].arguments == {"n": 3, "mode": "ALL"}


def test_numbers_beyond_64_bits_are_refused_by_name_and_the_last_within_pass() -> None:
    verdict = check(step("s1", {"box": {"q": 2**64}}), step("s2", {"big": 2**64 - 1}), step("s3", {"big": -(2**63)}))
    assert [accepted.arguments for accepted in verdict.accepted.steps] == [{"big": 2**64 - 1}, {"big": -(2**63)}]
    assert verdict.rejected[0].message == "/arguments/box/q: 18446744073709551616 is beyond 64 bits"
    (late,) = check(step("s1", {"big": 2e19})).rejected
    assert late.message == "/arguments/big: 2e+19 is beyond 64 bits"


@pytest.mark.parametrize(
    ("text", "codes_by_step", "accepted"),
    [
        (
            '{"plan": [{"id": "a", "name": "get_gap", "arguments": {"n": 1, "n": 2}}, {"name": "get_gap"}]}',
            {"a": "malformed_step"},
            1,
        ),
        (
            '{"plan": [{"id": "a", "name": "get_gap", "arguments": {"box": {"q": 1, "q": 1}}}]}',
            {"a": "malformed_step"},
            0,
        ),
        ('{"plan": [{"id": "a", "name": "get_gap", "name": "get_car"}]}', {"a": "malformed_step"}, 0),
        ('{"plan": [], "plan": [{"name": "get_gap"}]}', {"": "malformed_plan"}, 0),
    ],
)
def test_a_key_that_is_written_twice_is_told(text: str, codes_by_step: dict[str, str], accepted: int) -> None:
    verdict = validate_plan(read_json(text), CATALOGUE)
    assert codes(verdict) == codes_by_step
    assert "is there twice" in verdict.rejected[0].message
    assert len(verdict.accepted.steps) == accepted


def test_arguments_as_a_text_with_a_key_twice_are_rejected() -> None:
    (rejected,) = check(step("s1", '{"n": 1, "n": 2}')).rejected
    assert rejected.message == "/arguments: the key 'n' is there twice"


@pytest.mark.parametrize(
    ("schema", "good", "bad"),
    [
        (
            {
                "$schema": "http://json-schema.org/draft-04/schema#",
                "properties": {"x": {"minimum": 1, "exclusiveMinimum": True}},
            },
            2,
            1,
        ),
        ({"properties": {"x": {"type": "number", "maximum": 1, "exclusiveMaximum": True}}}, 0, 1),
        ({"properties": {"x": {"items": [{"type": "integer"}, {"type": "string"}]}}}, [1, "a"], [1, 2, 3]),
    ],
)
def test_a_tool_of_an_older_draft_can_be_called(schema: JsonObject, good: Any, bad: Any) -> None:
    catalogue = [{"name": "t", "input_schema": schema, "tier": "STATEFUL"}]
    steps = [step("s1", {"x": good}, "t"), step("s2", {"x": bad}, "t")]
    verdict = validate_plan({"plan": steps}, catalogue)
    assert verdict.accepted.steps[0].arguments == {"x": good}
    assert all(accepted.arguments["x"] != bad for accepted in verdict.accepted.steps)


def test_a_pattern_that_linear_time_does_not_allow_costs_its_tool_by_name() -> None:
    catalogue = [{"name": "t", "input_schema": {"properties": {"x": {"pattern": "(?=a)b"}}}}, *CATALOGUE]
    verdict = validate_plan({"plan": [step("s1", {"x": "b"}, "t"), step("s2", {"n": 1})]}, catalogue)
    assert codes(verdict) == {"s1": "invalid_schema"}
    assert "/properties/x/pattern" in verdict.rejected[0].message
    assert len(verdict.accepted.steps) == 1


def test_a_foreign_pattern_of_keys_cannot_hold_the_validator_up() -> None:
    schema = {"type": "object", "patternProperties": {"^(a+)+$": {"type": "integer"}}, "additionalProperties": False}
    catalogue: list[JsonObject] = [
        {"name": "t", "input_schema": {"properties": {"x": schema}}, "output_schema": {"properties": {"x": schema}}}
    ]
    evil = "a" * 28 + "!"
    steps = [step("s1", {"x": {evil: 1.0}}, "t"), step("s2", {"x": {"aa": {"$ref": f"s1#/x/{evil}"}}}, "t")]
    started = time.process_time()
    verdict = validate_plan({"plan": steps}, catalogue)
    assert time.process_time() - started < 5
    assert codes(verdict) == {"s2": "reference_path"}


def test_a_car_with_several_drivers_is_named_by_its_number() -> None:
    crew = [{"car": "93", "name": name} for name in ("Kaku Ohta", "Nick Yelloly")]
    assert name_of({"car": "93"}, crew) == "93"
    assert name_of({"name": "nick yelloly"}, crew) == "93"
    assert name_of({"name": "Yelloly"}, [*crew, {"car": "31", "name": "Earl Bamber"}]) is None
    assert name_of({}, crew) is None
