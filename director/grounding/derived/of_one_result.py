"""Claims that follow from others of the same result: who is behind whom, whose tyres are older, who has the most."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from director.grounding.statements import Statement, StatementPart
from director.language.word_lists import words

_Found = Iterator[Statement]
Derive = Callable[[Sequence[Statement]], _Found]


def with_derived(statements: Sequence[Statement]) -> list[Statement]:
    """The statements, with those that follow from the statements of one step or of several."""
    found = list(statements)
    by_step: dict[str, list[Statement]] = {}
    for one in statements:
        by_step.setdefault(one.step, []).append(one)
    for step in by_step.values():
        for derive in _DERIVED:
            found += derive(step)
    found += _older(statements)
    found += _slower(statements)
    return found


def _of(statements: Sequence[Statement], says: str) -> list[Statement]:
    return [one for one in statements if one.says == says]


def _made(says: str, one: Statement, **parts: StatementPart) -> Statement:
    return Statement(says, one.step, parts, one.moment, one.event)


def _order(step: Sequence[Statement]) -> _Found:
    """Who is behind whom, by their positions, and by how much, where both have a gap to the leader."""
    places = {one.value("subject"): one for one in _of(step, "has_position")}
    gaps = {one.value("subject"): one.parts["value"] for one in _of(step, "off_lead")}
    lapped = {one.value("subject") for one in _of(step, "off_lead_laps")}
    gone = {one.value("subject") for one in (*_of(step, "out"), *_of(step, "seems_out"))}
    for back, behind in places.items():
        for front, ahead in places.items():
            if behind.value("value") <= ahead.value("value") or back in gone or front in gone:
                continue
            parts = {"subject": behind.parts["subject"], "object": ahead.parts["subject"]}
            if back in gaps and back not in lapped and (front in gaps or ahead.value("value") == 1):
                lead = gaps[front].value if front in gaps else 0.0
                parts["value"] = StatementPart(round(gaps[back].value - lead, 3), "seconds", gaps[back].pointer)
            yield _made("is_behind", behind, **parts)


def _older(statements: Sequence[Statement]) -> _Found:
    """Whose tyres are older than whose, at the same moment."""
    ages = _of(statements, "tyre_age")
    for one in ages:
        for other in ages:
            more = one.value("value") - other.value("value")
            if more > 0 and one.moment == other.moment:
                value = StatementPart(more, "laps", one.parts["value"].pointer)
                subject, than = one.parts["subject"], other.parts["subject"]
                yield _made("older_tyres", one, subject=subject, object=than, value=value)


def _slower(statements: Sequence[Statement]) -> _Found:
    """Whose best lap is slower than whose."""
    laps = _of(statements, "best_lap")
    for one in laps:
        for other in laps:
            more = round(one.value("value") - other.value("value"), 3)
            if more > 0 and one.moment == other.moment:
                value = StatementPart(more, "seconds", one.parts["value"].pointer)
                subject, than = one.parts["subject"], other.parts["subject"]
                yield _made("slower_best_lap", one, subject=subject, object=than, value=value)


def _took_lead(step: Sequence[Statement]) -> _Found:
    """Who came to lead when, of those who have led from some lap to another."""
    for one in _of(step, "led"):
        if one.table and one.value("start") > 1:
            yield _made("took_lead", one, subject=one.parts["subject"], lap=one.parts["start"])


def _all_laps(step: Sequence[Statement]) -> _Found:
    """Who has led every lap that is done."""
    for one in _of(step, "led"):
        if one.table and one.value("start") == 1 and len(_of(step, "led")) == 1:
            value = StatementPart(one.value("end"), "laps", one.parts["end"].pointer)
            yield _made("led_all", one, subject=one.parts["subject"], value=value)


def _moved(step: Sequence[Statement]) -> _Found:
    """From which position to which somebody has come since the start."""
    now = {one.value("subject"): one.parts["value"] for one in _of(step, "has_position") if not one.moment}
    for one in _of(step, "started"):
        if (who := one.value("subject")) in now:
            yield Statement(
                "moved", one.step, {**one.parts, "start": one.parts["value"], "value": now[who]}, one.moment
            )


def ranked(of: str, most: str, least: str = "") -> Derive:
    """Who has the most, and the least, of something of which every row is there. Nobody, where two have the same."""

    def derive(step: Sequence[Statement]) -> _Found:
        rows = _of(step, of)
        if not rows or not all(row.table for row in rows) or (len(rows) < 2 and of not in ("gained", "lost")):
            return
        if len(rows) == 1:
            yield _made(most, rows[0], subject=rows[0].parts["subject"], value=rows[0].parts["value"])
            return
        ordered = sorted(rows, key=lambda row: row.value("value"))
        for name, first, second in ((most, ordered[-1], ordered[-2]), (least, ordered[0], ordered[1])):
            open_ = any(row.doubt for row in rows) and (name == most or first.value("value") > 0)
            if name and not open_ and first.value("value") != second.value("value"):
                yield _made(name, first, subject=first.parts["subject"], value=first.parts["value"])

    return derive


def _numbered(says: str, by: str) -> Derive:
    """Which of its kind something was, the first or the second, and the last (`nth` is 0), where every row is there."""

    def derive(step: Sequence[Statement]) -> _Found:
        rows = [row for row in _of(step, says) if row.table]
        for subject in {row.value("subject") for row in rows}:
            own = sorted((row for row in rows if row.value("subject") == subject), key=lambda row: row.value(by))
            for number, row in (*enumerate(own, start=1), (0, own[-1])):
                yield _made(says, row, **row.parts, nth=StatementPart(number, "position"))

    return derive


def _first_to_stop(step: Sequence[Statement]) -> _Found:
    """Who stopped before everybody else."""
    rows = sorted((row for row in _of(step, "stopped_on") if row.table), key=lambda row: row.value("lap"))
    if _of(step, "total_stops") and rows and (len(rows) == 1 or rows[0].value("lap") < rows[1].value("lap")):
        yield _made("stopped_first", rows[0], subject=rows[0].parts["subject"], lap=rows[0].parts["lap"])


_DERIVED: tuple[Derive, ...] = (
    *(_numbered(f"{kind}_period", "start") for kind in ("safety_car", "vsc", "red_flag")),
    _numbered("stopped_on", "lap"),
    _first_to_stop,
    _order,
    _all_laps,
    _took_lead,
    _moved,
    ranked("tyre_age", "oldest_tyres", "freshest_tyres"),
    ranked("stop_count", "most_stops"),
    ranked("gained", "most_gained"),
    ranked("lost", "most_lost"),
)

FROM_OTHERS = words(
    "is_behind older_tyres slower_best_lap took_lead led_all moved oldest_tyres freshest_tyres most_stops most_gained "
    "most_lost safety_car_period vsc_period red_flag_period stopped_on overtook stopped_first leads"
)
"""Claims that others bear on: they follow from those, are numbered among them, or are said as another in the end."""
DIFFERENCES: Mapping[str, str] = {"older_tyres": "tyre_age", "slower_best_lap": "best_lap", "is_behind": "off_lead"}
"""Claims whose value is the difference of two other claims' values."""
