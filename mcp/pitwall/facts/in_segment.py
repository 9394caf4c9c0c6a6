"""Which segment of a qualifying a lap was driven in."""

from __future__ import annotations

from collections.abc import Mapping

from pitwall.state import RaceView
from pitwall.state.keeping import kept_in_view
from pitwall.state.splits import SectorTime, TrapSpeed


@kept_in_view
def lap_segments(view: RaceView, car: str) -> Mapping[int, int]:
    """The segment of each lap that the car has completed, by lap; empty in a session without segments.

    A lap into the pits is often counted only as the car leaves its garage in the next segment: its time is told, and
    its way into the lane seen, when it was driven.
    """
    if not view.segment_starts:
        return {}
    timed, entered = view.lap_times_told_at(car), {item.lap: item.t_in for item in view.passages(car)}
    found = {}
    for lap in view.laps(car):
        ended = lap.t if lap.line_t is None else lap.line_t
        segment = view.segment_at(min(ended, timed.get(lap.number, ended), entered.get(lap.number, ended)))
        if segment is not None:
            found[lap.number] = segment
    return found


def driven_in(view: RaceView, segment: int | None, told: SectorTime | TrapSpeed) -> bool:
    """Whether a sector or a speed is of that segment; None: of any."""
    return segment is None or view.segment_at(view.time_of(told.message)) == segment
