"""CarData.z and Position.z: telemetry and points of the track, which come deflated and are read when looked at."""

from __future__ import annotations

import binascii
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar, overload

import msgspec
from msgspec import Struct

from pitwall.events import CarSensors, Locations
from pitwall.sensed import CarTelemetry, PointSample, TelemetrySample, TrackPoint
from pitwall.sources.parsing import parse_utc

T = TypeVar("T")

LARGEST_BYTES = 4 * 1024 * 1024
"""Of one message, inflated: a hundred times what the service sends."""
_RAW_DEFLATE = -15
_DECIMETRES = 10.0
_UNKNOWN = 104
"""The service tells so of throttle and brake where it knows neither."""
_OPEN, _SHUT = (10, 12, 14), (0, 1, 2, 3, 8)
"""What the channel of DRS can be."""
_SPEED, _RPM, _GEAR, _THROTTLE, _BRAKE, _DRS = "2", "0", "3", "4", "5", "45"


class _Channels(Struct, gc=False):
    Channels: dict[str, float | None] = {}


class _Telemetry(Struct, gc=False):
    Utc: str = ""
    Cars: dict[str, _Channels] = {}


class _CarData(Struct, gc=False):
    Entries: list[_Telemetry] = []


class _Point(Struct, gc=False):
    Status: str = ""
    X: float = 0.0
    Y: float = 0.0
    Z: float = 0.0


class _Points(Struct, gc=False):
    Timestamp: str = ""
    Entries: dict[str, _Point] = {}


class _Position(Struct, gc=False):
    Position: list[_Points] = []


_decode_text = msgspec.json.Decoder(str).decode
_decode_car_data = msgspec.json.Decoder(_CarData).decode
_decode_position = msgspec.json.Decoder(_Position).decode


class _Later(Sequence[T], Generic[T]):
    """Samples of a message, read anew whenever somebody looks: what is kept of hours is what came, deflated."""

    __slots__ = ("_data", "_read", "_t")

    def __init__(self, t: float, data: bytes, read: Callable[[float, bytes], Sequence[T]]) -> None:
        self._t = t
        self._data = data
        self._read = read

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...
    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        return self._read(self._t, self._data)[index]

    def __iter__(self) -> Iterator[T]:
        return iter(self._read(self._t, self._data))

    def __len__(self) -> int:
        return len(self._read(self._t, self._data))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(list(self))


def car_data(t: float, data: bytes) -> tuple[CarSensors, ...]:
    """CarData.z: speed, engine, gear, pedals and DRS of every car, some times a second."""
    return (CarSensors(t, _Later(t, _checked(data), _read_telemetry)),)


def position(t: float, data: bytes) -> tuple[Locations, ...]:
    """Position.z: where every car is, some times a second."""
    return (Locations(t, _Later(t, _checked(data), _read_points)),)


def _checked(data: bytes) -> bytes:
    """The message, which must be a text (else ValidationError). What is in it is read later."""
    _decode_text(data)
    return data


def inflated(data: bytes) -> bytes:
    """Decodes raw deflate in base64. ValueError where the text is anything else, or too large."""
    try:
        unpacking = zlib.decompressobj(_RAW_DEFLATE)
        found = unpacking.decompress(binascii.a2b_base64(_decode_text(data)), LARGEST_BYTES)
    except zlib.error:
        raise ValueError("not deflated") from None
    if unpacking.unconsumed_tail:
        raise ValueError("too large")
    return found


def _read_telemetry(t: float, data: bytes) -> Sequence[TelemetrySample]:
    """What cannot be read is not told."""
    try:
        entries = _decode_car_data(inflated(data)).Entries
    except (ValueError, RecursionError):
        return ()
    return [
        TelemetrySample(when, {car: _telemetry(told.Channels) for car, told in entry.Cars.items()})
        for when, entry in zip(_times(t, [entry.Utc for entry in entries]), entries, strict=True)
    ]


def _read_points(t: float, data: bytes) -> Sequence[PointSample]:
    try:
        entries = _decode_position(inflated(data)).Position
    except (ValueError, RecursionError):
        return ()
    return [
        PointSample(when, {car: _point(told) for car, told in entry.Entries.items() if told.X or told.Y or told.Z})
        for when, entry in zip(_times(t, [entry.Timestamp for entry in entries]), entries, strict=True)
    ]


def _times(t: float, stamps: Sequence[str]) -> Sequence[float]:
    """Session time of each entry: the last is of the message's own. Their own clock tells how much older others are."""
    utc = [parse_utc(stamp) for stamp in stamps]
    last = utc[-1] if utc else None
    found: list[float] = []
    for told in utc:
        age = 0.0 if told is None or last is None or not 0 <= last - told < 60 else last - told
        found.append(max(round(t - age, 3), found[-1] if found else 0.0))
    return found


def _telemetry(channels: Mapping[str, float | None]) -> CarTelemetry:
    drs = _within(channels.get(_DRS), 0, 20)
    return CarTelemetry(
        speed_kmh=_within(channels.get(_SPEED), 0, 500),
        rpm=_whole(_within(channels.get(_RPM), 0, 20_000)),
        gear=_whole(_within(channels.get(_GEAR), -1, 9)),
        throttle_pct=_within(channels.get(_THROTTLE), 0, 100),
        brake_pct=_within(channels.get(_BRAKE), 0, 100),
        drs=True if drs in _OPEN else False if drs in _SHUT else None,
    )


def _within(value: float | None, low: float, high: float) -> float | None:
    return value if value is not None and low <= value <= high and value != _UNKNOWN else None


def _whole(value: float | None) -> int | None:
    return None if value is None else int(value)


def _point(told: _Point) -> TrackPoint:
    x, y, z = (round(each / _DECIMETRES, 1) for each in (told.X, told.Y, told.Z))
    return TrackPoint(x, y, z, on_track=told.Status == "OnTrack")
