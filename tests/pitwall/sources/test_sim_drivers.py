"""The invented entry lists."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from pitwall.sources.sim.config import BOUNDS
from pitwall.sources.sim.drivers import NAMES, TEAMS, draw_entries

MOST_CARS = BOUNDS["cars"][1]


def test_there_is_a_name_and_a_seat_for_every_car() -> None:
    assert len(NAMES) == MOST_CARS
    assert len(TEAMS) == MOST_CARS // 2


def test_codes_names_words_and_teams_are_distinct() -> None:
    words = Counter(word.casefold() for _, name in NAMES for word in name.split())
    assert len({code for code, _ in NAMES}) == len(NAMES)
    assert len(set(TEAMS)) == len(TEAMS)
    assert [word for word, count in words.items() if count > 1] in ([], ["kim"])


def test_codes_are_three_capital_letters() -> None:
    assert all(len(code) == 3 and code.isascii() and code.isalpha() and code.isupper() for code, _ in NAMES)


@given(seed=st.integers(0, 2**32), cars=st.integers(*BOUNDS["cars"]))
def test_entries_are_distinct_and_teams_have_two_cars(seed: int, cars: int) -> None:
    entries = draw_entries(Random(seed), cars)
    assert len({entry.car for entry in entries}) == len({entry.name for entry in entries}) == cars
    per_team = Counter(entry.team for entry in entries)
    assert sorted(per_team.values(), reverse=True) == [2] * (cars // 2) + [1] * (cars % 2)
