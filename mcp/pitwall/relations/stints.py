"""stints: one row for each set of tyres that a car has run."""

from __future__ import annotations

from collections.abc import Iterator

from pitwall.relations.common import CAR_FIELDS, car_values
from pitwall.relations.laps import LAPS
from pitwall.relations.table import Field, Relation, Row, table_of
from pitwall.state import RaceView

FIELDS = (
    *CAR_FIELDS,
    Field("stint", "integer", "", "stint, from 1, as the feed counts"),
    Field("compound", "text", "", "tyre compound"),
    Field("new", "flag", "", "the set was new when fitted"),
    Field("start_laps", "integer", "laps", "laps the set had done before"),
    Field("laps", "integer", "laps", "laps in this stint"),
    Field("tyre_laps", "integer", "laps", "age of the set, laps before included"),
    Field("from_lap", "integer", "", "first lap completed on it"),
    Field("to_lap", "integer", "", "last lap completed on it"),
    Field("going", "flag", "", "on the car now"),
)


def _build(view: RaceView) -> Iterator[Row]:
    driven: dict[tuple[str, int], list[int]] = {}
    for row in table_of(view, LAPS).rows:
        stint, lap = row["stint"], row["lap"]
        if isinstance(stint, int) and isinstance(lap, int):
            driven.setdefault((str(row["car"]), stint), []).append(lap)
    for car in view.cars:
        tyres = view.tyres(car)
        for number, tyre in enumerate(tyres, 1):
            laps = driven.get((car, number), [])
            told = None if tyre.laps is None else max(tyre.laps - (tyre.start_laps or 0), 0)
            yield {
                **car_values(view, car),
                "stint": number,
                "compound": tyre.compound,
                "new": tyre.new,
                "start_laps": tyre.start_laps,
                "laps": told,
                "tyre_laps": tyre.laps,
                "from_lap": min(laps, default=None),
                "to_lap": max(laps, default=None),
                "going": number == len(tyres),
            }


def _carried(view: RaceView) -> bool:
    return any(view.tyres(car) for car in view.cars)


STINTS = Relation("stints", "sets of tyres that cars have run", FIELDS, _build, _carried)
