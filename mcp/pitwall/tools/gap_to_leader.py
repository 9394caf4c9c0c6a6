"""How the gap of one driver to whoever led has been: the leader of each lap, not the one of now."""

from __future__ import annotations

from typing import NamedTuple

from pitwall.facts.gaps import gap_between
from pitwall.facts.names import short_name
from pitwall.state import RaceView
from pitwall.tools.words import gap_text


class LeaderGap(NamedTuple):
    """Seconds that a car was behind the leader at the end of one of its laps."""

    seconds: float
    lap: int
    leader: str


def leader_gaps(view: RaceView, car: str, laps: int) -> list[LeaderGap]:
    """Of the last laps those at whose end another led, as far as the feed tells the gap."""
    found = []
    for lap in view.laps(car)[-laps:] if laps else ():
        then = view.back_to(lap.message)
        leader = then.leader
        gap = gap_between(then, leader, car) if leader not in (None, car) else None
        if leader is not None and gap is not None and gap.behind == car and gap.seconds is not None:
            found.append(LeaderGap(gap.seconds, lap.number, leader))
    return found


def leader_gap_words(view: RaceView, car: str, found: list[LeaderGap], now: float | None) -> str:
    """`Hamilton is 3.195 s behind Bottas; closest to the leader 0.444 s behind Vettel at the end of lap 5, …`."""
    who, leader = short_name(view, car), view.leader
    is_, leads = ("was", "led") if view.finished else ("is", "leads")
    if leader == car:
        start = f"{who} {leads}; "
    elif now is None or leader is None:
        start = f"{who}: "
    else:
        start = f"{who} {is_} {gap_text(now)} behind {short_name(view, leader)}; "
    if not found:
        return f"{start}the feed tells no gap to a leader at the end of a lap."
    near, far = min(found), max(found)
    return f"{start}closest to the leader {_end(view, near)}, furthest {_end(view, far)}."


def _end(view: RaceView, one: LeaderGap) -> str:
    return f"{gap_text(one.seconds)} behind {short_name(view, one.leader)} at the end of lap {one.lap}"
