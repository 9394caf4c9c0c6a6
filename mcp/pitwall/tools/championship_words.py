"""How a championship with the points of this race is worded."""

from __future__ import annotations

from collections.abc import Sequence

from pitwall.facts.championship import Stands
from pitwall.facts.names import short_name
from pitwall.state import RaceView
from pitwall.tools.words import fitting

NO_STANDINGS = "the championship: no standings have been given (--standings FILE)"


def championship_words(view: RaceView, only: str | None, table: Sequence[Stands], basis: str) -> str:
    """`The championship with this race as it stands: 1 Piastri 324, 2 Norris 293.`, or where one driver is.

    `only`: that driver's car. `table`: all, the most points first. `basis`: the order that points are counted on, as
    the output of get_race_points names it.
    """
    if not table:
        return "The championship is not known here: no standings have been given."
    when = {"official": "with this race's official result", "unknown": "before this race"}.get(
        basis, "with this race as it stands" if basis == "as it stands" else "with this race's provisional result"
    )
    if only is not None:
        mine = next((each for each in table if each.car == only), None)
        if mine is None:
            return f"{short_name(view, only)} is not in the standings that were given."
        return f"{short_name(view, only)} is P{mine.position} in the championship {when}, with {mine.points:g} points."
    parts = [
        f"{each.position} {short_name(view, each.car) if each.car else each.name} {each.points:g}" for each in table
    ]
    return fitting(f"The championship {when}: ", parts)
