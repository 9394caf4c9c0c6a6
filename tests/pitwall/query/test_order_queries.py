"""Positions held, the grid, who was overtaken, teams: queries as planners make them, against the race counted by hand."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest

from pitwall.facts.passing import passes
from pitwall.facts.starting import starting_positions
from pitwall.sources import open_source
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.contract import Call, JsonObject
from toolgate.runner import Runner

RACE = StateCache().load(open_source("sim:seed=5,cars=14,laps=16"))


def queried(**arguments: Any) -> JsonObject:
    envelope = asyncio.run(Runner(build_tools(RACE)).call(Call("query_race", arguments))).envelope
    assert "error" not in envelope, envelope
    return envelope


def test_laps_in_a_position_are_those_that_ended_there() -> None:
    view = RACE.view()
    car = view.order[3]
    held = [lap.number for lap in view.laps(car) if lap.position is not None and lap.position <= 5]
    sums = [
        {"op": "count", "as": "count"},
        {"op": "first", "field": "lap", "as": "first_lap"},
        {"op": "last", "field": "lap", "as": "last_lap"},
    ]
    where = [{"field": "position", "op": "at_most", "value": 5}, {"field": "driver", "op": "is", "value": car}]
    told = queried(**{"from": "laps", "where": where, "group_by": ["driver"], "aggregate": sums})
    assert held
    (row,) = told["rows"]
    assert (row["count"], row["first_lap"], row["last_lap"]) == (len(held), held[0], held[-1])
    assert told["summary"].startswith("Laps of ")
    assert " in the top 5: " in told["summary"]


def test_who_is_where_he_started() -> None:
    view = RACE.view()
    grid = starting_positions(view)[0]
    same = {car for car in view.order if grid[car] == view.car(car).position}
    told = queried(**{"from": "drivers", "where": [{"field": "gained", "op": "is", "value": 0}], "select": ["car"]})
    assert {row["car"] for row in told["rows"]} == same


def test_who_was_overtaken_the_most_is_no_list_of_those_who_overtook() -> None:
    suffered = Counter(each.passed for each in passes(RACE.view()) if each.how == "track")
    told = queried(
        **{
            "from": "overtakes",
            "where": [{"field": "how", "op": "is", "value": "track"}],
            "group_by": ["passed"],
            "aggregate": [{"op": "count", "as": "count"}],
            "order_by": [{"field": "count", "down": True}],
        }
    )
    assert [row["count"] for row in told["rows"]] == sorted(suffered.values(), reverse=True)
    assert told["summary"].startswith("Times overtaken on track, most first: ")


@pytest.mark.parametrize(
    ("aggregate", "having", "start"),
    [
        ({"op": "count", "as": "count"}, ("count", "at_least", 2), "Teams with 2 or more cars in the top 10"),
        ({"op": "count", "as": "count"}, ("count", "at_least", 1), "Teams by cars in the top 10"),
    ],
)
def test_teams_by_their_cars(aggregate: JsonObject, having: tuple[str, str, int], start: str) -> None:
    view = RACE.view()
    teams = Counter(view.drivers[car].team for car in view.order[:10])
    field, op, value = having
    told = queried(
        **{
            "from": "drivers",
            "where": [{"field": "position_now", "op": "at_most", "value": 10}],
            "group_by": ["team"],
            "aggregate": [aggregate],
            "having": [{"field": field, "op": op, "value": value}],
        }
    )
    assert {row["team"]: row["count"] for row in told["rows"]} == {t: n for t, n in teams.items() if n >= value}
    assert told["summary"].startswith(start)


def test_the_distance_is_told_with_its_half() -> None:
    (row,) = queried(**{"from": "distance"})["rows"]
    assert row == {"laps": 16, "laps_to_go": 0, "total_laps": 16, "half_distance_lap": 8}
