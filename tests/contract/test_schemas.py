"""The stored contract: the code keeps it, every answer keeps it, and it keeps its own rules."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import jsonschema_rs
import pytest

from director.race.promised import promised_tools
from pitwall.sources import open_source
from pitwall.state import StateCache
from pitwall.tools import TOOLS, build_tools
from pitwall.tools.schemas import MOMENT_NAMES
from tests.examples import MORE
from toolgate.compatibility.check import check
from toolgate.compatibility.lint import lint
from toolgate.compatibility.schema_store import SchemaStore
from toolgate.contract import Call, JsonObject, Tier, ToolSpec
from toolgate.runner import Runner

ROOT = Path(__file__).resolve().parents[2]
STORE = SchemaStore(ROOT / "docs" / "schemas")
SPECS = build_tools(StateCache())
PROMISED = promised_tools()
BY_NAME = {spec.name: spec for spec in SPECS}

SAMPLES: dict[str, Any] = {
    "text": "Checked by two stewards: ü 漢",
    "other": "{other}",
    "drivers": ["{driver}", "{other}"],
    "scopes": ["rules", "chat"],
    "day": "2026-05-04",
    "from": "laps",
    "where": [{"field": "lap", "op": "more", "value": 1}],
    "any_of": [{"field": "in_lap", "value": True}],
    "without": [{"field": "in_lap", "value": True}],
    "select": ["driver", "lap", "time_s"],
    "group_by": ["driver"],
    "per": {"by": "car", "last": 2},
    "aggregate": [{"op": "min", "field": "time_s"}],
    "having": [],
    "order_by": [{"field": "time_s", "down": True}],
}
"""Arguments that no schema tells how to fill."""


def calls_of(spec: ToolSpec, turn: int = 0) -> list[tuple[str, dict[str, Any]]]:
    """A call with what is required, and for each further argument one with that as well; each turn with other values."""
    properties = spec.input_schema["properties"]
    required = {name: sample(name, properties[name], turn) for name in spec.input_schema["required"]}
    further = [name for name in properties if name not in {*required, *MOMENT_NAMES}]
    return [
        (spec.name, required),
        *((spec.name, {**required, name: sample(name, properties[name], turn)}) for name in further),
    ]


def sample(name: str, schema: dict[str, Any], turn: int) -> Any:
    """A value that a schema allows: one of its enum, one of its bounds, or somebody of the race."""
    if name in SAMPLES:
        return SAMPLES[name]
    if schema.get("x-vocabulary") == "driver" or name == "driver":
        return "{driver}"
    if "enum" in schema:
        return schema["enum"][turn % len(schema["enum"])]
    if schema.get("type") in ("integer", "number"):
        return (schema.get("minimum", 1), schema.get("maximum", 5), schema.get("default", 3))[turn % 3]
    return {"boolean": bool(turn % 2)}.get(schema.get("type", ""), "x")


def filled(arguments: dict[str, Any], cars: list[str], turn: int) -> dict[str, Any]:
    """The arguments with two of the race's cars in the places for them."""
    named = {"{driver}": cars[(turn * 7) % len(cars)], "{other}": cars[(turn * 7 + 1) % len(cars)]}
    return {
        name: [named.get(each, each) if isinstance(each, str) else each for each in value]
        if isinstance(value, list)
        else named.get(value, value)
        if isinstance(value, str)
        else value
        for name, value in arguments.items()
    }


RACES = [
    "2018_azerbaijan_race",
    "2025_miami_sprint",
    "2024_bahrain_gp_converted",
    "2025_australian_gp_converted",
    "2023_azerbaijan_sprint",
    "2024_spanish_quali",
    "2024_british_fp1",
    "sim:",
    "sim:seed=4,cars=64,laps=8",
    "sim:seed=9,cars=2,laps=3",
    "sim:rain=1,dropouts=1,classes=3",
    "sim:hours=1,cars=9,penalties=1",
    "sim:kind=qualifying,cars=12",
    "sim:kind=practice,cars=8",
]


class Stored:
    """A schema of the store, read by two libraries: a quick one, and a slow one as a second opinion."""

    def __init__(self, schema: JsonObject) -> None:
        self._quick = jsonschema_rs.Draft202012Validator(schema)
        self._slow = jsonschema.Draft202012Validator(schema)

    def flaws(self, envelope: JsonObject, *, twice: bool) -> list[str]:
        """What does not fit."""
        told = json.loads(json.dumps(envelope))
        slow = [error.message for error in self._slow.iter_errors(told)] if twice else []
        return [*(error.message for error in self._quick.iter_errors(told)), *slow]


@cache
def stored_output(name: str) -> Stored:
    stored = STORE.load(name, BY_NAME[name].schema_version)
    assert stored is not None
    return Stored(stored.output)


@cache
def stored_error() -> Stored:
    return Stored(STORE.error_schema())


def test_every_tool_has_a_name_of_its_own() -> None:
    assert [listed.name for listed in TOOLS] == [*BY_NAME]


@pytest.mark.parametrize("turn", range(3))
def test_every_call_made_up_here_fits_its_schema(turn: int) -> None:
    for spec in SPECS:
        for _, arguments in calls_of(spec, turn):
            jsonschema.Draft202012Validator(spec.input_schema).validate(filled(arguments, ["1", "2"], 0))


def test_the_code_keeps_the_stored_contract() -> None:
    assert [finding for finding in check(PROMISED, STORE) if finding.severity != "ok"] == []


@pytest.mark.parametrize("spec", PROMISED, ids=lambda spec: spec.name)
def test_the_schemas_keep_their_own_rules(spec: ToolSpec) -> None:
    assert lint(spec) == []


def calls_at(index: int, race: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The calls of one of a race's moments: every tool with what is required, and a quarter of those with more than that.

    Each further argument comes at every fourth moment that is looked at, at others in the next race.
    """
    for spec in SPECS:
        for number, call in enumerate(calls_of(spec, index)):
            if number == 0 or MORE > 1 or (number + (index + RACES.index(race)) // 2) % 4 == 0:
                yield call


def moments(cache: StateCache) -> Iterator[dict[str, Any]]:
    """Before the start, at laps through the race, and at odd times."""
    laps = cache.view().lap
    yield {}
    yield {"at_time": "00:00:00"}
    for lap in sorted({0, 1, 2, laps // 3, laps // 2, laps}):
        yield {"at_lap": min(lap, laps)}
    yield from ({"at_segment": segment} for segment in ("q1", "q2+05:00", "q3+01:00"))
    end = cache.times[-1]
    for share in (0.05, 0.31, 0.52, 0.77, 0.99):
        seconds = int(end * share)
        yield {"at_time": f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"}


def looked_at(cache: StateCache, race: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """In a usual run every third moment, in the next race others; the end, where all is checked twice, in each."""
    for index, moment in enumerate(moments(cache)):
        if not moment or MORE > 1 or (index + RACES.index(race)) % 3 == 0:
            yield index, moment


@pytest.mark.parametrize("race", RACES)
def test_real_outputs_keep_the_stored_contract(race: str, archive_folder: Callable[[str], Path]) -> None:
    uri = race if race.startswith("sim:") else str(archive_folder(race))
    cache = StateCache().load(open_source(uri))
    runner = Runner(build_tools(cache))
    cars = list(cache.view().cars)

    async def run() -> int:
        answered = 0
        for index, moment in looked_at(cache, race):
            for name, arguments in calls_at(index, race):
                when = {} if BY_NAME[name].tier is not Tier.READ_ONLY else moment
                outcome = await runner.call(Call(name, {**filled(arguments, cars, index), **when}))
                checker = stored_output(name) if outcome.ok else stored_error()
                assert checker.flaws(outcome.envelope, twice=not moment) == []
                # Before the feed has named a car there is nothing to say of it, a tool can be about another kind of session,
                # and not every race has a lap 2000.
                assert outcome.ok or outcome.error_type == "validation_error", outcome.envelope
                other_kind = "meant_for" in outcome.envelope.get("error", {}).get("details", {})
                assert outcome.ok or moment or other_kind or arguments.keys() - BY_NAME[name].input_schema["required"]
                answered += outcome.ok
        return answered

    assert asyncio.run(run()) > 150


def test_an_empty_cache_has_an_answer_to_everything_it_can() -> None:
    runner = Runner(SPECS)

    async def run() -> None:
        for name, arguments in (call for spec in SPECS for call in calls_of(spec)):
            outcome = await runner.call(Call(name, arguments))
            checker = stored_output(name) if outcome.ok else stored_error()
            assert checker.flaws(outcome.envelope, twice=True) == []
            assert outcome.ok or arguments
            if outcome.ok:
                assert outcome.envelope["missing"]

    asyncio.run(run())


@pytest.mark.parametrize("spec", PROMISED, ids=lambda spec: spec.name)
def test_summaries_are_a_sentence_of_at_most_200_characters(spec: ToolSpec) -> None:
    assert spec.output_schema["properties"]["summary"]["maxLength"] == 200
    assert "summary" in spec.output_schema["required"]
