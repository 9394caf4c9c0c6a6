"""What is asked of the one thing that was just told: the tyres of that lap, how long that stop took, who else."""

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


FASTEST = told("fastest lap?", "get_fastest_laps", {"top_n": 1}, "Fastest lap: Bottas 1:45.149 on lap 37.")
HIS_BEST = told("what's hamilton's best lap", "get_fastest_laps", {"driver": "HAM"},
                "Best lap of Hamilton 1:45.412 on lap 35, P2 of the fastest laps, 0.263 s off the fastest.")  # fmt: skip
STOP = told("when did vettel stop", "get_pit_stops", {"driver": "VET"},
            "Vettel has made 2 stops: lap 30 (20.0 s in the lane), lap 40 (20.8 s), 40.9 s in all.")  # fmt: skip
QUICKEST = told("who had the quickest pit stop", "get_pit_stops", {"order": "fastest"},
                "Shortest stops in the lane: Sainz 23.9 s on lap 35, Leclerc 24.0 s on lap 11.")  # fmt: skip
OVERTAKE = told("last overtake", "get_overtakes", {},
                "1 overtake on track (from line to line); latest: Ricciardo past Sainz (lap 8).")  # fmt: skip
OUT = told(
    "has anyone retired", "get_retirements", {}, "2 out: Ocon (on lap 1), Sirotkin (on lap 1); 18 cars still going."
)
LED = told("how many laps has vettel led", "get_lead_changes", {"driver": "VET"},
           "Vettel has led 30 of 42 laps at the line: laps 1 to 30.")  # fmt: skip
FINED = told("who got a penalty", "get_race_control", {"about": "penalty"},
             "Penalised: Ericsson 10 s (causing a collision, lap 20); Perez 5 s (overtaking, lap 24).")  # fmt: skip
MOVER = told("biggest mover", "get_position_history", {},
             "Most gained since the start: Grosjean +14 (P20 to P6), Hartley +6 (P19 to P13).")  # fmt: skip
STILL_IN = told("who made the last stop", "get_pit_stops", {}, "Last in the pit lane: Bearman lap 39, still in.")
LEADS = told("who leads", "get_standings", {"place": 1}, "Valtteri Bottas leads (P1).")


@pytest.mark.parametrize(
    ("before", "question", "same"),
    [
        (FASTEST, "what did he do it on", "tyres of the best lap of Bottas"),
        (FASTEST, "what tyre was that on?", "tyres of the best lap of Bottas"),
        (FASTEST, "when was that", "fastest lap?"),
        (HIS_BEST, "what was he on", "tyres of the best lap of Hamilton"),
        (HIS_BEST, "how old were they", "tyre age of Hamilton on lap 35"),
        (HIS_BEST, "what lap was that", "best lap of Hamilton"),
        (FASTEST, "which tyres", "tyres of the best lap of Bottas"),
        (FASTEST, "by whom", "fastest lap?"),
        (HIS_BEST, "on which lap", "what's hamilton's best lap"),
        (STOP, "and how long did that take", "how long was Vettel's last stop"),
        (STOP, "what did he put on", "what tyres did Vettel put on at his last stop"),
        (STOP, "where did he come out", "where did Vettel come out after his last stop"),
        (QUICKEST, "how long did that take", "who had the quickest pit stop"),
        (OVERTAKE, "when was that", "last overtake"),
        (OVERTAKE, "on whom", "last overtake"),
        (OUT, "who else", "has anyone retired"),
        (LED, "who else", "who has led which laps"),
        (FINED, "what for", "who got a penalty"),
        (MOVER, "by how much", "biggest mover"),
    ],
)
async def test_a_later_turn_is_of_what_was_told(ask_race: Ask, before: Turn, question: str, same: str) -> None:
    await asks_the_same(ask_race, [before], question, same)


@pytest.mark.parametrize(
    ("before", "question"),
    [
        (LEADS, "how long did that take"),
        (LEADS, "who else"),
        (OVERTAKE, "where was that"),
        (STILL_IN, "what did he fit"),
        (MOVER, "who else"),
    ],
)
async def test_what_no_such_thing_was_told_of_is_silence(ask_race: Ask, before: Turn, question: str) -> None:
    assert not (await ask_race(question, [before])).steps


async def test_what_was_asked_again_is_still_what_was_asked(ask_race: Ask) -> None:
    again = await ask_race("who did it", [FASTEST])
    plan = await ask_race("which tyres was that on", [FASTEST, Turn("who did it", again, FASTEST.answer)])
    assert plan.steps[-1].arguments["where"][-1] == {"field": "driver", "op": "is", "value": "BOT"}
