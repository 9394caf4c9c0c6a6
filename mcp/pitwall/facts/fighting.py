"""Who is beside whom on the road, where positions say so only at the line."""

from __future__ import annotations

from collections.abc import Sequence

from pitwall.facts.track_line import metres_ahead
from pitwall.state import RaceView


def moves_at_line(view: RaceView) -> bool:
    """Whether the feed updates positions and gaps only at the line, while metres tell where the cars are now."""
    return bool(view.session and view.session.positions_at_line and view.distances)


def road_order(view: RaceView) -> Sequence[str]:
    """The cars as they are on the road, the first one first: the feed's order, or by the metres they have covered."""
    if not moves_at_line(view):
        return view.order
    return sorted(view.distances, key=lambda car: -view.distances[car])


def metres_between(view: RaceView, ahead: str, behind: str) -> float | None:
    """How far apart two neighbours are on the road, in metres: by what they have covered, else by where they are."""
    front, back = view.distances.get(ahead), view.distances.get(behind)
    if front and back:  # on the grid nobody has covered any distance yet
        return round(abs(front - back), 1)
    away = metres_ahead(view, behind, ahead)
    return None if away is None else abs(away)


def seconds_of(view: RaceView, car: str, metres: float) -> float | None:
    """How long a car takes for so many metres at the pace of its last lap, seconds; None where that is not known."""
    length = view.session.lap_length_m if view.session else None
    lap_s = view.car(car).last_lap_s or view.car(car).best_lap_s
    return round(metres / length * lap_s, 3) if length and lap_s else None
