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


def test_a_position_of_a_class_names_whoever_holds_it(call_tool: CallTool, cache: StateCache) -> None:
    for name, cars in classes_of(cache.view("lap:15")).items():
        told = call_tool(cache, "get_pit_stops", driver=f"P2 in {name}", at_lap=15)
        assert told["cars"][0]["driver"]["car"] == cars[1]
        beyond = call_tool(cache, "get_pit_stops", driver=f"P{len(cars) + 1} in {name}", at_lap=15)
        assert "places" in beyond["error"]["message"]
    unknown = call_tool(cache, "get_pit_stops", driver="P1 in LMP9")
    assert unknown["error"]["details"]["candidates"] == [*classes_of(cache.view())]


def test_who_led_a_class_is_told_of_one_car_too(call_tool: CallTool, cache: StateCache) -> None:
    view = cache.view("lap:15")
    for name, cars in classes_of(view).items():
        rows = [row for row in table(view, "laps").rows if row["class_name"] == name]
        first: dict[object, tuple[object, object]] = {}
        for row in rows:
            first[row["lap"]] = min(first.get(row["lap"], (1e9, "")), (row["session_time_s"], row["car"]))
        led = [car for _, car in first.values()]
        for car in cars[:3]:
            said = call_tool(cache, "get_class_standings", driver=car, tell="led", at_lap=15)["summary"]
            assert f"has led {led.count(car) or 'none'} of {len(led)} laps of {name} at the line" in said
            assert call_tool(cache, "get_lead_changes", driver=car, in_class=True, at_lap=15)["summary"] == said


def test_two_of_a_class_are_told_apart(call_tool: CallTool, cache: StateCache) -> None:
    view = cache.view("lap:15")
    (first, cars), (_, others), *_ = classes_of(view).items()
    said = call_tool(cache, "get_class_standings", driver=cars[3], other=cars[1], at_lap=15)["summary"]
    assert "(P4)" in said
    assert "(P2)" in said
    assert said.endswith(f"in {first}.")
    said = call_tool(cache, "get_class_standings", driver=cars[3], other=others[0], at_lap=15)["summary"]
    assert f"is not in {first}: " in said


def test_the_gap_at_the_front_of_a_class_is_told_with_its_trend(call_tool: CallTool, cache: StateCache) -> None:
    for name, cars in classes_of(cache.view("lap:15")).items():
        gap = call_tool(cache, "get_gap", driver=cars[1], other=cars[0], at_lap=15)
        said = call_tool(cache, "get_class_standings", class_name=name, tell="closing", at_lap=15)["summary"]
        assert gap["summary"].startswith(said.removeprefix(f"P2 and P1 in {name}: "))


def test_positions_within_a_class_count_from_its_own_grid(cache: StateCache) -> None:
    view = cache.view("lap:15")
    rows = table(view, "drivers").rows
    for name, cars in classes_of(view).items():
        mine = sorted((row for row in rows if row["class_name"] == name), key=lambda row: row["grid"] or 99)
        assert [row["class_grid"] for row in mine] == [*range(1, len(cars) + 1)]
        assert all(row["class_gained"] == row["class_grid"] - row["class_position"] for row in mine)  # type: ignore[operator]


def test_laps_since_a_stop_are_counted_from_the_lap_of_the_last_one(cache: StateCache) -> None:
    view = cache.view("lap:20")
    last: dict[object, object] = {row["car"]: row["lap"] for row in table(view, "stops").rows}
    for row in table(view, "drivers").rows:
        assert row["laps_since_stop"] == row["laps"] - (last.get(row["car"]) or 0)  # type: ignore[operator]


def test_places_gained_in_a_class_are_told_of_one_car(call_tool: CallTool, cache: StateCache) -> None:
    for row in table(cache.view("lap:15"), "drivers").rows:
        said = call_tool(cache, "get_position_history", driver=row["car"], in_class=True, at_lap=15)["summary"]
        assert f" started P{row['class_grid']} of " in said
        assert f" and is P{row['class_position']}: " in said
        assert said.endswith("no change.") == (row["class_gained"] == 0)
