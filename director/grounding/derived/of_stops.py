"""What the positions around each pit stop say: who fell, rose or stayed where with which of his stops, and how far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from director.grounding.statements import Statement, StatementPart

_Found = Iterator[Statement]
_Parts = Mapping[str, StatementPart]
_TOLD = (
    "stop_from", "stop_to", "stop_fell", "stop_rose", "stop_held", "stop_lost", "stop_gained", "stop_shift",
    "stop_dropped",
)  # fmt: skip
_BOTH = 2


def positions_at_stops(step: Sequence[Statement]) -> _Found:
    """Each stop with its positions, and where they are not known without them: `his stop` is said where he has one.

    `Sainz stopped on lap 14, second as he came in and seventh at the end of his lap out` also says that this stop cost
    him five places, that it was his first of two.
    """
    stops: dict[tuple[str, str], dict[int, Statement]] = {}
    for one in step:
        if one.says == "stopped_on" and one.event and "lap" in one.parts and "nth" not in one.parts:
            stops.setdefault((one.value("subject"), one.moment), {})[one.value("lap")] = one
    counts = {(one.value("subject"), one.moment): one.value("value") for one in step if one.says == "stop_count"}
    moved = {(one.value("subject"), one.value("lap")): one for one in step if one.says == "stop_moved"}
    for (car, moment), rows in stops.items():
        known = [moved.get((car, lap)) for lap in rows]
        whole = counts.get((car, moment)) == len(rows)
        for number, lap in enumerate(sorted(rows), start=1):
            for nth in (None, *((number, *((0,) if number == len(rows) else ())) if whole else ())):
                yield from _of_one(rows[lap], moved.get((car, lap)), nth)
        if not whole:
            yield from _of_unknown(next(iter(rows.values())))
        elif len(rows) >= _BOTH:
            yield from _of_all(known)


def _of_one(stop: Statement, moved: Statement | None, nth: int | None) -> _Found:
    """What one stop says; `nth` is which of its car it was, 0 where it was the last."""
    which: dict[str, StatementPart] = {role: stop.parts[role] for role in ("subject", "lap")}
    if nth is not None:
        which["nth"] = StatementPart(nth, "position")
    if moved is None:
        yield from (_made(says, stop, which) for says in ("stop_moved", *_TOLD))
        return
    if nth is not None:
        yield _made("stop_moved", moved, {**moved.parts, **which})
    before, after = moved.parts["start"], moved.parts["value"]
    lost = after.value - before.value
    told: Mapping[str, _Parts] = {
        "stop_from": {"start": before},
        "stop_to": {"value": after},
        "stop_fell": {"value": after} if lost > 0 else {},
        "stop_rose": {"value": after} if lost < 0 else {},
        "stop_held": {} if lost else {"value": after},
        "stop_lost": {"value": _places(lost, after)},
        "stop_gained": {"value": _places(-lost, after)},
        "stop_shift": {"value": _places(abs(lost), after)},
        "stop_dropped": {"start": before} if lost > 0 else {},
    }
    for says in _TOLD:
        yield _made(says, moved, {**which, **told[says]})


def _of_unknown(stop: Statement) -> _Found:
    """That there was another stop, of which nothing is told."""
    parts = {"subject": stop.parts["subject"], "lap": StatementPart(0, "lap")}
    yield from (_made(says, stop, parts) for says in ("stop_moved", *_TOLD))


def _of_all(stops: Sequence[Statement | None]) -> _Found:
    """Who has kept one position through all of his stops."""
    rows = [one for one in stops if one is not None]
    places = {one.value(role) for one in rows for role in ("start", "value")}
    if len(rows) == len(stops) and len(places) == 1:
        parts = {role: rows[0].parts[role] for role in ("subject", "value")}
        yield _made("all_stops_held", rows[0], parts)
        if len(rows) == _BOTH:
            yield _made("both_stops_held", rows[0], parts)


def _places(number: int, field: StatementPart) -> StatementPart:
    return StatementPart(max(number, 0), "count", field.pointer)


def _made(says: str, one: Statement, parts: _Parts) -> Statement:
    return Statement(says, one.step, parts, one.moment, one.event)
