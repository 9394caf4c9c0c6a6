"""Events as lines of F1 live timing: the way back from `topics`. What that form cannot hold stands in UNHELD."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from pitwall import events as e
from pitwall.sources.f1.telemetry_lines import deflated_line
from pitwall.sources.f1.topics import SESSION_STATUS, TRACK_STATUS

UNHELD = (
    "the name of the series, which is always Formula 1",
    "the length of a lap",
    "classes of cars",
    "when nothing was received",
    "distances in metres",
    "parts of a second of the time left",
    "moments after 24 hours",
    "the order of what was said in one millisecond by several topics",
)
"""What is lost where events are written in this form."""

_SILENCE: Mapping[str, Any] = {"Lines": {}}
"""A message of TimingData that says nothing but that the feed is alive."""
_CODES = {word: code for code, word in TRACK_STATUS.items()}
_WORDS = {word: said for said, word in SESSION_STATUS.items()}


class Line(Struct, frozen=True):
    """One line of an archive: its topic, session time in seconds, and the delta."""

    topic: str
    t: float
    body: Mapping[str, Any] | str


def lines_of(events: Iterator[e.Event]) -> Iterator[Line]:
    """The lines that say what the events say, in their order. A Fault gives none: the feed did not say it."""
    said = 0
    for event in events:
        if isinstance(event, e.RaceControl):
            yield Line("RaceControlMessages", event.t, _numbered(said, _message(event)))
            said += 1
        elif not isinstance(event, e.Fault):
            for topic, body in _bodies(event):
                yield Line(topic, event.t, body)


def _bodies(event: e.Event) -> Iterator[tuple[str, Mapping[str, Any] | str]]:
    match event:
        case e.Timing():
            yield from _timing(event)
        case e.Gaps():
            gaps = {"GapToLeader": _gap(event.gap_s, event.gap_laps)}
            ahead = {"IntervalToPositionAhead": {"Value": _gap(event.interval_s, event.interval_laps)}}
            yield "TimingData", {"Lines": {event.car: gaps | ahead}}
        case e.Tyres():
            sets = {car: {"Stints": {str(s.number): _stint(s) for s in news}} for car, news in event.cars.items()}
            yield "TimingAppData", {"Lines": sets}
        case e.Roster():
            yield "DriverList", {driver.car: _driver(driver) for driver in event.drivers}
        case e.LapCount():
            yield "LapCount", _told(CurrentLap=event.current, TotalLaps=event.total)
        case e.SessionStatus():
            yield "SessionStatus", {"Status": _WORDS[event.status]}
        case e.TrackStatus():
            yield "TrackStatus", {"Status": _CODES[event.status], "Message": event.status}
        case e.Session():
            yield "SessionInfo", _session(event)
        case e.Splits():
            yield "TimingData", {"Lines": {car: _splits(news) for car, news in event.cars.items()}}
        case e.SegmentUpdate():
            yield "TimingData", _segments(event)
        case e.TimeLeft():
            seconds = round(event.seconds)
            left = f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
            yield "ExtrapolatedClock", {"Remaining": left, "Extrapolating": event.running}
        case e.Weather():
            yield "WeatherData", _weather(event)
        case e.CarSensors() | e.Locations():
            yield deflated_line(event)
        case e.Clock():
            yield "Heartbeat", {"Utc": _utc(event.utc)}
        case _:
            yield "TimingData", _SILENCE


def _timing(event: e.Timing) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The grid is told beside tyres; all else of a car beside its gaps."""
    grid = {car: {"GridPos": _whole(news.grid)} for car, news in event.cars.items() if news.grid is not UNSET}
    lines = {car: line for car, news in event.cars.items() if (line := _line(news))}
    if grid:
        yield "TimingAppData", {"Lines": grid}
    if lines or not grid:
        yield "TimingData", {"Lines": lines}


def _segments(event: e.SegmentUpdate) -> dict[str, Any]:
    lines = {
        car: _told(
            BestLapTimes={str(number - 1): {"Value": _lap_time(best)} for number, best in news.bests} or UNSET,
            KnockedOut=news.knocked_out,
        )
        for car, news in event.cars.items()
    }
    entries = event.entries
    counts = UNSET if entries is UNSET else {str(index): count for index, count in enumerate(entries)}
    return _told(SessionPart=event.number, NoEntries=counts, Lines=lines)


def _splits(news: e.CarSplits) -> dict[str, Any]:
    sectors = {str(sector - 1): {"Value": f"{seconds:.3f}"} for sector, seconds in news.sectors}
    speeds = {trap: {"Value": f"{kmh:g}"} for trap, kmh in news.speeds}
    return _told(Sectors=sectors or UNSET, Speeds=speeds or UNSET)


def _line(news: e.CarTiming) -> dict[str, Any]:
    ahead, last = _gap(news.interval_s, news.interval_laps), news.last_lap_s
    best = _told(Value=_lap_time(news.best_lap_s), Lap=news.best_lap)
    return _told(
        Position=_whole(news.position),
        GapToLeader=_gap(news.gap_s, news.gap_laps),
        IntervalToPositionAhead=UNSET if ahead is UNSET else {"Value": ahead},
        NumberOfLaps=news.laps,
        LastLapTime=UNSET if last is UNSET else {"Value": _lap_time(last)},
        BestLapTime=best or UNSET,
        InPit=news.in_pit,
        Stopped=news.stopped,
        Retired=news.retired,
        NumberOfPitStops=news.pit_count,
    )


def _gap(seconds: float | UnsetType | None, laps: int | UnsetType | None) -> str | UnsetType:
    if isinstance(seconds, (int, float)):
        return f"+{seconds:.3f}"
    if isinstance(laps, int):
        return f"{laps}L"
    return UNSET if seconds is UNSET and laps is UNSET else ""


def _lap_time(seconds: float | UnsetType | None) -> str | UnsetType:
    if seconds is UNSET or seconds is None:
        return UNSET if seconds is UNSET else ""
    minutes, ms = divmod(round(seconds * 1000), 60_000)
    return f"{minutes}:{ms // 1000:02d}.{ms % 1000:03d}"


def _whole(number: int | UnsetType | None) -> str | UnsetType:
    return number if number is UNSET else "" if number is None else str(number)


def _stint(stint: e.Stint) -> dict[str, Any]:
    return _told(
        Compound=stint.compound,
        New=_truth(stint.new),
        TyresNotChanged=UNSET if stint.tyres_kept is UNSET else str(int(stint.tyres_kept)),
        TotalLaps=stint.laps,
        StartLaps=stint.start_laps,
    )


def _truth(value: bool | UnsetType | None) -> str | UnsetType | None:
    return str(value).lower() if isinstance(value, bool) else value


def _driver(driver: e.Driver) -> dict[str, str]:
    first, last = driver.name.removesuffix(driver.surname).strip(), driver.surname
    if not last or first == driver.name:
        first, _, last = driver.name.partition(" ")
    names = {"RacingNumber": driver.car, "Tla": driver.code, "FullName": f"{first} {last.upper()}".strip()}
    return {**names, "FirstName": first, "LastName": last, "TeamName": driver.team}


def _session(event: e.Session) -> dict[str, Any]:
    meeting = {"Name": event.meeting, "Circuit": {"ShortName": event.circuit}}
    return {"Meeting": meeting, "Type": event.kind, "Name": event.name, "StartDate": event.start_local}


def _weather(event: e.Weather) -> dict[str, str]:
    numbers = {
        "AirTemp": event.air_c,
        "Humidity": event.humidity_pct,
        "Pressure": event.pressure_hpa,
        "Rainfall": None if event.rain is None else int(event.rain),
        "TrackTemp": event.track_c,
        "WindDirection": event.wind_deg,
        "WindSpeed": event.wind_ms,
    }
    return {name: str(number) for name, number in numbers.items() if number is not None}


def _numbered(index: int, message: dict[str, Any]) -> dict[str, Any]:
    """The first message begins the list; later ones are put into it by their index."""
    return {"Messages": {str(index): message} if index else [message]}


def _message(said: e.RaceControl) -> dict[str, Any]:
    fields = {
        "Utc": None if said.utc is None else _utc(said.utc).removesuffix("Z"),
        "Lap": said.lap,
        "Category": said.category,
        "Flag": said.flag,
        "Status": said.status,
        "RacingNumber": said.car,
        "Message": said.message,
    }
    return {name: value for name, value in fields.items() if value is not None}


def _utc(seconds: float) -> str:
    """Whole seconds as `2018-04-29T12:07:10Z`, others to the microsecond."""
    return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")


def _told(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not UNSET}
