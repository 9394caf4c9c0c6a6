"""How deleted laps of a qualifying are worded, and where one would have put its driver."""

from __future__ import annotations

from collections.abc import Sequence

from pitwall.facts.best_laps import segment_laps
from pitwall.facts.in_segment import lap_segments
from pitwall.facts.names import short_name
from pitwall.state import RaceView
from pitwall.tools.timed_words import segment_name
from pitwall.tools.words import count_text, fitting, lap_time_text
from toolgate.contract import JsonObject


def deleted_words(view: RaceView, only: str | None, laps: Sequence[JsonObject]) -> str:
    """`1 lap deleted: Piastri 1:12.542 (turn 10), with it P9 in Q3.`"""
    if not laps:
        return f"No lap of {short_name(view, only)} deleted so far." if only else "No lap deleted so far."
    said = [f"{_worded(view, lap)}{_with_it(view, lap) if only else ''}" for lap in laps]
    return fitting(f"{count_text(len(said), 'lap')} deleted: ", said, separator="; " if only else ", ")


def _with_it(view: RaceView, lap: JsonObject) -> str:
    """Where the driver would stand in the segment with the time; empty where the segment is not known."""
    car, seconds = lap["driver"]["car"], lap["time_s"]
    number = lap_segments(view, car).get(lap["lap"]) if lap["lap"] is not None else None
    if number is None or seconds is None:
        return ""
    mine = next((best.seconds for best in segment_laps(view, number) if best.car == car), None)
    if mine is not None and mine <= seconds:
        return f", no better than his {lap_time_text(mine)} in {segment_name(view, number)}"
    ahead = sum(
        best.car != car and best.seconds is not None and best.seconds <= seconds for best in segment_laps(view, number)
    )
    return f", with it P{ahead + 1} in {segment_name(view, number)}"


def _worded(view: RaceView, lap: JsonObject) -> str:
    name = short_name(view, lap["driver"]["car"])
    time = f" {lap_time_text(lap['time_s'])}" if lap["time_s"] else ""
    turn = f" (turn {lap['turn']})" if lap["turn"] else ""
    return f"{name}{time}{turn}"
