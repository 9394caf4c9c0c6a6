"""How runs of practice and qualifying are worded: the order after a run, one driver's, long runs, what was gained."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from pitwall.facts.best_laps import position_of
from pitwall.facts.names import short_name
from pitwall.facts.timed_runs import LONG, TimedRun, timed_runs
from pitwall.facts.tyres import set_on
from pitwall.query.narrows import UNTOLD
from pitwall.state import RaceView
from pitwall.tools.best_lap_words import compound_words
from pitwall.tools.long_run_words import fade_words, teams_words
from pitwall.tools.qualifying_words import taking_part
from pitwall.tools.timed_words import segment_name
from pitwall.tools.words import each_fitting, fitting, lap_time_text, laps_text
from toolgate.contract import SUMMARY_MAX_CHARS

_PAIR = 2


class RunsAsked(NamedTuple):
    """What is asked of runs: which, of which cars (none: of all), in which segment, on which compound."""

    show: str
    cars: Sequence[str]
    segment: int | None
    compound: str | None
    top_n: int | None = None


def best_key(run: TimedRun) -> float:
    """The key by which runs are ranked by their best laps."""
    return run.best.seconds or math.inf if run.best else math.inf


def average_key(run: TimedRun) -> float:
    """The key by which long runs are ranked."""
    return run.average_s or math.inf


def length_key(run: TimedRun) -> int:
    """The key by which the longest runs come first."""
    return -len(run.laps)


def summary(view: RaceView, asked: RunsAsked, found: Sequence[TimedRun]) -> str:
    """What was asked, in a sentence or two."""
    if asked.show == "gain" and asked.cars and asked.compound:
        return each_fitting([compound_words(view, car, asked.compound) for car in asked.cars])
    if asked.show == "gain" and asked.cars:
        return each_fitting([gain_words(view, car) for car in asked.cars])
    if asked.show == "gain":
        return _who_gained(view, found)
    if asked.show == "no_gain":
        return _who_gained(view, found, gained_wanted=False)
    if asked.show == "longest":
        return _longest(view, asked, found)
    if asked.show == "teams":
        return teams_words(view, found)
    if asked.show == "fade":
        return fade_words(view, asked.cars, found)
    if asked.show == "long":
        return _long(view, asked, found)
    if asked.show == "best":
        if not found:
            return f"{short_name(view, asked.cars[0])} has no time yet." if asked.cars else "Nobody has set a time yet."
        return fitting(
            "Best lap of " if asked.cars else "Best laps: ", [_best_words(view, run, asked) for run in found], "; "
        )
    if len(asked.cars) == _PAIR and asked.show != "each":
        return _two(view, asked, found)
    if asked.cars:
        return _one(view, asked, found)
    return _order(view, asked, found)


def gain_words(view: RaceView, car: str) -> str:
    """`Hamilton improved in Q1 with his last timed lap: 1:12.143, 0.890 s faster than 1:13.033 before; P1.`"""
    name = short_name(view, car)
    timed = [(lap, run.segment) for run in timed_runs(view, car) for lap in run.timed]
    if not timed:
        return f"{name} has no timed lap yet."
    last, segment = timed[-1]
    seconds, place = last.seconds or 0.0, position_of(view, car)
    where = f" in {segment_name(view, segment)}" if segment else ""
    now = f"; P{place}" if place and segment == view.segment else ""
    before = [lap.seconds or math.inf for lap, other in timed[:-1] if other == segment]
    said = f"{lap_time_text(seconds)} (lap {last.number})"
    if not before:
        earlier = min(((lap.seconds or math.inf, other) for lap, other in timed[:-1]), default=None)
        than = f", {_than(seconds, earlier[0])} in {segment_name(view, earlier[1])}" if earlier else ""
        return f"{name}'s last timed lap is the first{where or ' of the session'}: {said}{than}{now}."
    gained = round(min(before) - seconds, 3)
    how = "improved" if gained > 0 else "did not improve"
    return f"{name} {how}{where} with the last timed lap: {said}, {_than(seconds, min(before))} before{now}."


def _than(seconds: float, before: float) -> str:
    """`0.890 s faster than 1:13.033`."""
    gained = round(before - seconds, 3)
    return f"{abs(gained):.3f} s {'faster' if gained > 0 else 'slower'} than {lap_time_text(before)}"


def _who_gained(view: RaceView, found: Sequence[TimedRun], *, gained_wanted: bool = True) -> str:
    """`Improved in Q3 with the last timed lap, most first: Norris 0.413 s, Verstappen 0.270 s.`

    Then those whose last timed lap is their first in the segment, against their best before.
    """
    segment = view.segment
    within: list[tuple[float, str]] = []
    firsts: list[tuple[float, str]] = []
    for car in dict.fromkeys(run.car for run in found):
        timed = [(lap.seconds or math.inf, run.segment) for run in timed_runs(view, car) for lap in run.timed]
        if len(timed) < _PAIR or timed[-1][1] != segment:
            continue
        last, mine = timed[-1][0], [seconds for seconds, other in timed[:-1] if other == segment]
        before = min(mine or [seconds for seconds, _ in timed[:-1]])
        (within if mine else firsts).append((round(before - last, 3), short_name(view, car)))
    where = f" in {segment_name(view, segment)}" if segment else ""
    parts = [_gains(within, gained_wanted=gained_wanted), _gains(firsts, gained_wanted=gained_wanted)]
    if gained_wanted:
        start = f"Improved{where} with the last timed lap, most first: "
        none = f"Nobody improved{where} with the last timed lap"
        first = "faster with the first than before: "
    else:
        start = f"Did not improve{where} with the last timed lap: "
        none = f"Nobody with two timed laps{where} failed to improve with the last"
        first = "not faster with the first than before: "
    room = SUMMARY_MAX_CHARS // 2 if parts[1] else SUMMARY_MAX_CHARS - 1
    if not within:
        none = f"Nobody has two timed laps{where}"
    said = fitting(start, parts[0], end="", limit=room) if parts[0] else none
    return fitting(f"{said}; {first}", parts[1]) if parts[1] else f"{said}."


def _gains(gains: Sequence[tuple[float, str]], *, gained_wanted: bool) -> list[str]:
    """`Norris 0.413 s`, most first; of those who did not gain the names."""
    if not gained_wanted:
        return [name for by, name in gains if by <= 0]
    return [f"{name} {by:.3f} s" for by, name in sorted(gains, reverse=True) if by > 0]


def _longest(view: RaceView, asked: RunsAsked, found: Sequence[TimedRun]) -> str:
    """`Longest run of Norris: 12 laps (6 to 17) on MEDIUM (new set).`"""
    said = [
        f"{'' if len(asked.cars) == 1 else f'{short_name(view, run.car)} '}{laps_text(len(run.laps))} "
        f"({run.laps[0].number} to {run.laps[-1].number}){_on(run)}"
        for run in found
    ]
    of = f" of {short_name(view, asked.cars[0])}" if len(asked.cars) == 1 else ""
    what = f"ongest run{'' if of else 's'}{of}{_span(view, asked)}"
    return fitting(f"L{what}: ", said) if said else f"No l{what} yet."


def _best_words(view: RaceView, run: TimedRun, asked: RunsAsked) -> str:
    """`Sainz 1:27.925 on HARD (used set), lap 9`."""
    where = f" in {segment_name(view, run.segment)}" if run.segment else ""
    said = f"{short_name(view, run.car)}{where if asked.cars else ''} {_run_words(run)}"
    return f"{said}, lap {run.best.number}" if asked.cars and run.best else said


def _order(view: RaceView, asked: RunsAsked, found: Sequence[TimedRun]) -> str:
    """The order by the first or the last run of each car."""
    what = f"{_RUNS[asked.show].capitalize()}s{_span(view, asked)}"
    timed = [run for run in found if run.best is not None]
    if not timed:
        return f"{what}: nobody has set a time."
    first = best_key(timed[0])
    said = [
        f"{at} {short_name(view, run.car)} " + (f"+{best_key(run) - first:.3f} s" if at > 1 else lap_time_text(first))
        for at, run in enumerate(timed, 1)
    ]
    cars = taking_part(view, asked.segment) if asked.segment else view.order
    without = [short_name(view, car) for car in cars if car not in {run.car for run in timed}]
    if not without or asked.top_n is not None:
        return fitting(f"{what}: ", said)
    waiting = fitting("; no time: ", without, limit=80, end=".")
    return f"{fitting(f'{what}: ', said, end='', limit=SUMMARY_MAX_CHARS - len(waiting))}{waiting}"


_RUNS = {"initial": "first run", "final": "last run", "each": "run", "long": "long run", "gain": "run"}


def _span(view: RaceView, asked: RunsAsked) -> str:
    on = f" on {asked.compound.upper()}" if asked.compound else ""
    return f"{on} in {segment_name(view, asked.segment)}" if asked.segment else on


def _two(view: RaceView, asked: RunsAsked, found: Sequence[TimedRun]) -> str:
    """One driver's run beside the other's."""
    timed = [run for run in found if run.best is not None]
    names = [short_name(view, car) for car in asked.cars]
    what = f"{_RUNS[asked.show].capitalize()}s{_span(view, asked)}"
    if len(timed) < _PAIR:
        lacking = [name for car, name in zip(asked.cars, names, strict=True) if car not in {run.car for run in timed}]
        return f"{what}: no time of {' and '.join(lacking)}."
    faster, slower = timed
    apart = best_key(slower) - best_key(faster)
    return (
        f"{what}: {short_name(view, faster.car)} {lap_time_text(best_key(faster))}, "
        f"{short_name(view, slower.car)} {lap_time_text(best_key(slower))}, {apart:.3f} s slower."
    )


def _one(view: RaceView, asked: RunsAsked, found: Sequence[TimedRun]) -> str:
    """One driver's runs."""
    name = short_name(view, asked.cars[0])
    if not found:
        return f"{name} has driven no {_RUNS[asked.show]}{_span(view, asked)} yet."
    if asked.show == "each":
        return fitting(f"{name}, {len(found)} runs{_span(view, asked)}: ", [_run_words(run) for run in found], "; ")
    run = found[0]
    laps = f"{laps_text(len(run.laps))}, {run.laps[0].number} to {run.laps[-1].number}"
    where = f" in {segment_name(view, run.segment)}" if run.segment else ""
    return f"{name}'s {_RUNS[asked.show]}{where} ({laps}): {_run_words(run)}."


def _run_words(run: TimedRun) -> str:
    """`1:11.383 on SOFT (new)`, `no time on HARD (used)`."""
    said = lap_time_text(run.best.seconds or 0.0) if run.best else "no time that counts"
    return f"{said}{_on(run)}"


def _on(run: TimedRun) -> str:
    tyre = run.tyre
    if tyre is None or tyre.compound in (None, "", UNTOLD):
        return ""
    kept = "" if tyre.new is None else " (new set)" if tyre.new else " (used set)"
    return f" on {tyre.compound}{kept}"


def _long(view: RaceView, asked: RunsAsked, found: Sequence[TimedRun]) -> str:
    """The pace of long runs, and their tyres."""
    said = [f"{short_name(view, run.car)} {_pace_words(run, laps=bool(asked.cars))}" for run in found]
    lacking = [_no_long_run(view, asked, car) for car in asked.cars if car not in {run.car for run in found}]
    if not said and not lacking:
        return f"Nobody has driven a long run{_span(view, asked)} yet ({LONG} clean laps in a row)."
    start = f"Long run{'s' if len(said) + len(lacking) > 1 else ''}{_span(view, asked)}, average: "
    return fitting(start, [*said, *lacking], "; ") if said else " ".join(f"{each}." for each in lacking)


def _pace_words(run: TimedRun, *, laps: bool) -> str:
    """`1:30.548 on SOFT (new set), 7 laps (18 to 24)`."""
    which = f" ({run.stretch[0].number} to {run.stretch[-1].number})" if laps else ""
    return f"{lap_time_text(average_key(run))}{_on(run)}, {laps_text(len(run.stretch))}{which}"


def _no_long_run(view: RaceView, asked: RunsAsked, car: str) -> str:
    tyre = set_on(view, car)
    now = f", on {tyre.compound} now" if tyre is not None and tyre.compound else ""
    return f"{short_name(view, car)} has driven no long run{_span(view, asked)} ({LONG} clean laps in a row){now}"
