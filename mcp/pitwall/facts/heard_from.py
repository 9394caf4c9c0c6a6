"""From where on a race was heard: who joins it late, or hears nothing for a while, does not know what went before."""

from __future__ import annotations

from bisect import bisect_right

from pitwall.state import RaceView


def heard_from(view: RaceView) -> int | None:
    """The laps that the first car had completed as the feed was joined; None where the race was heard from its start.

    A feed that tells when the race started also tells what flags have been shown since: of them nothing is missing.
    """
    if view.timed or not view.started or view.started_at is not None:
        return None
    firsts = [laps[0].number for car in view.cars if (laps := view.laps(car)) and laps[-1].number == view.lap]
    return max(firsts) if firsts and min(firsts) > 1 else None


def watched_from(view: RaceView) -> int | None:
    """The laps that the first car had completed as the feed was joined, or heard again after a lap was missed.

    None where the end of each lap was seen.

    Of stops and passes a feed tells only as they are made, not to who hears it again.
    """
    if view.timed or not view.started:
        return None
    start, lines = view.started_at or 0.0, view.line_times
    hidden = [
        lap
        for outage in view.outages
        if outage.until > start and (lap := bisect_right(lines, outage.until) - 1) > bisect_right(lines, outage.t) - 1
    ]
    return max(hidden, default=heard_from(view))


def unseen_passages(view: RaceView, car: str) -> int:
    """Ways through the pit lane that the feed counts and that were not seen: made while it was not heard."""
    unseen = (view.car(car).pit_count or 0) - len(view.passages(car))
    return unseen if unseen > 0 and watched_from(view) is not None else 0


def since_words(view: RaceView) -> str:
    """` since lap 28, when the feed was joined`: from where a denial holds. Empty where it holds for the whole race."""
    lap = watched_from(view)
    if lap is None:
        return ""
    return f" since lap {lap}, when the feed was {'joined' if heard_from(view) is not None else 'heard again'}"
