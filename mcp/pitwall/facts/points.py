"""World championship points of one race or sprint, by the rules of its year."""

from __future__ import annotations

from collections.abc import Sequence

from pitwall.state import RaceView
from pitwall.state.kinds import KIND_WORDS

_RACE = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)
_SPRINT = (8, 7, 6, 5, 4, 3, 2, 1)
_FIRST_SPRINT = (3, 2, 1)
_RACES = range(2010, 2026)
"""Years whose rules are known here. Nothing is said of those of a later one before somebody has looked them up."""
_FASTEST_LAP = range(2019, 2025)
"""Years in which the fastest lap gave a point to whoever came in among the first ten: in 2025 that was dropped."""


def scale(view: RaceView) -> Sequence[int] | None:
    """Points by position; None where the session gives none, or its rules are not known here."""
    session = view.session
    year = session.start_local[:4] if session else ""
    if session is None or session.series != "Formula 1" or not year.isdecimal():
        return None
    number = int(year)
    if view.kind == "race" and number in _RACES:
        return _RACE
    if view.kind == "sprint" and number in range(2021, _RACES.stop):
        return _FIRST_SPRINT if number == 2021 else _SPRINT
    return None


def last_paid(view: RaceView) -> int | None:
    """The last position that gives points: 10 in most races, 8 in most sprints. None where `scale` is."""
    points = scale(view)
    return len(points) if points else None


def why_unpaid(view: RaceView) -> str:
    """Why no position is known to give points, as a clause."""
    if view.kind is not None and view.timed and view.session is not None and view.session.series == "Formula 1":
        return f"{KIND_WORDS[view.kind]} gives no points"
    return "which positions give points is not known for this series and year"


def unknown_rules(view: RaceView) -> str:
    """The championship whose rules are not known here, in words: `Formula 1 in 2026`, else `this series`."""
    session = view.session
    year = session.start_local[:4] if session else ""
    known = session is not None and session.series == "Formula 1" and year.isdecimal()
    return f"Formula 1 in {year}" if known else "this series"


def fastest_lap_counts(view: RaceView) -> bool:
    """Whether the fastest lap gives a point in this race."""
    session = view.session
    return view.kind == "race" and session is not None and int(session.start_local[:4] or 0) in _FASTEST_LAP


def full_distance(view: RaceView) -> bool | None:
    """Whether three quarters of the distance are driven, enough for full points; None: the distance is not told."""
    total = view.total_laps
    return None if not total else view.lap >= 0.75 * total
