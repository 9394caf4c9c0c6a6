"""What the charts draw, as plain values, read from the race as it stands now."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal, NamedTuple

from director.cli.terminal_text import clean
from director.race import PolicedView, Race
from director.race.agents import CHART
from pitwall.state import OUT_STATES, RaceView
from pitwall.tools.get_pit_stops import build_get_pit_stops_tool
from pitwall.tools.get_position_history import build_get_position_history_tool
from toolgate.contract import JsonObject

PeriodKind = Literal["safety car", "virtual safety car", "red flag"]

_AGREE_S = 2.0
_KINDS: dict[str, PeriodKind] = {
    "safety_car": "safety car",
    "vsc": "virtual safety car",
    "vsc_ending": "virtual safety car",
    "red": "red flag",
}


class LapPoint(NamedTuple):
    """A completed lap: the position at its end, seconds behind the first car over the same line, and its time."""

    lap: int
    position: int | None
    gap_s: float
    lap_s: float | None


class Neutralisation(NamedTuple):
    """A span of laps of the first car, in fractions of laps completed, in which nobody raced."""

    kind: PeriodKind
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class CarLine:
    """One car of the chart. `grid` is its position before the start, `position` and `gap_s`
    are those of now; `stops` are the laps that ended in a stop."""

    car: str
    code: str
    team: str
    grid: int | None
    position: int | None
    gap_s: float | None
    points: tuple[LapPoint, ...]
    stops: tuple[int, ...]
    out: bool


@dataclass(frozen=True, slots=True)
class ChartData:
    """A race up to a moment. `cars` are in the order of that moment."""

    title: str
    moment: str
    lap: int
    total_laps: int | None
    cars: tuple[CarLine, ...]
    periods: tuple[Neutralisation, ...]
    teams: tuple[str, ...]


_SHOWN = ("get_position_history", "get_standings", "get_pit_stops", "get_lap_times", "get_track_status")


async def read_race(race: Race) -> ChartData:
    """All cars of the race as it stands now. ViewDenied where policy denies what a chart shows."""
    governed, view = PolicedView(race, CHART, _SHOWN), race.cache.view()
    await governed.check()
    history = governed.read(build_get_position_history_tool, {})
    passages = governed.read(build_get_pit_stops_tool, {})
    grid = {row["driver"]["car"]: row["then"] for row in history.get("cars", [])}
    stops = {row["driver"]["car"]: _stops(row) for row in passages.get("cars", [])}
    crossed = {car: crossings(view, car) for car in dict.fromkeys((*view.order, *view.cars))}
    first: dict[int, float] = {}
    for t_of_lap in crossed.values():
        for lap, t in t_of_lap.items():
            first[lap] = min(t, first.get(lap, t))
    return ChartData(
        title=_title(view),
        moment=_moment(view),
        lap=view.lap,
        total_laps=view.total_laps,
        cars=tuple(
            _car_line(view, car, grid.get(car), stops.get(car, ()), {lap: t - first[lap] for lap, t in times.items()})
            for car, times in crossed.items()
        ),
        periods=tuple(_periods(view)),
        teams=tuple(sorted({driver.team for driver in view.drivers.values() if driver.team})),
    )


def _stops(row: JsonObject) -> tuple[int, ...]:
    return tuple(passage["lap"] for passage in row["passages"] if passage["kind"] == "stop")


def _title(view: RaceView) -> str:
    session = view.session
    return clean(", ".join(part for part in (session.meeting, session.name) if part)) if session else ""


def _moment(view: RaceView) -> str:
    of = f" of {view.total_laps}" if view.total_laps else ""
    return f"after lap {view.lap}{of}, session time {view.session_time[:8]}"


def _car_line(view: RaceView, car: str, grid: int | None, stops: tuple[int, ...], gaps: Mapping[int, float]) -> CarLine:
    driver, times = view.drivers.get(car), view.lap_times(car)
    points = tuple(
        LapPoint(lap.number, lap.position, gaps[lap.number], times.get(lap.number)) for lap in view.laps(car)
    )
    return CarLine(
        car=car,
        code=clean(driver.code) if driver and driver.code else car,
        team=driver.team if driver else "",
        grid=grid,
        position=view.car(car).position,
        gap_s=view.gaps(car).gap_s,
        points=points,
        stops=stops,
        out=view.run_state(car)[0] in OUT_STATES,
    )


def crossings(view: RaceView, car: str) -> dict[int, float]:
    """Session time at which the car completed each of its laps.

    A feed can count a lap long after the line. Where the lap times before and after agree on an earlier moment, that
    is the one.
    """
    laps, told = view.laps(car), view.lap_times(car)
    crossed: dict[int, float] = {}
    for lap, following in zip_longest(laps, laps[1:]):
        crossed[lap.number] = lap.t
        before, this, after = crossed.get(lap.number - 1), told.get(lap.number), told.get(lap.number + 1)
        if following is None or before is None or this is None or after is None:
            continue
        forward, backward = before + this, following.t - after
        if abs(forward - backward) < _AGREE_S and lap.t - forward > _AGREE_S:
            crossed[lap.number] = forward
    return crossed


def _periods(view: RaceView) -> Iterator[Neutralisation]:
    lines, changes = view.line_times, view.track_statuses
    ends = [change.t for change in changes[1:]] + [view.t]
    going: Neutralisation | None = None
    for change, end_t in zip(changes, ends, strict=True):
        kind = _KINDS.get(change.status)
        start, end = lap_at(lines, change.t), lap_at(lines, end_t)
        if going is not None and kind == going.kind:
            going = going._replace(end=end)
            continue
        if going is not None:
            yield going
        going = Neutralisation(kind, start, end) if kind is not None and end > start else None
    if going is not None:
        yield going


def lap_at(lines: Sequence[float], t: float) -> float:
    """Laps that the first car had completed at a session time, with the fraction of the lap it was on.

    After its last lap it stays there; before the start it is 0.
    """
    done = bisect_right(lines, t) - 1
    if done < 0 or len(lines) < 2:
        return 0.0
    if done >= len(lines) - 1:
        return float(len(lines) - 1)
    return done + (t - lines[done]) / (lines[done + 1] - lines[done])
