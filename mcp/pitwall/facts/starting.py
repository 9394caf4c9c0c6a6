"""Where the cars started, and who has not come round since."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pitwall.state import OUT_STATES, RaceView

LAPLESS_LAPS = 2
"""So many laps of the first car without one of its own: a car is then more than a lap behind."""


def starting_positions(view: RaceView) -> tuple[Mapping[str, int], Literal["grid", "first_place_given"]]:
    """The feed's grid, or where it gives none its order before the start; which of them it is."""
    grid = {car: state.grid for car, state in view.cars.items() if state.grid is not None}
    if grid:
        return grid, "grid"
    first = {car: state.position for car, state in view.first_states().items() if state.position is not None}
    return first, "first_place_given"


def lapless(view: RaceView) -> list[str]:
    """Cars that have completed no lap though the first has completed two, and that the feed has not called out."""
    if view.timed or not view.started or view.lap < LAPLESS_LAPS:
        return []
    return [car for car in view.cars if not view.laps(car) and view.run_state(car)[0] not in OUT_STATES]
