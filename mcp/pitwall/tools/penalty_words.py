"""What announced penalties make of one car's position, or of two cars: on the road, and with the seconds added."""

from __future__ import annotations

from collections.abc import Sequence

from pitwall.facts.classification import Placed, provisional
from pitwall.facts.names import short_name
from pitwall.state import OUT_STATES, RaceView
from pitwall.tools.words import gap_text


def penalty_words(view: RaceView, rows: Sequence[Placed], car: str, other: str | None = None) -> str:
    """`Perez is P3 on the road; with 5 s not yet served P4 (derived), 1.2 s behind Vettel.`"""
    placed = {row.car: row for row in rows}
    if car not in placed or (other is not None and other not in placed):
        return f"The feed does not place {short_name(view, other if car in placed and other else car)}."
    mine = placed[car]
    return _two(view, mine, placed[other]) if other is not None else _one(view, rows, mine)


def added_words(view: RaceView, rows: Sequence[Placed], car: str, seconds: int) -> str:
    """`With a penalty of 5 s added Perez would be P4 (derived), not P3, 1.2 s behind Vettel.`; `rows` have it added.

    A penalty that is not yet served is told of first, by itself: the seconds that are asked for may be those.
    """
    name, mine = short_name(view, car), next((row for row in rows if row.car == car), None)
    if mine is None:
        return f"The feed does not place {name}."
    out = view.run_state(car)[0] in OUT_STATES
    if out or mine.behind_s is None:
        why = "is out" if out else "has no gap in seconds to the leader"
        return f"{name} {why}: where a penalty of {seconds} s would put him is not known."
    due = mine.penalty_s - seconds
    if due:
        announced = provisional(view)
        by_then = next(row for row in announced if row.car == car)
        start = f"With the {due} s not yet served {name} {_would(by_then)}{_near(view, announced, by_then)}"
        return f"{start}; with {seconds} s more P{mine.position}."
    return f"With a penalty of {seconds} s added {name} {_would(mine)}{_near(view, rows, mine)}."


def _would(mine: Placed) -> str:
    """`would be P4 (derived), not P3`."""
    if mine.position == mine.road_position:
        return f"would still be P{mine.position} (derived)"
    return f"would be P{mine.position} (derived), not P{mine.road_position}"


def _one(view: RaceView, rows: Sequence[Placed], mine: Placed) -> str:
    start = f"{short_name(view, mine.car)} is P{mine.road_position} on the road"
    if not view.race_control:
        return f"{start}; the feed has told no message of race control, so penalties are not known."
    due = f"with {mine.penalty_s} s not yet served" if mine.penalty_s else "no penalty is still to be served"
    if mine.position == mine.road_position:
        kept = f"{start}; {due}, {'still ' if mine.penalty_s else ''}P{mine.position} with all penalties (derived)"
    else:
        kept = f"{start}; {due}: P{mine.position} with all penalties (derived)"
    return f"{kept}{_near(view, rows, mine)}."


def _near(view: RaceView, rows: Sequence[Placed], mine: Placed) -> str:
    """`, 1.2 s behind Vettel and 3.4 s ahead of Sainz`: the cars next to one, as far as seconds tell."""
    near = [
        f"{gap_text(gap)} {'behind' if at < mine.position else 'ahead of'} {short_name(view, rows[at - 1].car)}"
        for at in (mine.position - 1, mine.position + 1)
        if 1 <= at <= len(rows) and (gap := _apart(mine, rows[at - 1])) is not None
    ]
    return f", {' and '.join(near)}" if near else ""


def _two(view: RaceView, mine: Placed, other: Placed) -> str:
    first, second = sorted((mine, other), key=lambda row: row.position)
    gap = _apart(first, second)
    by = "" if gap is None else f" by {gap_text(gap)}"
    road = " (as on the road)" if first.road_position < second.road_position else " (on the road it is the other way)"
    due = [f"{short_name(view, row.car)} {row.penalty_s} s" for row in (mine, other) if row.penalty_s]
    known = "neither has a penalty to serve" if view.race_control else "the feed tells of no penalties"
    note = f"; not yet served: {', '.join(due)}" if due else f"; {known}"
    names = short_name(view, first.car), short_name(view, second.car)
    return f"With announced penalties (derived) {names[0]} is ahead of {names[1]}{by}{road}{note}."


def _apart(one: Placed, other: Placed) -> float | None:
    if one.behind_s is None or other.behind_s is None:
        return None
    return abs(one.behind_s - other.behind_s)
