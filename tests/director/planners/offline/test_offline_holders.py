"""Whoever holds a position is asked of as a driver is."""

from __future__ import annotations

import json

import pytest

from director.planners.base import PartialPlan
from director.planners.offline.conversation.people import People
from director.planners.offline.holders import of_holders
from toolgate.contract import Plan, Step

PEOPLE = People({"BEK": {"name": "Ada Bekova"}, "KAM": {"name": "Tom Kamau"}, "CHA": {"name": "Li Châu"}})
SILENT = Plan(rationale="no tool answers this")


def asked(question: str, before: Plan = SILENT, *, people: People = PEOPLE) -> tuple[str | None, Plan]:
    """What is planned with names in it, and the plan that comes of it: a call of all whom the names are of."""
    named: list[str] = []

    def planned(text: str) -> Plan:
        named.append(text)
        whom = [who for who in ("BEK", "KAM", "CHA") if str(PEOPLE.entries[who]["name"]) in text]
        return Plan((Step("s1", "get_pace", {"drivers": whom, "note": "told"}),), f"read as '{text}'")

    plan = of_holders(before, question, planned, people)
    return (named[0] if named else None), plan


@pytest.mark.parametrize(
    ("question", "named", "positions"),
    [
        ("best lap of P7", "best lap of Ada Bekova", ["P7"]),
        ("best lap of third?", "best lap of Ada Bekova?", ["P3"]),
        ("when did 12th last pit", "when did Ada Bekova last pit", ["P12"]),
        ("has the race leader stopped", "has Ada Bekova stopped", ["leader"]),
        ("does the car in P4 have a penalty", "does Ada Bekova have a penalty", ["P4"]),
        ("who is faster P2 or P5", "who is faster Ada Bekova or Tom Kamau", ["P2", "P5"]),
        ("P9's last stop", "Ada Bekova's last stop", ["P9"]),
    ],
)
def test_a_position_stands_where_a_driver_may(question: str, named: str, positions: list[str]) -> None:
    text, plan = asked(question)
    assert text == named
    assert plan.steps[0].arguments == {"drivers": positions, "note": "told"}
    assert "Bekova" not in plan.rationale


@pytest.mark.parametrize(
    "question",
    [
        "who is fastest in the third sector",
        "is the second stint of Kamau longer",
        "who was in P3 on lap 10",
        "how long did Kamau hold P2",
        "who gained places from P10 to P4",
        "the leader board",
        "passed for P4",
        "P1-P8 on lap 4",
        "P1..5, who is ahead of his team mate",
        "how many seconds is it",
        "who had the fastest first stop",
    ],
)
def test_a_position_that_nobody_stands_for_is_left(question: str) -> None:
    assert asked(question) == (None, SILENT)


@pytest.mark.parametrize(
    "arguments",
    [
        {"driver": "P7"},
        {"place": 7},
        {"where": [{"field": "position_now", "op": "is", "value": 7}]},
        {"where": [{"field": "position_now", "op": "in", "value": [2, 7]}]},
    ],
)
def test_what_is_of_the_position_already_stays(arguments: dict[str, object]) -> None:
    plan = Plan((Step("s1", "get_stints", json.loads(json.dumps(arguments))),))
    assert asked("tyre age of P7", plan) == (None, plan)


def test_what_is_of_another_position_does_not_stay() -> None:
    plan = Plan((Step("s1", "get_standings", {"place": 8}),))
    assert asked("best lap of P7", plan)[1].steps[0].name == "get_pace"


def test_laps_down_are_those_of_the_leader() -> None:
    plan = Plan((Step("s1", "query_race", {"where": [{"field": "laps_down", "op": "is", "value": 0}]}),))
    assert asked("who has not been lapped by the leader", plan) == (None, plan)
    assert asked("who has not been lapped by P7", plan)[0] == "who has not been lapped by Ada Bekova"


def test_a_strange_word_stays_strange() -> None:
    silent = Plan(rationale="'Senna' is not something the tools know")
    assert asked("is P7 ahead of Senna", silent) == (None, silent)


def test_where_the_names_are_not_understood_the_plan_stays() -> None:
    def silent(_: str) -> Plan:
        return SILENT

    def in_part(_: str) -> Plan:
        return PartialPlan((Step("s1", "get_pace", {"driver": "BEK"}),), "Not all is told.")

    def of_nobody(_: str) -> Plan:
        return Plan((Step("s1", "get_pace", {}),))

    for planned in (silent, in_part, of_nobody):
        assert of_holders(SILENT, "best lap of P7", planned, PEOPLE) is SILENT


def test_nobody_who_is_named_stands_in() -> None:
    text, _ = asked("is Bekova faster than P7")
    assert text == "is Bekova faster than Tom Kamau"
    only = People({"BEK": {"name": "Ada Bekova"}})
    assert asked("is Bekova faster than P7", people=only) == (None, SILENT)
