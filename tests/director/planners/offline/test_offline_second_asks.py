"""A line of two asks of which the second leans on the first: of whom the first finds, or as the next turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from director.planners.base import left_open
from director.planners.offline import OfflinePlanner
from director.planners.offline.apart.chained_asks import of_found, stand_ins, whom_found
from director.planners.offline.conversation.people import People
from toolgate.contract import Context, JsonObject, Plan, Step

ROWS = {"type": "array", "items": {"properties": {"driver": {"properties": {"car": {"type": "string"}}}}}}
FIRST = {"$ref": "s1#/rows/0/driver/car"}
FINDS = Plan((Step("s1", "rank", {"place": 1}),))


@pytest.mark.parametrize(
    ("question", "called", "found"),
    [
        ("who won and what did he start on", ["get_standings", "query_race"], FIRST),
        ("leader and since which lap", ["get_standings", "get_lead_changes"], FIRST),
        ("who retired last and what tyres was he on", ["get_retirements", "get_stints"],
         {"$ref": "s1#/out", "pick": "last", "get": "/driver/car"}),
        # as the next turn of a conversation
        ("who is fastest and by how much", ["get_fastest_laps"], None),
        ("what lap did perez pass vettel and whats the gap now", ["get_overtakes", "get_gap"], None),
        ("what tyres is perez on and whats the gap now", ["get_stints", "get_gap"], None),
        ("what did perez get and why", ["get_race_control"], None),
        ("what is perez on and how long has he had them", ["get_stints"], None),
        ("what caused the red flag and how long did it last", ["get_incidents", "get_track_status"], None),
        ("when did perez pass vettel and how far ahead is he now", ["get_overtakes", "get_gap"], None),
        ("which laps of perez were deleted and where", ["get_race_control"], None),
        ("who is ahead of perez and is he catching him", ["get_gap"], None),
        ("who is fastest on the straight and by how much", ["get_speed_traps"], None),
        # each in full, of the same driver, and not one call of both
        ("how many stops has perez made and what tyres is he on", ["get_pit_stops", "get_stints"], None),
        ("is perez in the points and what is his best lap", ["get_driver", "get_fastest_laps"], None),
        ("how many laps has perez done, how many laps has he led", ["get_driver", "get_lead_changes"], None),
        # the first answer tells both, and one of those who were told is nobody who was found
        ("who set the fastest lap and when", ["get_fastest_laps"], None),
        ("who leads and by how much", ["get_gap"], None),
    ],
)  # fmt: skip
async def test_the_second_ask_is_of_what_the_first_finds(
    learnt: Path,
    whole_catalogue: list[JsonObject],
    context: Context,
    question: str,
    called: list[str],
    found: JsonObject | None,
) -> None:
    plan = await OfflinePlanner(folder=learnt).plan(question, whole_catalogue, context)
    assert ([step.name for step in plan.steps], left_open(plan)) == (called, "")
    assert (str(found) in str(plan.steps[-1].arguments)) if found else "$ref" not in str(plan.steps)


@pytest.mark.parametrize(
    ("arguments", "output", "found"),
    [
        ({"place": 3}, {"rows": ROWS}, FIRST),
        ({"tell": "leader"}, {"classes": {"items": {"properties": {"rows": ROWS}}}},
         {"$ref": "s1#/classes/0/rows/0/driver/car"}),
        ({"tell": "first"}, {"out": ROWS}, {"$ref": "s1#/out/0/driver/car"}),
        ({"tell": "last"}, {"out": ROWS}, {"$ref": "s1#/out", "pick": "last", "get": "/driver/car"}),
        ({"order": "last"}, {"cars": ROWS}, {"$ref": "s1#/cars/0/driver/car"}),
        # the last of them all may be out, and so may whoever lost most
        ({"tell": "last"}, {"rows": ROWS}, None),
        ({"last_n": 1}, {"rows": ROWS}, None),
        ({"order": "lost"}, {"cars": ROWS}, None),
        ({"tell": "all"}, {"rows": ROWS}, None),
        ({"place": 3}, {"pairs": ROWS}, None),
    ],
)  # fmt: skip
def test_which_car_a_call_finds(arguments: JsonObject, output: JsonObject, found: JsonObject | None) -> None:
    entry: JsonObject = {"name": "rank", "output_schema": {"properties": output}}
    assert whom_found(Plan((Step("s1", "rank", arguments),)), [entry]) == found


def test_what_is_only_of_the_one_who_stands_in_is_not_of_whom_is_found() -> None:
    people = People({"VER": {"team": "A"}, "RIC": {"team": "A"}, "HAM": {"team": "B"}})
    whom = stand_ins(people)
    assert whom == ["VER", "HAM"]

    def gap_to(other: dict[str, str]) -> Plan | None:
        return of_found(
            FINDS, lambda who: Plan((Step("s1", "gap", {"driver": who, "other": other[who]}),)), whom, FIRST
        )

    assert gap_to({"VER": "RIC", "HAM": "BOT"}) is None  # each one's team mate
    chained = gap_to({"VER": "NOR", "HAM": "NOR"})
    assert chained is not None
    assert chained.steps[1].arguments == {"driver": FIRST, "other": "NOR"}


def test_whom_a_query_names_is_found_too() -> None:
    where = [{"field": "driver", "op": "is", "value": "VER"}]
    people = People({"VER": {"team": "A"}, "HAM": {"team": "B"}})
    chained = of_found(
        FINDS,
        lambda who: Plan((Step("s1", "query", {"where": [{**where[0], "value": who}]}),)),
        stand_ins(people),
        FIRST,
    )
    assert chained is not None
    assert chained.steps[1].arguments == {"where": [{**where[0], "value": FIRST}]}


def test_those_who_stand_in_are_of_the_class_that_is_named() -> None:
    people = People({"1": {"team": "A", "class_name": "GTP"}, "2": {"team": "B", "class_name": "GTD"}})
    assert stand_ins(people, "GTD") == ["2"]
