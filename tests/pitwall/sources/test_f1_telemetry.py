"""Telemetry and points of the track: from their deflated topics, over archives, frames and the live feed."""

from __future__ import annotations

import binascii
import zlib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.events import CarSensors, Locations
from pitwall.sensed import CarTelemetry, PointSample, TelemetrySample, TrackPoint
from pitwall.sources import open_source
from pitwall.sources.event_log import decode_event, encode_event
from pitwall.sources.f1.archive_writer import write_archive
from pitwall.sources.f1.telemetry import LARGEST_BYTES, car_data, inflated, position
from pitwall.sources.f1.telemetry_lines import deflated_line
from pitwall.sources.sim import SimConfig, simulate
from pitwall.state import StateCache

CONFIG = SimConfig(seed=5, cars=4, laps=3, telemetry=1)


def packed(told: Any) -> bytes:
    packing = zlib.compressobj(wbits=-15)
    text = binascii.b2a_base64(packing.compress(msgspec.json.encode(told)) + packing.flush(), newline=False)
    return msgspec.json.encode(text.decode())


def test_samples_are_as_old_as_their_stamps_say_and_the_last_is_of_the_message() -> None:
    channels = {"0": 11000, "2": 301, "3": 8, "4": 100, "5": 0, "45": 12}
    entries = [
        {"Utc": f"2025-05-03T16:51:43.{ms}Z", "Cars": {"1": {"Channels": channels}}} for ms in ("029", "429", "789")
    ]
    (event,) = car_data(100.0, packed({"Entries": entries}))
    assert [sample.t for sample in event.samples] == [99.24, 99.64, 100.0]
    assert event.samples[-1].cars == {"1": CarTelemetry(301, 11000, 8, 100, 0, True)}


def test_what_the_service_does_not_know_is_not_told() -> None:
    channels = {"0": -5, "2": 9999, "3": 3, "4": 104, "5": 104, "45": 7}
    (event,) = car_data(1.0, packed({"Entries": [{"Utc": "", "Cars": {"1": {"Channels": channels}}}]}))
    assert event.samples[0].cars["1"] == CarTelemetry(gear=3)
    places = {
        "1": {"Status": "OffTrack", "X": 12, "Y": -30, "Z": 5},
        "2": {"Status": "OnTrack", "X": 0, "Y": 0, "Z": 0},
    }
    (where,) = position(1.0, packed({"Position": [{"Timestamp": "", "Entries": places}]}))
    assert where.samples[0].cars == {"1": TrackPoint(1.2, -3.0, 0.5, on_track=False)}


def test_no_more_is_inflated_than_a_message_can_be() -> None:
    with pytest.raises(ValueError, match="too large"):
        inflated(packed("0" * (LARGEST_BYTES + 1)))


@given(
    body=st.binary(max_size=80).map(lambda raw: msgspec.json.encode(binascii.b2a_base64(raw, newline=False).decode()))
    | st.sampled_from(["x", 5, None, [1], {"Entries": "x"}, {"Position": 3}, {"Entries": [{"Cars": []}]}]).map(packed)
)
def test_what_cannot_be_read_tells_nothing_and_breaks_nothing(body: bytes) -> None:
    assert list(car_data(3.0, body)[0].samples) == []
    assert list(position(3.0, body)[0].samples) == []


numbers = st.floats(0, 100).map(round).map(float)
telemetry = st.builds(
    CarTelemetry, numbers, st.integers(0, 15000), st.integers(0, 8), numbers, numbers, st.none() | st.booleans()
)
points = st.builds(
    TrackPoint, *[st.integers(-20000, 20000).map(lambda tenths: round((tenths or 1) / 10, 1))] * 3, st.booleans()
)


@given(cars=st.dictionaries(st.sampled_from(["1", "44", "81"]), telemetry), where=st.dictionaries(st.just("4"), points))
def test_what_is_written_is_read_again(cars: dict[str, CarTelemetry], where: dict[str, TrackPoint]) -> None:
    for event, read in (
        (CarSensors(7.0, [TelemetrySample(6.5, cars), TelemetrySample(7.0, cars)]), car_data),
        (Locations(7.0, [PointSample(6.5, where), PointSample(7.0, where)]), position),
    ):
        _, text = deflated_line(event)
        (again,) = read(7.0, msgspec.json.encode(text))
        assert again == event
        assert decode_event(encode_event(again)) == event


@pytest.fixture(scope="module")
def raced() -> StateCache:
    return StateCache().load(simulate(CONFIG))


def test_an_archive_of_a_simulated_race_has_its_telemetry(raced: StateCache, tmp_path: Path) -> None:
    written = write_archive(simulate(CONFIG), tmp_path / "race")
    assert written["CarData.z"] == written["Position.z"] > 100
    again = StateCache().load(open_source(str(tmp_path / "race")))
    for moment in ("lap:1", "00:03:00", "end"):
        assert again.view(moment).telemetry == raced.view(moment).telemetry
        assert again.view(moment).locations == raced.view(moment).locations
    assert raced.view("lap:1").telemetry is not None


def test_recorded_frames_of_a_race_tell_how_fast_cars_are(shared: Path) -> None:
    path = shared / "data" / "f1_wire" / "Miami_Grand_Prix_Sprint_20250503_175146.data.txt"
    view = StateCache().load(open_source(str(path))).view()
    assert view.telemetry is not None
    assert view.locations is not None
    assert view.telemetry.cars["6"].speed_kmh == 255
    assert view.telemetry.cars["4"] == CarTelemetry(128, 9085, 3, 0, 0, False)
