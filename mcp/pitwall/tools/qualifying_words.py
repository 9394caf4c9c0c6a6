"""How a qualifying is worded: one driver, pole, the knock-out line, who is at risk and who is out."""

from __future__ import annotations

from pitwall.facts.best_laps import Best, best_laps
from pitwall.facts.names import short_name
from pitwall.state import RaceView
from pitwall.state.segments import SEGMENTS
from pitwall.tools.timed_words import best_words, head, order_words
from pitwall.tools.words import count_text, fitting, lap_time_text
from toolgate.contract import JsonObject


def left_in(view: RaceView, car: str) -> int | None:
    """The segment in which a car that is out was knocked out."""
    position = view.car(car).position
    return view.segments.left_in(position) if position else None


def summary(view: RaceView, given: JsonObject, chosen: list[Best], only: str | None, answer: JsonObject) -> str:
    """What was asked of the qualifying, in one sentence."""
    number, show = given.get("segment"), given.get("show", "order")
    if only is not None and show in ("order", "at_risk", "pole", "line"):
        return _one(view, only, chosen, number)
    if show == "knocked_out":
        return _knocked_out(view, number)
    if show == "at_risk":
        return _at_risk(view, chosen)
    if show == "line":
        return _line_words(view, answer["line"])
    if show == "deleted":
        said = [_deleted_words(view, lap) for lap in answer["deleted"]]
        return fitting(f"{count_text(len(said), 'lap')} deleted: ", said) if said else "No lap deleted so far."
    if show == "clock":
        return f"{head(view).removesuffix(': ')}."
    if show == "pole":
        return _pole(view)
    return order_words(view, chosen, f"Q{number}: " if number else head(view))


def _one(view: RaceView, car: str, chosen: list[Best], number: int | None) -> str:
    name = short_name(view, car)
    best = chosen[0] if chosen else None
    if best is None or best.seconds is None:
        earlier = view.segments.bests.get(car, {})
        told = [f"Q{n} {lap_time_text(seconds)}" for n, seconds in sorted(earlier.items()) if seconds is not None]
        in_it = f" in Q{number or view.segment}" if number or view.segment else ""
        before = f"; before: {', '.join(told)}" if told else ""
        return f"{name} has no time{in_it}{before}."
    place = f"P{best.position} " if best.position else ""
    behind = f", {best.behind_s:.3f} s off the best" if best.behind_s else ""
    risk = ""
    if best.knocked_out:
        risk = f"; knocked out in Q{best.segment}"
    elif best.at_risk:
        risk = "; would be knocked out as it stands"
    elif not view.over and view.segments.through(best.segment or 0):
        risk = "; would go on as it stands"
    return f"{name}: {place}with {lap_time_text(best.seconds)} in Q{best.segment}{behind}{risk}."


def _pole(view: RaceView) -> str:
    first = next((best for best in best_laps(view) if best.seconds is not None and not best.knocked_out), None)
    if first is None:
        return f"{head(view)}nobody has set a time yet."
    word = "Pole" if view.over else f"Fastest so far in Q{first.segment}"
    note = "" if view.over else "; pole is decided in the last segment"
    second = next((b for b in best_laps(view) if b.position == 2 and b.behind_s is not None), None)
    margin = f", {second.behind_s:.3f} s ahead of {short_name(view, second.car)}" if second else ""
    return f"{word}: {best_words(view, first).removeprefix('1 ')}{margin}{note}."


def _knocked_out(view: RaceView, number: int | None) -> str:
    parts = []
    for segment in range(1, (len(view.segments.entries) or SEGMENTS) + 1):
        names = [
            f"{view.car(car).position} {short_name(view, car)}"
            for car in view.order
            if car in view.segments.knocked_out and left_in(view, car) == segment and number in (None, segment)
        ]
        if names:
            parts.append(f"in Q{segment}: {', '.join(names)}")
    where = f" in Q{number}" if number else ""
    return fitting("Knocked out ", parts, separator="; ") if parts else f"Nobody has been knocked out{where} yet."


def _at_risk(view: RaceView, chosen: list[Best]) -> str:
    if view.over:
        return _knocked_out(view, None)
    risk = [best for best in chosen if best.at_risk]
    if not risk:
        return f"{head(view)}nobody is knocked out of this segment."
    slow = [best_words(view, best) for best in risk if best.seconds is not None]
    untimed = [short_name(view, best.car) for best in risk if best.seconds is None]
    parts = [f"at risk {', '.join(slow)}"] if slow else []
    parts += [fitting("no time yet: ", untimed, end="", limit=110)] if untimed else []
    return fitting(head(view), parts, separator="; ")


def _line_words(view: RaceView, line: JsonObject | None) -> str:
    if line is None:
        return f"{head(view)}no knock-out line yet."
    last, first = line["driver"]["car"], line["first_out"]
    out = f"; first out is {short_name(view, first['car'])}, {line['gap_s']:.3f} s slower" if first else ""
    return f"{head(view)}the line is {short_name(view, last)}'s {lap_time_text(line['best_lap_s'])}{out}."


def _deleted_words(view: RaceView, lap: JsonObject) -> str:
    name = short_name(view, lap["driver"]["car"])
    time = f" {lap_time_text(lap['time_s'])}" if lap["time_s"] else ""
    turn = f" (turn {lap['turn']})" if lap["turn"] else ""
    return f"{name}{time}{turn}"
