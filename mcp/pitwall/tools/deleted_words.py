"""Deleted laps as rows and words, with the reason that race control gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pitwall.events import RaceControl
from pitwall.facts.deleted import deleted_by_car
from pitwall.facts.in_segment import lap_segments
from pitwall.facts.names import named
from pitwall.facts.race_control import said_that
from pitwall.state import RaceView
from pitwall.stewards import DeletedLap, deleted_laps, of_deleted
from pitwall.tools import schemas as s
from pitwall.tools.best_lap_words import counted
from pitwall.tools.timed_words import segment_name
from pitwall.tools.words import lap_time_text, lowered
from toolgate.contract import JsonObject

DELETED_LAP = {
    "time_s": s.lap_time("the time that does not count"),
    "lap": s.lap_number("as race control names it", nullable=True),
    "turn": s.integer("where", high=99, nullable=True),
    "reason": s.text("in race control's words", longest=200, nullable=True),
}
DELETED = s.record({"driver": s.driver(), **DELETED_LAP})


def deleted_of(view: RaceView, car: str, segment: int | None = None) -> list[DeletedLap]:
    """The laps of a car that race control deleted, in a segment of a qualifying where one is named."""
    return [lap for lap in deleted_by_car(view).get(car, ()) if segment in (None, view.segment_at(lap.t))]


def deleted_rows(view: RaceView, messages: Sequence[RaceControl]) -> list[JsonObject]:
    """The laps that these messages deleted and that are still deleted, in the order of the messages."""
    if not any(map(of_deleted, messages)):
        return []
    gone = {(lap.t, lap.message): lap for lap in deleted_laps(said_that(view, of_deleted))}
    laps = (gone.get((message.t, message.message)) for message in messages)
    return [
        {
            "driver": named(view, lap.car),
            "lap": lap.lap,
            "time_s": lap.time_s,
            "turn": lap.turn,
            "reason": reason_words(lap).partition(" at turn ")[0] or None,
        }
        for lap in laps
        if lap is not None
    ][: s.MAX_CARS]


def is_whole(view: RaceView, rows: Sequence[JsonObject]) -> bool:
    """Whether rows of deleted laps are all that there are of each driver in them."""
    told = Counter(row["driver"]["car"] for row in rows)
    return all(len(deleted_of(view, car)) == count for car, count in told.items())


def deleted_words(lap: DeletedLap) -> str:
    """`1:12.542, track limits at turn 10 (lap 14)`."""
    time = lap_time_text(lap.time_s) if lap.time_s is not None else "a lap without a time"
    reason = f", {reason_words(lap)}" if reason_words(lap) else ""
    return f"{time}{reason}{f' (lap {lap.lap})' if lap.lap is not None else ''}"


def kept_words(view: RaceView, car: str) -> str:
    """`best lap that counts 1:34.983 (lap 39)`; in a qualifying of the segment under way, where it takes part."""
    segment, segments = view.segment, lap_segments(view, car) if view.segment else {}
    laps = [(seconds, lap.number) for lap, seconds in counted(view, car) if segments.get(lap.number) == segment]
    within = f" in {segment_name(view, segment)}" if segment else ""
    if not laps:
        return f"no lap that counts{within}"
    seconds, number = min(laps)
    return f"best lap that counts{within} {lap_time_text(seconds)} (lap {number})"


def reason_words(lap: DeletedLap) -> str:
    """`track limits at turn 10`: what race control says after the dash, without lap and time of day."""
    _, _, told = lap.message.partition(" - ")
    return lowered(told.partition(" LAP ")[0].strip())[:200]
