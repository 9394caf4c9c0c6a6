"""overtakes: who came past whom from one lap to the next, told apart by how: on track, by a stop, by a retirement.

They are read from the order in which the cars completed each lap, so two passes back and forth within a lap are none.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator

from pitwall.facts.laps import timed_laps
from pitwall.facts.names import short_name
from pitwall.relations.common import CAR_FIELDS, WHEN_FIELDS, car_values, has_laps, when_values
from pitwall.relations.table import Field, Relation, Row
from pitwall.state import RACES, RaceView
from pitwall.state.car import Lap

FIELDS = (
    *CAR_FIELDS,
    *WHEN_FIELDS,
    Field("passed_car", "text", "", "car number of the one that was passed"),
    Field("passed", "text", "", "surname of the one that was passed"),
    Field("how", "text", "", "track, start (on lap 1), stop (the other was in the pit lane) or retirement"),
    Field("position", "integer", "", "position of the passing car after the lap"),
)


def _build(view: RaceView) -> Iterator[Row]:
    ended: dict[int, list[tuple[float, str, Lap]]] = {}
    lane: dict[str, set[int]] = {}
    status: dict[tuple[str, int], str] = {}
    for car in view.cars:
        for lap, timed in zip(view.laps(car), timed_laps(view, car), strict=True):
            ended.setdefault(lap.number, []).append((lap.t, car, lap))
            status[car, lap.number] = timed.track or "green"
            if timed.in_lap or timed.out_lap:
                lane.setdefault(car, set()).add(lap.number)
    ranks = _grid(view)
    for number in sorted(ended):
        across = sorted(ended[number], key=lambda item: item[0])
        for ahead, other, t, lap in _passes(ranks, across):
            if other is None:
                continue
            how = "start" if number == 1 else "stop" if number in lane.get(other, ()) else "track"
            yield {
                **car_values(view, ahead),
                **when_values(view, number, t, status[ahead, number]),
                "passed_car": other,
                "passed": short_name(view, other),
                "how": how,
                "position": lap.position,
            }
        yield from _retired(view, ranks, across, number, status)
        ranks = {car: rank for rank, (_, car, _) in enumerate(across)}


def _grid(view: RaceView) -> dict[str, int]:
    return {car: state.grid for car in view.cars if (state := view.car(car)).grid is not None}


def _passes(
    ranks: dict[str, int], across: list[tuple[float, str, Lap]]
) -> Iterator[tuple[str, str | None, float, Lap]]:
    """Every pair whose order is another than before: of those across later, whoever had been ahead was passed."""
    later: list[tuple[int, str]] = []
    for t, car, lap in reversed(across):
        rank = ranks.get(car)
        if rank is None:
            continue
        for _, other in later[: bisect_left(later, (rank, ""))]:
            yield car, other, t, lap
        insort(later, (rank, car))


def _retired(
    view: RaceView,
    ranks: dict[str, int],
    across: list[tuple[float, str, Lap]],
    number: int,
    status: dict[tuple[str, int], str],
) -> Iterator[Row]:
    """Cars ahead that did not complete the lap because they are out: the next one behind came past."""
    here = {car for _, car, _ in across}
    for other, rank in ranks.items():
        if other in here or view.run_state(other)[0] not in ("stopped", "retired"):
            continue
        behind = [(ranks[car], t, car, lap) for t, car, lap in across if ranks.get(car, -1) > rank]
        for _, t, car, lap in sorted(behind, key=lambda item: item[0]):
            yield {
                **car_values(view, car),
                **when_values(view, number, t, status[car, number]),
                "passed_car": other,
                "passed": short_name(view, other),
                "how": "retirement",
                "position": lap.position,
            }


OVERTAKES = Relation(
    "overtakes", "who came past whom, from one lap to the next (derived)", FIELDS, _build, has_laps, RACES
)
