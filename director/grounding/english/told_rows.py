"""What the results hold that decides whether strong words can be true of them: spells in the lead, sets, moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from director.language.folding import fold
from toolgate.contract import StepResult

Row = Mapping[str, Any]
_WORN = 3
"""Laps after which a set that was fitted new is no longer fresh."""


class ToldRows:
    """The rows of all results of a plan, by tool. Names are family names in lower case without accents."""

    def __init__(self, steps: Sequence[StepResult]) -> None:
        self._steps = [step for step in steps if step.status == "ok"]
        self.leads = self._rows("get_lead_changes", "leads")
        """Each spell in the lead, in order."""

    def _results(self, tool: str) -> list[Row]:
        return [step.envelope for step in self._steps if step.name == tool]

    def _rows(self, tool: str, field: str) -> list[Row]:
        rows = (row for result in self._results(tool) for row in result.get(field) or ())
        return [row for row in rows if isinstance(row, Mapping)]

    def has_only(self, tool: str) -> bool:
        """Whether no other tool was called."""
        return {step.name for step in self._steps} == {tool}

    def drove_through(self) -> set[str]:
        """Who was in the lane without a stop."""
        cars = self._rows("get_pit_stops", "cars")
        return {family(car) for car in cars if any(each.get("kind") != "stop" for each in car.get("passages") or ())}

    def is_of_one_stopper(self) -> bool:
        """Whether the stops of one car are told, and of no other."""
        return len(self._rows("get_pit_stops", "cars")) == 1

    def lane_times(self) -> list[float]:
        """The seconds in the lane of each stop of one car; none where more cars are told of, or a time is not."""
        cars = self._rows("get_pit_stops", "cars")
        times = [each.get("lane_s") for car in cars for each in car.get("passages") or () if each.get("kind") == "stop"]
        return times if len(cars) == 1 and None not in times else []

    def stops(self) -> int | None:
        """How many stops all cars have made, where the result is of all."""
        cars = self._rows("get_pit_stops", "cars")
        return sum(car.get("stops") or 0 for car in cars) if cars else None

    def fitted_both(self) -> bool:
        """Whether some sets of one driver were fitted new and some were not."""
        return len({stint.get("new") for stint in self._rows("get_stints", "stints")}) > 1

    def ran_before(self) -> bool:
        """Whether a set had laps on it when it was fitted."""
        return any(stint.get("start_laps") for stint in self._rows("get_stints", "stints"))

    def kept_tyres(self) -> bool:
        """Whether a stint went on with the tyres of the one before."""
        return any(stint.get("change") == "kept" for stint in self._rows("get_stints", "stints"))

    def all_from_new(self) -> bool:
        """Whether it is told of each set that it had no laps on it when it was fitted."""
        stints = self._rows("get_stints", "stints")
        return bool(stints) and all(stint.get("start_laps") == 0 for stint in stints)

    def worn(self) -> tuple[set[str], set[str]]:
        """Whose set was fitted new and is not fresh any more, and of whom a set is told."""
        ages = {family(car): (car.get("age_laps") or 0) for car in self._rows("get_stints", "cars")}
        for own in self._results("get_driver"):
            if own.get("tyre"):
                ages[family(own)] = own["tyre"].get("laps") or 0
        return {name for name, age in ages.items() if age > _WORN}, set(ages)

    def in_the_lane(self) -> set[str]:
        """Who is in the pit lane now."""
        rows = [*self._rows("get_standings", "rows"), *self._results("get_driver")]
        return {family(row) for row in rows if row.get("state") == "in_pit"}

    def stopped(self) -> set[str]:
        """Who does not run any more, or has stopped on the track."""
        rows = [*self._rows("get_standings", "rows"), *self._results("get_driver")]
        return {family(row) for row in rows if row.get("state", "running") not in ("running", "in_pit")}

    def positions(self) -> dict[int, int]:
        """The position of one driver at the end of each lap."""
        return {row.get("lap") or 0: row.get("place") or 0 for row in self._rows("get_position_history", "laps")}

    def unmoved(self) -> set[str]:
        """Who is where he was on the grid, or on the first lap that is told of."""
        rows = [car for car in self._rows("get_position_history", "cars") if car.get("gained") == 0]
        own = [each for each in self._results("get_driver") if each.get("grid") == each.get("place")]
        return {family(row) for row in (*rows, *own)}

    def moved_last(self) -> bool:
        """Whether one driver is elsewhere than at the end of one of his last two laps."""
        laps = self._rows("get_position_history", "laps")[-2:]
        now = [car.get("now") for car in self._rows("get_position_history", "cars")] if laps else []
        return len({*now, *(row.get("place") for row in laps)}) > 1

    def is_over(self) -> bool:
        """Whether the qualifying has ended."""
        return any(result.get("over") for result in self._results("get_qualifying"))

    def went_out(self) -> Iterator[tuple[str, int]]:
        """Who went out in which part of the qualifying."""
        for row in self._rows("get_qualifying", "rows"):
            if row.get("knocked_out"):
                yield family(row), row.get("segment") or 0

    def without_time(self) -> set[str]:
        """Who has no time in the part of the qualifying that is told of."""
        return {family(row) for row in self._rows("get_qualifying", "rows") if row.get("best_lap_s") is None}


def family(row: Row) -> str:
    """The family name in a row; of nobody `?`, which no text holds."""
    return fold(str((row.get("driver") or {}).get("name") or "?").rpartition(" ")[2])
