"""iRacing's telemetry as events: official positions at the line, battles by metres on the road, and honest gaps."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.events import Event, Fault, NewSession, SessionStatus, TrackStatus
from pitwall.facts.fighting import road_order
from pitwall.sources import SourceError, open_feed, open_source
from pitwall.sources.iracing.feed import IracingFeed
from pitwall.sources.iracing.moments import SharedMemory, SimMoment
from pitwall.sources.iracing.sim_timing import SimTiming
from pitwall.state import RaceView, StateCache
from pitwall.tools.get_current_battle import build_get_current_battle_tool
from tests.examples import examples
from toolgate.contract import ANONYMOUS, JsonObject

TRACK_M = 5000.0


def moment(t: float, cars: list[tuple[int, int, float]], **given: Any) -> SimMoment:
    """Cars as (position, current lap, share of it)."""
    none = [0] * (len(cars) + 1)
    values: dict[str, Any] = {
        "SessionTime": t,
        "SessionNum": 0,
        "SessionState": 4,
        "SessionFlags": 0,
        "SessionTimeRemain": 3600.0 - t,
        "SessionLapsTotal": 20,
        "CarIdxLap": [0, *(lap for _, lap, _ in cars)],
        "CarIdxLapCompleted": [-1, *(lap - 1 for _, lap, _ in cars)],
        "CarIdxLapDistPct": [0.5, *(share for *_, share in cars)],
        "CarIdxPosition": [0, *(position for position, *_ in cars)],
        "CarIdxF2Time": [0.0, *(float(position - 1) for position, *_ in cars)],
        "CarIdxLastLapTime": [-1.0, *(100.0 if lap > 1 else -1.0 for _, lap, _ in cars)],
        "CarIdxBestLapTime": [-1.0, *(99.5 if lap > 1 else -1.0 for _, lap, _ in cars)],
        "CarIdxBestLapNum": [-1, *(1 if lap > 1 else -1 for _, lap, _ in cars)],
        "CarIdxOnPitRoad": [True, *(False for _ in cars)],
        "AirTemp": 20.04,
        "AirPressure": 101_325.0,
        "Precipitation": 0.0,
        "none": none,
        **given,
    }
    drivers = [{"CarIdx": 0, "CarNumber": "0", "CarIsPaceCar": 1, "UserName": "Pace Car"}]
    drivers += [
        {"CarIdx": index, "CarNumber": str(10 + index), "UserName": f"Ann Driver{index}", "CarClassShortName": "GT3"}
        for index in range(1, len(cars) + 1)
    ]
    session = {
        "WeekendInfo": {"TrackLength": f"{TRACK_M / 1000} km", "TrackDisplayName": "Ring"},
        "SessionInfo": {"Sessions": [{"SessionNum": 0, "SessionType": "Race", "SessionName": "RACE"}]},
        "DriverInfo": {"Drivers": drivers},
    }
    return SimMoment(values, session)


def view_of(*moments: SimMoment) -> RaceView:
    timing = SimTiming()
    return StateCache().load([event for one in moments for event in timing.events(one)]).view()


def battle(view_or_cache: StateCache, **given: Any) -> JsonObject:
    return dict(build_get_current_battle_tool(view_or_cache).handler(given, ANONYMOUS))


def test_the_road_tells_who_is_ahead_where_positions_are_old() -> None:
    view = view_of(moment(200, [(1, 3, 0.30), (2, 3, 0.35), (3, 3, 0.10)]))
    assert view.order == ("11", "12", "13")
    assert list(road_order(view)) == ["12", "11", "13"]


def test_the_closest_battle_is_the_one_with_fewest_metres() -> None:
    """11 and 22 of the requirements: 9.1 m apart are a battle within 50 m, 120 m apart are none."""
    cache = StateCache().load(SimTiming().events(moment(200, [(1, 3, 0.3), (2, 3, 0.3 - 9.1 / TRACK_M)])))
    said = battle(cache, max_distance_m=50)
    assert [(pair["distance_m"], pair["gap_basis"], pair["place"]) for pair in said["pairs"]] == [(9.1, None, 1)]
    assert said["pairs"][0]["gap_s"] == pytest.approx(9.1 / TRACK_M * 100, abs=0.001)
    far = StateCache().load(SimTiming().events(moment(200, [(1, 3, 0.3), (2, 3, 0.3 - 120 / TRACK_M)])))
    assert battle(far, max_distance_m=50)["pairs"] == []


def test_there_are_battles_before_anybody_has_a_position() -> None:
    cache = StateCache().load(SimTiming().events(moment(20, [(0, 1, 0.10), (0, 1, 0.11)])))
    [pair] = battle(cache)["pairs"]
    assert (pair["ahead"]["car"], pair["behind"]["car"], pair["place"], pair["distance_m"]) == ("12", "11", 1, 50.0)


def test_gaps_before_the_first_line_are_not_told() -> None:
    assert view_of(moment(20, [(1, 1, 0.5), (2, 1, 0.4)])).gaps("12").gap_s is None
    assert view_of(moment(120, [(1, 2, 0.5), (2, 2, 0.4)])).gaps("12").gap_s == 1.0


def test_who_is_lapped_is_behind_in_laps() -> None:
    view = view_of(moment(900, [(1, 9, 0.5), (2, 9, 0.4), (3, 7, 0.9), (4, 8, 0.6)]))
    assert [(view.gaps(car).gap_s, view.gaps(car).gap_laps) for car in ("12", "13", "14")] == [
        (1.0, None),
        (None, 1),
        (3.0, None),
    ]


def test_laps_go_on_and_a_start_that_was_not_seen_is_not_told() -> None:
    view = view_of(moment(300, [(1, 4, 0.1)]), moment(400, [(1, 5, 0.1)]))
    assert (view.lap, view.started_at) == (4, None)
    first = view_of(moment(1, [(0, 1, 0.01)], SessionState=3), moment(5, [(1, 1, 0.05)]))
    assert first.started_at == 5.0


@pytest.mark.parametrize(
    ("flags", "status"),
    [(0, "green"), (0x10004, "green"), (0x8, "yellow"), (0x4000, "safety_car"), (0x4010, "red"), (0x100, "yellow")],
)
def test_flags(flags: int, status: str) -> None:
    assert view_of(moment(5, [(1, 1, 0.1)], SessionFlags=flags)).track_status == status


def test_only_what_has_changed_is_told() -> None:
    timing = SimTiming()
    list(timing.events(moment(100, [(1, 2, 0.5)])))
    again = list(timing.events(moment(100.1, [(1, 2, 0.501)])))
    assert [type(event).__name__ for event in again] == ["Distances"]


def test_the_next_session_of_an_event_is_a_state_of_its_own() -> None:
    timing, cache = SimTiming(), StateCache()
    for one in (moment(500, [(1, 12, 0.5)]), moment(501, [(1, 12, 0.6)]), moment(3, [(0, 1, 0.1)], SessionNum=1)):
        for event in timing.events(one):
            cache.apply(event)
    view = cache.view()
    assert (view.t, view.first_message_at, view.earlier) == (3.0, 0.0, "Ring, Race")
    assert all(view.car(car).laps == 0 for car in view.cars)
    assert view.drivers


def test_a_moment_that_does_not_say_which_session_it_is_of_begins_none() -> None:
    timing = SimTiming()
    events = [event for at in (500, 501) for event in timing.events(moment(at, [(1, 2, 0.5)]))]
    events += timing.events(moment(502, [(1, 2, 0.5)], SessionNum=None))
    events += timing.events(moment(503, [(1, 2, 0.5)]))
    assert not any(isinstance(event, NewSession) for event in events)


def test_units_of_older_builds() -> None:
    view = view_of(moment(5, [(1, 1, 0.1)], AirPressure=29.92, WindDir=3.14159, RelativeHumidity=0.33))
    assert view.weather is not None
    assert (view.weather.pressure_hpa, view.weather.wind_deg, view.weather.humidity_pct) == (1013, 180, 33)


VALUES = st.one_of(
    st.none(),
    st.integers(-(2**40), 2**40),
    st.floats(),
    st.text(max_size=5),
    st.lists(st.floats(), max_size=3),
    st.booleans(),
)


@examples(50)
@given(st.lists(st.tuples(st.sampled_from(sorted(moment(1, [(1, 1, 0.1)]).values)), VALUES), max_size=6), VALUES)
def test_whatever_a_moment_holds_it_is_read_or_counted(changes: list[tuple[str, Any]], strange: Any) -> None:
    good = moment(100, [(1, 2, 0.5), (2, 2, 0.4)])
    values = {**good.values, **dict(changes)}
    timing = SimTiming()
    events: list[Event] = list(timing.events(SimMoment(values, {**good.session, "SessionInfo": strange})))
    events += timing.events(SimMoment(good.values, {**good.session, "DriverInfo": strange}))
    cache = StateCache().load(events)
    assert cache.view().messages == sum(not isinstance(event, Fault) for event in events)


class Simulator:
    """What a running simulator's memory does."""

    def __init__(self, moments: list[SimMoment | None]) -> None:
        self._moments = moments
        self.closed = False

    def connect(self) -> bool:
        if self._moments and self._moments[0] is None:
            self._moments.pop(0)
            return False
        return bool(self._moments)

    def moment(self) -> SimMoment:
        return cast(SimMoment, self._moments.pop(0))

    def close(self) -> None:
        self.closed = True


def test_the_running_simulator_is_followed_and_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "pitwall.sources.iracing.feed.Backoff",
        lambda: __import__("toolgate.backoff", fromlist=["Backoff"]).Backoff(0.001, 0.01),
    )
    simulator = Simulator([None, moment(1, [(0, 1, 0.0)], SessionState=3), None, moment(2, [(1, 1, 0.01)])])

    async def listen() -> tuple[list[Event], list[str]]:
        one = IracingFeed(cast(SharedMemory, simulator), hertz=1000)
        events: list[Event] = []
        states: list[str] = []
        async for event in one:
            events.append(event)
            states.append(one.state.status)
            if isinstance(event, SessionStatus) and event.status == "started":
                break
        return events, states

    events, states = asyncio.run(asyncio.wait_for(listen(), 10))
    assert any(isinstance(event, TrackStatus) for event in events)
    assert set(states) == {"connected"}


def test_without_the_simulator_the_feed_is_lost() -> None:
    one = open_feed("iracing:")
    assert one is not None

    async def wait() -> str:
        listening = asyncio.ensure_future(anext(aiter(one)))
        while one.state.status != "lost":
            await asyncio.wait({listening}, timeout=0.01)
        listening.cancel()
        return one.state.reason

    assert asyncio.run(asyncio.wait_for(wait(), 10)) == "iRacing isn't running on this machine"


def write(folder: Path, telemetry: object, session: object) -> Path:
    folder.mkdir()
    (folder / "telemetry.json").write_text(json.dumps(telemetry))
    (folder / "session.json").write_text(json.dumps(session))
    return folder


def test_moments_that_were_kept_are_a_source(tmp_path: Path) -> None:
    for name, one in (("b", moment(100, [(1, 2, 0.5)])), ("a", moment(200, [(1, 3, 0.5)]))):
        values = {key: {"value": value if isinstance(value, list) else [value]} for key, value in one.values.items()}
        write(tmp_path / name, values, one.session)
    for uri in (f"iracing:{tmp_path}", f"iracing:{tmp_path}/a,{tmp_path}/b"):
        view = StateCache().load(open_source(uri)).view()
        assert (view.lap, view.t, view.drivers["11"].name) == (2, 200, "Ann Driver1")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda folder: folder / "nowhere", "isn't of iRacing"),
        (lambda folder: folder, "isn't of iRacing"),
        (lambda folder: write(folder / "x", [], {}), "has to be one JSON object"),
        (lambda folder: (folder / "x.bin").write_bytes(b"\x00" * 5000) and folder / "x.bin", "of iRacing's memory"),
        (lambda folder: (folder / "y.bin").write_bytes(b"hello") and folder / "y.bin", "of iRacing's memory"),
    ],
)
def test_what_is_none_of_it_is_refused(make: Callable[[Path], Path], message: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=message):
        list(open_source(f"iracing:{make(tmp_path)}"))


def test_without_the_simulator_nothing_is_written_among_results(capfd: pytest.CaptureFixture[str]) -> None:
    memory = SharedMemory()
    assert not memory.connect()
    memory.close()
    assert capfd.readouterr() == ("", "")


def test_images_of_the_memory_are_three_moments_of_one_race(shared: Path) -> None:
    folder = shared / "data" / "iracing" / "shared_memory"
    names = ("before_ahead_finish_line", "after_ahead_finish_line", "after_player_finish_line")
    before = StateCache().load(open_source(f"iracing:{folder / names[0]}.bin")).view()
    official, road = before.order, list(road_order(before))
    assert len(official) == len(road) == 11
    assert road[0] != official[0]  # the first by position is at 70 % of the lap, the third at 75 %
    whole = StateCache().load(open_source("iracing:" + ",".join(f"{folder / name}.bin" for name in names))).view()
    assert whole.lap >= 1
    assert whole.t > before.t


def test_two_moments_of_one_race_as_json(shared: Path) -> None:
    folder = shared / "data" / "iracing" / "snapshots"
    view = StateCache().load(open_source(f"iracing:{folder}/1763228431951,{folder}/1763227688917")).view()
    assert (view.lap, len(view.drivers), view.total_laps) == (28, 56, 173)
    assert view.started_at is None
    classes = StateCache().load(open_source(f"iracing:{folder}/1767346240219")).view()
    assert {"GTP", "IMSA23"} <= {driver.class_name for driver in classes.drivers.values()}
