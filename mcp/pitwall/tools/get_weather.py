"""get_weather: the weather at the track, and how it has changed."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from pitwall.events import Weather
from pitwall.state import RaceView, StateCache
from pitwall.state.moment import format_session_time
from pitwall.tools import schemas as s
from pitwall.tools.tool import race_tool
from pitwall.tools.weather_questions import EXAMPLES
from pitwall.tools.weather_words import TOLD_FIRST, extremes, rain_spells, weather_words
from toolgate.contract import JsonObject, ToolSpec

_DEFAULT_MINUTES = 10
_RISK = "RISK OF RAIN"

_NUMBERS = {
    "air_c": s.number("air, Celsius", low=-100, high=100, nullable=True),
    "track_c": s.number("track, Celsius", low=-100, high=150, nullable=True),
    "humidity_pct": s.number("per cent", high=100, nullable=True),
    "wind_ms": s.number("wind, metres per second", high=150, nullable=True),
    "wind_deg": s.number("degrees from which the wind blows", high=360, nullable=True),
    "pressure_hpa": s.number("hectopascal", high=2000, nullable=True),
}
_SAMPLE = {
    "told": s.text("session time", longest=16),
    **_NUMBERS,
    "rain": {"type": ["boolean", "null"], "description": "whether the feed reports rain"},
}
_CHANGES = ("air_c", "track_c", "humidity_pct", "wind_ms", "pressure_hpa")


def build_get_weather_tool(cache: StateCache) -> ToolSpec:
    """The last weather report, the one some minutes before it, and what changed in between."""
    return race_tool(
        cache,
        _handle,
        name="get_weather",
        description="The weather at the track now and how it has changed: air and track temperature, humidity, wind, "
        "air pressure and whether it rains.",
        arguments={
            "minutes": s.count_argument(
                "how many minutes the trend looks back",
                default=_DEFAULT_MINUTES,
                high=600,
                phrases=["over the last {} minutes", "in the last {} minutes", "last {} minutes", "past {} minutes"],
            ),
            "since_start": s.flag("the trend looks back to the start of the session"),
            "tell": s.tell_argument(
                *TOLD_FIRST,
                meaning="spells: when it has rained; extremes: the highest and lowest temperatures; "
                "what is to come and where on the track it rains no feed tells",
            ),
        },
        payload={
            "now": s.record(_SAMPLE, "the last report", nullable=True),
            "then": s.record(_SAMPLE, "the report to compare with", nullable=True),
            "over_s": s.number("seconds between the two", high=1_000_000, nullable=True),
            "change": s.record(
                {name: s.number(low=-3000, high=3000, nullable=True) for name in _CHANGES},
                "now less then; null where one of them is not told",
                nullable=True,
            ),
            "rain_since": s.text("session time since which rain is as it is now", longest=16, nullable=True),
            "rain_risk": s.text("race control's last words on the risk of rain", nullable=True),
        },
        optional={
            "rain_risk_pct": s.integer("what these words give", high=100),
            "rain_changed_lap": s.lap_number("of the first car, as it last began or ended to rain in the race"),
            "dry_so_far": s.flag("whether every report since the start tells of no rain"),
        },
        examples=EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    reports = view.weathers
    risk = next((m.message[:80] for m in reversed(view.race_control) if _RISK in m.message.upper()), None)
    if not reports:
        return {
            "summary": "The feed tells nothing of the weather.",
            "now": None,
            "then": None,
            "over_s": None,
            "change": None,
            "rain_since": None,
            "rain_risk": risk,
            "missing": ["the weather"],
        }
    back_to = view.t - 60 * given.get("minutes", _DEFAULT_MINUTES)
    if given.get("since_start"):
        back_to = reports[0].t if view.started_at is None else view.started_at
    now, then = reports[-1], _then(reports, back_to)
    change = {name: _change(then, now, name) for name in _CHANGES} if then is not now else None
    sample, earlier = _sample(now), _sample(then)
    untold = [name for name, value in sample.items() if value is None]
    changed = _changed_lap(view, reports)
    trend = _trend(sample, earlier, change, now.t - then.t)
    asked_trend = trend if {"since_start", "minutes"} & set(given) else ""
    rain = rain_spells(view, reports) if given.get("tell") == "spells" else _rain(view, reports)
    return {
        "summary": extremes(view, reports)
        if given.get("tell") == "extremes"
        else weather_words(sample, rain, trend, given.get("tell"), risk, first=bool(asked_trend)),
        "now": sample,
        "then": earlier if change else None,
        "over_s": round(now.t - then.t, 3) if change else None,
        "change": change,
        "rain_since": _rain_since(reports),
        "rain_risk": risk,
        **({"rain_risk_pct": pct} if (pct := _percent(risk)) is not None else {}),
        **({"rain_changed_lap": changed} if changed else {}),
        **({"dry_so_far": dry} if (dry := _dry_so_far(view, reports)) is not None else {}),
        "missing": [f"weather: {', '.join(untold)}"] if untold else [],
    }


def _then(reports: Sequence[Weather], t: float) -> Weather:
    """The last report at or before a time, else the first of all."""
    return next((report for report in reversed(reports) if report.t <= t), reports[0])


def _sample(report: Weather) -> JsonObject:
    """A report as told; a number that no weather can have is as good as none."""
    sample: JsonObject = {"told": format_session_time(max(report.t, 0.0))}
    for name, schema in _NUMBERS.items():
        value = getattr(report, name)
        sample[name] = value if value is not None and schema["minimum"] <= value <= schema["maximum"] else None
    return {**sample, "rain": report.rain}


def _change(then: Weather, now: Weather, name: str) -> float | None:
    before, after = _sample(then)[name], _sample(now)[name]
    return None if before is None or after is None else round(after - before, 1)


def _since(reports: Sequence[Weather]) -> Weather:
    """The first of the last reports that say the same of rain."""
    since = reports[-1]
    for report in reversed(reports):
        if report.rain is not reports[-1].rain:
            break
        since = report
    return since


def _rain_since(reports: Sequence[Weather]) -> str | None:
    return None if reports[-1].rain is None else format_session_time(max(_since(reports).t, 0.0))


def _percent(risk: str | None) -> int | None:
    """The percentage in race control's words on the risk of rain; None where there is none."""
    found = re.search(r"\b(\d{1,3})\s?%", risk or "")
    return int(found[1]) if found and int(found[1]) <= 100 else None


def _changed_lap(view: RaceView, reports: Sequence[Weather]) -> int:
    """The lap on which it last began or ended to rain in the race; 0 where it did not."""
    since = _since(reports)
    told = any(report.t < since.t for report in reports) and reports[-1].rain is not None
    in_race = told and view.started_at is not None and since.t > view.started_at
    return bisect_right(view.line_times, since.t) if in_race else 0


def _dry_so_far(view: RaceView, reports: Sequence[Weather]) -> bool | None:
    """Whether no report has told of rain since the start; None where one does not tell, or it has not started."""
    if view.started_at is None:
        return None
    since = _then(reports, view.started_at).t
    rain = {report.rain for report in reports if report.t >= since}
    return None if None in rain else True not in rain


def _rain(view: RaceView, reports: Sequence[Weather]) -> str:
    """Whether it rains and since which lap, where that changed in the race; empty where it is not told."""
    if reports[-1].rain is None:
        return ""
    said, since = "rain" if reports[-1].rain else "no rain", _since(reports)
    before = [report for report in reports if report.t < since.t]
    if view.started_at is None or since.t <= view.started_at or not before:
        return said if reports[-1].rain or not view.started else f"{said} so far"
    lap = bisect_right(view.line_times, since.t)
    began = _since(before)
    first = bisect_right(view.line_times, began.t)
    when = "before" if began.t <= view.started_at else "on that lap" if first == lap else f"from lap {first}"
    earlier = f" (it rained {when})" if before[-1].rain else ""
    return f"{said} since lap {lap}{earlier}"


def _trend(now: JsonObject, then: JsonObject, change: JsonObject | None, over_s: float) -> str:
    if change is None:
        return ""
    moved = [f"{word} {change[name]:+g} °C" for word, name in (("air", "air_c"), ("track", "track_c")) if change[name]]
    if then["rain"] is not None and now["rain"] is not None and then["rain"] != now["rain"]:
        moved.insert(0, "rain began" if now["rain"] else "rain ended")
    minutes = max(round(over_s / 60), 1)
    over = "minute" if minutes == 1 else f"{minutes} minutes"
    return f"over the last {over}: {', '.join(moved)}" if moved else f"temperatures steady over the last {over}"
