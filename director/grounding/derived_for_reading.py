"""Claims that a free wording can make of what others say together: places between two, who led most, who won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, permutations

from director.grounding.derived import Derive, ranked
from director.grounding.statements import Statement, StatementPart

_Found = Iterator[Statement]


def read_too(statements: Sequence[Statement], *, is_race: bool) -> list[Statement]:
    """What follows from the statements of each step, and who won, where it is a race."""
    found: list[Statement] = []
    for _, same in groupby(sorted(statements, key=lambda one: one.step), key=lambda one: one.step):
        step = list(same)
        for derive in _DERIVED:
            found += derive(step)
    if is_race and not any(one.says == "won" for one in statements):
        # A result with its penalties says who won; where none was asked for, who was first over the line did.
        found += [_made("won", one, subject=one.parts["subject"]) for one in statements if one.says == "first_home"]
    return found


def _made(says: str, one: Statement, **parts: StatementPart) -> Statement:
    return Statement(says, one.step, parts, one.moment, one.event)


def _of(statements: Sequence[Statement], says: str) -> list[Statement]:
    return [one for one in statements if one.says == says]


def _gone(step: Sequence[Statement]) -> set[object]:
    return {one.value("subject") for one in step if one.says in ("out", "seems_out")}


def _places_behind(step: Sequence[Statement]) -> _Found:
    """How many places somebody is behind somebody."""
    gone = _gone(step)
    for back, front in permutations(_of(step, "has_position"), 2):
        places = back.value("value") - front.value("value")
        if (
            places > 0
            and back.moment == front.moment
            and gone.isdisjoint((back.value("subject"), front.value("subject")))
        ):
            value = StatementPart(places, "count", back.parts["value"].pointer)
            yield _made(
                "places_behind", back, subject=back.parts["subject"], object=front.parts["subject"], value=value
            )


def _behind_the_other(step: Sequence[Statement]) -> _Found:
    """Who of two that are compared is how far behind."""
    for one in _of(step, "ahead_by"):
        others = [each for each in _of(step, "has_position") if each.value("subject") != one.value("subject")]
        if len(others) == 1:
            parts = {"subject": others[0].parts["subject"], "object": one.parts["subject"], "value": one.parts["value"]}
            yield _made("is_behind", one, **parts)


def _leads(step: Sequence[Statement]) -> _Found:
    """Who is first leads, where no field says so."""
    first = [one for one in _of(step, "has_position") if one.value("value") == 1]
    if not _of(step, "leads"):
        yield from (_made("leads", one, subject=one.parts["subject"]) for one in first)


def _led(step: Sequence[Statement]) -> _Found:
    """How many have led, who led more than half of all laps, and who has led the last ones."""
    rows = [row for row in _of(step, "laps_led") if row.table]
    if not rows:
        return
    laps = {row.value("subject"): row.value("value") for row in rows}
    yield _made("leader_count", rows[0], value=StatementPart(len(laps), "count"))
    yield from (_made("led_most", row, **row.parts) for row in rows if 2 * row.value("value") > sum(laps.values()))
    leads = [one for one in _of(step, "led") if one.table and one.value("end")]
    last = max(leads, key=lambda one: one.value("end"), default=None)
    if last is None:
        return
    value = StatementPart(last.value("end") - last.value("start") + 1, "laps", last.parts["end"].pointer)
    for says in ("led_last", *(("led_only_last",) if laps.get(last.value("subject")) == value.value else ())):
        yield _made(says, last, subject=last.parts["subject"], value=value)


def _last_passed(step: Sequence[Statement]) -> _Found:
    """Whom somebody passed last, where no two were on its lap."""
    rows = [row for row in _of(step, "overtook") if row.table]
    for subject in {row.value("subject") for row in rows}:
        own = sorted((row for row in rows if row.value("subject") == subject), key=lambda row: row.value("lap") or 0)
        if len(own) == 1 or own[-1].value("lap") != own[-2].value("lap"):
            yield _made("overtook", own[-1], **own[-1].parts, nth=StatementPart(0, "position"))


def _changed_tyres(step: Sequence[Statement]) -> _Found:
    """From which tyres to which somebody has changed."""
    stints = {(one.value("subject"), one.value("nth")): one for one in _of(step, "stint") if one.value("compound")}
    for (subject, nth), one in stints.items():
        if before := stints.get((subject, nth - 1)):
            parts = {"start": before.parts["compound"], "end": one.parts["compound"]}
            yield _made("changed_tyres", one, subject=one.parts["subject"], **parts)


_DERIVED: tuple[Derive, ...] = (
    _places_behind,
    _behind_the_other,
    _leads,
    _led,
    ranked("laps_led", "most_laps_led"),
    _last_passed,
    _changed_tyres,
)
