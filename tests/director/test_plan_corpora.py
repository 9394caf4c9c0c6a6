"""The validator and the executor on calls that others have published: BFCL and Seal-Tools."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from director.executor import run_plan
from director.references import find_references
from director.validator import validate_plan
from toolgate.contract import Call, JsonObject, Outcome, Verdict

BENCH = Path(__file__).resolve().parents[2] / "../shared/bench"


def rows(name: str) -> list[JsonObject]:
    path = BENCH / name
    if not path.exists():
        pytest.skip(f"the corpus {name} is not here")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


class GoldCall(NamedTuple):
    """One published call, with the tools that were on offer."""

    tool: str
    arguments: JsonObject
    schema: JsonObject
    catalogue: list[JsonObject]

    def check(self, arguments: JsonObject, tool: str | None = None) -> Verdict:
        plan = {"plan": [{"id": "s1", "name": tool or self.tool, "arguments": arguments}]}
        return validate_plan(plan, self.catalogue)

    def properties(self, *types: str) -> Iterator[tuple[str, JsonObject, Any]]:
        """The arguments that the schema gives one of the types."""
        for name, value in self.arguments.items():
            if self.schema["properties"][name].get("type") in types:
                yield name, self.schema["properties"][name], value


@pytest.fixture(scope="module")
def gold() -> list[GoldCall]:
    """The calls of BFCL that fit their own schema."""
    calls = []
    for row in rows("bfcl/gold_calls.jsonl"):
        catalogue = [
            {"name": tool["name"], "description": tool["description"], "input_schema": tool["schema"]}
            for tool in row["tools"]
        ]
        schemas = {tool["name"]: tool["schema"] for tool in row["tools"]}
        calls += [
            GoldCall(call["tool"], call["args"], schemas[call["tool"]], catalogue)
            for call in row["gold"]
            if call["strict_valid"]
        ]
    assert calls
    return calls


def test_bfcl_valid_calls_come_back_as_they_are(gold: list[GoldCall]) -> None:
    for call in gold:
        verdict = call.check(call.arguments)
        (step,) = verdict.accepted.steps
        assert json.dumps(step.arguments) == json.dumps(call.arguments)
        assert not verdict.repaired


def test_bfcl_unknown_tools_are_rejected(gold: list[GoldCall]) -> None:
    for call in gold:
        verdict = call.check(call.arguments, call.tool + "_")
        assert [rejection.code for rejection in verdict.rejected] == ["unknown_tool"]
        assert "did you mean" in verdict.rejected[0].message


def test_bfcl_missing_arguments_are_rejected(gold: list[GoldCall]) -> None:
    mutants = 0
    for call in gold:
        for name in call.schema.get("required", ()):
            verdict = call.check({key: value for key, value in call.arguments.items() if key != name})
            assert [rejection.code for rejection in verdict.rejected] == ["missing_argument"]
            assert json.dumps(name) in verdict.rejected[0].message
            mutants += 1
    assert mutants


def test_bfcl_extra_arguments_are_dropped(gold: list[GoldCall]) -> None:
    for call in gold:
        verdict = call.check({**call.arguments, "an_extra_one": [1]})
        assert verdict.accepted.steps[0].arguments == call.arguments
        assert [(repair.path, repair.rule) for repair in verdict.repaired] == [
            ("/arguments/an_extra_one", "drop_unknown")
        ]


def test_bfcl_numbers_written_as_texts_are_read(gold: list[GoldCall]) -> None:
    mutants = 0
    for call in gold:
        for name, _, value in call.properties("integer", "number"):
            verdict = call.check({**call.arguments, name: str(value)})
            assert verdict.accepted.steps[0].arguments == call.arguments
            assert [(repair.before, repair.rule) for repair in verdict.repaired] == [(str(value), "coerce")]
            mutants += 1
    assert mutants


def test_bfcl_one_value_for_a_list_is_wrapped(gold: list[GoldCall]) -> None:
    mutants = 0
    for call in gold:
        for name, _, value in call.properties("array"):
            if len(value) == 1 and not isinstance(value[0], list):
                verdict = call.check({**call.arguments, name: value[0]})
                assert verdict.accepted.steps[0].arguments == call.arguments
                assert [(repair.before, repair.rule) for repair in verdict.repaired] == [(value[0], "wrap")]
                mutants += 1
    assert mutants


def test_bfcl_values_outside_an_enum_are_rejected_and_other_cases_read(gold: list[GoldCall]) -> None:
    outside = other_case = 0
    for call in gold:
        for name, schema, value in call.properties("string"):
            options = schema.get("enum", [])
            if options:
                verdict = call.check({**call.arguments, name: "none of these"})
                assert [rejection.code for rejection in verdict.rejected] == ["invalid_option"]
                outside += 1
            if value in options and [option.casefold() for option in options].count(value.casefold()) == 1:
                verdict = call.check({**call.arguments, name: value.swapcase()})
                assert verdict.accepted.steps[0].arguments == call.arguments
                other_case += value != value.swapcase()
    assert outside
    assert other_case


SEAL_TYPES = {"str": "string", "int": "integer", "float": "number", "bool": "boolean"}
SAMPLES = {"str": "text", "int": 3, "float": 2.5, "bool": True}


def object_schema(fields: JsonObject, required: list[str]) -> JsonObject:
    properties = {name: {"type": SEAL_TYPES[field["type"]]} for name, field in fields.items()}
    return {"type": "object", "properties": properties, "required": required}


def seal_plan(row: JsonObject, tools: dict[str, JsonObject]) -> JsonObject:
    """A request's calls as a plan. `API_call_3` is one field of one earlier call's response."""
    sources = {}
    for place, call in enumerate(row["calling"]):
        for name, field in zip(call["responses"], tools[call["api"]]["responses"], strict=False):
            sources[name] = {"$ref": f"s{place}#/{field}"}
    steps = []
    for place, call in enumerate(row["calling"]):
        arguments = {
            name: sources.get(value.removesuffix(" response"), value) if isinstance(value, str) else value
            for name, value in call["parameters"].items()
        }
        steps.append({"id": f"s{place}", "name": call["api"], "arguments": arguments})
    return {"plan": steps}


@pytest.fixture(scope="module")
def seal() -> tuple[dict[str, JsonObject], list[JsonObject]]:
    """The tools of Seal-Tools by name, and the requests whose calls refer to each other, as plans."""
    tools = {tool["api_name"]: tool for tool in rows("sealtools/tool.jsonl")}
    plans = [seal_plan(row, tools) for row in rows("sealtools/dev.jsonl")]
    linked = [plan for plan in plans if any(find_references(plan))]
    assert linked
    return tools, linked


async def test_sealtools_references_are_resolved_and_typed(
    seal: tuple[dict[str, JsonObject], list[JsonObject]],
) -> None:
    tools, plans = seal
    resolved = 0

    async def respond(call: Call) -> Outcome:
        fields = tools[call.name]["responses"]
        return Outcome({name: SAMPLES[field["type"]] for name, field in fields.items()}, ok=True)

    for plan in plans:
        results = await run_plan(plan, respond, parallel=tools.keys())
        assert [result.status for result in results] == ["ok"] * len(plan["plan"])
        by_id = {result.id: result for result in results}
        for result, step in zip(results, plan["plan"], strict=True):
            assert not any(find_references(result.arguments))
            for (name, *_), reference in find_references(step["arguments"]):
                producer, _, field = reference["$ref"].partition("#/")
                assert result.arguments[str(name)] == by_id[producer].envelope[field]
                assert type(result.arguments[str(name)]) is type(by_id[producer].envelope[field])
                resolved += 1
    assert resolved


def test_sealtools_references_are_accepted_exactly_where_the_types_agree(
    seal: tuple[dict[str, JsonObject], list[JsonObject]],
) -> None:
    tools, plans = seal
    for plan in plans:
        used = [tools[name] for name in {step["name"] for step in plan["plan"]}]
        catalogue = [
            {
                "name": tool["api_name"],
                "input_schema": object_schema(tool["parameters"], []),
                "output_schema": object_schema(tool["responses"], []),
            }
            for tool in used
        ]
        verdict = validate_plan(plan, catalogue, max_steps=99)
        rejected = {rejection.step: rejection.code for rejection in verdict.rejected}
        for step in plan["plan"]:
            agree = True
            for (name, *_), reference in find_references(step["arguments"]):
                producer, _, field = reference["$ref"].partition("#/")
                source = next(other for other in plan["plan"] if other["id"] == producer)
                given = tools[source["name"]]["responses"][field]["type"]
                wanted = tools[step["name"]]["parameters"][str(name)]["type"]
                is_number = given in ("int", "float")
                agree = agree and (given == wanted or (is_number and wanted in ("int", "float", "str")))
            assert (rejected.get(step["id"]) == "reference_type") != agree
        assert set(rejected.values()) <= {"reference_type", "depends_on_rejected"}


async def test_sealtools_every_request_is_checked_and_run() -> None:
    """All 700, references or not: what is accepted runs, and of the published calls hardly one is refused."""
    tools = {tool["api_name"]: tool for tool in rows("sealtools/tool.jsonl")}
    calls = refused = read = 0

    async def respond(call: Call) -> Outcome:
        fields = tools[call.name]["responses"]
        return Outcome({name: SAMPLES[field["type"]] for name, field in fields.items()}, ok=True)

    for row in rows("sealtools/dev.jsonl"):
        plan = seal_plan(row, tools)
        catalogue = [
            {
                "name": name,
                "input_schema": object_schema(tools[name]["parameters"], tools[name]["required"]),
                "output_schema": object_schema(tools[name]["responses"], []),
            }
            for name in {step["name"] for step in plan["plan"]}
        ]
        verdict = validate_plan(plan, catalogue, max_steps=6)
        results = await run_plan(verdict.accepted, respond, parallel=tools.keys())
        assert all(result.status == "ok" for result in results)
        for result in results:
            for name, value in result.arguments.items():
                kind = tools[result.name]["parameters"][name]["type"]
                assert isinstance(value, (int, float) if kind == "float" else type(SAMPLES[kind]))
        assert {rejection.code for rejection in verdict.rejected} <= {"reference_type", "invalid_argument"}
        assert {repair.rule for repair in verdict.repaired} <= {"coerce"}
        calls, refused, read = calls + len(plan["plan"]), refused + len(verdict.rejected), read + len(verdict.repaired)
    assert calls == 1804
    assert refused < calls / 100
    assert read
