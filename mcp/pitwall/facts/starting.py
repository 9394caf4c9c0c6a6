"""Where the cars started."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pitwall.state import RaceView


def starting_positions(view: RaceView) -> tuple[Mapping[str, int], Literal["grid", "first_place_given"]]:
    """The feed's grid, or where it gives none its order before the start; which of them it is."""
    grid = {car: state.grid for car, state in view.cars.items() if state.grid is not None}
    if grid:
        return grid, "grid"
    first = {car: state.position for car, state in view.first_states().items() if state.position is not None}
    return first, "first_place_given"
