"""Who is described by what was said before is named: "the other Ferrari", "his teammate", "the Haas man"."""

from __future__ import annotations

import pytest

from director.planners.base import Turn
from director.planners.offline.conversation.described import in_names
from director.planners.offline.knowledge import Knowledge
from director.race.assembly import catalogue
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.contract import Context, JsonObject, Plan, Step

TEAMS = {"Ferrari": ("Vettel", "Leclerc"), "Mercedes": ("Hamilton", "Bottas"), "Williams": ("Stroll",)}
DRIVERS = [{"code": name[:3].upper(), "name": name, "team": team} for team, names in TEAMS.items() for name in names]
CONTEXT = Context("A race.", {"driver": DRIVERS, "team": [{"name": team} for team in TEAMS]}, "Race")


def told(question: str, tool: str, arguments: JsonObject, answer: str) -> Turn:
    return Turn(question, Plan((Step("s1", tool, arguments),)), answer)


VETTEL = told("where is vettel", "get_driver", {"driver": "VET"}, "Vettel is P2, 1.2 s behind Bottas.")
LEADS = told("who leads", "get_standings", {"place": 1}, "Bottas leads (P1).")
ALL = told("who is on the podium", "get_standings", {"top_n": 3}, "1 Bottas, 2 Vettel, 3 Hamilton.")
STROLL = told("where is stroll", "get_driver", {"driver": "STR"}, "Stroll is P8.")


@pytest.fixture(scope="module")
def knowledge() -> Knowledge:
    known = Knowledge()
    known.refresh(catalogue(build_tools(StateCache())), CONTEXT)
    return known


@pytest.mark.parametrize(
    ("before", "question", "in_full"),
    [
        ([VETTEL], "and the other ferrari, how old are the tyres", "and Leclerc, how old are the tyres"),
        ([VETTEL], "where's the other Ferrari driver?", "where's Leclerc?"),
        ([VETTEL, LEADS], "what is the other ferrari on", "what is Leclerc on"),
        ([VETTEL, LEADS, LEADS], "what is the other ferrari on", "what is Leclerc on"),
        ([LEADS], "has his team mate stopped", "has Hamilton stopped"),
        ([LEADS], "his teammate had a penalty, where is he", "Hamilton had a penalty, where is he"),
        ([ALL], "how old are the tyres of the ferrari man", "how old are the tyres of Vettel"),
        ([ALL], "is the guy in the Ferrari catching", "is Vettel catching"),
        ([LEADS, VETTEL], "can the mercedes ahead stay there", "can Bottas stay there"),
        ([ALL], "the other ferrari, where is it", "Leclerc, where is it"),
    ],
)
def test_who_is_described_is_named(knowledge: Knowledge, before: list[Turn], question: str, in_full: str) -> None:
    assert in_names(question, before, knowledge)[0] == in_full


@pytest.mark.parametrize(
    ("before", "question"),
    [
        ([], "where is the other ferrari"),
        ([STROLL], "where is the other ferrari"),
        ([VETTEL, LEADS, LEADS, LEADS], "what is the other ferrari on"),
        ([STROLL], "where is the other williams"),
        ([ALL], "where is the mercedes driver"),
        ([ALL], "how are the other two doing"),
        ([VETTEL], "who is his teammate"),
        ([VETTEL], "is hamilton ahead of his teammate"),
        ([VETTEL], "where are the other ferrari drivers"),
        ([VETTEL], "which of the ferrari drivers is ahead"),
    ],
)
def test_who_may_be_one_or_another_is_not(knowledge: Knowledge, before: list[Turn], question: str) -> None:
    assert in_names(question, before, knowledge)[0] == question


def test_whom_a_turn_before_describes_is_named_too(knowledge: Knowledge) -> None:
    mate = told("and the other ferrari", "get_driver", {"driver": "LEC"}, "Leclerc is P5.")
    question, turns = in_names("has his teammate stopped", [VETTEL, mate], knowledge)
    assert (question, [turn.question for turn in turns]) == ("has Vettel stopped", ["where is vettel", "and Leclerc"])
