"""Every tool in every kind of session: it answers where it has a meaning, and elsewhere says where it has."""

from __future__ import annotations

import asyncio
from functools import cache

from pitwall.sources import open_source
from pitwall.state import KINDS, TIMED, SessionKind, StateCache
from pitwall.state.kinds import KIND_WORDS
from pitwall.tools import build_tools
from tests.contract.test_schemas import calls_of, filled, stored_output
from tests.rows import each_row
from toolgate.contract import Call, JsonObject, Tier, ToolSpec
from toolgate.runner import Runner

SOURCES: dict[SessionKind, str] = {
    "race": "sim:seed=4,cars=8,laps=6",
    "sprint": "sim:seed=4,cars=8,laps=6,kind=sprint",
    "qualifying": "sim:seed=4,cars=8,kind=qualifying",
    "sprint_qualifying": "sim:seed=4,cars=8,kind=sprint_qualifying",
    "practice": "sim:seed=4,cars=8,kind=practice",
}
READING = [spec for spec in build_tools(StateCache()) if spec.tier is Tier.READ_ONLY]
MEANT_FOR = {spec.name: spec.input_schema.get("x-session-kinds", list(KINDS)) for spec in READING}


@cache
def session(kind: SessionKind) -> StateCache:
    return StateCache().load(open_source(SOURCES[kind]))


@cache
def runner(kind: SessionKind) -> Runner:
    return Runner(build_tools(session(kind)))


def ask(kind: SessionKind, name: str, arguments: JsonObject) -> JsonObject:
    return asyncio.run(runner(kind).call(Call(name, arguments))).envelope


@each_row("kind", KINDS)
@each_row("spec", READING)
def test_a_tool_answers_where_it_means_something_and_elsewhere_says_so(spec: ToolSpec, kind: SessionKind) -> None:
    cars = list(session(kind).view().order)
    name, arguments = calls_of(spec, 2)[0]
    envelope = ask(kind, name, filled(arguments, cars, 0))
    meant = MEANT_FOR[name]
    if kind in meant:
        assert "error" not in envelope, envelope
        assert stored_output(name).flaws(envelope, twice=False) == []
        return
    error = envelope["error"]
    assert error["type"] == "validation_error"
    assert error["message"] == (
        f"this is {KIND_WORDS[kind]}: {name} is about {' or '.join(KIND_WORDS[each] for each in meant)}"
    )
    assert (error["details"]["session"], error["details"]["meant_for"]) == (kind, meant)


@each_row(("name", "kind"), [(name, kind) for name, kinds in MEANT_FOR.items() for kind in TIMED if kind in kinds])
def test_a_lap_is_no_moment_where_cars_count_their_own(name: str, kind: SessionKind) -> None:
    spec = next(spec for spec in READING if spec.name == name)
    arguments = filled(calls_of(spec, 2)[0][1], list(session(kind).view().order), 0)
    error = ask(kind, name, {**arguments, "at_lap": 2})["error"]
    assert error["type"] == "validation_error"
    instead = "a session time (00:45:00)" if kind == "practice" else "q2, q2+05:00 or a session time (00:45:00)"
    assert error["message"].endswith(f"lap 2 isn't a moment: try {instead}")
    assert error["details"]["path"] == "/at_lap"


def test_each_kind_has_tools_of_its_own_and_none_is_left_out() -> None:
    only = {kind: {name for name, kinds in MEANT_FOR.items() if kind in kinds} for kind in KINDS}
    assert {"get_overtakes", "get_gap", "get_race_points"} <= only["race"] == only["sprint"]
    assert "get_qualifying" in only["qualifying"]
    assert "get_qualifying" not in only["race"] | only["practice"]
    assert "get_fastest_practice" in only["practice"]
    assert not {"get_overtakes", "get_pit_stops", "predict_catch", "get_lead_changes"} & only["practice"]
