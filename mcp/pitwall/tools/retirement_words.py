"""Who is out and who still goes, in words: all, or what was asked for first."""

from __future__ import annotations

from pitwall.facts.names import short_name
from pitwall.facts.periods import NEUTRAL, PERIOD_NAMES, track_periods
from pitwall.facts.points import last_paid
from pitwall.facts.starting import lapless
from pitwall.state import RaceView
from pitwall.state.moment import format_session_time
from pitwall.tools.words import count_text, fitting, joined

TOLD_FIRST = ("first", "last", "still_going", "no_lap", "place")
NOTICE_CHARS = 200
_SOON_S = 180.0
"""A car is out, and a safety car comes out for it, so long after its last lap at the latest."""


def notice_of(view: RaceView, car: str) -> str | None:
    """What race control said last of an event of a car, `NOTICE_CHARS` at most; None where it said nothing."""
    events = (m for m in reversed(view.race_control) if m.car == car and m.category == "CarEvent")
    return next((message.message[:NOTICE_CHARS] for message in events), None)


def _worded(view: RaceView, car: str, *, derived: bool) -> str:
    """`Alonso (after 32 laps, derived)`; without `derived` what is said before it says so."""
    laps = view.car(car).laps
    when = f"after {laps} laps" if laps > 1 else "after 1 lap" if laps else "on lap 1"
    return f"{short_name(view, car)} ({when}{', derived' if derived and view.run_state(car)[1] else ''})"


def when_out(view: RaceView, car: str) -> str:
    """` after 42 laps, under the safety car`: how far a car that is out has come; empty in practice and qualifying."""
    return "" if view.timed else f" after {count_text(view.car(car).laps, 'lap')}{flag_then(view, car)}"


def flag_then(view: RaceView, car: str) -> str:
    """`, under the safety car`, where it was out as the car ended its last lap; `, safety car from lap 40 on`, where it
    came out then. Which came first of that and the car's end nobody tells.
    """
    last = view.last_lap(car)
    line = last.t if last is not None else view.started_at
    if line is None:
        return ""
    for period in track_periods(view):
        if period.kind in NEUTRAL and (period.end is None or period.end > line):
            name = PERIOD_NAMES[period.kind][0]
            if period.start <= line:
                return f", under the {name}"
            return f", {name} from lap {period.from_lap} on" if period.start <= line + _SOON_S else ""
    return ""


def all_words(view: RaceView, out: list[str], going: int, finished: int, since: int, tell: str | None = None) -> str:
    """Who is out since a lap, and how many still go or have finished; `tell`: what comes first, of `TOLD_FIRST`."""
    left = f"; {count_text(finished, 'car')} finished" if finished else ""
    left += f"; {count_text(going, 'car')} still going" if going or not finished else ""
    if lacking := lapless(view):
        them = "it" if len(lacking) == 1 else "them"
        said = joined([short_name(view, car) for car in lacking])
        left += f"; no lap yet, though the feed does not call {them} out: {said}"
    span = f" since lap {since}" if since > 1 else ""
    if not out and span:
        return f"Nobody has gone out{span}{left}."
    if not out and not view.started and view.cars:
        return "The race has not started: nobody is out."
    if not out:
        return f"Nobody is out{left}." if view.cars else "The feed has said nothing of any car yet."
    if tell == "no_lap":
        return _no_lap(view, out)
    if tell == "place":
        return _from_where(view, out)
    all_derived = len(out) > 1 and all(view.run_state(car)[1] for car in out)
    names = [_worded(view, car, derived=not all_derived) for car in out]
    derived = " (derived)" if all_derived else ""
    if tell in ("first", "last"):
        one, *others = names if tell == "first" else reversed(names)
        rest = f"; {'then' if tell == 'first' else 'before'}: " if others else ""
        return fitting(f"The {tell} of {len(out)} out{derived}{span}: {one}{rest}", others)
    if tell == "still_going":
        return fitting(f"{left.removeprefix('; ')}; {len(out)} out{derived}: ", names)
    return fitting(f"{len(out)} out{derived}{span}: ", names, end=f"{left}.")


def _from_where(view: RaceView, out: list[str]) -> str:
    """`2 out, none from the lead, 1 from the points (the first 10), at the line of the last lap: Sainz P4 (lap 9)`"""
    placed = [(last.position, car) for car in out if (last := view.last_lap(car)) is not None and last.position]
    untold, paid = {*out} - {car for _, car in placed}, last_paid(view)
    led = sum(position == 1 for position, _ in placed)
    told = [f"{led or 'none'} from the lead"]
    if paid is not None:
        told.append(f"{sum(position <= paid for position, _ in placed) or 'none'} from the points (the first {paid})")
    said = [f"{short_name(view, car)} P{position} (lap {view.car(car).laps})" for position, car in sorted(placed)]
    said += [_worded(view, car, derived=False) for car in out if car in untold]
    return fitting(f"{len(out)} out, {', '.join(told)}, at the line of the last lap: ", said)


def _no_lap(view: RaceView, out: list[str]) -> str:
    """Who may not have started: the feed tells that of nobody."""
    names = [short_name(view, car) for car in out if not view.car(car).laps]
    if not names:
        return "The feed tells of nobody who did not start: every car that is out has completed a lap."
    start = "The feed does not tell who did not start; out without a completed lap: "
    return fitting(start, names)


def _last_place(view: RaceView, car: str) -> str:
    """`Verstappen was P5 at the line on lap 39, the last that he completed`."""
    name, last = short_name(view, car), view.last_lap(car)
    if last is None or last.position is None:
        grid = view.car(car).grid
        return f"{name} completed no lap{f', from P{grid} on the grid' if grid else ''}, and is out."
    return f"{name} was P{last.position} at the line on lap {last.number}, the last completed, and is out since."


def one_words(view: RaceView, car: str, out: bool, tell: str | None = None) -> str:
    """Whether one car is out, since when and why, as far as it was said; where it was then, if `tell` is `place`."""
    name = short_name(view, car)
    state, derived = view.run_state(car)
    if not out:
        lacking = "; no lap completed yet" if car in lapless(view) else ""
        return f"{name} is not out ({state.replace('_', ' ')}{lacking})."
    if tell == "place":
        return _last_place(view, car)
    told = view.out_since(car)
    said = f", the feed has said so since {format_session_time(told)[:8]}" if told is not None and not derived else ""
    laps = count_text(view.car(car).laps, "lap")
    notice = notice_of(view, car)
    why = "" if notice else ", no reason is told"
    by = " (derived: no lap since)" if derived else ""
    verb = "seems to be out" if derived else f"is out, {state}"
    head = f"{name} {verb} after {laps} completed{by}{flag_then(view, car)}{why}{said}"
    return fitting(f"{head}; race control: ", [notice]) if notice else f"{head}."
