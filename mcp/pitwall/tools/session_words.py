"""How far a session has come, in words: all of it, or what was asked for first."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pitwall.facts.clock import time_left
from pitwall.state import RaceView
from pitwall.state.moment import format_session_time
from pitwall.state.segments import SEGMENTS
from pitwall.tools.timed_words import clock_words, session_word
from pitwall.tools.words import count_text, fitting, lap_time_text, laps_text
from toolgate.contract import JsonObject


class RaceProgress(NamedTuple):
    """Laps left, None where that is not known; the end that is expected; seconds since the start, until the flag."""

    left: int | None
    end: JsonObject | None
    race_time_s: float | None


def is_by_laps(view: RaceView) -> bool:
    """Whether the clock may only limit a race over so many laps, as it does in Formula 1."""
    return view.session is None or view.session.series == "Formula 1"


def is_stopped(view: RaceView) -> bool:
    """Whether a red flag has stopped the race."""
    return view.started and not view.finished and (view.track_status == "red" or view.session_status == "aborted")


def race_words(view: RaceView, now: RaceProgress, tell: str | None = None) -> str:
    """A race or a sprint; `tell`: what comes first, one of `TOLD_FIRST`."""
    if tell is not None and (view.started or view.lap):
        return _TOLD_FIRST[tell](view, now)
    start = f"{_title(view, 'The race')}: "
    if view.finished:
        time = f" after {_clock(now.race_time_s or 0.0)}" if view.started_at is not None else ""
        return fitting(start, [f"over, {laps_text(view.lap)} driven{time}", *_start(view)])
    if not view.started and view.lap == 0:
        planned = f", {laps_text(view.total_laps)} planned" if view.total_laps else ""
        scheduled = view.session.start_local[11:16] if view.session else ""
        clock = [f"planned for {scheduled} at the track"] if scheduled else []
        return fitting(start, [f"not started{planned}", *clock])
    parts = [_completed(view)]
    if now.left is not None:
        parts.append(f"{now.left} to go")
    if is_stopped(view):
        parts.append("stopped by a red flag")
    if now.left is None and (is_by_laps(view) or view.time_left_s is None):
        parts.append(_untold(view))
    if view.time_left_s is not None and view.total_laps is None:
        longest = "at the longest " if is_by_laps(view) else ""
        parts.append(f"{longest}{_clock(view.time_left_s)} left on the clock")
    if now.end is not None:
        parts.append(f"end expected in {_minutes_to(now.end)}")
    return fitting(start, [*parts, *_start(view)])


def timed_words(view: RaceView, tell: str | None = None) -> str:
    """Of a practice or a qualifying: `Spanish Grand Prix, Catalunya, Qualifying: Q2 of 3, 8:27 left (by the rules).`

    With `laps_done` the laps of all cars, too.
    """
    clock, left = clock_words(view), time_left(view)
    word = f"{session_word(view)} of {len(view.segments.entries) or SEGMENTS}" if view.segment else ""
    if left is not None and left.derived and left.seconds:
        clock += " (by the rules)"
    parts = [part for part in (word, clock) if part] or [view.session_status or "not begun"]
    if tell == "laps_done":
        done = [view.car(car).laps for car in view.cars]
        parts.insert(0, f"{laps_text(sum(done))} completed by {count_text(sum(map(bool, done)), 'car')} together")
    return fitting(f"{_title(view, 'The session')}: ", parts)


def _laps_left(view: RaceView, now: RaceProgress) -> str:
    if view.finished:
        return _over(view, now)
    if now.left is None:
        return fitting(
            f"The feed does not tell how many laps are left: {_completed(view)}", _running(view, now), "", ""
        )
    return fitting(f"{count_text(now.left, 'lap')} to go: ", [_completed(view), *_expected(now)])


def _time_left(view: RaceView, now: RaceProgress) -> str:
    if view.finished:
        return _over(view, now)
    if view.time_left_s is not None and view.total_laps is None:
        return fitting(f"{_clock(view.time_left_s)} left on the clock: ", [_completed(view)])
    if now.end is None:
        start = f"The feed does not tell how much time is left: {_completed(view)}"
        return fitting(start, _running(view, now), "", "")
    to_go = [] if now.left is None else [f"{now.left} to go"]
    return fitting(f"The end is expected in {_minutes_to(now.end)}: ", [_completed(view), *to_go])


def _total_laps(view: RaceView, now: RaceProgress) -> str:
    if view.finished:
        every = "All " if view.lap == view.first_total_laps else ""
        driven = f"{every}{laps_text(view.lap)} were driven{_first_planned(view, view.lap)}"
        return fitting(f"{driven}: the race is over", _running(view, now), "", "")
    if view.total_laps is None:
        return f"The feed does not tell how many laps the race has: {_completed(view)}."
    to_go = [] if now.left is None else [f"{now.left} to go"]
    total = f"{laps_text(view.total_laps)}{_first_planned(view, view.total_laps)}"
    return fitting(f"{total}: ", [f"{view.lap} completed", *to_go])


def _first_planned(view: RaceView, laps: int) -> str:
    """`, 58 were planned at first`, where the race was announced with another number than these."""
    first = view.first_total_laps
    return "" if first in (None, laps) else f", {first} were planned at first"


def _laps_done(view: RaceView, now: RaceProgress) -> str:
    if view.finished or now.left is None:
        told = f"{count_text(view.lap, 'lap')} completed; {_untold(view)}."
        return _total_laps(view, now) if view.finished else told
    return f"{count_text(view.lap, 'lap')} completed of {view.total_laps}: {now.left} to go."


def _half_distance(view: RaceView, now: RaceProgress) -> str:
    if view.total_laps is None or now.left is None:
        ended = "The race is over" if view.finished else "The feed does not tell the distance"
        return f"{ended}: {_completed(view)}."
    half = (view.total_laps + 1) // 2
    if view.finished:
        return f"The race is over: {laps_text(view.lap)} driven; half distance was lap {half}."
    away = laps_text(abs(half - view.lap))
    reached = f"in {away}" if view.lap < half else "just reached" if view.lap == half else f"passed {away} ago"
    return f"Half distance is lap {half}, {reached}: {_completed(view)}, {now.left} to go."


def _share(view: RaceView, now: RaceProgress) -> str:
    if view.finished:
        return f"All of it, 100 %: the race is over after {laps_text(view.lap)}."
    if not view.total_laps or now.left is None:
        return f"The feed does not tell the distance: {_completed(view)}."
    done = round(100 * view.lap / view.total_laps)
    return f"{done} % of the race is done, {100 - done} % is left: {_completed(view)}, {now.left} to go."


def _elapsed(view: RaceView, now: RaceProgress) -> str:
    if now.race_time_s is None:
        return f"The feed does not tell when the race started: {_completed(view)}."
    if view.finished:
        return f"The race took {_clock(now.race_time_s)}: {laps_text(view.lap)} driven."
    return fitting(f"The race has run for {_clock(now.race_time_s)}: ", [_completed(view), *_start(view)])


def _over(view: RaceView, now: RaceProgress) -> str:
    if view.finished:
        return fitting(f"The race is over: {laps_text(view.lap)} driven", _running(view, now), "", "")
    left = [_untold(view)] if now.left is None else [f"{now.left} to go"]
    return fitting("The race is not over: ", [_completed(view), *left, *_expected(now)])


def _last_lap(view: RaceView, now: RaceProgress) -> str:
    if view.finished or now.left is None:
        return _over(view, now)
    if now.left == 1:
        return f"It is the last lap, lap {view.total_laps}."
    return f"It is not the last lap: {_completed(view)}, {now.left} to go."


def _penultimate(view: RaceView, now: RaceProgress) -> str:
    if view.finished or now.left is None or now.left == 1:
        return _last_lap(view, now)
    if now.left == 2:
        return f"It is the penultimate lap, lap {view.lap + 1} of {view.total_laps}."
    return f"It is not the penultimate lap: {_completed(view)}, {now.left} to go."


def _started(view: RaceView, now: RaceProgress) -> str:
    utc = "".join(f" at {one.removeprefix('started ')}" for one in _start(view))
    if not utc:
        return f"The race has started{' and is over' if view.finished else ''}: {_completed(view)}."
    ended = "; it is over" if view.finished else ""
    return f"The race started{utc}{ended}: {_completed(view)}."


_TOLD_FIRST: dict[str, Callable[[RaceView, RaceProgress], str]] = {
    "laps_left": _laps_left,
    "time_left": _time_left,
    "total_laps": _total_laps,
    "laps_done": _laps_done,
    "half_distance": _half_distance,
    "share": _share,
    "elapsed": _elapsed,
    "over": _over,
    "last_lap": _last_lap,
    "penultimate": _penultimate,
    "started": _started,
}
TOLD_FIRST = tuple(_TOLD_FIRST)


def _completed(view: RaceView) -> str:
    if view.finished:
        return f"{laps_text(view.lap)} driven"
    return f"lap {view.lap}{f' of {view.total_laps}' if view.total_laps else ''} completed"


def _untold(view: RaceView) -> str:
    return f"the feed does not tell how {'many laps are' if is_by_laps(view) else 'much is'} left"


def _running(view: RaceView, now: RaceProgress) -> list[str]:
    """` after 01:43:44.`: how long it has run or ran, as a sentence ends."""
    return ["."] if now.race_time_s is None else [f" after {_clock(now.race_time_s)}."]


def _expected(now: RaceProgress) -> list[str]:
    return [] if now.end is None else [f"end expected in {_minutes_to(now.end)}"]


def _minutes_to(end: JsonObject) -> str:
    minutes = max(round(end["in_s"] / 60), 1)
    laps = count_text(end["green_laps"], "green lap")
    return f"about {minutes} min (derived from {laps} at {lap_time_text(end['lap_s'])})"


def _clock(seconds: float) -> str:
    return format_session_time(seconds)[:8]


def _title(view: RaceView, otherwise: str) -> str:
    session = view.session
    parts = (session.meeting, session.circuit, session.name) if session else ()
    return ", ".join(part for part in parts if part)[:80] or otherwise


def _start(view: RaceView) -> list[str]:
    """When the race started, by the clock of the world."""
    utc = None if view.started_at is None else view.utc_at(view.started_at)
    return [f"started {utc[11:19]} UTC"] if utc else []
