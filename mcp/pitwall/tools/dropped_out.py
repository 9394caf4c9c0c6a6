"""Which cars dropped out over the laps that a question about positions is of: it does not count them."""

from __future__ import annotations

from typing import NamedTuple

from pitwall.facts.periods import track_periods
from pitwall.query import Condition, Question
from pitwall.state import OUT_STATES, RaceView

_EVER = 1_000_000


class _Span(NamedTuple):
    first: int = 0
    last: int = _EVER


def dropped_out(view: RaceView, question: Question) -> list[str]:
    """The cars that dropped out over the laps that are meant, of those who are named where any are."""
    spans = [_of_status(view, question), *(_of_laps(view, one) for one in question.where)]
    first, last = max(span.first for span in spans), min(span.last for span in spans)
    named = [one.value for one in question.where if one.field.name == "car" and one.op in ("is", "in")]
    cars = [car for car in view.cars if all(car == one or car in one for one in named)]
    out = [car for car in cars if view.run_state(car)[0] in OUT_STATES]
    return [car for car in out if first <= _last_lap(view, car) + 1 <= last]


def first_lap(view: RaceView, one: Condition) -> int:
    """The first lap that a condition lets through; 0 where it says nothing of that."""
    return _of_laps(view, one).first


def _last_lap(view: RaceView, car: str) -> int:
    return lap.number if (lap := view.last_lap(car)) else 0


def _of_laps(view: RaceView, one: Condition) -> _Span:
    if one.field.name == "laps_ago" and one.op in ("less", "at_most"):
        return _Span(max(view.lap - int(one.value) + (one.op == "less"), 0))
    if one.field.name != "lap" or not isinstance(one.value, int):
        return _Span()
    lap = one.value
    return {
        "is": _Span(lap, lap),
        "at_least": _Span(lap),
        "more": _Span(lap + 1),
        "at_most": _Span(last=lap),
        "less": _Span(last=lap - 1),
    }.get(one.op, _Span())


def _of_status(view: RaceView, question: Question) -> _Span:
    """From the line under a safety car at which positions are first compared, to its end."""
    held = {one.field.name: one for one in question.where if one.op in ("is", "in", "latest")}
    if (status := held.get("track_status")) is None:
        return _Span()
    kinds = status.value if isinstance(status.value, list) else [status.value]
    periods = [period for period in track_periods(view) if period.kind in kinds]
    if status.op == "latest":
        periods = periods[-1:]
    elif "status_number" in held:
        periods = periods[int(held["status_number"].value) - 1 :][:1]
    return _Span(periods[0].from_lap + 1, periods[-1].to_lap or _EVER) if periods else _Span()
