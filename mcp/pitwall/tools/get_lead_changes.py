"""get_lead_changes: who led the race, from which lap to which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise
from operator import itemgetter

from pitwall.facts.leads import leads_at_line
from pitwall.facts.names import crew_name, find_car, named, short_name
from pitwall.facts.passing import How, passes
from pitwall.state import RACES, RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.class_lead_words import led_in_class
from pitwall.tools.class_questions import LED_IN_CLASS
from pitwall.tools.lead_questions import LEAD_QUESTIONS
from pitwall.tools.tool import race_tool
from pitwall.tools.words import capital, count_text, fitting, gap_text, laps_text
from toolgate.contract import JsonObject, ToolSpec

_MAX_LEADS = 500
_HOW: Mapping[How, str] = {
    "track": "on track",
    "start": "on lap 1",
    "stop": "by a stop",
    "retirement": "by a retirement",
}
_BASIS = "the first car over the line at the end of each lap; a lead gained and lost within a lap is not in it"


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
            "lead": s.choice("largest", "smallest", description="how far ahead at the line, at most or at least"),
            "in_class": s.flag("with a driver: the summary tells of the lead of his class"),
            "since_lap": {
                **s.integer("only changes on this lap or later", low=1, high=s.MAX_LAPS),
                "x-phrases": ["since lap {}", "from lap {} on"],
            },
            "to_lap": {
                **s.integer("only changes up to this lap", low=1, high=s.MAX_LAPS),
                "x-phrases": ["until lap {}", "up to lap {}", "by lap {}"],
            },
            "in_a_row": s.flag("with a driver: the most laps in a row that he led"),
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
        examples=(*LEAD_QUESTIONS, *LED_IN_CLASS),
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    only = find_car(view, given["driver"], path="/driver") if "driver" in given else None
    whole = bool(given.get("by_driver"))
    leaders = view.lap_leaders
    leads = _spells(view, leaders)
    span = range(given.get("since_lap", 1), given.get("to_lap", len(leaders)) + 1)
    led = Counter(car for lap, car in enumerate(leaders, 1) if car is not None and lap in span)
    changes = [(before, car, laps[0]) for (before, _), (car, laps) in pairwise(leads)]
    changes = [each for each in changes if each[0] != each[1] and each[2] in span]
    chosen = [(car, laps) for car, laps in leads if only in (None, car) and not set(span).isdisjoint(laps)]
    if given.keys() & {"since_lap", "to_lap"} and leads:
        said = _in_span(view, span, changes, (only, led[only]) if only else None, open_ended="to_lap" not in given)
    elif (size := given.get("lead")) is not None and (told := _lead(view, only, size)):
        said = told
    elif only and given.get("in_a_row") and chosen:
        said = _in_a_row(view, only, chosen)
    elif only and given.get("in_class"):
        said = led_in_class(view, only)
    elif whole and led:
        said = _shares(view, led, only, leaders)
    else:
        said = _one(view, only, chosen, leaders) if only else _all(view, leads, len(leaders))
    return {
        "summary": said,
        "leads": [_row(view, car, laps) for car, laps in chosen[-_MAX_LEADS:]],
        "changes": len(changes),
        "laps_led": [
            {"driver": named(view, car), "laps": laps}
            for car, laps in led.most_common(s.MAX_CARS)
            if only is None or whole or car == only
        ],
        "leader_now": named(view, view.leader) if view.leader else None,
        "basis": _BASIS,
        "missing": _missing(leaders),
    }


def _in_span(
    view: RaceView,
    span: range,
    changes: Sequence[tuple[str, str, int]],
    of_one: tuple[str, int] | None,
    *,
    open_ended: bool,
) -> str:
    """`1 change of lead at the line from lap 30 on: Bottas from Vettel (lap 31).`; of one, the laps that he led."""
    if span.start > len(view.lap_leaders):
        return f"Lap {span.start} is not completed yet: {laps_text(len(view.lap_leaders))} so far."
    last = span.stop - 1
    when = f"from lap {span.start} on" if open_ended else f"on laps {span.start} to {last}"
    if of_one is not None:
        return f"{capital(crew_name(view, of_one[0]))} has led {laps_text(of_one[1])} at the line {when}."
    start = f"{capital(count_text(len(changes), 'change of lead', 'changes of lead'))} at the line {when}"
    if not changes:
        return f"{start}."
    said = [f"{short_name(view, car)} from {short_name(view, before)} (lap {lap})" for before, car, lap in changes]
    return fitting(f"{start}: ", said)


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


def _lead(view: RaceView, only: str | None, size: str) -> str:
    """`Largest lead of Bottas at the line: 11.4 s over Vettel at the end of lap 36.`; empty where none is told."""
    leads = [lead for lead in leads_at_line(view) if only in (None, lead.leader)]
    if not leads:
        return ""
    found = (max if size == "largest" else min)(leads, key=lambda lead: lead.seconds)
    start = f"{size.capitalize()} lead of {short_name(view, found.leader)} at the line"
    over = short_name(view, found.second)
    return f"{start}: {gap_text(found.seconds)} over {over} at the end of lap {found.lap}."


_UNTOLD = "Who led at the line is not told of the {} so far."


def _all(view: RaceView, leads: list[tuple[str, list[int]]], laps: int) -> str:
    if not leads and laps:
        return _UNTOLD.format(laps_text(laps))
    if not leads:
        return "No lap is completed yet: nobody has led at the line."
    changes = count_text(_changes(leads), "change of lead", "changes of lead")
    spells = [f"{short_name(view, car, view.line_times[laps[-1]])} {_span(laps)}" for car, laps in leads]
    start = f"{capital(changes)} at the line: "
    told = fitting(start, spells)
    # Where not all have room, who leads now and since when is told too.
    return told if spells[-1] in told else fitting(start, spells[:-1], end=f"; the last: {spells[-1]}.")


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


def _in_a_row(view: RaceView, car: str, spells: Sequence[tuple[str, list[int]]]) -> str:
    """`Vettel has led at most 30 laps in a row at the line, laps 1 to 30; 31 in all.`"""
    laps = max((mine for _, mine in spells), key=len)
    total = sum(len(mine) for _, mine in spells)
    name = capital(crew_name(view, car))
    return f"{name} has led at most {laps_text(len(laps))} in a row at the line, {_span(laps)}; {total} in all."


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
