"""get_qualifying: the order of a qualifying, its segments, the knock-out line, who is at risk and who is out."""

from __future__ import annotations

from pitwall.facts.best_laps import Best, best_laps, segment_laps
from pitwall.facts.clock import time_left
from pitwall.facts.names import find_car, named
from pitwall.facts.said import said_that
from pitwall.state import QUALIFYINGS, RaceView, StateCache
from pitwall.state.segments import SEGMENTS
from pitwall.stewards import deleted_laps, of_deleted
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.qualifying_words import left_in, summary
from pitwall.tools.tool import Example, race_tool
from toolgate.contract import JsonObject, ToolSpec

SHOWS = ("order", "pole", "knocked_out", "at_risk", "line", "deleted", "clock", "in_it")


ROW = s.record(
    {
        "position": s.position("by best lap; null: no time to be placed by"),
        "driver": s.driver(),
        "best_lap_s": s.lap_time("best lap in the segment that places the car, in seconds"),
        "segment": s.integer("the segment of that lap", low=1, high=9, nullable=True),
        "behind_s": s.gap_s("seconds behind the best of the same segment"),
        "knocked_out": s.flag("the feed says so"),
        "at_risk": s.flag("outside those who would go on, as it stands"),
    }
)

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {},
        """
        how is qualifying going / qualifying order / qualifying standings / what is the order in qualifying
        qualifying result / qualifying results / how did qualifying finish / times in qualifying
        """,
    ),
    *asked(
        {"top_n": "{n}"},
        "top {n} in qualifying / the first {n} of qualifying / who are the top {n} in qualifying",
    ),
    *asked(
        {"show": "pole"},
        """
        pole / who is on pole / who took pole / who is on provisional pole / who got pole position / pole position
        what was the pole lap / what was the pole time / pole lap time / who has pole / who qualified first
        who holds provisional pole / provisional pole / provisional pole is held by / who has provisional pole
        {driver} is on pole by how much / is {driver} on pole / by how much is {driver} on pole
        who is starting from the front / who would start from the front / who would be starting from the front
        who starts from pole / who will start from pole / who starts on pole / who is on pole for the race
        how close was second to pole / who set the pole time / who set pole / who is on pole and by how much
        how big is the gap on pole / by how much is pole / the fight for pole / who is second to pole
        """,
    ),
    *asked(
        {"top_n": 2},
        "who is on the front row / front row / the front row of the grid / who makes up the front row",
    ),
    *asked({"top_n": 4}, "who is on the second row / who locked out the second row / the second row of the grid"),
    *asked({"top_n": 4}, "front two rows / the first two rows / the two front rows / the first two rows of the grid"),
    *asked(
        {"show": "in_it"},
        """
        who made it through / who got through / who is through / who is going through / who is still in it
        which drivers are still in qualifying / who is left in qualifying / who is still in qualifying
        how many cars are left in qualifying / how many are left in qualifying / how many cars are still in qualifying
        """,
    ),
    *(
        example
        for number in (2, 3)
        for example in asked(
            {"show": "in_it", "segment": number},
            f"""
            who is in q{number} / who made q{number} / who made it to q{number} / who made it into q{number}
            who got through to q{number} / who is through to q{number} / how many cars are in q{number}
            who is still in q{number} / who took part in q{number} / which drivers got into q{number}
            who is going to q{number} / who will be in q{number} / who got into q{number}
            """,
        )
    ),
    *asked(
        {"show": "at_risk"},
        """
        who is in the drop zone / who is at risk / who is in danger of being knocked out
        who is in the elimination zone / who would be knocked out / who is on the bubble
        who is about to be eliminated
        """,
    ),
    *asked(
        {"show": "at_risk", "driver": "{driver}"},
        """
        is {driver} safe in qualifying / is {driver} safe / is {driver} safe for now / is {driver} at risk
        is {driver} in the drop zone
        will {driver} be knocked out / is {driver} through / did {driver} make it through
        did {driver} make it out of q1 / is {driver} on the bubble / {driver} bubble / is {driver} out of qualifying
        is {driver} through to q2 / is {driver} through to q3 / did {driver} make q3 / did {driver} make it to q3
        did {driver} get into q3 / has {driver} made it through to q2 / is {driver} in q3 / is {driver} out in q1
        is {driver} out in q2 / did {driver} go out in q1 / did {driver} go out in q2 / was {driver} knocked out
        was {driver} knocked out in q1 / was {driver} knocked out in q2 / was {driver} eliminated
        is {driver} going out
        """,
    ),
    *asked(
        {"show": "knocked_out"},
        """
        who has been knocked out / who got knocked out / who is out of qualifying / who has been eliminated
        who did not make it through / eliminated drivers / who went out / who dropped out
        who failed to make it through
        """,
    ),
    *asked(
        {"show": "knocked_out", "segment": 1},
        """
        who got knocked out in q1 / who was eliminated in q1 / who went out in q1 / who dropped out in q1
        who was out in q1 / who fell in q1 / who did we lose in q1 / who did not get out of q1 / who did not make q2
        """,
    ),
    *asked(
        {"show": "knocked_out", "segment": 2},
        """
        who got knocked out in q2 / who was eliminated in q2 / who went out in q2 / who dropped out in q2
        who was out in q2 / who fell in q2 / who did we lose in q2 / who did not get out of q2 / who did not make q3
        """,
    ),
    *asked({"segment": 1}, "who was fastest in q1 / result of q1"),
    *asked({"segment": 2}, "who was fastest in q2 / result of q2"),
    *asked({"segment": 3}, "who was fastest in q3 / result of q3"),
    *asked(
        {"show": "line"},
        "what is the knock out line / what is the cut off time / what time is needed to get through / "
        "the cutoff / cut line / where is the cut line / who is on the cut line"
        " / what does it take to get through / what time do they need to get through / who is just outside q3"
        " / what does it take to make q3 / what time is needed for q3 / what time is needed for q2 / the time for q3",
    ),
    *asked(
        {"show": "line", "driver": "{driver}"},
        """
        what does {driver} need to get through / what does {driver} have to beat to get through
        what does {driver} have to beat to make q3 / what time does {driver} need / what does {driver} need to make q2
        how much does {driver} lack to get through / how far is {driver} from the drop zone / what does {driver} need
        how far is {driver} from q3 / how much does {driver} need to find / how far is {driver} off the cutoff
        """,
    ),
    *asked(
        {"show": "clock"},
        "how long is left in q1 / how long is left in q2 / how long is left in q3 / how much time is left in q1"
        " / how much time is left in q2 / how much time is left in q3 / how many minutes are left in q2"
        " / time left in q1 / time left in q2 / time left in q3 / when does q2 end / when does q3 end"
        " / is this q2 or q3 / which part of qualifying is this / which segment is it / which q is it / are we in q3",
    ),
    *asked(
        {"driver": "{driver}"},
        """
        where did {driver} qualify / how did {driver} qualify / qualifying of {driver} / how far off pole is {driver}
        how far was {driver} off pole / how far is {driver} from pole / how much did {driver} miss pole by
        has {driver} set a time / does {driver} have a time / is {driver} on the board / {driver} on the board
        where does {driver} start / where will {driver} start / what did {driver} qualify
        how close was {driver} to pole / what did {driver} do in qualifying / qualifying position of {driver}
        """,
    ),
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
            "show": {**s.choice(*SHOWS, description="what the summary speaks of"), "default": "order"},
            "driver": s.driver_argument("only this driver"),
            "top_n": s.count_argument(
                "how many cars from the front", default=s.MAX_CARS, high=s.MAX_CARS, phrases=["top {}", "first {}"]
            ),
        },
        payload=_PAYLOAD,
        examples=_EXAMPLES,
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
    line = _line(view, every, number or view.segment or 0)
    deleted = [lap for lap in deleted_laps(said_that(view, of_deleted)) if only in (None, lap.car)]
    entries = view.segments.entries
    answer: JsonObject = {
        "segment": view.segment,
        "segments": len(entries) or SEGMENTS,
        "over": view.over,
        "time_left_s": None if left is None else left.seconds,
        "time_left_derived": left is not None and left.derived,
        "rows": [best_row(view, best) for best in chosen],
        "through": view.segments.through(number or view.segment or 0),
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
    return {"summary": summary(view, given, chosen, only, answer), **answer}


def _line(view: RaceView, every: list[Best], number: int) -> JsonObject | None:
    through = view.segments.through(number)
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
