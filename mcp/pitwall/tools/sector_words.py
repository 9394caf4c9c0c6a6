"""How sector times are worded: of one driver, of two against each other, of one sector, of all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pitwall.facts.best_laps import best_lap
from pitwall.facts.names import short_name
from pitwall.facts.sectors import SECTORS, CarSectors
from pitwall.state import RaceView
from pitwall.state.splits import SectorTime
from pitwall.tools.segment_argument import span_words
from pitwall.tools.words import fitting, lap_time_text
from toolgate.contract import SUMMARY_MAX_CHARS

Fastest = Mapping[int, tuple[str, SectorTime]]
"""Who has the best time in each sector."""


class Span(NamedTuple):
    """Which laps sectors are of: one lap, a segment of a qualifying, one lap of each car; nothing set: all laps."""

    lap: int | None = None
    segment: int | None = None
    laps: Mapping[str, int] | None = None
    """The one lap of each car that is meant, where that is another of each."""
    run: str = ""
    """Which that is: `on the last run`."""

    def words(self, view: RaceView) -> str:
        """` on lap 20`, ` in Q2`, or nothing."""
        return f"{f' {self.run}' if self.run else ''}{span_words(view, self.lap, self.segment)}"

    def of(self, car: str) -> tuple[int | None, int | None]:
        """The lap and the segment that are meant of a car, None for any; lap 0 where none of its laps is meant."""
        return (self.lap, self.segment) if self.laps is None else (self.laps.get(car, 0), None)

    @property
    def of_a_lap(self) -> bool:
        """Whether it is one lap of each car."""
        return self.lap is not None or self.laps is not None


def of_one(view: RaceView, each: CarSectors, fastest: Fastest, span: Span) -> str:
    """`Sainz's best sectors: S1 30.202 s (+0.142 s), …; together 1:34.748 (best lap 1:35.302); last: S1 30.2 s, …`."""
    name, on = short_name(view, each.car), span.words(view)
    times = [
        f"S{number} {time.seconds:.3f} s"
        + (" (fastest of all)" if _is_fastest(each, number, fastest) else f" ({_behind(time, fastest[number][1])})")
        for number in SECTORS
        if (time := each.best.get(number)) is not None
    ]
    text = f"{name}'s {'best ' if not span.of_a_lap else ''}sectors{on}: {', '.join(times)}"
    if each.ideal_s is not None:
        best = best_lap(view, each.car, span.segment) if not span.of_a_lap else None
        text += f"; together {lap_time_text(each.ideal_s)}{f' (best lap {lap_time_text(best)})' if best else ''}"
    last = ", ".join(f"S{number} {each.last[number].seconds:.3f} s" for number in SECTORS if number in each.last)
    told = f"{text}; last: {last}."
    return told if not span.of_a_lap and len(told) <= SUMMARY_MAX_CHARS else f"{text}."


def in_sector(view: RaceView, each: CarSectors, sector: int, ranked: Sequence[CarSectors], span: Span) -> str:
    """`Sainz in sector 3: best 23.217 s (lap 37), P2 of 20, 0.112 s behind Hamilton; last 23.4 s (lap 38)`."""
    best, last, first = each.best[sector], each.last[sector], ranked[0]
    name, on = short_name(view, each.car), span.words(view)
    position = [one.car for one in ranked].index(each.car) + 1
    off = best.seconds - first.best[sector].seconds
    text = f"{name} in sector {sector}{on}: {'best ' if not span.of_a_lap else ''}{best.seconds:.3f} s"
    text += f" (lap {best.lap})" if not span.of_a_lap else ""
    text += f", P{position} of {len(ranked)}" + (
        f", {off:.3f} s behind {short_name(view, first.car)}" if position > 1 else ", the fastest of all"
    )
    if span.of_a_lap:
        return f"{text}."
    return f"{text}; last {last.seconds:.3f} s ({'the same lap' if last.lap == best.lap else f'lap {last.lap}'})."


def of_two(view: RaceView, one: CarSectors, other: CarSectors, sector: int | None, span: Span) -> str:
    """`Best sectors of Sainz against Leclerc: S1 30.202 s to 30.063 s (0.139 s slower), …`."""
    names, on = [short_name(view, each.car) for each in (one, other)], span.words(view)
    told = [number for number in SECTORS if number in one.best and number in other.best and sector in (None, number)]
    if not told:
        return f"The feed does not tell the sector times of both {names[0]} and {names[1]}{on}."
    parts = []
    for number in told:
        seconds, against = one.best[number].seconds, other.best[number].seconds
        parts.append(f"S{number} {seconds:.3f} s to {against:.3f} s ({_faster(seconds - against)})")
    what = "Sectors" if span.of_a_lap else "Best sectors"
    start, said = f"{what}{on} of {names[0]} against {names[1]}", ", ".join(parts)
    text = f"{start}: {said}"
    laps = (one.ideal_s, other.ideal_s) if span.laps is not None and sector is None else (None, None)
    if laps[0] is not None and laps[1] is not None:
        whole = f"{start} ({_faster(laps[0] - laps[1])}): {said}"
        text = whole if len(whole) < SUMMARY_MAX_CHARS else text
    if sector is None or span.of_a_lap:
        return f"{text}."
    last = [f"{name} {each.last[sector].seconds:.3f} s" for name, each in zip(names, (one, other), strict=True)]
    return f"{text}; last: {', '.join(last)}."


def ranking(view: RaceView, sector: int, ranked: Sequence[CarSectors], span: Span, *, slowest: bool) -> str:
    """`Fastest in sector 3: Hamilton 23.105 s (lap 34), …`."""
    said = [
        f"{short_name(view, each.car)} {each.best[sector].seconds:.3f} s (lap {each.best[sector].lap})"
        for each in (reversed(ranked) if slowest else ranked)
    ]
    on = span.words(view)
    start = f"Slowest bests in sector {sector}{on}: " if slowest else f"Fastest in sector {sector}{on}: "
    return fitting(start, said)


def of_all(view: RaceView, fastest: Fastest, span: Span) -> str:
    """`Fastest sectors: S1 Hamilton 30.060 s (lap 38), …; together 1:33.815`."""
    said = [
        f"S{number} {short_name(view, car)} {time.seconds:.3f} s (lap {time.lap})"
        for number, (car, time) in sorted(fastest.items())
    ]
    whole = sum(time.seconds for _, time in fastest.values()) if len(fastest) == len(SECTORS) else None
    end = "." if whole is None else f"; together {lap_time_text(whole)}{_than_the_best(view, whole, span)}."
    return fitting(f"Fastest sectors{span.words(view)}: ", said, end=end)


def _than_the_best(view: RaceView, whole: float, span: Span) -> str:
    """`, 0.284 s under the best lap, Norris's 1:27.420`: of laps of several."""
    laps = [] if span.of_a_lap else [(best_lap(view, car, span.segment), car) for car in view.cars]
    seconds, car = min(((best, car) for best, car in laps if best is not None), default=(None, ""))
    if seconds is None or seconds < whole:
        return ""
    return f", {seconds - whole:.3f} s under the best lap, {short_name(view, car)}'s {lap_time_text(seconds)}"


def _is_fastest(each: CarSectors, number: int, fastest: Fastest) -> bool:
    return fastest[number][0] == each.car


def _behind(time: SectorTime, best: SectorTime) -> str:
    return f"{time.seconds - best.seconds:+.3f} s"


def _faster(difference: float) -> str:
    if not round(difference, 3):
        return "the same"
    return f"{abs(difference):.3f} s {'faster' if difference < 0 else 'slower'}"
