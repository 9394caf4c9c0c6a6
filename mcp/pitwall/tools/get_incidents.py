"""get_incidents: what happened to a driver, or on a lap, told together: flags, stewards, stops, retirements."""

from __future__ import annotations

import re

from pitwall.facts.best_laps import best_laps
from pitwall.facts.names import crew_name, named
from pitwall.facts.periods import FULL_COURSE, KINDS, PERIOD_NAMES, Period, kinds_of, track_periods
from pitwall.facts.starting import starting_positions
from pitwall.state import OUT_STATES, RaceView, StateCache
from pitwall.state.moment import format_session_time
from pitwall.stewards import of_stewards
from pitwall.tools import schemas as s
from pitwall.tools.crash_words import crash_words
from pitwall.tools.deleted_words import deleted_of, deleted_words
from pitwall.tools.drivers_asked import drivers_asked
from pitwall.tools.happening_rows import EVENTS, MOST_EVENTS, event_row, events_words
from pitwall.tools.happenings import HAPPENING_KINDS, Happening, HappeningKind, happenings
from pitwall.tools.happenings_of_one import AT_ONCE_S, in_short, moved_on, on_his_lap, with_costly
from pitwall.tools.incident_questions import EXAMPLES
from pitwall.tools.pair_words import pair_words
from pitwall.tools.retirement_words import when_out
from pitwall.tools.segment_argument import SEGMENT, segment_asked
from pitwall.tools.timed_words import segment_name
from pitwall.tools.tool import race_tool
from pitwall.tools.words import capital, count_text, fitting, out_words
from toolgate.contract import JsonObject, ToolSpec

_OF_ALL: tuple[HappeningKind, ...] = ("retirement", "stopped", "track", "stewards", "lost")
"""What is an incident where nobody is named: stops, passes and flags are none."""
_OF_CRASHES: tuple[HappeningKind, ...] = ("retirement", "stopped", "stewards")
_OF_STEWARDS: tuple[HappeningKind, ...] = ("stewards",)
_CAUSES: tuple[HappeningKind, ...] = ("retirement", "stopped", "stewards", "lost", "weather")

_BEFORE_S, _AFTER_S = 180.0, 60.0
"""What it was shown for lies so long before, and after: a car that stops is known by the lap it does not end."""

_EARLY_LAPS = 2
"""Who stops so early has had trouble."""

_TOGETHER_S = 60.0
"""Two cars whose last laps ended so near to each other went out together."""


_BEFORE = "only what went before the last such flag or safety car; full_course_yellow: a safety car of either kind"


def build_get_incidents_tool(cache: StateCache) -> ToolSpec:
    """All that the feed tells around a driver or a lap, so that nobody has to put it together."""
    return race_tool(
        cache,
        _handle,
        name="get_incidents",
        description="Incidents: what happened to a driver, between two drivers, or on a lap, told together: flags, "
        "stewards, stops, positions lost, retirements. The feed tells of no contact but by race control.",
        arguments={
            "driver": s.driver_argument("what happened to this driver"),
            "show": {
                **s.choice(
                    "all",
                    "crashes",
                    "trouble",
                    description="crashes: who is out, what was noted; trouble: what failed",
                ),
                "default": "all",
            },
            "other": {**s.driver_argument("only what involves this driver as well"), "x-by-example": True},
            "before": s.choice(*KINDS, FULL_COURSE, description=_BEFORE),
            "nth": s.integer("with before: the first is 1; else the last", low=1, high=100),
            "turn": {
                **s.integer("only what race control has said of this turn", low=1, high=50),
                "x-phrases": [f"{at} {part} {{}}" for at in ("at", "in", "into", "on") for part in ("turn", "corner")],
            },
            "lap": {
                **s.integer("only on this lap", high=s.MAX_LAPS),
                "x-phrases": [
                    f"{happened}{on} lap {{}}" for happened in ("", "happened ", "went on ") for on in ("on", "in")
                ],
            },
            "segment": SEGMENT,
            "since_lap": {
                "type": "integer",
                "minimum": 1,
                "maximum": s.MAX_LAPS,
                "description": "only on this lap or later",
                "x-phrases": ["since lap {}", "after lap {}", "from lap {} on"],
            },
        },
        payload={
            "driver": s.driver("of whom, where one is named", nullable=True),
            "state": s.text("what that driver's car is doing", longest=20, nullable=True),
            "events": EVENTS,
            "matching": s.integer("events of this kind", high=100_000),
        },
        examples=EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    cars = drivers_asked(view, given)
    lap = given.get("lap")
    if "before" in given:
        return _before(view, given["before"], given.get("nth"))
    if "turn" in given:
        return _at_turn(view, given["turn"])
    if given.get("show") == "crashes":
        return _crashes(view, cars, lap, segment_asked(view, given))
    if given.get("show") == "trouble" and len(cars) == 1:
        return _trouble(view, cars[0])
    every = happenings(view, kinds=HAPPENING_KINDS if cars or lap is not None else _OF_ALL)
    since = given.get("since_lap", 0)
    told = [event for event in every if lap in (None, event.lap) and (event.lap or 0) >= since]
    found = _of_cars(told, cars)
    if len(cars) == 1 and lap is not None and not view.timed:
        found = on_his_lap(view, cars[0], lap, every)
    mine = cars[0] if cars else None
    both = len(cars) == 2 and lap is None
    alone = _of_one(view, cars, lap, since)
    if alone:
        found = with_costly(view, cars[0], found)
    told = in_short(view, cars[0], found) if alone else found
    return {
        "summary": pair_words(view, found, cars) if both else _summary(view, told, cars, lap, since),
        "driver": named(view, mine) if mine else None,
        "state": view.run_state(mine)[0] if mine else None,
        "events": [event_row(view, event) for event in found[-MOST_EVENTS:]],
        "matching": len(found),
        "missing": ["contact, spins and damage that race control has not spoken of"],
    }


def _crashes(view: RaceView, cars: list[str], lap: int | None, segment: int | None) -> JsonObject:
    """Who is out and what the stewards noted, latest first: of crashes and spins timing tells no more."""
    every = [event for event in happenings(view, kinds=_OF_CRASHES) if lap in (None, event.lap)]
    if segment is not None:
        every = [event for event in every if view.segment_at(event.t) == segment]
    found = _of_cars(every, cars)
    where = f"In {segment_name(view, segment)}: " if segment is not None else ""
    told = _told(view, f"{where}{crash_words(view, found, cars, lap)}"[:200], found)
    mine = cars[0] if cars else None
    return {
        **told,
        "driver": named(view, mine) if mine else None,
        "state": view.run_state(mine)[0] if mine else None,
    }


def _trouble(view: RaceView, car: str) -> JsonObject:
    """What went wrong for a car: stewards, stops on track, positions and time that it lost at once."""
    told = _of_cars(happenings(view, kinds=(*_OF_ALL, "stop")), [car])
    found = with_costly(view, car, [each for each in told if each.kind != "stop" or (each.lap or 0) <= _EARLY_LAPS])
    who = capital(crew_name(view, car))
    none = _without_incident(view, who, car) or (
        f"The feed tells of no trouble of {who}: no incident, no lap that cost {AT_ONCE_S:.0f} s or positions at once."
    )
    return {
        **_told(view, _summary(view, in_short(view, car, found), [car], None) if found else none, found),
        "driver": named(view, car),
        "state": view.run_state(car)[0],
    }


def _of_one(view: RaceView, cars: list[str], lap: int | None, since: int) -> bool:
    """Whether all that has happened to one car in a race is asked for."""
    return len(cars) == 1 and lap is None and not since and not view.timed


def _of_cars(found: list[Happening], cars: list[str]) -> list[Happening]:
    """The events that name all of these cars; two that go out together have one incident, though each is told apart."""
    out = [event for event in found if event.kind == "retirement" and not set(cars).isdisjoint(event.cars)]
    together = len(cars) == len(out) == 2 and abs(out[0].t - out[1].t) <= _TOGETHER_S
    return [event for event in found if set(cars) <= set(event.cars) or (together and event in out)]


def _at_turn(view: RaceView, turn: int) -> JsonObject:
    """The stewards' cases of a turn, by whom they involve, and what else race control has said of it."""
    named_there = re.compile(rf"\bTURNS? (?:\d+ (?:AND|TO) )?{turn}\b")
    every = happenings(view, kinds=_OF_STEWARDS)
    cases = [event for event in every if event.case is not None and named_there.search(event.case.where)]
    said = [
        Happening(m.t, m.lap, "stewards", (m.car,) if m.car else (), m.message)
        for m in view.race_control
        if named_there.search(m.message.upper()) and not (cases and of_stewards(m))
    ]
    found = sorted([*cases, *said], key=lambda each: each.t)
    none = f"Race control has said nothing of turn {turn} so far."
    return _told(view, events_words(f"Race control on turn {turn}: ", found) if found else none, found)


def _told(view: RaceView, summary: str, found: list[Happening], *missing: str) -> JsonObject:
    return {
        "summary": summary,
        "driver": None,
        "state": None,
        "events": [event_row(view, event) for event in found[-MOST_EVENTS:]],
        "matching": len(found),
        "missing": [*missing, "contact, spins and damage that race control has not spoken of"],
    }


def _before(view: RaceView, asked_for: str, nth: int | None) -> JsonObject:
    """What went before the nth period of a kind, or the last: race control tells no reasons."""
    kinds = kinds_of(asked_for)
    every = [period for period in track_periods(view) if period.kind in kinds]
    last = next(iter(every[-1:] if nth is None else every[nth - 1 : nth]), None)
    one, several = PERIOD_NAMES[kinds[0]] if len(kinds) == 1 else ("full course yellow", "full course yellows")
    name = PERIOD_NAMES[last.kind][0] if last is not None else one
    found: list[Happening] = []
    if last is not None:
        since, until = last.start - _BEFORE_S, last.start + _AFTER_S
        found = [event for event in happenings(view, since, _CAUSES) if event.t <= until]
    at = "" if last is None else format_session_time(last.start)[:8] if view.timed else f"lap {last.from_lap}"
    when = (at and (f" at {at}" if view.timed else f" of {at}")) + _ended_words(view, last)
    start = f"No reason is given for the {name}{when}; "
    if last is None:
        said = (
            f"There was no {name} so far."
            if not every
            else f"There were only {count_text(len(every), one, several)} so far."
        )
    elif found:
        said = events_words(f"{start}around then: ", found)
    else:
        said = f"{start}nothing else is known of that moment."
    return _told(view, said, found, f"why the {name} was shown")


def _ended_words(view: RaceView, period: Period | None) -> str:
    """`, which ended at 00:27:58`; empty of one that is not over, and in a race that is."""
    if period is None or period.end is None or view.over:
        return ""
    return f", which ended {f'at {format_session_time(period.end)[:8]}' if view.timed else f'on lap {period.to_lap}'}"


def _without_incident(view: RaceView, who: str, car: str) -> str:
    """What else befell a car in practice or qualifying: a knock-out and deleted laps; empty where nothing did."""
    none = f"The feed tells of no incident of {who}"
    left = (
        next((best for best in best_laps(view) if best.car == car and best.knocked_out), None) if view.timed else None
    )
    if left is not None:
        where = f" in {segment_name(view, left.segment)}" if left.segment else ""
        none += f", knocked out{where}{f' (P{left.position})' if left.position else ''}"
    gone = deleted_of(view, car) if view.timed else []
    if gone:
        return fitting(f"{none}; deleted: ", map(deleted_words, gone), "; ")
    return f"{none}." if left is not None else ""


def _summary(view: RaceView, found: list[Happening], cars: list[str], lap: int | None, since: int = 0) -> str:
    who = " and ".join(crew_name(view, car) for car in cars)
    on = f" on lap {lap}" if lap is not None else f" since lap {since}" if since else ""
    if len(cars) == 1 and lap is None and not since:
        state, derived = view.run_state(cars[0])
        if state in OUT_STATES:
            found = [event for event in found if event.kind != "retirement"]
            out = f"{capital(who)} {out_words(state, derived)}{when_out(view, cars[0])}."
            first = found and found[0]._replace(text=capital(found[0].text))
            return events_words(f"{out} ", [first, *found[1:]]) if first else out
    if not found and len(cars) == 1 and lap is None and (said := _without_incident(view, who, cars[0])):
        return said
    if not found and lap is not None and len(cars) == 1 and (moved := moved_on(view, cars[0], lap)):
        return f"{capital(who)}{moved}{on}; the feed tells of no incident of {who} there."
    if not found:
        return f"The feed tells of no incident{' of ' + who if who else ''}{on}."
    stands = _stands(view, cars[0]) if _of_one(view, cars, lap, since) else ""
    if len(cars) == 1 and lap is not None and not view.timed:
        stands = moved_on(view, cars[0], lap)
    return events_words(f"{capital(who) or 'Incidents'}{stands}{on}: ", found)


def _stands(view: RaceView, car: str) -> str:
    """` is P15 now (started P2)`: where a car is, and where it began."""
    place, start = view.car(car).position, starting_positions(view)[0].get(car)
    there = f" was P{place}" if view.finished else f" is P{place} now"
    return f"{there}{f' (started P{start})' if start else ''}" if place else ""
