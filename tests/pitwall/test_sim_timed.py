"""Simulated practice and qualifying, held against their own truth at moments by chance."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from pitwall.events import Session, TimeLeft
from pitwall.facts.best_laps import best_laps, segment_laps
from pitwall.facts.clock import time_left
from pitwall.sources import SourceError, open_source
from pitwall.sources.f1.archive_writer import write_archive
from pitwall.sources.sim import SimConfig, SimTimed
from pitwall.state import Moment, StateCache
from pitwall.state.moment import format_session_time
from pitwall.stewards import deleted_laps
from tests.examples import examples


@cache
def played(kind: str, seed: int, cars: int) -> tuple[SimTimed, StateCache]:
    session = SimTimed(SimConfig(seed=seed, cars=cars, kind=kind))
    return session, StateCache().load(session)


@pytest.mark.parametrize("kind", ["qualifying", "sprint_qualifying", "practice"])
@examples(25)
@given(seed=st.integers(1, 4), cars=st.sampled_from((2, 9, 20)), share=st.floats(0, 1))
def test_the_order_is_that_of_the_truth(kind: str, seed: int, cars: int, share: float) -> None:
    session, cache = played(kind, seed, cars)
    t = round(share * cache.times[-1], 1)
    view = cache.view(format_session_time(t))
    assert view.kind == kind
    segment = session.truth.segment_at(view.t)
    assert (view.segment or 1) == segment
    truth = session.truth.order_at(view.t, segment)
    ours = [(best.car, best.seconds) for best in best_laps(view) if best.seconds is not None and not best.knocked_out]
    assert ours == [tuple(stood) for stood in truth]
    for car in view.cars:
        assert view.car(car).laps == session.truth.laps_at(view.t, car)
    for earlier in range(1, segment):
        told = {best.car: best.seconds for best in segment_laps(view, earlier)}
        assert told == session.truth.bests_at(view.t, earlier)


@pytest.mark.parametrize("kind", ["qualifying", "practice"])
@examples(20)
@given(seed=st.integers(1, 4), share=st.floats(0, 1))
def test_sectors_are_those_of_the_truth(kind: str, seed: int, share: float) -> None:
    session, cache = played(kind, seed, 9)
    view = cache.view(format_session_time(round(share * cache.times[-1], 3)))
    for car in view.cars:
        told = {(each.lap, each.sector): each.seconds for each in view.sectors(car)}
        assert told == session.truth.sectors_at(view.t, car)


def test_a_qualifying_can_be_written_and_read_again(tmp_path: Path) -> None:
    session, cache = played("qualifying", 2, 20)
    write_archive(session, tmp_path / "kept")
    again = StateCache().load(open_source(str(tmp_path / "kept")))
    for moment in ("q1+10:00", "q2+08:30", "q3", "end"):
        ours, theirs = cache.view(moment), again.view(moment)
        assert best_laps(ours) == best_laps(theirs)
        assert (ours.segment, ours.kind) == (theirs.segment, theirs.kind)


@pytest.mark.parametrize("cars", [9, 20, 33])
def test_who_is_knocked_out(cars: int) -> None:
    session, cache = played("qualifying", 5, cars)
    view = cache.view()
    ours = {best.car: best.segment for best in best_laps(view) if best.knocked_out}
    assert ours == session.truth.knocked_out
    assert view.over
    assert view.order[0] == session.truth.order_at(view.t, 3)[0].car


@examples(30)
@given(share=st.floats(0, 0.99))
def test_the_clock_is_the_feeds(share: float) -> None:
    session, cache = played("qualifying", 1, 20)
    view = cache.view(format_session_time(round(share * cache.times[-1], 1)))
    truth, left = session.truth.left_s_at(view.t), time_left(view)
    if truth is not None:
        assert left is not None
        assert not left.derived
        assert left.seconds == pytest.approx(truth, abs=0.002)


def test_deleted_laps_do_not_count() -> None:
    session, cache = played("qualifying", 3, 20)
    deleted = deleted_laps(cache.view().race_control)
    assert deleted
    final = {best.car: best.seconds for best in best_laps(cache.view())}
    for lap in deleted:
        assert final[lap.car] != lap.time_s
    assert session.truth.knocked_out


@pytest.mark.parametrize(
    "uri", ["sim:kind=rally", "sim:kind=qualifying,laps=3", "sim:kind=practice,red=1", "sim:kind="]
)
def test_what_such_a_session_does_not_have_is_refused(uri: str) -> None:
    with pytest.raises(SourceError):
        open_source(uri)


def test_a_sprint_is_a_race() -> None:
    view = StateCache().load(open_source("sim:kind=sprint,laps=3,cars=4")).view()
    assert (view.kind, view.lap, view.finished, view.timed) == ("sprint", 3, True, False)


def test_without_the_feeds_clock_the_rules_of_the_year_say_what_is_left() -> None:
    """A qualifying of Formula 1 whose clock is never told: Q1 lasts 18 minutes, Q2 15, Q3 12."""
    cache = StateCache()
    for event in open_source("sim:kind=qualifying,cars=4"):
        if isinstance(event, Session):
            event = structs.replace(event, series="Formula 1", start_local="2024-06-22T16:00:00")
        if not isinstance(event, TimeLeft):
            cache.apply(event)
    told = []
    for share in (0.02, 0.1, 0.2, 0.5, 0.55, 0.8, 0.85):
        view = cache.view(Moment(t=cache.times[-1] * share))
        left, begun = time_left(view), view.segment and view.segment_started_at(view.segment)
        if view.session_status != "started" or begun is None or view.segment is None:
            assert left is None or left.seconds == 0
            continue
        assert left == (round(max({1: 1080, 2: 900, 3: 720}[view.segment] - (view.t - begun), 0), 3), True)
        told.append(view.segment)
    assert set(told) == {1, 2, 3}
