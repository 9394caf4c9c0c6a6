"""Races as OpenF1 and FastF1 keep them: the same race, and an honest word where they tell less.

Their tables and frames are written by us, from the documented shapes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pandas  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitwall.facts.passages import count_stops
from pitwall.sources import SourceError, SourceUnavailable, open_source
from pitwall.sources.fastf1.session_events import session_events as fastf1_events
from pitwall.sources.openf1.session_events import session_events as openf1_events
from pitwall.sources.openf1.tables import Tables
from pitwall.sources.openf1.told_values import parse_date, parse_distance
from pitwall.sources.sim import SimConfig
from pitwall.state import RaceView, StateCache
from tests.conftest import WebServer
from tests.examples import examples
from tests.pitwall.sources.race_tables import Raced, fastf1_session, openf1_tables
from tests.pitwall.sources.test_damaged_feeds import nothing_impossible


@pytest.fixture(scope="module")
def raced() -> Raced:
    return Raced()


@pytest.fixture(scope="module")
def small() -> Raced:
    return Raced(SimConfig(seed=11, cars=3, laps=2))


@pytest.fixture(scope="module")
def folder(raced: Raced, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("openf1")
    for name, rows in openf1_tables(raced).items():
        (path / f"{name}.json").write_text(json.dumps(rows))
        (path / name).write_text(json.dumps(rows))
    return path


def same_race(view: RaceView, raced: Raced) -> None:
    """Laps, times, order, stops, tyres and who drives are those of the race."""
    true = raced.view
    assert view.kind == "race"
    assert view.order == true.order
    assert view.finished
    for car in true.cars:
        assert [lap.number for lap in view.laps(car)] == [lap.number for lap in true.laps(car)]
        assert view.lap_times(car) == true.lap_times(car)
        assert count_stops(view, car) == count_stops(true, car)
        assert [tyre.compound for tyre in view.tyres(car)] == [tyre.compound for tyre in true.tyres(car)]
        assert view.drivers[car].name == true.drivers[car].name
        assert view.car(car).best_lap_s == true.car(car).best_lap_s
    assert [said.message for said in view.race_control] == [said.message for said in true.race_control]


def test_a_folder_of_openf1_is_the_race(folder: Path, raced: Raced) -> None:
    view = StateCache().load(open_source(f"openf1:{folder}")).view()
    same_race(view, raced)
    for car in view.order[1:4]:
        assert view.gaps(car).interval_s == raced.view.gaps(car).interval_s
    early = StateCache().load(open_source(f"openf1:{folder}")).view("lap:2")
    assert early.telemetry is not None
    assert early.locations is not None
    assert set(early.telemetry.cars) >= set(early.order[:5])
    assert view.session is not None
    assert (view.session.meeting, view.session.circuit) == ("Bahrain Grand Prix", "Sakhir")


def test_the_rest_form_of_openf1_is_the_race(
    folder: Path, raced: Raced, serve_folder: Callable[[Path], WebServer]
) -> None:
    web = serve_folder(folder)
    view = StateCache().load(open_source(f"openf1:{web.url}?session_key=9472")).view()
    same_race(view, raced)
    assert not view.has_telemetry
    assert not web.asked("car_data")


def test_what_is_no_session_of_openf1_says_what_is(tmp_path: Path) -> None:
    for uri in ("openf1:", f"openf1:{tmp_path}", "openf1:/nowhere"):
        with pytest.raises(SourceError, match=r"isn't a session of OpenF1"):
            open_source(uri)
    with pytest.raises(SourceError, match="names no session: end it with"):
        open_source("openf1:http://127.0.0.1:9/v1")
    (tmp_path / "laps.json").write_text("{}")
    with pytest.raises(SourceError, match="has no table of laps"):
        list(open_source(f"openf1:{tmp_path}"))


@pytest.mark.parametrize(
    ("told", "gap"), [(1.068, (1.068, None)), ("+1 LAP", (None, 1)), ("+12 LAPS", (None, 12)), (None, (None, None)),
                      ("PIT", (None, None)), (-3, (None, None)), (1e300, (None, None))]
)  # fmt: skip
def test_a_gap_of_openf1_is_seconds_or_laps(told: object, gap: tuple[float | None, int | None]) -> None:
    assert parse_distance(told) == gap


def test_a_date_without_a_zone_is_utc() -> None:
    assert parse_date("2024-03-02T15:00:00") == parse_date("2024-03-02T16:00:00+01:00") == 1709391600.0
    assert parse_date("yesterday") is None


VALUE = (
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats() | st.text(max_size=5) | st.lists(st.none())
)


FEW: Tables = {name: rows[:30] for name, rows in openf1_tables(Raced(SimConfig(cars=3, laps=2, telemetry=1))).items()}


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_whatever_stands_in_a_table_it_is_read_or_left_out(data: st.DataObject) -> None:
    tables = dict(FEW)
    for _ in range(data.draw(st.integers(1, 8))):
        name = data.draw(st.sampled_from(sorted(tables)))
        if tables[name]:
            at = data.draw(st.integers(0, len(tables[name]) - 1))
            row = dict(tables[name][at])
            row[data.draw(st.sampled_from(sorted(row)))] = data.draw(VALUE)
            tables[name] = [*tables[name][:at], row, *tables[name][at + 1 :]]
    view = StateCache().load(openf1_events(tables)).view()
    assert len(set(view.order)) == len(view.order)


def test_a_session_of_fastf1_is_the_race(raced: Raced, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[Any] = []
    session = fastf1_session(raced)
    session.load = lambda **what: asked.append(what)

    def get_session(*named: Any) -> Any:
        asked.append(named)
        return session

    stand_in = SimpleNamespace(get_session=get_session, Cache=SimpleNamespace(enable_cache=asked.append))
    monkeypatch.setitem(sys.modules, "fastf1", stand_in)
    view = StateCache().load(open_source("fastf1:2024/Bahrain/R")).view()
    assert asked[0] == (2024, "Bahrain", "R")
    assert all(asked[1].values())
    same_race(view, raced)
    assert view.weather is not None
    assert view.weather.air_c == 21.5
    at_lap = StateCache().load(fastf1_events(session)).view("lap:3")
    assert at_lap.telemetry is not None
    leader, second = at_lap.order[:2]
    assert at_lap.gaps(leader).gap_s == 0.0
    crossed = {car: at_lap.laps(car)[2].t for car in (leader,)}
    assert crossed[leader] == pytest.approx(at_lap.t)
    assert at_lap.gaps(second).gap_laps is None


def test_what_fastf1_has_not_loaded_is_not_told(raced: Raced) -> None:
    session = fastf1_session(raced)
    bare = SimpleNamespace(name="Practice 1", laps=session.laps)
    view = StateCache().load(fastf1_events(bare)).view()
    assert view.kind == "practice"
    best = sorted(raced.view.cars, key=lambda car: raced.view.car(car).best_lap_s or 1e9)
    assert list(view.order) == [car for car in best if raced.view.lap_times(car)]
    assert not view.has_telemetry
    assert not view.drivers


class NotLoaded(Exception):
    """As FastF1 raises for a part that it could not load: no AttributeError."""


class Partly:
    """A session of an older race: no telemetry, so no beginning in UTC, and no weather."""

    def __init__(self, session: Any) -> None:
        self._session = session

    def __getattr__(self, name: str) -> Any:
        if name in ("t0_date", "car_data", "pos_data", "weather_data", "total_laps"):
            raise NotLoaded(name)
        return getattr(self._session, name)


def test_what_fastf1_could_not_load_is_counted_and_the_rest_is_the_race(raced: Raced) -> None:
    session = fastf1_session(raced)
    view = StateCache().load(fastf1_events(Partly(session))).view()
    whole = StateCache().load(fastf1_events(session)).view()
    assert (view.order, view.lap, view.drivers) == (whole.order, whole.lap, whole.drivers)
    assert (view.has_telemetry, view.total_laps, view.utc) == (False, None, None)
    lost = len(session.race_control_messages)
    assert view.faults == {("race control", "messages without a session time"): lost}


FRAMES = ("laps", "results", "session_status", "track_status", "race_control_messages", "weather_data")
CELL = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**40), 2**40),
    st.floats(),
    st.text(max_size=5),
    st.just(pandas.NaT),
    st.timedeltas().map(pandas.Timedelta),
    st.lists(st.integers(), max_size=2),
)


@examples(15, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(FRAMES), st.integers(0, 10_000), st.integers(0, 50), CELL), max_size=12))
def test_whatever_frames_of_fastf1_hold_nothing_impossible_is_told(
    small: Raced, changes: list[tuple[str, int, int, Any]]
) -> None:
    session = fastf1_session(small)
    for name, row, column, value in changes:
        frame = getattr(session, name).astype(object)
        frame.iat[row % len(frame), column % len(frame.columns)] = value
        setattr(session, name, frame)
    nothing_impossible(StateCache().load(fastf1_events(session)).view())


def test_fastf1_that_is_not_there_or_cannot_load_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fastf1", None)
    with pytest.raises(SourceError, match=r"install race-director\[fastf1\]"):
        open_source("fastf1:2024/Bahrain/R")

    def get_session(*named: Any) -> Any:
        raise ValueError("secret path")

    monkeypatch.setitem(sys.modules, "fastf1", SimpleNamespace(get_session=get_session))
    with pytest.raises(SourceUnavailable, match=r"can't load 2024/1/R \(ValueError\)") as refused:
        list(open_source("fastf1:2024/1/R"))
    assert "secret" not in str(refused.value)
    with pytest.raises(SourceError, match="write fastf1:YEAR/EVENT/SESSION"):
        open_source("fastf1:Bahrain")
