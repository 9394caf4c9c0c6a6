"""Frames of `iracing.*` as events, whatever they hold; how many may wait."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.events import Fault
from pitwall.sensed import CarStatus
from pitwall.sources.nats.feed import MOST_WAITING, NatsFeed
from pitwall.sources.nats.frame_values import UnreadableFrame
from pitwall.sources.nats.frames import SimFrames
from pitwall.state import RaceView, StateCache
from tests.examples import examples

SUBJECTS = (
    "telemetry", "session", "standings", "lap_timing", "session_state", "incident", "pit", "track_conditions", "stint",
    "driver_status", "other",
)  # fmt: skip
VALUE = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
FIELD_NAMES = """timestamp drivers cars car_idx CarIdx CarNumber CarNumberAhead CarDistAhead event delta total lap pos green
    flag_bits session_type time_remaining_s air_temp_c"""
FIELDS = st.dictionaries(
    st.sampled_from(FIELD_NAMES.split()),
    VALUE,
    max_size=8,
)


@examples(60)
@given(st.lists(st.tuples(st.sampled_from(SUBJECTS), FIELDS | VALUE), max_size=8))
def test_whatever_a_frame_holds_it_is_read_or_refused(frames: list[tuple[str, Any]]) -> None:
    reader, cache = SimFrames(), StateCache()
    for subject, told in frames:
        try:
            cache.load(reader.events(f"iracing.{subject}", json.dumps(told).encode()))
        except UnreadableFrame:
            continue
    view = cache.view()
    assert len(set(view.order)) == len(view.order)


def test_an_empty_list_of_drivers_keeps_those_before() -> None:
    reader = SimFrames()
    cache = StateCache().load(
        reader.events("iracing.session", b'{"drivers": [{"CarIdx": 3, "UserName": "Ann Frost"}]}')
    )
    cache.load(reader.events("iracing.session", b'{"drivers": []}'))
    assert cache.view().drivers["3"].name == "Ann Frost"


@pytest.mark.parametrize("stamp", ["1700000030", '"2023-11-14T22:13:50Z"', '"2023-11-14T22:13:50+00:00"'])
def test_a_time_is_a_number_or_iso_8601(stamp: str) -> None:
    reader = SimFrames()
    reader.events("iracing.track_conditions", b'{"timestamp": 1700000000}')
    [weather] = reader.events("iracing.track_conditions", f'{{"timestamp": {stamp}}}'.encode())
    assert weather.t == 30.0


def test_who_is_not_near_any_more_has_no_distance() -> None:
    reader, cache = SimFrames(), StateCache()
    for ahead in ("22", "33"):
        told = {"CarIdx": 3, "CarNumber": "11", "CarNumberAhead": ahead, "CarDistAhead": 5.0}
        cache.load(reader.events("iracing.telemetry", json.dumps(told).encode()))
    assert set(cache.view().distances) == {"11", "33"}


def test_so_many_frames_wait_and_more_are_counted() -> None:
    """Nobody takes frames in meanwhile: as many as may wait are kept, the one after that is lost and told."""

    class Client:
        def jetstream(self) -> Any:
            async def stream_info(name: str) -> None:
                from nats.errors import Error

                raise Error

            return SimpleNamespace(stream_info=stream_info)

        async def subscribe(self, subject: str, cb: Any) -> None:
            self.take = cb

    async def run() -> tuple[int, list[Any]]:
        feed, client = NatsFeed("nats://127.0.0.1:9"), Client()
        received: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(MOST_WAITING)
        await feed._subscribe(client, received)  # type: ignore[arg-type]
        for _ in range(MOST_WAITING + 1):
            await client.take(SimpleNamespace(subject="iracing.stint", data=b"{}", headers=None))
        return received.qsize(), feed._events("iracing.stint", b"{}")

    waiting, events = asyncio.run(run())
    assert waiting == MOST_WAITING
    assert [event for event in events if isinstance(event, Fault)] == [
        Fault(0.0, "NATS", "frames that came too fast", 1)
    ]


def heard(*frames: tuple[str, dict[str, Any]]) -> StateCache:
    """The race after these frames, a second apart, of two cars on a grid."""
    reader, cache = SimFrames(), StateCache()
    roster = {"drivers": [{"CarIdx": 3, "UserName": "Ann Frost", "CarNumber": "11"}, {"CarIdx": 4, "CarNumber": "22"}]}
    for second, (subject, told) in enumerate([("session", roster), *frames]):
        cache.load(reader.events(f"iracing.{subject}", json.dumps({"timestamp": 1.7e9 + second, **told}).encode()))
    return cache


def status_of(view: RaceView, car: str) -> CarStatus:
    status = view.status(car)
    assert status is not None
    return status


def test_the_status_of_a_driver_is_its_position_its_pit_road_and_its_surface() -> None:
    told = {"car_idx": 3, "pos": 2, "class_pos": 1, "on_pit_road": True, "track_surface": 0, "class_id": 5}
    view = heard(("driver_status", told)).view()
    assert (view.car("11").position, view.car("11").in_pit) == (2, True)
    assert status_of(view, "11").surface == "off_track"
    assert not heard(("driver_status", told), ("driver_status", {**told, "on_pit_road": False})).view().car("11").in_pit


def test_a_stint_tells_fuel_and_wear_of_the_car_that_it_names() -> None:
    told = {
        "fuel_level_l": 31.5, "fuel_pct": 40.0, "avg_fuel_lap_l": 2.5, "est_laps_remaining": 12.5, "stint_laps": 7,
        "tire_wear_pct": {"LF": {"L": 90, "M": 91, "R": 92}},
    }  # fmt: skip
    status = status_of(heard(("stint", {**told, "car_idx": 3})).view(), "11")
    assert (status.fuel_l, status.fuel_pct, status.fuel_per_lap_l, status.fuel_laps) == (31.5, 40.0, 2.5, 12.5)
    assert status.stint_laps == 7
    assert heard(("stint", told)).view().status("11") is None


@pytest.mark.parametrize(
    ("told", "status"), [({"caution": True}, "safety_car"), ({"green": True}, "green"), ({"caution": False}, None)]
)
def test_the_state_of_a_session_tells_of_its_flag(told: dict[str, Any], status: str | None) -> None:
    view = heard(("session_state", {"session_type": "Race", "time_remaining_s": 90, **told})).view()
    assert (view.kind, view.time_left_s, view.track_status) == ("race", 90.0, status)


def test_laps_incidents_and_the_way_out_of_the_pits() -> None:
    laps = {"cars": [{"car_idx": 4, "lap": 3, "last_lap_s": 90.1, "best_lap_s": 89.9, "delta_best_s": 0.2}]}
    pit = {"car_idx": 4, "lap": 3, "fuel_added_l": 20.0, "fast_repair_used": False}
    view = heard(
        ("lap_timing", laps),
        ("pit", {**pit, "event": "enter"}),
        ("pit", {**pit, "event": "exit", "stop_duration_s": 12.0}),
        ("incident", {"car_idx": 3, "delta": 4, "total": 8, "team_total": 9}),
        ("incident", {"delta": 1, "total": 1}),
    ).view()
    assert (view.car("22").last_lap_s, view.car("22").best_lap_s, view.car("22").in_pit) == (90.1, 89.9, False)
    assert [(told.car, told.points, told.total) for told in view.incidents] == [("11", 4, 8), (None, 1, 1)]
    status = status_of(view, "11")
    assert (status.incidents, status.team_incidents) == (8, 9)
