"""get_qualifying: the order of a qualifying, its segments, the knock-out line, who is at risk and who is out."""

from __future__ import annotations

from pitwall.facts.best_laps import Best, best_laps, segment_laps
from pitwall.facts.clock import time_left
from pitwall.facts.names import find_car, named
from pitwall.facts.race_control import said_that
from pitwall.state import QUALIFYINGS, RaceView, StateCache
from pitwall.state.segments import SEGMENTS
from pitwall.stewards import deleted_laps, of_deleted
from pitwall.tools import schemas as s
from pitwall.tools.qualifying_examples import EXAMPLES
from pitwall.tools.qualifying_words import left_in, summary
from pitwall.tools.tool import race_tool
from toolgate.contract import JsonObject, ToolSpec

_TOLD_FIRST = (
    "order",
    "pole",
    "knocked_out",
    "at_risk",
    "line",
    "cut",
    "times",
    "deleted",
    "clock",
    "in_it",
    "untimed",
    "timed",
    "gains",
    "last",
    "row",
    "holders",
)


ROW = s.record(
    {
        "position": s.position("by best lap; null: no time to be ranked by"),
        "driver": s.driver(),
        "best_lap_s": s.lap_time("best lap in the segment that decides the position, in seconds"),
        "segment": s.integer("the segment of that lap", low=1, high=9, nullable=True),
        "behind_s": s.gap_s("seconds behind the best of the same segment"),
        "knocked_out": s.flag("the feed says so"),
        "at_risk": s.flag("outside those who would go on, as it stands"),
    }
)

_PAYLOAD: s.JsonSchema = {
    "segment": s.integer("under way, or last; null: none has been opened", low=1, high=9, nullable=True),
    "segments": s.integer("how many there are", low=1, high=9),
    "over": s.flag("the whole qualifying is over"),
    "time_left_s": s.number("seconds of the segment", high=100_000, nullable=True),
    "time_left_derived": s.flag("by the length that the rules of its year give the segment"),
    "rows": s.rows(ROW, "in the order of the segment; those who are out by the one they left in"),
    "through": s.integer("how many go on from the segment; null: it is the last", high=64, nullable=True),
    "line": s.record(
        {
            "driver": s.driver("the last who would go on"),
            "best_lap_s": s.lap_time(),
            "first_out": s.driver("the first who would not", nullable=True),
            "gap_s": s.gap_s("seconds that the first one out lacks"),
        },
        "the knock-out line of the segment; null: not enough cars have a time, or nobody is knocked out",
        nullable=True,
    ),
    "knocked_out": s.rows(
        s.record({"driver": s.driver(), "segment": s.integer("in which", low=1, high=9, nullable=True)}),
        "in the order in which they are classified",
    ),
    "deleted": s.rows(
        s.record(
            {
                "driver": s.driver(),
                "time_s": s.lap_time("the time that does not count"),
                "lap": s.lap_number("as race control names it", nullable=True),
                "turn": s.integer("where", high=99, nullable=True),
            }
        ),
        "lap times that race control deleted, in order",
        most=200,
    ),
}


def build_get_qualifying_tool(cache: StateCache) -> ToolSpec:
    """The order by best lap, of the segment under way or of one that is named."""
    return race_tool(
        cache,
        _handle,
        name="get_qualifying",
        kinds=QUALIFYINGS,
        description="A qualifying: which segment is under way (Q1, Q2, Q3), how long it still has, the order, "
        "pole, the knock-out line, who is at risk, who has been knocked out, whose laps were deleted.",
        arguments={
            "segment": {
                **s.integer("only this segment; default: the one under way, at the end all of them", low=1, high=3),
                "x-phrases": [],
            },
            "tell": s.tell_argument(*_TOLD_FIRST, default="order"),
            "driver": s.driver_argument("only this driver"),
            "top_n": s.count_argument(
                "how many cars from the front", default=s.MAX_CARS, high=s.MAX_CARS, phrases=["top {}", "first {}"]
            ),
        },
        payload=_PAYLOAD,
        examples=EXAMPLES,
    )


def best_row(view: RaceView, best: Best) -> JsonObject:
    """One car's row."""
    return {
        "position": best.position,
        "driver": named(view, best.car),
        "best_lap_s": best.seconds,
        "segment": best.segment,
        "behind_s": best.behind_s,
        "knocked_out": best.knocked_out,
        "at_risk": best.at_risk,
    }


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    number, left = given.get("segment"), time_left(view)
    every = segment_laps(view, number) if number else list(best_laps(view))[: s.MAX_CARS]
    only = find_car(view, given["driver"], path="/driver") if "driver" in given else None
    chosen = [best for best in every if only in (None, best.car)][: given.get("top_n", s.MAX_CARS)]
    out = [car for car in view.order if car in view.segments.knocked_out]
    segment = number or view.segment or 0
    line = _line(view, every, segment, view.segments.through(segment))
    deleted = [lap for lap in deleted_laps(said_that(view, of_deleted)) if only in (None, lap.car)]
    entries = view.segments.entries
    answer: JsonObject = {
        "segment": view.segment,
        "segments": len(entries) or SEGMENTS,
        "over": view.over,
        "time_left_s": None if left is None else left.seconds,
        "time_left_derived": left is not None and left.derived,
        "rows": [best_row(view, best) for best in chosen],
        "through": view.segments.through(segment),
        "line": line,
        "knocked_out": [{"driver": named(view, car), "segment": left_in(view, car)} for car in out],
        "deleted": [
            {"driver": named(view, lap.car), "time_s": lap.time_s, "lap": lap.lap, "turn": lap.turn}
            for lap in deleted[-200:]
        ],
        "missing": [
            *(() if left is not None else ("how long the segment still has",)),
            *(() if entries else ("how many cars go on from each segment",)),
            *(() if view.race_control else ("messages of race control, and with them deleted laps",)),
        ],
    }
    told = {**answer, "line": _line(view, every, segment, given["top_n"])} if "top_n" in given else answer
    return {"summary": summary(view, given, chosen, only, told), **answer}


def _line(view: RaceView, every: list[Best], number: int, through: int | None) -> JsonObject | None:
    """The last of the first `through` of a segment, and the first beyond."""
    timed = [best for best in every if best.seconds is not None and best.segment == number]
    if through is None or len(timed) < through:
        return None
    last, first_out = timed[through - 1], timed[through] if len(timed) > through else None
    gap = round(first_out.seconds - last.seconds, 3) if first_out and first_out.seconds and last.seconds else None
    return {
        "driver": named(view, last.car),
        "best_lap_s": last.seconds,
        "first_out": named(view, first_out.car) if first_out else None,
        "gap_s": gap,
    }
