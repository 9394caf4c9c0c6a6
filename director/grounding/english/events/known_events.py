"""What the results know of what happened: a table of events, and of whom every event of a kind is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from director.grounding.english.events.events_told import CASES, PERIODS, ToldEvent, events_of
from director.grounding.known_values import Truth
from director.grounding.statements import Statement, moment_of
from director.grounding.values import Drivers
from director.language.word_lists import words
from toolgate.contract import Context, StepResult

_LIMITS = words("driver")
"""What a call may be asked of and yet tell every event of him."""
_TOTALS = ("matching", "total", "count", "total_stops")
_OPEN_ENDED = words("joined again before start begun")
"""Where a result misses these, something may have happened that it does not tell."""
_DECLARED = {
    "overtook": "pass", "overtook_for": "pass", "out": "out", "seems_out": "out", "stopped_on": "stop",
    **dict.fromkeys(CASES, "case"),
}  # fmt: skip
_COUNTS = {"safety_car_count": "safety car", "vsc_count": "vsc", "red_flag_count": "red", "yellow_count": "yellow"}


class GapByLap(Struct, frozen=True):
    """The gap of one car to another in seconds: now, and of earlier laps; `trend` is 1 where it grows."""

    back: str
    front: str
    now: float
    gaps: Mapping[int, float]
    trend: int


class KnownEvents:
    """The events of the whole session so far, by kind."""

    def __init__(
        self,
        statements: Mapping[str, Sequence[Statement]],
        steps: Sequence[StepResult],
        context: Context,
        drivers: Drivers,
        now: object,
    ) -> None:
        self.now = now if isinstance(now, int) else None
        self.cars = tuple(dict.fromkeys(str(entry["car"]) for entry in drivers.values() if "car" in entry))
        self._statements = statements
        self._whole = set(_whole(steps, context, drivers))
        self._counts: dict[tuple[str, str], int] = {}
        self.implied: set[str] = set()
        """The cars of which nothing but the total says that they have not stopped."""
        self._of_all: set[str] = set()
        """The cars of which a table of all tells how often they have stopped."""
        self._rows = events_of(statements)
        self._counted = {
            kind: int(one.value("value"))
            for says, kind in _COUNTS.items()
            for one in statements.get(says, ())
            if not one.moment
        }
        self._count_stops()
        self.total_stops = _alone(statements.get("total_stops", ()))
        self.open_cases = _alone(statements.get("open_cases", ()))
        self.still_going = _alone(statements.get("still_going", ()))

    def rows(self, kind: str, car: str | None = None, role: str = "subject") -> list[ToldEvent]:
        """The events of a kind; of a car, as who did it or to whom it was done."""
        return [row for row in self._rows.get(kind, ()) if car is None or getattr(row, role) == car]

    def is_told(self, kind: str, car: str | None = None, role: str = "subject") -> bool:
        """Whether every event of a kind is told: of a car, or of all."""
        if kind in PERIODS.values():
            return self._counted.get(kind) == len(self._rows[kind])
        if kind == "lead":
            laps = sorted(lap for row in self._rows[kind] for lap in range(row.lap or 1, (row.end or 0) + 1))
            return self.now is not None and laps == list(range(1, self.now + 1))
        if (kind, "") in self._whole:
            return True
        if car is None or role != "subject":
            return False
        return (kind, car) in self._whole or self.count(kind, car) is not None

    def is_of_all(self, kind: str) -> bool:
        """Whether it is told of every car how often something happened to it."""
        return self._of_all >= set(self.cars) if kind == "stop" else self.is_told(kind)

    def all_of(self, kind: str) -> list[ToldEvent]:
        """Every event of a kind; none where not every one is told, with its lap."""
        rows = self.rows(kind)
        number = sum(self.count(kind, car) or 0 for car in self.cars)
        if not self.is_of_all(kind) or (kind == "stop" and number != len(rows)) or any(row.lap is None for row in rows):
            return []
        return rows

    def is_first_or_last(self, car: str, *, first: bool) -> bool:
        """Whether the results say that a car was the first, or the last, to stop."""
        rows = self._statements.get("stopped_first" if first else "stopped_last", ())
        return any(one.value("subject") == car for one in rows)

    def positions(self, car: str) -> Mapping[int, int]:
        """The positions of a car by the laps for which they are told."""
        rows = (one for one in self._statements.get("has_position", ()) if one.value("subject") == car)
        return {int(one.moment[4:]): one.value("value") for one in rows if one.moment.startswith("lap ")}

    def table_of_all(self, name: str) -> Mapping[str, float]:
        """How many places each car has `gained` or `lost`, its `stops` or its `passes`; empty where not all are told.

        Who is out and of whom no position is told is no longer in the order.
        """
        if name == "stops":
            counts = {car: self.count("stop", car) for car in self.cars} if self.is_of_all("stop") else {}
            return {car: float(count or 0) for car, count in counts.items()}
        if name == "passes":
            return {car: float(len(self.rows("pass", car))) for car in self.cars} if self.is_told("pass") else {}
        told = {says: self._now(says) for says in ("gained", "lost")}
        gone = {one.value("subject") for one in self._statements.get("out", ())}
        placed = {**self._now("held_place"), **told["gained"], **told["lost"]}
        rows = [one for says in ("gained", "lost") for one in self._statements.get(says, ()) if not one.moment]
        whole = bool(rows) and all(one.table for one in rows)
        cars = tuple(car for car in self.cars if car in placed) if whole else self.cars
        return {car: told[name].get(car, 0.0) for car in cars} if whole or {*placed, *gone} >= set(cars) else {}

    def tyre_ages(self) -> Mapping[str, float]:
        """How old the tyres of each car are that is still going; empty where not all are told."""
        rows = [one for one in self._statements.get("tyre_age", ()) if not one.moment]
        whole = bool(rows) and all(one.table and not one.doubt for one in rows)
        gone = {row.subject for row in self.rows("out")}
        return (
            {one.value("subject"): one.value("value") for one in rows if one.value("subject") not in gone}
            if whole
            else {}
        )

    def stints(self, car: str) -> Sequence[tuple[int, int, str]]:
        """The stints of a car from the first on, each its number, laps and compound; none where one is not told."""
        rows = [one for one in self._statements.get("stint", ()) if one.value("subject") == car and one.event]
        told = {one.value("nth"): (one.value("nth"), one.value("value"), one.value("compound")) for one in rows}
        whole = sorted(told) == list(range(1, len(told) + 1)) and all(None not in row for row in told.values())
        return [told[number] for number in sorted(told)] if whole and not any(one.moment for one in rows) else []

    def compounds(self) -> Mapping[str, str]:
        """The compound that each car is on."""
        return {
            one.value("subject"): one.value("value") for one in self._statements.get("on_tyre", ()) if not one.moment
        }

    def gap_by_lap(self) -> GapByLap | None:
        """The gap of the one pair of which those of earlier laps are told; behind it is less than none."""
        rows = [one for one in self._statements.get("is_behind", ()) if one.value("value") is not None]
        then = [one for one in rows if one.moment.startswith("lap ")]
        now = [one for one in rows if not one.moment]
        pairs = {frozenset((one.value("subject"), one.value("object"))) for one in (*rows, *then)}
        trends = [way for says, way in (("opening", 1), ("closing", -1), ("steady", 0)) if self._statements.get(says)]
        if len(pairs) != 1 or len(now) != 1 or not (then or trends):
            return None
        back, front = now[0].value("subject"), now[0].value("object")
        gaps = {int(one.moment[4:]): one.value("value") * (1 if one.value("subject") == back else -1) for one in then}
        return GapByLap(back, front, now[0].value("value"), gaps, trends[0] if len(trends) == 1 else 0)

    def _now(self, says: str) -> Mapping[str, float]:
        return {
            one.value("subject"): float(one.value("value")) for one in self._statements.get(says, ()) if not one.moment
        }

    def count(self, kind: str, car: str) -> int | None:
        """How often something happened to a car; None where that is not known."""
        return self._counts.get((kind, car))

    def happened(
        self, kind: str, car: str, role: str, fits: Callable[[ToldEvent], Truth], *, told: bool = True
    ) -> Truth:
        """Whether an event of this kind happened to a car; None where the results do not tell."""
        truths = [fits(row) for row in self.rows(kind, car, role)]
        if True in truths:
            return True
        return False if told and None not in truths and self._has_all(kind, car, role) else None

    def how_often(self, kind: str, car: str, role: str, fits: Callable[[ToldEvent], Truth] | None) -> int | None:
        """How many events of a kind happened to a car; None where not all are told."""
        if fits is None and role == "subject" and self.count(kind, car) is not None:
            return self.count(kind, car)
        truths = [fits(row) if fits else True for row in self.rows(kind, car, role)]
        return truths.count(True) if None not in truths and self._has_all(kind, car, role) else None

    def _has_all(self, kind: str, car: str, role: str) -> bool:
        """Whether the rows of a car are all that there are."""
        if not self.is_told(kind, car, role):
            return False
        known = self.count(kind, car) if role == "subject" else None
        return known is None or known == len(self.rows(kind, car, role))

    def _count_stops(self) -> None:
        for says in ("stop_count", "not_stopped"):
            for one in self._statements.get(says, ()):
                if not one.moment:
                    self._counts["stop", one.value("subject")] = int(one.value("value") or 0)
                    self._of_all |= {one.value("subject")} if one.table else set()
        total = {one.value("value") for one in self._statements.get("total_stops", ())}
        stopped = sum(count for (kind, _), count in self._counts.items() if kind == "stop")
        if total == {stopped}:  # nobody else has stopped
            self._of_all = set(self.cars)
            self.implied = {car for car in self.cars if ("stop", car) not in self._counts}
            for car in self.implied:
                self._counts["stop", car] = 0
        self._whole -= {(kind, car) for kind, car in self._whole if kind == "stop"}


def _alone(statements: Sequence[Statement]) -> int | None:
    """The number that statements of now have, where it is one."""
    numbers = {int(one.value("value")) for one in statements if not one.moment}
    return numbers.pop() if len(numbers) == 1 else None


def _whole(steps: Sequence[StepResult], context: Context, drivers: Drivers) -> Iterator[tuple[str, str]]:
    """The kinds of which a call was told every event, and of whom: empty where it was of all."""
    for step in steps:
        asked = {name: value for name, value in step.arguments.items() if value not in (None, [])}
        if step.status != "ok" or moment_of(step) or asked.keys() - _LIMITS or not _tells_all(step):
            continue
        entry = drivers.get(str(asked["driver"])) if "driver" in asked else None
        if "driver" in asked and entry is None:
            continue
        for declared in context.claims.get(step.name, ()):
            kind = _DECLARED.get(declared["says"])
            if kind and declared.get("all") is not False and "*" in str(declared.get("subject")):
                yield kind, str(entry["car"]) if entry else ""


def _tells_all(step: StepResult) -> bool:
    """Whether no row of a result is cut, nothing before it was missed, and it has not no rows for want of messages."""
    envelope = step.envelope
    lists = [value for name, value in envelope.items() if isinstance(value, list) and name != "missing"]
    if envelope.get("missing") and not any(lists):
        return False
    rows = max((len(value) for value in envelope.values() if isinstance(value, list)), default=0)
    told = [envelope[name] for name in _TOTALS[:3] if isinstance(envelope.get(name), int)]
    said = " ".join((str(envelope.get("summary")), *map(str, envelope.get("missing") or ())))
    late = "when the feed was" in said or any(
        not _OPEN_ENDED.isdisjoint(str(line).lower().split()) for line in envelope.get("missing") or ()
    )
    return "truncated" not in envelope and not late and all(count <= rows for count in told)
