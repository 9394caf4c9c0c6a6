"""After a question of one driver, whoever is described is asked the same."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from director.planners.base import Turn
from director.planners.offline.conversation.people import WHOM_ALL, People
from director.planners.offline.knowledge import Knowledge
from director.planners.offline.same_of_described import same_of_described
from toolgate.contract import JsonObject, Plan, Step

PEOPLE = People({"BEK": {"name": "Ada Bekova"}, "KAM": {"name": "Tom Kamau"}})
NO_NAMES = SimpleNamespace(read=lambda text: ())
KNOWN = cast("Knowledge", SimpleNamespace(people=PEOPLE, catalogue=[{"name": "get_gap"}], reader=NO_NAMES))
SILENT = Plan(rationale="of what?")
PACE = Plan((Step("s1", "get_pace", {"driver": "BEK", "last_n": 5}),))
BEFORE = [Turn("pace of Bekova over the last 5 laps", PACE)]
BESIDE: JsonObject = {"driver": {"$ref": "s1#/behind/car"}, "last_n": 5}


@pytest.mark.parametrize(
    ("question", "whom"),
    [
        ("and P4?", "P4"),
        ("what about p12", "P12"),
        ("third?", "P3"),
        ("and so same for 5th place", "P5"),
        ("how about the leader", "leader"),
    ],
)
def test_a_position_is_asked_the_same(question: str, whom: str) -> None:
    plan = same_of_described(SILENT, question, BEFORE, KNOWN)
    assert [(step.name, step.arguments) for step in plan.steps] == [("get_pace", {"driver": whom, "last_n": 5})]


def test_who_is_beside_him_is_found_first() -> None:
    finds, asks = same_of_described(SILENT, "how about the guy right behind him?", BEFORE, KNOWN).steps
    assert (finds.id, finds.name, finds.arguments) == ("s1", "get_gap", {"driver": "BEK", "to": "behind"})
    assert (asks.id, asks.arguments) == ("s2", BESIDE)
    (finds, asks) = same_of_described(SILENT, "and the car in front of him", BEFORE, KNOWN).steps
    assert finds.arguments["to"] == "ahead"
    assert asks.arguments["driver"] == {"$ref": "s1#/ahead/car"}


@pytest.mark.parametrize(
    "question", ["and Kamau?", "who is P4", "and lap 4", "is he behind him", "the leader board", ""]
)
def test_another_question_is_no_such(question: str) -> None:
    assert same_of_described(SILENT, question, BEFORE, KNOWN) is SILENT


def test_after_where_somebody_is_one_asks_who_holds_a_position() -> None:
    where = [Turn("where is Bekova", Plan((Step("s1", "get_driver", {"driver": "BEK", "at_lap": 4}),)))]
    assert same_of_described(SILENT, "and P4?", where, KNOWN) is SILENT
    laps = [Turn("laps of Bekova", Plan((Step("s1", "get_driver", {"driver": "BEK", "tell": "laps"}),)))]
    assert same_of_described(SILENT, "and P4?", laps, KNOWN).steps[0].arguments == {"driver": "P4", "tell": "laps"}


def test_what_calls_the_same_tools_stays_but_a_query() -> None:
    again = Plan((Step("s1", "get_pace", {"driver": "P4"}),))
    assert same_of_described(again, "and P4?", BEFORE, KNOWN) is again
    query = Plan((Step("s1", "query_race", {"where": [{"field": "driver", "op": "is", "value": "BEK"}]}),))
    other = Plan((Step("s1", "query_race", {"from": "stops"}),))
    said = same_of_described(other, "and P4?", [Turn("stops of Bekova", query)], KNOWN)
    assert said.steps[0].arguments == {"where": [{"field": "driver", "op": "is", "value": "P4"}]}


def test_of_several_or_of_nobody_or_of_who_was_found_nothing_is_the_same() -> None:
    for arguments in (
        {"drivers": ["BEK", "KAM"]},
        {"top_n": 3},
        {"driver": {"$ref": "s0#/behind/car"}, "other": "BEK"},
    ):
        before = [Turn("", Plan((Step("s1", "get_pace", arguments),)))]
        assert same_of_described(SILENT, "and P4?", before, KNOWN) is SILENT
    assert same_of_described(SILENT, "and P4?", [Turn("", SILENT)], KNOWN) is SILENT
    assert same_of_described(SILENT, "and P4?", [], KNOWN) is SILENT


def test_of_a_team_one_call_of_one_driver_is_the_same() -> None:
    """Two calls of one driver are two asks, of which nobody knows whether both are meant."""
    cars = People({"BEK": {"name": "Ada Bekova", "team": "Vega"}, "KAM": {"name": "Tom Kamau", "team": "Vega"}})
    item = SimpleNamespace(firm=True, readings={WHOM_ALL: ("BEK", "KAM")})
    known = cast(
        "Knowledge", SimpleNamespace(people=cars, catalogue=[], reader=SimpleNamespace(read=lambda text: (item,)))
    )
    same = same_of_described(SILENT, "and the vegas?", BEFORE, known).steps
    assert [(step.id, step.arguments["driver"]) for step in same] == [("s1", "BEK"), ("s2", "KAM")]
    stops = Step("s2", "get_pit_stops", {"driver": "BEK"})
    assert not same_of_described(SILENT, "and the vegas?", [Turn("both", Plan((*PACE.steps, stops)))], known).steps
    assert not same_of_described(SILENT, "and the other vega?", BEFORE, known).steps
