"""What happened, as rows: each stop, pass, retirement, case, lead and period of the track that the results tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from director.grounding.english.tokens import Amount
from director.grounding.known_values import Truth
from director.grounding.statements import Statement

Statements = Mapping[str, Sequence[Statement]]
DECISIONS = ("noted", "investigated", "investigated_later", "no_further_action", "penalised")
CASES = (*DECISIONS, "penalty_served", "penalty_not_served")
PERIODS = {"safety_car_period": "safety car", "vsc_period": "vsc", "red_flag_period": "red", "yellow_period": "yellow"}
_CAME = (("safety_car_came", "safety car"), ("vsc_came", "vsc"))


class ToldEvent(Struct, frozen=True):
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


def events_of(statements: Statements) -> dict[str, list[ToldEvent]]:
    """The rows by kind, of the whole session so far."""
    rows = {
        "stop": list(_numbered(_stops(statements))),
        "pass": list(_passes(statements)),
        "out": list(_outs(statements)),
        "case": list(_cases(statements)),
        "lead": list(_leads(statements)),
    }
    for says, kind in PERIODS.items():
        rows[kind] = [
            replace(row, nth=number) for number, row in enumerate(_periods(kind, statements.get(says, ())), 1)
        ]
    for says, kind in _CAME:
        came = [ToldEvent(kind, lap=one.value("lap")) for one in statements.get(says, ()) if one.event]
        rows[kind] = rows[kind] or came
    return rows


def _stops(statements: Statements) -> Iterable[ToldEvent]:
    tyres = {
        (one.value("subject"), one.value("lap")): says
        for says in ("tyres_changed", "tyres_kept")
        for one in statements.get(says, ())
    }
    found: dict[tuple[str, int], ToldEvent] = {}
    for one in statements.get("stopped_on", ()):
        if one.event and one.value("lap") is not None and "nth" not in one.parts:
            key = one.value("subject"), one.value("lap")
            if key not in found or found[key].value is None:
                found[key] = ToldEvent("stop", key[0], lap=key[1], value=one.value("value"), state=tyres.get(key, ""))
    return found.values()


def _passes(statements: Statements) -> Iterable[ToldEvent]:
    found: dict[tuple[object, ...], ToldEvent] = {}
    for says in ("overtook_for", "overtook"):
        for one in statements.get(says, ()):
            if one.event and "nth" not in one.parts:
                row = ToldEvent("pass", one.value("subject"), one.value("object"), one.value("lap"))
                key = row.subject, row.object, row.lap
                found.setdefault(key, replace(row, position=one.value("position")))
    return found.values()


def _outs(statements: Statements) -> Iterable[ToldEvent]:
    """Who is out; one who is derived to be, with the state `seems_out`."""
    laps = {one.value("subject"): one.value("lap") for one in statements.get("out_on", ())}
    seen: dict[str, ToldEvent] = {}
    for says in ("out", "seems_out"):
        for one in statements.get(says, ()):
            car, done = one.value("subject"), one.value("value")
            if not one.moment and (car not in seen or seen[car].laps is None):
                lap = laps.get(car, None if done is None else done + 1)
                seen[car] = ToldEvent("out", car, lap=lap, laps=done, state=says, nth=1)
    return seen.values()


def _cases(statements: Statements) -> Iterator[ToldEvent]:
    """What became of each case of somebody: where it was and who else was in it, where he has one case alone."""
    places, beside = _by_car(statements, "case_place", "value"), _by_car(statements, "penalised_with", "object")
    number: dict[str, int] = {}
    for says in DECISIONS:
        for one in statements.get(says, ()):
            number[one.value("subject")] = number.get(one.value("subject"), 0) + (not one.moment)
    given: dict[str, list[float | None]] = {}
    why: dict[str, str | None] = {}
    for one in statements.get("penalised", ()):
        given.setdefault(one.value("subject"), []).extend(() if one.moment else (one.value("value"),))
        if not one.moment:
            why[one.value("subject")] = one.value("reason")
    for one in statements.get("penalised_otherwise", ()):
        given.setdefault(one.value("subject"), []).append(None)
        yield ToldEvent("case", one.value("subject"), reason=one.value("reason"), state="penalised")
    for says in CASES:
        for one in statements.get(says, ()):
            car = one.value("subject")
            value, reason = one.value("value"), one.value("reason")
            if says in ("penalty_served", "penalty_not_served") and len(given.get(car, ())) == 1:
                value, reason = given[car][0], why.get(car)
            row = ToldEvent("case", car, value=value, reason=reason, state=says)
            if number.get(car) == 1:
                others = beside.get(car, frozenset()) if says == "penalised" else frozenset()
                where = " ".join(places[car]) if car in places else None
                row = replace(row, place=where, others=others)
            if not one.moment:
                yield row


def _by_car(statements: Statements, says: str, role: str) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for one in statements.get(says, ()):
        found[one.value("subject")] = found.get(one.value("subject"), frozenset()) | {one.value(role)}
    return found


def _leads(statements: Statements) -> Iterator[ToldEvent]:
    for one in statements.get("led", ()):
        if one.event and not one.moment:
            yield ToldEvent("lead", one.value("subject"), lap=one.value("start"), end=one.value("end"))


def _periods(kind: str, statements: Sequence[Statement]) -> Iterator[ToldEvent]:
    for one in statements:
        if not one.moment and "nth" not in one.parts:
            yield ToldEvent(kind, lap=one.value("start"), end=one.value("end"), value=one.value("value"))


def _numbered(rows: Iterable[ToldEvent]) -> Iterator[ToldEvent]:
    """The rows of each car in the order of their laps, with their numbers."""
    by_car: dict[str | None, list[ToldEvent]] = {}
    for row in rows:
        by_car.setdefault(row.subject, []).append(row)
    for own in by_car.values():
        for number, row in enumerate(sorted(own, key=lambda row: row.lap or 0), start=1):
            yield replace(row, nth=number)
