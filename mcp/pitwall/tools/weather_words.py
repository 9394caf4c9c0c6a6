"""How the weather is worded: what is asked of it first."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from pitwall.events import Weather
from pitwall.state import RaceView
from pitwall.state.moment import format_session_time
from pitwall.tools.words import capital, fitting, joined
from toolgate.contract import SUMMARY_MAX_CHARS, JsonObject

_VALUES = {
    "air": ("air_c", " °C"),
    "track": ("track_c", " °C"),
    "humidity": ("humidity_pct", " %"),
    "wind": ("wind_ms", " m/s"),
    "pressure": ("pressure_hpa", " hPa"),
}
TOLD_FIRST = ("rain", "spells", "forecast", "place", "extremes", *_VALUES)
"""What a summary may tell first."""
_SELDOM = ("pressure",)
"""What is told only to who asks for it."""
_UNTOLD = {
    "forecast": "No feed tells what weather is to come",
    "place": "The feed tells whether it rains at the track, not where on it or how hard",
}
_MOST_SPELLS = 6


def weather_words(
    now: JsonObject, rain: str, trend: str, tell: str | None, risk: str | None, *, first: bool = False
) -> str:
    """`No rain so far, air 18.3 °C, …; over the last 10 minutes: track +0.1 °C.` What is asked for comes first.

    `now`: the last report, as the output has it. `rain` and `trend`: clauses, empty where there is none. `tell`: one of
    `TOLD_FIRST`. `risk`: race control's words on rain. `first`: the trend is what was asked for.
    """
    said = {
        word: f"{word} {now[name]:g}{unit}"
        for word, (name, unit) in _VALUES.items()
        if now[name] is not None and (word == tell or word not in _SELDOM)
    }
    if tell == "wind" and now["wind_deg"] is not None and "wind" in said:
        said["wind"] += f" from {now['wind_deg']:g}°"
    if tell in _VALUES and tell not in said:
        return f"The feed does not tell the {tell}{' temperature' if tell in ('air', 'track') else ''}."
    parts = [said[tell], *(words for word, words in said.items() if word != tell)] if tell in said else [*said.values()]
    if rain:
        parts.insert(1 if tell in said else 0, rain)
    if not parts:
        return "The feed's last weather report says nothing that can be read."
    if tell in _UNTOLD:
        words = f"; race control: {risk}" if risk and tell == "forecast" else ""
        return f"{_UNTOLD[tell]}{words}; now: {', '.join(parts)}."[:SUMMARY_MAX_CHARS]
    if first:
        return fitting(f"{capital(trend)}; now ", parts)
    parts[0] = capital(parts[0])
    if tell == "spells" and rain:
        return fitting(f"{capital(rain)}; now ", parts[1:])
    return fitting("", parts, end=f"; {trend}." if trend else ".")


def extremes(view: RaceView, reports: Sequence[Weather]) -> str:
    """`Track 38.2 to 45.1 °C, highest at 00:31:02 (lap 12); air 24.1 to 26.0 °C, highest at 00:12:00.`"""
    since = view.started_at
    told = [one for one in reports if since is None or one.t >= since] or [*reports]
    parts = []
    for word, name in (("track", "track_c"), ("air", "air_c")):
        values = [(value, one.t) for one in told if (value := getattr(one, name)) is not None]
        if not values:
            continue
        (high, at), (low, _) = max(values, key=lambda one: one[0]), min(values, key=lambda one: one[0])
        lap = "" if view.timed else f" (lap {max(bisect_right(view.line_times, at), 1)})"
        parts.append(f"{word} {low:g} to {high:g} °C, highest at {format_session_time(max(at, 0.0))[:8]}{lap}")
    so_far = "since the start" if since is not None else "so far"
    return fitting(f"{capital(so_far)}: ", parts, separator="; ") if parts else "The feed tells no temperatures."


def rain_spells(view: RaceView, reports: Sequence[Weather]) -> str:
    """When it has rained: `it rained on laps 2 to 5 and 45 to 49; no rain since`; empty where no rain is told of."""
    told = [report for report in reports if report.rain is not None]
    if not told:
        return ""
    spells: list[list[float]] = []
    for report in told:
        if report.rain and not (spells and spells[-1][1] == -1):
            spells.append([report.t, -1])
        elif not report.rain and spells and spells[-1][1] == -1:
            spells[-1][1] = report.t
    start = view.started_at or 0.0
    in_race = [spell for spell in spells if spell[1] == -1 or spell[1] > start]
    if view.timed and spells:
        clock = [format_session_time(max(begun, 0.0))[:5] for begun, _ in spells[-_MOST_SPELLS:]]
        return f"{'rain' if told[-1].rain else 'no rain'} now; rain began at {joined(clock)}"
    if not in_race:
        before = ", it rained before the start" if spells and view.started else ""
        return f"{'rain' if told[-1].rain else 'no rain'} so far{before}"
    laps = _laps(view, in_race)
    said = [str(first) if first == last else f"{first} to {last}" for first, last in laps]
    if told[-1].rain:
        earlier = f" (before: {_on_laps(said[:-1])})" if said[:-1] else ""
        return f"rain since lap {laps[-1][0]}{earlier}"
    return f"it rained on {_on_laps(said)}; no rain since"


def _laps(view: RaceView, spells: Sequence[Sequence[float]]) -> list[list[int]]:
    """The leader's laps on which it rained, first to last; spells that share a lap are one."""
    laps: list[list[int]] = []
    for begun, end in spells:
        first = max(bisect_right(view.line_times, begun), 1)
        last = bisect_right(view.line_times, view.t if end == -1 else end)
        if laps and first <= laps[-1][1] + 1:
            laps[-1][1] = last
        else:
            laps.append([first, max(first, last)])
    return laps


def _on_laps(said: Sequence[str]) -> str:
    return f"{'lap' if len(said) == 1 and said[0].isdigit() else 'laps'} {joined(said[-_MOST_SPELLS:])}"
