"""How pace is worded: cars by it, who is faster than one, who is the most even, and what has changed."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, median

from pitwall.facts.lasting_pace import TREND_LAPS, clean_times, spread_of, spread_times, stint_paces, trend_of
from pitwall.facts.names import short_name
from pitwall.state import RaceView
from pitwall.tools.words import count_text, fitting, lap_time_text, laps_text

_EVEN_S = 0.05
"""So little a lap is no trend."""
Ranked = Sequence[tuple[float, str]]


def ranked(view: RaceView, cars: Sequence[str], last_n: int) -> list[tuple[float, str]]:
    """The mean of each car's clean laps among its last, quickest first; cars without any are left out."""
    return sorted((fmean(times), car) for car in cars if (times := clean_times(view, car, last_n)))


def summary(view: RaceView, tell: str, car: str | None, going: Sequence[str], means: Ranked, last_n: int) -> str:
    """What was asked of the pace, in one sentence."""
    if tell == "consistency":
        return _consistency(view, car, going)
    if tell == "trend":
        return _trend(view, car) if car is not None else _trend_of_all(view, going)
    if tell == "stint" and car is not None:
        return _stint(view, car)
    over = f"over the last {laps_text(last_n)}"
    if not means:
        return f"No clean lap {over}."
    mine = next((mean for mean, other in means if other == car), None)
    if car is not None and mine is None:
        return f"{short_name(view, car)} has no clean lap {over}."
    if car is None or mine is None:
        first = [f"{short_name(view, means[0][1])} {lap_time_text(round(means[0][0], 3))}"]
        rest = [f"{short_name(view, other)} +{mean - means[0][0]:.3f} s" for mean, other in means[1:]]
        return fitting(f"Average of clean laps {over}, quickest first: ", [*first, *rest])
    name, time = short_name(view, car), lap_time_text(round(mine, 3))
    if tell == "faster":
        faster = [f"{short_name(view, other)} {mine - mean:.3f} s" for mean, other in means if mean < mine]
        if not faster:
            return f"Nobody is lapping faster than {name} ({time} on average {over})."
        start = f"{count_text(len(faster), 'car')} faster than {name} a lap {over} ({time} on average): "
        return fitting(start, faster)
    place = 1 + [other for _, other in means].index(car)
    off = f", {mine - means[0][0]:.3f} s a lap off {short_name(view, means[0][1])}" if place > 1 else ""
    return f"{name} averages {time} {over}, P{place} of {len(means)} by pace{off}."


def _consistency(view: RaceView, car: str | None, going: Sequence[str]) -> str:
    times = {each: spread_times(view, each) for each in {*going, *([car] if car else [])}}
    spreads = sorted((spread, each) for each, mine in times.items() if (spread := spread_of(mine)) is not None)
    if car is not None and car not in {each for _, each in spreads}:
        return f"{short_name(view, car)} has too few clean laps in this stint to say how even they are."
    if not spreads:
        return "No car has enough clean laps in its stint to say how even they are."
    if car is None:
        said = [f"{short_name(view, each)} {spread:.3f} s ({laps_text(len(times[each]))})" for spread, each in spreads]
        return fitting("Most consistent by standard deviation of the last clean laps of the stint: ", said)
    spread = next(spread for spread, each in spreads if each == car)
    place = 1 + [each for _, each in spreads].index(car)
    low, high = (lap_time_text(end(times[car])) for end in (min, max))
    laps = count_text(len(times[car]), "clean lap")
    return (
        f"{short_name(view, car)}'s last {laps} of the stint vary by {spread:.3f} s "
        f"(standard deviation; {low} to {high}): P{place} of {len(spreads)} by consistency."
    )


def _trend(view: RaceView, car: str) -> str:
    name, told = short_name(view, car), trend_of(view, car)
    if told is None:
        return f"{name} has too few clean laps in this stint to say whether the pace changes."
    now, before = told
    how, by = _changed(now - before)
    return (
        f"{name} is {how}: {lap_time_text(round(now, 3))} on average over the last {TREND_LAPS} clean laps, "
        f"{by} the {TREND_LAPS} before."
    )


def _trend_of_all(view: RaceView, going: Sequence[str]) -> str:
    changes = [now - before for car in going if (told := trend_of(view, car)) for now, before in (told,)]
    if not changes:
        return "No car has enough clean laps in its stint to say whether the pace changes."
    how, by = _changed(median(changes))
    return (
        f"The field is {how}: the last {TREND_LAPS} clean laps of each stint are {by} the {TREND_LAPS} before "
        f"(median of {count_text(len(changes), 'car')})."
    )


def _changed(by: float) -> tuple[str, str]:
    if abs(by) < _EVEN_S:
        return "lapping evenly", f"within {_EVEN_S:.2f} s of"
    return (
        "getting slower" if by > 0 else "getting faster"
    ), f"{abs(by):.3f} s {'slower' if by > 0 else 'faster'} than"


def _stint(view: RaceView, car: str) -> str:
    name, stints = short_name(view, car), stint_paces(view, car)
    if len(stints) < 2:
        return f"{name} has not been through the pit lane yet: there is no earlier stint."
    before, now = stints[-2:]
    if not now.times or not before.times:
        return f"{name} has no clean lap {'since the stop' if not now.times else 'of the stint before'}."
    by = now.mean - before.mean
    return (
        f"{name} is {abs(by):.3f} s a lap {'slower' if by > 0 else 'faster'} since the stop: "
        f"{lap_time_text(round(now.mean, 3))} on average from lap {now.from_lap} on ({laps_text(len(now.times))}), "
        f"{lap_time_text(round(before.mean, 3))} before ({laps_text(len(before.times))})."
    )
