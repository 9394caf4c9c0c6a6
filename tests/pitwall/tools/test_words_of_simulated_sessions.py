"""Sentences about sectors, segments and announced penalties, held to the rows and to the raw messages of simulated sessions."""

from __future__ import annotations

import re

import pytest

from pitwall.events import Splits
from pitwall.facts.classification import Placed
from pitwall.facts.names import short_name
from pitwall.sources import open_source
from pitwall.state import StateCache
from pitwall.tools.penalty_words import penalty_words
from pitwall.tools.segment_words import cut_words, missed_words, times_words
from tests.pitwall.tools.conftest import CallTool

QUALIFYING, RACE = "sim:kind=qualifying,cars=12", "sim:seed=4,cars=8,laps=12,penalties=1"


@pytest.fixture(scope="module")
def qualifying() -> StateCache:
    return StateCache().load(open_source(QUALIFYING))


@pytest.fixture(scope="module")
def race() -> StateCache:
    return StateCache().load(open_source(RACE))


def seconds(text: str) -> float:
    minutes, _, rest = text.rpartition(":")
    return round(int(minutes or 0) * 60 + float(rest), 3)


def test_the_fastest_of_each_segment_are_the_heads_of_its_rows(qualifying: StateCache, call_tool: CallTool) -> None:
    heads = [call_tool(qualifying, "get_qualifying", segment=number)["rows"][0] for number in (1, 2, 3)]
    told = re.findall(r"Q(\d) (\S+) (\d:[\d.]+)", times_words(qualifying.view(), None))
    names = [short_name(qualifying.view(), row["driver"]["car"]) for row in heads]
    assert [(int(number), who) for number, who, _ in told] == list(zip((1, 2, 3), names, strict=True))
    assert [seconds(time) for *_, time in told] == [row["best_lap_s"] for row in heads]


def test_a_drivers_times_are_those_of_the_rows_and_what_lies_between_them(
    qualifying: StateCache, call_tool: CallTool
) -> None:
    pole = qualifying.view().order[0]
    best = [
        row["best_lap_s"]
        for number in (1, 2, 3)
        for row in call_tool(qualifying, "get_qualifying", segment=number)["rows"]
        if row["driver"]["car"] == pole
    ]
    text = times_words(qualifying.view(), pole)
    assert [seconds(time) for time in re.findall(r"Q\d (\d:[\d.]+)", text)] == best
    changes = [-float(by) if how == "faster" else float(by) for by, how in re.findall(r"\(([\d.]+) s (\w+)\)", text)]
    assert changes == pytest.approx([best[1] - best[0], best[2] - best[1]])


def test_who_missed_the_cut_and_by_how_much(qualifying: StateCache, call_tool: CallTool) -> None:
    view, text = qualifying.view(), cut_words(qualifying.view())
    for number in (1, 2):
        line = call_tool(qualifying, "get_qualifying", segment=number)["line"]
        last, out = (short_name(view, one["car"]) for one in (line["driver"], line["first_out"]))
        assert f"Q{number}: {last} was the last through, {out} missed it by {line['gap_s']:.3f} s" in text
        assert missed_words(view, line["first_out"]["car"], number) == f", {line['gap_s']:.3f} s short of {last}"
        assert missed_words(view, line["driver"]["car"], number) == ""
    begun = qualifying.view("q1")
    assert cut_words(begun) == "No segment is over yet: nobody has missed the cut."


def test_best_sectors_are_the_least_of_the_messages(race: StateCache, call_tool: CallTool) -> None:
    heard: dict[int, list[float]] = {1: [], 2: [], 3: []}
    for event in open_source(RACE):
        for splits in event.cars.values() if isinstance(event, Splits) else ():
            for number, time_s in splits.sectors:
                heard[number].append(time_s)
    text = call_tool(race, "get_sector_times")["summary"]
    assert [float(time) for time in re.findall(r"S\d .+? ([\d.]+) s", text)] == [min(heard[one]) for one in (1, 2, 3)]


def test_of_one_of_two_and_of_one_sector(race: StateCache, call_tool: CallTool) -> None:
    view = race.view()
    rows = {row["driver"]["car"]: row for row in call_tool(race, "get_sector_times")["rows"]}
    one, other = view.order[1], view.order[2]
    best, against = ({told["sector"]: told["best_s"] for told in rows[car]["sectors"]} for car in (one, other))
    text = call_tool(race, "get_sector_times", driver=one)["summary"]
    assert [float(time) for time in re.findall(r"S\d ([\d.]+) s \(", text)] == [*best.values()]
    text = call_tool(race, "get_sector_times", driver=one, other=other)["summary"]
    for number in (1, 2, 3):
        by = best[number] - against[number]
        how = f"{abs(by):.3f} s {'faster' if by < 0 else 'slower'}"
        assert f"S{number} {best[number]:.3f} s to {against[number]:.3f} s ({how})" in text
    text = call_tool(race, "get_sector_times", driver=one, sector=2)["summary"]
    position = sorted(rows, key=lambda car: rows[car]["sectors"][1]["best_s"]).index(one) + 1
    assert f"P{position} of {len(rows)}" in text


def test_penalties_that_are_not_served_turn_the_order_round(race: StateCache) -> None:
    view = race.view()
    first, second, third = view.order[:3]
    rows = [
        Placed(second, 1, 2, 0, 1.0),
        Placed(first, 2, 1, 5, 5.0),
        Placed(third, 3, 3, 0, 6.5),
    ]
    name, ahead, behind = (short_name(view, car) for car in (first, second, third))
    assert penalty_words(view, rows, first) == (
        f"{name} is P1 on the road; with 5 s not yet served: P2 with all penalties (derived), "
        f"4.000 s behind {ahead} and 1.500 s ahead of {behind}."
    )
    assert penalty_words(view, rows, third).startswith(
        f"{behind} is P3 on the road; no penalty is still to be served, P3"
    )
    assert penalty_words(view, rows, first, second) == (
        f"With announced penalties (derived) {ahead} is ahead of {name} by 4.000 s "
        f"(on the road it is the other way); not yet served: {name} 5 s."
    )
    assert "neither has a penalty to serve" in penalty_words(view, rows, second, third)
    assert penalty_words(view, rows[:2], third) == f"The feed does not place {behind}."
