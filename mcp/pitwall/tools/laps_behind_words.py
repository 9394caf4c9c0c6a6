"""On which laps one car was behind another, or near it, as they ended them: in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from pitwall.facts.drs import DRS_RANGE_S
from pitwall.facts.names import short_name
from pitwall.state import RaceView
from pitwall.tools.words import fitting, lap_span_text, laps_text


def behind_words(view: RaceView, car: str, other: str) -> str:
    """`Hamilton was behind Vettel at the end of 30 of 44 laps: laps 1 to 30.`; and since when, where that lasts."""
    mine, theirs = ({lap.number: lap.position for lap in view.laps(each)} for each in (car, other))
    both = [lap for lap in sorted(mine.keys() & theirs.keys()) if mine[lap] is not None and theirs[lap] is not None]
    behind = [lap for lap in both if (mine[lap] or 0) > (theirs[lap] or 0)]
    name, ahead = short_name(view, car), short_name(view, other)
    since = f"; since lap {_spells(behind)[-1][0]}" if behind and both[-1] == behind[-1] else ""
    return _told(f"{name} was behind {ahead}", behind, both, since)


def within_words(view: RaceView, car: str, other: str, seconds: float, *, behind: bool = False) -> str:
    """`Hamilton was within 1 s of Vettel at the end of 5 of 44 laps: laps 3 to 6, lap 20.`; `behind`: only behind."""
    mine, theirs = ({lap.number: lap.line_t for lap in view.laps(each) if lap.line_t} for each in (car, other))
    both = sorted(mine.keys() & theirs.keys())
    least = 0.0 if behind else -seconds
    near = [lap for lap in both if least <= mine[lap] - theirs[lap] <= seconds]
    where = " behind" if behind else " of"
    reach = " (DRS range)" if behind and seconds == DRS_RANGE_S else ""
    return _told(
        f"{short_name(view, car)} was within {seconds:g} s{reach}{where} {short_name(view, other)}", near, both
    )


def _told(start: str, laps: Sequence[int], both: Sequence[int], end: str = "") -> str:
    if not both:
        return f"The feed tells of no lap that both have ended, so whether {start} is not known."
    of = f"at the end of {len(laps) or 'none'} of {laps_text(len(both))}"
    if not laps:
        return f"{start} {of}."
    spans = [lap_span_text(first, last) for first, last in _spells(laps)]
    return fitting(f"{start} {of}: ", spans, end=f"{end}.")


def _spells(laps: Sequence[int]) -> list[tuple[int, int]]:
    """The first and last of each run of laps in a row."""
    runs = groupby(enumerate(laps), key=lambda each: each[1] - each[0])
    spells = [[lap for _, lap in run] for _, run in runs]
    return [(spell[0], spell[-1]) for spell in spells]
