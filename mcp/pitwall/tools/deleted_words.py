"""How deleted laps are worded, with the reason that race control gives."""

from __future__ import annotations

from pitwall.facts.race_control import said_that
from pitwall.state import RaceView
from pitwall.stewards import DeletedLap, deleted_laps, of_deleted
from pitwall.tools.words import lap_time_text, lowered


def deleted_of(view: RaceView, car: str, segment: int | None = None) -> list[DeletedLap]:
    """The laps of a car that race control deleted, in a segment of a qualifying where one is named."""
    gone = deleted_laps(said_that(view, of_deleted))
    return [lap for lap in gone if lap.car == car and segment in (None, view.segment_at(lap.t))]


def deleted_words(lap: DeletedLap) -> str:
    """`1:12.542, track limits at turn 10 (lap 14)`."""
    time = lap_time_text(lap.time_s) if lap.time_s is not None else "a lap without a time"
    reason = f", {reason_words(lap)}" if reason_words(lap) else ""
    return f"{time}{reason}{f' (lap {lap.lap})' if lap.lap is not None else ''}"


def reason_words(lap: DeletedLap) -> str:
    """`track limits at turn 10`: what race control says after the dash, without lap and time of day."""
    _, _, told = lap.message.partition(" - ")
    return lowered(told.partition(" LAP ")[0].strip())[:200]
