"""Frames of the subjects `iracing.*` to events. Extra fields are ignored; what cannot be read is counted."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from pitwall import events as e
from pitwall.sensed import CarStatus, CarTelemetry, TelemetrySample, TyreWear
from pitwall.sources.iracing.values import MOST_POINTS, TYRES, share_as_pct, surface_of, track_status
from pitwall.sources.nats.subjects import PREFIX
from pitwall.sources.parsing import finite, parse_text, parse_utc, whole
from toolgate.errors import LocalError

_Fields = Mapping[str, Any]
_HPA_OF_PA = 0.01
_KINDS = {"race": "Race", "qual": "Qualifying", "practice": "Practice", "warmup": "Practice", "test": "Practice"}
_FOCUS_M = 1_000_000.0
"""Where the car is that telemetry tells of: only how far others are from it is told."""


class UnreadableFrame(LocalError):
    """A frame that is no object, or lacks what its subject needs."""


class SimFrames:
    """What the frames of one race say. Session time 0 is the first frame that tells the time."""

    def __init__(self) -> None:
        self._numbers: dict[int, str] = {}
        self._origin: float | None = None
        self._t = 0.0
        self._near: set[str] = set()
        self._kind = ""
        self._track = self._started = ""
        self._readers: Mapping[str, Callable[[_Fields, float], Iterator[e.Event]]] = {
            "telemetry": self._telemetry,
            "session": self._session,
            "standings": self._standings,
            "lap_timing": self._lap_timing,
            "session_state": self._session_state,
            "incident": self._incident,
            "pit": self._pit,
            "track_conditions": self._conditions,
            "stint": self._stint,
            "driver_status": self._driver_status,
        }

    def events(self, subject: str, data: bytes) -> list[e.Event]:
        """The events of a frame. UnreadableFrame where it is none."""
        reader = self._readers.get(subject.removeprefix(PREFIX))
        if reader is None:
            raise UnreadableFrame("an unknown subject")
        try:
            told = msgspec.json.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise UnreadableFrame("no JSON") from None
        if not isinstance(told, dict):
            raise UnreadableFrame("no object")
        return list(reader(told, self._time(told.get("timestamp"))))

    def _time(self, stamp: object) -> float:
        """Session time of a frame: a number of seconds, or ISO 8601. Without one it is that of the frame before."""
        utc = parse_utc(stamp) if isinstance(stamp, str) else finite(stamp)
        if utc is not None:
            if self._origin is None:
                self._origin = utc
            self._t = max(self._t, round(utc - self._origin, 3))
        return self._t

    def _car(self, told: _Fields, name: str = "car_idx") -> str:
        index = whole(told.get(name))
        if index is None:
            raise UnreadableFrame(f"no {name}")
        return self._numbers.get(index, str(index))

    def _session(self, told: _Fields, t: float) -> Iterator[e.Event]:
        drivers = told.get("drivers")
        if not isinstance(drivers, list):
            raise UnreadableFrame("no drivers")
        entries = []
        for entry in drivers:
            index = whole(entry.get("CarIdx")) if isinstance(entry, dict) else None
            if index is None:
                continue
            number = parse_text(str(entry.get("CarNumber") or index), 8).strip() or str(index)
            self._numbers[index] = number
            entries.append(e.Driver(number, name=parse_text(str(entry.get("UserName") or ""))))
        yield e.Roster(t, tuple(entries)) if entries else e.Event(t)
        if not self._kind:
            self._kind = "unknown"
            yield self._described(t)

    def _described(self, t: float) -> e.Session:
        kind = "" if self._kind == "unknown" else self._kind
        return e.Session(t, series="iRacing", name=kind, kind=kind, positions_at_line=True)

    def _standings(self, told: _Fields, t: float) -> Iterator[e.Event]:
        cars: dict[str, e.CarTiming] = {}
        for row in _rows(told.get("cars")):
            number = self._car(row)
            cars[number] = e.CarTiming(
                position=_positive(row.get("pos")),
                gap_s=_gap(row.get("gap_leader_s")),
                interval_s=_gap(row.get("gap_ahead_s")),
                **_laps(row.get("lap")),
                **_lap_time("last_lap_s", row.get("last_lap_s")),
            )
        yield e.Timing(t, cars) if cars else e.Event(t)

    def _lap_timing(self, told: _Fields, t: float) -> Iterator[e.Event]:
        cars: dict[str, e.CarTiming] = {}
        for row in _rows(told.get("cars")):
            cars[self._car(row)] = e.CarTiming(
                **_laps(row.get("lap")),
                **_lap_time("last_lap_s", row.get("last_lap_s")),
                **_lap_time("best_lap_s", row.get("best_lap_s")),
            )
        yield e.Timing(t, cars) if cars else e.Event(t)

    def _session_state(self, told: _Fields, t: float) -> Iterator[e.Event]:
        words = str(told.get("session_type") or "").casefold()
        kind = next((kind for word, kind in _KINDS.items() if word in words), self._kind)
        if kind and kind != self._kind:
            self._kind = kind
            yield self._described(t)
        left = finite(told.get("time_remaining_s"))
        if left is not None and 0 <= left < 604_800:
            yield e.TimeLeft(t, left)
        track = self._flag(told)
        if track and track != self._track:
            self._track = track
            yield e.TrackStatus(t, track)
        if told.get("green") is True and not self._started:
            self._started = "started"
            yield e.SessionStatus(t, "started")
        yield e.Event(t)

    def _flag(self, told: _Fields) -> str:
        bits = whole(told.get("flag_bits"))
        if bits is not None:
            return track_status(bits)
        if told.get("caution") is True:
            return "safety_car"
        return "green" if told.get("green") is True else ""

    def _incident(self, told: _Fields, t: float) -> Iterator[e.Event]:
        delta, total = whole(told.get("delta")), whole(told.get("total"))
        if delta is None or total is None:
            raise UnreadableFrame("no delta and total")
        if not 0 <= delta <= MOST_POINTS or not 0 <= total <= MOST_POINTS:
            raise UnreadableFrame("an impossible delta or total")
        car = self._car(told) if told.get("car_idx") is not None else None
        yield e.IncidentPoints(t, car, delta, total)
        team = whole(told.get("team_total"))
        if car is not None:
            yield e.CarStatuses(t, {car: CarStatus(incidents=total, team_incidents=UNSET if team is None else team)})

    def _pit(self, told: _Fields, t: float) -> Iterator[e.Event]:
        event = told.get("event")
        if event not in ("enter", "exit"):
            raise UnreadableFrame("no enter or exit")
        if told.get("car_idx") is None:
            yield e.Event(t)
            return
        yield e.Timing(t, {self._car(told): e.CarTiming(in_pit=event == "enter", **_laps(told.get("lap")))})

    def _driver_status(self, told: _Fields, t: float) -> Iterator[e.Event]:
        in_pit = told.get("on_pit_road")
        news: dict[str, Any] = {"in_pit": in_pit} if isinstance(in_pit, bool) else {}
        if told.get("pos") is not None:
            news["position"] = _positive(told.get("pos"))
        car = self._car(told)
        yield e.Timing(t, {car: e.CarTiming(**news)}) if news else e.Event(t)
        if (surface := surface_of(told.get("track_surface"))) is not None:
            yield e.CarStatuses(t, {car: CarStatus(surface=surface)})

    def _stint(self, told: _Fields, t: float) -> Iterator[e.Event]:
        """Fuel and tyres, of the car that is named: without a name nobody can be told it of."""
        if told.get("car_idx") is None:
            yield e.Event(t)
            return
        status = CarStatus(
            fuel_l=_measure(told.get("fuel_level_l"), 1000),
            fuel_pct=_measure(told.get("fuel_pct"), 100),
            fuel_per_lap_l=_measure(told.get("avg_fuel_lap_l"), 100),
            fuel_laps=_measure(told.get("est_laps_remaining"), 2000),
            stint_laps=laps if (laps := whole(told.get("stint_laps"))) is not None and 0 <= laps <= 2000 else UNSET,
            wear=_wear(told.get("tire_wear_pct")),
        )
        yield e.CarStatuses(t, {self._car(told): status})

    def _conditions(self, told: _Fields, t: float) -> Iterator[e.Event]:
        pressure, rain = finite(told.get("air_pressure_pa")), finite(told.get("precip_pct"))
        yield e.Weather(
            t,
            air_c=finite(told.get("air_temp_c")),
            track_c=finite(told.get("track_temp_c")),
            pressure_hpa=None if pressure is None else round(pressure * _HPA_OF_PA, 1),
            rain=None if rain is None else rain > 0,
        )

    def _telemetry(self, told: _Fields, t: float) -> Iterator[e.Event]:
        """Metres of the car in focus and its neighbours; who was near it before and is not now has none any more."""
        focus = parse_text(str(told.get("CarNumber") or ""), 8) or self._car(told, "CarIdx")
        metres = {focus: _FOCUS_M}
        for side, sign in (("Ahead", 1.0), ("Behind", -1.0)):
            other, away = told.get(f"CarNumber{side}"), finite(told.get(f"CarDist{side}"))
            if other and away is not None and away >= 0:
                metres[parse_text(str(other), 8)] = _FOCUS_M + sign * away
        gone = self._near - metres.keys()
        self._near = set(metres)
        yield e.Distances(t, {**dict.fromkeys(gone, math.nan), **metres})
        if (sensed := _sensors(told)) != CarTelemetry():
            yield e.CarSensors(t, [TelemetrySample(t, {focus: sensed})])


def _sensors(told: _Fields) -> CarTelemetry:
    """Of the car in focus: metres a second, and pedals from 0 to 1, as the simulator has them."""
    speed, revs, gear = finite(told.get("Speed")), finite(told.get("RPM")), whole(told.get("Gear"))
    return CarTelemetry(
        speed_kmh=round(speed * 3.6, 1) if speed is not None and 0 <= speed < 150 else None,
        rpm=round(revs) if revs is not None and 0 <= revs <= 20_000 else None,
        gear=gear if gear is not None and -1 <= gear <= 9 else None,
        throttle_pct=share_as_pct(told.get("Throttle")),
        brake_pct=share_as_pct(told.get("Brake")),
    )


def _measure(value: object, most: float) -> float | UnsetType:
    told = finite(value)
    return round(told, 1) if told is not None and 0 <= told <= most else UNSET


def _told(value: float | UnsetType) -> float | None:
    return None if value is UNSET else value


def _wear(told: object) -> tuple[TyreWear, ...] | UnsetType:
    """`{"LF": {"L": 98, "M": 97, "R": 99}, ...}`."""
    if not isinstance(told, dict):
        return UNSET
    found = []
    for tyre in TYRES:
        sides = told.get(tyre)
        if isinstance(sides, dict):
            found.append(TyreWear(tyre, *(_told(_measure(sides.get(side), 100)) for side in "LMR")))
    return tuple(found) or UNSET


def _rows(told: object) -> list[_Fields]:
    if not isinstance(told, list):
        raise UnreadableFrame("no cars")
    return [row for row in told if isinstance(row, dict)]


def _laps(value: object) -> dict[str, Any]:
    laps = whole(value)
    return {"laps": laps} if laps is not None and 0 <= laps <= 2000 else {}


def _lap_time(name: str, value: object) -> dict[str, Any]:
    seconds = finite(value)
    return {name: round(seconds, 3)} if seconds is not None and 5 < seconds < 100_000 else {}


def _gap(value: object) -> float | None:
    seconds = finite(value)
    return round(seconds, 3) if seconds is not None and 0 <= seconds < 100_000 else None


def _positive(value: object) -> int | None:
    number = whole(value)
    return number if number is not None and 0 < number < 1000 else None
