"""How the order of a practice or a qualifying is worded: best laps, who is at risk, who is out."""

from __future__ import annotations

from collections.abc import Sequence

from pitwall.facts.best_laps import Best, best_laps, lap_of_best, quickest
from pitwall.facts.clock import time_left
from pitwall.facts.names import full_name, short_name
from pitwall.facts.periods import neutralised
from pitwall.state import RaceView
from pitwall.state.moment import format_session_time
from pitwall.tools.words import count_text, fitting, lap_time_text
from toolgate.contract import SUMMARY_MAX_CHARS

_DOING = {"in_pit": ", in the pits", "stopped": ", stopped on the track"}


def segment_name(view: RaceView, number: int | None) -> str:
    """`Q2`; of a sprint qualifying `SQ2`; `qualifying` where the segment is not told."""
    return "qualifying" if number is None else f"{'SQ' if view.kind == 'sprint_qualifying' else 'Q'}{number}"


def session_word(view: RaceView) -> str:
    """`Q2`, `SQ1`, `Practice 1`."""
    if view.segment:
        return segment_name(view, view.segment)
    name = view.session.name if view.session else ""
    return name[:40] or "The session"


def clock_words(view: RaceView) -> str:
    """`8:27 left`, `over`, `not begun`; empty where that cannot be said."""
    if view.over:
        return "over"
    begun = view.segment_started_at(view.segment) if view.segment else view.started_at
    if begun is None:
        return "not begun"
    if view.session_status == "finished":
        return "its flag has fallen"
    left = time_left(view)
    return "" if left is None else f"{short_clock(left.seconds)} left"


def short_clock(seconds: float) -> str:
    """`8:27`, `1:02:03`."""
    return format_session_time(int(seconds))[:8].lstrip("0:") or "0" if seconds >= 60 else f"0:{int(seconds):02d}"


def best_words(view: RaceView, best: Best, *, coded: bool = False) -> str:
    """`1 Norris 1:11.383`, `2 Verstappen +0.020 s`, `20 Sargeant (out in Q1)`, `Piastri no time`; coded: `1 NOR`."""
    driver = view.drivers.get(best.car)
    name = driver.code if coded and driver and driver.code else short_name(view, best.car)
    named = f"{best.position} {name}" if best.position else name
    if best.knocked_out:
        return f"{named} (out in {segment_name(view, best.segment)})"
    if best.seconds is None:
        return f"{named} no time"
    if best.behind_s:
        return f"{named} +{best.behind_s:.3f} s"
    return f"{named} {lap_time_text(best.seconds)}"


def order_words(view: RaceView, chosen: Sequence[Best], start: str) -> str:
    """As many of the cars as a summary holds; those without a time are named last, as that."""
    shown = [best for best in chosen if view.over or not best.knocked_out] or chosen
    timed = _timed_words(view, [best for best in shown if best.seconds is not None], start)
    untimed = [short_name(view, best.car) for best in shown if best.seconds is None]
    if not timed and all(best.seconds is None for best in best_laps(view) if not best.knocked_out):
        return f"{start}nobody has set a time yet."
    if not timed:
        return fitting(f"{start}without a time: ", untimed)
    if not untimed:
        return fitting(start, timed)
    waiting = fitting("; no time: ", untimed, limit=80, end=".")
    return f"{fitting(start, timed, end='', limit=200 - len(waiting))}{waiting}"


def _timed_words(view: RaceView, timed: Sequence[Best], start: str) -> list[str]:
    """Each car and its time; by their codes where that makes room for all."""
    named, coded = ([best_words(view, best, coded=coded) for best in timed] for coded in (False, True))
    room = SUMMARY_MAX_CHARS - len(f"{start}.")
    return coded if len(", ".join(coded)) <= room < len(", ".join(named)) else named


def head(view: RaceView) -> str:
    """`Q2, 8:27 left: `, `Qualifying, over: `."""
    word = session_word(view)
    if view.over and view.segment:
        word = (view.session.name if view.session else "") or "Qualifying"
    red = "red flag" if neutralised(view) == "red" and not view.over else ""
    said = ", ".join(filter(None, (word, red, clock_words(view))))
    return f"{said}: "


def position_words(view: RaceView, position: int, best: Best | None) -> str:
    """Who holds a position: `Lando Norris is on pole with 1:11.383, 0.020 s ahead of Verstappen.`"""
    if best is None:
        return f"{head(view)}nobody has set a time for P{position} yet."
    if best.seconds is None:
        told = quickest(view, best.car)
        before = f"; best {lap_time_text(told[0])} in {segment_name(view, told[1])}" if told and told[1] else ""
        where = f" in {segment_name(view, best.segment)}" if best.segment else ""
        return f"{full_name(view, best.car)} {'was' if view.over else 'is'} P{position}: no time{where}{before}."
    name, lap = full_name(view, best.car), lap_time_text(best.seconds)
    where = f" in {segment_name(view, best.segment)}" if best.segment else ""
    tyre = best_lap_tyre(view, best)
    if position > 1:
        behind = f", {best.behind_s:.3f} s off the best" if best.behind_s else ""
        return f"{name} {'was' if view.over else 'is'} P{position} with {lap}{tyre}{where}{behind}."
    rows = best_laps(view)
    second = next((b for b in rows if b.position == 2 and b.segment == best.segment and b.behind_s is not None), None)
    margin = f", {second.behind_s:.3f} s ahead of {short_name(view, second.car)}" if second else ""
    if view.segment is None:
        return f"{name} {'was' if view.over else 'is'} fastest in {session_word(view)} with {lap}{tyre}{margin}."
    if view.over:
        return f"{name} took pole with {lap}{tyre}{margin}."
    return f"{name} is fastest{where} so far with {lap}{tyre}{margin}."


def best_lap_tyre(view: RaceView, best: Best) -> str:
    """` on used HARD`: the tyres of a best lap; empty where the feed does not tell them."""
    number = lap_of_best(view, best.car, best.seconds)
    message = next((lap.message for lap in view.laps(best.car) if lap.number == number), None)
    sets = view.tyres(best.car, message) if message is not None else ()
    if not sets or sets[-1].compound in (None, "", "UNKNOWN"):
        return ""
    kept = "" if sets[-1].new is None else "new " if sets[-1].new else "used "
    return f" on {kept}{sets[-1].compound}"


def driver_words(view: RaceView, best: Best) -> str:
    """One driver's session: `Max Verstappen is P2 with 1:11.403 in Q3, 0.020 s off the best, 12 laps done.`"""
    name, laps = full_name(view, best.car), count_text(view.car(best.car).laps, "lap")
    doing = "" if view.over else _DOING.get(view.run_state(best.car)[0], "")
    if best.seconds is None:
        told = quickest(view, best.car)
        before = f"; best so far {lap_time_text(told[0])} in {segment_name(view, told[1])}" if told and told[1] else ""
        where = f" in {session_word(view)}" if view.segment else ""
        return f"{name} has no time{where} yet{before}; {laps} done{doing}."
    where = f" in {segment_name(view, best.segment)}" if best.segment else ""
    behind = f", {best.behind_s:.3f} s off the best" if best.behind_s else ""
    out = f", knocked out in {segment_name(view, best.segment)}" if best.knocked_out else ""
    risk = ", at risk of being knocked out" if best.at_risk else ""
    place = f"P{best.position}" if best.position else "not placed"
    said = f"{name} is {place} with {lap_time_text(best.seconds)}{where}{behind}{out}{risk}; {laps} done{doing}"
    return f"{said}{_neighbours(view, best)}."


def _neighbours(view: RaceView, best: Best) -> str:
    """`; behind Hamilton, ahead of Perez`: who has the positions next to it."""
    if best.position is None:
        return ""
    named = {other.position: short_name(view, other.car) for other in best_laps(view) if other.position}
    sides = (("behind", named.get(best.position - 1)), ("ahead of", named.get(best.position + 1)))
    told = ", ".join(f"{side} {name}" for side, name in sides if name)
    return f"; {told}" if told else ""
