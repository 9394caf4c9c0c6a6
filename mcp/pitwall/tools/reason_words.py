"""What bears on a why: the laps, tyres, traffic, stops and passes of a car. Timing knows no reasons, and says so."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from statistics import median_low

from pitwall.facts.cases import cases_of
from pitwall.facts.costly_laps import CostlyLap, costly_laps
from pitwall.facts.gaps import neighbour
from pitwall.facts.laps import TimedLap, timed_laps
from pitwall.facts.names import short_name
from pitwall.facts.passages import Judged, judge_passages
from pitwall.facts.periods import PERIOD_NAMES, neutralised, track_periods
from pitwall.facts.starting import starting_positions
from pitwall.facts.tyres import set_on
from pitwall.state import OUT_STATES, RaceView
from pitwall.state.car import Passage
from pitwall.tools.case_rows import case_words
from pitwall.tools.happenings import HappeningKind, happenings
from pitwall.tools.words import capital, fitting, gap_text, joined, lap_time_text, laps_text, out_words

LAST = 3
"""So many laps are told."""
_BEFORE = 5
_CLOSE_S = 2.0
"""A car that is nearer than this to the one ahead may be held up."""
_NONE = "Timing tells no reason. "
_STOOD: tuple[HappeningKind, ...] = ("stopped",)
_COSTLY_S = 1.0
_TOLD = 4
_MORE = len(" and 10 more.")


def last_laps(view: RaceView, car: str, upto: int | None = None) -> Sequence[TimedLap]:
    """The laps that are told, in order: the last ones, or the last up to a lap."""
    return (
        timed_laps(view, car, LAST)
        if upto is None
        else [lap for lap in timed_laps(view, car) if lap.number <= upto][-LAST:]
    )


def usual_s(view: RaceView, car: str, upto: int | None = None) -> float | None:
    """The car's usual lap time before its last few laps, in seconds: the median of laps on which it could race.

    None where there is none.
    """
    first = next((lap.number for lap in last_laps(view, car, upto)), 0)
    before = [lap for lap in reversed(timed_laps(view, car)) if lap.number < first]
    raced = list(islice((lap.seconds for lap in before if lap.raced and lap.seconds is not None), _BEFORE))
    return median_low(raced) if raced else None


def stops_of(view: RaceView, car: str) -> list[Judged]:
    """The stops of a car, in order."""
    return [item for item in judge_passages(view, car) if item.kind == "stop"]


def _laps_that_fit(whose: str, laps: list[str], against: str, limit: int) -> str:
    """The last laps; where there is no room for all that is said of them, the last alone."""
    said = f"{whose} {', '.join(laps)}"
    ways = (f"{said}{against}", said)
    return next((way for way in ways if len(way) <= limit), f"{whose.replace('laps', 'lap')} {laps[-1]}")


def pace_words(view: RaceView, car: str, limit: int, lap: int | None = None) -> str:
    """The last laps against those before, the tyres, the car ahead, the last stop and the stewards."""
    laps = [_lap_words(each) for each in last_laps(view, car, lap) if each.seconds is not None]
    usual = usual_s(view, car, lap)
    against = f" (before: {lap_time_text(usual)})" if usual is not None and laps else ""
    which = "last laps" if lap is None else f"laps to lap {lap}"
    parts = (
        [_laps_that_fit(f"{short_name(view, car)}'s {which}", laps, against, limit - len(_NONE) - _MORE)]
        if laps
        else []
    )
    if lap is not None:
        return fitting(_NONE, parts, "; ", limit=limit) if parts else f"The feed tells no lap time up to lap {lap}."
    parts += [words for words in (_tyre_words(view, car), _ahead_words(view, car), _last_stop(view, car)) if words]
    parts += [case_words(view, case) for case in cases_of(view, car)[-1:]]
    return (
        fitting(_neutral(view) or _NONE, parts, "; ", limit=limit)
        if parts
        else f"The feed tells nothing of the laps of {short_name(view, car)}."
    )


def _neutral(view: RaceView) -> str:
    """`Safety car since lap 40: nobody races. `; empty where the cars race, and once it is over."""
    kind = None if view.finished else neutralised(view)
    return (
        f"{capital(PERIOD_NAMES[kind][0])} since lap {track_periods(view)[-1].from_lap}: nobody races. " if kind else ""
    )


def stop_words(view: RaceView, car: str, limit: int, lap: int | None = None) -> str:
    """The last stop, or that on a lap, and what came before it; or that there was none, and the tyres."""
    stops, name = stops_of(view, car), short_name(view, car)
    if lap is not None:
        if not any(each.passage.lap == lap for each in stops):
            return _no_stop_on(view, car, lap, stops)
        stops = [each for each in stops if each.passage.lap <= lap]
    if not stops:
        return fitting(f"{name} has made no pit stop", ["", *filter(None, [_tyre_words(view, car)])], "; ")
    last = stops[-1].passage
    came = set_on(view, car, last.message_in)
    position = view.car_after(car, last.message_in).position
    laps = [lap for lap in timed_laps(view, car) if lap.number < last.lap][-LAST:]
    parts = [f"{name} stopped on lap {last.lap}{f' from P{position}' if position else ''}"]
    if came is not None and came.compound:
        parts.append(f"off {came.compound}{f' {laps_text(came.laps)} old' if came.laps is not None else ''}")
    now = set_on(view, car, None if last.message_out is None or lap is None else _next_in(view, car, last))
    if last.t_out is not None and now is not None and now.compound:
        parts.append(f"onto {now.compound}")
    if told := [_lap_words(lap) for lap in laps if lap.seconds is not None]:
        parts.append(f"laps before {', '.join(told)}")
    if before := [str(item.passage.lap) for item in stops[:-1]]:
        parts.append(f"earlier stops on laps {joined(before)}" if len(before) > 1 else f"first stop on lap {before[0]}")
    return fitting(_NONE, parts, "; ", limit=limit)


def loss_words(view: RaceView, car: str, limit: int, lap: int | None = None) -> str:
    """The laps that cost the car most against the field: `Verstappen lost most on lap 17: 5.3 s (P2 to P3)`."""
    name, found = short_name(view, car), costly_laps(view, car, _COSTLY_S)[:_TOLD]
    if lap is not None:
        return _one_lap(view, car, lap)
    if not found:
        return f"No lap cost {name} {_COSTLY_S:.0f} s beside what the field drove; timing does not tell more."
    said = [f"lap {each.lap.number} {costs(each)}" for each in found]
    return fitting(f"{name} lost most, beside what the field drove, on ", said, "; ", limit=limit)


def _one_lap(view: RaceView, car: str, number: int) -> str:
    """`Hamilton's lap 22: 1:55.171 (into the pits), 8.856 s slower than lap 21; P2 to P3.`"""
    laps = {lap.number: lap for lap in timed_laps(view, car) if lap.seconds is not None}
    name, lap, before = short_name(view, car), laps.get(number), laps.get(number - 1)
    if lap is None:
        return f"The feed tells no time of {name}'s lap {number}."
    by = (lap.seconds or 0.0) - (before.seconds or 0.0) if before else None
    than = f", {abs(by):.3f} s {'slower' if by > 0 else 'faster'} than lap {number - 1}" if by else ""
    lost = next((each for each in costly_laps(view, car, _COSTLY_S) if each.lap.number == number), None)
    beside = f"; {gap_text(lost.lost_s)} lost beside what the field drove" if lost and not _is_of_the_lane(lap) else ""
    held = before.position if before else starting_positions(view)[0].get(car)
    moved = f"; P{held} to P{lap.position}" if held and lap.position and held != lap.position else ""
    return f"{name}'s lap {number}: {_lap_words(lap)}{than}{beside}{moved}."


def _is_of_the_lane(lap: TimedLap) -> bool:
    return lap.in_lap or lap.out_lap


def _lane_words(lap: TimedLap) -> str:
    return "into the pits" if lap.in_lap else "out of the pits" if lap.out_lap else ""


def costs(each: CostlyLap) -> str:
    """`5.3 s (in the pits, P2 to P5)`."""
    lane = _lane_words(each.lap)
    moved = f"P{each.before} to P{each.lap.position}" if falls(each) else ""
    notes = ", ".join(part for part in (lane, moved) if part)
    return f"{gap_text(each.lost_s)}{f' ({notes})' if notes else ''}"


def falls(each: CostlyLap) -> bool:
    return each.before is not None and each.lap.position is not None and each.lap.position > each.before


def cost_words(view: RaceView, car: str, each: CostlyLap) -> str:
    """`Piastri loses 86.0 s (into the pits, P2 to P15)`."""
    return f"{short_name(view, car)} loses {costs(each)}"


def _no_stop_on(view: RaceView, car: str, lap: int, stops: Sequence[Judged]) -> str:
    """That there was no stop on a lap, and on which there were."""
    name = short_name(view, car)
    others = joined([str(each.passage.lap) for each in stops])
    return f"{name} did not stop on lap {lap}" + (
        f": its stops were on {others}."
        if len(stops) > 1
        else f": its stop was on {others}."
        if stops
        else ": no stop so far."
    )


def _next_in(view: RaceView, car: str, last: Passage) -> int | None:
    """The message in which the car came in the next time after a passage; None where it has not."""
    return next((each.message_in - 1 for each in view.passages(car) if each.message_in > last.message_in), None)


def out_sentence(view: RaceView, car: str) -> str:
    """The sentence that a car is out or has stopped on this lap, followed by a space; empty for any other."""
    state, derived = view.run_state(car)
    if state not in OUT_STATES:
        last = view.last_lap(car)
        stopped = [one for one in happenings(view, last.t, _STOOD) if car in one.cars] if last else []
        return f"{stopped[-1].text}. " if stopped else ""
    laps = view.car(car).laps
    return f"{short_name(view, car)} {out_words(state, derived)}{f' after {laps_text(laps)}' if laps else ''}. "


def _lap_words(lap: TimedLap) -> str:
    note = _lane_words(lap) or (PERIOD_NAMES[lap.track][0] if lap.track else "")
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
