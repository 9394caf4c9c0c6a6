"""What sensors and simulators tell of cars: the values of the events CarSensors, Locations and CarStatuses."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET, Struct, UnsetType


class CarTelemetry(Struct, frozen=True, gc=False):
    """What a car's own sensors tell. None: not told."""

    speed_kmh: float | None = None
    rpm: int | None = None
    gear: int | None = None
    """0: neutral, -1: reverse."""
    throttle_pct: float | None = None
    brake_pct: float | None = None
    drs: bool | None = None
    """Whether the flap is open."""


class TelemetrySample(Struct, frozen=True, gc=False):
    """The telemetry of cars at one session time."""

    t: float
    cars: Mapping[str, CarTelemetry]


class TrackPoint(Struct, frozen=True, gc=False):
    """Where a car is, in metres from a point that is the feed's own."""

    x_m: float
    y_m: float
    z_m: float = 0.0
    on_track: bool = True


class PointSample(Struct, frozen=True, gc=False):
    """Where cars are at one session time."""

    t: float
    cars: Mapping[str, TrackPoint]


class TyreWear(Struct, frozen=True, gc=False):
    """How much of a tyre is left, in per cent, over its width."""

    tyre: str
    """LF, RF, LR or RR."""
    left_pct: float | None = None
    middle_pct: float | None = None
    right_pct: float | None = None


class CarStatus(Struct, frozen=True, gc=False):
    """What a simulator knows of a car beside its timing."""

    surface: str | UnsetType | None = UNSET
    """on_track, off_track, pit_stall, pit_entry or not_in_world."""
    flags: tuple[str, ...] | UnsetType = UNSET
    """What the car is shown: black, disqualified, furled_black, repair, blue."""
    incidents: int | UnsetType | None = UNSET
    """Points that the simulator has counted, of the driver."""
    team_incidents: int | UnsetType | None = UNSET
    fuel_l: float | UnsetType | None = UNSET
    fuel_pct: float | UnsetType | None = UNSET
    fuel_per_lap_l: float | UnsetType | None = UNSET
    fuel_laps: float | UnsetType | None = UNSET
    """Laps that the fuel lasts."""
    stint_laps: int | UnsetType | None = UNSET
    wear: tuple[TyreWear, ...] | UnsetType = UNSET
    fast_repairs: int | UnsetType | None = UNSET
    """Used so far."""
