"""The same again of somebody else: "and Leclerc?", "vs Alonso", "and third?", "and the slowest?"."""

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


LEADS = told("who leads", "get_standings", {"place": 1}, "Valtteri Bottas leads (P1).")
MARGIN = told("who leads and by how much", "get_gap", {"driver": "P2", "to": "ahead"}, "Vettel is 1.2 s behind Bottas.")
STANDS = told("where is vettel", "get_driver", {"driver": "VET"}, "Sebastian Vettel is P2, 1.2 s behind the leader.")
FASTEST = told("fastest lap?", "get_fastest_laps", {}, "Fastest lap: Bottas 1:45.149 on lap 37.")
HIS_BEST = told("what's hamilton's best lap", "get_fastest_laps", {"driver": "HAM"},
                "Best lap of Hamilton 1:45.412 on lap 35, P2 of the fastest laps, 0.263 s off the fastest.")  # fmt: skip
TYRES = told("what tyres is vettel on", "get_stints", {"driver": "VET"}, "Vettel is on SOFT, 4 laps old, fitted new.")
ALL_TYRES = told("what tyres are they on", "get_stints", {}, "Tyres: Bottas SOFT 4 laps old, Vettel SOFT 4 laps old.")
STOPS = told("how many stops has vettel made", "get_pit_stops", {"driver": "VET"},
             "Vettel has made 2 stops: lap 30 (20.0 s in the lane), lap 40 (20.8 s), 40.9 s in all.")  # fmt: skip
MOST_STOPS = told("who has made the most stops", "query_race", {}, "Stops by number, most first: Ericsson 3, Gasly 2.")
STOPPED = told("who has stopped", "get_pit_stops", {}, "2 pit stops so far: Vettel, Bottas.")
PACE = told("what is hamilton's pace", "get_lap_times", {"driver": "HAM"}, "Hamilton, laps 35 to 39: 1:45.4, 1:45.6.")


@pytest.mark.parametrize(
    ("before", "question", "same"),
    [
        (STANDS, "vs hamilton", "gap between Vettel and Hamilton"),
        (HIS_BEST, "vs vettel", "best laps of Hamilton and Vettel"),
        (PACE, "vs vettel", "who is faster Hamilton or Vettel"),
        (MOST_STOPS, "and the fewest", "who has made the fewest stops"),
        (TYRES, "vs hamilton", "tyres of Vettel and Hamilton"),
        (STOPS, "vs hamilton", "how many stops have Vettel and Hamilton made"),
        (STANDS, "and hamilton", "where is Hamilton"),
        (HIS_BEST, "and vettel's", "what's vettel's best lap"),
        (FASTEST, "and hamilton's", "best lap of Hamilton"),
        (ALL_TYRES, "and hamilton", "what tyres is Hamilton on"),
        (LEADS, "and hamilton", "where is Hamilton"),
        (STANDS, "whats the difference to hamilton", "gap between Vettel and Hamilton"),
        (STANDS, "what is the margin to hamilton", "gap between Vettel and Hamilton"),
        (STOPPED, "and hamilton", "has Hamilton pitted"),
        (LEADS, "and third", "who is in P3"),
        (STANDS, "and p5", "who is in P5"),
        (STANDS, "and the car behind", "gap from vettel to the car behind"),
        (STANDS, "who's ahead", "gap from vettel to the car ahead"),
        (HIS_BEST, "and the leader's", "what's the leader's best lap"),
        (TYRES, "and the leader", "what tyres is the leader on"),
        (MARGIN, "has he pitted", "has Bottas pitted"),
    ],
)
async def test_the_same_is_asked_of_another(ask_race: Ask, before: Turn, question: str, same: str) -> None:
    await asks_the_same(ask_race, [before], question, same)


@pytest.mark.parametrize(
    ("before", "question"),
    [
        (STANDS, "vs vettel"),  # with himself
        (STANDS, "and the leader"),  # his position is known: the question is who he is
        (TYRES, "and third"),
    ],
)
async def test_what_cannot_be_the_same_is_not_made_up(ask_race: Ask, before: Turn, question: str) -> None:
    plan = await ask_race(question, [before])
    assert [step.arguments for step in plan.steps if step.name == before.plan.steps[0].name] == []


FAR = told(
    "is vettel in the points", "get_driver", {"driver": "VET"}, "Sebastian Vettel is P12, 43.1 s behind the leader."
)
GAP = told("how close is vettel to hamilton", "get_gap", {"driver": "VET", "other": "HAM"},
           "Vettel is 0.552 s behind Hamilton, closing: 1.2 s less than 5 laps ago.")  # fmt: skip
WON_BY = told("which car won and by how much", "get_gap", {"driver": "leader", "to": "behind"},
              "Hamilton was 1.880 s behind Vettel, steady over 1 lap.")  # fmt: skip
LAPS_AGO = told("where was vettel two laps ago", "get_driver", {"driver": "VET"}, "On lap 38: Vettel is P2.")
GAINED = told("who has gained the most places", "get_position_history", {},
              "Most gained since the start: Perez +3 (P8 to P5), Sainz +3 (P9 to P6).")  # fmt: skip


@pytest.mark.parametrize(
    ("before", "question", "same"),
    [
        (FAR, "how far off is he", "how far off the points is Vettel"),
        (GAP, "has that come down in the last laps", "gap between Vettel and Hamilton"),
        (GAP, "is hamilton getting closer", "gap between Vettel and Hamilton"),
        (LAPS_AGO, "and now", "where is Vettel"),
        (GAINED, "and who was next", "who has gained the most places"),
        (GAP, "and where is the other ferrari", "where is Räikkönen"),
        (FASTEST, "and hamilton's best", "best lap of Hamilton"),
        (WON_BY, "how many times did it stop", "how many stops has Vettel made"),
    ],
)
async def test_more_of_it_is_asked(ask_race: Ask, before: Turn, question: str, same: str) -> None:
    await asks_the_same(ask_race, [before], question, same)
