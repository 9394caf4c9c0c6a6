"""Flags and the safety car in words: what holds now and what has been, or what was asked for first."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pitwall.events import RaceControl
from pitwall.facts.heard_from import heard_from
from pitwall.facts.periods import PERIOD_NAMES, Kind, Period, stoppages, track_periods
from pitwall.facts.race_control import said_that
from pitwall.state import RaceView
from pitwall.state.moment import format_session_time
from pitwall.tools.timed_words import segment_name
from pitwall.tools.words import capital, count_text, fitting, lap_span_text, laps_text

NTH = ("second", "third")
TOLD_FIRST = ("count", "first", *NTH, "last", "longest", "share", "restarts")
_COMES_IN = ("IN THIS LAP", "VSC ENDING", "VIRTUAL SAFETY CAR ENDING")
_RESUMES = re.compile(r"\bWILL (?:RESUME|RESTART|RE-START) AT (\d{1,2}:\d\d)")
_NOW = {
    "green": "Track clear",
    "yellow": "Yellow flag",
    "safety_car": "Safety car",
    "red": "Red flag",
    "vsc": "Virtual safety car",
    "vsc_ending": "Virtual safety car ending",
}


def duration_s(view: RaceView, period: Period) -> float:
    """Seconds from a period's start to its end, or to now where it lasts."""
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
        segment = view.segment_at(period.start) if view.segment else None
        return (
            f"{format_session_time(period.start)[:8]}{until}{f' in {segment_name(view, segment)}' if segment else ''}"
        )
    if period.to_lap is None:
        return f"since lap {period.from_lap}"
    return lap_span_text(period.from_lap, period.to_lap)


def _lasted(view: RaceView, period: Period) -> str:
    return f"{_worded(view, period)} ({_minutes(duration_s(view, period))})"


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


def track_words(view: RaceView, every: Sequence[Period], only: Sequence[Kind], tell: str | None = None) -> str:
    """What holds now and what has been; `only` periods of these kinds; `tell`: what comes first, of `TOLD_FIRST`."""
    if not view.track_statuses:
        return "The feed has not told the track status yet."
    held = view.track_statuses[-1]
    since = f" since lap {held.lap}" if held.lap else ""
    now = f"{_NOW.get(held.status, held.status)}{since}{_resumes(view)}"
    if not view.started:
        return f"{now}; the {'session' if view.timed else 'race'} has not started."
    if tell == "restarts":
        return _restarts(view, every, now)
    if only:
        return _of_kinds(view, every, only, now, tell)
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


def _of_kinds(view: RaceView, every: Sequence[Period], only: Sequence[Kind], now: str, tell: str | None) -> str:
    found = [period for period in every if period.kind in only]
    if not found:
        names = " or ".join(PERIOD_NAMES[kind][0] for kind in only)
        if (joined := heard_from(view)) is not None:
            return f"{now}; no {names} since lap {joined}, when the feed was joined."
        beside = "by itself " if "yellow" in only and any(p.kind == "safety_car" for p in every) else ""
        cars = sum(period.kind == "safety_car" for period in every)
        but = f", but {count_text(cars, *PERIOD_NAMES['safety_car'])}" if beside else ""
        if tell is not None and not view.timed:
            return f"No {names} {beside}so far in the race{but}; {_lower(now)}."
        return f"{now}; no {names} {beside}so far in the {'session' if view.timed else 'race'}{but}."
    kinds = [kind for kind in only if any(period.kind == kind for period in found)]
    counts = [count_text(sum(p.kind == kind for p in found), *PERIOD_NAMES[kind]) for kind in kinds]
    end = _went_on(view) if "red" in only else "."
    if tell is not None and not view.timed:
        return _first_told(view, found, " and ".join(counts), now, tell)
    return fitting(f"{now}; {' and '.join(counts)} so far: ", [_lasted(view, p) for p in found], end=end)


def _first_told(view: RaceView, found: Sequence[Period], counts: str, now: str, tell: str) -> str:
    """How often, or one of the periods, or how much of the race; then what holds now."""
    if tell == "count":
        return fitting(f"{capital(counts)} so far: ", [_lasted(view, p) for p in found], end=f"; {_lower(now)}.")
    if tell == "share":
        return _share(view, found, counts)
    if tell in NTH[max(len(found) - 1, 0) :]:
        return fitting(f"No {tell} one: {counts} so far: ", [_lasted(view, p) for p in found], end=f"; {_lower(now)}.")
    nth = dict(zip(NTH, found[1:], strict=False))
    ends = nth | {"first": found[0], "last": found[-1], "longest": max(found, key=lambda p: duration_s(view, p))}
    one = ends[tell]
    of = f" of {len(found)}" if len(found) > 1 else ""
    time = _minutes(duration_s(view, one))
    in_all = f"; in all {_minutes(sum(duration_s(view, p) for p in found))}" if tell == "last" and of else ""
    if one.end is None:
        end = _when_it_ends(view, one) if tell == "last" else ""
        out = f"The {tell} {PERIOD_NAMES[one.kind][0]}{of} is still out"
        return f"{out}: {_worded(view, one)}, {time} so far{in_all}{end}."
    laps = 1 if one.to_lap is None else one.to_lap - one.from_lap + 1
    lasted = f"{laps_text(laps)}, {time}" if laps > 1 else time
    ago = _ago(view, one) if tell == "last" else ""
    return f"The {tell} {PERIOD_NAMES[one.kind][0]}{of}: {_worded(view, one)} ({lasted}){ago}{in_all}; {_lower(now)}."


def _when_it_ends(view: RaceView, lasting: Period) -> str:
    """What race control has said of the end of a period that lasts; no feed tells more of it."""
    told = [one for one in said_that(view, _of_coming_in) if one.t >= lasting.start]
    return f"; race control: {told[-1].message}" if told else "; when it ends no feed tells"


def _of_coming_in(message: RaceControl) -> bool:
    return any(words in message.message.upper() for words in _COMES_IN)


def _ago(view: RaceView, ended: Period) -> str:
    """`, ended 4 laps ago`; empty where the race is over."""
    if view.finished or ended.end is None or ended.to_lap is None:
        return ""
    laps = view.lap - ended.to_lap
    return f", ended {laps_text(laps)} ago" if laps > 0 else f", ended {_minutes(view.t - ended.end)} ago"


def _share(view: RaceView, found: Sequence[Period], counts: str) -> str:
    ended = view.t if view.finished_at is None else view.finished_at
    if view.started_at is None or ended <= view.started_at:
        return f"{capital(counts)} so far; the feed does not tell when the race started."
    spans = [(max(p.start, view.started_at), min(ended if p.end is None else p.end, ended)) for p in found]
    seconds, whole = sum(max(to - since, 0.0) for since, to in spans), ended - view.started_at
    so_far = "" if view.finished else " so far"
    return f"{round(100 * seconds / whole)} % of the race{so_far}: {_minutes(seconds)} of {_minutes(whole)} ({counts})."


def _restarts(view: RaceView, every: Sequence[Period], now: str) -> str:
    """The safety cars and red flags after which racing went on, by the laps of their ends."""
    grave = [period for period in every if period.kind in ("safety_car", "red")]
    ended = [
        period
        for period, after in zip(grave, [*grave[1:], None], strict=False)
        if period.end is not None and (after is None or after.start > period.end) and not _to_the_flag(view, period)
    ]
    if not ended:
        return f"No restart so far in the race; {_lower(now)}."
    said = [f"lap {p.to_lap} (after the {PERIOD_NAMES[p.kind][0]} of {_worded(view, p)})" for p in reversed(ended)]
    first = "the last on " if len(ended) > 1 else "on "
    return fitting(f"{capital(count_text(len(ended), 'restart'))} so far, {first}", said, end=f"; {_lower(now)}.")


def _to_the_flag(view: RaceView, period: Period) -> bool:
    """Whether the race ended behind it: who comes in at the end of the last lap starts nothing again."""
    return view.finished and period.to_lap is not None and period.to_lap >= view.lap


def _lower(now: str) -> str:
    return now[:1].lower() + now[1:]
