"""Questions that lean on the ones before them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from director.planners.base import Turn
from director.planners.offline.conversation.leaning import MOST_TURNS
from toolgate.contract import JsonObject, Plan, Step

Ask = Callable[..., Any]


ASKED = {
    "get_driver": "where is Bottas",
    "get_gap": "how far is Bottas behind the leader",
    "get_standings": "who leads",
    "get_stints": "stints of Bottas",
}


def turn(tool: str, arguments: JsonObject) -> Turn:
    return Turn(ASKED.get(tool, "earlier"), Plan((Step("s1", tool, arguments),)))


@pytest.mark.parametrize(
    ("before", "question", "after"),
    [
        (("get_driver", {"driver": "BOT"}), "and Vettel?", ("get_driver", {"driver": "VET"})),
        (("get_driver", {"driver": "BOT"}), "on lap 20?", ("get_driver", {"driver": "BOT", "at_lap": 20})),
        (
            ("get_gap", {"driver": "BOT", "to": "leader"}),
            "what about Ocon on lap 3",
            ("get_gap", {"driver": "OCO", "to": "leader", "at_lap": 3}),
        ),
        (("get_driver", {"driver": "BOT"}), "how many stops has he made", ("get_pit_stops", {"driver": "BOT"})),
        (("get_standings", {"place": 1}), "where is Gasly", ("get_driver", {"driver": "GAS"})),
        (("get_stints", {"driver": "BOT"}), "where is she?", ("get_driver", {"driver": "BOT"})),
        (("get_stints", {"driver": "BOT"}), "where is Gasly?", ("get_driver", {"driver": "GAS"})),
        (("get_stints", {"driver": "BOT"}), "and where is he?", ("get_driver", {"driver": "BOT"})),
        (("get_stints", {"driver": "BOT"}), "where was he on lap 20?", ("get_driver", {"driver": "BOT", "at_lap": 20})),
        (("get_stints", {"driver": "BOT"}), "what about Gasly?", ("get_stints", {"driver": "GAS"})),
        (("get_stints", {"driver": "BOT"}), "how about Gasly?", ("get_stints", {"driver": "GAS"})),
        (("get_stints", {"driver": "BOT"}), "and him on lap 20?", ("get_stints", {"driver": "BOT", "at_lap": 20})),
    ],
)
async def test_a_follow_up_question(
    ask_race: Ask, before: tuple[str, JsonObject], question: str, after: tuple[str, JsonObject]
) -> None:
    (step,) = (await ask_race(question, [turn(*before)])).steps
    assert (step.name, step.arguments) == after


async def test_a_pronoun_without_a_name_before_it_is_silence(ask_race: Ask) -> None:
    plan = await ask_race("how many stops has he made")
    assert plan.steps == ()
    assert "'he'" in plan.rationale


async def test_a_pronoun_means_the_name_in_the_same_question(ask_race: Ask) -> None:
    plan = await ask_race("where is Hamilton and how many stops has he made?", [turn("get_driver", {"driver": "BOT"})])
    assert [step.arguments for step in plan.steps] == [{"driver": "HAM"}, {"driver": "HAM"}]


async def test_silent_turns_and_unknown_tools_are_passed_over(ask_race: Ask) -> None:
    memory = [turn("get_driver", {"driver": "BOT"}), Turn("lol", Plan(rationale="no tool answers this"))]
    (step,) = (await ask_race("and Vettel?", memory)).steps
    assert step.arguments == {"driver": "VET"}
    assert (await ask_race("how many stops has he made", [turn("gone", {"driver": "BOT"})])).steps == ()


@pytest.mark.parametrize(
    ("answer", "question", "after"),
    [
        ("Valtteri Bottas leads the race.", "how many stops has he made", ("get_pit_stops", {"driver": "BOT"})),
        ("Bottas leads; Bottas has stopped once.", "how many stops has he made", ("get_pit_stops", {"driver": "BOT"})),
        ("Bottas is 1.2 s ahead of Vettel.", "how many stops has he made", ("get_pit_stops", {"driver": "BOT"})),
        ("On lap 7: Bottas leads Vettel.", "how many stops has he made", ("get_pit_stops", {"driver": "BOT"})),
        ("17 on soft tyres: Bottas, Vettel.", "how many stops has he made", None),
        ("A car leads the race.", "how many stops has he made", None),
        ("", "how many stops has he made", None),
    ],
)
async def test_a_pronoun_means_whom_the_answer_before_is_about(
    ask_race: Ask, answer: str, question: str, after: tuple[str, JsonObject] | None
) -> None:
    leader = Turn("who leads?", Plan((Step("s1", "get_standings", {"place": 1}),)), answer)
    steps = (await ask_race(question, [leader])).steps
    assert [(step.name, step.arguments) for step in steps] == ([after] if after else [])


async def test_a_name_of_the_plan_comes_before_one_of_the_answer(ask_race: Ask) -> None:
    asked = Turn("where is Gasly?", Plan((Step("s1", "get_driver", {"driver": "GAS"}),)), "Behind Bottas.")
    (step,) = (await ask_race("how many stops has he made", [asked])).steps
    assert step.arguments == {"driver": "GAS"}


@pytest.mark.parametrize(
    ("before", "arguments"),
    [
        ("who is ahead of Hamilton?", {"driver": "HAM", "to": "ahead"}),
        ("who is in front of Hamilton?", {"driver": "HAM", "to": "ahead"}),
        ("who is behind Hamilton?", {"driver": "HAM", "to": "behind"}),
    ],
)
async def test_two_pronouns_mean_the_one_named_and_his_neighbour(
    ask_race: Ask, before: str, arguments: JsonObject
) -> None:
    plan = await ask_race(before)
    assert plan.steps[0].arguments["driver"] == "HAM"
    (step,) = (await ask_race("is he catching him?", [Turn(before, plan)])).steps
    assert (step.name, step.arguments) == ("get_gap", arguments)


async def conversation(ask_race: Ask, *questions: str) -> Plan:
    """The plan of the last question, each asked after the ones before."""
    memory: list[Turn] = []
    plan = Plan()
    for question in questions:
        plan = await ask_race(question, memory)
        memory.append(Turn(question, plan))
    return plan


@pytest.mark.parametrize(
    ("before", "question", "same"),
    [
        (("average lap time of Hamilton over the last ten laps",), "and Bottas?",
         "average lap time of Bottas over the last ten laps"),
        (("average lap time of Hamilton over the last ten laps", "and Bottas?"), "what about the last five?",
         "average lap time of Bottas over the last five laps"),
        (("average lap time of Hamilton over the last ten laps", "and Bottas?"), "and Vettel?",
         "average lap time of Vettel over the last ten laps"),
        (("who was fastest between lap 10 and 20",), "and between 20 and 30?", "who was fastest between lap 20 and 30"),
        (("who has the oldest tyres of the top five",), "and the freshest?", "who has the freshest tyres of the top five"),
        (("how many drivers are on softs",), "and on ultrasofts?", "how many drivers are on ultrasofts"),
        (("where was Vettel when the safety car came out",), "and Bottas?",
         "where was Bottas when the safety car came out"),
        (("who was leading on lap 12",), "and who was second then?", "who was second on lap 12"),
        (("gap between Vettel and Bottas",), "what was it on lap 20?", "gap between Vettel and Bottas on lap 20"),
        (("is Ricciardo faster than Verstappen",), "by how much?", "is Ricciardo faster than Verstappen"),
    ],
)  # fmt: skip
async def test_a_follow_up_asks_the_same_with_other_parts(
    ask_race: Ask, before: tuple[str, ...], question: str, same: str
) -> None:
    plan, alone = await conversation(ask_race, *before, question), await ask_race(same)
    assert alone.steps
    assert [(step.name, step.arguments) for step in plan.steps] == [(step.name, step.arguments) for step in alone.steps]


async def test_a_question_of_its_own_is_no_follow_up(ask_race: Ask) -> None:
    plan = await conversation(ask_race, "who has the oldest tyres of the top five", "who is on softs")
    assert [step.name for step in plan.steps] == ["get_stints"]


def said(question: str, tool: str, arguments: JsonObject) -> Turn:
    return Turn(question, Plan((Step("s1", tool, arguments),)))


@pytest.mark.parametrize(
    ("before", "question", "after"),
    [
        (said("who had the best lap", "get_fastest_laps", {"top_n": 1}), "on which lap?", ("get_fastest_laps", {"top_n": 1})),
        (said("who is behind Ocon", "get_driver", {"driver": "OCO"}), "how far?", ("get_gap", {"driver": "OCO", "to": "behind"})),
        (said("who led on lap 10", "get_standings", {"place": 1, "at_lap": 10}), "and lap 15?",
         ("get_standings", {"place": 1, "at_lap": 15})),
        (said("gap from Perez to Stroll", "get_gap", {"driver": "PER", "other": "STR"}), "is it growing?",
         ("get_gap", {"driver": "PER", "other": "STR"})),
        (said("where is car 11", "get_driver", {"driver": "PER"}), "has it pitted?", ("get_pit_stops", {"driver": "PER"})),
        (said("where is Ocon", "get_driver", {"driver": "OCO"}), "is Perez catching him?",
         ("get_gap", {"driver": "PER", "other": "OCO"})),
    ],
)  # fmt: skip
async def test_what_a_question_leaves_out_is_taken_from_the_one_before(
    ask_race: Ask, before: Turn, question: str, after: tuple[str, JsonObject]
) -> None:
    steps = (await ask_race(question, [before])).steps
    assert [(step.name, step.arguments) for step in steps] == [after]


async def test_the_gap_is_between_the_two_who_were_spoken_of(ask_race: Ask) -> None:
    turns = [said(f"where is {who}", "get_driver", {"driver": who}) for who in ("OCO", "PER", "STR")]
    (step,) = (await ask_race("what's the gap?", turns)).steps
    assert step.name == "get_gap"
    assert {step.arguments["driver"], step.arguments["other"]} == {"STR", "PER"}


@pytest.mark.parametrize("question", ["how far?", "by how much?", "how old?", "and how long is that?"])
async def test_a_question_of_nothing_is_silence(ask_race: Ask, question: str) -> None:
    plan = await ask_race(question)
    assert not plan.steps
    assert "of what" in plan.rationale


async def test_rain_is_not_taken_for_a_driver(ask_race: Ask) -> None:
    (step,) = (await ask_race("is it raining?", [said("where is Ocon", "get_driver", {"driver": "OCO"})])).steps
    assert step.name == "get_weather"


@pytest.mark.parametrize(("turns", "understood"), [(MOST_TURNS, True), (MOST_TURNS + 1, False)])
async def test_a_composed_question_is_leant_on_for_so_many_turns_and_no_more(
    ask_race: Ask, turns: int, understood: bool
) -> None:
    first = "average lap time of Hamilton over the last ten laps"
    plan = await ask_race(first)
    memory = [Turn(first, plan), *[Turn("what about the last five?", plan)] * (turns - 1)]
    steps = (await ask_race("what about the last six?", memory)).steps
    same = (await ask_race("average lap time of Hamilton over the last six laps")).steps
    assert (steps == same) is understood
