"""Moments of iRacing's telemetry to events: what has changed since the moment before.

Positions and gaps move only as a car crosses the line; between, the metres that each has covered tell who is where.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import UNSET, Struct
from msgspec.structs import replace

from pitwall import events as e
from pitwall.sources.iracing.car_statuses import SimStatuses
from pitwall.sources.iracing.moments import SimMoment
from pitwall.sources.iracing.values import hectopascals, item_of, metres_of, track_status
from pitwall.sources.parsing import finite, parse_text, whole
from pitwall.sources.same_session import described

_STATES = {1: "inactive", 2: "inactive", 3: "inactive", 4: "started", 5: "finished", 6: "finalised"}
_UNLIMITED_LAPS, _UNLIMITED_S = 32_767, 604_800.0
_CLOCK_S = 2.0
"""The clock of the session is told again where it goes otherwise than expected."""
_KINDS = {"Race": "Race", "Lone Qualify": "Qualifying", "Open Qualify": "Qualifying", "Practice": "Practice",
          "Offline Testing": "Practice", "Warmup": "Practice"}  # fmt: skip
_STILL = "Running"


class _Told(Struct):
    """What the last moment told of one car."""

    timing: dict[str, Any] = {}
    metres: float | None = None


class SimTiming:
    """Turns moments, in their order, into events; the next session of a meeting begins anew."""

    def __init__(self) -> None:
        self._begin_anew()

    def _begin_anew(self) -> None:
        self._cars: dict[str, _Told] = {}
        self._roster: tuple[e.Driver, ...] = ()
        self._numbers: dict[int, str] = {}
        self._session: e.Session | None = None
        self._car_statuses = SimStatuses()
        self._last: dict[str, object] = {}
        self._time_left: e.TimeLeft | None = None
        self._length_m: float | None = None
        self._t = 0.0
        self._numbered: tuple[int | None, int | None] | None = None
        """The event and the number of its session."""

    def events(self, moment: SimMoment) -> Iterator[e.Event]:
        """What is new. A moment without a session time is no moment."""
        seconds = finite(moment.values.get("SessionTime"))
        if seconds is None or seconds < 0:
            yield e.Fault(0.0, "iRacing", "moments without a time")
            return
        yield from self._next_session(moment)
        t = self._t = max(round(seconds, 3), self._t)
        yield from self._session_news(moment, t)
        yield from self._cars_news(moment, t)
        yield from self._car_statuses.events(
            moment.values, _mapping(moment.session.get("DriverInfo")), self._numbers, t
        )
        yield from self._statuses(moment, t)
        yield from self._weather(moment, t)

    def _next_session(self, moment: SimMoment) -> Iterator[e.Event]:
        event = whole(_mapping(moment.session.get("WeekendInfo")).get("SubSessionID"))
        number = whole(moment.values.get("SessionNum"))
        if number is None:
            return
        if self._numbered is not None and self._numbered != (event, number):
            before = self._session
            self._begin_anew()
            yield e.NewSession(0.0, described(before))
        self._numbered = event, number

    def _session_news(self, moment: SimMoment, t: float) -> Iterator[e.Event]:
        weekend, current = _mapping(moment.session.get("WeekendInfo")), self._current(moment)
        self._length_m = metres_of(str(weekend.get("TrackLength", "")))
        session = e.Session(
            0.0,
            series="iRacing",
            meeting=parse_text(str(weekend.get("TrackDisplayName") or "")),
            name=parse_text(str(current.get("SessionName") or "").title()),
            kind=_KINDS.get(str(current.get("SessionType")), ""),
            circuit=parse_text(str(weekend.get("TrackDisplayShortName") or weekend.get("TrackName") or "")),
            lap_length_m=self._length_m,
            positions_at_line=True,
        )
        if session != self._session:
            self._session = session
            yield replace(session, t=t)
        roster = tuple(self._entries(moment))
        if roster != self._roster:
            self._roster = roster
            yield e.Roster(t, roster)
        laps = whole(moment.values.get("SessionLapsTotal"))
        if laps and laps < _UNLIMITED_LAPS and self._is_news("laps", laps):
            yield e.LapCount(t, total=laps)

    def _current(self, moment: SimMoment) -> Mapping[str, Any]:
        sessions = _mapping(moment.session.get("SessionInfo")).get("Sessions")
        number = whole(moment.values.get("SessionNum"))
        found = [one for one in _rows(sessions) if whole(one.get("SessionNum")) == number]
        return found[0] if found else {}

    def _entries(self, moment: SimMoment) -> Iterator[e.Driver]:
        """Who drives, without the pace car and those who watch. A number that two cars have is told apart."""
        self._numbers = {}
        for entry in _rows(_mapping(moment.session.get("DriverInfo")).get("Drivers")):
            index = whole(entry.get("CarIdx"))
            if index is None or entry.get("CarIsPaceCar") or entry.get("IsSpectator"):
                continue
            number = parse_text(str(entry.get("CarNumber") or "").strip('" '), 7) or f"#{index}"
            number = f"{number}/{index}"[:8] if number in self._numbers.values() else number
            self._numbers[index] = number
            yield e.Driver(
                number,
                name=parse_text(str(entry.get("UserName") or "")).strip(),
                team=parse_text(str(entry.get("TeamName") or "")),
                class_name=parse_text(str(entry.get("CarClassShortName") or ""), 40),
            )

    def _cars_news(self, moment: SimMoment, t: float) -> Iterator[e.Event]:
        results = {whole(row.get("CarIdx")): row for row in _rows(self._current(moment).get("ResultsPositions"))}
        grid = {
            whole(row.get("CarIdx")): (whole(row.get("Position")) or 0) + 1
            for row in _rows(_mapping(moment.session.get("QualifyResultsInfo")).get("Results"))
        }
        race = self._session is not None and self._session.kind == "Race"
        told = {
            number: _timing(moment.values, index, results.get(index, {}), grid.get(index) if race else None)
            for index, number in self._numbers.items()
        }
        metres = self._distances(moment.values)
        if race:
            _set_gaps(told, metres, self._length_m)
        cars: dict[str, e.CarTiming] = {}
        for number, timing in told.items():
            before = self._cars.setdefault(number, _Told({}))
            news = {name: value for name, value in timing.items() if before.timing.get(name, UNSET) != value}
            if news:
                before.timing = {**before.timing, **news}
                cars[number] = e.CarTiming(**news)
        if cars:
            yield e.Timing(t, cars)
        if metres:
            yield e.Distances(t, metres)

    def _distances(self, values: Mapping[str, Any]) -> dict[str, float]:
        """Metres since the start, of the cars in the world. A count of laps that lags behind at the line is not one."""
        if not self._length_m:
            return {}
        found: dict[str, float] = {}
        for index, number in self._numbers.items():
            share, lap = finite(item_of(values, "CarIdxLapDistPct", index)), whole(item_of(values, "CarIdxLap", index))
            if share is None or lap is None or not 0 <= share <= 1.01 or lap < 0:
                continue
            metres = (lap - 1 + share) * self._length_m
            before = self._cars.setdefault(number, _Told({}))
            if before.metres is not None and metres < before.metres - self._length_m / 2:
                metres += self._length_m
            before.metres = metres
            found[number] = round(metres, 2)
        return found

    def _statuses(self, moment: SimMoment, t: float) -> Iterator[e.Event]:
        state = whole(moment.values.get("SessionState")) or 0
        status = _STATES.get(state)
        joined_late = "status" not in self._last and any(car.timing.get("laps") for car in self._cars.values())
        if status == "started" and joined_late:
            self._last["status"] = status  # when it started is not known
        elif status and self._is_news("status", status):
            yield e.SessionStatus(t, status)
        flags = whole(moment.values.get("SessionFlags"))
        if flags is not None:
            track = track_status(flags)
            if self._is_news("track", track):
                yield e.TrackStatus(t, track)
        left = finite(moment.values.get("SessionTimeRemain"))
        if left is not None and 0 <= left < _UNLIMITED_S:
            known = self._time_left
            running = state == 4
            if known is None or abs(known.seconds - (t - known.t) * known.running - left) > _CLOCK_S:
                self._time_left = e.TimeLeft(t, round(left, 3), running=running)
                yield self._time_left

    def _weather(self, moment: SimMoment, t: float) -> Iterator[e.Event]:
        told = {name: finite(moment.values.get(name)) for name in _WEATHER}
        pressure, wind, humidity = told["AirPressure"], told["WindDir"], told["RelativeHumidity"]
        rain = told["Precipitation"]
        weather = e.Weather(
            0.0,
            air_c=_rounded(told["AirTemp"]),
            track_c=_rounded(told["TrackTemp"]),
            humidity_pct=None if humidity is None else round(humidity * 100),
            wind_ms=_rounded(told["WindVel"]),
            wind_deg=None if wind is None else round(math.degrees(wind)) % 360,
            pressure_hpa=None if pressure is None else round(hectopascals(pressure)),
            rain=None if rain is None else rain > 0,
        )
        if any(value is not None for value in told.values()) and self._is_news("weather", weather):
            yield replace(weather, t=t)

    def _is_news(self, what: str, value: object) -> bool:
        """Whether something is otherwise than it was last told."""
        before = self._last.get(what)
        self._last[what] = value
        return before != value


_WEATHER = ("AirTemp", "TrackTemp", "AirPressure", "WindVel", "WindDir", "RelativeHumidity", "Precipitation")


def _timing(values: Mapping[str, Any], index: int, result: Mapping[str, Any], grid: int | None) -> dict[str, Any]:
    """What a moment says of one car, but for its gaps. What it does not say is not in it."""
    position = whole(item_of(values, "CarIdxPosition", index))
    laps = whole(item_of(values, "CarIdxLapCompleted", index))
    if laps is None or laps < 0:
        laps = whole(result.get("LapsComplete"))
    best = _lap_time(item_of(values, "CarIdxBestLapTime", index))
    best_lap = whole(item_of(values, "CarIdxBestLapNum", index))
    last = _lap_time(item_of(values, "CarIdxLastLapTime", index))
    in_pit = item_of(values, "CarIdxOnPitRoad", index)
    out = result.get("ReasonOutStr")
    told: dict[str, Any] = {"position": position if position and position > 0 else None}
    told |= {"laps": laps} if laps is not None and laps >= 0 else {}
    told |= {"last_lap_s": last} if last else {}
    told |= {"best_lap_s": best, "best_lap": best_lap} if best and best_lap and best_lap > 0 else {}
    told |= {"in_pit": in_pit} if isinstance(in_pit, bool) else {}
    told |= {"retired": out != _STILL} if isinstance(out, str) and out else {}
    told |= {"grid": grid} if grid else {}
    behind = finite(item_of(values, "CarIdxF2Time", index))
    # Before a car's first crossing this time is a mere count of positions.
    timed = position and laps and behind and behind > 0
    told["gap_s"] = 0.0 if position == 1 and laps else round(behind or 0.0, 3) if timed else None
    return told


def _set_gaps(told: Mapping[str, dict[str, Any]], metres: Mapping[str, float], length_m: float | None) -> None:
    """Laps instead of seconds for who is lapped, and the interval to the car ahead, from both cars' gaps."""
    order = sorted((timing["position"], number) for number, timing in told.items() if timing.get("position"))
    leader = order[0][1] if order else ""
    ahead: dict[str, Any] | None = None
    for _, number in order:
        timing = told[number]
        down = 0
        if length_m and number in metres and leader in metres:
            down = int((metres[leader] - metres[number]) // length_m)
        elif number not in metres:
            down = max((told[leader].get("laps") or 0) - (timing.get("laps") or 0), 0)
        timing["gap_laps"] = down if down > 0 else None
        if down > 0:
            timing["gap_s"] = None
        gap, front = timing["gap_s"], ahead["gap_s"] if ahead else None
        timing["interval_s"] = None if gap is None or front is None or gap < front else round(gap - front, 3)
        ahead = timing


def _rows(told: object) -> list[Mapping[str, Any]]:
    return [row for row in told if isinstance(row, dict)] if isinstance(told, list) else []


def _mapping(told: object) -> Mapping[str, Any]:
    return told if isinstance(told, dict) else {}


def _lap_time(value: object) -> float | None:
    seconds = finite(value)
    return round(seconds, 3) if seconds is not None and seconds > 5 else None


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 1)
