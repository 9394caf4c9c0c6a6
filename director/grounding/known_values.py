"""What the results know of each car, value by value: its position, gap, tyres and laps; None where they do not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from director.grounding.english.tokens import Amount
from director.grounding.statements import Statement

Truth = bool | None
"""Whether something is so; None where the results do not tell."""

_VALUES = {
    "position": "has_position",
    "gap": "off_lead",
    "last lap": "last_lap",
    "best lap": "best_lap",
    "age": "tyre_age",
    "compound": "on_tyre",
    "stops": "stop_count",
    "laps": "laps_run",
    "start": "started",
    "points": "scores",
    "laps led": "laps_led",
    "rank": "lap_rank",
    "lead": "lead_margin",
}
_PAIRS = {"gap": "is_behind", "pace": "faster_pace", "best lap": "slower_best_lap"}


class KnownValues:
    """The statements of one moment as a table: what is known of whom."""

    def __init__(self, statements: Mapping[str, Sequence[Statement]], moment: str, *, is_race: bool) -> None:
        self.is_race = is_race
        self.gone = {one.value("subject") for says in ("out", "seems_out") for one in statements.get(says, ())}
        """Who did not finish."""
        self.won = {one.value("subject") for one in statements.get("won", ())}
        self._tables: dict[str, dict[str, Any]] = {}
        self._pairs: dict[str, dict[tuple[str, str], float]] = {}
        self._series: dict[str, dict[int, float]] = {}
        for one in statements.get("recent_lap", ()):
            self._series.setdefault(one.value("subject"), {})[one.value("lap")] = one.value("value")
        self._spans: set[float] = {one.value("over") for one in statements.get("faster_pace", ()) if one.value("over")}
        self._alone: dict[str, str] = {}
        for how, says in (("oldest", "oldest_tyres"), ("freshest", "freshest_tyres")):
            cars = [one.value("subject") for one in statements.get(says, ()) if one.moment == moment]
            self._alone |= {how: cars[0]} if len(cars) == 1 else {}
        for name, says in _VALUES.items():
            self._tables[name] = _told(statements.get(says, ()), moment)
        for name, says in _PAIRS.items():
            self._pairs[name] = _told_of_two(statements.get(says, ()), moment)
        for says, sign in (("opening_a_lap", 1), ("closing_a_lap", -1)):
            told = _told_of_two(statements.get(says, ()), moment)
            self._spans |= {one.value("over") for one in statements.get(says, ()) if one.value("over")}
            self._pairs["pace"] |= {two: sign * value for two, value in told.items()}
        now = {says: [one for one in statements.get(says, ()) if one.moment == moment] for says in _VALUES.values()}
        self._of_all = {name for name, says in _VALUES.items() if now[says] and all(one.table for one in now[says])}
        self._complete(statements, moment)

    def _complete(self, statements: Mapping[str, Sequence[Statement]], moment: str) -> None:
        """Adds what follows: no stop is none, the first has no gap, and where laps decide, they are the gap."""
        for one in statements.get("not_stopped", ()):
            if one.moment == moment:
                self._tables["stops"].setdefault(one.value("subject"), 0)
        new = {one.value("subject"): True for one in statements.get("new_tyres", ()) if one.moment == moment}
        used = {one.value("subject"): False for one in statements.get("used_tyres", ()) if one.moment == moment}
        self._tables["new"] = used | new
        self._tables["in pit"] = {one.value("subject"): True for one in statements.get("in_pit", ()) if not moment}
        if not self.is_race:
            self._tables["gap"], self._pairs["gap"] = self._tables["best lap"], self._pairs["best lap"]
            return
        for one in statements.get("leads", ()):
            if one.moment == moment:
                self._tables["position"].setdefault(one.value("subject"), 1)
        lapped = {one.value("subject") for one in statements.get("off_lead_laps", ())}
        gaps = {car: gap for car, gap in self._tables["gap"].items() if car not in lapped | self.gone}
        gaps |= {car: 0.0 for car, place in self._tables["position"].items() if place == 1}
        self._tables["gap"] = gaps

    def two(self) -> tuple[str, ...]:
        """The two of whom a gap or a pace is told, where it is told of two alone."""
        pairs = {frozenset(two) for name in ("gap", "pace") for two in self._pairs[name]}
        return tuple(pairs.pop()) if len(pairs) == 1 else ()

    def series(self, car: str) -> Sequence[tuple[int, float]]:
        """A car's last laps with their times, where none between is missing."""
        laps = sorted(self._series.get(car, {}).items())
        return laps if laps and laps[-1][0] - laps[0][0] + 1 == len(laps) else ()

    def everybody(self, name: str) -> tuple[str, ...]:
        """All cars of which something of this kind is known."""
        return tuple(self._tables[name])

    def is_of_all(self, name: str) -> bool:
        """Whether something of this kind is told of every car that is still going."""
        return name in self._of_all

    def is_over(self, laps: Amount) -> bool:
        """Whether every pace is told over so many laps."""
        return bool(self._spans) and all(laps.is_said_of(span) for span in self._spans)

    def is_alone(self, how: str, car: str) -> bool:
        """Whether a car has the oldest or the freshest tyres of all."""
        return self._alone.get(how) == car

    def of(self, name: str, car: str) -> Any:
        """What is known of a car; None where nothing is."""
        return self._tables[name].get(car)

    def knows(self, name: str) -> bool:
        """Whether anything of this kind is known of two cars at least."""
        return len(self._tables.get(name, ())) > 1 or bool(self._pairs.get(name))

    def with_same(self, name: str, value: object) -> tuple[str, ...]:
        """Of whom the same is known."""
        return tuple(car for car, own in self._tables[name].items() if own == value)

    def at(self, place: int) -> str | None:
        """Who has a position, where one has."""
        cars = [car for car, position in self._tables["position"].items() if position == place]
        return cars[0] if len(cars) == 1 else None

    def ranked(self, rank: int) -> str | None:
        """Who has the best lap but so many, where laps alone are told and no positions."""
        cars = self.with_same("rank", rank) if not self._tables["position"] else ()
        return cars[0] if len(cars) == 1 else None

    def more(self, name: str, car: str, other: str) -> float | None:
        """How much more a car has of something than another; what is told of the two counts before what is told of
        each.
        """
        pairs = self._pairs.get(name, {})
        if (car, other) in pairs:
            return pairs[car, other]
        if (other, car) in pairs:
            return -pairs[other, car]
        values = self._tables.get(name, {})
        if car == other or car not in values or other not in values:
            return None
        return round(float(values[car]) - float(values[other]), 3)


def _told(statements: Sequence[Statement], moment: str) -> dict[str, Any]:
    """The values by car; nothing of a car of which two are told."""
    found: dict[str, set[Any]] = {}
    for one in statements:
        if one.moment == moment:
            found.setdefault(one.value("subject"), set()).add(one.value("value"))
    return {car: values.pop() for car, values in found.items() if len(values) == 1}


def _told_of_two(statements: Sequence[Statement], moment: str) -> dict[tuple[str, str], float]:
    found: dict[tuple[str, str], set[float]] = {}
    for one in statements:
        if one.moment == moment and one.value("value") is not None:
            two = one.value("subject"), one.value("object")
            # A pace is told of the faster, all else of who has more.
            value = -one.value("value") if one.says == "faster_pace" else one.value("value")
            found.setdefault(two, set()).add(value)
    return {two: values.pop() for two, values in found.items() if len(values) == 1}
