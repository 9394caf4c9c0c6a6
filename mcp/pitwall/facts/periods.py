"""Spans of the race in which the track was not clear: safety car, virtual safety car, red flag, yellow flags."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from pitwall.state import RaceView
from pitwall.state.keeping import kept_for_moments

Kind = Literal["red", "safety_car", "vsc", "yellow"]
KINDS: tuple[Kind, ...] = ("red", "safety_car", "vsc", "yellow")
"""The gravest first."""
PERIOD_NAMES: dict[Kind, tuple[str, str]] = {
    "red": ("red flag", "red flags"),
    "safety_car": ("safety car", "safety cars"),
    "vsc": ("virtual safety car", "virtual safety cars"),
    "yellow": ("yellow flag", "yellow flags"),
}
"""One of them and several, as answers call them."""
NEUTRAL: tuple[Kind, ...] = ("red", "safety_car", "vsc")
"""In these nobody races."""
FULL_COURSE = "full_course_yellow"
FULL_COURSE_KINDS: tuple[Kind, ...] = ("safety_car", "vsc")
"""What timekeepers of other series call a full course yellow is one of these in the feed."""

_KIND_OF: dict[str, Kind] = {
    "red": "red",
    "safety_car": "safety_car",
    "vsc": "vsc",
    "vsc_ending": "vsc",
    "yellow": "yellow",
}


def kinds_of(asked_for: str) -> tuple[Kind, ...]:
    """The kinds of period that are asked for: one of `KINDS`, or a full course yellow."""
    return FULL_COURSE_KINDS if asked_for == FULL_COURSE else tuple(kind for kind in KINDS if kind == asked_for)


class Period(NamedTuple):
    """One span, in session time and in laps of the first car. The ends are None while it lasts."""

    kind: Kind
    start: float
    from_lap: int
    end: float | None = None
    to_lap: int | None = None


@kept_for_moments(4)
def track_periods(view: RaceView) -> Sequence[Period]:
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
        return ()
    raced = [p for p in periods if start is None or p.end is None or p.end > start]
    return tuple(p for p in raced if flag is None or p.start < flag)


def neutralised(view: RaceView) -> Kind | None:
    """What keeps everybody from racing at this moment: a safety car, a virtual one, a red flag."""
    periods = track_periods(view)
    last = periods[-1] if periods else None
    return last.kind if last is not None and last.end is None and last.kind in NEUTRAL else None


class Stoppage(NamedTuple):
    """A span of session time in which the race stood still. The end is None while it lasts."""

    start: float
    end: float | None

    def holds(self, t: float) -> bool:
        """Whether it held at a session time."""
        return self.start <= t and (self.end is None or t < self.end)


def stoppages(view: RaceView) -> tuple[Stoppage, ...]:
    """From the red flag, or the word that the session is aborted, until both are taken back, in order.

    The track is often told clear minutes before the session goes on: until then nobody races.
    """
    if not view.has_been_stopped:  # as in most races, and this is asked for every answer with a car in it
        return ()
    told = [(change.t, 0, change.status) for change in view.track_statuses]
    told += [(change.t, 1, change.status) for change in view.session_statuses]
    red = aborted = False
    since: float | None = None
    spans: list[Stoppage] = []
    for t, which, status in sorted(told):
        if which == 0:
            red = status == "red"
        elif status != "inactive":
            aborted = status == "aborted"
        if red or aborted:
            since = t if since is None else since
        elif since is not None:
            spans.append(Stoppage(since, t))
            since = None
    return tuple(spans) if since is None else (*spans, Stoppage(since, None))


def gravest_of(periods: Sequence[Period]) -> Callable[[float, float], Kind | None]:
    """What tells the gravest kind that held at any moment between two session times. The periods are in order."""
    starts, ends = [period.start for period in periods], [period.end for period in periods if period.end is not None]

    def gravest(start: float, end: float) -> Kind | None:
        first, last = bisect_right(ends, start), bisect_left(starts, end)
        if first >= last:  # as of most laps
            return None
        held = {period.kind for period in periods[first:last]}
        return next(kind for kind in KINDS if kind in held)

    return gravest
