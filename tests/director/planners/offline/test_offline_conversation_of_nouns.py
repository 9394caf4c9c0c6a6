"""Who was spoken of by a noun, and what a later turn asks of several, of a class or of another moment."""

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


LEADS = told("who leads", "get_standings", {"place": 1}, "Valtteri Bottas leads (P1).")
TYRES = told("what tyres is vettel on", "get_stints", {"driver": "VET"}, "Vettel is on SOFT, 4 laps old, fitted new.")
STOPPED = told("has vettel stopped", "get_pit_stops", {"driver": "VET"}, "Vettel has made no stop.")
STANDS = told("where is vettel", "get_driver", {"driver": "VET"}, "Sebastian Vettel is P2, 1.2 s behind Bottas.")
OUT = told("what happened to hulkenberg", "get_incidents", {"driver": "HUL"}, "Nico Hulkenberg is out: stopped.")
CHASES = told("who is vettel chasing", "get_driver", {"driver": "VET"}, "Sebastian Vettel is P2, 1.2 s behind Bottas.")
GAP = told("is vettel coming at bottas", "get_gap", {"driver": "VET", "other": "BOT"}, "Vettel is 1.2 s behind Bottas.")
CAUGHT = told("is vettel catching the car in front", "get_gap", {"driver": "VET", "to": "ahead"},
              "Vettel is 1.2 s behind Bottas, closing: 0.5 s less than 5 laps ago.")  # fmt: skip
PASSED = told("when did he get by", "get_overtakes", {"driver": "VET"}, "2 overtakes by Vettel: Hamilton, Ocon, Sainz.")
TOP_THREE = told("top three", "get_standings", {"top_n": 3}, "The order: 1 Bottas, 2 Vettel +1.5 s, 3 Hamilton +3.1 s.")
PITTED = told("who has pitted", "get_pit_stops", {}, "3 cars have stopped: Vettel, Bottas, Hamilton.")
NONE_PITTED = told("who has come in this lap", "get_pit_stops", {}, "No pit stop on the last lap.")
ON_LEAD_LAP = told("how many cars on the lead lap", "query_race", {}, "3 cars on the lead lap: Vettel, Bottas, Perez.")
RETIRED = told("how many retired", "get_retirements", {}, "2 out: Ocon (on lap 1), Sirotkin (on lap 1).")
FINISHED = told("how many finished", "get_retirements", {"tell": "still_going"}, "13 cars finished; 2 out: Ocon.")
OF_THE_TOP_THREE: JsonObject = {
    "from": "drivers",
    "where": [
        {"field": "state", "op": "not_in", "value": ["stopped", "retired"]},
        {"field": "tyre_laps", "op": "told"},
        {"field": "position_now", "op": "at_most", "value": 3},
    ],
    "select": ["driver", "tyre_laps", "compound"],
}
TOP_TYRES = told(
    "tyres of the top three", "query_race", OF_THE_TOP_THREE, "3 cars in the top 3: Bottas SOFT 4 laps old."
)
PENALTY = told("what did perez get a penalty for", "get_race_control", {"about": "penalty", "driver": "PER"},
               "Penalised: Perez 5 s (overtaking, lap 24).")  # fmt: skip
CASES = told("have the stewards given out anything", "get_race_control", {"about": "penalty"}, "Penalised: Perez 5 s.")
BEST = told("what was hamilton's best lap", "get_fastest_laps", {"driver": "HAM"},
            "Best lap of Hamilton 1:45.412 on lap 35, P2 of the fastest laps, 0.263 s off the fastest.")  # fmt: skip
CAUTIONS = told("how many full course yellows", "get_track_status", {}, "2 safety cars so far: laps 1 to 5.")


@pytest.mark.parametrize(
    ("before", "question", "same"),
    [
        ([TYRES], "and the guy behind him", "what tyres is the car behind vettel on"),
        ([STOPPED], "and the car in front", "has the car ahead of vettel stopped"),
        ([STANDS], "gap to the mercedes behind", "gap from vettel to the car behind"),
        ([CHASES], "how far up the road is he", "gap from vettel to the car ahead"),
        ([OUT], "where was he running when he stopped", "where is hulkenberg"),
        ([STANDS], "softs or supersofts", "what tyres is vettel on"),
        ([STOPPED], "how many laps on those tyres then", "how old are vettel's tyres"),
        ([TYRES], "what tyres is hamilton on compared to that", "what tyres is hamilton on"),
        ([CAUGHT], "how quickly", "gap between vettel and bottas"),
        # two, though the last answer named others too
        ([GAP], "how far behind was he on lap 20", "gap between vettel and bottas on lap 20"),
        ([GAP, PASSED], "how far apart are they", "gap between vettel and bottas"),
        ([GAP], "how close is he", "gap between vettel and bottas"),
        ([GAP, PASSED], "what's the gap now", "gap between vettel and bottas"),
        ([GAP], "has either got a penalty", "has vettel or bottas got a penalty"),
        ([GAP], "and has either of them stopped", "has vettel or bottas stopped"),
        # three and more
        ([TOP_THREE], "and their stops", "stops of bottas, vettel and hamilton"),
        ([PITTED], "what are they on now", "tyres of vettel, bottas and hamilton"),
        ([ON_LEAD_LAP], "who was the last of them", "who is the last car on the lead lap"),
        ([RETIRED], "who was the first of them", "who retired first"),
        ([RETIRED], "what happened to the first one", "what happened to ocon"),
        ([FINISHED], "who was last", "who finished last"),
        # what the answer tells already
        ([PENALTY], "how long", "what did perez get a penalty for"),
        ([BEST], "where does that rank", "what was hamilton's best lap"),
        ([CASES], "and the raikkonen one", "is raikkonen under investigation"),
        ([CAUTIONS], "how long was the last one", "when did the safety car come out"),
    ],
)
async def test_a_later_turn_asks_what_it_asks_in_full(
    ask_race: Ask, before: list[Turn], question: str, same: str
) -> None:
    await asks_the_same(ask_race, before, question, same)


@pytest.mark.parametrize(
    ("before", "question"),
    [
        ([NONE_PITTED], "what did they put on"),
        ([Turn("what lap did hammy come in", Plan(rationale="unknown"))], "and vettel?"),
        ([Turn("is that the lambo in front", Plan(rationale="unknown"))], "who's driving it"),
        ([STANDS], "and the raikkonen one"),
    ],
)
async def test_of_nobody_nothing_is_made_up(ask_race: Ask, before: list[Turn], question: str) -> None:
    plan = await ask_race(question, before)
    assert plan.steps == ()
    assert plan.rationale


async def test_who_missed_it_is_whom_the_next_turn_is_about(
    race_catalogue: list[JsonObject], context: Context, learnt: Any
) -> None:
    qualifying = replace(context, session_kind="Qualifying")
    missed = told("who just missed q3", "get_qualifying", {"show": "cut"},
                  "Q2: Ocon is the last through, Alonso missed it by 0.019 s; Q1: Stroll, Sainz and Perez.")  # fmt: skip
    plan = await OfflinePlanner(folder=learnt).plan("where did he finish", race_catalogue, qualifying, [missed])
    assert plan.steps[0].arguments["driver"] == "ALO"


async def test_since_when_is_told_by_the_plan_before(ask_race: Ask) -> None:
    assert (await ask_race("since when", [TOP_TYRES])).steps == TOP_TYRES.plan.steps
