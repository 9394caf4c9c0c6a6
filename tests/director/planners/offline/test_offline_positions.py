"""Questions of positions, gaps and leads as they are asked plainly: each by the call that tells it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from director.planners.offline.apart.reworded import reworded
from tests.rows import each_row
from toolgate.contract import JsonObject, Plan

Ask = Callable[[str], Awaitable[Plan]]
LAPPED = [
    {"field": "state", "op": "not_in", "value": ["stopped", "retired"]},
    {"field": "laps_down", "op": "at_least", "value": 1},
    {"field": "driver", "op": "is", "value": "HAM"},
]


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        ("how much has Vettel gained on Bottas since lap 20", "get_gap",
         {"driver": "VET", "other": "BOT", "since_lap": 20}),
        ("has Vettel closed on the leader since lap 20", "get_gap",
         {"driver": "VET", "to": "leader", "since_lap": 20}),
        ("by how much did Vettel win", "get_gap", {"driver": "VET", "to": "leader"}),
        ("how much did Vettel lose by", "get_gap", {"driver": "VET", "to": "leader"}),
        ("how has the lead of Vettel changed", "get_gap", {"driver": "VET", "to": "behind"}),
        ("is Vettel safe from Bottas", "get_gap", {"driver": "VET", "other": "BOT"}),
        ("how far behind is Vettel and is he catching", "get_gap", {"driver": "VET", "to": "ahead"}),
        ("how far is Vettel from the top 5", "get_gap", {"driver": "VET", "other": "P5"}),
        ("how many seconds cover the points", "get_gap", {"driver": "leader", "other": "points-position"}),
        ("has the gap between Vettel and Bottas been under 2 seconds", "describe_gap",
         {"driver": "VET", "other": "BOT", "laps": 100}),
        ("what was the biggest lead of Vettel", "get_lead_changes", {"driver": "VET", "lead": "largest"}),
        ("what was Vettel's smallest lead", "get_lead_changes", {"driver": "VET", "lead": "smallest"}),
        ("what positions has Vettel had during the race", "get_position_history",
         {"driver": "VET", "lap_by_lap": True}),
        ("how many places did Vettel gain on lap 20", "get_position_history", {"driver": "VET", "on_lap": 20}),
        ("has Vettel gained or lost places on the last lap", "get_position_history",
         {"driver": "VET", "on_last_lap": True}),
        ("where did the top 5 start", "get_position_history", {"top_n": 5}),
        ("how has the top 5 changed since lap 20", "get_position_history", {"top_n": 5, "since_lap": 20}),
        ("is Vettel ahead of where he started", "get_position_history", {"driver": "VET"}),
        ("who is catching whom", "get_current_battle", {"closing": True}),
        ("who is closing fastest on the car ahead", "get_current_battle", {"closing": True}),
        ("closest battle in the top 10", "get_current_battle", {"top_n": 10, "top_n_pairs": 1}),
        ("are there battles in the top 5", "get_current_battle", {"top_n": 5}),
        ("top 3 battles", "get_current_battle", {"top_n_pairs": 3}),
        ("have the Ferraris swapped places", "get_overtakes", {"how": "any", "driver": "VET", "passed": "RAI"}),
        ("did Vettel get Bottas on track or in the pits", "get_overtakes",
         {"how": "any", "driver": "VET", "passed": "BOT"}),
        ("who gained places on lap 20", "get_position_history", {"on_lap": 20}),
        ("who lost places on lap 20", "get_position_history", {"on_lap": 20, "order": "lost"}),
        ("is Vettel in clean air", "get_trains", {"driver": "VET", "max_gap_s": 3}),
        ("is Vettel in traffic", "get_trains", {"driver": "VET", "max_gap_s": 3}),
        ("when did Vettel let Bottas past", "get_overtakes", {"how": "any", "driver": "BOT", "passed": "VET"}),
        ("did Vettel let Bottas through", "get_overtakes", {"how": "any", "driver": "BOT", "passed": "VET"}),
        ("who let Vettel by", "get_overtakes", {"driver": "VET"}),
        ("who in the top 10 is closing on the car ahead", "get_current_battle", {"closing": True, "top_n": 10}),
        ("who has dropped out of the points", "get_position_history", {"moved": "out"}),
        ("who has dropped out of the top 5", "get_position_history", {"moved": "out", "top_n": 5}),
        ("who has moved into the points", "get_position_history", {"moved": "in"}),
        ("who is new in the top 10", "get_position_history", {"moved": "in", "top_n": 10}),
        ("when did Vettel drop out of the top 5", "get_position_history", {"driver": "VET", "lap_by_lap": True}),
        ("when did Vettel lose P2", "get_position_history", {"driver": "VET", "lap_by_lap": True}),
        ("what position is Vettel running", "get_driver", {"driver": "VET"}),
        ("who did Vettel pass in the stops", "get_overtakes", {"driver": "VET", "how": "stop"}),
        ("who got ahead in the stops", "get_overtakes", {"how": "stop"}),
        ("who are the 3 cars ahead of Vettel", "get_cars_between", {"driver": "VET", "ahead": 3}),
        ("who is two places behind Vettel", "get_cars_between", {"driver": "VET", "behind": 2}),
        ("where was Vettel when he retired", "get_retirements", {"driver": "VET", "tell": "place"}),
        ("has the lead changed since the restart", "get_lead_changes", {}),
        ("who is best of the rest", "get_standings", {"rest": True}),
        ("who is in the top 10", "get_standings", {"top_n": 10}),
        ("is Vettel stuck in traffic", "get_trains", {"driver": "VET", "max_gap_s": 3}),
        ("who is holding up Vettel", "get_trains", {"driver": "VET"}),
        ("who is within a second of Vettel", "get_nearby_cars", {"driver": "VET", "within_s": 1}),
        ("how far behind the leader is the last car", "get_standings", {"last_n": 1}),
        ("who is last and how far behind", "get_standings", {"last_n": 1}),
        ("who is ahead of Vettel and who is behind", "get_driver", {"driver": "VET"}),
        ("who is ahead of Vettel", "get_gap", {"driver": "VET", "to": "ahead"}),
        ("who is Vettel chasing", "get_gap", {"driver": "VET", "to": "ahead"}),
        ("who is behind Vettel", "get_gap", {"driver": "VET", "to": "behind"}),
        ("who is chasing Vettel", "get_gap", {"driver": "VET", "to": "behind"}),
        ("how big is the gap to fifth", "get_gap", {"driver": "P5", "to": "leader"}),
        ("is Vettel on softer tyres than Bottas", "get_stints", {"driver": "VET", "other": "BOT"}),
    ],
)  # fmt: skip
async def test_a_tool_tells_it(ask_race: Ask, question: str, tool: str, arguments: JsonObject) -> None:
    plan = await ask_race(question)
    assert [(step.name, step.arguments) for step in plan.steps] == [(tool, arguments)], plan.rationale


@pytest.mark.parametrize("question", ["has Hamilton been lapped", "is Hamilton a lap down", "was Hamilton lapped"])
async def test_whether_he_is_lapped_is_asked_of_those_who_are(ask_race: Ask, question: str) -> None:
    plan = await ask_race(question)
    assert [(step.name, step.arguments["where"]) for step in plan.steps] == [("query_race", LAPPED)]


async def test_laps_in_the_first_few_are_those_he_ended_there(ask_race: Ask) -> None:
    (step,) = (await ask_race("how many laps was Hamilton in the top 5")).steps
    assert {"field": "position", "op": "at_most", "value": 5} in step.arguments["where"]


@pytest.mark.parametrize(
    ("question", "tool", "argument", "field"),
    [
        ("how has the gap between Vettel and Bottas changed since the restart", "get_gap", "since_lap", "/to_lap"),
        ("how much has Vettel gained on Bottas since his stop", "get_gap", "since_lap", "/lap"),
        ("how has the top 5 changed since half distance", "get_position_history", "since_lap", "/half_distance_lap"),
        ("what was the order before the stops", "get_standings", "at_lap", "/lap"),
        ("gap between Vettel and Bottas before the stops", "get_gap", "at_lap", "/lap"),
        ("who led when the rain came", "get_standings", "at_lap", "/lap"),
        ("how has the gap between Vettel and Bottas changed since it started raining", "get_gap", "since_lap", "/lap"),
    ],
)
async def test_an_event_says_since_when_and_at_what_lap(
    ask_race: Ask, question: str, tool: str, argument: str, field: str
) -> None:
    find, asked = (await ask_race(question)).steps
    assert (find.name, asked.name) == ("query_race", tool)
    assert asked.arguments[argument]["get"] == field


async def test_since_the_rain_is_since_it_last_began(ask_race: Ask) -> None:
    find, asked = (await ask_race("who has retired since the rain came back")).steps
    assert {"field": "rain_began", "op": "is", "value": True} in find.arguments["where"]
    assert find.arguments["order_by"] == [{"field": "session_time_s", "down": True}]
    assert asked.arguments["from"] == "retirements"
    assert asked.arguments["where"][0]["value"]["get"] == "/lap"


async def test_his_stop_is_that_of_the_one_who_is_named(ask_race: Ask) -> None:
    find, _ = (await ask_race("how much has Vettel gained on Bottas since his stop")).steps
    assert {"field": "driver", "op": "is", "value": "VET"} in find.arguments["where"]
    first, _ = (await ask_race("gap between Vettel and Bottas before the stops")).steps
    assert first.arguments["where"] == [{"field": "lap", "op": "more", "value": 3}]


async def test_third_before_a_safety_car_is_a_position_and_no_third_of_the_stops(ask_race: Ask) -> None:
    _, asked = (await ask_race("who was third before the safety car")).steps
    assert (asked.name, asked.arguments["place"]) == ("get_standings", 3)


async def test_how_near_the_points_cars_are_is_not_answered_with_another_gap(ask_race: Ask) -> None:
    assert not (await ask_race("who is within 5 seconds of the points")).steps


@each_row(
    ("question", "meant"),
    [
        ("who is the first car outside the top 5?", "highest placed car outside the top 5"),
        ("who is just outside the top 6", "highest placed car outside the top 6"),
        ("who is outside the points", None),
        ("who has been in P2 the longest", "most laps in P2"),
        ("who has been second the longest", "most laps in P2"),
        ("who has been in the pits the longest", None),
        ("are the Ferrari cars ahead of the Mercedes cars", "highest placed of the Ferrari cars and the Mercedes cars"),
        ("is any Mercedes ahead of a Ferrari", "highest placed of the Mercedes and Ferrari cars"),
        ("is Hamilton ahead of Vettel", None),
        ("who finished right behind Hamilton", "who is behind Hamilton"),
        ("which drivers have been in second place", "most laps in P2"),
        ("who is in second place", None),
        ("who has been lapped twice", "who is 2 laps down"),
        ("how many cars finished within 10 seconds of the winner", "how many cars are within 10 seconds of the leader"),
        ("who just missed out on the podium", "who is in P4"),
        ("who just missed out on q3", None),
        ("how did Hamilton end up behind Bottas", "when did Bottas pass Hamilton"),
        ("did anyone gain places at the start", "who gained the most places at the start"),
        ("what was the gap between Perez and Stroll on the last lap", "gap between Perez and Stroll"),
        ("how far is Perez off second place", "how far is Perez off P2"),
        ("who was leading before the safety car", "who was in P1 before the safety car"),
        ("who led before Bottas", None),
        ("who led before the stops", None),
        ("who led after the start", "who was in P1 on lap 1"),
        ("who has led since the restart", "who has led the race"),
        ("was it the first time Bottas led", "how many laps has Bottas led"),
        (
            "how many places did Ocon lose because of the safety car",
            "how many places did Ocon lose under the safety car",
        ),
        ("how many drivers has Perez overtaken", "how many overtakes has Perez made"),
        ("was Perez ever ahead of Stroll", "has Perez been ahead of Stroll today"),
        ("which rookies are doing best", "who is the best rookie"),
        ("which rookies are ahead", "who is the best rookie"),
        ("who is furthest behind the car ahead", "largest gap to the car ahead"),
        ("who is furthest behind", None),
    ],
)
def test_what_is_meant(question: str, meant: str | None) -> None:
    assert reworded(question) == (meant or question)


@pytest.mark.parametrize(
    ("question", "same"),
    [
        ("how far was perez off second place", "gap from perez to P2"),
        ("gap between perez and second place", "gap from perez to P2"),
        ("how far off the podium is vettel", "gap between vettel and P3"),
        ("gap between the mclarens", "gap between alonso and vandoorne"),
        ("what split the two ferraris", "gap between the two ferraris"),
        ("who is still on a one stop", "who has stopped only once"),
        ("who started sixth and where is he now", "who started sixth"),
        ("magnussen speed at the line", "speed of magnussen at the line"),
        ("which cars are on a two-stop strategy", "who has stopped twice"),
    ],
)
async def test_it_is_asked_as_if_in_plain_words(ask_race: Ask, question: str, same: str) -> None:
    """A tool with many like examples, as of sectors, leaves room for the one that is meant."""
    meant = (await ask_race(same)).steps
    assert meant
    assert (await ask_race(question)).steps == meant


@pytest.mark.parametrize("question", ["who drives car number 98", "who is car 98", "where is car 98"])
async def test_the_number_that_a_car_wears_is_no_place(ask_race: Ask, question: str) -> None:
    assert not (await ask_race(question)).steps
