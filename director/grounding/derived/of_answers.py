"""What short answers say of several rows: how many laps of whom were deleted, whose tyres are much older than whose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from director.grounding.statements import Statement, StatementPart

_Found = Iterator[Statement]
_By = Mapping[str, Sequence[Statement]]
MUCH_OLDER_LAPS = 10
"""Tyres are much older, or a good deal fresher, by so many laps at least."""


def said_in_answers(by: _By) -> _Found:
    """What follows from all of the statements, by their claims."""
    yield from _deleted(by)
    yield from _much_older(by)


def _made(says: str, one: Statement, **parts: StatementPart) -> Statement:
    return Statement(says, one.step, parts, one.moment, one.event, one.table)


def _count(value: int) -> StatementPart:
    return StatementPart(value, "count")


def _deleted(by: _By) -> _Found:
    """How many laps of somebody have been deleted, and at which turn how many, where all are told."""
    rows = [one for one in by.get("deleted_in_all", ()) if not one.moment]
    for step, car in dict.fromkeys((one.step, one.value("subject")) for one in rows):
        own = [one for one in rows if (one.step, one.value("subject")) == (step, car)]
        if all(one.table for one in own):
            yield from _deleted_of(own)


def _deleted_of(rows: Sequence[Statement]) -> _Found:
    """The same of the rows of one driver."""
    first, subject = rows[0], rows[0].parts["subject"]
    limits = all(str(one.value("reason")).startswith("track limits") for one in rows)
    yield _made("deleted_count", first, subject=subject, value=_count(len(rows)))
    if limits:
        yield _made("track_limit_count", first, subject=subject, value=_count(len(rows)))
    for turn, number in Counter(one.value("total") for one in rows).items():
        if turn is not None:
            two = {"value": _count(number), "total": _count(turn)}
            yield _made("deleted_at_turn", first, subject=subject, **two)
            if limits:
                yield _made("limits_at_turn", first, subject=subject, **two)
            if number == 1:
                yield _made("once_deleted_at_turn", first, subject=subject, total=_count(turn))


def _much_older(by: _By) -> _Found:
    """Whose tyres are older than whose by many laps."""
    for one in by.get("older_tyres", ()):
        if one.value("value") >= MUCH_OLDER_LAPS:
            yield _made("much_older_tyres", one, subject=one.parts["subject"], object=one.parts["object"])
