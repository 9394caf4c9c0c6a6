"""The line of the track and metres along it, against where the simulator's cars are."""

from __future__ import annotations

from itertools import pairwise
from math import dist

import pytest

from pitwall.events import Event, Locations
from pitwall.facts.fighting import metres_between
from pitwall.facts.track_line import metres_ahead, metres_along, outline, track_line
from pitwall.sensed import PointSample, TrackPoint
from pitwall.sources.sim import SimConfig, SimRace, simulate
from pitwall.state import StateCache

CONFIG = SimConfig(seed=5, cars=6, laps=4, telemetry=1)


@pytest.fixture(scope="module")
def race() -> SimRace:
    return simulate(CONFIG)


@pytest.fixture(scope="module")
def cache(race: SimRace) -> StateCache:
    """Without the metres that only simulators tell."""
    return StateCache().load(event for event in race if type(event).__name__ != "Distances")


def test_a_lap_is_as_long_as_the_track_is(cache: StateCache, race: SimRace) -> None:
    line = track_line(cache.view())
    assert line is not None
    assert line.length_m == pytest.approx(race._history.circuit.length_m, rel=0.01)
    marks = outline(line, 20)
    assert [at for at, _ in marks] == pytest.approx([line.length_m * step / 20 for step in range(20)])
    assert all(line.along(point) == pytest.approx(at, abs=1.0) for at, point in marks)


def test_cars_are_as_far_apart_as_they_are(cache: StateCache, race: SimRace) -> None:
    history = race._history
    for moment in ("lap:2", "lap:3"):
        view = cache.view(moment)
        assert view.locations is not None
        ms = round(view.locations.t * 1000)
        far = {
            entry.car: history.progress(car, ms) * history.circuit.length_m / history.circuit.segments
            for car, entry in enumerate(history.entries)
        }
        running = [car for car in view.order if car in metres_along(view)]
        assert len(running) >= 4
        for ahead, behind in pairwise(running):
            true = (far[ahead] - far[behind]) % history.circuit.length_m
            true -= history.circuit.length_m if true > history.circuit.length_m / 2 else 0.0
            found = metres_ahead(view, behind, ahead)
            assert found == pytest.approx(true, abs=10.0 + 0.02 * abs(true))
            assert metres_between(view, ahead, behind) == abs(found or 0.0)


def test_the_line_is_not_known_before_a_lap_and_the_first_one_tells_it(cache: StateCache) -> None:
    late = track_line(cache.view())
    assert track_line(cache.view("lap:1")) is None
    assert track_line(cache.view("lap:3")) is late
    again = StateCache().load(event for event in simulate(CONFIG) if type(event).__name__ != "Distances")
    assert track_line(again.view("lap:3")) == late


def test_who_is_in_the_garage_is_not_on_the_line(cache: StateCache) -> None:
    line = track_line(cache.view())
    assert line is not None
    x, y, z = line.points[0]
    assert line.along((x * 3, y * 3, z)) is None


def test_where_cars_were_long_ago_is_not_where_they_are() -> None:
    told = Locations(5.0, [PointSample(5.0, {"1": TrackPoint(1.0, 2.0)})])
    cache = StateCache().load([told, Event(14.0), Event(16.0)])
    assert cache.view("00:00:14").locations == told.samples[0]
    assert cache.view().locations is None
    assert cache.view().has_locations
    assert metres_ahead(cache.view(), "1", "2") is None


def test_the_nearest_point_of_the_line_is_found_wherever_a_car_is(cache: StateCache) -> None:
    """On the line, near it, in the middle of the track and far away: as if every point were looked at."""
    line = track_line(cache.view())
    assert line is not None
    middle = tuple(sum(point[axis] for point in line.points) / len(line.points) for axis in range(3))
    for x, y, z in line.points[::7]:
        for share in (0.0, 0.02, 0.1, 0.5, 1.0, 3.0):
            point = (x + share * (middle[0] - x), y + share * (middle[1] - y), z)
            away = [dist(each, point) for each in line.points]
            assert line._nearest(point) == away.index(min(away))
