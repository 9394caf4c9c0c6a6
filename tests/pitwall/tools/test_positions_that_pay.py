"""Which positions give points: ten of a race, eight of a sprint, none of a qualifying; of other series it is not known."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from pitwall.events import Session
from pitwall.sources import open_source
from pitwall.state import StateCache
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
UNKNOWN = "Which positions give points is not known for this series and year."


def race(kind: str, year: int = 2024, cars: int = 14) -> StateCache:
    """A simulated race that is called one of Formula 1."""
    cache = StateCache()
    laps = "" if kind == "qualifying" else ",laps=4"
    for event in open_source(f"sim:kind={kind},cars={cars}{laps}"):
        if isinstance(event, Session):
            event = structs.replace(event, series="Formula 1", start_local=f"{year}-07-01T15:00:00")
        cache.apply(event)
    return cache


RACES = [("race", 2024, 10), ("sprint", 2024, 8), ("sprint", 2021, 3)]


@pytest.fixture(scope="module", params=RACES, ids=str)
def paid(request: pytest.FixtureRequest) -> tuple[StateCache, int]:
    kind, year, last = request.param
    return race(kind, year), last


def where(op: str) -> list[JsonObject]:
    return [{"field": "position_now", "op": op, "value": "points"}]


def test_the_points_end_where_the_rules_of_the_session_say(call_tool: CallTool, paid: tuple[StateCache, int]) -> None:
    cache, last = paid
    order = cache.view().order
    inside = call_tool(cache, "get_standings", points="in")
    assert [row["driver"]["car"] for row in inside["rows"]] == list(order[:last])
    assert inside["summary"].startswith(f"In the points, P1 to P{last}, as they crossed the line: 1 ")
    (row,) = (final := call_tool(cache, "get_standings", points="last"))["rows"]
    assert (row["place"], row["driver"]["car"]) == (last, order[last - 1])
    assert final["summary"].endswith(": the last to give points.")
    (row,) = (outside := call_tool(cache, "get_standings", points="outside"))["rows"]
    assert (row["place"], row["driver"]["car"]) == (last + 1, order[last])
    assert ": the first outside the points" in outside["summary"]
    before = call_tool(cache, "get_standings", points="outside", at_lap=3)["summary"]
    assert re.search(r": the first outside the points, (\d+\.\d+ s|\d laps?) behind \S", before), before


def test_whoever_holds_the_last_points_position_can_be_named(call_tool: CallTool, paid: tuple[StateCache, int]) -> None:
    cache, last = paid
    order = cache.view().order
    gap = call_tool(cache, "get_gap", driver=order[last], other="points-position")
    assert (gap["ahead"]["car"], gap["behind"]["car"]) == (order[last - 1], order[last])
    itself = call_tool(cache, "get_gap", driver=order[last - 1], other="points-position")
    assert itself["summary"].endswith(f"in P{last}.")


def test_queries_take_the_last_points_position(call_tool: CallTool, paid: tuple[StateCache, int]) -> None:
    cache, last = paid
    order = cache.view().order
    asked: dict[str, Any] = {
        "from": "drivers",
        "select": ["car", "position_now"],
        "order_by": [{"field": "position_now"}],
    }
    for op, cars, said in (("at_most", order[:last], "in the points"), ("more", order[last:], "outside the points")):
        answer = call_tool(cache, "query_race", **asked, where=where(op))
        assert [row["car"] for row in answer["rows"]] == list(cars)
        assert said in answer["asked"]
    best = {"op": "min", "field": "position_now", "as": "best_position"}
    teams = call_tool(
        cache, "query_race", **{"from": "drivers"}, group_by=["team"], aggregate=[best],
        having=[{"field": "best_position", "op": "more", "value": "points"}],
    )  # fmt: skip
    assert all(row["best_position"] > last for row in teams["rows"])
    assert teams["rows_total"] == len({driver.team for driver in cache.view().drivers.values()}) - len(
        {cache.view().drivers[car].team for car in order[:last]}
    )


def test_the_battle_for_the_points_is_for_the_last_position_of_them(call_tool: CallTool) -> None:
    cache = race("sprint", cars=20)
    answer = call_tool(cache, "get_current_battle", for_points=True, at_lap=2)
    assert {pair["place"] for pair in answer["pairs"]} <= {8}
    assert answer == {
        **call_tool(cache, "get_current_battle", place=8, at_lap=2),
        "generated_at": answer["generated_at"],
    }


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("get_standings", {"points": "in"}),
        ("get_standings", {"points": "last"}),
        ("get_standings", {"points": "outside"}),
        ("get_gap", {"driver": "P12", "other": "points-position"}),
        ("get_cars_between", {"driver": "points-position", "other": "P12"}),
        ("get_current_battle", {"for_points": True}),
        ("query_race", {"from": "drivers", "where": where("at_most")}),
        ("query_race", {"from": "drivers", "any_of": where("at_most")}),
        ("query_race", {"from": "drivers", "without": where("at_most"), "where": [{"field": "state", "op": "told"}]}),
    ],
)  # fmt: skip
def test_of_another_series_it_is_said_that_it_is_not_known(
    call_tool: CallTool, tool: str, arguments: JsonObject
) -> None:
    cache = StateCache().load(open_source("sim:cars=14,laps=3"))
    answer = call_tool(cache, tool, **arguments)
    assert answer["summary"] == UNKNOWN
    assert answer["missing"][0] == "which positions give points"
    assert not answer.get("rows")
    assert answer.get("undecided", 14) == 14
    card = call_tool(cache, "driver_card", driver="points-position")
    assert card["error"]["message"] == UNKNOWN[:-1].replace("W", "w")


def test_teams_are_not_told_where_no_position_is_known_to_pay(call_tool: CallTool) -> None:
    cache = StateCache().load(open_source("sim:cars=14,laps=3"))
    best = {"op": "min", "field": "position_now", "as": "best_position"}
    answer = call_tool(
        cache, "query_race", **{"from": "drivers"}, group_by=["team"], aggregate=[best],
        having=[{"field": "best_position", "op": "more", "value": "points"}],
    )  # fmt: skip
    assert (answer["summary"], answer["rows"], answer["undecided"]) == (UNKNOWN, [], 14)


def test_a_qualifying_gives_none(call_tool: CallTool) -> None:
    cache = race("qualifying")
    assert call_tool(cache, "get_standings", points="in")["summary"] == "A qualifying gives no points."
    answer = call_tool(cache, "query_race", **{"from": "drivers"}, where=where("at_most"))
    assert (answer["summary"], answer["rows"]) == ("A qualifying gives no points.", [])


def test_points_stand_for_a_position_alone(call_tool: CallTool, paid: tuple[StateCache, int]) -> None:
    answer = call_tool(paid[0], "query_race", **{"from": "drivers"}, where=[{"field": "laps", "value": "points"}])
    assert answer["error"]["message"] == "laps is integer, not 'points'"
