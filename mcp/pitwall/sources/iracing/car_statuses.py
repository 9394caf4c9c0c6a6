"""What iRacing knows of cars beside their timing: surface, flags, incidents; of one's own car fuel and tyres."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import UNSET
from msgspec.structs import asdict

from pitwall import events as e
from pitwall.sensed import CarStatus, CarTelemetry, TelemetrySample, TyreWear
from pitwall.sources.iracing.values import MOST_POINTS, TYRES, car_flags, item_of, share_as_pct, surface_of
from pitwall.sources.parsing import finite, whole

_SENSORS_EVERY_S = 1.0


class SimStatuses:
    """The events of one race: what has changed since the moment before."""

    def __init__(self) -> None:
        self._told: dict[str, dict[str, Any]] = {}
        self._sensed_at: float | None = None

    def events(
        self, values: Mapping[str, Any], drivers: Mapping[str, Any], numbers: Mapping[int, str], t: float
    ) -> Iterator[e.Event]:
        """What has changed by session time `t`. `drivers` is the section DriverInfo, `numbers` the cars by index."""
        counted = _incidents(drivers)
        own = whole(drivers.get("DriverCarIdx"))
        cars: dict[str, CarStatus] = {}
        for index, number in numbers.items():
            now = asdict(_of_car(values, index, counted.get(index)))
            if index == own:
                now |= _of_own(values)
            before = self._told.setdefault(number, {})
            points = (
                (now["incidents"] or 0) - (before.get("incidents") or 0) if before.get("incidents") is not None else 0
            )
            if points > 0:
                yield e.IncidentPoints(t, number, points, now["incidents"])
            news = {name: told for name, told in now.items() if told is not UNSET and before.get(name, UNSET) != told}
            if news:
                before.update(news)
                cars[number] = CarStatus(**news)
        if cars:
            yield e.CarStatuses(t, cars)
        if self._sensed_at is None or t - self._sensed_at >= _SENSORS_EVERY_S:
            sensed = {number: told for index, number in numbers.items() if (told := _sensors(values, index, own))}
            if sensed:
                self._sensed_at = t
                yield e.CarSensors(t, [TelemetrySample(t, sensed)])


def _incidents(drivers: Mapping[str, Any]) -> dict[int, tuple[int | None, int | None]]:
    """Points of drivers and of teams by the index of their car; a count that nobody may know is -1."""
    rows = drivers.get("Drivers")
    found = {}
    for row in rows if isinstance(rows, list) else ():
        index = whole(row.get("CarIdx")) if isinstance(row, dict) else None
        if index is not None:
            found[index] = _points(row.get("CurDriverIncidentCount")), _points(row.get("TeamIncidentCount"))
    return found


def _of_car(values: Mapping[str, Any], index: int, counted: tuple[int | None, int | None] | None) -> CarStatus:
    flags = whole(item_of(values, "CarIdxSessionFlags", index))
    incidents, team = counted or (None, None)
    used = whole(item_of(values, "CarIdxFastRepairsUsed", index))
    return CarStatus(
        surface=UNSET if (on := surface_of(item_of(values, "CarIdxTrackSurface", index))) is None else on,
        flags=UNSET if flags is None else car_flags(flags),
        incidents=UNSET if incidents is None else incidents,
        team_incidents=UNSET if team is None else team,
        fast_repairs=used if used is not None and 0 <= used < 256 else UNSET,
    )


def _of_own(values: Mapping[str, Any]) -> dict[str, Any]:
    """What only the car on this machine tells, while somebody drives it."""
    mine, team = _points(values.get("PlayerCarMyIncidentCount")), _points(values.get("PlayerCarTeamIncidentCount"))
    told: dict[str, Any] = {}
    if values.get("IsOnTrack") is not True:
        return told
    told |= {} if mine is None else {"incidents": mine}
    told |= {} if team is None else {"team_incidents": team}
    litres, share = finite(values.get("FuelLevel")), finite(values.get("FuelLevelPct"))
    told |= {"fuel_l": round(litres, 1)} if litres is not None and 0 <= litres <= 1000 else {}
    told |= {"fuel_pct": round(share * 100)} if share is not None and 0 <= share <= 1 else {}
    wear = tuple(
        TyreWear(tyre, *(share_as_pct(values.get(f"{tyre}wear{side}")) for side in "LMR"))
        for tyre in TYRES
        if any(share_as_pct(values.get(f"{tyre}wear{side}")) is not None for side in "LMR")
    )
    return told | ({"wear": wear} if wear else {})


def _sensors(values: Mapping[str, Any], index: int, own: int | None) -> CarTelemetry | None:
    gear, revs = whole(item_of(values, "CarIdxGear", index)), finite(item_of(values, "CarIdxRPM", index))
    if (gear is None and revs is None) or whole(item_of(values, "CarIdxTrackSurface", index)) == -1:
        return None
    told = CarTelemetry(
        gear=gear if gear is not None and -1 <= gear <= 9 else None,
        rpm=round(revs) if revs is not None and 0 <= revs <= 20_000 else None,
    )
    if index != own or values.get("IsOnTrack") is not True:
        return told
    speed, throttle, brake = (finite(values.get(name)) for name in ("Speed", "Throttle", "Brake"))
    return CarTelemetry(
        speed_kmh=round(speed * 3.6, 1) if speed is not None and 0 <= speed < 150 else None,
        rpm=told.rpm,
        gear=told.gear,
        throttle_pct=share_as_pct(throttle),
        brake_pct=share_as_pct(brake),
    )


def _points(value: object) -> int | None:
    told = whole(value)
    return told if told is not None and 0 <= told <= MOST_POINTS else None
