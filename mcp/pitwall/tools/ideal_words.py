"""How ideal laps are worded: each car's best sectors together, ranked, and one against the fastest lap driven."""

from __future__ import annotations

from collections.abc import Sequence

from pitwall.facts.best_laps import best_lap
from pitwall.facts.names import short_name
from pitwall.facts.sectors import CarSectors
from pitwall.state import RaceView
from pitwall.tools.segment_argument import span_words
from pitwall.tools.words import fitting, lap_time_text


def ideal_words(view: RaceView, told: Sequence[CarSectors], only: str | None, segment: int | None) -> str:
    """`Ideal laps: 1 Norris 1:11.266, 2 Verstappen +0.012 s.`"""
    within = span_words(view, None, segment)
    ranked = sorted((each.ideal_s, each.car) for each in told if each.ideal_s is not None)
    if not ranked or (only is not None and only not in {car for _, car in ranked}):
        return f"The feed has not told every sector{f' of {short_name(view, only)}' if only else ''}{within}."
    if only is None:
        first = ranked[0][0]
        rest = [f"{at} {short_name(view, car)} +{ideal - first:.3f} s" for at, (ideal, car) in enumerate(ranked[1:], 2)]
        return fitting(f"Ideal laps{within}: ", [f"1 {short_name(view, ranked[0][1])} {lap_time_text(first)}", *rest])
    place, ideal = next((at, ideal) for at, (ideal, car) in enumerate(ranked, 1) if car == only)
    best = min((quick, car) for car in view.cars if (quick := best_lap(view, car, segment)) is not None)
    than = round(ideal - best[0], 3)
    how = f"{abs(than):.3f} s {'slower' if than > 0 else 'faster'} than" if than else "as fast as"
    return (
        f"The ideal lap of {short_name(view, only)}{within}, {lap_time_text(ideal)}, is P{place} of all ideal laps "
        f"and {how} the fastest lap driven, {lap_time_text(best[0])} by {short_name(view, best[1])}."
    )


def lost_words(view: RaceView, told: Sequence[CarSectors], only: str | None, segment: int | None) -> str:
    """`Best laps off the ideal ones, most first: Sainz 0.431 s, Norris 0.012 s.`"""
    within = span_words(view, None, segment)
    lost = sorted(
        (
            (round(best - each.ideal_s, 3), each.car, best, each.ideal_s)
            for each in told
            if each.ideal_s is not None and (best := best_lap(view, each.car, segment)) is not None
        ),
        reverse=True,
    )
    if not lost or (only is not None and only not in {car for _, car, _, _ in lost}):
        return ideal_words(view, told, only, segment)
    if only is None:
        off = [f"{short_name(view, car)} {by:.3f} s" for by, car, _, _ in lost]
        return fitting(f"Best laps{within} off the ideal ones, most first: ", off)
    by, _, best, ideal = next(each for each in lost if each[1] == only)
    how = f"is {by:.3f} s off" if by > 0 else "is"
    return (
        f"{short_name(view, only)}'s best lap{within}, {lap_time_text(best)}, {how} his ideal lap, "
        f"{lap_time_text(ideal)}."
    )
