"""Telemetry and points of the track as CarData.z and Position.z: the way back from `telemetry`."""

from __future__ import annotations

import binascii
import zlib
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec

from pitwall import events as e
from pitwall.sensed import CarTelemetry, TrackPoint
from pitwall.sources.f1.topics import CAR_DATA, POSITION

_EPOCH = 946_684_800.0
"""The stamps of samples tell only how much older than their message they are: session time 0 is the year 2000."""
_OPEN, _SHUT = 12, 0
_encode = msgspec.json.Encoder().encode


def deflated_line(event: e.CarSensors | e.Locations) -> tuple[str, str]:
    """The topic that an event belongs to, and the event as that topic's compressed text."""
    if isinstance(event, e.CarSensors):
        entries = [
            {"Utc": _stamp(sample.t), "Cars": {car: {"Channels": _channels(told)} for car, told in sample.cars.items()}}
            for sample in event.samples
        ]
        return CAR_DATA, _deflated({"Entries": entries})
    points = [
        {"Timestamp": _stamp(sample.t), "Entries": {car: _point(told) for car, told in sample.cars.items()}}
        for sample in event.samples
    ]
    return POSITION, _deflated({"Position": points})


def _channels(told: CarTelemetry) -> Mapping[str, float]:
    drs = None if told.drs is None else _OPEN if told.drs else _SHUT
    channels = {
        "0": told.rpm,
        "2": told.speed_kmh,
        "3": told.gear,
        "4": told.throttle_pct,
        "5": told.brake_pct,
        "45": drs,
    }
    return {channel: value for channel, value in channels.items() if value is not None}


def _point(told: TrackPoint) -> Mapping[str, Any]:
    x, y, z = (round(each * 10) for each in (told.x_m, told.y_m, told.z_m))
    return {"Status": "OnTrack" if told.on_track else "OffTrack", "X": x, "Y": y, "Z": z}


def _stamp(t: float) -> str:
    return datetime.fromtimestamp(_EPOCH + t, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _deflated(told: Mapping[str, Any]) -> str:
    packing = zlib.compressobj(wbits=-15)
    return binascii.b2a_base64(packing.compress(_encode(told)) + packing.flush(), newline=False).decode()
