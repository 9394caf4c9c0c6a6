"""A why, a how and a how many go to a tool that states them, and a question that asks for none is answered with none."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from director.planners.offline.kept_meaning import (
    asks_who_as_whether,
    is_of_a_stop,
    is_of_another_position,
    is_of_no_pace,
    is_of_the_past,
    is_of_tyres_taken_off,
    keeps_the_meaning,
    leaves_out_those,
    leaves_out_what,
    looks_the_other_way,
    ranks_a_list,
    ranks_all,
)
from director.planners.offline.question_items import NUMBER, ORDINAL, Item
from tests.rows import each_row
from toolgate.contract import JsonObject, Plan

Ask = Callable[[str], Awaitable[Plan]]
WHY_THERE = {"driver": "STR", "tell": "position"}


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        ("how is Stroll this high up?", "explain_driver", WHY_THERE),
        ("how did Stroll get up to P7", "explain_driver", WHY_THERE),
        ("why did Stroll drop so far", "explain_driver", WHY_THERE),
        ("did Stroll get the place back", "explain_driver", WHY_THERE),
        ("why did Stroll come in on lap 3", "explain_driver", {"driver": "STR", "tell": "stop", "lap": 3}),
        ("where did Stroll lose all that time", "explain_driver", {"driver": "STR", "tell": "losses"}),
        ("what went wrong for Stroll", "get_incidents", {"driver": "STR", "show": "trouble"}),
        ("who binned it", "get_incidents", {"show": "crashes"}),
        ("who's the car stopped out there", "get_incidents", {"show": "crashes"}),
        ("speed on the home straight", "get_speed_traps", {"trap": "FL"}),
        ("who's been quickest down the main straight so far", "get_speed_traps", {}),
        ("wasnt this supposed to be 58 laps", "get_session_info", {"tell": "total_laps"}),
        ("did they do the full number of laps", "get_session_info", {"tell": "total_laps"}),
        ("is Stroll in the points at the moment", "get_driver", {"driver": "STR", "tell": "points"}),
        ("did Stroll finish in the points", "get_driver", {"driver": "STR", "tell": "points"}),
        ("is Stroll on the podium", "get_driver", {"driver": "STR", "top_n": 3}),
        ("is Stroll outside the points", "get_driver", {"driver": "STR", "tell": "points"}),
        ("was the race cut short", "get_session_info", {"tell": "total_laps"}),
        ("can Stroll be caught", "predict_catch", {"driver": "STR", "chased": True}),
        ("how did Stroll win it", "get_lead_changes", {"driver": "STR"}),
        ("how many led", "get_lead_changes", {}),
        ("how did Stroll get to the front", "get_lead_changes", {"driver": "STR"}),
        ("did Stroll get past anyone", "get_overtakes", {"driver": "STR"}),
        ("who was overtaken by Stroll", "get_overtakes", {"driver": "STR"}),
        ("who passed Stroll", "get_overtakes", {"passed": "STR"}),
        ("who's passed Stroll", "get_overtakes", {"passed": "STR"}),
    ],
)
async def test_the_tool_states_what_is_asked(ask_race: Ask, question: str, tool: str, arguments: JsonObject) -> None:
    plan = await ask_race(question)
    assert [(step.name, step.arguments) for step in plan.steps] == [(tool, arguments)], plan.rationale


@pytest.mark.parametrize("question", ["has Vettel had the longest stint", "did Bottas also have the fastest stop"])
async def test_whether_somebody_is_first_of_all_is_asked_of_all(ask_race: Ask, question: str) -> None:
    """His own longest ones do not tell whether one of them is the longest."""
    plan = await ask_race(question)
    assert plan.steps[-1].name == "query_race", plan
    assert "driver" not in [one["field"] for one in plan.steps[-1].arguments["where"]]


async def test_fastest_laps_of_two_are_no_averages(ask_race: Ask) -> None:
    plan = await ask_race("what was Hamilton's fastest lap compared with Bottas's")
    assert [one["op"] for one in plan.steps[-1].arguments["aggregate"]] == ["min"], plan


async def test_who_gained_at_a_restart_is_not_who_is_first(ask_race: Ask) -> None:
    plan = await ask_race("restart winners?")
    assert plan.steps[-1].arguments["from"] == "laps", plan
    assert "delta" in [one["op"] for one in plan.steps[-1].arguments["aggregate"]]


@pytest.mark.parametrize("question", ["does it matter behind the safety car", "who drove it"])
async def test_no_reason_and_no_penalty_is_told_to_who_asks_for_none(ask_race: Ask, question: str) -> None:
    plan = await ask_race(question)
    told = [(step.name, step.arguments) for step in plan.steps]
    assert not any("before" in arguments or arguments.get("from") == "penalties" for _, arguments in told), told


def test_who_did_it_is_not_who_suffered_it() -> None:
    name = Item("Norris", "norris", {"driver": "NOR"}, firm=True)
    did = [
        Item("did", "do", said="did"),
        name,
        Item("pass", "pass", said="pass"),
        Item("anyone", "anyone", said="anyone"),
    ]
    assert not keeps_the_meaning(did, "has Norris been overtaken")
    assert keeps_the_meaning(did, "whom has Norris overtaken")
    suffered = [did[0], did[3], did[2], name]
    assert keeps_the_meaning(suffered, "has Norris been overtaken")


@each_row(
    "question, wording, keeps",
    [
        ("why is he slow", "where is he", False),
        ("why is he slow", "why is he slow", True),
        ("how come he is last", "where is he", False),
        ("how come he is last", "what happened to him", True),
        ("how did he get there", "where is he", False),
        ("how did he get there", "how did he get there", True),
        ("how is he this high up", "where is he", False),
        ("how is he doing", "where is he", True),
        ("how many go out", "what is the knock out line", False),
        ("how many go out", "how many cars go out", True),
        ("how many seconds is he behind", "what is the gap", True),
        ("how far is he behind", "what is the gap", True),
        ("what happened to him on the last lap", "why is he slow", False),
        ("what happened to him", "what happened to him", True),
        ("where is he", "where is he", True),
        ("fastest of those who have not run hards", "who is fastest on hards", False),
        ("who has not used hards", "who has not used hards", True),
        ("who lost a place to him", "who overtook him", False),
        ("how did he win pole", "how far is he behind the leader", False),
        ("how did he win pole", "how many laps has he led", False),
        ("whats the final top five", "last lap times of the top five", False),
        ("how quick are the top five", "last lap times of the top five", True),
        ("who has never led", "who has led the most laps", False),
        ("who has never led", "who has not led", True),
    ],
)
def test_a_wording_asks_for_the_reason_the_manner_and_the_number(question: str, wording: str, keeps: bool) -> None:
    items = [Item(word, word, said=word) for word in question.split()]
    assert keeps_the_meaning(items, wording) is keeps


@each_row(
    "question, wording, whether",
    [
        ("who has led", "how many lead changes have there been", False),
        ("who overtook two", "did one overtake two", True),
        ("who has led", "who has led the most laps", False),
        ("who is out", "has anyone retired", False),
        ("has anyone led", "how many lead changes have there been", False),
        ("did one overtake two", "did one overtake two", False),
        ("", "", False),
    ],
)
def test_who_it_was_is_not_whether_it_was_so(question: str, wording: str, whether: bool) -> None:
    items = [Item(word, word, said=word) for word in question.split()]
    assert asks_who_as_whether(items, wording) is whether


@each_row(
    "question, wording, all_of_them",
    [
        ("slowest second stop", "slowest pit stop", True),
        ("slowest second pit stop", "slowest stop", True),
        ("slowest second stop", "who had the slowest second stop", False),
        ("second slowest stop", "slowest pit stop", False),
        ("who made the first stop", "who pitted first", False),
    ],
)
def test_a_wording_ranks_all_stops_where_the_second_ones_are_meant(
    question: str, wording: str, all_of_them: bool
) -> None:
    assert ranks_all([Item(word, word, said=word) for word in question.split()], wording) is all_of_them


@pytest.mark.parametrize(
    ("question", "ranks"),
    [
        ("positions of the cars on hards", True),
        ("highest positions of the cars on hards", False),
        ("who is first on hards", False),
    ],
)
def test_a_wording_ranks_those_of_whom_all_are_meant(question: str, *, ranks: bool) -> None:
    items = [Item(word, word, said=word) for word in question.split()]
    assert ranks_a_list(items, "best placed car on hards") is ranks


def test_a_wording_ranks_where_each_is_asked_for() -> None:
    question = "top speed of each of the top 5"
    assert ranks_a_list([Item(word, word, said=word) for word in question.split()], "top 5 in top speed")


def test_a_wording_is_not_of_stops_that_nobody_spoke_of() -> None:
    for question, kept in (("who was in front before Sainz", False), ("who was in front before he pitted", True)):
        items = [Item(word, word, said=word) for word in question.split()]
        assert keeps_the_meaning(items, "who led before the stops") is kept


@pytest.mark.parametrize(
    ("question", "past"),
    [
        ("what put Sainz down to P9", True),
        ("which car that has stopped is behind Sainz", True),
        ("where would Sainz be if he pitted now", False),
        ("has Sainz a free stop", False),
    ],
)
def test_what_has_happened_is_not_what_a_stop_would_bring(question: str, *, past: bool) -> None:
    items = [Item(word, word, said=word) for word in question.split()]
    assert is_of_the_past(items, "where does Sainz come out if he stops now") is past


@pytest.mark.parametrize(
    ("question", "turned"),
    [
        ("somebody close behind", True),
        ("who is ahead and is anyone behind", False),
        ("is Sainz far behind", False),
        ("is Sainz behind anyone", False),
    ],
)
def test_who_is_behind_is_not_who_is_ahead(question: str, *, turned: bool) -> None:
    items = [Item(word, word, said=word) for word in question.split()]
    assert looks_the_other_way(items, "how far is Sainz behind the car ahead") is turned
    assert not looks_the_other_way(items, "how far is the car behind Sainz")
    assert not (turned and keeps_the_meaning(items, "how far is Sainz behind the car ahead"))


def test_who_stays_out_or_is_noted_neither_stops_nor_is_penalised() -> None:
    stays = [Item(word, word, said=word) for word in ["who", "leads", "if", "Sainz", "stays", "out"]]
    assert is_of_a_stop(stays, "where does Sainz come out if he stops now")
    noted = [Item(word, word, said=word) for word in ["who", "was", "noted", "for", "speeding"]]
    assert leaves_out_what(noted, "who was penalised for speeding")
    assert not keeps_the_meaning(noted, "who was penalised for speeding")


def test_a_pace_is_not_told_by_where_somebody_is() -> None:
    items = [Item(word, word, said=word) for word in ["rolling", "pace", "of", "Sainz", "and", "his", "teammate"]]
    assert is_of_no_pace(items, "where is Sainz's teammate")
    assert not is_of_no_pace(items, "is Sainz faster than his teammate")


@pytest.mark.parametrize(
    ("question", "wording", "left_out"),
    [
        ("can the car behind Sainz open its flap", "how far is Sainz behind the car ahead", True),
        ("has the car behind Sainz got drs", "does the car behind Sainz have drs", False),
        ("which drs trains are out there", "which trains are there", False),
        ("Sainz against Perez in sector 2", "compare the sectors of Sainz and Perez", True),
        ("last stop times of Sainz", "how much time has Sainz lost in the pits", True),
        ("how long was the last stop of Sainz", "how long was the stop of Sainz", False),
        ("was anyone noted for speeding", "who got a penalty for speeding", True),
        ("was anyone noted and given a penalty", "who got a penalty", False),
        ("how long does this part go on", "how long is left in q1", True),
        ("ideal laps, sectors of each", "sector times", True),
        ("how long does part two go on", "how long is left in q2", False),
        ("who found most q1 q2", "who improved in q1", True),
        ("how long does q1 go on", "how long is left in q1", False),
    ],
)
def test_a_wording_asks_of_what_a_question_asks(question: str, wording: str, *, left_out: bool) -> None:
    assert leaves_out_what([Item(word, word, said=word) for word in question.split()], wording) is left_out


@pytest.mark.parametrize(
    ("question", "taken_off"),
    [
        ("who was first to ditch the hards", True),
        ("who came off hards first", True),
        ("who went for the hards first", False),
        ("who was off the track before he took hards", False),
    ],
)
def test_who_came_off_tyres_did_not_pit_for_them(question: str, *, taken_off: bool) -> None:
    items = [Item(word, word, said=word) for word in question.split()]
    assert is_of_tyres_taken_off(items, "who was first to pit for hards") is taken_off
    assert not is_of_tyres_taken_off(items, "who has come off hards")


@each_row(
    ("question", "wording", "left_out"),
    [
        ("who is fastest of those who have stopped once", "who is fastest", True),
        ("who is fastest of who have stopped once", "who is fastest", True),
        ("who is fastest of those who have stopped once", "who with one stop is fastest", False),
        ("who is fastest of those on softs", "who is fastest on softs", False),
        ("who is fastest of those in it", "who is fastest", False),
        ("who is fastest of all", "who is fastest", False),
        ("who is fastest excluding Sainz", "who is fastest", True),
        ("who is fastest excluding Sainz", "who is fastest except Sainz", False),
    ],
)
def test_a_wording_leaves_nobody_of_whom_alone_is_asked(question: str, wording: str, *, left_out: bool) -> None:
    assert leaves_out_those([Item(word, word, said=word) for word in question.split()], wording) is left_out


@each_row(
    ("wording", "other"),
    [
        ("gap between third and fourth", True),
        ("gap between P3 and P7", True),
        ("gap between third and sixth", False),
        ("how far is P6 behind the leader", False),
        ("gap between first and second", False),
        ("gap of Sainz on lap 4", False),
    ],
)
def test_a_wording_is_of_the_positions_that_are_named(wording: str, *, other: bool) -> None:
    third, sixth = (Item(said, said, {NUMBER: at, ORDINAL: at}) for said, at in (("third", 3), ("sixth", 6)))
    assert is_of_another_position([third, sixth], wording) is other
    assert not is_of_another_position([Item("sector", "sector"), Item("3", "#3", {NUMBER: 3})], wording)
