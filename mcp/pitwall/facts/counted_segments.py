"""The segments of a qualifying without best laps that race control deleted: a feed takes them back minutes later."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pitwall.facts.in_segment import lap_segments
from pitwall.facts.laps import timed_laps
from pitwall.facts.race_control import said_that
from pitwall.state import RaceView
from pitwall.state.keeping import kept_in_view
from pitwall.state.segments import Segments
from pitwall.stewards import DeletedLap, deleted_laps, of_deleted

_SAME_S = 0.0005


@kept_in_view
def counted_segments(view: RaceView) -> Segments:
    """What the feed has said of the segments, with each car's best lap that counts as race control has it."""
    segments = view.segments
    gone = deleted_laps(said_that(view, of_deleted)) if segments.number else []
    bests = {
        car: {number: _counted(view, car, number, best, mine) for number, best in segments.bests.get(car, {}).items()}
        for car in {lap.car for lap in gone}
        if (mine := [lap for lap in gone if lap.car == car])
    }
    return replace(segments, bests={**segments.bests, **bests}) if bests else segments


def _counted(view: RaceView, car: str, segment: int, best: float | None, gone: Sequence[DeletedLap]) -> float | None:
    """The best lap of a segment; where it is deleted the best of the car's others in it that are no in- or out-laps."""
    if best is None:
        return None
    number = next((lap for lap, told in view.lap_times(car).items() if abs(told - best) < _SAME_S), 0)
    if not any(one.is_lap(number, best) for one in gone):
        return best
    driven = lap_segments(view, car)
    others = [
        lap.seconds
        for lap in timed_laps(view, car)
        if lap.seconds is not None
        and driven.get(lap.number) == segment
        and not (lap.in_lap or lap.out_lap or lap.cruised)
        and not any(one.is_lap(lap.number, lap.seconds) for one in gone)
    ]
    return min(others, default=None)
