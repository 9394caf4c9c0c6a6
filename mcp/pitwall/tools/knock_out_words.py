"""How the line of a qualifying is worded, that of the knock-out or of the first so many, and how far one is off it."""

from __future__ import annotations

from pitwall.facts.best_laps import Best
from pitwall.facts.names import short_name
from pitwall.state import RaceView
from pitwall.tools.segment_words import cut_words
from pitwall.tools.timed_words import head, segment_name
from pitwall.tools.words import lap_time_text
from toolgate.contract import JsonObject


def line_words(
    view: RaceView, given: JsonObject, chosen: list[Best], only: str | None, line: JsonObject | None
) -> str | None:
    """The line of a segment, or of its first `top_n`, or how far one driver is from it; None: that cannot be told."""
    number, most = given.get("segment"), given.get("top_n")
    if most == view.segments.through(number or view.segment or 0):
        most = None
    if only is not None:
        return _from_the_line(view, chosen[0], line, most) if chosen else None
    return _top_words(view, line, number, most) if most else _going_on(view, line, number)


def _from_the_line(view: RaceView, best: Best, line: JsonObject | None, most: int | None) -> str | None:
    """How far one driver is from the line of the first `most`, or those who go on; None: no line, or he has no time."""
    if line is None or best.seconds is None or best.knocked_out or best.segment != view.segment:
        return None
    gap = round(best.seconds - line["best_lap_s"], 3)
    name = short_name(view, best.car)
    spare = f", {line['gap_s']:.3f} s ahead of {short_name(view, line['first_out']['car'])}" if line["gap_s"] else ""
    of = f"the top {most}" if most else "it"
    where = f"on it{spare}" if gap == 0 else f"{abs(gap):.3f} s {'outside' if gap > 0 else 'inside'} {of}"
    holder = short_name(view, line["driver"]["car"])
    what = f"P{most}" if most else "the line"
    return f"{head(view)}{what} is {holder}'s {lap_time_text(line['best_lap_s'])}; {name} is {where}, P{best.position}."


def _going_on(view: RaceView, line: JsonObject | None, number: int | None) -> str:
    where = head(view) if number in (None, view.segment) else f"{segment_name(view, number)}: "
    if line is None and view.over and number is None:
        return cut_words(view)
    if line is None:
        return f"{where}no knock-out line yet{_how_many_go_on(view, number or view.segment)}."
    last, first = line["driver"]["car"], line["first_out"]
    out = f"; first out is {short_name(view, first['car'])}, {line['gap_s']:.3f} s slower" if first else ""
    verb = "is" if number in (None, view.segment) else "was"
    many = _how_many_go_on(view, number or view.segment)
    return f"{where}the line {verb} {short_name(view, last)}'s {lap_time_text(line['best_lap_s'])}{out}{many}."


def _top_words(view: RaceView, line: JsonObject | None, number: int | None, most: int) -> str:
    """`Q2, 3:27 left: P5 is Leclerc's 1:12.038; first outside is Russell, 0.076 s slower.`"""
    where = head(view) if number in (None, view.segment) else f"{segment_name(view, number)}: "
    if line is None:
        return f"{where}fewer than {most} cars have a time."
    first = line["first_out"]
    out = f"; first outside is {short_name(view, first['car'])}, {line['gap_s']:.3f} s slower" if first else ""
    return f"{where}P{most} is {short_name(view, line['driver']['car'])}'s {lap_time_text(line['best_lap_s'])}{out}."


def _how_many_go_on(view: RaceView, number: int | None) -> str:
    """`; 15 of 20 go on, 5 go out`; empty of the last segment, and where the feed has not told."""
    through = view.segments.through(number or 0)
    if number is None or through is None:
        return ""
    entries = view.segments.entries[number - 1]
    return f"; {through} of {entries} go on, {entries - through} go out"
