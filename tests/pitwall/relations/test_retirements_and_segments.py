"""Who went out on which lap, and the best laps of each segment of a qualifying."""

from __future__ import annotations

from collections.abc import Callable

from pitwall.relations import table
from pitwall.state import StateCache

Recorded = Callable[[str], StateCache]
BAKU, SPAIN = "2018_azerbaijan_race", "2024_spanish_quali"


def test_each_car_that_is_out_has_the_lap_that_it_did_not_end(recorded: Recorded) -> None:
    rows = table(recorded(BAKU).view(), "retirements").rows
    told = [(row["driver"], row["lap"], row["track_status"]) for row in rows]
    assert [(driver, lap) for driver, lap, _ in told] == [
        ("Ocon", 1), ("Sirotkin", 1), ("Hulkenberg", 11), ("Ricciardo", 40), ("Verstappen", 40), ("Grosjean", 43),
        ("Bottas", 49),
    ]  # fmt: skip
    # Whom the safety car came out for was out before it: the feed says so only later.
    assert [driver for driver, _, status in told if status != "green"] == ["Grosjean"]


def test_a_moment_knows_only_who_was_out_by_then(recorded: Recorded) -> None:
    rows = table(recorded(BAKU).view("lap:38"), "retirements").rows
    assert [(row["driver"], row["laps_ago"]) for row in rows] == [("Ocon", 37), ("Sirotkin", 37), ("Hulkenberg", 27)]


def test_every_segment_has_its_best_laps(recorded: Recorded) -> None:
    rows = table(recorded(SPAIN).view(), "segments").rows
    first = [(row["segment"], row["driver"], row["time_s"]) for row in rows if row["position"] == 1]
    assert first == [(1, "Hamilton", 72.143), (2, "Verstappen", 71.653), (3, "Norris", 71.383)]
    assert [sum(row["segment"] == number for row in rows) for number in (1, 2, 3)] == [20, 15, 9]
    assert {row["driver"] for row in rows if row["knocked_out"] and row["segment"] == 2} == {
        "Alonso", "Bottas", "Hulkenberg", "Stroll", "Zhou",
    }  # fmt: skip


def test_deleted_laps_are_of_the_segment_in_which_it_was_said(recorded: Recorded) -> None:
    rows = table(recorded(SPAIN).view(), "deletions").rows
    assert [row["segment"] for row in rows] == [3, 3, 3]
