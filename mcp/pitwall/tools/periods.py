"""Spans of the race in which the track was not clear: safety car, virtual safety car, red flag, yellow flags."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from itertools import islice, takewhile
from typing import Literal, NamedTuple

from pitwall.state import RaceView

Kind = Literal["red", "safety_car", "vsc", "yellow"]
KINDS: tuple[Kind, ...] = ("red", "safety_car", "vsc", "yellow")
"""The gravest first."""
NEUTRAL: tuple[Kind, ...] = ("red", "safety_car", "vsc")
"""In these nobody races."""

_KIND_OF: dict[str, Kind] = {
    "red": "red",
    "safety_car": "safety_car",
    "vsc": "vsc",
    "vsc_ending": "vsc",
    "yellow": "yellow",
}


class Period(NamedTuple):
    """One span, in session time and in laps of the first car. The ends are None while it lasts."""

    kind: Kind
    start: float
    from_lap: int
    end: float | None = None
    to_lap: int | None = None


def track_periods(view: RaceView) -> list[Period]:
    """Every span of the race in order. Those that were over before the start or came after the flag are not of it."""
    periods: list[Period] = []
    going: Period | None = None
    for status, t, lap in view.track_statuses:
        kind = _KIND_OF.get(status)
        if going is not None and kind != going.kind:
            periods.append(going._replace(end=t, to_lap=lap))
            going = None
        if going is None and kind is not None:
            going = Period(kind, t, lap)
    if going is not None:
        periods.append(going)
    start, flag = view.started_at, view.finished_at
    if not view.started:
        return []
    raced = [p for p in periods if start is None or p.end is None or p.end > start]
    return [p for p in raced if flag is None or p.start < flag]


def gravest(periods: Sequence[Period], start: float, end: float) -> Kind | None:
    """The gravest kind that held at any moment between two session times. The periods are in order."""
    over = bisect_right(periods, start, key=lambda period: math.inf if period.end is None else period.end)
    held = {period.kind for period in takewhile(lambda period: period.start < end, islice(periods, over, None))}
    return next((kind for kind in KINDS if kind in held), None)
