"""get_lap_times: how long a driver's laps took, alone or beside another driver's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pitwall.facts.best_laps import best_of, lap_of_best
from pitwall.facts.in_segment import lap_segments
from pitwall.facts.laps import SOURCES, TimedLap, average, timed_laps
from pitwall.facts.names import find_car, named, short_name
from pitwall.facts.periods import KINDS
from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.drivers_asked import same_driver
from pitwall.tools.gap_words import gap_of_best_laps
from pitwall.tools.lap_time_questions import EXAMPLES
from pitwall.tools.segment_argument import SEGMENT, segment_asked, span_words
from pitwall.tools.timed_words import segment_name
from pitwall.tools.tool import race_tool
from pitwall.tools.words import capital, fitting, lap_span_text, lap_time_text, laps_text
from toolgate.contract import SUMMARY_MAX_CHARS, InvalidArgument, JsonObject, ToolSpec

_DEFAULT_LAPS = 5
_MAX_ROWS = 300
_SPAN = ("last_n", "lap", "from_lap", "to_lap")
"""Arguments that say which laps are asked about."""
_LANES = ("in", "out")

_ROW = s.record(
    {
        "lap": s.lap_number(),
        "time_s": s.lap_time(),
        "source": s.choice(*SOURCES, None, description="the feed's time, or derived from its reports of the line"),
        "place": s.position("position in the order at the end of the lap"),
        "in_lap": s.flag("the lap on which the car entered the pit lane"),
        "out_lap": s.flag("the lap on which it left the pit lane"),
        "track": s.choice(*KINDS, None, description="gravest flag or safety car during the lap; null: none was told"),
        "clean": s.flag("timed by the feed, not lap 1, not through the pit lane, not neutralised, not cruised"),
    }
)


class _Chosen(NamedTuple):
    car: str
    laps: list[TimedLap]


_PAYLOAD: s.JsonSchema = {
    "driver": s.driver(),
    "laps": s.rows(_ROW, "in order", most=_MAX_ROWS),
    "clean_laps": s.integer("clean ones among them", high=s.MAX_LAPS),
    "average_s": s.lap_time("mean of the clean ones, in seconds"),
    "other": s.driver(nullable=True),
    "other_laps": s.rows(_ROW, "the other driver's, on the same laps", most=_MAX_ROWS),
    "other_average_s": s.lap_time("mean of the other driver's clean ones, in seconds"),
    "comparison": s.record(
        {
            "laps": s.integer("laps that both drove clean", low=1, high=s.MAX_LAPS),
            "difference_s": s.gap_s("mean seconds a lap that the other took more; negative: less"),
        },
        "derived; null where there is no lap that both drove clean",
        nullable=True,
    ),
}


def build_get_lap_times_tool(cache: StateCache) -> ToolSpec:
    """Lap times of a driver, the last few or a range, and a comparison with another driver lap by lap."""
    return race_tool(
        cache,
        _handle,
        name="get_lap_times",
        description="A driver's lap times: the last laps or a range of laps, with in-laps, out-laps and laps behind "
        "the safety car marked, the average of the clean ones, and the pace of two drivers compared.",
        arguments={
            "driver": s.driver_argument("the driver"),
            "other": s.driver_argument("another driver to compare with, on the same laps"),
            "last_n": s.count_argument(
                "how many of the last laps",
                default=_DEFAULT_LAPS,
                high=_MAX_ROWS,
                phrases=["last {} laps", "over the last {} laps", "in the last {} laps", "past {} laps"],
            ),
            # What sets the moment elsewhere names the lap itself here.
            "at_lap": {**s.MOMENT_ARGUMENTS["at_lap"], "x-phrases": ["as of lap {}", "after lap {}", "by lap {}"]},
            "lap": {
                **s.integer("only this lap", low=1, high=s.MAX_LAPS),
                "x-phrases": ["on lap {}", "in lap {}", "for lap {}", "lap {}"],
            },
            "from_lap": {
                **s.integer("the first lap of a range", low=1, high=s.MAX_LAPS),
                "x-phrases": ["from lap {}", "between lap {}", "between laps {}", "since lap {}"],
            },
            "to_lap": {
                **s.integer("the last lap of a range", low=1, high=s.MAX_LAPS),
                "x-phrases": ["to lap {}", "up to lap {}", "until lap {}", "and lap {}", "and {}", "to {}"],
            },
            "segment": SEGMENT,
            "lane": s.choice(*_LANES, description="only laps that ended in the pit lane, or began in it"),
        },
        required=["driver"],
        payload=_PAYLOAD,
        examples=EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    car = find_car(view, given["driver"], path="/driver")
    segment = segment_asked(view, given)
    mine = _Chosen(car, _chosen(_laps(view, car, segment), given))
    theirs = _other(view, mine, given, segment) if "other" in given else None
    compared = _compared(mine, theirs) if theirs else None
    return {
        "summary": _summary(view, given, mine, theirs, compared, segment),
        "driver": named(view, car),
        "laps": [_row(lap) for lap in mine.laps],
        "clean_laps": sum(lap.clean for lap in mine.laps),
        "average_s": average(mine.laps),
        "other": named(view, theirs.car) if theirs else None,
        "other_laps": [_row(lap) for lap in theirs.laps] if theirs else [],
        "other_average_s": average(theirs.laps) if theirs else None,
        "comparison": compared,
        "missing": _missing(view, mine, theirs),
    }


def _summary(
    view: RaceView,
    given: JsonObject,
    mine: _Chosen,
    theirs: _Chosen | None,
    compared: JsonObject | None,
    segment: int | None,
) -> str:
    whole = view.timed and given.keys().isdisjoint(_SPAN)
    if theirs is None:
        best = _best_words(view, mine.car) if whole and given.keys().isdisjoint({"segment", "lane"}) else ""
        return _alone(view, mine, segment, given.get("lane", ""), best)
    if whole:
        # Laps of the same number were driven at other times, on other tyres, for other ends: the best ones are told.
        return str(gap_of_best_laps(view, mine.car, theirs.car, segment)["summary"])
    return _versus(view, mine, theirs, compared)


def _laps(view: RaceView, car: str, segment: int | None) -> list[TimedLap]:
    """The car's laps, or those that it drove in a segment of a qualifying."""
    within = lap_segments(view, car) if segment else {}
    return [lap for lap in timed_laps(view, car) if within.get(lap.number) == segment]


def _chosen(laps: Sequence[TimedLap], given: JsonObject) -> list[TimedLap]:
    if "lane" in given:
        laps = [lap for lap in laps if (lap.in_lap if given["lane"] == "in" else lap.out_lap)]
    first, last = given.get("lap", given.get("from_lap")), given.get("lap", given.get("to_lap"))
    if first is None and last is None:
        few = given.get("last_n", _MAX_ROWS if "segment" in given else _DEFAULT_LAPS)
        return list(laps[-few:])
    first, last = first or 1, last or s.MAX_LAPS
    if first > last:
        raise InvalidArgument(f"from_lap {first} is after to_lap {last}", path="/from_lap")
    return [lap for lap in laps if first <= lap.number <= last][-_MAX_ROWS:]


def _other(view: RaceView, mine: _Chosen, given: JsonObject, segment: int | None) -> _Chosen:
    """The other driver and that driver's laps of the same numbers, or of the same segment."""
    car = find_car(view, given["other"], path="/other")
    if car == mine.car:
        raise same_driver(view, car)
    if segment is not None:
        return _Chosen(car, _chosen(_laps(view, car, segment), given))
    numbers = {lap.number for lap in mine.laps}
    return _Chosen(car, [lap for lap in timed_laps(view, car) if lap.number in numbers])


def _compared(mine: _Chosen, theirs: _Chosen) -> JsonObject | None:
    clean = {lap.number: lap.seconds for lap in theirs.laps if lap.clean and lap.seconds is not None}
    differences = [
        clean[lap.number] - lap.seconds
        for lap in mine.laps
        if lap.clean and lap.seconds is not None and lap.number in clean
    ]
    if not differences:
        return None
    return {"laps": len(differences), "difference_s": round(sum(differences) / len(differences), 3)}


def _row(lap: TimedLap) -> JsonObject:
    return {
        "lap": lap.number,
        "time_s": lap.seconds,
        "source": lap.source,
        "place": lap.position,
        "in_lap": lap.in_lap,
        "out_lap": lap.out_lap,
        "track": lap.track,
        "clean": lap.clean,
    }


def _missing(view: RaceView, mine: _Chosen, theirs: _Chosen | None) -> list[str]:
    missing = []
    for chosen in (mine, theirs) if theirs else (mine,):
        untold = [str(lap.number) for lap in chosen.laps if lap.source != "feed"]
        if untold:
            more = f" and {len(untold) - 10} more" if len(untold) > 10 else ""
            name, which = short_name(view, chosen.car)[:40], "lap" if len(untold) == 1 else "laps"
            missing.append(f"the feed's own time of {name} on {which} {', '.join(untold[:10])}{more}")
    return missing


def _span(laps: list[TimedLap]) -> str:
    return lap_span_text(laps[0].number, laps[-1].number)


def _worded(lap: TimedLap) -> str:
    if lap.seconds is None:
        return "not timed"
    about = "about " if lap.source == "derived" else ""
    marks = [word for word, holds in (("in", lap.in_lap), ("out", lap.out_lap)) if holds]
    if lap.track is not None and lap.track != "yellow":
        marks.append({"safety_car": "SC", "vsc": "VSC", "red": "red flag"}[lap.track])
    said = f"{about}{lap_time_text(lap.seconds)}"
    return f"{said} ({', '.join(marks)})" if marks else said


def _best_words(view: RaceView, car: str) -> str:
    """`best 1:27.420 (P1, lap 16); `: what a car's lap is in practice and qualifying, before its last ones."""
    best = best_of(view, car)
    if best is None or best.seconds is None:
        return ""
    lap = lap_of_best(view, car, best.seconds)
    where = [f"P{best.position}" if best.position else "", f"lap {lap}" if lap else ""]
    where.append(segment_name(view, best.segment) if best.segment else "")
    return f"best {lap_time_text(best.seconds)} ({', '.join(filter(None, where))}); "


def _alone(view: RaceView, mine: _Chosen, segment: int | None, lane: str = "", best: str = "") -> str:
    name = f"{short_name(view, mine.car)}{span_words(view, None, segment)}"
    if not mine.laps:
        return f"{name} has completed no such lap."
    mean, clean = average(mine.laps), sum(lap.clean for lap in mine.laps)
    if lane:
        said = [f"{_worded(lap)}, lap {lap.number}" for lap in mine.laps]
        return fitting(f"{name}, {lane}-lap{'s' * (len(said) > 1)}: ", said, separator="; ")
    end = f"; average of {clean} clean laps {lap_time_text(mean)}." if mean is not None and clean > 1 else "."
    return fitting(f"{name}, {best}{_span(mine.laps)}: ", [_worded(lap) for lap in mine.laps], end=end)


def _versus(view: RaceView, mine: _Chosen, theirs: _Chosen, compared: JsonObject | None) -> str:
    name, other = short_name(view, mine.car), short_name(view, theirs.car)
    if not mine.laps:
        return f"{name} has completed no such lap."
    span = _span(mine.laps)
    if len(mine.laps) == len(theirs.laps) == 1:
        return f"On {span}: {_one_lap(name, mine.laps[0], other, theirs.laps[0])}."
    if compared is None:
        told, shortly = f"{name} and {other} have no clean lap in common on {span}", "no clean lap in common"
    else:
        difference, clean = compared["difference_s"], f"({laps_text(compared['laps'])} clean for both)"
        faster, slower = (name, other) if difference > 0 else (other, name)
        by = f"{abs(difference):.3f} s a lap faster"
        told = f"{faster} was {by} than {slower}" if difference else f"{name} and {other} were equally fast"
        shortly = f"{faster} {by} {clean}" if difference else f"equally fast {clean}"
        told = f"{told} on {span} {clean}"
    return _with_times(told, f"{capital(span)}: ", shortly, ((name, mine.laps), (other, theirs.laps)))


def _one_lap(name: str, lap: TimedLap, other: str, theirs: TimedLap) -> str:
    """`Hamilton 3:01.941 (SC), Leclerc 2:52.296 (SC), 9.645 s faster`, the faster last."""
    if lap.seconds is None or theirs.seconds is None or lap.seconds == theirs.seconds:
        return f"{name} {_worded(lap)}, {other} {_worded(theirs)}"
    slow, fast = (lap, theirs) if lap.seconds > theirs.seconds else (theirs, lap)
    first, last = (name, other) if slow is lap else (other, name)
    return f"{first} {_worded(slow)}, {last} {_worded(fast)}, {abs(lap.seconds - theirs.seconds):.3f} s faster"


def _with_times(told: str, span: str, shortly: str, both: Sequence[tuple[str, list[TimedLap]]]) -> str:
    """What was told, with the times of both as far as there is room, rather bare than not at all."""
    marked = "; ".join(f"{who} {', '.join(map(_worded, laps))}" for who, laps in both if laps)
    bare = "; ".join(f"{who} {', '.join(map(_bare, laps))}" for who, laps in both if laps)
    ways = (f"{told}; {marked}.", f"{span}{shortly}; {marked}.", f"{span}{shortly}; {bare}.")
    return next((way for way in ways if len(way) <= SUMMARY_MAX_CHARS), f"{told}.")


def _bare(lap: TimedLap) -> str:
    return "not timed" if lap.seconds is None else lap_time_text(lap.seconds)
