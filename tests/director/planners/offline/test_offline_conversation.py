"""Questions that leave out what the conversation has said: completed in full, or met with silence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from director.planners.base import Turn
from director.planners.offline import OfflinePlanner
from director.planners.offline.conversation.leaning import Leaning
from director.planners.offline.conversation.telling import tells
from director.planners.offline.knowledge import Knowledge
from tests.rows import each_row
from toolgate.contract import Context, JsonObject, Plan, Step

Ask = Callable[..., Any]
Call = tuple[str, JsonObject]


def told(question: str, tool: str, arguments: JsonObject, answer: str) -> Turn:
    return Turn(question, Plan((Step("s1", tool, arguments),)), answer)


def in_vain(question: str) -> Turn:
    return Turn(question, Plan(rationale="no tool answers this"))


def calls(plan: Plan) -> list[Call]:
    return [(step.name, step.arguments) for step in plan.steps]


LEADS = told("who leads?", "get_standings", {"place": 1}, "Sebastian Vettel leads (P1).")
WON = told("who won", "get_standings", {"place": 1}, "Lewis Hamilton won on the road.")
LED = told("who led on lap 12", "get_standings", {"place": 1, "at_lap": 12}, "On lap 12: Sebastian Vettel leads (P1).")
OCON = told("where is ocon", "get_driver", {"driver": "OCO"}, "Esteban Ocon is P8, 20.1 s behind the leader.")
STROLL = told("and stroll", "get_driver", {"driver": "STR"}, "Lance Stroll is P11, 3.269 s ahead of Alonso.")
APART = told(
    "is gasly ahead of hartley", "get_gap", {"driver": "GAS", "other": "HAR"}, "Hartley is 6.7 s behind Gasly."
)
TYRES = told("what tyres is bottas on", "get_stints", {"driver": "BOT"}, "Bottas is on SOFT, 12 laps old.")
BEHIND = told("who is behind ocon", "get_gap", {"driver": "OCO", "to": "behind"}, "Perez is 2.1 s behind Ocon.")
STOPPED = told("has sainz pitted", "get_pit_stops", {"driver": "SAI"}, "Sainz has made 1 stop: lap 15.")
SOFTS = told("who is on softs", "get_stints", {"compound": "soft"}, "3 on soft tyres: Perez, Alonso, Ericsson.")
MANY = told("who is on softs", "get_stints", {"compound": "soft"}, "9 on soft tyres: Perez, Alonso and 7 more.")
SAFETY_CAR = told("why is the safety car out", "get_incidents", {"before": "safety_car"}, "No reason is given.")
RETIRED = told(
    "did ocon retire", "get_driver", {"driver": "OCO"}, "Esteban Ocon is out: stopped after no lap completed."
)
BEST = told("best lap", "get_fastest_laps", {"top_n": 1}, "Fastest lap: Bottas 1:45.149 on lap 37.")


@pytest.mark.parametrize(
    ("before", "question", "same"),
    [
        # how much
        ([LEADS], "by how much?", "by how much does Vettel lead"),
        ([LED], "by how much?", "by how much does Vettel lead on lap 12"),
        ([LEADS], "how much over Hamilton", "gap between Vettel and Hamilton"),
        ([WON], "how close was it", "gap from Hamilton to the car behind"),
        ([APART], "by what", "gap between Gasly and Hartley"),
        ([APART], "how much per lap", "who is faster Gasly or Hartley"),
        ([APART], "getting bigger?", "gap between Gasly and Hartley"),
        ([BEHIND], "how far?", "gap from Ocon to the car behind"),
        ([OCON], "gap to the winner", "how far is Ocon behind the leader"),
        ([OCON], "gap to the podium", "how far off the podium is Ocon"),
        ([OCON, STROLL], "whats the gap", "gap between Ocon and Stroll"),
        ([told("how many safety cars", "get_track_status", {"kind": "safety_car"}, "2 so far.")], "and the second one",
         "when did the safety car come out"),
        # when, how long, how many, who
        ([SAFETY_CAR], "how long for now", "how long was the safety car out"),
        ([SAFETY_CAR], "since what lap", "when did the safety car come out"),
        ([SAFETY_CAR], "why the second one", "why was the second safety car out"),
        ([SAFETY_CAR], "who pitted then", "who pitted under the safety car"),
        ([STOPPED], "which lap", "on which laps did Sainz pit"),
        ([RETIRED], "which lap was it", "on which lap did Ocon retire"),
        ([TYRES], "how many laps on them", "how old are the tyres of Bottas"),
        ([told("how many have retired", "get_retirements", {}, "3 out.")], "who", "who has retired"),
        ([told("who is out", "get_retirements", {}, "2 out: Ocon, Sirotkin.")], "who went first", "who retired first"),
        # why
        ([RETIRED], "why", "why did Ocon retire"),
        ([told("any penalties", "get_race_control", {"about": "penalty"}, "Penalised: Ocon 10 s.")], "what for",
         "what did Ocon get a penalty for"),
        # somebody else
        ([TYRES], "and the other mercedes", "what tyres is Hamilton on"),
        ([TYRES], "what about his teammate", "what tyres is Hamilton on"),
        ([TYRES], "vs vettel", "tyres of Bottas and Vettel"),
        ([BEST], "and leclercs?", "best lap of Leclerc"),
        ([WON], "and vettel", "where did Vettel finish"),
        ([LEADS], "and p3?", "who is in P3"),
        ([OCON, STROLL], "who of them has newer tyres", "who has newer tyres Ocon or Stroll"),
        ([OCON, STROLL], "who's faster then", "who is faster Ocon or Stroll"),
        ([APART], "so hartley is faster?", "who is faster Gasly or Hartley"),
        ([SOFTS], "which of them has stopped twice", "which of Perez, Alonso and Ericsson has stopped twice"),
        ([told("fastest pit stop", "get_pit_stops", {"order": "quickest"}, "Shortest: Ocon 19.6 s on lap 25.")],
         "and the slowest one", "slowest pit stop"),
        ([APART], "what tyres are they on", "what tyres are Gasly and Hartley on"),
        ([APART], "who's faster at the moment", "who is faster Gasly or Hartley"),
        ([told("where is car 77", "get_driver", {"driver": "BOT"}, "Bottas is P3.")], "and the 5", "where is Vettel"),
        ([told("best lap of ocon", "get_fastest_laps", {"driver": "OCO"}, "Best lap of Ocon 1:47.1 on lap 9."),
          told("and strolls", "get_fastest_laps", {"driver": "STR"}, "Best lap of Stroll 1:47.3 on lap 8.")],
         "difference?", "best laps of Ocon and Stroll"),
        ([TYRES], "and the leader", "what tyres is the leader on"),
        # another moment
        ([APART], "and 10 laps ago?", "is gasly ahead of hartley on lap 20"),
        ([LED], "and now?", "who led"),
        ([OCON], "the lap before", None),
        # an attribute of whom it was about
        ([WON], "how many stops", "how many stops has Hamilton made"),
        ([OCON], "so what place", "where is Ocon"),
        ([OCON], "behind who", "who is ahead of Ocon"),
        ([OCON], "on what tyre", "what tyres is Ocon on"),
        ([OCON], "and finish?", "where did Ocon finish"),
        ([in_vain("is stroll happy")], "what place", "where is Stroll"),
    ],
)  # fmt: skip
async def test_a_follow_up_asks_what_it_asks_in_full(
    ask_at_lap_30: Ask, before: list[Turn], question: str, same: str | None
) -> None:
    plan = await ask_at_lap_30(question, before)
    if same is None:
        assert plan.steps == ()
        return
    alone = await ask_at_lap_30(same)
    assert alone.steps, same
    assert calls(plan) == calls(alone)


@pytest.fixture
def ask_at_lap_30(planner: OfflinePlanner, race_catalogue: list[JsonObject], context: Context) -> Ask:
    """Plans at lap 30 of a race."""
    at_lap_30 = replace(context, session=f"{context.session}: lap 30 of 51 completed.")

    async def ask(question: str, memory: list[Turn] | None = None) -> Plan:
        return await planner.plan(question, race_catalogue, at_lap_30, memory or [])

    return ask


@pytest.mark.parametrize(
    ("before", "question"),
    [
        (
            [in_vain("what is the weather"), LEADS, in_vain("what is stroll's heart rate"), in_vain("why")],
            "and at the end?",
        ),
        ([OCON, in_vain("what is the speed limit")], "and bottas"),
        ([LEADS], "and at the end?"),
        ([LEADS], "and 40 laps ago"),
        ([MANY], "any of them in the points"),
        ([APART], "who's faster of the three"),
        ([OCON], "and the other mercedes"),
        ([LEADS], "why"),
        ([APART], "who is ahead of them"),
        ([in_vain("how many rookies finished")], "best of them?"),
        ([RETIRED], "and before that?"),
        ([SAFETY_CAR], "the other one?"),
        ([told("what is the weather", "get_weather", {}, "It is dry.")], "by how much?"),
    ],
)
async def test_what_is_not_sure_is_met_with_silence(ask_at_lap_30: Ask, before: list[Turn], question: str) -> None:
    plan = await ask_at_lap_30(question, before)
    assert plan.steps == ()
    assert plan.rationale


@pytest.mark.parametrize(
    "question", ["who is on softs", "is it raining", "top 5", "where is Gasly", "has Bottas pitted", "fastest lap"]
)
async def test_a_question_of_its_own_is_planned_as_if_nothing_came_before(ask_at_lap_30: Ask, question: str) -> None:
    assert calls(await ask_at_lap_30(question, [OCON, APART, LEADS])) == calls(await ask_at_lap_30(question))


async def test_a_follow_up_of_a_follow_up_leans_on_what_that_stood_for(ask_at_lap_30: Ask) -> None:
    memory: list[Turn] = [APART]
    for question in ("and 10 laps ago?", "by how much"):
        plan = await ask_at_lap_30(question, memory)
        memory.append(Turn(question, plan, "On lap 20: Hartley is 7.1 s behind Gasly."))
    assert calls(plan) == calls(await ask_at_lap_30("gap between Gasly and Hartley on lap 20"))


async def test_whom_it_was_about_stays_where_the_answer_names_others(ask_at_lap_30: Ask) -> None:
    memory = [WON]
    plan = await ask_at_lap_30("by how much", memory)
    memory.append(Turn("by how much", plan, "Raikkonen is 2.460 s behind Hamilton."))
    assert calls(await ask_at_lap_30("did he lead every lap", memory)) == [("get_lead_changes", {"driver": "HAM"})]


async def test_a_silent_follow_up_says_how_it_was_understood(ask_at_lap_30: Ask) -> None:
    plan = await ask_at_lap_30("who of them has the better engineer", [OCON, STROLL])
    assert "Ocon" in plan.rationale
    assert "Stroll" in plan.rationale


async def test_of_best_laps_two_are_as_far_apart_as_their_laps(
    race_catalogue: list[JsonObject], context: Context, learnt: Path
) -> None:
    practice = replace(context, session_kind="Practice")
    before = [told("best lap of ocon", "get_fastest_laps", {"driver": "OCO"}, "Best lap of Ocon 1:28.1 on lap 9.")]
    plan = await OfflinePlanner(folder=learnt).plan("vs stroll", race_catalogue, practice, before)
    assert calls(plan) == [("get_gap", {"driver": "OCO", "other": "STR"})]


@each_row(
    ("answer", "question", "expected"),
    [
        ("Sebastian Vettel leads (P1).", "by how much", False),
        ("Ocon is 1.2 s behind Perez.", "by how much", True),
        ("Ocon is 1 lap behind Perez.", "how far", True),
        ("Fastest lap: Bottas 1:45.149 on lap 37.", "on which lap", True),
        ("Ocon is P8, last lap 1:45.149.", "on which lap", False),
        ("Penalised since 01:09:18.", "when", True),
        ("Ocon is P8.", "how many", False),
        ("Ocon has made 2 stops.", "how many", True),
        ("Ocon is on SOFT, 7 laps old.", "how old", True),
        ("Ocon is on SOFT.", "how old", False),
        ("Ocon is on SOFT.", "and Vettel", True),
    ],
)
def test_an_answer_tells_an_amount_of_the_kind_that_is_asked_for(answer: str, question: str, expected: bool) -> None:
    assert tells(answer, question) is expected


@pytest.fixture
def knowledge(learnt: Path, race_catalogue: list[JsonObject], context: Context) -> Knowledge:
    """What a planner knows of the race."""
    known = Knowledge(learnt)
    known.refresh(race_catalogue, context)
    return known


@pytest.mark.parametrize(("car", "answered"), [("VET", True), ("HAM", False)])
def test_a_plan_about_somebody_else_does_not_answer(knowledge: Knowledge, car: str, answered: bool) -> None:
    gap = Plan((Step("s1", "get_gap", {"driver": car, "to": "behind"}),))
    plan = Leaning(knowledge, [LEADS]).completed("by how much?", lambda text: gap)
    assert plan is not None
    assert bool(plan.steps) is answered


@pytest.mark.parametrize(("tool", "answered"), [("get_stints", True), ("get_driver", False)])
def test_where_a_name_is_replaced_the_same_tool_must_answer(knowledge: Knowledge, tool: str, answered: bool) -> None:
    of_hamilton = Plan((Step("s1", tool, {"driver": "HAM"}),))
    plan = Leaning(knowledge, [TYRES]).completed("and the other mercedes", lambda text: of_hamilton)
    assert (plan is not None) is answered


def test_a_question_that_stands_alone_leans_on_nothing(knowledge: Knowledge) -> None:
    assert Leaning(knowledge).completed("by how much?", lambda text: Plan()) is None
    assert Leaning(knowledge).known_in("has he pitted") == {}
    assert Leaning(knowledge, [OCON]).known_in("who has pitted") == {}
    assert Leaning(knowledge, [OCON]).known_in("has he pitted") == {"driver": "OCO"}
