"""Somebody whom a question describes is asked of as a driver who is named is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from director.planners.base import PartialPlan
from director.planners.offline.described_subjects import Described, subjects_of
from director.planners.offline.knowledge import Knowledge
from director.planners.offline.of_described import of_described
from toolgate.contract import Context, JsonObject, Plan, Step

SILENT = Plan(rationale="no tool answers this")


@pytest.fixture(scope="module")
def knowledge(learnt: Path, race_catalogue: list[JsonObject], context: Context) -> Knowledge:
    known = Knowledge(learnt)
    known.refresh(race_catalogue, context)
    return known


class Planned:
    """Plans a call of everybody who is named, and keeps what it was asked."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self.asked: list[str] = []

    def __call__(self, question: str) -> Plan:
        self.asked.append(question)
        whom = list(self._knowledge.people.named(self._knowledge.reader.read(question)))
        return Plan((Step("s1", "get_pace", {"drivers": whom}),), f"read as '{question}'") if whom else SILENT


def told(question: str, knowledge: Knowledge, before: Plan = SILENT) -> Plan:
    return of_described(before, question, Planned(knowledge), knowledge)


def nobody(_: str) -> None:
    return None


def described(question: str, knowledge: Knowledge) -> Sequence[Described]:
    return subjects_of(question, knowledge, nobody)


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("best lap of P7", ["P7"]),
        ("best lap of third?", ["P3"]),
        ("when did 12th last pit", ["P12"]),
        ("has the race leader stopped", ["leader"]),
        ("does the car in P4 have a penalty", ["P4"]),
        ("who is faster P2 or P5", ["P2", "P5"]),
        ("P9's last stop", ["P9"]),
        ("has the car behind the leader stopped", ["P2"]),
        ("best lap of the guy ahead of third", ["P2"]),
        ("tyres of the man directly behind P6", ["P7"]),
    ],
)
def test_a_position_stands_where_a_driver_may(question: str, values: list[str], knowledge: Knowledge) -> None:
    assert [one.value for one in described(question, knowledge)] == values
    plan = told(question, knowledge)
    assert [step.arguments for step in plan.steps] == [{"drivers": values}]
    assert plan.rationale == f"read as '{question}'"


@pytest.mark.parametrize(
    "question",
    [
        "who is fastest in the third sector",
        "is the second stint of Albers longer",
        "who was in P3 on lap 10",
        "how long did Albers hold P2",
        "who gained places from P10 to P4",
        "the leader board",
        "how many seconds is it",
        "who had the fastest first stop",
        "passed for P4",
        "P1-P8 on lap 4",
        "P1..5, who is ahead of his team mate",
        "how many times has P1 changed hands",
        "who is the leader",
        "who is the last car",
        "the last car to pit",
        "the car ahead",
        "who pitted with the most laps left",
    ],
)
def test_what_describes_nobody_is_left(question: str, knowledge: Knowledge) -> None:
    assert described(question, knowledge) == []
    assert told(question, knowledge) is SILENT


@pytest.mark.parametrize(
    ("question", "tool", "arguments", "reference"),
    [
        ("best lap of the car ahead of {one}", "get_gap", {"driver": "{code}", "to": "ahead"}, "/ahead/car"),
        ("has the guy right behind {one} stopped", "get_gap", {"driver": "{code}", "to": "behind"}, "/behind/car"),
        ("average lap of the last car", "query_race", None, "/driver"),
        ("does the tail-ender have a penalty", "query_race", None, "/driver"),
        ("where is the polesitter", "query_race", None, "/driver"),
        ("tyres of the driver who started 5th", "query_race", None, "/driver"),
        ("how old are the tyres of the lead {team}", "query_race", None, "/driver"),
        ("last lap of the {team} behind", "query_race", None, "/driver"),
    ],
)
def test_who_has_to_be_found_is_found_first(
    question: str, tool: str, arguments: JsonObject | None, reference: str, knowledge: Knowledge
) -> None:
    entries = knowledge.people.entries
    code = next(iter(entries))
    team = str(entries[code]["team"])
    plan = told(question.format(one=knowledge.people.name(code), team=team), knowledge)
    finds, asks = plan.steps
    assert (finds.id, finds.name, asks.id) == ("s1", tool, "s2")
    if arguments is not None:
        assert finds.arguments == {name: str(value).format(code=code) for name, value in arguments.items()}
    (whom,) = asks.arguments["drivers"]
    assert whom["$ref"].startswith("s1#")
    assert reference in (whom.get("get"), whom["$ref"].removeprefix("s1#"))


def test_nobody_is_found_by_a_tool_that_is_not_served(
    learnt: Path, race_catalogue: list[JsonObject], context: Context
) -> None:
    known = Knowledge(learnt)
    known.refresh([entry for entry in race_catalogue if entry["name"] != "get_gap"], context)
    first = known.people.name(next(iter(known.people.entries)))
    assert told(f"best lap of the car ahead of {first}", known) is SILENT
    assert told("best lap of P7", known) is not SILENT


def test_a_lead_is_the_best_placed_of_a_team_and_a_second_the_worst(knowledge: Knowledge) -> None:
    team = str(next(iter(knowledge.people.entries.values()))["team"])
    for which, down in (("lead", False), ("best-placed", False), ("second", True), ("trailing", True)):
        (one,) = described(f"best lap of the {which} {team} car", knowledge)
        assert one.finds is not None
        (order,) = one.finds.arguments["order_by"]
        assert order.get("down", False) is down
        assert one.finds.arguments["limit"] == 1


def test_who_it_was_at_a_past_moment_is_found_then(knowledge: Knowledge) -> None:
    first = knowledge.people.name(next(iter(knowledge.people.entries)))

    def planned(question: str) -> Plan:
        (step,) = Planned(knowledge)(question).steps
        then = {"at_lap": 20} if "20" in question else {}
        on_it = {"where": [{"field": "lap", "op": "is", "value": 9}]} if "9" in question else {}
        return Plan((Step("s1", step.name, {**step.arguments, **then, **on_it}),))

    for who in (f"the car behind {first}", "the last car"):
        finds, asks = of_described(SILENT, f"on lap 20, stops of {who}", planned, knowledge).steps
        assert (finds.arguments["at_lap"], asks.arguments["at_lap"]) == (20, 20)
        finds, _ = of_described(SILENT, f"stops of {who}", planned, knowledge).steps
        assert "at_lap" not in finds.arguments
        assert of_described(SILENT, f"on lap 9, time of {who}", planned, knowledge) is SILENT


def test_a_team_mate_is_named(knowledge: Knowledge) -> None:
    people = knowledge.people
    who = next(one for one in people.entries if people.teammate(one))
    plan = told(f"best lap of the teammate of {people.name(who)}", knowledge)
    assert [step.arguments for step in plan.steps] == [{"drivers": [people.teammate(who)]}]


def test_who_has_the_most_of_something_is_found_by_another_question(knowledge: Knowledge) -> None:
    def planned(question: str) -> Plan:
        if question == "who has the oldest tyres":
            return Plan((Step("s1", "query_race", {"select": ["driver"], "order_by": [{"field": "tyre_laps"}]}),))
        return Planned(knowledge)(question)

    plan = of_described(SILENT, "where is the car with the oldest tyres?", planned, knowledge)
    finds, asks = plan.steps
    assert finds.arguments["select"] == ["driver"]
    assert asks.arguments == {"drivers": [{"$ref": "s1#/rows", "pick": "first", "get": "/driver"}]}


@pytest.mark.parametrize(
    "arguments",
    [
        {"driver": "P7"},
        {"place": 7},
        {"where": [{"field": "position_now", "op": "is", "value": 7}]},
        {"where": [{"field": "position_now", "op": "in", "value": [2, 7]}]},
    ],
)
def test_what_is_of_the_position_already_stays(arguments: JsonObject, knowledge: Knowledge) -> None:
    plan = Plan((Step("s1", "get_stints", arguments),))
    assert told("tyre age of P7", knowledge, plan) is plan
    assert told("tyre age of P8", knowledge, plan) is not plan


def test_who_is_told_beside_the_next_position_is_of_it(knowledge: Knowledge) -> None:
    for driver, side in (("P8", "ahead"), ("P6", "behind")):
        plan = Plan((Step("s1", "get_gap", {"driver": driver, "to": side}),))
        assert told("tyre age of P7", knowledge, plan) is plan
        for other in ("P5", "P9"):
            assert told(f"tyre age of {other}", knowledge, plan) is not plan


def test_laps_down_are_those_of_the_leader(knowledge: Knowledge) -> None:
    plan = Plan((Step("s1", "query_race", {"where": [{"field": "laps_down", "op": "is", "value": 0}]}),))
    assert told("who has not been lapped by the leader", knowledge, plan) is plan
    assert told("who has not been lapped by P7", knowledge, plan) is not plan


def test_a_strange_word_stays_strange(knowledge: Knowledge) -> None:
    silent = Plan(rationale="'Senna' is not something the tools know")
    assert told("is P7 ahead of Senna", knowledge, silent) is silent
    described_so = Plan(rationale="'polesitter' is not something the tools know")
    assert told("where is the polesitter", knowledge, described_so) is not described_so


def test_where_the_names_are_not_understood_the_plan_stays(knowledge: Knowledge) -> None:
    def silent(_: str) -> Plan:
        return SILENT

    def in_part(question: str) -> Plan:
        plan = Planned(knowledge)(question)
        return PartialPlan(plan.steps, plan.rationale, "Not all is told.")

    def of_nobody(_: str) -> Plan:
        return Plan((Step("s1", "get_pace", {}),))

    def of_one_alone(question: str) -> Plan:
        plan = Planned(knowledge)(question)
        return Plan((*plan.steps, Step("s2", "get_roster", {"team": question})))

    for planned in (silent, in_part, of_nobody, of_one_alone):
        assert of_described(SILENT, "best lap of P7", planned, knowledge) is SILENT


def test_nobody_who_is_named_stands_in(knowledge: Knowledge) -> None:
    people, planned = knowledge.people, Planned(knowledge)
    first = next(iter(people.entries))
    of_described(SILENT, f"is {people.name(first)} faster than P7", planned, knowledge)
    assert len(planned.asked) == 2
    assert all(asked.count(people.name(first)) == 1 for asked in planned.asked)
