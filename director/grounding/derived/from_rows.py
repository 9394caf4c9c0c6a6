"""What the rows of a result say together: who led when and after whom, who retired last, who was quickest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise, permutations

from director.grounding.statements import Statement, StatementPart

_Found = Iterator[Statement]
_By = Mapping[str, list[Statement]]
_FIGHT_S = 1.5
"""Cars within this gap, in seconds, fight for a position, where no tool tells of battles."""


def said_by_rows(by: _By) -> list[Statement]:
    """What follows from the rows, by what they say."""
    return [found for derive in _DERIVED for found in derive(by)]


def _made(says: str, one: Statement, **parts: StatementPart) -> Statement:
    return Statement(says, one.step, parts, one.moment, one.event, one.table, every=one.every)


def _leads(by: _By) -> _Found:
    """Who led the first laps, until when, who took over from whom, and who was which to lead."""
    rows = sorted((one for one in by.get("led", ()) if one.table), key=lambda one: one.value("start"))
    for row in rows:
        subject, end = row.parts["subject"], row.parts["end"]
        yield _made("has_led", row, subject=subject)
        if row.value("start") == 1:
            yield _made("led_first", row, subject=subject, value=StatementPart(end.value, "laps", end.pointer))
    for before, after in pairwise(rows):
        if before.value("end") + 1 == after.value("start"):
            two = {"subject": after.parts["subject"], "object": before.parts["subject"]}
            yield _made("took_over", after, **two, lap=after.parts["start"])
            yield _made("led_until", before, subject=before.parts["subject"], lap=before.parts["end"])
    first = {row.value("subject"): row for row in reversed(rows)}
    in_order = sorted(first.values(), key=lambda one: one.value("start"))
    for number, row in enumerate(in_order if rows and rows[0].value("start") == 1 else (), start=1):
        yield _made("nth_leader", row, subject=row.parts["subject"], value=StatementPart(number, "position"))


def _led_together(by: _By) -> _Found:
    """How many laps two have led between them."""
    rows = [one for one in by.get("laps_led", ()) if one.table]
    for one, other in permutations(rows, 2):
        if (one.step, one.moment) == (other.step, other.moment) and one.value("subject") != other.value("subject"):
            laps = StatementPart(one.value("value") + other.value("value"), "laps", one.parts["value"].pointer)
            yield _made("led_together", one, subject=one.parts["subject"], object=other.parts["subject"], value=laps)


def _retired(by: _By) -> _Found:
    """Who went out after the most laps and after the fewest, where all rows are there and none is derived."""
    rows = [one for one in by.get("out", ()) if one.table and one.value("value") is not None]
    laps = sorted(one.value("value") for one in rows)
    for row in rows:
        if not row.event and not row.moment:
            yield _made("out_on", row, subject=row.parts["subject"], lap=StatementPart(row.value("value") + 1, "lap"))
    if by.get("seems_out"):
        rows = _counted_out(by)
        laps = sorted(one.value("value") for one in rows)
    if len(rows) < 2:
        return
    for row in rows:
        for says, most, next_ in (("last_out", laps[-1], laps[-2]), ("first_out", laps[0], laps[1])):
            if row.value("value") == most != next_:
                yield _made(says, row, subject=row.parts["subject"], value=row.parts["value"])


def _counted_out(by: _By) -> list[Statement]:
    """All who are out or seem to be, where a result counts as many: nobody where the laps of one are not told."""
    rows = [one for says in ("out", "seems_out") for one in by.get(says, ()) if one.table and not one.moment]
    counts = {one.value("value") for one in by.get("out_count", ()) if not one.moment}
    whole = len({one.value("subject") for one in rows}) == len(rows) and counts == {len(rows)}
    return rows if whole and all(one.value("value") is not None for one in rows) else []


def _laps_against(by: _By) -> _Found:
    """What two did on the same lap."""
    for one, other in permutations(by.get("lap_time", ()), 2):
        if one.value("lap") == other.value("lap") and one.value("subject") != other.value("subject"):
            two = {"subject": one.parts["subject"], "object": other.parts["subject"]}
            times = {"start": one.parts["value"], "end": other.parts["value"], "lap": one.parts["lap"]}
            yield _made("lap_against", one, **two, **times)


def _quickest_of_the_top(by: _By) -> _Found:
    """Who did the quickest last lap of the first two, the first three, and so on."""
    places = {one.value("value"): one.value("subject") for one in by.get("has_position", ()) if not one.moment}
    laps = {one.value("subject"): one for one in by.get("last_lap", ()) if not one.moment}
    for number in range(2, len(places) + 1):
        top = [laps.get(places.get(place)) for place in range(1, number + 1)]
        rows = sorted((one for one in top if one), key=lambda one: one.value("value"))
        if len(rows) == number and rows[0].value("value") < rows[1].value("value"):
            part = StatementPart(number, "count")
            yield _made("fastest_last_lap", rows[0], subject=rows[0].parts["subject"], value=part)


def _tyres_of_the_top(by: _By) -> _Found:
    """Who has the oldest and the freshest tyres of the first two, the first three, and so on."""
    places = {one.value("value"): one.value("subject") for one in by.get("has_position", ()) if not one.moment}
    ages = {one.value("subject"): one for one in by.get("tyre_age", ()) if not one.moment and not one.doubt}
    for number in range(2, len(places) + 1):
        top = [ages.get(places.get(place)) for place in range(1, number + 1)]
        rows = sorted((one for one in top if one), key=lambda one: one.value("value"))
        if len(rows) < number:
            return
        for says, first, next_ in (("freshest_of_top", rows[0], rows[1]), ("oldest_of_top", rows[-1], rows[-2])):
            if first.value("value") != next_.value("value"):
                yield _made(says, first, subject=first.parts["subject"], value=StatementPart(number, "count"))


def _fastest(by: _By) -> _Found:
    """Who has the fastest lap ahead of whom, of the first two by their best."""
    ranks = {one.value("subject"): one.value("value") for one in by.get("lap_rank", ())}
    for one in by.get("slower_best_lap", ()):
        if ranks.get(one.value("object")) == 1 and ranks.get(one.value("subject")) == 2:
            two = {"subject": one.parts["object"], "object": one.parts["subject"]}
            yield _made("fastest_by", one, **two, value=one.parts["value"])


def _fights(by: _By) -> _Found:
    """Who fights whom for a position, where two neighbours of the order are close."""
    if by.get("fights_for"):
        return
    places = {one.value("subject"): one.parts["value"] for one in by.get("has_position", ()) if not one.moment}
    for one in by.get("is_behind", ()):
        gap, front = one.value("value"), places.get(one.value("object"))
        back = places.get(one.value("subject"))
        if one.moment or front is None or back is None or not isinstance(gap, float):
            continue
        if back.value == front.value + 1 and 0 < gap <= _FIGHT_S:
            yield _made("fights_for", one, subject=one.parts["subject"], object=one.parts["object"], value=front)


def _pole(by: _By) -> _Found:
    """Who took pole from whom, and on which row of the grid everybody stands."""
    first = {one.value("subject") for one in by.get("on_pole", ())}
    second = {one.value("subject") for one in by.get("qualified", ()) if one.value("value") == 2}
    for one in by.get("out_qualified", ()):
        if one.value("subject") in first and one.value("object") in second:
            yield _made("pole_by", one, **one.parts)
    for one in (*by.get("qualified", ()), *by.get("started", ())):
        row = StatementPart((one.value("value") + 1) // 2, "position", one.parts["value"].pointer)
        yield _made("grid_row", one, subject=one.parts["subject"], value=row)


def _of_teams(by: _By) -> _Found:
    """Who is the first of his team, where all that are known of it have a position; and who missed which segment."""
    places = {one.value("subject"): one for one in by.get("has_position", ()) if not one.moment}
    teams: dict[object, list[Statement]] = {}
    for one in by.get("team", ()):
        if not one.moment:
            teams.setdefault(one.value("value"), []).append(one)
    for rows in teams.values():
        own = {one.value("subject"): one for one in rows}
        if len(own) > 1 and own.keys() <= places.keys():
            first = own[min(own, key=lambda car: places[car].value("value"))]
            yield _made("leads_team", first, subject=first.parts["subject"], value=first.parts["value"])
    for one in by.get("knocked_out", ()):
        if one.value("value"):
            after = StatementPart(one.value("value") + 1, "count", one.parts["value"].pointer)
            yield _made("missed_segment", one, subject=one.parts["subject"], value=after)


def _safety_cars(by: _By) -> _Found:
    """On which laps a safety car came out and went in, and which was the longest."""
    rows = [one for one in by.get("safety_car_period", ()) if "nth" not in one.parts]
    for one in rows:
        yield _made("safety_car_came", one, lap=one.parts["start"])
        if "end" in one.parts:
            yield _made("safety_car_went", one, lap=one.parts["end"])
    longest = sorted((one.value("value") or 0.0 for one in rows), reverse=True)
    for one in by.get("safety_car_period", ()):
        if len(rows) > 1 and one.value("nth") and one.value("value") == longest[0] > longest[1]:
            yield _made("longest_safety_car", one, **one.parts)


def _temperatures(by: _By) -> _Found:
    """How much warmer the track is than the air."""
    for track, air in zip(by.get("track_temperature", ()), by.get("air_temperature", ()), strict=False):
        more = round(track.value("value") - air.value("value"), 2)
        if more > 0 and track.moment == air.moment:
            yield _made("track_over_air", track, value=StatementPart(more, "degrees"))


_DERIVED: tuple[Callable[[_By], _Found], ...] = (
    _leads,
    _led_together,
    _retired,
    _laps_against,
    _quickest_of_the_top,
    _tyres_of_the_top,
    _fastest,
    _fights,
    _pole,
    _of_teams,
    _safety_cars,
    _temperatures,
)
