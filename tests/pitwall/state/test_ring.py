"""Telemetry: only the latest is kept, and says no more than it knows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.events import Distances, Event
from pitwall.state import StateCache
from pitwall.state.ring import FRAMES, Ring

frames = st.lists(st.tuples(st.integers(1, 3), st.dictionaries(st.sampled_from("ABC"), st.floats(0, 1e6))), max_size=40)


@given(frames=frames, size=st.integers(1, 12))
def test_any_moment_is_what_had_been_told_or_nothing_where_it_is_forgotten(
    frames: list[tuple[int, dict[str, float]]], size: int
) -> None:
    ring = Ring(size)
    known: dict[str, float] = {}
    told: list[tuple[int, dict[str, float]]] = []
    message = 0
    for step, frame in frames:
        message += step
        ring.append(message, frame)
        known = known | frame
        told.append((message, known))
    for asked in range(message + 2):
        until = [(at, distances) for at, distances in told[-size:] if at <= asked]
        assert ring.at(asked) == (until[-1][1] if until else {})


def test_a_view_has_the_distances_of_its_moment() -> None:
    cache = StateCache().load([Distances(1, {"1": 10.0}), Event(2), Distances(3, {"1": 30.0, "2": 25.0})])
    assert cache.view().distances == {"1": 30.0, "2": 25.0}
    assert cache.view("00:00:02").distances == {"1": 10.0}
    assert StateCache().load([Event(1)]).view().distances == {}


@pytest.mark.parametrize("cars", [2, 64])
def test_a_day_at_sixty_hertz_is_as_large_as_five_minutes(cars: int) -> None:
    ring = Ring()
    metres = {str(car): float(car) for car in range(cars)}
    for message in range(FRAMES * 2):
        ring.append(message, metres)
    assert len(ring._frames) == FRAMES
    assert ring.at(FRAMES - 1) == {}
    assert ring.at(FRAMES) == ring.at(10**9) == metres
