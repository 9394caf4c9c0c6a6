"""The laps whose times race control deleted, put together once for each number of messages that do so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitwall.facts.race_control import said_that
from pitwall.state import RaceView
from pitwall.stewards import DeletedLap, deleted_laps, of_deleted


def deleted_by_car(view: RaceView) -> Mapping[str, Sequence[DeletedLap]]:
    """Laps whose time is deleted and was not given back."""
    told = said_that(view, of_deleted)

    def by_car() -> Mapping[str, Sequence[DeletedLap]]:
        found: dict[str, list[DeletedLap]] = {}
        for lap in deleted_laps(told):
            found.setdefault(lap.car, []).append(lap)
        return found

    return view.keeping.of_moment(deleted_laps, len(told), 16, by_car)
