"""References with picks and texts are held to the output schema before anything runs, and run as they were checked."""

from __future__ import annotations

from typing import Any

import pytest

from director.executor import run_plan
from director.validator import validate_plan
from tests.rows import each_row
from toolgate.contract import Call, JsonObject, Outcome, Verdict

ROW: JsonObject = {
    "type": "object",
    "properties": {
        "lap": {"type": "integer"},
        "time_s": {"type": ["number", "null"]},
        "car": {"type": "object", "properties": {"code": {"type": "string"}}},
        "compound": {"enum": ["SOFT", "HARD"]},
        "pit": {"type": "boolean"},
    },
}
LAPS: JsonObject = {
    "name": "laps",
    "input_schema": {"type": "object"},
    "output_schema": {
        "type": "object",
        "properties": {"rows": {"type": "array", "items": ROW}, "n": {"type": "integer"}},
    },
}
ASK: JsonObject = {
    "name": "ask",
    "input_schema": {
        "type": "object",
        "properties": {
            "at": {"type": "string"},
            "lap": {"type": "integer"},
            "row": {"type": "object"},
            "maybe": {"type": ["string", "null"]},
        },
    },
}
OPEN: JsonObject = {"name": "open", "input_schema": {"type": "object"}}


def check(argument: str, written: Any, first: str = "laps") -> Verdict:
    steps = [
        {"id": "s1", "name": first, "arguments": {}},
        {"id": "s2", "name": "ask", "arguments": {argument: written}},
    ]
    return validate_plan({"plan": steps}, [LAPS, ASK, OPEN])


def rows(pick: Any, get: str = "") -> JsonObject:
    return {"$ref": "s1#/rows", "pick": pick, **({"get": get} if get else {})}


def text(*of: JsonObject) -> JsonObject:
    return {"$text": "-".join(f"{{{index}}}" for index in range(len(of))), "of": list(of)}


@pytest.mark.parametrize(
    ("argument", "written"),
    [
        ("lap", rows("last", "/lap")),
        ("lap", rows({"min_by": "time_s"}, "/lap")),
        ("row", rows({"where": {"lap": 3, "compound": "SOFT"}})),
        ("at", rows({"where": {"/car/code": "VER"}}, "/car/code")),
        ("at", text({"$ref": "s1#/n"}, rows("first", "/lap"))),
        ("maybe", text({"$ref": "s1#/n"})),
    ],
)
def test_what_fits_passes_as_it_is(argument: str, written: JsonObject) -> None:
    verdict = check(argument, written)
    assert not verdict.rejected
    assert not verdict.repaired
    assert verdict.accepted.steps[1].arguments == {argument: written}


@each_row(
    ("argument", "written", "code", "told"),
    [
        ("lap", rows("last", "/lapp"), "reference_path", "did you mean 'lap'"),
        ("lap", rows({"min_by": "time"}, "/lap"), "reference_path", "/rows/*/time"),
        ("lap", rows({"min_by": "pit"}, "/lap"), "reference_type", "boolean"),
        ("lap", rows({"where": {"lap": "3"}}, "/lap"), "reference_type", "never '3'"),
        ("lap", rows({"where": {"compound": "WET"}}, "/lap"), "reference_type", "never 'WET'"),
        ("lap", rows("last", "/car/code"), "reference_type", "string"),
        ("lap", rows("last"), "reference_type", "object"),
        ("row", {"$ref": "s1#/n", "pick": "first"}, "reference_type", "not array"),
        ("lap", text({"$ref": "s1#/n"}), "reference_type", "string, not integer"),
        ("at", text({"$ref": "s1#/rows"}), "reference_type", "array"),
        ("at", text({"$ref": "s1#/n"}, {"$ref": "s7#/n"}), "unknown_reference", "s7"),
        ("at", text({"$ref": "s2#/n"}), "cycle", ""),
        ("at", {"$text": "{1}", "of": [{"$ref": "s1#/n"}]}, "invalid_reference", "/arguments/at"),
        ("at", rows("best"), "invalid_reference", "pick"),
    ],
)
def test_what_cannot_fit_is_rejected_before_anything_runs(
    argument: str, written: JsonObject, code: str, told: str
) -> None:
    (rejected,) = check(argument, written).rejected
    assert rejected.code == code
    assert told in rejected.message


def test_an_output_without_a_schema_may_be_anything() -> None:
    for argument, written in (("lap", rows("last", "/x")), ("at", {"$ref": "s1#/y"}), ("at", text({"$ref": "s1#/y"}))):
        verdict = check(argument, written, "open")
        assert not verdict.rejected
        assert not verdict.repaired


async def run(verdict: Verdict, output: JsonObject) -> tuple[list[str], list[JsonObject]]:
    got: list[JsonObject] = []

    async def call(call: Call) -> Outcome:
        got.append(call.arguments)
        return Outcome(output, True)

    results = await run_plan(verdict.accepted, call)
    return [result.status for result in results], got


@pytest.mark.parametrize("written", [{"$ref": "s1#/n"}, rows("last", "/lap")], ids=["plain", "picked"])
async def test_a_number_that_goes_into_a_text_is_written_into_one(written: JsonObject) -> None:
    verdict = check("at", written)
    assert not verdict.rejected
    (repair,) = verdict.repaired
    assert (repair.path, repair.rule, repair.before, repair.after) == (
        "/arguments/at",
        "coerce",
        written,
        text(written),
    )
    statuses, got = await run(verdict, {"n": 12, "rows": [{"lap": 12}]})
    assert statuses == ["ok", "ok"]
    assert got[1] == {"at": "12"}


async def test_a_plan_with_picks_and_texts_runs() -> None:
    verdict = check("at", text(rows({"min_by": "time_s"}, "/lap"), rows("first", "/car/code")))
    statuses, got = await run(verdict, {"rows": [{"lap": 1, "car": {"code": "VER"}}, {"lap": 2, "time_s": 91.5}]})
    assert statuses == ["ok", "ok"]
    assert got[1] == {"at": "2-VER"}


async def test_a_row_that_is_not_there_fails_its_step_alone() -> None:
    verdict = check("lap", rows({"where": {"lap": 9}}, "/lap"))
    statuses, got = await run(verdict, {"rows": [{"lap": 1}]})
    assert statuses == ["ok", "failed"]
    assert got == [{}]


def test_a_merged_step_takes_its_picks_and_texts_along() -> None:
    steps: list[JsonObject] = [{"id": step, "name": "laps", "arguments": {}} for step in ("a", "b")]
    pick = {"$ref": "b#/rows", "pick": "last", "get": "/lap"}
    steps += [{"id": "c", "name": "ask", "arguments": {"lap": pick, "at": text({"$ref": "b#/n"}, pick)}}]
    verdict = validate_plan({"plan": steps}, [LAPS, ASK])
    moved = {**pick, "$ref": "a#/rows"}
    assert verdict.accepted.steps[1].arguments == {"lap": moved, "at": text({"$ref": "a#/n"}, moved)}
    assert [repair.rule for repair in verdict.repaired] == ["merge", "redirect", "redirect"]
