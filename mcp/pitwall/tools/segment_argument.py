"""The argument `segment` of tools that tell of laps: only what was driven in one segment of a qualifying."""

from __future__ import annotations

from pitwall.state import QUALIFYINGS, RaceView
from pitwall.state.kinds import KIND_WORDS
from pitwall.state.segments import SEGMENT_NUMBERS
from pitwall.tools import schemas as s
from pitwall.tools.timed_words import segment_name
from toolgate.contract import InvalidArgument, JsonObject

SEGMENT = s.choice("q1", "q2", "q3", description="only in this segment of a qualifying")


def segment_asked(view: RaceView, given: JsonObject) -> int | None:
    """The number of the segment that is asked for, None where none is.

    InvalidArgument in a session that has no segments, and for one that has not begun.
    """
    if "segment" not in given:
        return None
    if view.kind not in QUALIFYINGS:
        what = f"this is {KIND_WORDS[view.kind]}" if view.kind else "the feed has not told what session this is"
        meant = " or ".join(KIND_WORDS[kind] for kind in QUALIFYINGS)
        message = f"{what}: segments are of {meant}"
        raise InvalidArgument(message, path="/segment", session=view.kind, meant_for=list(QUALIFYINGS))
    number = SEGMENT_NUMBERS[given["segment"]]
    if number > (view.segment or 0):
        raise InvalidArgument(f"{segment_name(view, number)} has not begun", path="/segment")
    return number


def span_words(view: RaceView, lap: int | None, segment: int | None) -> str:
    """` on lap 20`, ` in Q2`, ` on lap 7 in Q2`, or nothing where all is meant."""
    on = "" if lap is None else f" on lap {lap}"
    return f"{on} in {segment_name(view, segment)}" if segment else on
