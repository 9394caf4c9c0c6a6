"""How an order by best laps came about, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from pitwall.facts.best_lap_history import LapSet, best_set
from pitwall.facts.best_laps import best_laps, best_of
from pitwall.facts.names import short_name
from pitwall.state import RaceView
from pitwall.state.moment import format_session_time
from pitwall.tools.timed_words import segment_name, short_clock
from pitwall.tools.words import count_text, fitting, gap_text, lap_time_text

OF_ONE = ("ahead", "behind", "set")
_MINUTE_S = 60


class HistoryAsked(NamedTuple):
    """Of which car, of which segment (None: of the session), and how many minutes back."""

    car: str | None
    segment: int | None
    minutes: int


Words = Callable[[RaceView, HistoryAsked, Sequence[LapSet], Sequence[LapSet]], str]


def first_words(view: RaceView, asked: HistoryAsked, turns: Sequence[LapSet]) -> str:
    """`P1 changed hands 2 times in Q2, latest first: Verstappen 1:11.653 (00:45:20), Norris 1:11.872 (00:45:05).`"""
    where = f" in {segment_name(view, asked.segment)}" if asked.segment else ""
    if not turns:
        return f"Nobody has set a time{where} yet."
    if asked.car is not None:
        return _before(view, asked.car, turns, where)
    changes = sum(before.car != after.car for before, after in pairwise(turns))
    often = f"changed hands {count_text(changes, 'time')}" if changes else "has not changed hands"
    start = f"P1 {often}{where}, latest first: "
    return fitting(start, [_set_words(view, one) for one in reversed(turns)])


def _before(view: RaceView, car: str, turns: Sequence[LapSet], where: str) -> str:
    """Since when a car was first, and who was before it."""
    at = max((at for at, one in enumerate(turns) if one.car == car), default=None)
    if at is None:
        return f"{short_name(view, car)} has not been fastest{where}; fastest is {_set_words(view, turns[-1])}."
    while at and turns[at - 1].car == car:
        at -= 1
    took = f"{short_name(view, car)} went fastest{where} with {_time_words(turns[at])}"
    after = next((one for one in turns[at:] if one.car != car), None)
    lost = f"; since then {_set_words(view, after)}" if after else ""
    return f"{took}; before: {_set_words(view, turns[at - 1]) if at else 'nobody'}{lost}."


def _beside(view: RaceView, asked: HistoryAsked, *, ahead: bool) -> str:
    """The cars that stand ahead of one in the order by best laps, or behind it."""
    car = asked.car or ""
    mine, name = best_of(view, car), short_name(view, car)
    if mine is None or mine.position is None:
        return f"{name} has no time to be ranked by."
    placed = [(best.position, best.car) for best in best_laps(view) if best.position is not None]
    found = [(position, other) for position, other in placed if (position < mine.position) == ahead and other != car]
    side = "ahead of" if ahead else "behind"
    if not found:
        return f"No car with a time is {side} {name} (P{mine.position})."
    off = f", {gap_text(mine.behind_s)} off the fastest" if mine.behind_s else ""
    start = f"{count_text(len(found), 'car')} {side} {name} (P{mine.position}{off}) by best laps: "
    return fitting(start, [f"{position} {short_name(view, other)}" for position, other in found])


def _set(view: RaceView, asked: HistoryAsked, turns: Sequence[LapSet], best: Sequence[LapSet]) -> str:
    """When one car set its best lap: of the session, or of one segment."""
    car = asked.car or ""
    mine = best_set(view, asked.segment).get(car)
    if mine is None:
        return f"{short_name(view, car)} has no time that counts."
    where = f"in {segment_name(view, mine.segment)} " if mine.segment else ""
    ago = "" if view.over else f", {short_clock(view.t - mine.t)} ago"
    at = format_session_time(max(mine.t, 0.0))[:8]
    what = f"his best lap, {lap_time_text(mine.seconds)},"
    return f"{short_name(view, car)} set {what} {where}at {at}{ago} (lap {mine.lap})."


def _latest(view: RaceView, asked: HistoryAsked, turns: Sequence[LapSet], best: Sequence[LapSet]) -> str:
    """Whose best lap was set in the last minutes, the fastest first."""
    since = view.t - asked.minutes * _MINUTE_S
    found = [one for one in best if one.t >= since]
    span = f"the last {asked.minutes} minutes" if asked.minutes > 1 else "the last minute"
    where = f" in {segment_name(view, asked.segment)}" if asked.segment else ""
    if not found:
        return f"Nobody set his best lap{where} in {span}."
    start = f"{count_text(len(found), 'driver')} set a best lap of their own{where} in {span}: "
    behind = best[0].seconds
    said = [
        f"{short_name(view, one.car)} {lap_time_text(one.seconds)}"
        f"{f' (+{gap_text(one.seconds - behind)})' if one.seconds > behind else ''}"
        for one in found
    ]
    return fitting(start, said)


def _time_words(one: LapSet) -> str:
    return f"{lap_time_text(one.seconds)} ({format_session_time(max(one.t, 0.0))[:8]})"


def _set_words(view: RaceView, one: LapSet) -> str:
    return f"{short_name(view, one.car)} {_time_words(one)}"


TOLD: dict[str, Words] = {
    "first": lambda view, asked, turns, _: first_words(view, asked, turns),
    "ahead": lambda view, asked, _, __: _beside(view, asked, ahead=True),
    "behind": lambda view, asked, _, __: _beside(view, asked, ahead=False),
    "set": _set,
    "latest": _latest,
}
TOLD_FIRST = tuple(TOLD)
