"""A few words of a later turn, held to the same question in full: of one, of two, of a list, of what no tool tells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from director.planners.base import Turn
from director.planners.offline.conversation.asked_as import UNTOLD
from director.planners.offline.plain.in_an_examples_words import is_reworded_example
from director.planners.offline.plain.people_meant import leaves_somebody_out
from director.planners.offline.planner import OfflinePlanner
from tests.turns import asks_the_same
from toolgate.contract import JsonObject, Plan, Step

Ask = Callable[..., Any]


def told(question: str, tool: str, arguments: JsonObject, answer: str) -> Turn:
    return Turn(question, Plan((Step("s1", tool, arguments),)), answer)


TYRES = told("what tyres is Perez on", "get_stints", {"driver": "PER"},
             "Perez is on SUPERSOFT, 3 laps old, fitted new; before: ULTRASOFT.")  # fmt: skip
WHERE = told("where is Leclerc", "get_driver", {"driver": "LEC"},
             "Charles Leclerc is P7, 2.048 s behind Sainz, 0.660 s ahead of Stroll.")  # fmt: skip
GONE = told("where is Grosjean", "get_driver", {"driver": "GRO"},
            "Romain Grosjean is out: stopped after 42 laps completed, P6 at the end of the last.")  # fmt: skip
OUT = told(
    "who is out", "get_retirements", {}, "3 out: Ocon (on lap 1), Sirotkin (on lap 1), Hulkenberg (after 10 laps)."
)
LEADS = told("who leads", "get_standings", {"place": 1}, "Sebastian Vettel leads (P1).")
LED = told("has Bottas led", "get_lead_changes", {"driver": "BOT"},
           "Bottas has led 14 of 44 laps at the line: laps 31 to 44 (past Vettel by a stop).")  # fmt: skip
BOTH = told("gap between Ricciardo and Verstappen", "get_gap", {"driver": "RIC", "other": "VER"},
            "Ricciardo is 1.261 s behind Verstappen, opening: 1.1 s more than 3 laps ago.")  # fmt: skip
STOPPED = told("when did Hamilton box", "get_pit_stops", {"driver": "HAM"},
               "Hamilton has made 1 stop: lap 22 (20.3 s in the lane); in and out: P2 to P3.")  # fmt: skip
BEST = told("fastest lap of Vettel", "get_fastest_laps", {"driver": "VET"}, "Best lap of Vettel 1:46.4 on lap 12.")
LAPS_LEFT = told("laps left", "get_session_info", {"tell": "laps_left"}, "7 laps to go: lap 44 of 51 completed.")
PENALISED = told("any penalties", "get_race_control", {"about": "penalty"},
                 "Penalised: Perez 5 s (overtaking before the safety car line, lap 24); Ericsson 10 s (causing a "
                 "collision, lap 20).")  # fmt: skip


@pytest.mark.parametrize(
    ("before", "question", "same"),
    [
        (TYRES, "anyone else on those?", "who is on supersofts other than Perez"),
        (TYRES, "will they last", "can Perez go to the end"),
        (TYRES, "new ones?", "how old are the tyres of Perez"),
        (TYRES, "laps on his supersofts?", "how old are the tyres of Perez"),
        (TYRES, "how many laps left for them", "how many laps are left"),
        (WHERE, "who's he stuck behind", "who is ahead of Leclerc"),
        (WHERE, "who's directly ahead", "who is ahead of Leclerc"),
        (WHERE, "who has he got behind", "who is behind Leclerc"),
        (WHERE, "gained how many", "how many places has Leclerc gained"),
        (WHERE, "how many places up is that", "how many places has Leclerc gained"),
        (WHERE, "gap to p5", "gap between Leclerc and P5"),
        (WHERE, "did he pass anyone", "did Leclerc pass anyone"),
        (GONE, "where was he running before that", "where is Grosjean"),
        (GONE, "what lap did he stop", "on which lap did Grosjean retire"),
        (LEADS, "how close is Perez", "gap between Perez and Vettel"),
        (BOTH, "has Ricciardo been past him already", "has Ricciardo overtaken Verstappen"),
        (BOTH, "who pitted earlier", "on which laps did Ricciardo and Verstappen pit"),
        (BOTH, "when did they both pit", "on which laps did Ricciardo and Verstappen pit"),
        (BOTH, "whose tyres are older", "who has older tyres Ricciardo or Verstappen"),
        (BOTH, "same tyres?", "tyres of Ricciardo and Verstappen"),
        (BOTH, "was Verstappen ever ahead", "how many laps has Verstappen led"),
        (STOPPED, "same lap as Bottas?", "on which laps did Hamilton and Bottas pit"),
        (STOPPED, "what did he take off", "what tyres did Hamilton come off"),
        (BEST, "what time", "best lap of Vettel"),
        (BEST, "by how much over the next", "best lap of Vettel"),
        (LED, "then who", "who has led which laps"),
        (PENALISED, "was it added already", "what is the result"),
        (LEADS, "ferrari", "where are the two Ferrari"),
    ],
)
async def test_it_asks_the_same_as_in_full(ask_race: Ask, before: Turn, question: str, same: str) -> None:
    await asks_the_same(ask_race, [before], question, same)


@pytest.mark.parametrize(
    ("before", "question"),
    [
        (OUT, "which laps"),
        (OUT, "and the one before him"),
        (LED, "til what lap"),
        (LED, "on track or in the pits"),
        (LAPS_LEFT, "time wise"),
        (PENALISED, "what for"),
        (told("cars out", "get_retirements", {}, OUT.answer), "which laps"),
    ],
)
async def test_what_the_answer_before_tells_is_told_again(ask_race: Ask, before: Turn, question: str) -> None:
    assert (await ask_race(question, [before])).steps == before.plan.steps


@pytest.mark.parametrize(
    ("before", "question"),
    [(WHERE, "who is he replacing"), (WHERE, "what was the gap before that")],
)
async def test_what_no_tool_tells_is_silence(ask_race: Ask, before: Turn, question: str) -> None:
    plan = await ask_race(question, [before])
    assert not plan.steps
    assert plan.rationale.endswith(UNTOLD)


async def test_he_is_whom_an_earlier_turn_was_about_where_the_answers_since_name_nobody(ask_race: Ask) -> None:
    plan = await ask_race("has he been penalised", [WHERE, LAPS_LEFT])
    assert [step.arguments.get("driver") for step in plan.steps] == ["LEC"]


async def test_they_are_not_the_first_of_several(ask_race: Ask) -> None:
    """Who are several is not answered of one of them alone."""
    plan = await ask_race("did they get a penalty for it", [OUT])
    assert [step.arguments.get("driver") for step in plan.steps] != ["OCO"]


async def test_who_is_behind_him_leaves_him_who_he_was(ask_race: Ask) -> None:
    behind = told("window for Leclerc, who is behind him", "get_gap", {"driver": "LEC", "to": "behind"},
                  "Stroll is 0.660 s behind Leclerc.")  # fmt: skip
    plan = await ask_race("how many stops has he made", [behind])
    assert [step.arguments.get("driver") for step in plan.steps] == ["LEC"]


async def test_he_is_nobody_of_a_list_that_came_between(ask_race: Ask) -> None:
    assert (await ask_race("how many stops has he made", [WHERE, OUT])).steps == ()


async def test_the_gap_after_who_is_in_front_of_him_is_his(ask_race: Ask) -> None:
    front = told("who's in front of him", "get_gap", {"driver": "LEC", "to": "ahead"},
                 "Leclerc is 1.412 s behind Ricciardo, closing.")  # fmt: skip
    plan = await ask_race("gap", [WHERE, front])
    assert [step.arguments.get("driver") for step in plan.steps] == ["LEC"]


@pytest.mark.parametrize(
    ("question", "same"), [("biggest loser?", "biggest loser"), ("open investigations?", "open investigations")]
)
async def test_what_is_asked_of_all_is_not_asked_of_him(ask_race: Ask, question: str, same: str) -> None:
    started = told("where did Leclerc start", "get_position_history", {"driver": "LEC"},
                   "Leclerc started P13 and is P7 now: 6 places up.")  # fmt: skip
    await asks_the_same(ask_race, [started], question, same)


@pytest.mark.parametrize(
    ("before", "question"),
    [
        (BOTH, "what wing did they run"),
        (told("whats going on", "get_live_snapshot", {}, "Lap 45/51 (7 to go), safety car: 1 Bottas, 2 Vettel +3.119 s; "
              "14 cars going; 2 out: Ricciardo, Verstappen."), "who caused it"),
    ],
)  # fmt: skip
async def test_what_is_less_than_sure_and_points_back_is_silence(ask_race: Ask, before: Turn, question: str) -> None:
    assert (await ask_race(question, [before])).steps == ()


async def test_him_is_one_more_than_whom_the_question_names(ask_race: Ask, planner: OfflinePlanner) -> None:
    await ask_race("who leads")
    knowledge, question = planner._knowledge, "has Ricciardo been near him"
    items = knowledge.reader.read(question)
    of_one, of_two = (
        Plan((Step("s1", "get_overtakes", given),)) for given in ({"driver": "RIC"}, {"driver": "RIC", "passed": "LEC"})
    )
    assert leaves_somebody_out(of_one, question, items, [WHERE], knowledge)
    assert not leaves_somebody_out(of_two, question, items, [WHERE], knowledge)


async def test_a_rule_that_rewords_to_an_example_is_as_sure_as_the_example(
    ask_race: Ask, planner: OfflinePlanner
) -> None:
    await ask_race("who leads")
    assert is_reworded_example("laps per driver", planner._knowledge)
    assert not is_reworded_example("who leads", planner._knowledge)
