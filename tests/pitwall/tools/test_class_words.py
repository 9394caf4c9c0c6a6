"""Where a car stands in its class, held against the laps of the cars themselves."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from pitwall.context import also_called
from pitwall.facts.classes import apart, classes_of
from pitwall.relations import table
from pitwall.sources.sim import SimConfig, simulate
from pitwall.state import StateCache
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]


@pytest.fixture(scope="module")
def cache() -> StateCache:
    return StateCache().load(simulate(SimConfig(seed=11, cars=24, laps=24, classes=2)))


def test_cars_of_a_class_are_as_far_apart_as_they_crossed_the_line(cache: StateCache) -> None:
    view = cache.view("lap:15")
    for cars in classes_of(view).values():
        leader = cars[0]
        for car in cars[1:]:
            laps, seconds = apart(view, leader, car)
            last = view.laps(car)[-1]
            ended = {lap.number: lap.line_t or lap.t for lap in view.laps(leader)}
            by_then = max(number for number, t in ended.items() if t <= (last.line_t or last.t))
            if view.gaps(car).gap_s is None:
                assert laps == max(by_then - last.number, 0)
            assert (seconds is None) == (laps > 0)


def test_the_next_in_class_are_those_of_the_order(call_tool: CallTool, cache: StateCache) -> None:
    view = cache.view("lap:15")
    name, cars = next(iter(classes_of(view).items()))
    said = call_tool(cache, "get_class_standings", driver=cars[2], at_lap=15)["summary"]
    found = re.search(r"next in class #\d+ (\S+) .* ahead, #\d+ (\S+) .* behind", said)
    assert found, said
    rows = {row["car"]: row for row in table(view, "drivers").rows}
    assert [found[1], found[2]] == [rows[car]["driver"] for car in (cars[1], cars[3])]
    assert [rows[car]["class_position"] for car in cars[:4]] == [1, 2, 3, 4]
    assert rows[cars[0]]["class_laps_down"] == 0
    assert name in said


def test_a_car_of_another_class_is_said_to_be(call_tool: CallTool, cache: StateCache) -> None:
    (first, cars), (second, _), *_ = classes_of(cache.view("lap:15")).items()
    said = call_tool(cache, "get_class_standings", driver=cars[0], class_name=second, at_lap=15)["summary"]
    assert said.startswith(f"Not in {second}: ")
    assert f"in {first}" in said


def test_a_class_is_called_as_people_do() -> None:
    classes = ["GTP", "GTD", "GTDPRO", "LMGT3"]
    assert list(also_called("GTDPRO", classes)) == ["GTD PRO", "PRO"]
    assert list(also_called("LMGT3", classes)) == ["GT3"]
    assert not list(also_called("GTD", classes))
