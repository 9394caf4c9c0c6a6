"""Follow-ups whose words leave no second opinion: at another trap, of the tyres just told, of two and a third."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from director.planners.base import Turn
from tests.turns import asks_the_same
from toolgate.contract import JsonObject, Plan, Step

Ask = Callable[..., Any]


def told(question: str, tool: str, arguments: JsonObject, answer: str, in_full: str = "") -> Turn:
    rationale = f"asked as '{in_full}': {tool}" if in_full else ""
    return Turn(question, Plan((Step("s1", tool, arguments),), rationale), answer)


HIS_SPEED = told("top speed of perez", "get_speed_traps", {"driver": "PER"},
                 "Top speed at the speed trap: Perez 326 km/h (lap 6, P2 of 18).")  # fmt: skip
SLOWEST = told("who is slowest in the speed trap", "get_speed_traps", {"order": "slowest"},
               "Lowest top speed at the speed trap: Hartley 295 km/h (lap 6), Gasly 302 km/h (lap 4).")  # fmt: skip
ON_SOFTS = told("who is still on the ultrasofts", "get_stints", {"compound": "ultrasoft"},
                "3 on ultrasoft tyres: Perez, Sainz, Gasly.")  # fmt: skip
AND_SUPERSOFTS = told("and supersofts", "get_stints", {"compound": "supersoft"},
                 "3 on supersoft tyres: Perez, Sainz, Gasly.")  # fmt: skip
PUT_ON = told("what did sainz put on", "get_stints", {"driver": "SAI"}, "Sainz is on SOFT, 1 lap old, fitted new.")
WHEN = told("when", "get_pit_stops", {"driver": "SAI"}, "Sainz has made 1 stop: lap 30 (20.0 s in the lane).",
            "on which laps did carlos sainz pit")  # fmt: skip
MOST = told("who has gained the most places", "get_position_history", {},
            "Most gained since the start: Perez +4 (P9 to P5), Sainz +2 (P9 to P7).")  # fmt: skip
AGES = told("how old are they", "query_race", {}, "3 cars on ULTRASOFT: Perez 4 laps old, Sainz 5, Gasly 7.")
LEADS = told("perez's gap", "get_gap", {"driver": "PER", "to": "ahead"},
             "Perez leads: nobody is ahead; Sainz is 1.287 s behind.")  # fmt: skip
BEHIND = told("gap sainz to the car ahead", "get_gap", {"driver": "SAI", "to": "ahead"},
              "Sainz is 1.287 s behind Perez, closing: 0.4 s less than 3 laps ago.")  # fmt: skip
BEST = told("best lap of the race", "get_fastest_laps", {},
            "Fastest lap: Perez 1:45.149 on lap 37; then Sainz 1:45.412 on lap 35; then Gasly 1:45.419.")  # fmt: skip
STOP_SAINZ = told("when did sainz stop", "get_pit_stops", {"driver": "SAI"}, "Sainz has made 1 stop: lap 30 (20.0 s).")
STOP_GASLY = told("when did gasly stop", "get_pit_stops", {"driver": "GAS"}, "Gasly has made 1 stop: lap 32 (20.9 s).")
OUT = told("did anyone retire from the points", "get_retirements", {"tell": "place"},
           "2 out, at the line of the last lap: Sainz P5 (lap 12), Gasly P8 (lap 19).")  # fmt: skip
AHEAD = told("and the one ahead", "get_gap", {"driver": "GAS", "to": "ahead"},
             "Gasly is 1.1 s behind Hartley, steady over 5 laps.", "gap from gasly to the car ahead")  # fmt: skip
WHO_AHEAD = told("who is ahead of gasly", "get_gap", {"driver": "GAS", "to": "ahead"},
                 "Gasly is 1.1 s behind Hartley, steady over 5 laps.")  # fmt: skip
WHOS_AHEAD = told("who's ahead of gasly", "get_gap", {"driver": "GAS", "to": "ahead"},
                  "Gasly is 1.1 s behind Hartley, steady over 5 laps.")  # fmt: skip
LAP = told("which lap is it", "get_live_snapshot", {}, "Lap 42/57 (16 to go), track clear: 1 Bottas, 2 Perez +15.5 s.")
LOST = told("when did sainz lose the lead", "get_lead_changes", {"driver": "SAI"},
            "Sainz has led 30 of 34 laps at the line: laps 1 to 30 (lost to Gasly by a stop).")  # fmt: skip
BETWEEN = told("gap perez sainz", "get_gap", {"driver": "PER", "other": "SAI"}, "Sainz is 1.287 s behind Perez.")
TO_LEADER_SAINZ = told("gap of sainz to the leader", "get_gap", {"driver": "SAI", "to": "leader"},
                       "Sainz is 21.3 s behind Bottas.")  # fmt: skip
TO_LEADER_GASLY = told("and gasly", "get_gap", {"driver": "GAS", "to": "leader"}, "Gasly is 33.1 s behind Bottas.")
LAST_SAINZ = told("last lap of sainz", "get_lap_times", {"driver": "SAI", "last_n": 1}, "Sainz, lap 33: 1:46.280.")
LAST_GASLY = told("and gasly", "get_lap_times", {"driver": "GAS", "last_n": 1}, "Gasly, lap 33: 1:46.780.")
TYRES = told("what tyres is sainz on", "get_stints", {"driver": "SAI"}, "Sainz is on SOFT, 4 laps old, fitted new.")
WHERE_SAINZ = told("where is sainz", "get_driver", {"driver": "SAI"}, "Carlos Sainz is P5, 0.9 s behind Perez.")
WHERE_GASLY = told("and gasly", "get_driver", {"driver": "GAS"}, "Pierre Gasly is P8, 1.1 s behind Hartley.")


@pytest.mark.parametrize(
    ("before", "question", "same"),
    [
        ([HIS_SPEED], "and at the line?", "top speed of Perez at the line"),
        ([HIS_SPEED], "at the end of sector 2", "top speed of Perez at the end of sector 2"),
        ([SLOWEST], "and on the home straight", "lowest top speed at the line"),
        ([ON_SOFTS], "how many laps on those", "how old are the tyres of cars on the ultrasofts"),
        ([ON_SOFTS, AGES], "and sainz", "what tyres is Sainz on"),
        ([LEADS], "and him to the car behind", "gap from Sainz to the car behind"),
        ([BEHIND], "and him to the one behind", "gap from Sainz to the car behind"),
        ([BEHIND], "him to the man in front?", "gap from Perez to the car ahead"),
        ([BEHIND], "what about after the restart on lap 6", "gap from Sainz to the car ahead on lap 6"),
        ([BEST], "his teammate's?", "best lap of Ocon"),
        ([BEST], "and sainz is off that by?", "best lap of Sainz"),
        ([BEHIND], "how far off that is gasly", "how far is Gasly behind Sainz"),
        ([STOP_SAINZ, STOP_GASLY], "whos closer to perez",
         "what is the gap between Sainz and Perez and what is the gap between Gasly and Perez"),
        ([STOP_SAINZ, STOP_GASLY], "are his any newer", "who has newer tyres Sainz or Gasly"),
        ([STOP_SAINZ, STOP_GASLY], "is he better off on tyre age", "who has newer tyres Sainz or Gasly"),
        ([WHERE_SAINZ], "and the one ahead", "gap from Sainz to the car ahead"),
        ([WHERE_GASLY, AHEAD], "and the one ahead of him?", "gap from Hartley to the car ahead"),
        ([WHO_AHEAD], "and ahead of him", "gap from Hartley to the car ahead"),
        ([WHO_AHEAD], "and behind him", "gap from Gasly to the car behind"),
        ([BETWEEN], "and the car behind", "gap from Sainz to the car behind"),
        ([LAST_SAINZ, LAST_GASLY], "whose was quicker", "last laps of Sainz and Gasly"),
        ([STOP_SAINZ, STOP_GASLY], "whose was the quicker one", "fastest stops of Sainz and Gasly"),
        ([TO_LEADER_SAINZ, TO_LEADER_GASLY], "between them", "gap between Sainz and Gasly"),
        ([TYRES], "and before that", "all stints of Sainz"),
        ([LAST_SAINZ], "the lap before?", "last 2 laps of Sainz"),
        ([PUT_ON], "when", "on which laps did Sainz pit"),
        ([PUT_ON, WHEN], "and gasly", "on which laps did Gasly pit"),
        ([WHOS_AHEAD], "how far", "gap from Gasly to the car ahead"),
        ([LAST_SAINZ], "the leader's?", "last lap of the leader"),
        ([LAP], "how many to go", "how many laps are left"),
        ([LAST_SAINZ, LAST_GASLY], "what's the difference", "last laps of Sainz and Gasly"),
        ([LOST], "to who", "when did sainz lose the lead"),
        ([MOST], "and lost", "who has lost the most places"),
        ([AND_SUPERSOFTS], "how old are they", "how old are the tyres of cars on supersofts"),
        ([OUT], "and who got 8th then", "who was in P8 on lap 20"),
        ([WHERE_SAINZ, WHERE_GASLY], "who's between them?", "who is between Sainz and Gasly"),
    ],
)  # fmt: skip
async def test_a_follow_up_asks_what_it_asks_in_full(
    ask_race: Ask, before: list[Turn], question: str, same: str
) -> None:
    await asks_the_same(ask_race, before, question, same)


@pytest.mark.parametrize(
    ("before", "question", "tool"),
    [
        ([OUT], "who got 5th and 8th", "get_standings"),
        ([WHERE_SAINZ], "how many laps on them", "query_race"),
    ],
)
async def test_of_other_things_it_is_not_asked(ask_race: Ask, before: list[Turn], question: str, tool: str) -> None:
    assert tool not in [step.name for step in (await ask_race(question, before)).steps]
