"""Frames of the subjects `iracing.*` to events. Extra fields are ignored; what cannot be read is counted."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import UNSET

from pitwall import events as e
from pitwall.sensed import CarStatus, CarTelemetry, TelemetrySample
from pitwall.sources.iracing.values import MOST_POINTS, surface_of, track_status
from pitwall.sources.nats.frame_values import (
    Fields,
    StrangeFrame,
    UnreadableFrame,
    gap_of,
    lap_time_of,
    laps_of,
    measure,
    positive,
    rows_of,
    sensors_of,
    wear_of,
)
from pitwall.sources.nats.sessions import SimSessionMarks
from pitwall.sources.nats.subjects import PREFIX
from pitwall.sources.parsing import finite, parse_text, parse_utc, whole

_HPA_OF_PA = 0.01
_KINDS = {"race": "Race", "qual": "Qualifying", "practice": "Practice", "warmup": "Practice", "test": "Practice"}
_FOCUS_M = 1_000_000.0
"""Where the car is that telemetry tells of: only how far others are from it is told."""


class SimFrames:
    """What the frames of one session after another say. Session time 0 is the first frame that tells the time."""

    def __init__(self) -> None:
        self._numbers: dict[int, str] = {}
        self._roster: tuple[e.Driver, ...] = ()
        self._readers: Mapping[str, Callable[[Fields, float], Iterator[e.Event]]] = {
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
        self._begin_anew()

    def _begin_anew(self) -> None:
        self._marks = SimSessionMarks()
        self._aside: tuple[str, Fields] | None = None
        """The last frame that was not of the session: the first of the next one, where another comes like it."""
        self._origin: float | None = None
        self._t = 0.0
        self._near: set[str] = set()
        self._kind = ""
        self._track = self._started = ""

    def events(self, subject: str, data: bytes) -> list[e.Event]:
        """The events of a frame. UnreadableFrame where it is none; StrangeFrame where it is not of this session."""
        name = subject.removeprefix(PREFIX)
        if name not in self._readers:
            raise UnreadableFrame("an unknown subject")
        try:
            told = msgspec.json.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise UnreadableFrame("no JSON") from None
        if not isinstance(told, dict):
            raise UnreadableFrame("no object")
        verdict = self._marks.judge(told, _utc(told), _kind(told))
        if verdict == "strange":
            self._aside = name, told
            raise StrangeFrame("it is of another session or time")
        begun = [] if verdict == "same" else self._next(told, entries_stay=verdict == "next")
        self._aside = None
        return [*begun, *self._read(name, told)]

    def _next(self, told: Fields, *, entries_stay: bool) -> list[e.Event]:
        """Another session: what was not of the one before is read as the beginning of this one."""
        aside, before = self._aside, "" if self._kind == "unknown" else self._kind
        self._begin_anew()
        self._marks.judge(told, _utc(told), _kind(told))
        if not entries_stay:
            self._numbers, self._roster = {}, ()
        roster = [e.Roster(0.0, self._roster)] if self._roster else []
        begun: list[e.Event] = [e.NewSession(0.0, before), *roster]
        if aside is not None and self._marks.judge(aside[1], _utc(aside[1]), _kind(aside[1])) == "same":
            with suppress(UnreadableFrame):
                begun += self._read(*aside)
        return begun

    def _read(self, name: str, told: Fields) -> list[e.Event]:
        return list(self._readers[name](told, self._time(_utc(told))))

    def _time(self, utc: float | None) -> float:
        """Session time of a frame. Without a time it is that of the frame before."""
        if utc is not None:
            if self._origin is None:
                self._origin = utc
            self._t = max(self._t, round(utc - self._origin, 3))
        return self._t

    def _car(self, told: Fields, name: str = "car_idx") -> str:
        index = whole(told.get(name))
        if index is None:
            raise UnreadableFrame(f"no {name}")
        return self._numbers.get(index, str(index))

    def _session(self, told: Fields, t: float) -> Iterator[e.Event]:
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
        self._roster = tuple(entries) or self._roster
        yield e.Roster(t, tuple(entries)) if entries else e.Event(t)
        if not self._kind:
            self._kind = "unknown"
            yield self._described(t)

    def _described(self, t: float) -> e.Session:
        kind = "" if self._kind == "unknown" else self._kind
        return e.Session(t, series="iRacing", name=kind, kind=kind, positions_at_line=True)

    def _standings(self, told: Fields, t: float) -> Iterator[e.Event]:
        cars: dict[str, e.CarTiming] = {}
        for row in rows_of(told.get("cars")):
            number = self._car(row)
            cars[number] = e.CarTiming(
                position=positive(row.get("pos")),
                gap_s=gap_of(row.get("gap_leader_s")),
                interval_s=gap_of(row.get("gap_ahead_s")),
                **laps_of(row.get("lap")),
                **lap_time_of("last_lap_s", row.get("last_lap_s")),
            )
        yield e.Timing(t, cars) if cars else e.Event(t)

    def _lap_timing(self, told: Fields, t: float) -> Iterator[e.Event]:
        cars: dict[str, e.CarTiming] = {}
        for row in rows_of(told.get("cars")):
            cars[self._car(row)] = e.CarTiming(
                **laps_of(row.get("lap")),
                **lap_time_of("last_lap_s", row.get("last_lap_s")),
                **lap_time_of("best_lap_s", row.get("best_lap_s")),
            )
        yield e.Timing(t, cars) if cars else e.Event(t)

    def _session_state(self, told: Fields, t: float) -> Iterator[e.Event]:
        kind = _kind(told)
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

    def _flag(self, told: Fields) -> str:
        bits = whole(told.get("flag_bits"))
        if bits is not None:
            return track_status(bits)
        if told.get("caution") is True:
            return "safety_car"
        return "green" if told.get("green") is True else ""

    def _incident(self, told: Fields, t: float) -> Iterator[e.Event]:
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

    def _pit(self, told: Fields, t: float) -> Iterator[e.Event]:
        event = told.get("event")
        if event not in ("enter", "exit"):
            raise UnreadableFrame("no enter or exit")
        if told.get("car_idx") is None:
            yield e.Event(t)
            return
        yield e.Timing(t, {self._car(told): e.CarTiming(in_pit=event == "enter", **laps_of(told.get("lap")))})

    def _driver_status(self, told: Fields, t: float) -> Iterator[e.Event]:
        in_pit = told.get("on_pit_road")
        news: dict[str, Any] = {"in_pit": in_pit} if isinstance(in_pit, bool) else {}
        if told.get("pos") is not None:
            news["position"] = positive(told.get("pos"))
        car = self._car(told)
        yield e.Timing(t, {car: e.CarTiming(**news)}) if news else e.Event(t)
        if (surface := surface_of(told.get("track_surface"))) is not None:
            yield e.CarStatuses(t, {car: CarStatus(surface=surface)})

    def _stint(self, told: Fields, t: float) -> Iterator[e.Event]:
        """Fuel and tyres, of the car that is named: without a name nobody can be told it of."""
        if told.get("car_idx") is None:
            yield e.Event(t)
            return
        status = CarStatus(
            fuel_l=measure(told.get("fuel_level_l"), 1000),
            fuel_pct=measure(told.get("fuel_pct"), 100),
            fuel_per_lap_l=measure(told.get("avg_fuel_lap_l"), 100),
            fuel_laps=measure(told.get("est_laps_remaining"), 2000),
            stint_laps=laps if (laps := whole(told.get("stint_laps"))) is not None and 0 <= laps <= 2000 else UNSET,
            wear=wear_of(told.get("tire_wear_pct")),
        )
        yield e.CarStatuses(t, {self._car(told): status})

    def _conditions(self, told: Fields, t: float) -> Iterator[e.Event]:
        pressure, rain = finite(told.get("air_pressure_pa")), finite(told.get("precip_pct"))
        yield e.Weather(
            t,
            air_c=finite(told.get("air_temp_c")),
            track_c=finite(told.get("track_temp_c")),
            pressure_hpa=None if pressure is None else round(pressure * _HPA_OF_PA, 1),
            rain=None if rain is None else rain > 0,
        )

    def _telemetry(self, told: Fields, t: float) -> Iterator[e.Event]:
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
        if (sensed := sensors_of(told)) != CarTelemetry():
            yield e.CarSensors(t, [TelemetrySample(t, {focus: sensed})])


def _utc(told: Fields) -> float | None:
    """The time of a frame: a number of seconds, or ISO 8601."""
    stamp = told.get("timestamp")
    return parse_utc(stamp) if isinstance(stamp, str) else finite(stamp)


def _kind(told: Fields) -> str:
    """The kind of session that a frame tells; empty where it tells none."""
    words = str(told.get("session_type") or "").casefold()
    return next((kind for word, kind in _KINDS.items() if word in words), "")
