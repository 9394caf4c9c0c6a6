"""The stored contract: the code keeps it, every answer keeps it, and it keeps its own rules."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from pitwall.sources import open_source
from pitwall.state import StateCache
from pitwall.tools import BUILDERS, build_tools
from toolgate.contract import Call, Tier, ToolSpec
from toolgate.runner import Runner
from toolgate.schema_check import check
from toolgate.schema_lint import lint
from toolgate.schema_store import SchemaStore

ROOT = Path(__file__).resolve().parents[2]
STORE = SchemaStore(ROOT / "docs" / "schemas")
SPECS = build_tools(StateCache())
BY_NAME = {spec.name: spec for spec in SPECS}

# Arguments of every kind a tool takes; the driver is filled in from the race.
CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("get_live_snapshot", {}),
    ("get_live_snapshot", {"top_n": 64}),
    ("get_standings", {}),
    ("get_standings", {"place": 3}),
    ("get_standings", {"last_n": 2}),
    ("get_current_battle", {}),
    ("get_current_battle", {"top_n_pairs": 20, "max_gap_s": 2, "max_distance_m": 100}),
    ("get_gap", {"driver": "{driver}"}),
    ("get_gap", {"driver": "{driver}", "to": "leader", "laps": 50}),
    ("get_gap", {"driver": "{driver}", "to": "behind"}),
    ("get_driver", {"driver": "{driver}"}),
    ("get_roster", {}),
    ("get_fastest_laps", {"top_n": 64}),
    ("get_fastest_laps", {"driver": "{driver}"}),
    ("get_pit_stops", {}),
    ("get_pit_stops", {"driver": "{driver}"}),
    ("get_pit_stops", {"last": 3}),
    ("get_position_history", {}),
    ("get_position_history", {"driver": "{driver}", "since_lap": 0}),
    ("get_lap_times", {"driver": "{driver}"}),
    ("get_lap_times", {"driver": "{driver}", "from_lap": 1, "to_lap": 2000}),
    ("get_stints", {}),
    ("get_stints", {"driver": "{driver}"}),
    ("get_stints", {"order": "oldest"}),
    ("get_stints", {"order": "newest", "compound": "soft"}),
    ("get_race_control", {}),
    ("get_race_control", {"last_n": 200, "category": "flag"}),
    ("get_race_control", {"about": "penalty", "flag": "yellow"}),
    ("get_race_control", {"driver": "{driver}"}),
    ("get_penalties", {}),
    ("get_penalties", {"driver": "{driver}", "show": "closed"}),
    ("get_penalties", {"show": "unserved"}),
    ("get_results", {}),
    ("get_overtakes", {}),
    ("get_overtakes", {"driver": "{driver}", "how": "any"}),
    ("query_race", {"from": "laps", "limit": 5}),
    ("query_race", {"from": "drivers"}),
    ("query_race", {"from": "messages", "where": [{"field": "message", "op": "contains", "value": "car"}]}),
    ("query_race", {"from": "penalties", "group_by": ["state"]}),
    ("query_race", {"from": "weather", "aggregate": [{"op": "max", "field": "air_c"}]}),
    ("get_qualifying", {}),
    ("get_qualifying", {"show": "at_risk"}),
    ("get_qualifying", {"show": "knocked_out", "segment": 1}),
    ("get_qualifying", {"show": "deleted"}),
    ("get_qualifying", {"show": "line", "segment": 2}),
    ("get_qualifying", {"driver": "{driver}", "top_n": 3}),
    ("get_fastest_practice", {}),
    ("get_fastest_practice", {"driver": "{driver}"}),
    ("get_track_status", {}),
    ("get_track_status", {"kind": "safety_car"}),
    ("get_weather", {}),
    ("get_weather", {"minutes": 600}),
    ("get_retirements", {}),
    ("get_retirements", {"driver": "{driver}"}),
    ("get_session_info", {}),
    ("get_lead_changes", {}),
    ("get_lead_changes", {"driver": "{driver}"}),
    ("get_operational_status", {}),
    ("get_pinned_drivers", {}),
    ("get_notes", {}),
    ("get_notes", {"last_n": 200, "driver": "{driver}"}),
)
# They act now: no other moment can be named.
EFFECTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("pin_driver", {"driver": "{driver}"}),
    ("unpin_driver", {"driver": "{driver}"}),
    ("add_note", {"text": "Checked by two stewards."}),
    ("add_note", {"text": "ü" * 500, "driver": "{driver}", "lap": 3}),
    ("announce", {"text": "漢" * 200}),
)
MOMENTS = {"at_lap", "at_time", "at_segment"}
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
]


def validator(spec: ToolSpec) -> jsonschema.Draft202012Validator:
    stored = STORE.load(spec.name, spec.schema_version)
    assert stored is not None
    return jsonschema.Draft202012Validator(stored.output)


VALIDATORS = {spec.name: validator(spec) for spec in SPECS}
ERRORS = jsonschema.Draft202012Validator(STORE.error_schema())


def test_every_builder_has_a_call_here() -> None:
    assert {name for name, _ in (*CALLS, *EFFECTS)} == set(BY_NAME)
    assert {name for name, _ in EFFECTS} == {spec.name for spec in SPECS if spec.tier is not Tier.READ_ONLY}
    assert len(BUILDERS) == len(BY_NAME)


def test_the_code_keeps_the_stored_contract() -> None:
    assert [finding for finding in check(SPECS, STORE) if finding.severity != "ok"] == []


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_the_schemas_keep_their_own_rules(spec: ToolSpec) -> None:
    assert lint(spec) == []


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


@pytest.mark.parametrize("race", RACES)
def test_real_outputs_keep_the_stored_contract(race: str, archive_folder: Callable[[str], Path]) -> None:
    uri = race if race.startswith("sim:") else str(archive_folder(race))
    cache = StateCache().load(open_source(uri))
    runner = Runner(build_tools(cache))
    cars = list(cache.view().cars)

    async def run() -> int:
        answered = 0
        for index, moment in enumerate(moments(cache)):
            for name, arguments in (*EFFECTS, *CALLS):
                driver = cars[(index * 7) % len(cars)]
                filled = {key: driver if value == "{driver}" else value for key, value in arguments.items()}
                when = {} if BY_NAME[name].tier is not Tier.READ_ONLY else moment
                outcome = await runner.call(Call(name, {**filled, **when}))
                checker = VALIDATORS[name] if outcome.ok else ERRORS
                assert list(checker.iter_errors(json.loads(json.dumps(outcome.envelope)))) == []
                # Before the feed has named a car there is nothing to say of it, and a tool can be about another kind
                # of session; every other call has an answer.
                assert outcome.ok or outcome.error_type == "validation_error", outcome.envelope
                other_kind = "meant_for" in outcome.envelope.get("error", {}).get("details", {})
                assert outcome.ok or moment.keys() & MOMENTS or other_kind, outcome.envelope
                answered += outcome.ok
        return answered

    assert asyncio.run(run()) > 150


def test_an_empty_cache_has_an_answer_to_everything_it_can() -> None:
    runner = Runner(SPECS)

    async def run() -> None:
        for name, arguments in (*EFFECTS, *CALLS):
            outcome = await runner.call(Call(name, arguments))
            checker = VALIDATORS[name] if outcome.ok else ERRORS
            assert list(checker.iter_errors(outcome.envelope)) == []
            assert outcome.ok == ("driver" not in arguments and "since_lap" not in arguments)
            if outcome.ok:
                assert outcome.envelope["missing"]

    asyncio.run(run())


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_summaries_are_a_sentence_of_at_most_200_characters(spec: ToolSpec) -> None:
    assert spec.output_schema["properties"]["summary"]["maxLength"] == 200
    assert "summary" in spec.output_schema["required"]
