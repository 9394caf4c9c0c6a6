"""explain_laps: why a driver of a practice or a qualifying has no time, lost a lap, or has driven so few laps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitwall.facts.best_laps import best_lap, best_of
from pitwall.facts.in_segment import lap_segments
from pitwall.facts.names import find_car, named, short_name
from pitwall.facts.periods import track_periods
from pitwall.facts.timed_runs import timed_runs
from pitwall.state import RaceView, StateCache
from pitwall.state.kinds import TIMED
from pitwall.state.moment import format_session_time
from pitwall.stewards import DeletedLap
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.deleted_words import DELETED_LAP, deleted_of, deleted_words, reason_words
from pitwall.tools.happenings import happenings
from pitwall.tools.qualifying_words import taking_part
from pitwall.tools.segment_argument import SEGMENT, segment_asked
from pitwall.tools.timed_words import best_lap_tyre, segment_name
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import count_text, fitting, joined, lap_time_text
from toolgate.contract import JsonObject, ToolSpec

_OF_TIME, _OF_LAPS = {"driver": "{driver}", "tell": "time"}, {"driver": "{driver}", "tell": "laps"}
_STATES = {"in_pit": "in the pits now", "running": "on track now", "stopped": "stands on the track"}
_EXAMPLES: tuple[Example, ...] = (
    *asked(
        _OF_TIME,
        """
        why (did|has) {driver} (lose|lost) (that|the|a) (lap|time|lap time|best lap|best time)
        why (was|has) {driver}'s (lap|time) (gone|disallowed|cancelled|binned|taken away|been deleted)
        why (does|has|did) {driver} (have|got|get) no (time|lap|lap time)
        why is {driver} without a (time|lap|lap time)
        why (did|has) {driver} not (set|have|post) a (time|lap) / why no (time|lap) for {driver}
        why is {driver} not on the board / what was wrong with the (lap|time) of {driver}
        what happened to the (time|lap|lap time) of {driver} / where did the lap of {driver} go
        {driver}'s (lap|time) was deleted why / (was|has) {driver}'s (lap|time|lap time) (been|) deleted and why
        how come {driver} has not (got|set) a (time|lap)
        why did (they|the stewards|race control) (delete|take away) {driver}'s (lap|time)
        what did {driver} (lose|have) the (lap|time) (deleted|) for / how did {driver} lose the (lap|time)
        how come {driver} (has|had) no (time|lap) / where did {driver} exceed track limits
        """,
    ),
    *asked(
        {**_OF_TIME, "tell": "position"},
        """
        why is {driver} (so far down|so low|so slow|so far back|only P{n}|only {n}th|down in P{n}|off the pace|
            down there|
            not in the top ten|not in the top {n})
        why is {driver} (dead last|last in q1|last in q2|last in q3|last in this segment|last in this part)
        why was {driver} (slow|slower|knocked out|in the drop zone|struggling|so far off)
        why did {driver} (go out|get knocked out|miss out|not get through|not make it|qualify so low|only qualify {n}th)
        why did {driver} not (make q2|make q3|get into q3|get through to q3) / why has {driver} dropped (down|)
        """,
    ),
    *asked(
        _OF_LAPS,
        """
        why (only|just) {n} laps for {driver} / why has {driver} (only|just) done {n} laps
        why so few laps for {driver}
        {driver} only (managed|did) {n} laps what happened
        why has {driver} done so few laps / why did {driver} only (do|manage|complete) {n} laps
        how (has|come) {driver} (has|) only done {n} laps / how is {driver} only on {n} laps
        how has {driver} only done {n} laps / how come {driver} has only {n} laps / how come so few laps for {driver}
        why is {driver} (not running|in the garage|still in the garage|not out|not on track|in the pits|
            back in the pits)
        why is {driver} not (running|out there|on track|driving)
        why (did|has) {driver} (stop|stopped) (running|early|)
        why has {driver} not (been out|come out|gone out) (again|yet|) / why did {driver} not go out again
        how come {driver} is (not out|not running|in the garage|in the pits) / why did {driver} do so little running
        """,
    ),
)


def build_explain_laps_tool(cache: StateCache) -> ToolSpec:
    """What bears on a lap that is missing, or on laps that were not driven; timing tells no reasons."""
    return race_tool(
        cache,
        _handle,
        name="explain_laps",
        kinds=TIMED,
        description="Why a driver in practice or qualifying is far down, has no lap time, lost a lap "
        "(deleted, and for what), or has driven few laps (stopped, red flag, in the garage): what is told of it.",
        arguments={
            "driver": s.driver_argument("of whom"),
            "tell": s.tell_argument(
                "time",
                "laps",
                "position",
                meaning="a time that is missing, few laps, a low position",
                default="time",
            ),
            "segment": SEGMENT,
        },
        required=["driver"],
        payload={
            "driver": s.driver(),
            "state": s.run_state(),
            "laps": s.lap_number("completed"),
            "best_lap_s": s.lap_time("of the session, or of the segment asked for"),
            "deleted": s.rows(
                s.record(DELETED_LAP),
                "lap times that race control deleted",
                most=200,
            ),
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    car, segment = find_car(view, given["driver"], path="/driver"), segment_asked(view, given)
    gone = deleted_of(view, car, segment)
    tell = given.get("tell", "time")
    told = (
        _of_laps(view, car)
        if tell == "laps"
        else _of_position(view, car, gone)
        if tell == "position"
        else _of_time(view, car, gone, segment)
    )
    return {
        "summary": told,
        "driver": named(view, car),
        "state": view.run_state(car)[0],
        "laps": view.car(car).laps,
        "best_lap_s": best_lap(view, car, segment),
        "deleted": [
            {"time_s": lap.time_s, "lap": lap.lap, "turn": lap.turn, "reason": reason_words(lap) or None}
            for lap in gone[-200:]
        ],
        "missing": [
            "reasons, but for those that race control gives",
            *(() if view.race_control else ("messages of race control, and with them deleted laps",)),
        ],
    }


def _of_time(view: RaceView, car: str, gone: Sequence[DeletedLap], segment: int | None) -> str:
    name, where = short_name(view, car), f" in {segment_name(view, segment)}" if segment else ""
    if segment is not None and car not in taking_part(view, segment):
        return f"{name} took no part in {segment_name(view, segment)}: {_left_in(view, car)}."
    seconds = best_lap(view, car, segment or view.segment)
    if any(lap.time_s is not None and lap.time_s == seconds for lap in gone):
        seconds = None  # the feed still has the time that was deleted
    within = where or (f" in {segment_name(view, view.segment)}" if view.segment else "")
    best = f"best time{within} {lap_time_text(seconds)}" if seconds is not None else f"no time that counts{within}"
    now = view.segment if segment is None else None
    left = now is not None and car not in taking_part(view, now)
    best = f"took no part{within}: {_left_in(view, car)}" if left else best
    if gone:
        laps = "lap" if len(gone) == 1 else f"{len(gone)} laps"
        return fitting(f"{name}'s deleted {laps}{where}: ", map(deleted_words, gone), "; ", end=f"; {best}.")
    parts = [best, *([] if left else _driven(view, car, segment)), *_around(view, car, segment)]
    return fitting(f"Race control has deleted no lap of {name}{where}; ", parts, "; ")


def _of_position(view: RaceView, car: str, gone: Sequence[DeletedLap]) -> str:
    """What there is to a position by best laps: the lap, its tyres, of how many laps it is one, what was deleted."""
    best, name = best_of(view, car), short_name(view, car)
    if best is None or best.seconds is None:
        return _of_time(view, car, gone, None)
    where = f" in {segment_name(view, best.segment)}" if best.segment else ""
    place = f"P{best.position} with " if best.position else ""
    behind = f", {best.behind_s:.3f} s off the best" if best.behind_s else ""
    timed = sum(len(run.timed) for run in timed_runs(view, car) if run.segment == best.segment)
    mine = [lap for lap in gone if best.segment in (None, view.segment_at(lap.t))]
    parts = [
        f"{count_text(timed, 'timed lap')}{where}",
        f"deleted: {', '.join(map(deleted_words, mine))}" if mine else "no lap deleted",
        *_around(view, car, best.segment),
    ]
    lap = f"{place}{lap_time_text(best.seconds)}{best_lap_tyre(view, best)}"
    return fitting(f"{name}: {lap}{where}{behind}; ", parts, "; ", end="; timing tells no other reason.")


def _left_in(view: RaceView, car: str) -> str:
    position = view.car(car).position
    left = view.segments.left_in(position) if position else None
    return f"knocked out in {segment_name(view, left)}" if left else "knocked out before"


def _of_laps(view: RaceView, car: str) -> str:
    name, laps = short_name(view, car), view.car(car).laps
    start = f"{name} has driven {count_text(laps, 'lap')}: "
    parts = [*_around(view, car, None), *_now(view, car)]
    return fitting(start, [*parts, "timing tells no other reason"], "; ")


def _driven(view: RaceView, car: str, segment: int | None) -> Iterator[str]:
    """How many laps the car has driven in the segment that is asked for or under way."""
    number = segment or view.segment
    laps = sum(at == number for at in lap_segments(view, car).values()) if number else view.car(car).laps
    where = f" in {segment_name(view, number)}" if number else ""
    yield f"{count_text(laps, 'lap')} completed{where}"


def _around(view: RaceView, car: str, segment: int | None) -> Iterator[str]:
    """That the car stopped on the track, and the red flags."""
    for event in happenings(view, kinds=("stopped", "retirement")):
        if car in event.cars and segment in (None, view.segment_at(event.t)):
            yield f"stopped on the track at {format_session_time(event.t)[:8]}"
    reds = [
        f"{format_session_time(period.start)[:8]}"
        + (f" to {format_session_time(period.end)[:8]}" if period.end is not None else " on")
        for period in track_periods(view)
        if period.kind == "red" and segment in (None, view.segment_at(period.start))
    ]
    if reds:
        yield f"red flag {joined(reds)}"


def _now(view: RaceView, car: str) -> Iterator[str]:
    """Where the car is now."""
    if (words := _STATES.get(view.run_state(car)[0])) is not None:
        yield words
