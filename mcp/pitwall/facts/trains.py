"""Cars that follow each other closely, and who stands between two of them in the order."""

from __future__ import annotations

from collections.abc import Sequence

from pitwall.facts.gaps import gap_between
from pitwall.state import OUT_STATES, RaceView


def racing(view: RaceView) -> list[str]:
    """The cars still in the race, in order."""
    return [car for car in view.order if view.run_state(car)[0] not in OUT_STATES]


def trains(view: RaceView, within_s: float) -> list[Sequence[str]]:
    """All cars still in the race, in order, cut where a gap is larger, not told, or a whole lap."""
    found: list[list[str]] = []
    for car in racing(view):
        gap = gap_between(view, found[-1][-1], car) if found else None
        near = gap is not None and gap.seconds is not None and gap.seconds <= within_s
        lane = "in_pit" in {view.run_state(each)[0] for each in ((found[-1][-1], car) if found else ())}
        if near and not lane:
            found[-1].append(car)
        else:
            found.append([car])
    return [tuple(train) for train in found]


def between(view: RaceView, one: str, other: str) -> list[str]:
    """The cars between two in the order; none where one of the two is out."""
    order = racing(view)
    if one not in order or other not in order:
        return []
    first, last = sorted((order.index(one), order.index(other)))
    return order[first + 1 : last]
