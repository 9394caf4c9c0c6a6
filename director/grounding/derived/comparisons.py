"""What two results, or the rows of one, say when they are laid beside each other: who stopped when, who was quicker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby, permutations

from director.grounding.derived.from_rows import said_by_rows
from director.grounding.derived.of_answers import said_in_answers
from director.grounding.derived.of_sessions import said_by_sessions
from director.grounding.derived.of_tools import said_by_tools
from director.grounding.statements import Statement, StatementPart

_Found = Iterator[Statement]
TAIL_S = 1.0
"""A car within this gap, in seconds, is on the tail of the one ahead."""


def compared(statements: Sequence[Statement]) -> list[Statement]:
    """What follows from all of the statements together."""
    by: dict[str, list[Statement]] = {}
    for one in statements:
        by.setdefault(one.says, []).append(one)
    found = [one for compare in _COMPARED for one in compare(by)]
    for one in found:
        by.setdefault(one.says, []).append(one)
    return [*found, *said_by_rows(by), *said_by_tools(by), *said_by_sessions(by), *said_in_answers(by)]


_By = Mapping[str, list[Statement]]


def _made(says: str, one: Statement, **parts: StatementPart) -> Statement:
    return Statement(says, one.step, parts, one.moment, one.event, one.table)


def _pairs(rows: Sequence[Statement], role: str = "") -> Iterator[tuple[Statement, Statement]]:
    """Every two of different people at the same moment, of the same lap or number where a role is named."""
    for one, other in permutations(rows, 2):
        same = one.moment == other.moment and (not role or one.value(role) == other.value(role))
        if same and one.value("subject") != other.value("subject"):
            yield one, other


def _slower(says: str, of: str, role: str = "") -> Callable[[_By], _Found]:
    """Who took longer than whom for the same, by how much."""

    def compare(by: _By) -> _Found:
        for one, other in _pairs(by.get(of, ()), role):
            if None in (one.value("value"), other.value("value")):
                continue
            more = round(one.value("value") - other.value("value"), 3)
            if more > 0:
                parts = {role: one.parts[role]} if role else {}
                value = StatementPart(more, "seconds", one.parts["value"].pointer)
                yield _made(
                    says, one, subject=one.parts["subject"], object=other.parts["subject"], value=value, **parts
                )

    return compare


def _stops(by: _By) -> _Found:
    """Who stopped later than whom, of stops of the same number; and how long somebody was in the lane in all."""
    rows = by.get("stopped_on", ())
    numbered = [row for row in rows if row.value("nth")]
    for one, other in _pairs(numbered, "nth"):
        laps = one.value("lap") - other.value("lap")
        if laps > 0:
            value = StatementPart(laps, "laps", one.parts["lap"].pointer)
            two = {"subject": one.parts["subject"], "object": other.parts["subject"], "value": value}
            yield _made("stop_later", one, **two, nth=one.parts["nth"])
    plain = [row for row in rows if "nth" not in row.parts and row.table]
    yield from _single_stops(plain)
    stops = {one.value("subject"): one.value("value") for one in by.get("stop_count", ()) if not one.moment}
    for subject in {row.value("subject") for row in plain}:
        own = [row for row in plain if row.value("subject") == subject]
        if len(own) == stops.get(subject) and all(row.value("value") is not None for row in own):
            total = StatementPart(round(sum(row.value("value") for row in own), 3), "seconds")
            yield _made("lane_total", own[0], subject=own[0].parts["subject"], value=total)


def _single_stops(rows: Sequence[Statement]) -> _Found:
    """Who stopped later than whom, and who was longer in the lane, of those who have stopped once."""
    often = Counter(row.value("subject") for row in rows)
    for one, other in _pairs([row for row in rows if often[row.value("subject")] == 1]):
        two = {"subject": one.parts["subject"], "object": other.parts["subject"]}
        laps = one.value("lap") - other.value("lap")
        if laps > 0:
            yield _made("stopped_after", one, **two, value=StatementPart(laps, "laps", one.parts["lap"].pointer))
        if None not in (one.value("value"), other.value("value")) and one.value("value") > other.value("value"):
            more = round(one.value("value") - other.value("value"), 3)
            yield _made("slower_lane", one, **two, value=StatementPart(more, "seconds", one.parts["value"].pointer))


def _later(says: str, of: str, role: str) -> Callable[[_By], _Found]:
    """Who did something how many laps later than whom."""

    def compare(by: _By) -> _Found:
        for one, other in _pairs([each for each in by.get(of, ()) if isinstance(each.value(role), int)]):
            laps = one.value(role) - other.value(role)
            if laps > 0:
                value = StatementPart(laps, "laps", one.parts[role].pointer)
                yield _made(says, one, subject=one.parts["subject"], object=other.parts["subject"], value=value)

    return compare


def _has_stopped(by: _By) -> _Found:
    """Who has stopped at all."""
    for one in by.get("stop_count", ()):
        if one.value("value") >= 1:
            yield _made("has_stopped", one, subject=one.parts["subject"])


def _off_own_best(by: _By) -> _Found:
    """How far somebody's last lap was from his best, or that it is his best."""
    best = {one.value("subject"): one for one in by.get("best_lap", ()) if not one.moment}
    for last in (one for one in by.get("last_lap", ()) if not one.moment):
        if own := best.get(last.value("subject")):
            more = round(last.value("value") - own.value("value"), 3)
            if more > 0:
                value = StatementPart(more, "seconds", last.parts["value"].pointer)
                yield _made("off_own_best", last, subject=last.parts["subject"], value=value)
            elif not more:
                yield _made("last_is_best", last, subject=last.parts["subject"], value=last.parts["value"])


def _tyres(by: _By) -> _Found:
    """Which tyre the most cars are on, and who is the first of those on one."""
    counts = [one for one in by.get("compound_count", ()) if one.table]
    ordered = sorted(counts, key=lambda one: -one.value("value"))
    if len(ordered) > 1 and ordered[0].value("value") > ordered[1].value("value"):
        first = ordered[0]
        yield _made("most_cars_on", first, object=first.parts["object"], value=first.parts["value"])
        if 2 * first.value("value") > sum(one.value("value") for one in counts):
            yield _made("most_are_on", first, object=first.parts["object"])
    places = {one.value("subject"): one.value("value") for one in by.get("has_position", ()) if not one.moment}
    rows = [one for one in by.get("on_tyre", ()) if one.table and not one.moment and one.value("subject") in places]
    for compound in {one.value("value") for one in rows}:
        own = min((one for one in rows if one.value("value") == compound), key=lambda one: places[one.value("subject")])
        yield _made("first_on", own, subject=own.parts["subject"], value=own.parts["value"])


def _positions(by: _By) -> _Found:
    """The best and the worst position at the end of a lap, and since when somebody has been where he is."""
    rows = sorted(
        (one for one in by.get("has_position", ()) if one.moment.startswith("lap ")),
        key=lambda one: int(one.moment[4:]),
    )
    started = {one.value("subject"): one.value("value") for one in by.get("started", ())}
    now = {one.value("subject"): one for one in by.get("has_position", ()) if not one.moment}
    for subject in {one.value("subject") for one in rows} & now.keys() & started.keys():
        own = [one for one in rows if one.value("subject") == subject]
        laps = [int(one.moment[4:]) for one in own]
        here = now[subject]
        if laps != list(range(1, len(own) + 1)):
            continue
        for says, most in (("highest_position", min), ("lowest_position", max)):
            value = most(one.value("value") for one in own)
            if most(value, started[subject], here.value("value")) == value:
                for one, lap in zip(own, laps, strict=True):
                    if one.value("value") == value:
                        part = StatementPart(lap, "lap")
                        yield _made(says, here, subject=one.parts["subject"], value=one.parts["value"], lap=part)
        before = None
        for _, run in groupby(zip(own, laps, strict=True), key=lambda each: each[0].value("value")):
            whole = list(run)
            if before is not None:
                says = "fell_to" if whole[0][0].value("value") > before else "rose_to"
                for one, lap in whole:
                    parts = {"value": one.parts["value"], "lap": StatementPart(lap, "lap")}
                    yield _made(says, here, subject=one.parts["subject"], **parts)
            before = whole[0][0].value("value")
            (one, first), (_, last) = whole[0], whole[-1]
            ends = {"start": StatementPart(first, "lap"), "end": StatementPart(last, "lap")}
            yield _made("position_between", here, subject=one.parts["subject"], value=one.parts["value"], **ends)
            if last < laps[-1]:
                yield _made("held_until", here, subject=one.parts["subject"], value=one.parts["value"], lap=ends["end"])
        since = len(own)
        while since and own[since - 1].value("value") == here.value("value"):
            since -= 1
        if since < len(own):
            part = StatementPart(laps[since], "lap")
            yield _made("position_since", here, subject=here.parts["subject"], value=here.parts["value"], lap=part)


def _places_from(by: _By) -> _Found:
    """How many places somebody has gained or lost, with where he started."""
    starts = {one.value("subject"): one.parts["value"] for one in by.get("started", ())}
    for says in ("gained", "lost"):
        for one in by.get(says, ()):
            if start := starts.get(one.value("subject")):
                yield _made(f"{says}_from", one, subject=one.parts["subject"], value=one.parts["value"], start=start)
                yield _made(
                    "up_from" if says == "gained" else "down_from", one, subject=one.parts["subject"], start=start
                )


def _out_qualified(by: _By) -> _Found:
    """Who qualified ahead of whom, by how much where both drove for pole."""
    off = {one.value("subject"): one.value("value") for one in by.get("off_pole", ())}
    for one, other in _pairs(by.get("qualified", ())):
        if one.value("value") < other.value("value"):
            parts = {"subject": one.parts["subject"], "object": other.parts["subject"]}
            if other.value("subject") in off and (one.value("subject") in off or one.value("value") == 1):
                more = off[other.value("subject")] - off.get(one.value("subject"), 0.0)
                parts["value"] = StatementPart(round(more, 3), "seconds")
            yield _made("out_qualified", one, **parts)


def _started_ahead(by: _By) -> _Found:
    """Who stood how many places ahead of whom on the grid."""
    for one, other in _pairs(by.get("started", ())):
        places = other.value("value") - one.value("value")
        if one.step == other.step and places > 0:
            value = StatementPart(places, "count", other.parts["value"].pointer)
            yield _made("started_ahead", one, subject=one.parts["subject"], object=other.parts["subject"], value=value)


def _safety_cars(by: _By) -> _Found:
    """Which of the race the safety car is that is out now."""
    for out, count in (("safety_car_out", "safety_car_count"), ("vsc_out", "vsc_count")):
        for one in by.get(count, ()) if by.get(out) else ():
            if one.value("value") > 1 and out == "safety_car_out":
                yield _made("safety_car_again", one)
            yield _made(f"nth_{out.removesuffix('_out')}", one, value=StatementPart(one.value("value"), "position"))


def _on_tail(by: _By) -> _Found:
    """Who is right behind whom."""
    for one in by.get("is_behind", ()):
        gap = one.value("value")
        if not one.moment and isinstance(gap, float) and 0 < gap <= TAIL_S:
            yield _made("on_tail", one, subject=one.parts["subject"], object=one.parts["object"])


_COMPARED: tuple[Callable[[_By], _Found], ...] = (
    _slower("slower_last_lap", "last_lap"),
    _slower("slower_on_lap", "lap_time", "lap"),
    _slower("slower_stop", "stopped_on", "lap"),
    _later("best_later", "best_lap", "lap"),
    _later("out_later", "out", "value"),
    _stops,
    _has_stopped,
    _off_own_best,
    _tyres,
    _positions,
    _places_from,
    _out_qualified,
    _started_ahead,
    _safety_cars,
    _on_tail,
)

COMPARES: Mapping[str, str] = {
    "slower_best_lap": "best_lap",
    "slower_last_lap": "last_lap",
    "slower_on_lap": "lap_time",
    "slower_stop": "stopped_on",
    "faster_pace": "average_lap",
    "out_qualified": "best_lap",
}
"""Claims that lay two values beside each other, and the claim that has those."""
