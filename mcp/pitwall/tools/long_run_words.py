"""Long runs by team, how lap times rise over them, and what one compound is worth against another."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import linear_regression, median

from pitwall.facts.names import short_name
from pitwall.facts.timed_runs import TimedRun, timed_runs
from pitwall.state import RaceView
from pitwall.tools.words import fitting, gap_text, joined, lap_time_text, laps_text

_FADE_LAPS = 5
"""Over fewer laps a slope says more of traffic than of tyres."""
_PAIR = 2


def teams_words(view: RaceView, found: Sequence[TimedRun]) -> str:
    """`Long runs by team, average: McLaren (Norris) 1:30.548, 7 laps; Ferrari (Leclerc) 1:30.700, 6 laps.`"""
    fastest: dict[str, TimedRun] = {}
    for run in found:
        driver = view.drivers.get(run.car)
        if driver is not None and driver.team:
            fastest.setdefault(driver.team, run)
    if not fastest:
        return "No team has driven a long run yet."
    said = [
        f"{team} ({short_name(view, run.car)}) {lap_time_text(run.average_s or 0.0)}, {laps_text(len(run.stretch))}"
        for team, run in fastest.items()
    ]
    return fitting("Long runs by team, average: ", said, "; ")


def fade_s(run: TimedRun) -> float | None:
    """Seconds a lap by which its clean laps became slower; None where they are too few."""
    laps = [(lap.number, lap.seconds) for lap in run.stretch if lap.seconds is not None]
    if len(laps) < _FADE_LAPS:
        return None
    return round(linear_regression([number for number, _ in laps], [seconds for _, seconds in laps]).slope, 3)


def fade_key(run: TimedRun) -> float:
    """The key by which runs are ranked by that, the least first."""
    fade = fade_s(run)
    return math.inf if fade is None else fade


def fade_words(view: RaceView, cars: Sequence[str], found: Sequence[TimedRun]) -> str:
    """`Lap times over the long runs, s a lap, least first: Norris +0.021 on MEDIUM (7 laps); fuel is not counted.`"""
    told = [run for run in found if fade_s(run) is not None]
    if not told:
        of = f" of {joined([short_name(view, car) for car in cars])}" if cars else ""
        return f"No long run{of} has {_FADE_LAPS} clean laps: how the tyres wear cannot be told."
    said = [
        f"{short_name(view, run.car)} {fade_s(run):+.3f}"
        f"{f' on {run.tyre.compound}' if run.tyre and run.tyre.compound else ''} ({laps_text(len(run.stretch))})"
        for run in told
    ]
    order = ", least first" if len(told) > 1 else ""
    return fitting(f"Lap times over the long run, s a lap{order}: ", said, end="; fuel is not counted.")


def compound_gap_words(view: RaceView, one: str | None, other: str | None, cars: Sequence[str]) -> str:
    """`SOFT is 0.612 s faster than MEDIUM by the best laps of 9 drivers who have run both (median).`"""
    if one is None or other is None or one.upper() == other.upper():
        return "Name two compounds to compare."
    compounds = one.upper(), other.upper()
    found = []
    for car in cars or view.order:
        bests = [_best_on(view, car, compound) for compound in compounds]
        if bests[0] is not None and bests[1] is not None:
            found.append((round(bests[0] - bests[1], 3), car))
    if not found:
        whose = joined([short_name(view, car) for car in cars], "or") if cars else "Nobody"
        return f"{whose} has{' not' if cars else ''} set a time on both {compounds[0]} and {compounds[1]}."
    gap = median(seconds for seconds, _ in found)
    verdict = f"{gap_text(abs(gap))} {'faster' if gap < 0 else 'slower'} than" if gap else "as fast as"
    many = f"{len(found)} drivers who have run both (median)" if len(found) > 1 else short_name(view, found[0][1])
    return f"{compounds[0]} is {verdict} {compounds[1]} by the best laps of {many}; track and fuel are not counted."


def _best_on(view: RaceView, car: str, compound: str) -> float | None:
    """The best time of a car on a compound."""
    runs = (run for run in timed_runs(view, car) if run.tyre and run.tyre.compound == compound)
    return min((run.best.seconds for run in runs if run.best and run.best.seconds), default=None)
