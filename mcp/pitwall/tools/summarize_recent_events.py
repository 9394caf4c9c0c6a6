"""summarize_recent_events: what has happened in the last seconds or laps."""

from __future__ import annotations

from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.happening_rows import EVENTS, MOST_EVENTS, event_row, events_words
from pitwall.tools.happenings import happenings
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import laps_text
from toolgate.contract import JsonObject, ToolSpec

_DEFAULT_S, _MINUTE_S = 180, 60

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {},
        """
        what just happened / what has just happened / what has happened lately / what has happened recently
        summarize recent events / summarise the recent events / recent events / latest events
        what happened in the last few minutes / what has been going on lately / anything new
        what did i just miss / did i just miss something / what did i miss just now / has anything happened lately
        """,
    ),
    *asked(
        {"window_seconds": "{n}"},
        """
        what happened in the last {n} seconds / what has happened in the last {n} seconds
        events of the last {n} seconds / summarize the last {n} seconds
        """,
    ),
    *asked({"laps": 1}, "what happened (on|in|during) the last lap / what has happened (on|in) the last lap"),
    *asked(
        {"minutes": "{n}"},
        """
        what happened in the last {n} minutes / what has happened in the last {n} minutes
        events of the last {n} minutes / summarize the last {n} minutes / what did i miss in the last {n} minutes
        has anything happened in the last {n} minutes / what has been going on in the last {n} minutes
        """,
    ),
    *asked(
        {"laps": "{n}"},
        """
        what happened in the last {n} laps / what has happened in the last {n} laps / events of the last {n} laps
        what did i miss in the last {n} laps / summarize the last {n} laps / summarise the last {n} laps
        has anything happened in the last {n} laps / what have i missed in the last {n} laps
        what did i miss over the last {n} laps / what has been going on in the last {n} laps
        what has gone on in the last {n} laps / summary of the last {n} laps
        """,
    ),
)


def _windows(unit: str) -> list[str]:
    """How a window of so many of a unit is said."""
    spans = [f"{span} {{}} {unit}" for span in ("last", "past", "previous")]
    return [*spans, *(f"{over} {span}" for over in ("in", "over", "during", "for", "from", "of") for span in spans)]


def build_summarize_recent_events_tool(cache: StateCache) -> ToolSpec:
    """Flags, stewards, retirements, the lead, stops, passes and rain of a window that ends at the moment."""
    return race_tool(
        cache,
        _handle,
        name="summarize_recent_events",
        description="What has just happened: flags, stewards, retirements, changes of the lead, stops, overtakes and "
        "rain of the last seconds or laps, the gravest in the summary.",
        arguments={
            "window_seconds": {
                **s.integer("how many seconds back", low=1, high=100_000),
                "default": _DEFAULT_S,
                "x-phrases": [*_windows("seconds"), "last {} s"],
            },
            "minutes": {
                **s.integer("instead: how many minutes back", low=1, high=1500),
                "x-phrases": _windows("minutes"),
            },
            "laps": {
                **s.integer("instead: how many laps of the first car back", low=1, high=s.MAX_LAPS),
                "x-phrases": _windows("laps"),
            },
        },
        payload={
            "from": s.number("session time in seconds at which the window begins", high=10_000_000),
            "events": EVENTS,
            "matching": s.integer("events in the window", high=100_000),
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    laps, window = given.get("laps"), given.get("window_seconds", _DEFAULT_S)
    lines = view.line_times
    if laps is not None and lines:
        since, words = lines[max(len(lines) - 1 - laps, 0)], f"the last {laps_text(laps) if laps > 1 else 'lap'}"
    else:
        since, words = max(view.t - window, 0.0), f"the last {window} s"
        if (minutes := given.get("minutes")) is not None:
            since = max(view.t - minutes * _MINUTE_S, 0.0)
            words = f"the last {minutes} minutes" if minutes > 1 else "the last minute"
    found = happenings(view, since)
    return {
        "summary": events_words(f"In {words}: ", found) if found else f"Nothing of note in {words}.",
        "from": round(max(since, 0.0), 3),
        "events": [event_row(view, event) for event in found[-MOST_EVENTS:]],
        "matching": len(found),
    }
