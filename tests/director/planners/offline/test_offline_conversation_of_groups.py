"""Those who were told, one or several: who is left out, how many of them, the same of others, and nobody at a guess."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from director.planners.base import Turn
from director.planners.offline import OfflinePlanner
from tests.turns import asks_the_same
from toolgate.contract import Context, JsonObject, Plan, Step

Ask = Callable[..., Any]


def told(question: str, tool: str, arguments: JsonObject, answer: str) -> Turn:
    return Turn(question, Plan((Step("s1", tool, arguments),)), answer)


def in_vain(question: str) -> Turn:
    return Turn(question, Plan(rationale="no tool answers this"))


LEADS = told("who leads", "get_standings", {"place": 1}, "Valtteri Bottas leads (P1).")
STANDS = told("where is vettel", "get_driver", {"driver": "VET"}, "Sebastian Vettel is P2, 1.2 s behind the leader.")
THIRD = told("whos third", "get_standings", {"place": 3}, "Lewis Hamilton is in P3.")
ON_SOFTS = told("who's on softs", "get_stints", {"compound": "soft"}, "2 on soft tyres: Perez, Alonso.")
HAS_STOPPED = told("has vettel stopped", "get_pit_stops", {"driver": "VET"}, "Vettel has made 2 stops: lap 30.")
STOPPED = told("who stopped under the safety car", "query_race", {}, "5 pit stops under the safety car: Vettel.")
TOP_THREE = told("top three", "get_standings", {"top_n": 3}, "The order: 1 Bottas, 2 Vettel +1.5 s, 3 Hamilton +3.1 s.")
TYRES = told("what tyres is bottas on", "get_stints", {"driver": "BOT"}, "Bottas is on SOFT, 12 laps old.")
TOP_TYRES = told("tyres of the top three", "query_race", {}, "3 cars in the top 3: Bottas, Vettel, Hamilton.")
FASTEST = told("fastest lap?", "get_fastest_laps", {}, "Fastest lap: Bottas 1:45.149 on lap 37.")
HIS_BEST = told("hamiltons best", "get_fastest_laps", {"driver": "HAM"},
                "Best lap of Hamilton 1:45.412 on lap 35, P2 of the fastest laps, 0.263 s off the fastest.")  # fmt: skip
GAP = told("how far off is perez", "get_gap", {"driver": "PER", "to": "leader"}, "Perez is 10.2 s behind Bottas.")
CATCH = told("will vettel catch bottas", "predict_catch", {"driver": "VET", "other": "BOT"}, "Prediction: in 9 laps.")
OUT = told("are they out", "get_driver", {"driver": "RIC"}, "Daniel Ricciardo is out: stopped after 39 laps completed.")
BOTH_OUT = Turn(
    "whats happened to the red bulls",
    Plan((Step("s1", "get_driver", {"driver": "RIC"}), Step("s2", "get_driver", {"driver": "VER"}))),
    "Daniel Ricciardo is out: stopped after 39 laps completed. Max Verstappen is out: stopped after 39 laps completed.",
)
RETIRED = told("read me the retirements", "get_retirements", {}, "5 out: Ocon, Sirotkin, Hulkenberg and 2 more.")
MOST = told("who has stopped most", "get_pit_stops", {"order": "most"}, "Most stops: Ericsson 3, Hartley 3.")
SAFETY_CAR = told("why the safety car", "get_incidents", {"before": "safety_car"}, "No reason is given.")
MATE = told("where's bottas's team mate", "get_teammate", {"driver": "BOT"}, "Bottas (P1) ahead of Hamilton (P3).")
WEATHER = told("whats the weather", "get_weather", {}, "No rain so far, air 20 °C.")
MOVER = told("biggest mover", "get_position_history", {}, "Most gained since the start: Grosjean +14 (P20 to P6).")
SCORED = told("who scored points", "get_standings", {"points": True}, "In the points: 1 Bottas, 2 Vettel and 8 more.")
WINNER = told("how many stops did the winner make", "get_pit_stops", {"driver": "P1"}, "Bottas has made 2 stops.")


@pytest.mark.parametrize(
    ("before", "question", "same"),
    [
        # who is left out, and who is not
        ([ON_SOFTS], "who isn't", "who is not on softs"),
        ([HAS_STOPPED], "who hasn't", "who has not stopped"),
        ([STOPPED], "who didn't", "who did not stop under the safety car"),
        ([told("who hasn't stopped", "get_pit_stops", {}, "2 have not.")], "and who has", "who has stopped"),
        # of them
        ([TOP_THREE], "how many of them have stopped twice",
         "how many of Valtteri Bottas, Sebastian Vettel and Lewis Hamilton have stopped twice"),
        ([TOP_THREE], "how many stops did each make",
         "how many stops did Valtteri Bottas, Sebastian Vettel and Lewis Hamilton make"),
        ([RETIRED], "so thats how many", "read me the retirements"),
        # the same of others
        ([TYRES], "same for the top three", "what tyres are the top three on"),
        ([TOP_TYRES], "and of the ferraris", "tyres of the ferraris"),
        ([THIRD], "same for the top three", "the top three"),
        ([WINNER], "and second place", "how many stops did P2 make"),
        ([HIS_BEST], "and max's best", "verstappen's best"),
        # beside that
        ([FASTEST], "who is nearest to it", "the 3 fastest drivers"),
        ([HIS_BEST], "who's next", "the 3 fastest drivers"),
        ([LEADS], "who's next", "who is in P2"),
        ([STANDS], "and over fourth", "gap between Vettel and P4"),
        ([STANDS], "off the lead", "how far is Vettel behind the leader"),
        ([GAP], "will he get him", "will Perez catch Bottas"),
        ([STANDS], "is he catching", "is Vettel catching the car ahead"),
        ([CATCH], "how many laps would he have", "how many laps are left"),
        # when and why
        ([OUT], "why", "why did Ricciardo retire"),
        ([BOTH_OUT], "which lap was it", "on which laps did Ricciardo and Verstappen retire"),
        ([MOST], "when was the last one", "when was Ericsson's last stop"),
        ([SAFETY_CAR], "is it the first", "how many safety cars have there been"),
        ([WEATHER], "and half an hour ago", "how has the weather changed over the last 30 minutes"),
        ([STANDS], "what happened to him", "what happened to Vettel"),
        ([MOVER], "from where to where", "biggest mover"),
        ([SCORED], "how many did leclerc get", "how many points does Leclerc get"),
        ([told("how many laps has bottas done", "get_driver", {"driver": "BOT"}, "41 laps done.")], "who did the most",
         "who has done the most laps"),
        ([told("how many laps did vettel lead", "get_lead_changes", {"driver": "VET"}, "Vettel has led 30 laps.")],
         "when did he lose it", "who did Vettel lose the lead to"),
        ([told("first to pit", "get_pit_stops", {"order": "first"}, "First to stop: Ocon lap 1, Perez lap 1.")],
         "which lap", "first to pit"),
        ([told("is stroll under investigation", "get_race_control", {"about": "investigation", "driver": "STR"}, "No.")],
         "is anyone", "is anyone under investigation"),
        ([told("gap vettel hamilton", "get_gap", {"driver": "VET", "other": "HAM"}, "Hamilton is 1.6 s behind Vettel.")],
         "is lewis gaining", "gap between Vettel and Hamilton"),
        ([HIS_BEST], "is it faster than vettel's", "best laps of Hamilton and Vettel"),
        ([told("how many safety cars", "get_track_status", {"kind": "safety_car"}, "2 so far.")], "how long was the first",
         "when did the safety car come out"),
        # whom he stands for
        ([MATE], "what tyres is he on", "what tyres is Hamilton on"),
        ([LEADS], "are you sure", "who leads"),
        # the one of another
        ([STOPPED], "how long was perez's first one", "how long was perez's first stop"),
        ([FASTEST], "what lap was perez's", "best lap of Perez"),
        ([told("gap vettel hamilton", "get_gap", {"driver": "VET", "other": "HAM"}, "Hamilton is 1.6 s behind Vettel.")],
         "how old are the tyres of each", "how old are the tyres of Vettel and Hamilton"),
        ([told("gap vettel hamilton", "get_gap", {"driver": "VET", "other": "HAM"}, "Hamilton is 1.6 s behind Vettel.")],
         "how many stops have both of them made", "how many stops have Vettel and Hamilton made"),
        ([LEADS], "how many laps after this one", "how many laps are left"),
        ([SAFETY_CAR], "and who's the last car running", "who is the last car running"),
    ],
)  # fmt: skip
async def test_a_later_turn_asks_what_it_asks_in_full(
    ask_race: Ask, before: list[Turn], question: str, same: str
) -> None:
    await asks_the_same(ask_race, before, question, same)


@pytest.mark.parametrize(
    ("before", "question"),
    [
        ([in_vain("is the batmobile still going")], "how far adrift is it"),
        ([LEADS, in_vain("is the batmobile still going")], "where is he"),
        ([LEADS, in_vain("who will win the title")], "how many stops has he made"),
        ([STANDS], "since when is he there"),
        ([FASTEST], "whose was it before that"),
        ([RETIRED], "who went after them"),
        ([RETIRED], "how many laps did they do"),
        ([in_vain("who will win")], "are you sure"),
        ([told("how many safety cars", "get_track_status", {"kind": "safety_car"}, "2 so far.")],
         "who was leading then"),
        ([told("who leads in gtd", "get_class_standings", {}, "GTD, 16 cars and 9 more.")], "what car is that"),
    ],
)  # fmt: skip
async def test_nobody_is_guessed_at(ask_race: Ask, before: list[Turn], question: str) -> None:
    plan = await ask_race(question, before)
    assert plan.steps == ()
    assert plan.rationale


@pytest.mark.parametrize(("place", "told_of"), [(9, True), (10, False)])
async def test_so_many_best_laps_are_told_and_no_more(ask_race: Ask, place: int, told_of: bool) -> None:
    """Of more than ten an answer does not name those who are beside the last."""
    best = Turn(HIS_BEST.question, HIS_BEST.plan, HIS_BEST.answer.replace("P2 of", f"P{place} of"))
    assert bool((await ask_race("who is nearest to it", [best])).steps) is told_of


async def test_rain_is_asked_of_after_what_was_not_understood(ask_race: Ask) -> None:
    (step,) = (await ask_race("is it raining", [in_vain("is the batmobile still going")])).steps
    assert step.name == "get_weather"


async def test_by_how_much_leaves_him_whom_it_was_about(
    race_catalogue: list[JsonObject], context: Context, learnt: Any
) -> None:
    practice = replace(context, session_kind="Practice")
    planner = OfflinePlanner(folder=learnt)
    memory = [FASTEST]
    plan = await planner.plan("by how much", race_catalogue, practice, memory)
    memory.append(Turn("by how much", plan, "Hamilton's best lap is 0.263 s slower than Bottas's."))
    (step,) = (await planner.plan("where is he now", race_catalogue, practice, memory)).steps
    assert step.arguments == {"driver": "BOT"}


async def test_a_doubted_answer_is_still_leant_on(ask_race: Ask) -> None:
    again = await ask_race("really?", [LEADS])
    plan = await ask_race("by how much", [LEADS, Turn("really?", again, LEADS.answer)])
    assert plan.steps == (await ask_race("by how much does Bottas lead")).steps


async def test_his_time_in_practice_is_his_best_lap(
    race_catalogue: list[JsonObject], context: Context, learnt: Any
) -> None:
    practice, planner = replace(context, session_kind="Practice"), OfflinePlanner(folder=learnt)
    plan = await planner.plan("what's his time", race_catalogue, practice, [STANDS])
    assert plan.steps == (await planner.plan("best lap of Vettel", race_catalogue, practice)).steps


async def test_of_two_who_were_asked_for_one_after_the_other_one_is_ahead(ask_race: Ask) -> None:
    his = told("and vettel", "get_stints", {"driver": "VET"}, "Vettel is on HARD, 4 laps old.")
    await asks_the_same(ask_race, [TYRES, his], "who's ahead?", "who is ahead Bottas or Vettel")
    (step,) = (await ask_race("who's ahead?", [STANDS, TYRES])).steps
    assert "other" not in step.arguments


async def test_his_lead_is_the_one_of_whoever_leads(ask_race: Ask) -> None:
    tells = "Bottas has led 4 of 6 laps at the line: laps 3 to 6 (past Vettel on track)."
    since = told("when did bottas take the lead", "get_lead_changes", {"driver": "BOT"}, tells)
    await asks_the_same(ask_race, [since], "how big is his lead", "by how much does Valtteri Bottas lead")


async def test_two_who_were_asked_for_one_after_the_other_are_so_far_apart(ask_race: Ask) -> None:
    first = told("where did vettel qualify", "get_driver", {"driver": "VET"}, "Vettel is P2.")
    his = told("and ocon", "get_driver", {"driver": "OCO"}, "Ocon is P7.")
    await asks_the_same(ask_race, [first, his], "how far apart is that", "gap between Vettel and Ocon")


async def test_each_of_two_who_were_asked_for_one_after_the_other(ask_race: Ask) -> None:
    his = told("and vettel", "get_driver", {"driver": "VET"}, "Vettel is P2, behind Bottas, ahead of Ocon.")
    first = told("where is bottas", "get_driver", {"driver": "BOT"}, "Bottas is P1, ahead of Vettel.")
    question = "how many stops did they each do"
    await asks_the_same(ask_race, [first, his], question, "how many stops did Bottas and Vettel each do")


async def test_his_team_mate_who_was_asked_for_is_whom_it_is_about(ask_race: Ask) -> None:
    mate = told("and bottas's teammate?", MATE.plan.steps[0].name, {"driver": "BOT"}, MATE.answer)
    await asks_the_same(ask_race, [mate], "how many stops has he made", "how many stops has Hamilton made")


async def test_who_else_is_not_whom_it_was_about_before(ask_race: Ask) -> None:
    where = [{"field": "driver", "op": "not_in", "value": ["BOT"]}]
    others = told("who else led", "query_race", {"from": "laps", "where": where},
                  "2 drivers with laps in the lead other than Bottas: Vettel 1, Hamilton 2.")  # fmt: skip
    await asks_the_same(ask_race, [others], "where did those two finish", "where did Vettel and Hamilton finish")


async def test_the_last_of_those_who_finished_finished_last(ask_race: Ask) -> None:
    finished = told("how many cars finished", "get_retirements", {"tell": "still_going"},
                    "18 cars finished; 2 out (derived): Ocon (on lap 1), Perez (after 45 laps).")  # fmt: skip
    await asks_the_same(ask_race, [finished], "who was the last of them?", "who finished last")


async def test_how_much_quicker_the_first_of_two_was_is_asked_of_both(ask_race: Ask) -> None:
    his = told("and ocon", "get_driver", {"driver": "OCO"}, "Ocon is P7, behind Perez, ahead of Stroll.")
    same = "who is quicker Sebastian Vettel or Esteban Ocon"
    await asks_the_same(ask_race, [STANDS, his], "so how much quicker was vettel", same)


async def test_what_stopped_the_session_is_asked_of_the_red_flag(ask_race: Ask) -> None:
    stopped = told("is the session stopped?", "get_track_status", {}, "Red flag; so far: red flag 00:22:13.")
    await asks_the_same(ask_race, [stopped], "who caused it", "why is the red flag out")


async def test_of_two_who_is_ahead_is_whom_it_is_about(ask_race: Ask) -> None:
    plan = await ask_race("who is ahead, vettel or bottas")
    before = Turn("who is ahead, vettel or bottas", plan, "Vettel is 1.555 s behind Bottas; no trend.")
    (step,) = (await ask_race("how many stops has he made", [before])).steps
    assert step.arguments["driver"] in ("BOT", "P1")


async def test_a_name_that_is_called_is_whom_the_answer_is_of(ask_race: Ask) -> None:
    plan = await ask_race("hamilton how much shy of top spot")
    assert all("HAM" in step.arguments.values() for step in plan.steps)


async def test_a_name_alone_does_not_ask_once_more_who_they_are(ask_race: Ask) -> None:
    (step,) = (await ask_race("and perez", [TOP_THREE])).steps
    assert step.arguments["driver"] == "PER"
