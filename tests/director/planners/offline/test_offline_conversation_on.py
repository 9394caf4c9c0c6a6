"""A conversation goes on: about whom was found beside somebody, the other of the two, and what came before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from director.planners.base import Turn
from tests.turns import asks_the_same
from toolgate.contract import JsonObject, Plan, Step

Ask = Callable[..., Any]


def told(question: str, tool: str, arguments: JsonObject, answer: str) -> Turn:
    return Turn(question, Plan((Step("s1", tool, arguments),)), answer)


BEHIND = told("who is behind alonso", "get_driver", {"driver": "ALO"},
              "Fernando Alonso is P12, 9.724 s behind Stroll, 31.9 s ahead of Magnussen, 1 stop.")  # fmt: skip
AHEAD = told("who is ahead of sainz", "get_driver", {"driver": "SAI"},
             "Carlos Sainz is P9, 72.9 s behind the leader, 6.733 s behind Grosjean, 7.4 s ahead of Leclerc.")  # fmt: skip
GAP = told("gap verstappen ricciardo", "get_gap", {"driver": "VER", "other": "RIC"},
           "Ricciardo is 1.287 s behind Verstappen.")  # fmt: skip
TYRES = told("what tyres is ricciardo on", "get_stints", {"driver": "RIC"}, "Ricciardo is on SOFT, 3 laps old.")
LEADS = told("who leads", "get_standings", {"place": 1}, "Valtteri Bottas leads (P1).")
MOST = told("who has stopped most", "get_pit_stops", {"order": "most"},
            "Pit stops by number, most first: Ericsson 3, Hartley 2, Vandoorne 2.")  # fmt: skip
TIMES = told("how many times", "get_pit_stops", {"driver": "ERI"},
             "Ericsson has made 3 stops: lap 1, lap 18; in and out: P18 to P18.")  # fmt: skip
RAIN = told("is it raining", "get_weather", {}, "No rain so far, air 20 °C, track 35 °C.")
SAFETY_CAR = told("was there a safety car", "get_track_status", {"kind": "safety_car"},
                  "Track clear since lap 5; 1 safety car so far: laps 1 to 5 (12:24).")  # fmt: skip
CAUTIONS = told("any cautions", "get_track_status", {}, "Track clear since lap 5; so far: safety car laps 1 to 5.")
WHY = told("why", "get_incidents", {"before": "safety_car"},
           "No reason is given for the safety car of lap 1; around then: Ocon is out (stopped) (lap 1).")  # fmt: skip
LAST = told("who's last", "get_standings", {"last_n": 1},
            "Ericsson is the last car still going, in P17; out: Hulkenberg, Ocon, Sirotkin.")  # fmt: skip


@pytest.mark.parametrize(
    ("before", "question", "same"),
    [
        # he is whom was found, and both are the two
        ([BEHIND], "what tyres", "what tyres is Magnussen on"),
        ([BEHIND], "is he within a second", "gap between Magnussen and Alonso"),
        ([BEHIND], "how far?", "gap from Alonso to the car behind"),
        ([AHEAD], "how old are his tyres", "how old are Grosjean's tyres"),
        ([AHEAD], "is he faster", "who is faster Grosjean or Sainz"),
        ([AHEAD], "is he catching him", "is Sainz catching the car ahead"),
        # of two who are apart
        ([GAP], "drs range?", "is Verstappen in drs range of Ricciardo"),
        ([GAP, TYRES], "and the other guy's?", "what tyres is Verstappen on"),
        ([GAP], "will he catch him", "will Ricciardo catch Verstappen"),
        ([LEADS], "how much by", "how big is Bottas's lead"),
        # of the rain, and of a safety car whose reason was asked
        ([RAIN], "when did it start", "when did it start raining"),
        ([RAIN], "and when did that stop?", "when did it stop raining"),
        ([SAFETY_CAR, WHY], "how long was it out", "how long was the safety car out"),
        ([CAUTIONS], "how long was it out", "how long was the safety car out"),
        ([CAUTIONS], "why", "why is the safety car out"),
        # what came before
        ([LEADS], "and before that?", "who has led which laps"),
        ([TYRES], "and before that?", "all stints of Ricciardo"),
        ([MOST], "how many times", "how many stops has Ericsson made"),
        ([MOST, TIMES], "which laps", "on which laps did Ericsson pit"),
        ([LAST], "how far back", "how far is Ericsson behind the leader"),
    ],
)
async def test_a_later_turn_asks_what_it_asks_in_full(
    ask_race: Ask, before: list[Turn], question: str, same: str
) -> None:
    await asks_the_same(ask_race, before, question, same)


async def test_the_other_guy_is_nobody_where_only_one_was_spoken_of(ask_race: Ask) -> None:
    seen = [told("has hamilton stopped", "get_pit_stops", {"driver": "HAM"}, "Hamilton has made 1 stop: lap 22.")]
    plan = await ask_race("and the other guy?", seen)
    assert {step.arguments.get("driver") for step in plan.steps} <= {"BOT"}


THEN = told("where was vettel on lap 20", "get_driver", {"driver": "VET", "at_lap": 20},
            "Sebastian Vettel is P1, 4.108 s ahead of Hamilton.")  # fmt: skip


@pytest.mark.parametrize(
    ("question", "lap"),
    [
        ("what tyres was he on", 20),
        ("on what tyres?", 20),
        ("how many stops had he made", 20),
        ("was he ahead of hamilton", 20),
        ("what tyres is he on", None),
        ("what tyres is he on now", None),
        ("when did he stop", None),
    ],
)
async def test_what_was_is_asked_of_the_moment_that_was_spoken_of(
    ask_race: Ask, question: str, lap: int | None
) -> None:
    steps = (await ask_race(question, [THEN])).steps
    assert [step.arguments.get("at_lap") for step in steps] in ([lap], [] if lap is None else [lap])
