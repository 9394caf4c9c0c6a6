"""get_track_status: flags and safety car now, and when they were out."""

from __future__ import annotations

from pitwall.facts.periods import FULL_COURSE, KINDS, Period, kinds_of, track_periods
from pitwall.state import RaceView, StateCache
from pitwall.state.moment import format_session_time
from pitwall.tools import schemas as s
from pitwall.tools.tool import race_tool
from pitwall.tools.track_questions import EXAMPLES
from pitwall.tools.track_words import TOLD_FIRST, duration_s, track_words
from toolgate.contract import JsonObject, ToolSpec

_MAX_PERIODS = 500

STATUSES = ("green", "yellow", "safety_car", "red", "vsc", "vsc_ending")


def build_get_track_status_tool(cache: StateCache) -> ToolSpec:
    """The track status, since when it holds, and every span of the race in which the track was not clear."""
    return race_tool(
        cache,
        _handle,
        name="get_track_status",
        description="The track status: whether the track is clear, under yellow or red flag, safety car or virtual "
        "safety car, since when, and on which laps and when they were out so far.",
        arguments={
            "kind": s.choice(
                *KINDS, FULL_COURSE, description="only these periods; full_course_yellow: safety cars of both kinds"
            ),
            "tell": s.tell_argument(
                *TOLD_FIRST,
                meaning="of a race: how many periods there were, the first, second, third, last or longest of them, "
                "their share of the race, or its restarts",
            ),
        },
        payload={
            "status": s.choice(*STATUSES, None, description="now; null: the feed has not told"),
            "since": s.text("session time at which it began", longest=16, nullable=True),
            "since_s": s.number("seconds for which it has lasted", high=1_000_000, nullable=True),
            "since_lap": s.lap_number("the lap the first car was on then; 0: before the start", nullable=True),
            "periods": s.rows(
                s.record(
                    {
                        "kind": s.choice(*KINDS),
                        "from_lap": s.lap_number("the lap the first car was on when it began"),
                        "to_lap": s.lap_number("the same when it ended; null: it lasts", nullable=True),
                        "began": s.text("session time", longest=16),
                        "ended": s.text("session time; null: it lasts", longest=16, nullable=True),
                        "duration_s": s.number("seconds, until now where it lasts", high=1_000_000),
                    }
                ),
                "in the race, in order",
                most=_MAX_PERIODS,
            ),
            "counts": s.record({kind: s.integer("periods so far", high=10_000) for kind in KINDS}),
        },
        examples=EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    only = kinds_of(given.get("kind", ""))
    every = track_periods(view)
    chosen = [period for period in every if not only or period.kind in only]
    held = view.track_statuses[-1] if view.track_statuses else None
    return {
        "summary": track_words(view, every, only, given.get("tell")),
        "status": held.status if held else None,
        "since": format_session_time(held.t) if held else None,
        "since_s": round(view.t - held.t, 3) if held else None,
        "since_lap": held.lap if held else None,
        "periods": [_row(view, period) for period in chosen[-_MAX_PERIODS:]],
        "counts": {kind: sum(period.kind == kind for period in every) for kind in KINDS},
        "missing": [] if held else ["the track status"],
    }


def _row(view: RaceView, period: Period) -> JsonObject:
    return {
        "kind": period.kind,
        "from_lap": period.from_lap,
        "to_lap": period.to_lap,
        "began": format_session_time(period.start),
        "ended": None if period.end is None else format_session_time(period.end),
        "duration_s": duration_s(view, period),
    }
