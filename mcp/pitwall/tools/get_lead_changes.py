"""get_lead_changes: who led the race, from which lap to which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise
from operator import itemgetter

from pitwall.facts.names import crew_name, find_car, named, short_name
from pitwall.facts.passing import How, passes
from pitwall.state import RACES, RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import capital, count_text, fitting, laps_text
from toolgate.contract import JsonObject, ToolSpec

_MAX_LEADS = 500
_HOW: Mapping[How, str] = {
    "track": "on track",
    "start": "on lap 1",
    "stop": "by a stop",
    "retirement": "by a retirement",
}
_BASIS = "the first car over the line at the end of each lap; a lead gained and lost within a lap is not in it"

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {},
        """
        how many lead changes have there been / lead changes / how often has the lead changed
        how many changes of lead / how many drivers have led the race / different leaders
        has the lead changed / when did the lead change / who has led the race
        how many led / how many drivers have led / how many drivers (led|have led) a lap / who led which laps
        who has led this race / who led this race
        everyone who (led|has led) / list the leaders lap by lap
        how many different leaders / when did the lead last change / who has been in the lead so far
        who led before / history of the lead / how many times has the lead changed hands / previous leaders
        who was leading before / who led before {driver} / who was leading before {driver}
        who lost the lead to {driver}
        who took the lead from {driver} / who took the lead when {driver} (stopped|pitted|came in|retired)
        when did the lead change hands
        who took the lead after {driver} (stopped|pitted) / has the lead ever changed / did the lead change
        has anybody else led / who else has led / has anyone but {driver} led / has anyone other than {driver} led
        has anybody led other than {driver} / did anyone else lead / how was the lead shared
        on which laps did the lead change
        which drivers have led / who has been leading / who took the lead and when
        """,
    ),
    *asked(
        {"by_driver": True},
        """
        laps led by each driver / how many laps (has|did) each (driver|leader) (led|lead) / laps in the lead by driver
        who has led the most laps / who led the most laps / who has spent the most laps in the lead / laps led
        most laps led / how many laps has everyone led
        """,
    ),
    *asked(
        {"by_driver": True, "driver": "{driver}"},
        """
        how many laps has {driver} led (compared to|compared with|against|versus|vs) (everyone else|the others|the rest)
        how many laps did {driver} lead (compared to|compared with|against|versus|vs) (everyone else|the others)
        laps led by {driver} (compared to|against|versus|vs) (everyone else|the others|the rest)
        has {driver} led more laps than (anyone else|everyone else|the others)
        has {driver} led the most laps / did {driver} lead the most laps
        """,
    ),
    *asked(
        {"driver": "{driver}"},
        """
        how many laps has {driver} led / has {driver} led the race / did {driver} lead / when did {driver} lead
        how long did {driver} lead / how many laps in the lead for {driver}
        when did {driver} take the lead / when did {driver} lose the lead / laps led by {driver}
        has {driver} been in the lead / for how many laps did {driver} lead / has {driver} led every lap
        did {driver} lead every lap / has {driver} led from the start / has {driver} led all the way
        did {driver} lead all race
        how much of the race has {driver} led / how much of the race did {driver} lead / has {driver} ever led
        did {driver} ever lead / has {driver} led at any point / how long has {driver} been in the lead
        since when has {driver} been leading / since when has {driver} led / how long has {driver} led
        did {driver} keep the lead / has {driver} held the lead throughout / did {driver} hold the lead
        did {driver} keep the lead through the (stops|pit stops|first stops|pit cycle) / did {driver} lose the lead
        has {driver} lost the lead / when was {driver} in the lead / did {driver} lead at the start
        has {driver} led from lights to flag / did {driver} lead from start to finish / has {driver} led a lap
        which laps did {driver} lead / on which laps did {driver} lead / which laps has {driver} led
        how did {driver} (take|get|lose) the lead / how has {driver} (taken|got|lost) the lead
        how did {driver} (get to|come to|make it to|end up in) the front / how did {driver} end up (in the lead|leading)
        how did {driver} (win|win it|win the race|come to win)
        who did {driver} (take|lose) the lead (from|to) / on which lap did {driver} take the lead
        when did {driver} hit the front / when did {driver} get the lead
        """,
    ),
)


def build_get_lead_changes_tool(cache: StateCache) -> ToolSpec:
    """The leaders at the line, lap by lap, as spells of the lead, and how often it changed."""
    return race_tool(
        cache,
        _handle,
        name="get_lead_changes",
        kinds=RACES,
        description="Lead changes: who led the race from which lap to which, how often the lead changed, and how many "
        "laps each driver or one driver has led.",
        arguments={
            "driver": s.driver_argument("only this driver's spells in the lead"),
            "by_driver": s.flag("tell how many laps each driver has led, the driver beside all others"),
        },
        payload={
            "leads": s.rows(
                s.record(
                    {
                        "driver": s.driver(),
                        "from_lap": s.lap_number(),
                        "to_lap": s.lap_number(),
                        "laps": s.integer(low=1, high=s.MAX_LAPS),
                    }
                ),
                "spells in the lead, in order",
                most=_MAX_LEADS,
            ),
            "changes": s.integer("changes of the lead, all drivers'", high=s.MAX_LAPS),
            "laps_led": s.rows(s.record({"driver": s.driver(), "laps": s.lap_number()}), "most laps first"),
            "leader_now": s.driver("in the feed's order", nullable=True),
            "basis": s.text("what leading means here", longest=200),
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    only = find_car(view, given["driver"], path="/driver") if "driver" in given else None
    whole = bool(given.get("by_driver"))
    leaders = view.lap_leaders
    leads = _spells(view, leaders)
    led = Counter(car for car in leaders if car is not None)
    chosen = [(car, laps) for car, laps in leads if only is None or car == only]
    return {
        "summary": _shares(view, led, only, leaders)
        if whole and led
        else _one(view, only, chosen, leaders)
        if only
        else _all(view, leads, len(leaders)),
        "leads": [_row(view, car, laps) for car, laps in chosen[-_MAX_LEADS:]],
        "changes": _changes(leads),
        "laps_led": [
            {"driver": named(view, car), "laps": laps}
            for car, laps in led.most_common(s.MAX_CARS)
            if only is None or whole or car == only
        ],
        "leader_now": named(view, view.leader) if view.leader else None,
        "basis": _BASIS,
        "missing": _missing(leaders),
    }


def _spells(view: RaceView, leaders: Sequence[str | None]) -> list[tuple[str, list[int]]]:
    """Each car that led with the laps in a row that it did, under one driver each."""
    lines, found = view.line_times, list[tuple[str, list[int]]]()
    for car, spell in groupby(enumerate(leaders, 1), key=itemgetter(1)):
        if car is None:
            continue
        laps = [lap for lap, _ in spell]
        if not view.has_changed_driver(car):
            found.append((car, laps))
            continue
        names = [short_name(view, car, lines[lap]) for lap in laps]
        found += [(car, [lap for lap, _ in mine]) for _, mine in groupby(zip(laps, names, strict=True), itemgetter(1))]
    return found


def _missing(leaders: Sequence[str | None]) -> list[str]:
    if not leaders:
        return ["who leads at the line: no lap is completed yet"]
    untold = leaders.count(None)
    return [f"who led at the line on {laps_text(untold)}"] if untold else []


def _changes(leads: list[tuple[str, list[int]]]) -> int:
    return sum(before != after for (before, _), (after, _) in pairwise(leads))


def _row(view: RaceView, car: str, laps: list[int]) -> JsonObject:
    driver = named(view, car, view.line_times[laps[-1]])
    return {"driver": driver, "from_lap": laps[0], "to_lap": laps[-1], "laps": len(laps)}


def _span(laps: list[int]) -> str:
    return f"lap {laps[0]}" if len(laps) == 1 else f"laps {laps[0]} to {laps[-1]}"


_UNTOLD = "Who led at the line is not told of the {} so far."


def _all(view: RaceView, leads: list[tuple[str, list[int]]], laps: int) -> str:
    if not leads and laps:
        return _UNTOLD.format(laps_text(laps))
    if not leads:
        return "No lap is completed yet: nobody has led at the line."
    changes = count_text(_changes(leads), "change of lead", "changes of lead")
    spells = [f"{short_name(view, car, view.line_times[laps[-1]])} {_span(laps)}" for car, laps in leads]
    return fitting(f"{changes[0].upper()}{changes[1:]} at the line: ", spells)


def _shares(view: RaceView, led: Counter[str], only: str | None, leaders: Sequence[str | None]) -> str:
    """`Led, of 51 laps at the line: Vettel 30, Bottas 18, Hamilton 3.`; one who is asked about comes first."""
    others = [f"{capital(crew_name(view, car))} {laps}" for car, laps in led.most_common() if car != only]
    told = f" ({len(leaders) - leaders.count(None)} are told)" if None in leaders else ""
    of = f"of {laps_text(len(leaders))} at the line{told}"
    if only is None:
        return fitting(f"Led, {of}: ", others)
    start = f"{capital(crew_name(view, only))} has led {led[only] or 'none'} {of}"
    return fitting(f"{start}; the others: ", others) if others else f"{start}, and nobody else any."


def _one(view: RaceView, car: str, leads: list[tuple[str, list[int]]], leaders: Sequence[str | None]) -> str:
    name = capital(crew_name(view, car))
    if not leads:
        leading = " and leads now" if car == view.leader and view.started else ""
        told = len(leaders) - leaders.count(None)
        if leaders and not told:
            return _UNTOLD.format(laps_text(len(leaders)))
        heard = f" of the {told} of {laps_text(len(leaders))} that are told" if told < len(leaders) else ""
        return f"{name} has led no lap at the line{heard}{leading}."
    total = sum(len(laps) for _, laps in leads)
    told = len(leaders) - leaders.count(None)
    of = f"{laps_text(len(leaders))} at the line{f' ({told} are told)' if told < len(leaders) else ''}"
    start = f"{name} has led {total} of {of}: "
    how = {(each.lap, each.car, each.passed): each.how for each in passes(view)}
    said = [f"{_span(laps)}{_turns(view, car, laps, leaders, how)}" for _, laps in leads]
    return fitting(start, said, "; " if any(", " in one for one in said) else ", ")


def _turns(
    view: RaceView, car: str, laps: list[int], leaders: Sequence[str | None], how: Mapping[tuple[int, str, str], How]
) -> str:
    """` (past Vettel as he stopped, lost to Hamilton on track)`: how a spell in the lead began and ended, if told."""
    first, last = laps[0], laps[-1]
    before = leaders[first - 2] if first > 1 else None
    after = leaders[last] if last < len(leaders) else None
    began = how.get((first, car, before)) if before else None
    ended = how.get((last + 1, after, car)) if after else None
    parts = [f"past {short_name(view, before)} {_HOW[began]}" if began and before else ""]
    parts.append(f"lost to {short_name(view, after)} {_HOW[ended]}" if ended and after else "")
    told = ", ".join(part for part in parts if part)
    return f" ({told})" if told else ""
