"""Who was in the pit lane most often, stops or not."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pitwall.tools.pit_stop_words import most_in_lane


def _drives(number: int, *, red: bool = False) -> list[Any]:
    """So many passages without a stop."""
    return [SimpleNamespace(kind="drive_through", red=red) for _ in range(number)]


@pytest.mark.parametrize(("alike", "told"), [(1, True), (4, True), (5, False)])
def test_up_to_four_are_told_and_more_were_all_sent_through(alike: int, told: bool) -> None:
    cars = [str(number) for number in range(alike)]
    found = most_in_lane({**dict.fromkeys(cars, 1), "99": 2}, {**{car: _drives(2) for car in cars}, "99": []})
    assert found == (dict.fromkeys(cars, 3) if told else {})


def test_those_who_stopped_most_as_well_are_not_told_again() -> None:
    assert most_in_lane({"1": 3, "2": 1}, {"1": [], "2": _drives(1)}) == {}


def test_a_way_through_under_a_red_flag_is_no_visit() -> None:
    assert most_in_lane({"1": 2, "2": 1}, {"1": [], "2": _drives(3, red=True)}) == {}
