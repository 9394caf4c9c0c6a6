"""What the charts are made of: labels that keep apart, colours that do not change, laps and gaps from the feed."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from director.cli.chart.chart_data import crossings, lap_at
from director.cli.chart.colours import team_colours
from director.cli.chart.spread import spread
from pitwall.sources.sim import parse_sim_uri, simulate
from pitwall.state import StateCache

heights = st.lists(st.floats(0, 100), min_size=1, max_size=30)


@given(heights, st.floats(0.5, 3))
def test_labels_keep_apart_and_in_order(wanted: list[float], apart: float) -> None:
    places = spread(wanted, apart, 0, 100)
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    for one, other in pairwise(order):
        assert places[other] - places[one] >= apart - 1e-6
    assert min(places) >= -1e-6
    assert max(places) <= 100 + 1e-6


@given(st.lists(st.integers(0, 30), unique=True, max_size=20))
def test_labels_with_room_stay_where_they_are(wanted: list[int]) -> None:
    places = spread([float(place) for place in wanted], 1, 0, 30)
    assert places == pytest.approx(wanted)


@given(st.sets(st.text(min_size=1, max_size=12), max_size=40))
def test_no_two_teams_share_a_colour(teams: set[str]) -> None:
    colours = team_colours(teams)
    assert set(colours) == teams
    assert len(set(colours.values())) == len(teams)
    assert colours == team_colours(sorted(teams, reverse=True))


def test_known_teams_have_the_colour_they_are_known_by() -> None:
    old, new = team_colours({"Ferrari", "Haas F1 Team", "Sauber"}), team_colours({"Ferrari", "McLaren", "Kick Sauber"})
    assert old["Ferrari"] == new["Ferrari"]
    assert old["Sauber"] == new["Kick Sauber"]


@given(st.lists(st.floats(0.1, 200), min_size=1, max_size=40), st.floats(-10, 9000), st.floats(0, 100))
def test_laps_with_their_fractions_grow_with_time(laps: list[float], t: float, later: float) -> None:
    lines = [0.0]
    for seconds in laps:
        lines.append(lines[-1] + seconds)
    assert 0 <= lap_at(lines, t) <= lap_at(lines, t + later) <= len(laps)
    for number, line in enumerate(lines):
        assert lap_at(lines, line) == number


def test_a_lap_that_the_feed_counts_late_is_put_right(recorded: Callable[[str], StateCache]) -> None:
    view = recorded("2018_azerbaijan_race").view()
    corrected = 0
    for car in view.cars:
        crossed, told = crossings(view, car), view.lap_times(car)
        for lap in view.laps(car):
            if crossed[lap.number] != lap.t:
                corrected += 1
                assert crossed[lap.number] < lap.t
                assert crossed[lap.number] == pytest.approx(crossed[lap.number - 1] + told[lap.number])
        assert list(crossed.values()) == sorted(crossed.values())
    assert 0 < corrected < 50


def test_the_lap_times_of_the_simulated_race_are_its_truth() -> None:
    race = simulate(parse_sim_uri("sim:seed=5,cars=10,laps=12"))
    view = StateCache().load(race).view()
    for car in view.cars:
        times = view.lap_times(car)
        crossed = crossings(view, car)
        for number in range(2, len(times) + 1):
            assert times[number] == pytest.approx(crossed[number] - crossed[number - 1], abs=0.01)
