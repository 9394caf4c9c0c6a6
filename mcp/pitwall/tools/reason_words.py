"""What bears on a why: the laps, tyres, traffic, stops and passes of a car. Timing knows no reasons, and says so."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from statistics import median_low

from pitwall.facts.cases import cases_of
from pitwall.facts.classification import provisional
from pitwall.facts.gaps import neighbour
from pitwall.facts.laps import TimedLap, timed_laps
from pitwall.facts.names import short_name
from pitwall.facts.passages import Judged, judge_passages
from pitwall.facts.passing import passes
from pitwall.facts.periods import PERIOD_NAMES
from pitwall.facts.starting import starting_positions
from pitwall.facts.tyres import set_on
from pitwall.state import OUT_STATES, RaceView
from pitwall.tools.case_rows import case_words
from pitwall.tools.words import fitting, gap_text, joined, lap_time_text, laps_text, out_words

LAST = 3
"""So many laps are told."""
_BEFORE = 5
_CLOSE_S = 2.0
"""A car that is nearer than this to the one ahead may be held up."""
_NONE = "Timing tells no reason. "
_MORE = len(" and 10 more.")


def last_laps(view: RaceView, car: str) -> Sequence[TimedLap]:
    """The laps that are told, in order."""
    return timed_laps(view, car, LAST)


def usual_s(view: RaceView, car: str) -> float | None:
    """The car's usual lap time before its last few laps, in seconds: the median of laps on which it could race.

    None where there is none.
    """
    before = reversed(timed_laps(view, car)[:-LAST])
    raced = list(islice((lap.seconds for lap in before if lap.raced and lap.seconds is not None), _BEFORE))
    return median_low(raced) if raced else None


def stops_of(view: RaceView, car: str) -> list[Judged]:
    """The stops of a car, in order."""
    return [item for item in judge_passages(view, car) if item.kind == "stop"]


def _laps_that_fit(name: str, laps: list[str], against: str, limit: int) -> str:
    """The last laps; where there is no room for all that is said of them, the last alone."""
    said = f"{name}'s last laps {', '.join(laps)}"
    ways = (f"{said}{against}", said)
    return next((way for way in ways if len(way) <= limit), f"{name}'s last lap {laps[-1]}")


def pace_words(view: RaceView, car: str, limit: int) -> str:
    """The last laps against those before, the tyres, the car ahead, the last stop and the stewards."""
    laps = [_lap_words(lap) for lap in last_laps(view, car) if lap.seconds is not None]
    usual = usual_s(view, car)
    against = f" (before: {lap_time_text(usual)})" if usual is not None and laps else ""
    parts = [_laps_that_fit(short_name(view, car), laps, against, limit - len(_NONE) - _MORE)] if laps else []
    parts += [words for words in (_tyre_words(view, car), _ahead_words(view, car), _last_stop(view, car)) if words]
    parts += [case_words(view, case) for case in cases_of(view, car)[-1:]]
    return (
        fitting(_NONE, parts, "; ", limit=limit)
        if parts
        else f"The feed tells nothing of the laps of {short_name(view, car)}."
    )


def position_words(view: RaceView, car: str, limit: int) -> str:
    """Where the car started, who came past it on the track, whom it passed, and when it stopped."""
    state, name, start = view.car(car), short_name(view, car), starting_positions(view)[0].get(car)
    began = f"started P{start}, " if start else ""
    by_penalty = _by_penalty(view, car)
    at = by_penalty or (f"is P{state.position} now" if state.position else "")
    parts = [f"{name} {began}{at}" if at else f"{name} is not placed"]
    raced = [each for each in passes(view) if each.how == "track"]
    lost = [f"{short_name(view, each.car)} lap {each.lap}" for each in raced if each.passed == car]
    won = sum(each.car == car for each in raced)
    if lost:
        parts.append(
            f"passed on track by {', '.join(lost[-3:])}{f' and {len(lost) - 3} before' if len(lost) > 3 else ''}"
        )
    if won:
        parts.append(f"passed others {won}x")
    if stops := stops_of(view, car):
        parts.append(f"stops on {'lap' if len(stops) == 1 else 'laps'} {joined([str(s.passage.lap) for s in stops])}")
    parts += [case_words(view, case) for case in cases_of(view, car)[-1:]]
    return fitting("" if by_penalty else _NONE, parts, "; ", limit=limit)


def _by_penalty(view: RaceView, car: str) -> str:
    """What announced seconds make of a position once the race is over: of who has them, or gains by them."""
    rows = provisional(view) if view.finished and not view.official else ()
    mine = next((row for row in rows if row.car == car), None)
    if mine is None or mine.position == mine.road_position:
        return ""
    if mine.penalty_s:
        due = f"a penalty of {mine.penalty_s} s makes"
    else:
        gone = [row for row in rows if row.road_position < mine.road_position and row.position > mine.position]
        due = f"penalties of {joined([short_name(view, row.car) for row in gone])} make" if gone else "penalties make"
    return f"crossed the line P{mine.road_position}; {due} that P{mine.position} (derived)"


def stop_words(view: RaceView, car: str, limit: int) -> str:
    """The last stop and what came before it, or that there was none and on which tyres the car is."""
    stops, name = stops_of(view, car), short_name(view, car)
    if not stops:
        return fitting(f"{name} has not stopped", ["", *filter(None, [_tyre_words(view, car)])], "; ")
    last = stops[-1].passage
    came = set_on(view, car, last.message_in)
    position = view.car_after(car, last.message_in).position
    laps = [lap for lap in timed_laps(view, car) if lap.number < last.lap][-LAST:]
    parts = [f"{name} stopped on lap {last.lap}{f' from P{position}' if position else ''}"]
    if came is not None and came.compound:
        parts.append(f"off {came.compound}{f' {laps_text(came.laps)} old' if came.laps is not None else ''}")
    now = set_on(view, car)
    if last.t_out is not None and now is not None and now.compound:
        parts.append(f"onto {now.compound}")
    if told := [_lap_words(lap) for lap in laps if lap.seconds is not None]:
        parts.append(f"laps before {', '.join(told)}")
    if before := [str(item.passage.lap) for item in stops[:-1]]:
        parts.append(f"earlier stops on laps {joined(before)}" if len(before) > 1 else f"first stop on lap {before[0]}")
    return fitting(_NONE, parts, "; ", limit=limit)


def out_sentence(view: RaceView, car: str) -> str:
    """The sentence that a car is out, followed by a space; empty for a car that is not."""
    state, derived = view.run_state(car)
    if state not in OUT_STATES:
        return ""
    laps = view.car(car).laps
    return f"{short_name(view, car)} {out_words(state, derived)}{f' after {laps_text(laps)}' if laps else ''}. "


def _lap_words(lap: TimedLap) -> str:
    note = "in the pits" if lap.in_lap else "out of the pits" if lap.out_lap else ""
    note = note or (PERIOD_NAMES[lap.track][0] if lap.track else "")
    return f"{lap_time_text(lap.seconds or 0.0)}{f' ({note})' if note else ''}"


def _tyre_words(view: RaceView, car: str) -> str:
    tyre = set_on(view, car)
    if tyre is None or not tyre.compound:
        return ""
    return f"{tyre.compound}{f' {laps_text(tyre.laps)} old' if tyre.laps is not None else ''}"


def _ahead_words(view: RaceView, car: str) -> str:
    interval, ahead = view.gaps(car).interval_s, neighbour(view, car, -1)
    out = view.run_state(car)[0] in OUT_STATES
    if out or ahead is None or interval is None or interval > _CLOSE_S:
        return ""
    return f"{gap_text(interval)} behind {short_name(view, ahead)}"


def _last_stop(view: RaceView, car: str) -> str:
    stops = stops_of(view, car)
    return f"last stop lap {stops[-1].passage.lap}" if stops else ""
