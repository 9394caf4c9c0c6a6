"""What follows from the claims of practice, qualifying, stewards and race control: counts, ranks, who alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise, permutations

from director.grounding.derived.of_messages import said_by_messages
from director.grounding.derived.of_sectors import off_sectors
from director.grounding.statements import Statement, StatementPart

_Found = Iterator[Statement]
_By = Mapping[str, list[Statement]]
_SECTORS = (1, 2, 3)
_PENALTIES = ("penalised", "penalised_otherwise", "drive_through", "stop_go")


def said_by_sessions(by: _By) -> list[Statement]:
    """What follows from the statements of all steps, by what they say."""
    return [found for derive in _DERIVED for found in derive(by)]


def is_penalised(by: _By, said: Mapping[str, object]) -> bool:
    """Whether a clause says of no one case that nothing came of it, of somebody who has a penalty."""
    if "reason" in said:
        return False
    rows = (one for says in _PENALTIES for one in by.get(says, ()))
    return said.get("subject") in {frozenset((one.value("subject"),)) for one in rows}


def _made(says: str, one: Statement, **parts: StatementPart) -> Statement:
    return Statement(says, one.step, parts, one.moment, one.event, one.table, every=one.every)


def _count(number: int) -> StatementPart:
    return StatementPart(number, "count")


def _now(by: _By, says: str) -> list[Statement]:
    """The rows of a claim, of now, where they are of one step."""
    rows = [one for one in by.get(says, ()) if not one.moment]
    return rows if len({one.step for one in rows}) == 1 else []


def _on_track(by: _By) -> _Found:
    """How many cars are on track and in the pits, and who is among them, where a result tells of both."""
    out = _now(by, "on_track")
    steps = {one.step for one in (*out, *by.get("nobody_on_track", ()))}
    inside = [one for one in _now(by, "in_pit") if one.step in steps]
    for says, rows in (("on_track", out), ("in_pit", inside)):
        if rows and all(one.table for one in rows):
            count = _count(len({one.value("subject") for one in rows}))
            yield _made(f"{says}_count", rows[0], value=count)
            for one in rows:
                yield _made(f"among_{says}", one, subject=one.parts["subject"], value=count)
            if says == "in_pit" and out and by.get("none_stopped"):
                yield _made("rest_in_pit_count", rows[0], value=count)


def _long_runs(by: _By) -> _Found:
    """Whose long run was the best, the slowest, which of its order, and how much slower than whose."""
    rows = sorted(_now(by, "long_run"), key=lambda one: float(one.value("value")))
    values = [one.value("value") for one in rows]
    whole = len(rows) > 1 and all(one.table for one in rows)
    for number, one in enumerate(rows, 1) if whole else ():
        if values.count(one.value("value")) == 1:
            rank = StatementPart(number, "position")
            yield _made("long_run_rank", one, subject=one.parts["subject"], value=rank)
            if number in (1, len(rows)):
                yield _made("best_long_run" if number == 1 else "worst_long_run", one, **one.parts)
    for one, other in permutations(rows, 2):
        more = round(one.value("value") - other.value("value"), 3)
        if more > 0:
            two = {"subject": one.parts["subject"], "object": other.parts["subject"]}
            yield _made("long_run_slower", one, **two, value=StatementPart(more, "seconds"))


def _joint_speeds(by: _By) -> _Found:
    """Who are fastest together at the trap, or slowest."""
    rows = [one for one in _now(by, "trap_speed") if one.table]
    values = [one.value("value") for one in rows]
    for says, most in (("joint_trap_fastest", max(values, default=0)), ("joint_trap_slowest", min(values, default=0))):
        if 1 < values.count(most) < len(values):
            for one in rows:
                if one.value("value") == most:
                    yield _made(says, one, subject=one.parts["subject"], value=one.parts["value"])


def _topped(by: _By) -> _Found:
    """By how much who is fastest in a segment is ahead of whom."""
    for first in by.get("topped_segment", ()):
        for one in by.get("slower_best_lap", ()):
            if one.step == first.step and one.value("object") == first.value("subject"):
                two = {"subject": first.parts["subject"], "object": one.parts["subject"]}
                yield _made("topped_segment_by", first, **two, value=one.parts["value"], end=first.parts["value"])


def _both_through(by: _By) -> _Found:
    """How many teams have both cars in the segment under way, or the last, and which are among them."""
    rows = _now(by, "both_through")
    segments = {(one.value("value"), one.value("reason")) for one in rows}
    if len(segments) != 1 or not all(one.table for one in rows):
        return
    number, under_way = segments.pop()
    if under_way == f"q{number}" and number > 1:
        yield _made("both_through_count", rows[0], value=_count(len(rows)), total=_count(number))
        yield from (_made("both_through_too", one, subject=one.parts["subject"]) for one in rows)
        for one, other in permutations(rows, 2):
            yield _made("both_through_two", one, subject=one.parts["subject"], object=other.parts["subject"])


def _passes(by: _By) -> _Found:
    """The only pass of a lap, and who has passed more cars than whom."""
    rows = [one for one in by.get("overtook", ()) if "nth" not in one.parts]
    for total in by.get("passes_on_lap", ()):
        own = [one for one in rows if one.step == total.step]
        if total.value("value") == len(own) == 1:
            yield _made("only_pass_on_lap", own[0], **own[0].parts)
    for says in ("on_track_passes", "pass_count"):
        for one, other in permutations(by.get(says, ()), 2):
            more = one.value("value") - other.value("value")
            if more > 0 and one.moment == other.moment:
                two = {"subject": one.parts["subject"], "object": other.parts["subject"]}
                yield _made("more_passes", one, **two, value=_count(more))


def _cases(by: _By) -> _Found:
    """How many cases there are, how many have been penalised, and who has no penalty."""
    for one in by.get("open_of_all", ()):
        yield _made("case_count", one, value=StatementPart(one.value("total"), "count", one.parts["total"].pointer))
        rows = [row for says in _PENALTIES for row in by.get(says, ()) if row.step == one.step]
        cars = {row.value("subject") for row in rows}
        if cars:
            yield _made("penalised_count", one, value=_count(len(cars)))
        total = one.parts["total"]
        closed = {
            row.parts["subject"].pointer.rpartition("/drivers/")[0]
            for row in by.get("no_further_action", ())
            if row.step == one.step
        }
        if not cars and not one.value("value"):
            yield _made("none_penalised", one, value=_count(total.value))
            if len(closed) == total.value:
                yield _made("all_no_action", one, value=_count(total.value))
        known: dict[object, Statement] = {}
        for row in (each for says in ("has_position", *_STATES) for each in by.get(says, ()) if not each.moment):
            known.setdefault(row.value("subject"), row)
        yield from (_made("no_penalty", one, subject=known[car].parts["subject"]) for car in known.keys() - cars)


_STATES = ("noted", "investigated", "investigated_later", "no_further_action")


def _points(by: _By) -> _Found:
    """Who takes the most points, and which team."""
    for says, of in (("most_points", "scores"), ("team_most_points", "team_scores")):
        rows = sorted(_now(by, of), key=lambda one: -float(one.value("value")))
        if len(rows) > 1 and rows[0].value("value") > rows[1].value("value"):
            yield _made(says, rows[0], **rows[0].parts)


def _no_sector(by: _By) -> _Found:
    """Who is fastest in no sector, and how far he is off in each at most."""
    fastest = {number: _now(by, f"fastest_sector_{number}") for number in _SECTORS}
    best = [one for number in _SECTORS for one in _now(by, f"best_sector_{number}")]
    if any(len(rows) != 1 for rows in fastest.values()):
        return
    first = fastest[1][0]
    leaders = {rows[0].value("subject") for rows in fastest.values()}
    yield _made("sector_leader_count", first, value=_count(len(leaders)))
    if len(leaders) == 1:
        laps = [rows[0].parts.get("lap") for rows in fastest.values()]
        one_lap = laps[0] is not None and len({lap and lap.value for lap in laps}) == 1
        parts = {"subject": first.parts["subject"], **({"lap": laps[0]} if one_lap and laps[0] else {})}
        yield _made("all_fastest_sectors", first, **parts)
    for number, rows in fastest.items():
        yield _made("has_fastest_sector", rows[0], subject=rows[0].parts["subject"])
        after = fastest.get(number + 1)
        if after and after[0].value("subject") == rows[0].value("subject") and len(leaders) > 1:
            says = "fastest_first_sectors" if number == 1 else "fastest_last_sectors"
            yield _made(says, rows[0], subject=rows[0].parts["subject"])
    for one in best:
        subject = one.parts["subject"]
        if one.value("subject") in leaders:
            continue
        yield _made("no_fastest_sector", one, subject=subject)
        off = [
            round(own[0].value("value") - fastest[number][0].value("value"), 3)
            for number in _SECTORS
            if (own := [row for row in _now(by, f"best_sector_{number}") if row.value("subject") == subject.value])
        ]
        if len(off) == len(_SECTORS):
            part = StatementPart(max(off), "seconds")
            yield _made("off_all_sectors", one, subject=subject, value=part)
            yield _made("within_all_sectors", one, subject=subject, value=part)


def _own_sectors(by: _By) -> _Found:
    """On which lap somebody set his best of every sector, where it is one."""
    best = [{one.value("subject"): one for one in _now(by, f"best_sector_{number}")} for number in _SECTORS]
    for subject, one in best[0].items():
        laps = {rows[subject].value("lap") if subject in rows else None for rows in best}
        if len(laps) == 1 and None not in laps:
            yield _made("own_sectors_on", one, subject=one.parts["subject"], lap=one.parts["lap"])


def _places_to(by: _By) -> _Found:
    """How many places somebody has gained or lost, with where he is."""
    now = {one.value("subject"): one.parts["value"] for one in by.get("has_position", ()) if not one.moment}
    for says in ("gained", "lost"):
        for one in by.get(says, ()):
            if not one.moment and (end := now.get(one.value("subject"))):
                yield _made(f"{says}_to", one, subject=one.parts["subject"], value=one.parts["value"], end=end)


def _leads(by: _By) -> _Found:
    """Who led how many laps next after whom, and who has kept the lead that he took."""
    rows = sorted((one for one in by.get("led", ()) if one.table), key=lambda one: int(one.value("start")))
    for before, after in pairwise(rows):
        if before.value("end") + 1 == after.value("start") and after.value("end"):
            laps = StatementPart(after.value("end") - after.value("start") + 1, "laps")
            two = {"subject": after.parts["subject"], "object": before.parts["subject"]}
            yield _made("led_next", after, **two, value=laps)
    for last in by.get("led_last", ()) if len(rows) > 1 else ():
        yield _made("kept_lead", last, subject=last.parts["subject"])


def _savings(by: _By) -> _Found:
    """How much less a stop costs under the safety car than under green."""
    for green in by.get("pit_loss", ()):
        for says in ("safety_car", "vsc"):
            for one in by.get(f"pit_loss_{says}", ()):
                less = round(green.value("value") - one.value("value"), 3)
                if less > 0 and one.step == green.step:
                    yield _made(f"pit_saving_{says}", one, value=StatementPart(less, "seconds"))


def _margin(by: _By) -> _Found:
    """By how much the leader is ahead of whoever is second."""
    places = {one.value("value"): one.value("subject") for one in by.get("has_position", ()) if not one.moment}
    for one in (each for each in by.get("is_behind", ()) if not each.moment):
        far, is_second = one.parts.get("value"), one.value("subject") == places.get(2, "")
        if far and (is_second or far.pointer.endswith("/behind/gap_s")) and one.value("object") == places.get(1):
            yield _made("lead_margin", one, subject=one.parts["object"], value=one.parts["value"])


_DERIVED: Sequence[Callable[[_By], _Found]] = (
    _on_track,
    _long_runs,
    _joint_speeds,
    _topped,
    _both_through,
    said_by_messages,
    _passes,
    _cases,
    _points,
    _no_sector,
    _own_sectors,
    off_sectors,
    _places_to,
    _margin,
    _leads,
    _savings,
)
