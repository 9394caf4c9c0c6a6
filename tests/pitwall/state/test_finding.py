"""Moments of every kind of session, on archives of simulated ones: just within what there is, and just beyond."""

from __future__ import annotations

import math

import pytest

from pitwall.sources import open_source
from pitwall.sources.f1.archive_writer import write_archive
from pitwall.state import BadMoment, StateCache
from pitwall.state.moment import format_session_time

KINDS = ("qualifying", "practice", "race")


@pytest.fixture(scope="module")
def sessions(tmp_path_factory: pytest.TempPathFactory) -> dict[str, StateCache]:
    """A session of each kind, as its archive tells it."""
    found = {}
    for kind in KINDS:
        folder = tmp_path_factory.mktemp(kind)
        write_archive(open_source("sim:cars=4,laps=4" if kind == "race" else f"sim:cars=6,kind={kind}"), folder)
        found[kind] = StateCache().load(open_source(str(folder)))
    return found


def refused(cache: StateCache, moment: str) -> str:
    with pytest.raises(BadMoment) as error:
        cache.view(moment)
    return str(error.value)


def test_a_part_of_a_qualifying_begins_where_it_begins_and_ends_where_the_next_does(
    sessions: dict[str, StateCache],
) -> None:
    cache = sessions["qualifying"]
    begins = {number: cache.times[message] for number, message in cache.progress.segment_starts.items()}
    assert [*begins] == [1, 2, 3]
    assert [cache.view(f"q{number}").t for number in begins] == [*begins.values()]
    length = math.ceil(begins[2] - begins[1]) - 1
    within = f"{length // 60:02d}:{length % 60:02d}"
    assert begins[1] < cache.view(f"q1+{within}").t < begins[2]
    beyond = f"{(length + 1) // 60:02d}:{(length + 1) % 60:02d}"
    assert refused(cache, f"q1+{beyond}") == "Q2 had begun by then: choose a moment of Q2"


def test_what_has_not_begun_is_no_moment_yet(sessions: dict[str, StateCache]) -> None:
    cache = sessions["qualifying"]
    before = StateCache()
    for event in open_source("sim:cars=6,kind=qualifying"):
        if event.t >= cache.times[cache.progress.segment_starts[2]]:
            break
        before.apply(event)
    assert before.view("q1").t == cache.view("q1").t
    assert refused(before, "q2").startswith("Q2 hasn't begun: choose a part that has, or a session time")


def test_laps_are_moments_of_a_race_alone(sessions: dict[str, StateCache]) -> None:
    assert sessions["race"].view("lap:4").lap == 4
    assert refused(sessions["race"], "lap:5") == "lap 5 hasn't been completed yet: choose a lap from 0 to 4"
    for kind, instead in (
        ("practice", "try a session time (00:45:00)"),
        ("qualifying", "try q2, q2+05:00 or a session"),
    ):
        said = refused(sessions[kind], "lap:1")
        assert "every car counts its own laps, so lap 1 isn't a moment" in said
        assert instead in said


def test_parts_are_moments_of_a_qualifying_alone(sessions: dict[str, StateCache]) -> None:
    assert refused(sessions["race"], "q1").endswith("has no Q1: try lap:30 or a session time (01:02:03)")
    assert refused(sessions["practice"], "q2").endswith("has no Q2: try a session time (00:45:00)")


@pytest.mark.parametrize("kind", KINDS)
def test_a_session_time_is_a_moment_until_the_last_message(sessions: dict[str, StateCache], kind: str) -> None:
    cache = sessions[kind]
    end = cache.times[-1]
    assert cache.view(format_session_time(end)).t == cache.view().t == pytest.approx(end)
    said = refused(cache, format_session_time(end + 0.002))
    assert said.endswith(f"is after the last message: choose a session time up to {format_session_time(end)}")
    assert refused(StateCache(), "00:00:01").endswith("up to " + format_session_time(0.0))
