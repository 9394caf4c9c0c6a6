"""From where on a race was heard: who joins it late knows nothing of what went before."""

from __future__ import annotations

from pitwall.state import RaceView


def heard_from(view: RaceView) -> int | None:
    """The laps that the first car had completed as the feed was joined; None where the race was heard from its start.

    A feed that tells when the race started also tells what has happened since: it counts as heard from the start.
    """
    if view.timed or not view.started or view.started_at is not None:
        return None
    firsts = [laps[0].number for car in view.cars if (laps := view.laps(car)) and laps[-1].number == view.lap]
    return max(firsts) if firsts and min(firsts) > 1 else None
