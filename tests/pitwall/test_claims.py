"""What the tools declare that they say: fields that their outputs have, and claims that can be made."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from director.grounding.languages import LANGUAGES, language
from director.grounding.meanings import MEANINGS, READ_MEANINGS
from director.grounding.statements import statements_of
from director.grounding.values import drivers_of
from director.grounding.wording import worded
from pitwall.claims import CLAIM_FREE, CLAIMS
from pitwall.context import race_context
from pitwall.events import CarStatuses
from pitwall.relations import RELATIONS
from pitwall.sensed import CarStatus
from pitwall.sources import open_source
from pitwall.state import StateCache
from pitwall.tools import build_tools
from tests.rows import each_row
from toolgate.contract import Call, JsonObject, StepResult, Tier
from toolgate.runner import Runner

SPECS = {spec.name: spec for spec in build_tools(StateCache())}


CONDITIONS = {
    "where", "unit", "unless", "partial", "doubt", "untold", "author", "sign", "event", "says", "all", "moment", "every", "needs",
    "given", "filled", "exactly", "same", "column", "most", "least", "joint", "share", "rank", "of",
}  # fmt: skip


def patterns(declared: JsonObject) -> Iterator[str]:
    for role, written in declared.items():
        if role == "where" and "column" not in declared:
            yield from written
        elif (role not in CONDITIONS or role in ("all", "moment")) and written is not False:
            yield next(iter(written.values())) if isinstance(written, dict) else written


def has(schema: Any, parts: list[str]) -> bool:
    """Whether the values of a schema can have something at a pointer."""
    if not parts:
        return True
    branches = [schema, *schema.get("anyOf", ()), *schema.get("oneOf", ())]
    for branch in branches:
        others = branch.get("additionalProperties")
        inner = (
            branch.get("items")
            if parts[0] == "*" or parts[0].isdecimal()
            else branch.get("properties", {}).get(parts[0], others if isinstance(others, dict) else None)
        )
        if isinstance(inner, dict) and has(inner, parts[1:]):
            return True
    return False


@each_row("name", list(CLAIMS))
def test_a_declared_field_is_a_field_of_the_output(name: str) -> None:
    for declared in CLAIMS[name]:
        roles = READ_MEANINGS[declared["says"]].roles.keys() if declared["says"] != "quote" else {"value", "lap"}
        assert set(declared) - CONDITIONS <= roles
        assert {declared[key] for key in ("most", "least", "joint", "share", "rank") if key in declared} <= set(
            READ_MEANINGS
        )
        for pattern in patterns(declared):
            assert has(SPECS[name].output_schema, pattern.split("/")[1:]), (declared["says"], pattern)
        arguments = SPECS[name].input_schema["properties"]
        named = {*declared.get("unless", ()), *declared.get("partial", ()), *declared.get("needs", ())}
        assert named | declared.get("given", {}).keys() <= arguments.keys()


def _fields_of(relation: str) -> set[str]:
    return {field.name for each in RELATIONS if each.name == relation for field in each.fields}


def test_a_declared_column_of_a_query_is_a_field_of_its_relation() -> None:
    for declared in CLAIMS["query_race"]:
        fields = _fields_of(declared["given"]["from"])
        rows = {pattern.rpartition("/")[2] for pattern in patterns(declared) if pattern.startswith("/rows/*")}
        assert rows <= fields, declared
        assert {declared.get("column", {}).get("field") or "driver", *declared.get("exactly", ())} <= fields | {
            "driver"
        }


@each_row("name", list(CLAIMS))
def test_claims_stand_in_the_output_schema_and_in_the_context(name: str) -> None:
    assert SPECS[name].output_schema["x-claims"] == list(CLAIMS[name])
    assert race_context(StateCache().view()).claims[name] == CLAIMS[name]


def test_nothing_is_said_of_what_the_feed_has_not_told() -> None:
    context = race_context(StateCache().view())
    empty = {"rows": [{"driver": None, "place": None, "gap_s": None, "stops": None, "state": None}], "cars": 1}
    assert statements_of([StepResult("s1", "get_standings", {}, "ok", 1.0, empty)], context) == []


def test_every_tool_that_reads_declares_what_it_says_or_why_it_says_nothing() -> None:
    reading = {name for name, spec in SPECS.items() if spec.tier is Tier.READ_ONLY}
    assert reading == CLAIMS.keys() | CLAIM_FREE.keys()
    assert not CLAIMS.keys() & CLAIM_FREE.keys()
    assert all(CLAIMS.values())


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_every_claim_can_be_worded_in_every_language(code: str) -> None:
    assert MEANINGS.keys() <= language(code).phrases.keys()


RACE = StateCache().load(open_source("sim:seed=2,cars=12,laps=14,classes=2,penalties=1"))
ASKED: dict[str, dict[str, Any]] = {
    "compare_drivers": {"driver": "P2", "other": "P1"},
    "describe_gap": {"driver": "P2", "other": "P1"},
    "predict_catch": {"driver": "P4"},
    "predict_pit_window": {"driver": "P4", "at_lap": 10},
    "driver_card": {"driver": "P3"},
    "get_nearby_cars": {"driver": "P4", "within_s": 30},
    "summarize_recent_events": {"window_seconds": 2000},
}
SAID = {
    "compare_drivers": {"has_position", "best_lap", "on_tyre", "slower_best_lap"},
    "describe_gap": {"is_behind"},
    "driver_card": {"has_position", "off_lead", "is_behind", "started", "team"},
    "get_teammate": {"team"},
    "predict_catch": {"is_behind"},
    "predict_pit_window": {"rejoin_predicted", "has_position"},
    "get_pit_loss": {"pit_loss"},
    "get_tyre_degradation": {"tyre_slope"},
    "get_nearby_cars": {"on_road_ahead"},
    "get_class_standings": {"class_position", "class_leads", "team"},
    "propose_penalty": {"penalty_suggested"},
    "summarize_recent_events": {"overtook"},
    "get_incidents": set[str](),
    "get_race_points": set[str](),
    "get_live_snapshot": {"leads", "best_lap", "stopped_on", "dry", "air_temperature"},
}


@pytest.mark.parametrize("name", list(SAID))
def test_what_a_tool_says_of_a_race_is_made_and_worded_in_seven_languages(name: str) -> None:
    runner = Runner(build_tools(RACE))
    arguments = ASKED.get(name, {})
    envelope = asyncio.run(runner.call(Call(name, {"at_lap": 12, **arguments}))).envelope
    assert "error" not in envelope, envelope
    context = race_context(RACE.view("lap:12"))
    made = statements_of([StepResult("s1", name, arguments, "ok", 1.0, envelope)], context)
    assert SAID[name] <= {statement.says for statement in made}
    drivers = drivers_of(context.vocabularies)
    for code in LANGUAGES:
        for statement in made:
            said, filled = worded("", statement, frozenset(statement.parts), language(code), drivers)
            assert len(said) > 5
            assert "{" not in said
            assert all(text in said or text.capitalize() in said for text in filled.values())


SENSED = StateCache().load(open_source("sim:cars=4,laps=4,telemetry=1"))


@pytest.mark.parametrize(
    ("name", "claims"),
    [
        ("get_telemetry", {"speed_now", "drs_closed"}),
        ("get_track_map", {"has_position"}),
        ("get_car_status", {"off_track", "incident_points", "fuel_left"}),
    ],
)
def test_what_sensors_tell_is_said_in_seven_languages(name: str, claims: set[str]) -> None:
    car = SENSED.view().order[0]
    SENSED.apply(CarStatuses(SENSED.view().t, {car: CarStatus(surface="off_track", incidents=4, fuel_laps=9.5)}))
    asked = {} if name == "get_car_status" else {"at_lap": 3}
    envelope = asyncio.run(Runner(build_tools(SENSED)).call(Call(name, asked))).envelope
    assert "error" not in envelope, envelope
    context = race_context(SENSED.view("lap:3"))
    made = statements_of([StepResult("s1", name, {}, "ok", 1.0, envelope)], context)
    assert claims <= {statement.says for statement in made}
    drivers = drivers_of(context.vocabularies)
    for code in LANGUAGES:
        for statement in made:
            said, _ = worded("", statement, frozenset(statement.parts), language(code), drivers)
            assert len(said) > 5
            assert "{" not in said
