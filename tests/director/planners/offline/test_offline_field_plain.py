"""Plain questions of the field and of one driver in it, as they are written: by examples and grammar alone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from director.planners.offline import OfflinePlanner
from toolgate.contract import Context, JsonObject, Plan

Ask = Callable[..., Awaitable[Plan]]
_TEAMS = ("Ferrari", "Mercedes")


@pytest.fixture
def ask(literal: OfflinePlanner, race_catalogue: list[JsonObject], drivers: list[JsonObject]) -> Ask:
    async def plan(question: str, kind: str = "race") -> Plan:
        names = {"driver": drivers, "team": [{"name": team} for team in _TEAMS]}
        return await literal.plan(question, race_catalogue, Context("Baku, 2018", names, session_kind=kind))

    return plan


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        ("is Hamilton in the top 3", "get_driver", {"driver": "HAM", "top_n": 3}),
        ("has Hamilton got into the top ten", "get_driver", {"driver": "HAM", "top_n": 10}),
        ("is Hamilton dead last", "get_driver", {"driver": "HAM", "tell": "last"}),
        ("in lap of Vettel", "get_lap_times", {"driver": "VET", "lane": "in"}),
        ("out lap of Vettel", "get_lap_times", {"driver": "VET", "lane": "out"}),
        ("who is leading the restart queue", "get_standings", {"place": 1}),
        ("top 10 at this restart", "get_standings", {"top_n": 10}),
        ("order on the road", "get_standings", {"road": True}),
        ("what incidents were there on lap 40", "get_incidents", {"lap": 40}),
        ("where is Hamilton's teammate", "get_teammate", {"driver": "HAM"}),
        ("is it the penultimate lap", "get_session_info", {"tell": "penultimate"}),
        ("why is the full course yellow out", "get_incidents", {"before": "full_course_yellow"}),
        ("gap between Hamilton and Vettel after the stops", "get_gap", {"driver": "HAM", "other": "VET"}),
        ("best of the rest behind Vettel", "get_gap", {"driver": "VET", "to": "behind"}),
        ("gap between Ferrari and Mercedes", "get_team_gap", {"team": "Ferrari", "other": "Mercedes"}),
        (
            "how many laps after Hamilton did Vettel pit",
            "get_pit_stops",
            {"driver": "VET", "other": "HAM", "tell": "apart"},
        ),
        ("how many laps has Vettel led in a row", "get_lead_changes", {"driver": "VET", "in_a_row": True}),
        (
            "when was Hamilton last in the top 2",
            "get_position_history",
            {"driver": "HAM", "top_n": 2, "moved": "last_in"},
        ),
        ("is Hamilton on used softs", "get_stints", {"driver": "HAM"}),
        ("who retired from the points", "get_retirements", {"tell": "place"}),
        ("who retired from the lead", "get_retirements", {"tell": "place"}),
        ("who retired from the top 10", "get_retirements", {"tell": "place"}),
        (
            "when did Hamilton and Vettel last swap places",
            "get_overtakes",
            {"driver": "HAM", "passed": "VET", "how": "any"},
        ),
        ("warnings of Hamilton", "get_race_control", {"about": "track_limits", "driver": "HAM"}),
        ("where did the leader come out after his stop", "get_pit_stops", {"driver": "leader", "tell": "places"}),
        ("where did P4 come out after his stop", "get_pit_stops", {"driver": "P4", "tell": "places"}),
        ("what position was P4 in before his stop", "get_pit_stops", {"driver": "P4", "tell": "places"}),
        ("what tyres was the leader on before his stop", "get_pit_stops", {"driver": "leader", "tell": "tyres"}),
        ("how many lead changes were there in the first 20 laps", "get_lead_changes", {"to_lap": 20}),
        ("did Hamilton take the lead on track or by a stop", "get_lead_changes", {"driver": "HAM"}),
        (
            "was the gap between Hamilton and Vettel bigger 5 laps ago",
            "get_gap",
            {"driver": "HAM", "other": "VET", "laps": 5},
        ),
        ("where would Vettel be with 5 seconds added", "get_results", {"driver": "VET", "added_s": 5}),
        ("where would Vettel be with a 5 second penalty", "get_results", {"driver": "VET", "added_s": 5}),
        (
            "on which lap was the gap between Hamilton and Vettel smallest",
            "describe_gap",
            {"driver": "HAM", "other": "VET", "laps": 100},
        ),
    ],
)
async def test_a_plain_question_goes_to_its_tool(ask: Ask, question: str, tool: str, arguments: JsonObject) -> None:
    plan = await ask(question)
    assert [(step.name, step.arguments) for step in plan.steps] == [(tool, arguments)], plan.rationale


@pytest.mark.parametrize(
    ("question", "relation", "held"),
    [
        ("who is catching the leader", "laps", {"field": "gap_s", "op": "told"}),
        ("how many laps has everyone done", "drivers", None),
        ("who started last", "drivers", {"field": "grid", "op": "told"}),
        ("order of the teams", "drivers", {"field": "team", "op": "told"}),
        ("who lost places on the last lap", "positions", {"field": "gained", "op": "less", "value": 0}),
        (
            "who pitted under the full course yellow",
            "stops",
            {"field": "track_status", "op": "in", "value": ["safety_car", "vsc"]},
        ),
        ("who has made a second stop", "drivers", {"field": "stops", "op": "at_least", "value": 2}),
        ("which stints were longer than 20 laps", "stints", {"field": "laps", "op": "more", "value": 20}),
        ("how many new sets has Hamilton used", "stints", {"field": "new", "op": "is", "value": True}),
        ("who in the points is under investigation", "penalties", {"field": "open", "op": "is", "value": True}),
        ("tyres of the first five", "drivers", {"field": "position_now", "op": "at_most", "value": 5}),
        ("first car that is not a Ferrari", "drivers", {"field": "position_now", "op": "told"}),
        ("which team has gained the most places", "drivers", {"field": "gained", "op": "told"}),
        ("who has not led yet", "positions", {"field": "position", "op": "told"}),
        (
            "who has done more than 10 laps on the current set",
            "drivers",
            {"field": "laps_since_stop", "op": "more", "value": 10},
        ),
        ("who has switched back to softs", "stints", {"field": "again", "op": "is", "value": True}),
    ],
)
async def test_a_plain_question_is_composed(ask: Ask, question: str, relation: str, held: JsonObject | None) -> None:
    (step,) = (await ask(question)).steps
    assert (step.name, step.arguments["from"]) == ("query_race", relation)
    assert held is None or held in step.arguments["where"]


async def test_the_restart_that_is_meant_is_found(ask: Ask) -> None:
    find, ranked = (await ask("who gained the most at the first restart")).steps
    assert "limit" not in find.arguments
    assert {"$ref": "s1#/rows/0/to_lap"} in [one.get("value") for one in ranked.arguments["where"]]


async def test_both_safety_cars_are_counted(ask: Ask) -> None:
    (step,) = (await ask("who pitted under both safety cars")).steps
    assert step.arguments["having"] == [{"field": "safety_cars", "op": "at_least", "value": 2}]


async def test_the_bottom_is_counted_from_the_last_car_that_is_going(ask: Ask) -> None:
    find, asked = (await ask("who in the bottom 5 has not stopped")).steps
    assert find.arguments["limit"] == 5
    assert asked.arguments["where"][-1]["op"] == "at_least"


async def test_all_teams_are_told_of_each(ask: Ask) -> None:
    (step,) = (await ask("fastest lap of each team")).steps
    assert (step.arguments["group_by"], step.arguments["limit"]) == (["team"], 20)


@pytest.mark.parametrize(
    ("question", "kind", "tool", "arguments"),
    [
        ("who has not improved", "qualifying", "get_runs", {"show": "no_gain"}),
        ("starting grid", "qualifying", "get_qualifying", {}),
        (
            "did Hamilton get knocked out in q1",
            "qualifying",
            "get_qualifying",
            {"driver": "HAM", "tell": "knocked_out", "segment": 1},
        ),
        ("best average pace on softs", "practice", "get_runs", {"show": "long", "compound": "soft"}),
    ],
)
async def test_a_plain_question_of_a_timed_session(
    ask: Ask, question: str, kind: str, tool: str, arguments: JsonObject
) -> None:
    plan = await ask(question, kind)
    assert [(step.name, step.arguments) for step in plan.steps] == [(tool, arguments)], plan.rationale


@pytest.mark.parametrize("question", ["is Mercedes fastest on race pace", "who is in the garage"])
async def test_what_would_be_read_wrongly_is_met_with_silence(ask: Ask, question: str) -> None:
    assert (await ask(question)).steps == ()
