"""get_overtakes: who came past whom, on which lap, and how: on track, by a stop, by a retirement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from operator import attrgetter

from pitwall.facts.heard_from import since_words
from pitwall.facts.names import crew_name, find_car, named, short_name
from pitwall.facts.passing import Pass, passes
from pitwall.facts.since_line import LivePass
from pitwall.facts.starting import starting_positions
from pitwall.relations.shared_fields import has_laps
from pitwall.state import RACES, RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.overtake_questions import OVERTAKE_QUESTIONS
from pitwall.tools.since_line_words import fresh_passes, since_line_words
from pitwall.tools.tool import race_tool
from pitwall.tools.words import count_text, fitting
from toolgate.contract import SUMMARY_MAX_CHARS, JsonObject, ToolSpec

_MOST = 200
HOW = ("track", "start", "stop", "retirement")


_PASS = s.record(
    {
        "driver": s.driver("who came past"),
        "passed": s.driver("whom"),
        "lap": s.lap_number("between the line before and the line after it"),
        "how": s.choice(*HOW),
        "position": s.position("of the passing car after the lap"),
    }
)


def build_get_overtakes_tool(cache: StateCache) -> ToolSpec:
    """Changes of order from lap to lap, told apart by how they came about."""
    return race_tool(
        cache,
        _handle,
        name="get_overtakes",
        kinds=RACES,
        description="Overtakes: who came past whom and on which lap, on track or at the start, and told apart by a "
        "pit stop or a retirement of the other; of one driver, or on one lap.",
        arguments={
            "driver": s.driver_argument("only those this driver made"),
            "passed": s.driver_argument("only those this driver suffered"),
            "lap": {**s.integer("only on this lap", low=1, high=s.MAX_LAPS), "x-phrases": ["on lap {}", "in lap {}"]},
            "recent": s.flag("only those of the lap that was completed last, and since the line"),
            "how": {**s.choice(*HOW, "any", description="how it came about"), "default": "track"},
        },
        payload={
            "overtakes": s.rows(_PASS, "the latest first", most=_MOST),
            "matching": s.integer("of this kind", high=100_000),
            "by_how": s.record({how: s.integer(high=100_000) for how in HOW}, "of the drivers and the lap asked for"),
        },
        optional={
            "back": s.rows(
                _PASS, "the other way, of two drivers who are named and any kind, the latest first", most=_MOST
            ),
            "since_line": s.rows(
                s.record(
                    {"driver": s.driver("who is ahead now"), "passed": s.driver("whom"), "position": s.position()}
                ),
                "since both last ended a lap, by the feed's order of now; the line has yet to bear them out",
                most=_MOST,
            ),
        },
        examples=OVERTAKE_QUESTIONS,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    mine = find_car(view, given["driver"], path="/driver") if "driver" in given else None
    theirs = find_car(view, given["passed"], path="/passed") if "passed" in given else None
    lap = given.get("lap")
    how = _how_on(lap, given.get("how", "track"))
    recent = given.get("recent", False)
    found: Sequence[Pass] = passes(view)
    if mine or theirs or lap or recent:
        found = [
            each
            for each in found
            if mine in (None, each.car)
            and theirs in (None, each.passed)
            and lap in (None, each.lap)
            and (not recent or each.lap == view.car(each.car).laps)
        ]
    chosen = sorted([each for each in found if how in ("any", each.how)], key=_when, reverse=True)
    back = _back(view, (theirs, mine)) if _of_two(given) else []
    if how == "stop":
        back = [each for each in back if chosen and each.t > chosen[-1].t]
    fresh = [] if lap or how not in ("track", "any") else fresh_passes(view, found, mine, theirs)
    fresh += fresh_passes(view, back, theirs, mine) if _of_two(given) and how == "any" else []
    counts = Counter[str](map(_how, found))
    of = f" by {crew_name(view, mine)}" if mine else ""
    of += f" on {crew_name(view, theirs)}" if theirs else ""
    if mine and theirs and _of_two(given) and not (chosen or back or fresh):
        of = f" between {crew_name(view, mine)} and {crew_name(view, theirs)}"
    of += f" on lap {lap}" if lap and how != "start" else " on the last lap" if given.get("recent") else ""
    return {
        "summary": _summary(view, chosen, how, of, fresh, back, (mine, theirs)),
        "overtakes": [_told(view, each) for each in chosen[:_MOST]],
        **({"back": [_told(view, each) for each in back[:_MOST]]} if back else {}),
        "matching": len(chosen),
        "by_how": {each: counts[each] for each in HOW},
        **({"since_line": [_row(view, each) for each in fresh[:_MOST]]} if fresh else {}),
        "missing": ["passes back and forth within one lap: these are read from the order at the line"]
        if has_laps(view)
        else ["laps: the feed has told of none"],
    }


def _how_on(lap: int | None, how: str) -> str:
    """On lap 1, of which the order before is the grid, what is passed on track is passed at the start."""
    return "start" if (lap, how) == (1, "track") else how


_when, _how = attrgetter("t"), attrgetter("how")


def _of_two(given: JsonObject) -> bool:
    """Whether it asks for changes of order between two who are named, any or by stops: they may have gone both ways."""
    return given.keys() >= {"driver", "passed"} and given.get("how") in ("any", "stop") and "lap" not in given


def _back(view: RaceView, of_whom: tuple[str | None, str | None]) -> list[Pass]:
    """The passes of one who is named on another, the latest first."""
    back = [each for each in passes(view) if (each.car, each.passed) == of_whom]
    return sorted(back, key=_when, reverse=True)


def _told(view: RaceView, each: Pass) -> JsonObject:
    return {
        "driver": named(view, each.car, each.t),
        "passed": named(view, each.passed, each.t),
        "lap": each.lap,
        "how": each.how,
        "position": each.position,
    }


def _row(view: RaceView, each: LivePass) -> JsonObject:
    return {"driver": named(view, each.car), "passed": named(view, each.passed), "position": each.position}


_SAID = 20
"""More do not fit into a summary."""
_WORDS = {
    "track": ("overtake on track", "overtakes on track"),
    "start": ("pass on lap 1", "passes on lap 1"),
    "stop": ("pass by a stop of the other", "passes by a stop of the other"),
    "retirement": ("place by a retirement", "places by a retirement"),
    "any": ("change of order", "changes of order"),
}
_MANNER = {"track": ", on track", "start": "", "stop": ", by a stop", "retirement": ", by a retirement"}


def _summary(
    view: RaceView,
    found: list[Pass],
    how: str,
    of: str,
    fresh: list[LivePass],
    back: list[Pass],
    asked_of: tuple[str | None, str | None],
) -> str:
    one, many = _WORDS[how]
    if not view.started:
        return "The race has not started."
    if not found:
        rest = _only_other_way(view, back) or _grid(view, *asked_of) or _first_lap(view, *asked_of)
        if fresh:
            return f"{since_line_words(view, fresh)}; no {one}{of} from line to line before{rest}."
        return f"No {one}{of}{since_words(view) or ' so far'}, from line to line{rest}."
    latest = found[:_SAID]
    said = [
        f"{short_name(view, each.car, each.t)} past {short_name(view, each.passed, each.t)} (lap {each.lap}"
        f"{_MANNER[each.how] if how == 'any' else ''})"
        for each in latest
    ]
    count = f"{count_text(len(found), f'{one}{of}', f'{many}{of}')} (from line to line)"
    only = f"; only those{since_words(view)}" if since_words(view) else ""
    both = _other_way(view, found, back) if back else ""
    end = f"{'; ' if fresh else ''}{since_line_words(view, fresh)}{both}{only}."
    start = f"{count}; latest: "
    has_room = len(f"{start}{said[0]}{end}") <= SUMMARY_MAX_CHARS
    return fitting(start, said, end=end, of=len(found)) if has_room else f"{count}{end}"


def _grid(view: RaceView, mine: str | None, theirs: str | None) -> str:
    """`; they started P2 and P5`: of two whose order has not changed, as that is why one is ahead."""
    started = starting_positions(view)[0]
    told = [started.get(car) for car in (mine, theirs) if car is not None]
    return f"; they started P{told[0]} and P{told[1]}" if len(told) == 2 and None not in told else ""


def _first_lap(view: RaceView, mine: str | None, theirs: str | None) -> str:
    """`; from P4 on the grid to P3 on lap 1`: what came before the first line, of one who is asked about alone."""
    laps, start = view.laps(mine) if mine else (), starting_positions(view)[0].get(mine or "")
    position = laps[0].position if laps and laps[0].number == 1 else None
    if mine is None or theirs is not None or None in (start, position) or start == position:
        return ""
    return f"; from P{start} on the grid to P{position} on lap 1"


def _only_other_way(view: RaceView, back: list[Pass]) -> str:
    """`; Bottas past Hamilton 1x, last on lap 22`: of two of whom only the other has come past."""
    if not back:
        return ""
    who, whom = short_name(view, back[0].car), short_name(view, back[0].passed)
    return f"; {who} past {whom} {len(back)}x, last on lap {back[0].lap}"


def _other_way(view: RaceView, found: list[Pass], back: list[Pass]) -> str:
    """`; Russell back past 2x, last on lap 46: 4 in all`; of one each way, `; Russell back past on lap 46`."""
    name = short_name(view, back[0].car)
    if len(found) == len(back) == 1:
        return f"; {name} {'back past' if back[0].t > found[0].t else 'past before,'} on lap {back[0].lap}"
    return f"; {name} back past {len(back)}x, last on lap {back[0].lap}: {len(found) + len(back)} in all"
