"""Later turns of all who were listed, of the latest safety car, of the segment before, of whom somebody was set against."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from director.planners.base import Turn
from director.planners.offline.conversation.completion import Completion, FollowUp
from director.planners.offline.conversation.focus import Focus
from director.planners.offline.conversation.of_all_told import the_segment_before
from director.planners.offline.conversation.people import People
from tests.turns import asks_the_same
from toolgate.contract import JsonObject, Plan, Step

Ask = Callable[..., Any]


def told(question: str, tool: str, arguments: JsonObject, answer: str) -> Turn:
    return Turn(question, Plan((Step("s1", tool, arguments),)), answer)


WAITING = told("who is yet to stop", "get_pit_stops", {"tell": "not_stopped"},
               "3 cars have not stopped: Bottas, Ricciardo, Verstappen.")  # fmt: skip
CLOSE = told("how far is Hamilton behind Vettel", "get_gap", {"driver": "HAM", "other": "VET"},
             "Hamilton is 4.108 s behind Vettel, opening: 0.3 s more than 4 laps ago.")  # fmt: skip
SAFETY_CAR = told("is the safety car out", "get_track_status", {"kind": "safety_car"},
                  "Safety car since lap 40; 2 safety cars so far: laps 1 to 5 (12:24), since lap 40 (3:02).")  # fmt: skip
OUT = told(
    "when did Grosjean go", "get_retirements", {"driver": "GRO"}, "Grosjean is out, stopped after 42 laps completed."
)
OLDEST = told("who has the oldest tyres", "get_stints", {},
              "Oldest tyres: Bottas SUPERSOFT 40 laps old, Ricciardo SUPERSOFT 39 laps old and 15 more.")  # fmt: skip
STOPPED = told("when did Bottas stop", "get_pit_stops", {"driver": "BOT"},
               "Bottas has made 1 stop: lap 10 (21.5 s in the lane).")  # fmt: skip
LEADS = told("who leads", "get_standings", {"place": 1}, "Vettel leads (P1), 4.108 s ahead of Hamilton.")


@pytest.mark.parametrize(
    ("before", "question", "same"),
    [
        (WAITING, "on what tyres", "what tyres are Bottas, Ricciardo and Verstappen on"),
        (WAITING, "tyres?", "what tyres are Bottas, Ricciardo and Verstappen on"),
        (WAITING, "how old", "how old are the tyres of Bottas, Ricciardo and Verstappen"),
        (SAFETY_CAR, "who boxed for it", "who boxed under the latest safety car"),
        (SAFETY_CAR, "who came in", "who came in under the latest safety car"),
        (STOPPED, "off what", "what tyres did Bottas come off"),
        (CLOSE, "is that more than before", "how far is Hamilton behind Vettel"),
        (OLDEST, "last lap?", "last lap of Bottas"),
    ],
)
async def test_it_is_of_what_was_told(ask_race: Ask, before: Turn, question: str, same: str) -> None:
    await asks_the_same(ask_race, [before], question, same)


async def test_the_same_of_each_of_a_team(ask_race: Ask) -> None:
    plan = await ask_race("and the red bulls?", [OUT])
    calls = [(step.id, step.name, dict(step.arguments)) for step in plan.steps]
    assert sorted(calls, key=str) == [
        ("s1", "get_retirements", {"driver": "RIC"}), ("s2", "get_retirements", {"driver": "VER"}),
    ]  # fmt: skip


async def test_one_after_the_other_is_set_against_the_same(ask_race: Ask) -> None:
    by_how_much = Turn("by how much", Plan((Step("s1", "get_gap", {"driver": "VET", "to": "behind"}),)),
                       "Hamilton is 4.108 s behind Vettel.")  # fmt: skip
    first = await ask_race("and Bottas?", [LEADS, by_how_much])
    assert [dict(step.arguments) for step in first.steps] == [{"driver": "BOT", "other": "VET"}]
    turn = Turn("and Bottas?", first, "Bottas is 11.5 s behind Vettel.")
    second = await ask_race("what of Ricciardo", [LEADS, by_how_much, turn])
    assert [dict(step.arguments) for step in second.steps] == [{"driver": "RIC", "other": "VET"}]


async def test_a_lead_is_set_against_whoever_is_named_next(ask_race: Ask) -> None:
    lead = told(
        "how far clear is Vettel", "get_gap", {"driver": "VET", "to": "behind"}, "Hamilton is 2.9 s behind Vettel."
    )
    plan = await ask_race("and Bottas?", [lead])
    assert [dict(step.arguments) for step in plan.steps] == [{"driver": "BOT", "other": "VET"}]


async def test_the_next_best_is_whom_the_next_question_is_about(ask_race: Ask) -> None:
    best = told(
        "fastest lap?", "get_fastest_laps", {"top_n": 1}, "Fastest lap: Vettel 1:45.1, 0.2 s ahead of Hamilton."
    )
    then = told("next best?", "get_fastest_laps", {"top_n": 3}, "Fastest laps: Vettel 1:45.1; then Hamilton 1:45.3.")
    plan = await ask_race("how many stops", [best, then])
    assert [step.arguments.get("driver") for step in plan.steps] == ["HAM"]


async def test_what_was_not_so_is_asked_as_whether_it_was(ask_race: Ask) -> None:
    where = told("where is Bottas", "get_driver", {"driver": "BOT"}, "Valtteri Bottas is P4.")
    await asks_the_same(ask_race, [where], "wasn't he on pole", "was Bottas on pole")


def test_before_q2_was_q1() -> None:
    focus = Focus("who fell in q2", answer="Knocked out in Q2: 11 Albers.")
    asked = FollowUp(
        "before that", joined=True, items=(), named=(), focus=focus, people=People({}), kind=None, laps=None
    )
    assert the_segment_before(asked) == Completion(("who fell in q1",), surely=True)


async def test_who_was_asked_for_and_found_is_whom_the_next_question_is_about(ask_race: Ask) -> None:
    beside = told("who's next behind Bottas", "get_driver", {"driver": "BOT"}, "Valtteri Bottas is P4; ahead of Sainz.")
    plan = await ask_race("on which tyre", [beside])
    assert [step.arguments.get("driver") for step in plan.steps] == ["SAI"]
