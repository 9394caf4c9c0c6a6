"""get_session_info: which session this is, how far it has gone, and when it should end."""

from __future__ import annotations

import math

from pitwall.facts.clock import time_left
from pitwall.facts.pace import LASTING_LAPS, leading_pace
from pitwall.state import KINDS, RaceView, StateCache
from pitwall.state.moment import format_session_time
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.session_words import TOLD_FIRST, RaceProgress, is_by_laps, is_stopped, race_words, timed_words
from pitwall.tools.tool import Example, race_tool
from toolgate.contract import JsonObject, ToolSpec

_MAX_SECONDS = 1_000_000
_LONGEST_S = 48 * 3600
"""No race lasts longer: the distance that says so is wrong."""


_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {},
        """
        session clock / what kind of session is this / is this a race or a qualifying / is this a sprint or a race
        which track is this / where is this race / which country is this / which race is this / what race is this
        which circuit is this / where is the race / what track are they on / session time / session info
        what kind of session is it / which session is this / how long is a lap / what time is it at the track
        what track is this / where are they racing / race time
        """,
    ),
    *asked(
        {"tell": "laps_left"},
        """
        how many laps are left / how many laps to go / laps remaining / how many laps remain / laps to run
        how many laps remaining / race distance remaining / how many tours remain / laps left / laps to go
        how many (laps are|) left (of|in) (the session|the race|the sprint) / how many laps left
        how many laps (are left|left|to go|) after this (one|lap)
        are we near the end / how many laps until the end / how many laps to the flag / how many more laps
        how many (laps are left|laps left|more laps) (in|of) (this|the) (race|sprint|grand prix)
        """,
    ),
    *asked(
        {"tell": "time_left"},
        """
        when will it be over / how much time is left / time remaining / how much time left / how long is left
        (how many|) minutes to go / (how many|) minutes to go in (fp1|fp2|fp3|practice|the session|the race|the sprint)
        how many minutes (are|) left (of|in) (fp1|fp2|fp3|practice|the session|the race|the sprint)
        how many laps (are|) left (of|in) (fp1|fp2|fp3|practice) / how many minutes are left / how much longer
        when does the race end / when will the race end / how long until the finish / when does the race finish
        when is the finish expected / how many hours are left / how much of the race is left / what time will it end
        how (much|many) (time|minutes|hours) (is|are) left (in|of) (this|the) (race|sprint|grand prix)
        """,
    ),
    *asked(
        {"tell": "total_laps"},
        """
        how many laps in total / how many laps are there / total laps / number of laps / how many laps is the race
        how (many|much) laps has (this|the) (race|sprint|grand prix) / how long is (this race|this sprint|the sprint)
        how long is (this|the) (race|sprint|grand prix) (supposed|meant|scheduled|planned) to be (now|)
        how many laps (in|are in|are there in|does) the race (have|) / how many laps in the race
        (was not|was|is not) (this|it|the race|the sprint) (supposed|meant|scheduled|planned) to be {n} laps
        how many laps was (this|the) (race|sprint|grand prix) (supposed|meant|scheduled|planned) to be
        did they (do|run|go|drive) the (full|whole|planned|scheduled) (number of laps|distance)
        was the (race|sprint) (the|run over the) full (distance|number of laps)
        did the race (go|run) (the|its|to) full distance / was the race (shortened|cut short|stopped early)
        how many laps (in|are in) this race / race distance / what is the race distance / how long is the race
        """,
    ),
    *asked(
        {"tell": "laps_done"},
        """
        lap / what lap are we on now / what lap are they on / which lap are we on / what is the lap count
        how many laps have been completed / how far into the race are we / how many laps have been done
        how many laps have they done / how many laps are done / how many laps have been (run|driven)
        how many laps have we (had|done|completed) / how many laps has the race (run|gone)
        """,
    ),
    *asked(
        {"tell": "half_distance"},
        """
        are we (near|close to|at|past) (half way|halfway|half distance) / are we halfway (yet|through|there)
        is it (past|at) half distance / which lap is half distance / when is half distance
        is the race (past|at) half distance / is the race half (over|done) / have we (reached|passed) half distance
        what lap is half distance / is it half time / how far is it to half distance
        how many laps (until|till|to|before|to go until|left until) (half distance|halfway|half way|the halfway point)
        """,
    ),
    *asked(
        {"tell": "share"},
        """
        (what|which) (share|percentage|percent|part|proportion|fraction) of the race (is done|is over|has been run)
        (what|which) (share|percentage|percent|part|proportion|fraction) of the race is left
        how much of the race (is done|is over|has been run|has been completed)
        how many percent of the race (are|is) (done|left)
        how far (through|into) the race are we in percent / in percent how far (through|into) the race are we
        """,
    ),
    *asked(
        {"tell": "elapsed"},
        """
        how long has the race been going / how long did the race last / how long did the race take
        how long was the race / duration of the race / how long have they been racing / how long have we been racing
        how long has the race (been running|been on|run|lasted) / what is the race time / race duration
        how much time has (passed|gone) / how many hours have (been run|passed|gone)
        """,
    ),
    *asked(
        {"tell": "over"},
        """
        is the race over / is the session over / has the session ended / is it over / has the session finished
        is the session still going / has the race started or finished / has the chequered flag fallen
        is the race under way or running / has the race finished / has the race ended / is the race finished
        has the chequered flag been (shown|waved) / is the race still (going|running|on) / is it all over
        has the (race|session) been finished / did the race end / is the race done / when did the race end
        """,
    ),
    *asked(
        {"tell": "last_lap"},
        """
        is it the last lap / is this the (last|final) lap / are we on the (last|final) lap / last lap now
        are they on the last lap
        """,
    ),
    *asked(
        {"tell": "penultimate"},
        "is (it|this) the (penultimate|second last|last but one) lap / are (we|they) on the penultimate lap"
        " / penultimate lap now",
    ),
    *asked(
        {"tell": "started"},
        """
        has the race started / when did the race start / what time did the race start / what time does the race start
        when does it start / are they racing yet / has it started / did the race start
        """,
    ),
)


_PAYLOAD: s.JsonSchema = {
    "series": s.text(nullable=True),
    "meeting": s.text(nullable=True),
    "name": s.text(nullable=True),
    "kind": s.text(nullable=True),
    "circuit": s.text(nullable=True),
    "scheduled_local": s.text("planned start in the track's own time", longest=40, nullable=True),
    "status": s.text("as the feed has it", longest=20, nullable=True),
    "started": s.text("session time of the start", longest=16, nullable=True),
    "finished": s.text("session time at which the winner took the flag", longest=16, nullable=True),
    "race_time_s": s.number("seconds since the start, until the flag", high=_MAX_SECONDS, nullable=True),
    "laps": s.lap_number("laps completed by the first car"),
    "total_laps": s.lap_number("laps the race has, as last announced", nullable=True),
    "laps_left": s.lap_number("0 once the flag has fallen", nullable=True),
    "lap_length_m": s.number("metres", high=100_000, nullable=True),
    "distance_m": s.number("of the whole race, metres", high=100_000_000, nullable=True),
    "covered_m": s.number("by the laps completed, metres", high=100_000_000, nullable=True),
    "expected_end": s.record(
        {
            "session_time": s.text("HH:MM:SS.mmm", longest=16),
            "utc": s.text("to the second", longest=24, nullable=True),
            "in_s": s.number("seconds from now", high=_MAX_SECONDS),
            "lap_s": s.number("the lap time counted with, seconds", high=_MAX_SECONDS),
        },
        "derived: the laps left, or in a race by time until the first line after its end, at the mean of the "
        f"leader's last {LASTING_LAPS} green laps without in-laps and out-laps; what may still happen is not in "
        "it; null: no green lap to reckon with, or nothing left",
        nullable=True,
        optional={"green_laps": s.integer("green laps reckoned with", low=1, high=LASTING_LAPS)},
    ),
}


def build_get_session_info_tool(cache: StateCache) -> ToolSpec:
    """Session, clock, laps done and left, distance, and an expected end that says it is derived."""
    return race_tool(
        cache,
        _handle,
        name="get_session_info",
        description="The session: which race and circuit this is, its status and clock, laps done and laps left, the "
        "distance, and when the race is expected to end.",
        arguments={"tell": s.tell_argument(*TOLD_FIRST, meaning="of a race, and short")},
        payload=_PAYLOAD,
        schema_version=2,
        migration={"$.expected_end": "since v2 the mean of up to 12 green laps; before, the median of up to 5"},
        optional={
            "time_left_s": s.number(
                "of a race by time, a practice or the segment of a qualifying, seconds; 0 once it has run out",
                high=_MAX_SECONDS,
            ),
            "time_left_derived": s.flag("by the length that the rules of its year give it"),
            "session_kind": s.choice(*KINDS, description="what kind of session it is"),
            "segment": s.integer("of a qualifying: under way, or last", low=1, high=9),
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    tell = given.get("tell")
    session, total, left = view.session, view.total_laps, None if view.timed else _laps_left(view)
    clock = time_left(view)
    length = session.lap_length_m if session and session.lap_length_m and 0 < session.lap_length_m < 50_000 else None
    end = None if view.timed else _expected_end(view, left)
    progress = RaceProgress(left, end, _race_time(view))
    untold = {
        "which session this is": session is None,
        "how many laps the race has": not view.timed and total is None and view.time_left_s is None,
        "how long the session still has": view.timed and clock is None,
        "the length of a lap": length is None,
        "the time of day": view.utc is None,
    }
    return {
        "summary": timed_words(view, tell) if view.timed else race_words(view, progress, tell),
        "series": (session.series[:80] or None) if session else None,
        "meeting": (session.meeting[:80] or None) if session else None,
        "name": (session.name[:80] or None) if session else None,
        "kind": (session.kind[:80] or None) if session else None,
        "circuit": (session.circuit[:80] or None) if session else None,
        "scheduled_local": (session.start_local[:40] or None) if session else None,
        "status": view.session_status,
        "started": _clock(view.started_at),
        "finished": _clock(view.finished_at),
        "race_time_s": progress.race_time_s,
        "laps": view.lap,
        "total_laps": total,
        "laps_left": left,
        "lap_length_m": length,
        "distance_m": round(length * total, 1) if length and total else None,
        "covered_m": round(length * view.lap, 1) if length else None,
        "expected_end": end,
        **({} if clock is None else {"time_left_s": clock.seconds, "time_left_derived": clock.derived}),
        **({} if view.kind is None else {"session_kind": view.kind}),
        **({} if view.segment is None else {"segment": view.segment}),
        "missing": [what for what, holds in untold.items() if holds],
    }


def _clock(t: float | None) -> str | None:
    return None if t is None else format_session_time(t)


def _race_time(view: RaceView) -> float | None:
    if view.started_at is None:
        return None
    end = view.t if view.finished_at is None else view.finished_at
    return round(end - view.started_at, 3) if end >= view.started_at else None


def _laps_left(view: RaceView) -> int | None:
    if view.finished:
        return 0
    return None if view.total_laps is None else max(view.total_laps - view.lap, 0)


def _expected_end(view: RaceView, left: int | None) -> JsonObject | None:
    """None before the first lap is done, after the flag, and while a red flag stops the clock of all reckoning."""
    if view.finished or view.lap < 1 or is_stopped(view):
        return None
    lines = view.line_times if view.started_at is not None else view.line_times[1:]
    found = leading_pace(view)
    if found is None or found.seconds <= 0:
        return None
    pace = found.seconds
    if left is None and view.time_left_s is not None and not is_by_laps(view):
        left = math.ceil((view.t + view.time_left_s - lines[-1]) / pace)
    if not left:
        return None
    end = max(lines[-1] + left * pace, view.t)
    if end - view.t > _LONGEST_S:
        return None
    return {
        "session_time": format_session_time(end),
        "utc": view.utc_at(end),
        "in_s": round(end - view.t, 3),
        "lap_s": round(pace, 3),
        "green_laps": found.laps,
    }
