"""Questions of tyres, stops, stints, sectors and speeds as they are asked plainly: each by the call that tells it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from toolgate.contract import JsonObject, Plan

Ask = Callable[[str], Awaitable[Plan]]


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        ("is Bottas slowest in sector 2", "get_sector_times", {"driver": "BOT", "sector": 2}),
        ("who is faster in sector 3 Hamilton or Bottas", "get_sector_times",
         {"driver": "HAM", "other": "BOT", "sector": 3}),
        ("in which sectors is Hamilton faster than Bottas", "get_sector_times", {"driver": "HAM", "other": "BOT"}),
        ("who is slowest in sector 1", "get_sector_times", {"sector": 1, "order": "slowest"}),
        ("who was fastest in sector 2 on the last lap", "get_sector_times", {"sector": 2, "last_lap": True}),
        ("is the ideal lap of Hamilton faster than his best", "get_sector_times", {"driver": "HAM", "ideal": True, "lost": True}),
        ("would Bottas come out ahead of Hamilton if he stops now", "predict_pit_window",
         {"driver": "BOT", "other": "HAM"}),
        ("does Bottas have a pit stop in hand over Hamilton", "predict_pit_window", {"driver": "BOT", "other": "HAM"}),
        ("is Hamilton an undercut threat to Bottas", "predict_pit_window", {"driver": "HAM", "other": "BOT"}),
        ("is Bottas safe from an undercut by Hamilton", "predict_pit_window", {"driver": "HAM", "other": "BOT"}),
        ("who threatens Bottas with an undercut", "predict_pit_window", {"driver": "BOT", "threats": True}),
        ("who leads if Bottas pits", "predict_pit_window", {"driver": "BOT"}),
        ("who has a free stop", "get_pit_loss", {"free_stops": True}),
        ("where did Vettel come out after his stop", "get_pit_stops", {"driver": "VET", "tell": "places"}),
        ("how many places did Vettel lose with his last stop", "get_pit_stops", {"driver": "VET", "tell": "places"}),
        ("how much time has Vettel spent in the pits", "get_pit_stops", {"driver": "VET", "tell": "lane_time"}),
        ("how long ago did Vettel pit", "get_pit_stops", {"driver": "VET", "tell": "last"}),
        ("how many laps ago did Vettel stop", "get_pit_stops", {"driver": "VET", "tell": "last"}),
        ("is Vettel in the pits", "get_pit_stops", {"driver": "VET", "tell": "in_lane"}),
        ("what is the strategy of Vettel", "get_pit_stops", {"driver": "VET", "tell": "tyres"}),
        ("when will Vettel pit", "get_pit_stops", {"driver": "VET", "tell": "plan"}),
        ("can Vettel make it to the end on these tyres", "get_pit_stops", {"driver": "VET", "tell": "plan"}),
        ("is the pit window open", "get_pit_stops", {"tell": "plan"}),
        ("has everyone stopped", "get_pit_stops", {"tell": "not_stopped"}),
        ("how many pit stops have there been", "get_pit_stops", {"tell": "stops"}),
        ("did Vettel pit before Hamilton", "get_pit_stops", {"driver": "VET", "other": "HAM", "tell": "last"}),
        ("did Vettel and Hamilton pit on the same lap", "get_pit_stops",
         {"driver": "VET", "other": "HAM", "tell": "same_lap"}),
        ("is Vettel a stop behind Hamilton", "get_pit_stops", {"driver": "VET", "other": "HAM"}),
        ("who did Vettel come out behind", "get_pit_stops", {"driver": "VET", "tell": "came_out"}),
        ("has the car behind Vettel stopped", "get_pit_stops", {"driver": "VET", "tell": "next_to"}),
        ("who gained the most in the pit stops", "get_pit_stops", {"order": "gained"}),
        ("who lost the most places in the stops", "get_pit_stops", {"order": "most_places"}),
        ("who has spent the most time in the pits", "get_pit_stops", {"order": "most_time"}),
        ("who was the last to make his first stop", "get_pit_stops", {"order": "last_first"}),
        ("when was the last driver change", "get_roster", {"tell": "changes"}),
        ("does Vettel have a free stop", "predict_pit_window", {"driver": "VET", "free": True}),
        ("is the pit window of Vettel open", "predict_pit_window", {"driver": "VET"}),
        ("who has fresher tyres, Hamilton or Bottas", "get_stints", {"driver": "HAM", "other": "BOT"}),
        ("how many laps older are Vettel's tyres than Hamilton's", "get_stints", {"driver": "VET", "other": "HAM"}),
        ("who has older tyres than Vettel", "get_stints", {"driver": "VET", "than": "older"}),
        ("who is on the same tyres as Vettel", "get_stints", {"driver": "VET", "than": "same"}),
        ("who has used only one compound", "get_stints", {"used": "one"}),
        ("who went the whole way on softs", "get_stints", {"used": "one", "compound": "soft"}),
        ("which tyre sets does Vettel have left", "get_stints", {"driver": "VET", "left": True}),
        ("who is the only one on softs", "get_stints", {"compound": "soft"}),
        ("how hot is the track", "get_weather", {"tell": "track"}),
        ("when did it stop raining", "get_weather", {"tell": "spells"}),
        ("will it rain", "get_weather", {"tell": "forecast"}),
        ("where on the track is it raining", "get_weather", {"tell": "place"}),
        ("what was the weather at the start", "get_weather", {"at_lap": 1}),
        ("where will Vettel be once everyone has stopped", "get_net_order", {"driver": "VET"}),
        ("how old are the tyres of the car behind Vettel", "get_stints", {"driver": "VET", "neighbours": True}),
        ("who has the least tyre degradation", "get_tyre_degradation", {"order": "best"}),
        ("who is slowest in the speed trap", "get_speed_traps", {"order": "slowest"}),
        ("top 3 in top speed", "get_speed_traps", {"top": 3}),
        ("top speed at the end of sector 2", "get_speed_traps", {"trap": "I2"}),
        ("Bottas speed at the end of sector 1", "get_speed_traps", {"trap": "I1", "driver": "BOT"}),
        ("lowest speed at the line", "get_speed_traps", {"trap": "FL", "order": "slowest"}),
        ("who has the higher top speed Vettel or Bottas", "get_speed_traps", {"driver": "VET", "other": "BOT"}),
        ("does Vettel have to stop again", "get_pit_stops", {"driver": "VET", "tell": "tyres"}),
        ("does the leader have to stop again", "get_pit_stops", {"driver": "leader", "tell": "plan"}),
    ],
)  # fmt: skip
async def test_a_tool_tells_it(ask_race: Ask, question: str, tool: str, arguments: JsonObject) -> None:
    plan = await ask_race(question)
    assert [(step.name, step.arguments) for step in plan.steps] == [(tool, arguments)], plan.rationale


def query(plan: Plan) -> JsonObject:
    assert plan.steps, plan.rationale
    assert plan.steps[-1].name == "query_race", plan
    return plan.steps[-1].arguments


@pytest.mark.parametrize(
    ("question", "compounds"),
    [
        ("is soft faster than ultrasoft now", ["SOFT", "ULTRASOFT"]),
        ("compare the pace on soft and ultrasoft", ["SOFT", "ULTRASOFT"]),
        ("what is the pace difference between soft and supersoft", ["SOFT", "SUPERSOFT"]),
        ("which tyre is faster soft or ultrasoft", ["SOFT", "ULTRASOFT"]),
    ],
)
async def test_two_compounds_are_held_against_each_other(ask_race: Ask, question: str, compounds: list[str]) -> None:
    asked = query(await ask_race(question))
    assert asked["group_by"] == ["compound"]
    assert asked["order_by"] == [{"field": "average_time_s"}]
    assert {"field": "compound", "op": "in", "value": compounds} in asked["where"]
    assert {"field": "laps_ago", "op": "less", "value": 10} in asked["where"]


async def test_the_compounds_of_one_driver_are_held_over_all_his_laps(ask_race: Ask) -> None:
    asked = query(await ask_race("was Vettel faster on soft or on ultrasoft"))
    assert (asked["from"], asked["group_by"]) == ("laps", ["compound"])
    assert {"field": "driver", "op": "is", "value": "VET"} in asked["where"]
    assert "laps_ago" not in [one["field"] for one in asked["where"]]


async def test_inters_and_slicks_are_all_slicks(ask_race: Ask) -> None:
    where = query(await ask_race("are inters faster than slicks"))["where"]
    compounds = next(one["value"] for one in where if one["field"] == "compound")
    assert compounds[:2] == ["INTERMEDIATE", "SOFT"]
    assert "HARD" in compounds


async def test_the_last_lap_narrows(ask_race: Ask) -> None:
    for question, relation in (("who pitted on the last lap", "stops"), ("overtakes on the last lap", "overtakes")):
        asked = query(await ask_race(question))
        assert asked["from"] == relation
        assert {"field": "laps_ago", "op": "less", "value": 1} in asked["where"]


async def test_who_led_before_the_stops_is_asked_of_the_laps_before_the_first_of_them(ask_race: Ask) -> None:
    plan = await ask_race("who led before the stops")
    assert [step.arguments["from"] for step in plan.steps] == ["stops", "laps"]
    assert plan.steps[0].arguments["limit"] == 1
    lap = next(one for one in plan.steps[1].arguments["where"] if one["field"] == "lap")
    assert (lap["op"], lap["value"]["get"]) == ("less", "/lap")


async def test_a_first_stint_is_not_any_stint(ask_race: Ask) -> None:
    for question, longest in (("who had the longest first stint", True), ("who had the shortest first stint", False)):
        asked = query(await ask_race(question))
        assert {"field": "stint", "op": "is", "value": 1} in asked["where"]
        assert asked["order_by"] == [{"field": "laps", "down": True} if longest else {"field": "laps"}]


async def test_what_is_not_told_is_not_answered_by_what_stands_near(ask_race: Ask) -> None:
    for question in ("who will it rain on", "who gained the most on Vettel on the last lap"):
        assert (await ask_race(question)).steps == ()


async def test_tyres_and_stops_of_three_are_asked_of_each(ask_race: Ask) -> None:
    """Two may be held against each other; only an example that does so takes the second name for that."""
    stops = (await ask_race("how many stops have Vettel, Hamilton and Bottas made")).steps
    tyres = (await ask_race("what tyres are Vettel and Hamilton on and how old are they")).steps
    assert stops
    assert tyres
    assert not [step for step in (*stops, *tyres) if "other" in step.arguments]


async def test_who_still_has_to_stop_has_not_stopped(ask_race: Ask) -> None:
    for question in ("who in the top 10 still has to stop", "which of the top 10 still have to make a first stop"):
        asked = query(await ask_race(question))
        assert asked["from"] == "drivers"
        assert {"field": "stops", "op": "is", "value": 0} in asked["where"]


async def test_the_longest_first_stint_on_a_compound_is_a_first_one(ask_race: Ask) -> None:
    for question in ("who had the longest first stint on softs", "who went the longest on the first set of softs"):
        where = query(await ask_race(question))["where"]
        assert {"field": "stint", "op": "is", "value": 1} in where
        assert {"field": "compound", "op": "is", "value": "SOFT"} in where


async def test_one_compound_rather_than_another_is_that_one(ask_race: Ask) -> None:
    asked = query(await ask_race("who took softs rather than supersofts"))
    assert {"field": "compound", "op": "is", "value": "SOFT"} in asked["where"]


async def test_the_lap_into_the_pits_is_not_the_last_lap(ask_race: Ask) -> None:
    assert "query_race" not in [step.name for step in (await ask_race("what was the in lap time of Vettel")).steps]
