"""get_track_status: flags and safety car now, and when they were out."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pitwall.events import RaceControl
from pitwall.facts.heard_from import heard_from
from pitwall.facts.periods import KINDS, PERIOD_NAMES, Kind, Period, stoppages, track_periods
from pitwall.facts.race_control import said_that
from pitwall.state import RaceView, StateCache
from pitwall.state.moment import format_session_time
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import count_text, fitting
from toolgate.contract import JsonObject, ToolSpec

_MAX_PERIODS = 500
_RESUMES = re.compile(r"\bWILL (?:RESUME|RESTART|RE-START) AT (\d{1,2}:\d\d)")

FULL_COURSE = "full_course_yellow"
_FULL_COURSE_KINDS: tuple[Kind, ...] = ("safety_car", "vsc")
"""What timekeepers of other series call a full course yellow is one of these in the feed."""
_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {},
        """
        what is the track status / flags / is there debris on the track / is the track green
        is the track clear / what flag is out / any flags / are we under green
        are we racing or behind the safety car / is it a yellow flag or a red flag / is the race neutralised
        is it under caution / how many times has the race been neutralised / what flags have been out
        when did it go green / has the race resumed or restarted / are they under yellow
        are they still running / are the cars still running / is the session (still|) running / is the session stopped
        is it green flag racing / are we green / are we back to green / is it green flag / flag status
        did the virtual safety car (become|turn into) a (full|) safety car
        (was|has|is) the virtual safety car (been|) (turned into|upgraded to|replaced by|followed by) a safety car
        did they (upgrade|change) the virtual safety car to a (full|proper|) safety car
        which flag is shown / what flag are we under / what colour is the flag / flag / track status / is the race live
        are we under green flag conditions / is the race back under way / are they racing / caution
        why (are|have) (they|they all|all of them|all the cars) (slow|slowed down|slowing down|going slow|backed off)
        why (is|has) (everyone|everybody|the whole field) (slow|slowed down|slowing down|going slow|backed off)
        """,
    ),
    *asked(
        {"kind": "safety_car"},
        """
        is there a safety car / safety car / is it under sc or vsc / is the safety car out
        are we under the safety car / was there a safety car earlier / how long has the safety car been out
        how long was the safety car out for / when was the first safety car / when did the safety car first come out
        how many safety cars / has there been a safety car
        when was the safety car out / how many safety cars have there been / was there a safety car
        were there any safety cars / how often was the safety car out / any safety cars so far
        on which laps was the safety car out / when did the safety car come out
        how long was the safety car out / safety car laps / safety car periods
        when did the safety car come in / sc out / how many laps behind the safety car
        is the safety car deployed / has the safety car been deployed / is the safety car on track / sc / any sc or vsc
        safety car status / is the safety car in / safety car or green / are they behind the safety car
        are these safety car conditions / is safety car in this lap / is the safety car coming in
        will the safety car come in this lap / how long did the safety car stay out / did we have a safety car
        has race control said the safety car is coming in
        what lap did the (safety car|full safety car) replace the virtual one
        on (which|what) lap did the safety car replace the virtual safety car
        (sc|safety car) or (vsc|virtual safety car)
        is it (now|) (the|a|) (safety car|virtual safety car|vsc) or (the|a|) (safety car|virtual safety car|vsc)
        was there any safety car (at all|today|so far) / sc or vsc status
        when was the last time the safety car was out / when was the last safety car
        when did we last have a safety car
        how long was the (first|last|second) safety car out / when was the (last|latest) safety car period
        (is it|is that|is this|) another safety car / when did the safety car come out the first time
        safety car lap count / how many laps has the safety car (been out|lasted) / laps under the safety car
        which laps were behind the safety car / which laps were run behind the safety car
        how many laps have been run behind the safety car / how many laps under the safety car
        """,
    ),
    *asked(
        {"kind": "vsc"},
        """
        is the virtual safety car deployed / is vsc on / is vsc ending / vsc periods / when was the vsc
        has there been a virtual safety car / virtual safety car
        how many virtual safety cars have there been / how many vscs have there been / any virtual safety cars so far
        how long was the virtual safety car out for / how long was the virtual safety car out
        on which laps was the virtual safety car out
        when did the virtual safety car come out / when did the virtual safety car end
        """,
    ),
    *asked(
        {"kind": FULL_COURSE},
        """
        how many full course yellows have there been
        how many full course yellows (have we had|were there|did we have|are there|) (|today|so far)
        full course yellow / fcy / full course yellows / number of full course yellows / is it a full course yellow
        is there a full course yellow / was there a full course yellow / are we under full course yellow
        any full course yellows (|so far|today) / are we under fcy / is it fcy
        when was the last full course yellow / how long was the full course yellow / how many laps of full course yellow
        has there been a full course yellow / how many fcys (have there been|were there|did we have|) / fcy periods
        """,
    ),
    *asked(
        {"kind": "red"},
        """
        is the race red flagged / was there a red flag / how long was the red flag
        has the race been stopped / when was the red flag / is the race suspended / is there a red flag / red flag
        how long did the red flag last / how long did the red flag cost / how much time did the red flag cost
        how long did that red (last|cost) / how long was that red / how long did the red (last|cost)
        how much time was lost to the red flag / how much time did we lose to the red flag
        how many red flags have there been / any red flags so far / on which laps was the red flag
        when (will|does) (they|the session|running) (get going|go|resume|restart) (again|)
        when is the (restart|session back on) / when can they go again
        how long has the race been stopped / how long was the race stopped / how many times was the race stopped
        """,
    ),
    *asked(
        {"kind": "yellow"},
        """
        are there yellow flags / is there a yellow flag / how many yellow flags have there been
        when were the yellow flags / yellow flag periods / any yellow flags out / yellows / yellow flag
        is there a yellow
        have there been yellow flags / are the yellow flags out / any yellows / yellow / was there a yellow flag
        how long did the yellow flag last / how long was the yellow flag (|out)
        """,
    ),
)

STATUSES = ("green", "yellow", "safety_car", "red", "vsc", "vsc_ending")
_NOW = {
    "green": "Track clear",
    "yellow": "Yellow flag",
    "safety_car": "Safety car",
    "red": "Red flag",
    "vsc": "Virtual safety car",
    "vsc_ending": "Virtual safety car ending",
}


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
            )
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
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    asked_for = given.get("kind")
    only: tuple[Kind, ...] = _FULL_COURSE_KINDS if asked_for == FULL_COURSE else (asked_for,) if asked_for else ()
    every = track_periods(view)
    chosen = [period for period in every if not only or period.kind in only]
    held = view.track_statuses[-1] if view.track_statuses else None
    return {
        "summary": _summary(view, every, only),
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
        "duration_s": _duration_s(view, period),
    }


def _duration_s(view: RaceView, period: Period) -> float:
    return round((view.t if period.end is None else period.end) - period.start, 3)


def _resumes(view: RaceView) -> str:
    """`, to resume at 12:46`: what race control has said of a session that a red flag has stopped."""
    reds = [period for period in track_periods(view) if period.kind == "red"]
    told = said_that(view, _of_resuming)
    resumed = told and any(one.status == "started" and one.t > told[-1].t for one in view.session_statuses)
    if not reds or not told or told[-1].t < reds[-1].start or resumed:
        return ""
    found = _RESUMES.search(told[-1].message.upper())
    return f", to resume at {found[1]}" if found else ""


def _of_resuming(told: RaceControl) -> bool:
    return _RESUMES.search(told.message.upper()) is not None


def _worded(view: RaceView, period: Period) -> str:
    if view.timed:
        until = f" to {format_session_time(period.end)[:8]}" if period.end is not None else ""
        return f"{format_session_time(period.start)[:8]}{until}"
    if period.to_lap is None:
        return f"since lap {period.from_lap}"
    same = period.from_lap == period.to_lap
    return f"lap {period.from_lap}" if same else f"laps {period.from_lap} to {period.to_lap}"


def _lasted(view: RaceView, period: Period) -> str:
    return f"{_worded(view, period)} ({_minutes(_duration_s(view, period))})"


def _minutes(duration_s: float) -> str:
    minutes, seconds = divmod(round(duration_s), 60)
    return f"{minutes}:{seconds:02d}"


def _went_on(view: RaceView) -> str:
    """When running went on after the last red flag of a practice or qualifying: minutes after the track was clear."""
    stopped = next(iter(reversed(stoppages(view))), None) if view.timed else None
    if stopped is None:
        return "."
    if stopped.end is None and view.track_status == "red":
        return "." if _resumes(view) else "; when it goes on has not been told."
    if stopped.end is None:
        return f"; running has not gone on yet, {_minutes(view.t - stopped.start)} after it came out."
    at, after = format_session_time(stopped.end)[:8], _minutes(stopped.end - stopped.start)
    return f"; running went on at {at}, {after} after it came out."


def _summary(view: RaceView, every: Sequence[Period], only: Sequence[Kind]) -> str:
    if not view.track_statuses:
        return "The feed has not told the track status yet."
    held = view.track_statuses[-1]
    since = f" since lap {held.lap}" if held.lap else ""
    now = f"{_NOW.get(held.status, held.status)}{since}{_resumes(view)}"
    if not view.started:
        return f"{now}; the {'session' if view.timed else 'race'} has not started."
    if only:
        return _of_kinds(view, every, only, now)
    neutral = [f"{PERIOD_NAMES[p.kind][0]} {_worded(view, p)}" for p in every if p.kind != "yellow"]
    yellows = count_text(sum(p.kind == "yellow" for p in every), "yellow flag period")
    if not neutral:
        where = "session" if view.timed else "race"
        joined = heard_from(view)
        if joined is not None:
            return f"{now}; no safety car, red or yellow flag since lap {joined}, when the feed was joined."
        return f"{now}; no safety car or red flag so far in the {where}, {yellows}."
    some = any(period.kind == "yellow" for period in every)
    return fitting(f"{now}; so far: ", neutral, end=f"; {yellows}." if some else ".")


def _of_kinds(view: RaceView, every: Sequence[Period], only: Sequence[Kind], now: str) -> str:
    found = [period for period in every if period.kind in only]
    if not found:
        names = " or ".join(PERIOD_NAMES[kind][0] for kind in only)
        if (joined := heard_from(view)) is not None:
            return f"{now}; no {names} since lap {joined}, when the feed was joined."
        beside = "by itself " if "yellow" in only and any(p.kind == "safety_car" for p in every) else ""
        return f"{now}; no {names} {beside}so far in the {'session' if view.timed else 'race'}."
    kinds = [kind for kind in only if any(period.kind == kind for period in found)]
    counts = [count_text(sum(p.kind == kind for p in found), *PERIOD_NAMES[kind]) for kind in kinds]
    end = _went_on(view) if "red" in only else "."
    return fitting(f"{now}; {' and '.join(counts)} so far: ", [_lasted(view, p) for p in found], end=end)
