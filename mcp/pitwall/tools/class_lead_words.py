"""Who has led a class at the line, and how the gap at its front goes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise
from operator import itemgetter

from pitwall.facts.classes import classes_of
from pitwall.facts.gap_trend import Trend, gap_trend, since_turn
from pitwall.facts.gaps import Gap, gap_between
from pitwall.facts.names import short_name
from pitwall.facts.starting import starting_positions
from pitwall.state import OUT_STATES, RaceView
from pitwall.tools.gap_words import gap_direction
from pitwall.tools.gap_words import summary as gap_summary
from pitwall.tools.words import capital, count_text, fitting, laps_text

_TREND_LAPS = 5
_IN_NONE = "The feed places {} in no class."


def led_words(view: RaceView, name: str, cars: Sequence[str]) -> str:
    """Who led the class at the line: the first of it to complete each lap of its leader."""
    led = leaders_at_line(view, cars)
    if not led:
        return f"No lap of {name} is completed."
    spells = _spells(led)
    changes = sum(before != after for (before, _), (after, _) in pairwise(spells))
    said = [f"{short_name(view, car)} {many}" for car, many in Counter(car for _, car in led).most_common()]
    start = f"{count_text(changes, 'change')} of lead in {name} at the line; led, of {laps_text(len(led))}: "
    now, laps = spells[-1]
    last = f"; {short_name(view, now)} {'led to the end from' if view.over else 'since'} lap {laps[0]}."
    return fitting(capital(start), said, end=last)


def since_words(view: RaceView, classes: Mapping[str, Sequence[str]]) -> str:
    """Of each class who has led it since when, and after how many changes; the latest change first."""
    led = {name: _spells(leaders_at_line(view, cars)) for name, cars in classes.items()}
    latest = sorted(((name, spells) for name, spells in led.items() if spells), key=lambda one: -one[1][-1][1][0])
    said = [
        f"{name} {short_name(view, spells[-1][0])} since lap {spells[-1][1][0]} ({len(spells) - 1})"
        for name, spells in latest
    ]
    return fitting("Class leads (changes at the line), latest first: ", said, "; ") if said else "No lap is completed."


def led_by_words(view: RaceView, name: str, cars: Sequence[str], car: str) -> str:
    """`#34 Tuck has led 12 of 75 laps of GTD at the line: laps 20 to 25, laps 70 to 75.`"""
    led = leaders_at_line(view, cars)
    mine = [laps for leader, laps in _spells(led) if leader == car]
    of = f"{laps_text(len(led))} of {name} at the line"
    if not mine:
        leads = " and leads now" if car == cars[0] and not view.over else ""
        return f"{short_name(view, car)} has led none of {of}{leads}."
    spans = [f"lap {laps[0]}" if len(laps) == 1 else f"laps {laps[0]} to {laps[-1]}" for laps in mine]
    return fitting(f"{short_name(view, car)} has led {sum(map(len, mine))} of {of}: ", spans)


def led_in_class(view: RaceView, car: str) -> str:
    """The laps on which a car led its class."""
    found = _class_of(view, car)
    return led_by_words(view, *found, car) if found else _IN_NONE.format(short_name(view, car))


def gained_in_class(view: RaceView, car: str) -> str:
    """`#12 Telitz started P4 of 20 in GTD and is P2 now: two up.`"""
    if (found := _class_of(view, car)) is None:
        return _IN_NONE.format(short_name(view, car))
    name, cars = found
    started = starting_positions(view)[0]
    order = sorted((each for each in cars if each in started), key=lambda each: started[each])
    now = cars.index(car) + 1
    if car not in order:
        return f"The feed does not tell where {short_name(view, car)} started; P{now} of {len(cars)} in {name} now."
    grid = order.index(car) + 1
    moved = f"{abs(grid - now)} {'up' if now < grid else 'down'}" if grid != now else "no change"
    ended = "finished" if view.over else "is"
    return f"{short_name(view, car)} started P{grid} of {len(order)} in {name} and {ended} P{now}: {moved}."


def _class_of(view: RaceView, car: str) -> tuple[str, list[str]] | None:
    return next(((name, cars) for name, cars in classes_of(view).items() if car in cars), None)


def closing_words(view: RaceView, name: str, cars: Sequence[str]) -> str:
    """The gap from the second of the class to its first, with its trend."""
    if len(cars) < 2 or view.run_state(cars[1])[0] in OUT_STATES:
        return f"Nobody is behind {short_name(view, cars[0])} in {name}."
    gap = gap_between(view, cars[0], cars[1])
    if gap is None:
        return f"The feed does not place the first two of {name}."
    trend = Trend([], None) if gap.seconds is None else since_turn(gap_trend(view, gap, _TREND_LAPS), gap.seconds)
    return f"P2 and P1 in {name}: {gap_summary(view, gap, change := _change(gap, trend), gap_direction(change), trend)}"


def _change(gap: Gap, trend: Trend) -> float | None:
    known = gap.seconds is not None and len(trend.points) > 1
    return round((gap.seconds or 0.0) - trend.points[0].gap_s, 3) if known else None


def leaders_at_line(view: RaceView, cars: Sequence[str]) -> list[tuple[int, str]]:
    """Each lap with the first of these cars to complete it, in order."""
    first: dict[int, tuple[float, str]] = {}
    for car in cars:
        for lap in view.laps(car):
            crossed = lap.t if lap.line_t is None else lap.line_t
            if lap.number not in first or crossed < first[lap.number][0]:
                first[lap.number] = crossed, car
    return [(number, first[number][1]) for number in sorted(first)]


def _spells(led: Sequence[tuple[int, str]]) -> list[tuple[str, list[int]]]:
    return [(car, [lap for lap, _ in spell]) for car, spell in groupby(led, key=itemgetter(1))]
