"""Claims that a free wording can make of what others say together: places between two, who led most, who won."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, permutations

from director.grounding.derived.comparisons import compared
from director.grounding.derived.of_one_result import Derive, ranked
from director.grounding.derived.of_stops import positions_at_stops
from director.grounding.statements import Statement, StatementPart
from toolgate.contract import JsonObject, StepResult

_Found = Iterator[Statement]


def read_too(statements: Sequence[Statement], *, is_race: bool) -> list[Statement]:
    """What follows from the statements of each step, and who won, where it is a race."""
    found: list[Statement] = []
    for _, same in groupby(sorted(statements, key=lambda one: one.step), key=lambda one: one.step):
        step = list(same)
        for derive in _DERIVED:
            found += derive(step)
    found += compared([*statements, *found])
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
            if (subject, nth + 1) not in stints:
                yield _made("tyres_before", one, subject=one.parts["subject"], value=before.parts["compound"])


def _same_age(step: Sequence[Statement]) -> _Found:
    """Whose tyres are as old as whose, at the same moment, and of which compound, where both are on the same."""
    compounds = {(one.value("subject"), one.moment): one.parts["value"] for one in _of(step, "on_tyre")}
    ages = [one for one in _of(step, "tyre_age") if not one.doubt and one.value("subject") not in _gone(step)]
    for one, other in permutations(ages, 2):
        two = one.parts["subject"], other.parts["subject"]
        if one.value("value") != other.value("value") or one.moment != other.moment or two[0].value == two[1].value:
            continue
        own, of_other = (compounds.get((each.value, one.moment)) for each in two)
        compound = {"compound": own} if own and of_other and own.value == of_other.value else {}
        yield _made("same_tyre_age", one, subject=two[0], object=two[1], value=one.parts["value"], **compound)


def _averages(step: Sequence[Statement]) -> _Found:
    """An average over laps that were all clean, with the laps."""
    for one in _of(step, "window_average"):
        if one.value("over") == one.value("total"):
            parts = {role: part for role, part in one.parts.items() if role != "total"}
            yield _made("average_lap", one, **parts)


def _of_laps(step: Sequence[Statement]) -> _Found:
    """The last of somebody's last laps, and the fastest and slowest of them."""
    of_each: dict[object, list[Statement]] = {}
    for row in _of(step, "recent_lap"):
        of_each.setdefault(row.value("subject"), []).append(row)
    for rows in of_each.values():
        yield from _of_own_laps(rows)


def _of_own_laps(rows: Sequence[Statement]) -> _Found:
    last = max(rows, key=lambda row: row.value("lap"))
    yield _made("last_lap", last, subject=last.parts["subject"], value=last.parts["value"])
    ordered = sorted(rows, key=lambda row: row.value("value"))
    for says, row, next_ in (
        ("best_of_laps", ordered[0], ordered[1:2]),
        ("slowest_of_laps", ordered[-1], ordered[-2:-1]),
    ):
        if next_ and next_[0].value("value") != row.value("value") and len(rows) == _span(rows):
            yield _made(says, row, **row.parts, over=StatementPart(len(rows), "laps"))


def _span(rows: Sequence[Statement]) -> int:
    laps = [row.value("lap") for row in rows]
    return int(max(laps) - min(laps) + 1)


def _gap_moved(step: Sequence[Statement]) -> _Found:
    """From what to what a gap has gone, and whether it has come up or down to what it is."""
    gaps = _of(step, "is_behind")
    for now in (one for one in gaps if not one.moment and one.value("value") is not None):
        two = {role: now.parts[role] for role in ("subject", "object")}
        for says, of in (("gap_up", "opening"), ("gap_down", "closing")):
            if any(one.parts.get("object") == two["object"] for one in _of(step, of)):
                yield _made(says, now, **two, value=now.parts["value"])
        for then in gaps:
            if then.moment.startswith("lap ") and then.value("subject") == now.value("subject"):
                more = now.value("value") - (then.value("value") or now.value("value"))
                lap = {"start": then.parts["value"], "lap": StatementPart(int(then.moment[4:]), "lap")} if more else {}
                if lap:
                    says = "gap_grew" if more > 0 else "gap_shrank"
                    yield _made(says, now, **two, **lap, value=now.parts["value"])
        for change in (*_of(step, "opening"), *_of(step, "closing")):
            then = now.value("value") - (change.value("value") or 0) * (1 if change.says == "opening" else -1)
            if then >= 0 and "over" in change.parts and change.value("subject") == two["subject"].value:
                start = StatementPart(round(then, 3), "seconds")
                yield _made("gap_moved", now, **two, start=start, value=now.parts["value"], over=change.parts["over"])


def _not_closing(step: Sequence[Statement]) -> _Found:
    """Who is not closing on whom: the gap is steady, or grows; and who is not pulling away."""
    for says, ways in (("not_closing", ("steady", "opening")), ("not_opening", ("steady", "closing"))):
        for one in (each for way in ways for each in _of(step, way)):
            yield _made(says, one, subject=one.parts["subject"], object=one.parts["object"])


def _started_last(step: Sequence[Statement]) -> _Found:
    """Who started last, where every position is told, and where he is now."""
    rows = [row for row in _of(step, "started") if row.table]
    last = max(rows, key=lambda row: row.value("value"), default=None)
    if last is None or {row.value("value") for row in rows} != {*range(1, len(rows) + 1)}:
        return
    now = [one for one in _of(step, "has_position") if one.value("subject") == last.value("subject") and not one.moment]
    told = {"value": now[0].parts["value"]} if len(now) == 1 else {}
    yield _made("started_last", last, subject=last.parts["subject"], **told)


def _held_place(step: Sequence[Statement]) -> _Found:
    """Who is where he started, and how many places the others have gained or lost, where no field says so."""
    told = {one.value("subject") for one in step if one.says in ("gained", "lost")}
    for one in _of(step, "moved"):
        if one.moment:
            continue
        places = one.value("start") - one.value("value")
        if not places:
            yield _made("held_place", one, subject=one.parts["subject"], value=one.parts["value"])
        elif one.value("subject") not in told:
            value = StatementPart(abs(places), "count", one.parts["value"].pointer)
            yield _made("gained" if places > 0 else "lost", one, subject=one.parts["subject"], value=value)


def _next_gained(step: Sequence[Statement]) -> _Found:
    """Who has gained the most places but for the one who has gained more, where every row is there."""
    rows = sorted(_of(step, "gained"), key=lambda row: -row.value("value"))
    if len(rows) < 2 or not all(row.table and not row.doubt and not row.moment for row in rows):
        return
    first, second, third = (row.value("value") for row in (rows[0], rows[1], rows[2] if len(rows) > 2 else rows[0]))
    if first > second and (len(rows) == 2 or second > third):
        yield _made("next_gained", rows[1], subject=rows[1].parts["subject"], value=rows[1].parts["value"])


def _all_on(step: Sequence[Statement]) -> _Found:
    """The one compound that all are on."""
    rows = _of(step, "compound_count")
    if len(rows) == 1 and rows[0].table:
        yield _made("all_on", rows[0], value=rows[0].parts["object"])


def _stopped_last(step: Sequence[Statement]) -> _Found:
    """Who stopped after everybody else."""
    rows = sorted((row for row in _of(step, "stopped_on") if row.table), key=lambda row: row.value("lap"))
    if _of(step, "total_stops") and len(rows) > 1 and rows[-1].value("lap") > rows[-2].value("lap"):
        yield _made("stopped_last", rows[-1], subject=rows[-1].parts["subject"], lap=rows[-1].parts["lap"])


def in_time(statements: Sequence[Statement], steps: Sequence[StepResult]) -> list[Statement]:
    """The statements without those of the first or last to stop that the times of the stops gainsay.

    The lap of a stop is that of its own car: who is a lap down stops on a lower one, and later.
    """
    outputs = {step.id: step.envelope for step in steps}
    return [
        one
        for one in statements
        if one.says not in _EXTREME or _is_extreme(one.parts["lap"].pointer, outputs[one.step], _EXTREME[one.says])
    ]


_EXTREME: Mapping[str, Callable[[Iterable[str]], str]] = {"stopped_first": min, "stopped_last": max}


def _is_extreme(pointer: str, output: JsonObject, extreme: Callable[[Iterable[str]], str]) -> bool:
    cars = output.get("cars") or []
    entered = {
        f"/cars/{car}/passages/{number}/lap": str(passage.get("entered") or "")
        for car, row in enumerate(cars)
        for number, passage in enumerate(row.get("passages") or [])
        if passage.get("kind") == "stop"
    }
    return pointer not in entered or entered[pointer] == extreme(entered.values())


_DERIVED: tuple[Derive, ...] = (
    _places_behind,
    _behind_the_other,
    _leads,
    _led,
    ranked("laps_led", "most_laps_led"),
    _last_passed,
    _changed_tyres,
    _same_age,
    _averages,
    _of_laps,
    _gap_moved,
    _not_closing,
    _started_last,
    _held_place,
    _next_gained,
    _all_on,
    _stopped_last,
    positions_at_stops,
)
