"""A question with other things said around it: what asks is planned in what the rest sets, or met with silence."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from director.planners.base import left_open
from director.planners.offline import OfflinePlanner
from toolgate.contract import Context, JsonObject, Plan

Ask = Callable[..., Awaitable[Plan]]
Call = tuple[str, JsonObject]
STANDING: Call = ("get_standings", {"place": 1})


def calls(plan: Plan) -> list[Call]:
    return [(step.name, step.arguments) for step in plan.steps]


@pytest.mark.parametrize(
    ("question", "called"),
    [
        # whom a statement names is whom "he" means
        ("checo better get a move on, where is he", ("get_driver", {"driver": "PER"})),
        ("congrats to bottas, what tyres is he on", ("get_stints", {"driver": "BOT"})),
        ("cant believe leclerc lost all that, has he stopped", ("get_pit_stops", {"driver": "LEC"})),
        ("hulkenberg is having a nightmare, how many stops", ("get_pit_stops", {"driver": "HUL"})),
        # two who are named are the two
        ("verstappen and ricciardo look close, what's the gap", ("get_gap", {"driver": "VER", "other": "RIC"})),
        ("verstappen and ricciardo look close, who's ahead", ("get_gap", {"driver": "VER", "other": "RIC"})),
        ("the bulls are fighting, who's ahead", ("get_gap", {"driver": "RIC", "other": "VER"})),
        # talk of the asker, and what he is told
        ("been offline all day, no idea who won, help", STANDING),
        ("my stream keeps dying. who leads?", STANDING),
        ("i'm a ferrari fan, who leads", STANDING),
        ("my mate swears vettel has stopped", ("get_pit_stops", {"driver": "VET"})),
        # a remark of an event sets no moment for what is asked of now
        ("sainz was slow at the restart, how many stops has leclerc made", ("get_pit_stops", {"driver": "LEC"})),
        # the thing that was spoken of
        ("ericsson's penalty, how much was it", ("get_race_control", {"about": "penalty", "driver": "ERI"})),
        ("safety car's in, how long was it out", ("get_track_status", {"kind": "safety_car", "tell": "last"})),
        ("i thought ricciardo was ahead of max, when did that change",
         ("get_overtakes", {"how": "any", "driver": "VER", "passed": "RIC"})),
        ("vettel is miles ahead, how many seconds over lewis?", ("get_gap", {"driver": "VET", "other": "HAM"})),
        # what is to be confirmed is asked
        ("sainz is p9, is that true", ("get_driver", {"driver": "SAI"})),
        ("perez dropped to 7th, is that because he pitted?",
         ("explain_driver", {"driver": "PER", "tell": "position"})),
        ("why has ocon dropped so much, he was fifth", ("explain_driver", {"driver": "OCO", "tell": "position"})),
    ],
)  # fmt: skip
async def test_what_is_said_around_a_question_sets_it(ask_race: Ask, question: str, called: Call) -> None:
    plan = await ask_race(question)
    assert (calls(plan), left_open(plan)) == ([called], "")


async def test_a_team_that_was_spoken_of_is_they(ask_race: Ask) -> None:
    plan = await ask_race("ferrari looks slow, what tyres are they on")
    assert calls(plan) == [("get_stints", {"driver": "VET"}), ("get_stints", {"driver": "RAI"})]


@pytest.mark.parametrize(
    "question",
    [
        # a condition, a place, a moment
        "if it rains tomorrow, who wins the lottery of tyres",
        "without the gardeners, who leads",
        "lap 10 was bonkers, who leads",
        "in the paddock club, who leads",
        # of a team is asked, and nothing tells it of a team
        "ferrari vs ferrari, who's got track position",
        "merc ferrari scrap for 4th, whats the gap",
        # of another world
        "the football was dreadful, who won",
        # what does not say of what
        "three laps of racing? or how many",
        # who "him" is, nobody said
        "is lewis catching him",
        # what is said to have been said is no question of the race
        "what did the engineer say to vettel about ricciardo",
    ],
)
async def test_what_an_answer_must_hold_is_not_set_aside(ask_race: Ask, question: str) -> None:
    assert calls(await ask_race(question)) == []


@pytest.mark.parametrize(
    ("question", "called", "left"),
    [
        ("can't believe ricciardo lost all that, where is he now and how many laps to go?",
         ["get_driver", "get_session_info"], ""),
        ("congrats to checo, what did he start on and where on the grid", ["query_race", "get_position_history"], ""),
        ("is lewis going to get him? what's the gap to vettel", ["predict_catch", "get_gap"], ""),
        ("what's bottas's lead and is vettel eating into it", ["get_gap", "get_gap"], ""),
        ("who is in the last points place and how safe is he", ["get_standings"], "how safe is he"),
        ("where is sainz, what tyres is he on", ["get_driver", "get_stints"], ""),
        ("where is sainz, and gap ahead", ["get_driver", "get_gap"], ""),
        ("who is ahead of sainz, what tyres is he on", ["get_stints"], ""),
        ("where is sainz, and how many stops", ["get_driver", "get_pit_stops"], ""),
        ("bottas hasn't stopped right? how old are those tyres", ["get_pit_stops", "get_stints"], ""),
        ("is hamilton catching vettel and what tyres are they both on", ["get_gap", "query_race"], ""),
        ("how many are out now and who was the last one to go", ["get_retirements"], "who was the last one to go"),
        ("how many stops did the top three make and when was the last one", ["query_race"], "when was the last one"),
        ("who has made up most places and on what tyres", ["get_position_history"], "what tyres is he on"),
    ],
)  # fmt: skip
async def test_each_of_several_asks_is_planned_or_told_to_be_open(
    ask_race: Ask, question: str, called: list[str], left: str
) -> None:
    plan = await ask_race(question)
    assert ([step.name for step in plan.steps], left_open(plan)) == (called, left)


async def test_what_is_asked_after_one_who_is_named_is_asked_of_him(ask_race: Ask) -> None:
    plan = await ask_race("where is sainz, and how many stops")
    assert {step.arguments["driver"] for step in plan.steps} == {"SAI"}


@pytest.mark.parametrize(
    ("question", "called"),
    [
        ("gap ahead and behind for sainz",
         [("get_gap", {"to": "ahead", "driver": "SAI"}), ("get_gap", {"to": "behind", "driver": "SAI"})]),
        ("what place did perez start from and finish",
         [("get_position_history", {"driver": "PER"}), ("get_driver", {"driver": "PER"})]),
        ("who is fastest and slowest in sector 2",
         [("get_sector_times", {"sector": 2}), ("get_sector_times", {"sector": 2, "order": "slowest"})]),
    ],
)  # fmt: skip
async def test_two_things_of_the_same_are_asked_each(ask_race: Ask, question: str, called: list[Call]) -> None:
    plan = await ask_race(question)
    assert (calls(plan), left_open(plan)) == (called, "")


@pytest.mark.parametrize("question", ["who pitted and retired"])
async def test_those_who_did_both_and_anything_are_no_two_questions(ask_race: Ask, question: str) -> None:
    assert calls(await ask_race(question)) == []


PASSED = ("get_overtakes", {"how": "stop", "driver": "RIC", "passed": "VER"})
AHEAD = ("get_gap", {"driver": "RIC", "other": "VER"})


@pytest.mark.parametrize(
    ("question", "called"),
    [
        ("ricciardo stopped before max, did that work for him?", [PASSED, AHEAD]),
        ("did ricciardo's earlier stop pay off against verstappen", [PASSED, AHEAD]),
        ("did verstappen lose out to ricciardo by staying out a lap longer", [PASSED, AHEAD]),
        ("ricciardo stayed out longer than verstappen, was it the right call", [PASSED, AHEAD]),
        ("did perez's stop pay off", [("get_pit_stops", {"driver": "PER", "tell": "places"})]),
        ("verstappen behind ricciardo after the stops, was he ahead before?", [PASSED, AHEAD]),
        # nothing that is known decides these
        ("did the undercut work", []),
        ("did staying out work for hamilton", []),
        ("hamilton changed his helmet, was it worth it", []),
    ],
)
async def test_whether_something_paid_off_is_told_by_passes_and_stops(
    ask_race: Ask, question: str, called: list[Call]
) -> None:
    assert calls(await ask_race(question)) == called


@pytest.mark.parametrize(
    ("question", "found", "left"),
    [
        ("who has the oldest tyres and where is he", "s1#/cars/0/driver/car", ""),
        ("who is fastest right now and what tyres is he on", "s1#/laps/0/driver/car", ""),
        ("who's last and how far back is he", None, "how far back is he"),
        ("who is fastest in sector 2 and what tyres is he on", None, "what tyres is he on"),
    ],
)
async def test_he_may_be_whom_the_first_answer_finds(
    learnt: Path,
    whole_catalogue: list[JsonObject],
    context: Context,
    question: str,
    found: str | None,
    left: str,
) -> None:
    plan = await OfflinePlanner(folder=learnt).plan(question, whole_catalogue, context)
    refers = [step.arguments["driver"]["$ref"] for step in plan.steps[1:]]
    assert (refers, left_open(plan)) == ([found] if found else [], left)


async def test_names_before_a_question_are_those_it_asks_of(ask_race: Ask) -> None:
    plan = await ask_race("vettel bottas, whats the gap")
    assert [step.name for step in plan.steps] == ["get_gap"]
    assert {plan.steps[0].arguments["driver"], plan.steps[0].arguments["other"]} == {"VET", "BOT"}
    spread = await ask_race("vettel bottas hamilton, whats the spread")
    assert "get_gap" not in [step.name for step in spread.steps if not step.arguments]
