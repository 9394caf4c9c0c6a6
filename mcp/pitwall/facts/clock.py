"""How long a session, or a segment of a qualifying, still has: the feed's clock, or what the rules of its year say."""

from __future__ import annotations

from typing import NamedTuple

from pitwall.facts.periods import Stoppage, stoppages
from pitwall.state import RaceView

_PRACTICE_S = 3600.0
_SEGMENTS_S = {
    "qualifying": (1080.0, 900.0, 720.0),
    "sprint_qualifying": (720.0, 600.0, 480.0),
}
_RULES = range(2014, 2026)
"""Years of Formula 1 in which these lengths held."""


class Left(NamedTuple):
    """Seconds left; `derived` where the feed's clock is not told and the length of the session is the rules'."""

    seconds: float
    derived: bool


def time_left(view: RaceView) -> Left | None:
    """What is left of the session or its segment: 0 once its flag has fallen, None where that cannot be said."""
    begun = _begun(view)
    if view.over or (view.timed and begun is not None and view.session_status == "finished"):
        return Left(0.0, derived=False)
    if view.time_left_s is not None:
        return Left(view.time_left_s, derived=False) if view.timed or view.total_laps is None else None
    length = _length(view)
    if length is None or begun is None or view.session_status == "inactive":
        return None
    stood = 0.0 if view.kind == "practice" else sum(_overlap(stop, begun, view.t) for stop in stoppages(view))
    return Left(round(max(length - (view.t - begun - stood), 0.0), 3), derived=True)


def _begun(view: RaceView) -> float | None:
    return view.segment_started_at(view.segment) if view.segment else view.started_at


def _length(view: RaceView) -> float | None:
    session = view.session
    year = session.start_local[:4] if session else ""
    if session is None or session.series != "Formula 1" or not year.isdecimal() or int(year) not in _RULES:
        return None
    if view.kind == "practice":
        return _PRACTICE_S
    lengths = _SEGMENTS_S.get(view.kind or "", ())
    return lengths[view.segment - 1] if view.segment and view.segment <= len(lengths) else None


def _overlap(stop: Stoppage, begun: float, now: float) -> float:
    """Seconds of the segment in which its clock stood."""
    end = now if stop.end is None else min(stop.end, now)
    return max(end - max(stop.start, begun), 0.0)
