"""What the results know of what happened: a table of events, and of whom every event of a kind is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from director.grounding.english_tokens import Amount
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
CASES = (
    "noted", "investigated", "investigated_later", "no_further_action", "penalised", "penalty_served", "penalty_not_served"
)  # fmt: skip
_DECLARED = {
    "overtook": "pass", "overtook_for": "pass", "out": "out", "seems_out": "out", "stopped_on": "stop",
    **dict.fromkeys(CASES, "case"),
}  # fmt: skip
_PERIODS = {"safety_car_period": "safety car", "vsc_period": "vsc", "red_flag_period": "red", "yellow_period": "yellow"}
_COUNTS = {"safety_car_count": "safety car", "vsc_count": "vsc", "red_flag_count": "red", "yellow_count": "yellow"}


class Event(Struct, frozen=True):
    """Something that happened: to whom, on which lap. What is not told of it is None."""

    kind: str
    subject: str | None = None
    object: str | None = None
    lap: int | None = None
    end: int | None = None
    """The last lap of it; None where it goes on."""
    value: float | None = None
    """Seconds: in the lane, of a penalty, of a period of the track."""
    position: int | None = None
    laps: int | None = None
    """How many laps were done before it."""
    reason: str | None = None
    others: frozenset[str] = frozenset()
    """Who else was in a case."""
    place: str | None = None
    """Where it was, where somebody has one case alone."""
    state: str = ""
    nth: int = 0
    """Which of its kind it was of its subject, from 1; 0 where that is not known."""

    def is_on(self, lap: Amount) -> Truth:
        """Whether it was on a lap; None where it is not told on which."""
        if self.lap is None:
            return None
        if self.kind == "lead":
            return self.lap <= lap.value <= (self.end or 0)
        return lap.is_said_of(self.lap)


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
        self._rows: dict[str, list[Event]] = {}
        for kind, rows in (("stop", self._stops()), ("pass", self._passes()), ("out", self._outs())):
            self._rows[kind] = list(rows)
        self._rows["case"] = list(self._cases())
        self._rows["lead"] = list(self._leads())
        for says, kind in _PERIODS.items():
            self._rows[kind] = _in_order(_periods(kind, statements.get(says, ())))
        for says, kind in (("safety_car_came", "safety car"), ("vsc_came", "vsc")):
            came = [one for one in statements.get(says, ()) if one.event]
            self._rows[kind] = self._rows[kind] or [Event(kind, lap=one.value("lap")) for one in came]
        self._counted = {
            kind: int(one.value("value")) for says, kind in _COUNTS.items() for one in statements.get(says, ())
        }
        self._count_stops()
        self.total_stops = _alone(statements.get("total_stops", ()))
        self.open_cases = _alone(statements.get("open_cases", ()))
        self.still_going = _alone(statements.get("still_going", ()))

    def rows(self, kind: str, car: str | None = None, role: str = "subject") -> list[Event]:
        """The events of a kind; of a car, as who did it or to whom it was done."""
        return [row for row in self._rows.get(kind, ()) if car is None or getattr(row, role) == car]

    def is_told(self, kind: str, car: str | None = None, role: str = "subject") -> bool:
        """Whether every event of a kind is told: of a car, or of all."""
        if kind in _PERIODS.values():
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

    def all_of(self, kind: str) -> list[Event]:
        """Every event of a kind; none where not every one is told, with its lap."""
        rows = self.rows(kind)
        number = sum(self.count(kind, car) or 0 for car in self.cars)
        if not self.is_of_all(kind) or (kind == "stop" and number != len(rows)) or any(row.lap is None for row in rows):
            return []
        return rows

    def count(self, kind: str, car: str) -> int | None:
        """How often something happened to a car; None where that is not known."""
        return self._counts.get((kind, car))

    def happened(self, kind: str, car: str, role: str, fits: Callable[[Event], Truth], *, told: bool = True) -> Truth:
        """Whether an event of this kind happened to a car; None where the results do not tell."""
        truths = [fits(row) for row in self.rows(kind, car, role)]
        if True in truths:
            return True
        return False if told and None not in truths and self._has_all(kind, car, role) else None

    def how_often(self, kind: str, car: str, role: str, fits: Callable[[Event], Truth] | None) -> int | None:
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

    def _stops(self) -> Iterator[Event]:
        found: dict[tuple[str, int], Event] = {}
        tyres = {
            (one.value("subject"), one.value("lap")): says
            for says in ("tyres_changed", "tyres_kept")
            for one in self._statements.get(says, ())
        }
        for one in self._statements.get("stopped_on", ()):
            if one.event and one.value("lap") is not None and "nth" not in one.parts:
                key = one.value("subject"), one.value("lap")
                if key not in found or found[key].value is None:
                    found[key] = Event("stop", key[0], lap=key[1], value=one.value("value"), state=tyres.get(key, ""))
        yield from _numbered(found.values())

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

    def _passes(self) -> Iterator[Event]:
        found: dict[tuple[object, ...], Event] = {}
        for says in ("overtook_for", "overtook"):
            for one in self._statements.get(says, ()):
                if one.event and "nth" not in one.parts:
                    row = Event("pass", one.value("subject"), one.value("object"), one.value("lap"))
                    key = row.subject, row.object, row.lap
                    found.setdefault(key, replace(row, position=one.value("position")))
        yield from found.values()

    def _outs(self) -> Iterator[Event]:
        laps = {one.value("subject"): one.value("lap") for one in self._statements.get("out_on", ())}
        seen: dict[str, Event] = {}
        for says in ("out", "seems_out"):
            for one in self._statements.get(says, ()):
                if one.moment:
                    continue
                car, done = one.value("subject"), one.value("value")
                lap = laps.get(car, None if done is None else done + 1)
                row = Event("out", car, lap=lap, laps=done, state=says, nth=1)
                if car not in seen or seen[car].laps is None:
                    seen[car] = row
        yield from seen.values()

    def _cases(self) -> Iterator[Event]:
        places: dict[str, set[str]] = {}
        for one in self._statements.get("case_place", ()):
            places.setdefault(one.value("subject"), set()).add(one.value("value"))
        beside: dict[str, set[str]] = {}
        for one in self._statements.get("penalised_with", ()):
            beside.setdefault(one.value("subject"), set()).add(one.value("object"))
        for says in CASES:
            for one in self._statements.get(says, ()):
                if not one.moment:
                    car, reason = one.value("subject"), one.value("reason")
                    own = sum(row.value("subject") == car for name in CASES[:5] for row in self._statements.get(name, ()))
                    place = " ".join(places.get(car, ())) if own == 1 else None
                    yield Event("case", car, value=one.value("value"), reason=reason, state=says, place=place, others=frozenset(beside.get(car, ())) if says == "penalised" and own == 1 else frozenset())

    def _leads(self) -> Iterator[Event]:
        for one in self._statements.get("led", ()):
            if one.event and not one.moment:
                yield Event("lead", one.value("subject"), lap=one.value("start"), end=one.value("end"))


def _alone(statements: Sequence[Statement]) -> int | None:
    """The number that statements of now have, where it is one."""
    numbers = {int(one.value("value")) for one in statements if not one.moment}
    return numbers.pop() if len(numbers) == 1 else None


def _periods(kind: str, statements: Sequence[Statement]) -> Iterator[Event]:
    for one in statements:
        if not one.moment and "nth" not in one.parts:
            yield Event(kind, lap=one.value("start"), end=one.value("end"), value=one.value("value"))


def _in_order(rows: Iterator[Event]) -> list[Event]:
    """The rows as they were told, which is when they happened, each with its number."""
    return [replace(row, nth=number) for number, row in enumerate(rows, start=1)]


def _numbered(rows: Iterator[Event] | Sequence[Event] | object) -> Iterator[Event]:
    by_car: dict[str | None, list[Event]] = {}
    for row in rows:  # type: ignore[attr-defined]
        by_car.setdefault(row.subject, []).append(row)
    for own in by_car.values():
        for number, row in enumerate(sorted(own, key=lambda row: row.lap or 0), start=1):
            yield replace(row, nth=number)


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
    """Whether no row of a result is cut, and nothing before it was missed."""
    envelope = step.envelope
    rows = max((len(value) for value in envelope.values() if isinstance(value, list)), default=0)
    told = [envelope[name] for name in _TOTALS[:3] if isinstance(envelope.get(name), int)]
    said = " ".join((str(envelope.get("summary")), *map(str, envelope.get("missing") or ())))
    late = "when the feed was" in said or any(
        not _OPEN_ENDED.isdisjoint(str(line).lower().split()) for line in envelope.get("missing") or ()
    )
    return "truncated" not in envelope and not late and all(count <= rows for count in told)
