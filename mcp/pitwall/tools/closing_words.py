"""Who gains on the car ahead, by how much a lap, and how it is worded."""

from __future__ import annotations

from collections.abc import Sequence

from pitwall.facts.gap_trend import gap_trend, since_turn
from pitwall.facts.gaps import gap_between
from pitwall.facts.names import short_name
from pitwall.facts.periods import PERIOD_NAMES, neutralised
from pitwall.state import RaceView
from pitwall.tools.battle_words import Pair
from pitwall.tools.words import fitting, gap_text

_LAPS = 5
_FEWEST = 2
"""Over fewer laps a gap tells no pace."""


def closing_s(view: RaceView, pair: Pair) -> float | None:
    """Seconds a lap by which a gap changes, negative where it closes; None where both could not race so long."""
    gap = gap_between(view, pair.ahead, pair.behind)
    if gap is None or gap.seconds is None:
        return None
    trend = since_turn(gap_trend(view, gap, _LAPS), gap.seconds)
    if len(trend.points) < _FEWEST or trend.laps < _FEWEST or trend.points[0].gap_s < 0:
        return None
    return round((gap.seconds - trend.points[0].gap_s) / trend.laps, 3)


def closing_words(view: RaceView, chosen: Sequence[tuple[float, Pair]], *, told: bool) -> str:
    """`Closing fastest on the car ahead: Zhou 0.42 s a lap on Magnussen (2.1 s behind, for P12), …`.

    `chosen`: seconds a lap, negative, with each pair, the fastest first. `told`: whether any gap could be compared.
    """
    if view.finished:
        return "The race is over: nobody is catching anybody any more."
    if (kind := neutralised(view)) is not None:
        return f"{PERIOD_NAMES[kind][0].capitalize()}: nobody is catching anybody."
    if not told:
        return "No gap between neighbours can be compared over the last laps yet."
    if not chosen:
        return "Nobody is catching the car ahead."
    said = [
        f"{short_name(view, pair.behind)} {abs(rate):.2f} s a lap on {short_name(view, pair.ahead)}"
        f" ({gap_text(pair.gap_s)} behind, for P{pair.position})"
        for rate, pair in chosen
        if pair.gap_s is not None
    ]
    return fitting("Closing fastest on the car ahead: ", said)
