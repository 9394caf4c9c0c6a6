"""get_teammate: how a driver does against the team mate; of every team where nobody is named."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from operator import itemgetter

from pitwall.facts.best_laps import common_segment, position_of, quickest
from pitwall.facts.counted_segments import counted_segments
from pitwall.facts.gaps import gap_between
from pitwall.facts.names import find_car, named, short_name
from pitwall.facts.pace import PACE_LAPS, green_pace
from pitwall.facts.sectors import car_sectors
from pitwall.state import OUT_STATES, RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools import sector_words
from pitwall.tools.asked import asked
from pitwall.tools.segment_argument import SEGMENT, segment_asked
from pitwall.tools.timed_words import segment_name
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import fitting, gap_text, laps_text
from toolgate.contract import JsonObject, ToolSpec

_LAPPED_S = 1000
"""Who is laps behind is further apart than anybody by seconds."""

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {"driver": "{driver}", "sectors": True},
        """
        compare the (sectors|sector times) of {driver} and his (teammate|team mate)
        in (which|what) sectors is {driver} (faster|slower|quicker) than his (teammate|team mate)
        where (is|does) {driver} (losing|lose|gaining|gain) (time|) to his (teammate|team mate)
        """,
    ),
    *asked(
        {"driver": "{driver}"},
        """
        how is {driver} doing against his teammate / is {driver} ahead of his teammate / {driver} against his teammate
        how's {driver} doing against his team mate / {driver} versus his teammate / {driver} vs teammate
        is {driver} beating his teammate / is {driver} faster than his teammate / is {driver} quicker than his teammate
        how does {driver} compare to his teammate / compare {driver} with his teammate
        compare {driver} and his teammate
        how far is {driver} ahead of his teammate / how far is {driver} behind his teammate
        gap of (each|) {driver} to (his|their) (teammate|teammates|team mate|team mates)
        gaps of (the|) {driver} to (his|their) (teammate|teammates|team mate|team mates)
        how far is (each|) {driver} from his (teammate|team mate) / how does each {driver} compare to his teammate
        gap between {driver} and his teammate / is {driver} behind his team mate / where is the teammate of {driver}
        where is the team mate of {driver} / where is {driver}'s (teammate|team mate)
 how is the teammate of {driver} doing
        is {driver} in front of his teammate / (did|has) {driver} (outqualify|outqualified|beat|beaten) his teammate
        (by how much|how much) did {driver} (outqualify|beat) his teammate
        """,
    ),
    *asked(
        {},
        """
        who is ahead of his teammate / who is beating his teammate / who is ahead in each team / team mate battles
        which drivers are ahead of their teammates / teammate battles / teammate comparison / compare the teammates
        how do the teammates compare / who finished ahead of his teammate / who finished in front of his teammate
        who (outqualified|beat) (his|their) (teammate|teammates|team mate)
        who is losing to his teammate / who is behind his teammate
        gap of each (driver|car) to (his|its|their) (teammate|team mate) / gaps between (the|) (teammates|team mates)
        how far is (each|every) driver from (his|their) (teammate|team mate)
        how far are the drivers from their (teammates|team mates)
        how far apart are the (teammates|team mates) / gap between the (drivers|cars) of each team
        """,
    ),
    *asked(
        {"order": "closest"},
        """
        which (teammates|team mates|drivers of one team) (were|are|was|is) (closest|nearest|the closest|
            most evenly matched|closest together)
        closest (teammates|team mates|pair of teammates|teammate battle) / smallest gap between teammates
        who (is|was) closest to his teammate / which team has the closest (pair|drivers|cars)
        """,
    ),
    *asked(
        {"order": "widest"},
        """
        biggest gap between (teammates|team mates) / which (teammates|team mates) (were|are) furthest apart
        who (is|was) furthest (off|behind|from) his teammate / who beat his teammate by the most
        which team has the biggest gap between its (drivers|cars)
        """,
    ),
)


def build_get_teammate_tool(cache: StateCache) -> ToolSpec:
    """Pairs of a driver's team, or of every team, the one ahead first, with how far they are apart."""
    return race_tool(
        cache,
        _handle,
        name="get_teammate",
        description="Team mates compared: which of a team is ahead, by how much, and whose pace and best lap are "
        "better; of one driver's team or of all.",
        arguments={
            "driver": s.driver_argument("only this driver's team"),
            "order": {
                **s.choice("standing", "closest", "widest", description="of the pairs: by the better car, or by gap"),
                "default": "standing",
            },
            "sectors": s.flag("the summary compares the best sectors of the driver and his team mate"),
            "segment": SEGMENT,
        },
        payload={
            "pairs": s.rows(
                s.record(
                    {
                        "team": s.text(),
                        "ahead": s.driver(),
                        "behind": s.driver(),
                        "positions": s.rows(s.position(), "of the two", most=2),
                        "gap_s": s.gap_s("between them"),
                        "gap_laps": s.laps_behind(),
                        "pace_s": s.gap_s("a lap that the one behind is slower of late; negative: faster"),
                        "best_s": s.gap_s("by which its best lap is slower; negative: faster"),
                    }
                ),
                "in the order of the better car",
            ),
            "teams": s.integer("of one car, or of one with a position", high=s.MAX_CARS),
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    only = find_car(view, given["driver"], path="/driver") if "driver" in given else None
    segment, order = segment_asked(view, given), given.get("order", "standing")
    teams: dict[str, list[str]] = {}
    for car in view.order:
        driver = view.drivers.get(car)
        if driver is not None and driver.team:
            teams.setdefault(driver.team, []).append(car)
    pairs = [
        _pair(view, team, ahead, behind, segment)
        for team, cars in teams.items()
        for pair in pairwise(cars)
        for ahead, behind in _compared(view, *pair, segment)
        if only is None or only in (ahead, behind)
    ]
    if order != "standing" or segment is not None:
        compared = ((_apart(view, pair), pair) for pair in pairs)
        ranked = sorted((each for each in compared if each[0] < math.inf), key=itemgetter(0), reverse=order == "widest")
        pairs = [pair for _, pair in ranked]
    told = _by_gap(view, pairs, order, segment) if order != "standing" or segment else _summary(view, only, pairs)
    by_sector = _by_sector(view, only, pairs, segment) if given.get("sectors") and only else ""
    return {
        "summary": by_sector or told,
        "pairs": pairs[: s.MAX_CARS],
        "teams": sum(len(cars) == 1 for cars in teams.values()),
        "missing": [] if teams else ["the teams of the drivers"],
    }


def _compared(view: RaceView, one: str, other: str, segment: int | None) -> Iterator[tuple[str, str]]:
    """The two as they stand; where neither has a time to be ranked by, by the last segment in which both had one."""
    if segment is None and any(position_of(view, car) is not None for car in (one, other)):
        yield one, other
    elif (bests := _bests(view, one, other, segment)) is not None:
        yield (one, other) if bests[0] <= bests[1] else (other, one)


def _pair(view: RaceView, team: str, ahead: str, behind: str, segment: int | None) -> JsonObject:
    gap = None if view.timed else gap_between(view, ahead, behind)
    paces = [None if view.timed else green_pace(view, car) for car in (ahead, behind)]
    bests = _bests(view, ahead, behind, segment)
    pace = round(paces[1].seconds - paces[0].seconds, 3) if paces[0] and paces[1] else None
    return {
        "team": team[:80],
        "ahead": named(view, ahead),
        "behind": named(view, behind),
        "positions": [position_of(view, car) for car in (ahead, behind)],
        "gap_s": gap.seconds if gap else None,
        "gap_laps": gap.laps if gap else None,
        "pace_s": pace,
        "best_s": None if bests is None else round(bests[1] - bests[0], 3),
    }


def _bests(view: RaceView, ahead: str, behind: str, segment: int | None) -> tuple[float, float] | None:
    """Their best laps; of a qualifying those of the segment asked for, or the last in which both have a time."""
    segment = segment or common_segment(view, ahead, behind)
    if segment is not None:
        first, second = (counted_segments(view).best(car, segment) for car in (ahead, behind))
        return None if first is None or second is None else (first, second)
    quick = [quickest(view, car) for car in (ahead, behind)]
    return (quick[0][0], quick[1][0]) if quick[0] and quick[1] else None


def _apart(view: RaceView, pair: JsonObject) -> float:
    """How far the two are apart: by best laps where those are ranked, else on the road, where both still race."""
    if any(_is_out(view, pair[side]["car"]) for side in ("ahead", "behind")):
        return math.inf
    if not view.timed and pair["gap_laps"]:
        return float(pair["gap_laps"] * _LAPPED_S)
    told = pair["best_s"] if view.timed else pair["gap_s"]
    return math.inf if told is None else abs(told)


def _by_sector(view: RaceView, only: str, pairs: list[JsonObject], segment: int | None) -> str:
    """The best sectors of a driver and of his team mate; empty where one of them has none."""
    cars = [pair[side]["car"] for pair in pairs[:1] for side in ("ahead", "behind")]
    told = [car_sectors(view, car, None, segment) for car in sorted(cars, key=lambda car: car != only)]
    if len(told) < 2 or not all(each.best for each in told):
        return ""
    return sector_words.of_two(view, told[0], told[1], None, sector_words.Span(None, segment))


def _by_gap(view: RaceView, pairs: list[JsonObject], order: str, segment: int | None) -> str:
    """`Closest team mates in Q3: Hamilton ahead of Russell by 0.002 s (Mercedes); …`"""
    where = f" in {segment_name(view, segment)}" if segment else ""
    if not pairs:
        return f"No team has two cars to be compared{where}."
    said = [
        f"{short_name(view, pair['ahead']['car'])} ahead of {short_name(view, pair['behind']['car'])} "
        f"by {_apart_text(view, pair)}{'' if segment else _compared_in(view, pair)}"
        for pair in pairs
    ]
    start = {"closest": "Closest team mates", "widest": "Team mates furthest apart"}.get(order, "Ahead in the teams")
    return fitting(f"{start}{where}: ", said, "; ")


def _apart_text(view: RaceView, pair: JsonObject) -> str:
    return gap_text(_apart(view, pair)) if view.timed or not pair["gap_laps"] else laps_text(pair["gap_laps"])


def _compared_in(view: RaceView, pair: JsonObject) -> str:
    """` in Q1`: the segment in which the two are compared."""
    segment = common_segment(view, pair["ahead"]["car"], pair["behind"]["car"]) if view.timed else None
    return f" in {segment_name(view, segment)}" if segment else ""


def _summary(view: RaceView, only: str | None, pairs: list[JsonObject]) -> str:
    if not pairs:
        if view.timed:
            who = f"{short_name(view, only)} cannot" if only else "No team can"
            return f"{who} be compared yet: no time of both cars."
        return f"{short_name(view, only)} has no team mate that is placed." if only else "No team has two cars placed."
    said = [_worded(view, pair) for pair in pairs]
    if only is None:
        return fitting("Ahead in the teams: ", said, "; ")
    pair = pairs[0]
    pace, names = pair["pace_s"], [short_name(view, pair[side]["car"]) for side in ("ahead", "behind")]
    racing = not any(_is_out(view, pair[side]["car"]) for side in ("ahead", "behind"))
    more = (
        f"; over the last {PACE_LAPS} clean laps of each {names[pace < 0]} is {abs(pace):.3f} s a lap faster"
        if pace and racing
        else ""
    )
    return f"{said[0]}{more}."


def _worded(view: RaceView, pair: JsonObject) -> str:
    names = [short_name(view, pair[side]["car"]) for side in ("ahead", "behind")]
    first, second = pair["positions"]
    by = (
        gap_text(pair["gap_s"])
        if pair["gap_s"] is not None
        else laps_text(pair["gap_laps"])
        if pair["gap_laps"]
        else ""
    )
    if view.timed and pair["best_s"] is not None and pair["best_s"] >= 0 and (first is None) == (second is None):
        segment = common_segment(view, pair["ahead"]["car"], pair["behind"]["car"])
        last = segment is None or segment == view.segment
        by = gap_text(pair["best_s"]) + ("" if last else f" in {segment_name(view, segment)}")
    out = [_is_out(view, pair[side]["car"]) for side in ("ahead", "behind")]
    untimed = "" if first is None and second is None else " (no time yet)"
    places = [
        " (out)" if gone else f" (P{place})" if place is not None else untimed
        for gone, place in zip(out, (first, second), strict=True)
    ]
    return f"{names[0]}{places[0]} ahead of {names[1]}{places[1]}{f' by {by}' if by else ''}"


def _is_out(view: RaceView, car: str) -> bool:
    return not view.timed and view.run_state(car)[0] in OUT_STATES
