"""What follows from the claims of one kind of tool: the longest train, who is at risk, who is slowest in a sector."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import permutations

from director.grounding.derived.of_one_result import ranked
from director.grounding.derived.of_pace import pace_of_late
from director.grounding.statements import Statement, StatementPart

_Found = Iterator[Statement]
_JUST_FITTED_LAPS = 2
"""Tyres of so few laps have just been fitted."""
_By = Mapping[str, list[Statement]]


def said_by_tools(by: _By) -> list[Statement]:
    """What follows from the statements of all steps, by what they say."""
    return [found for derive in _DERIVED for found in derive(by)]


def _made(says: str, one: Statement, **parts: StatementPart) -> Statement:
    return Statement(says, one.step, parts, one.moment, one.event, one.table, every=one.every)


def _count(number: int) -> StatementPart:
    return StatementPart(number, "count")


def _trains(by: _By) -> _Found:
    """How many trains there are, and which is the longest, with those in it."""
    heads = [one for one in by.get("heads_train", ()) if one.table and one.value("value") > 1]
    if heads:
        yield _made("train_count", heads[0], value=_count(len(heads)))
    lengths = [one.value("value") for one in heads]
    for one in heads if lengths.count(max(lengths, default=0)) == 1 else ():
        if one.value("value") < max(lengths):
            continue
        yield _made("longest_train", one, **one.parts)
        for other in by.get("in_train", ()):
            if other.value("object") == one.value("subject"):
                yield _made("in_longest_train", other, subject=other.parts["subject"])


def _between(by: _By) -> _Found:
    """How many cars are between two."""
    between = by.get("is_between") or []
    for one in by.get("is_behind", ()) if between else ():
        if one.step == between[0].step:
            two = {"subject": one.parts["subject"], "object": one.parts["object"]}
            cars = {each.value("subject"): each.parts["subject"] for each in between}
            yield _made("cars_between", one, **two, value=_count(len(cars)))
            for car in cars.values():
                yield _made("between_two", one, subject=car, object=one.parts["object"], end=one.parts["subject"])
            if len(cars) == 1:
                ends = {"object": one.parts["object"], "end": one.parts["subject"]}
                yield _made("only_between", one, subject=next(iter(cars.values())), **ends)


def _at_risk(by: _By) -> _Found:
    """How many are at risk."""
    rows = by.get("at_risk", ())
    if rows:
        yield _made("at_risk_count", rows[0], value=_count(len(rows)))


def _sectors(by: _By) -> _Found:
    """Who took longer than whom in his best of each sector."""
    for sector in (1, 2, 3):
        best = {one.value("subject"): one for one in by.get(f"fastest_sector_{sector}", ()) if "value" in one.parts}
        best |= {one.value("subject"): one for one in by.get(f"best_sector_{sector}", ())}
        for one, other in permutations(best.values(), 2):
            more = round(one.value("value") - other.value("value"), 3)
            if more > 0 and one.moment == other.moment:
                two = {"subject": one.parts["subject"], "object": other.parts["subject"]}
                yield _made(f"slower_sector_{sector}", one, **two, value=StatementPart(more, "seconds"))


def _weakest_sectors(by: _By) -> _Found:
    """In which of the three sectors somebody's best is furthest from the best of all, where that is one alone."""
    fastest = [[one for one in by.get(f"fastest_sector_{number}", ()) if "value" in one.parts] for number in (1, 2, 3)]
    own = [{one.value("subject"): one for one in by.get(f"best_sector_{number}", ())} for number in (1, 2, 3)]
    moments = {one.moment for rows in (*fastest, *(each.values() for each in own)) for one in rows}
    if len(moments) != 1 or not all(fastest):
        return
    bests = [min(one.value("value") for one in rows) for rows in fastest]
    for subject in own[0].keys() & own[1].keys() & own[2].keys():
        lost = [round(rows[subject].value("value") - best, 3) for rows, best in zip(own, bests, strict=True)]
        most = max(lost)
        if most > 0 and lost.count(most) == 1:
            one = own[lost.index(most)][subject]
            says = f"weakest_sector_{lost.index(most) + 1}"
            yield _made(says, one, subject=one.parts["subject"], value=StatementPart(most, "seconds"))


def _speeds(by: _By) -> _Found:
    """Who is fastest and slowest at the trap and at the line, and in which order at the trap."""
    step = [*by.get("trap_speed", ()), *by.get("line_speed", ())]
    yield from ranked("trap_speed", "trap_fastest", "trap_slowest")(step)
    yield from ranked("line_speed", "line_fastest")(step)
    rows = sorted((one for one in by.get("trap_speed", ()) if one.table), key=lambda one: -one.value("value"))
    for one, other in permutations(rows, 2):
        more = one.value("value") - other.value("value")
        if more > 0:
            two = {"subject": one.parts["subject"], "object": other.parts["subject"]}
            yield _made("trap_more", one, **two, value=StatementPart(more, "kmh"))
    values = [one.value("value") for one in rows]
    for number, one in enumerate(rows, start=1):
        if values.count(one.value("value")) == 1:
            yield _made("trap_rank", one, subject=one.parts["subject"], value=StatementPart(number, "position"))


def _averages(by: _By) -> _Found:
    """Whose average is slower than whose, of the same laps."""
    for one, other in permutations([each for each in by.get("average_lap", ()) if "start" not in each.parts], 2):
        more = round(one.value("value") - other.value("value"), 3)
        same = one.moment == other.moment and one.step == other.step
        if more > 0 and same and one.value("subject") != other.value("subject"):
            two = {"subject": one.parts["subject"], "object": other.parts["subject"]}
            yield _made("slower_average", one, **two, value=StatementPart(more, "seconds"))


def _teams(by: _By) -> _Found:
    """Whose best lap is slower than whose, and who is level on points."""
    for one, other in permutations(by.get("team_best_lap", ()), 2):
        more = round(one.value("value") - other.value("value"), 3)
        if more > 0 and one.moment == other.moment:
            two = {"subject": one.parts["subject"], "object": other.parts["subject"]}
            yield _made("team_slower", one, **two, value=StatementPart(more, "seconds"))
    for one, other in permutations(by.get("team_scores", ()), 2):
        if one.value("value") > other.value("value") and one.moment == other.moment:
            two = {"subject": one.parts["subject"], "object": other.parts["subject"]}
            yield _made("team_points_more", one, **two, value=_count(one.value("value") - other.value("value")))
        if one.value("value") == other.value("value"):
            two = {"subject": one.parts["subject"], "object": other.parts["subject"]}
            yield _made("level_points", one, **two, value=one.parts["value"])


def _warmer(by: _By) -> _Found:
    """That air and track have both become warmer, or both cooler."""
    for says, way in (("all_warmer", "warmed"), ("all_cooler", "cooled")):
        track, air = by.get(f"track_{way}", ()), by.get(f"air_{way}", ())
        if track and air and track[0].step == air[0].step:
            parts = {"over": track[0].parts["over"]} if "over" in track[0].parts else {}
            yield _made(says, track[0], **parts)


def _lead_won(by: _By) -> _Found:
    """Who took the lead from whom by an overtake."""
    for one in by.get("overtook_for", ()):
        if one.value("position") == 1:
            parts = {role: part for role, part in one.parts.items() if role in ("subject", "object", "lap")}
            yield _made("took_over", one, **parts)


def _only_pass(by: _By) -> _Found:
    """The one overtake of somebody who has made no other."""
    single = {one.value("subject") for one in by.get("on_track_passes", ()) if one.value("value") == 1}
    for one in by.get("overtook_for", ()):
        if one.value("subject") in single:
            yield _made("only_pass", one, **one.parts)


def _latest_pass(by: _By) -> _Found:
    """The last overtake of all, where no other was on its lap."""
    rows = [one for one in by.get("overtook", ()) if one.table and "nth" not in one.parts and one.value("lap")]
    laps = sorted((one.value("lap") for one in rows), reverse=True)
    if by.get("overtake_count") and len(laps) > 1 and laps[0] > laps[1]:
        yield from (_made("latest_pass", one, **one.parts) for one in rows if one.value("lap") == laps[0])


def _fresh(by: _By) -> _Found:
    """Who has just changed his tyres."""
    for one in by.get("on_tyre", ()):
        if "age" in one.parts and one.value("age") <= _JUST_FITTED_LAPS and not one.moment:
            yield _made("fresh_set", one, subject=one.parts["subject"], value=one.parts["value"])


def _clean_average(by: _By) -> _Found:
    """An average of the clean ones of some laps."""
    for one in by.get("window_average", ()):
        yield _made("clean_average", one, **{role: one.parts[role] for role in ("subject", "value", "total")})


def _points(by: _By) -> _Found:
    """Who takes how many points more than whom."""
    for one, other in permutations(by.get("scores", ()), 2):
        more = one.value("value") - other.value("value")
        if more > 0 and one.moment == other.moment:
            yield _made("points_more", one, subject=one.parts["subject"], object=other.parts["subject"],
                        value=_count(more))  # fmt: skip


def _net(by: _By) -> _Found:
    """That nobody owes a stop."""
    rows = by.get("owes_no_stop", ())
    if rows and not by.get("owes_stop"):
        yield _made("nobody_owes_stop", rows[0])


def _slopes(by: _By) -> _Found:
    """On which tyres somebody loses more than on which."""
    for one, other in permutations(by.get("slope_on", ()), 2):
        if one.value("subject") == other.value("subject") and one.value("value") > other.value("value"):
            two = {"compound": one.parts["compound"], "end": other.parts["compound"], "value": one.parts["value"]}
            yield _made("slope_more", one, subject=one.parts["subject"], **two)


def _started_on(by: _By) -> _Found:
    """On which tyres somebody started, and on which he has been ever since."""
    rows = sorted((one for one in by.get("stint", ()) if "compound" in one.parts), key=lambda one: one.value("nth"))
    if rows and [one.value("nth") for one in rows] == list(range(1, len(rows) + 1)):
        first, later = rows[0], rows[1:]
        subject = first.parts["subject"]
        yield from _set_of(by, rows)
        yield _made("started_on", first, subject=subject, value=first.parts["compound"])
        if len({one.value("compound") for one in later}) == 1:
            yield _made("on_since", later[0], subject=subject, value=later[0].parts["compound"])


def _set_of(by: _By, rows: list[Statement]) -> _Found:
    """Which set of its compound somebody is on, where all of them but the first had done no lap as they were fitted."""
    last = rows[-1]
    starts = {one.value("nth"): one.value("value") for one in by.get("stint_start", ()) if one.step == last.step}
    same = [one for one in rows if one.value("compound") == last.value("compound")]
    if not last.moment and all(starts.get(one.value("nth")) == 0 for one in same[1:]):
        nth = StatementPart(len(same), "position", last.parts["nth"].pointer)
        yield _made("set_of", last, subject=last.parts["subject"], value=nth, compound=last.parts["compound"])


def _tyres(by: _By) -> _Found:
    """How many laps the tyres that somebody has on had done as they were fitted."""
    rows = by.get("stint_start", ())
    if rows:
        last = max(rows, key=lambda one: one.value("nth"))
        yield _made("fitted_age", last, subject=last.parts["subject"], value=last.parts["value"])


def _laps(by: _By) -> _Found:
    """The lap that the first car is on, and how many are left, where the laps of the race are known."""
    for one in by.get("laps_done", ()):
        total = one.value("total")
        if total is None or one.value("value") >= total:
            continue
        parts = {"value": _count(one.value("value") + 1), "total": one.parts["total"]}
        yield _made("current_lap", one, **parts)
        if not by.get("laps_left"):
            left = StatementPart(total - one.value("value"), "laps", one.parts["value"].pointer)
            yield _made("laps_left", one, value=left)


def _rejoins(by: _By) -> _Found:
    """From which position to which a stop would take somebody."""
    now = {one.value("subject"): one.parts["value"] for one in by.get("has_position", ()) if not one.moment}
    for one in by.get("rejoin_predicted", ()):
        if one.value("subject") in now:
            yield _made("rejoin_from", one, **one.parts, start=now[one.value("subject")])


def _costs(by: _By) -> _Found:
    """Whose stop cost least of all that could be measured."""
    rows = sorted(by.get("cost_of_stop", ()), key=lambda one: one.value("value"))
    if len(rows) > 1 and rows[0].table and rows[0].value("value") < rows[1].value("value"):
        yield _made("least_cost_of_stop", rows[0], **rows[0].parts)


_DERIVED: tuple[Callable[[_By], _Found], ...] = (
    pace_of_late,
    _trains,
    _between,
    _at_risk,
    _sectors,
    _weakest_sectors,
    _speeds,
    _averages,
    _teams,
    _latest_pass,
    _fresh,
    _clean_average,
    _points,
    _warmer,
    _only_pass,
    _lead_won,
    _net,
    _slopes,
    _tyres,
    _started_on,
    _laps,
    _rejoins,
    _costs,
)
