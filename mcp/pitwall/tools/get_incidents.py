"""get_incidents: what happened to a driver, or on a lap, told together: flags, stewards, stops, retirements."""

from __future__ import annotations

import re

from pitwall.facts.names import crew_name, find_car, named
from pitwall.facts.periods import KINDS, PERIOD_NAMES, Kind, track_periods
from pitwall.state import OUT_STATES, RaceView, StateCache
from pitwall.state.moment import format_session_time
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.crash_words import crash_words
from pitwall.tools.happening_rows import EVENTS, MOST_EVENTS, event_row, events_words
from pitwall.tools.happenings import HAPPENING_KINDS, Happening, HappeningKind, happenings
from pitwall.tools.pair_words import pair_words
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import capital, count_text, out_words
from toolgate.contract import JsonObject, ToolSpec

_OF_ALL: tuple[HappeningKind, ...] = ("retirement", "stopped", "track", "stewards", "lost")
"""What is an incident where nobody is named: stops, passes and flags are none."""
_OF_CRASHES: tuple[HappeningKind, ...] = ("retirement", "stewards")
_CAUSES: tuple[HappeningKind, ...] = ("retirement", "stopped", "stewards", "lost", "weather")

_STOPPERS: dict[Kind, str] = {
    "safety_car": "safety car", "vsc": "(virtual safety car|vsc)", "red": "red flag", "yellow": "yellow flag"
}  # fmt: skip
"""What puts an end to racing, as people call it."""
_BEFORE_S, _AFTER_S = 180.0, 60.0
"""What it was shown for lies so long before, and after: a car that stops is known by the lap it does not end."""

_TOGETHER_S = 60.0
"""Two cars whose last laps ended so near to each other went out together."""

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {"driver": "{driver}"},
        """
        why (has|did) {driver} (gone to|go to|dropped to|fallen to|fall to|drop to) the back
        what happened to {driver} / what happened with {driver} / what has happened to {driver}
        what is the matter with {driver} / what is the (problem|trouble) (with|of) {driver}
        has something happened to {driver} / what is wrong with {driver} / is something wrong with {driver}
        why is {driver} last / {driver} last why / why is {driver} at the back
        what happened with {driver} there / what was wrong with {driver}
        did {driver} damage the car / is {driver} damaged / has {driver} got damage
        what did {driver} do wrong / did {driver} lose time / has {driver} had a problem / does {driver} have a problem
        what went wrong for {driver} / has {driver} had trouble
        did {driver} have an incident / incidents of {driver} / did {driver} have a problem
        what has happened to {driver} so far
        did anything happen to {driver}
        what trouble has {driver} had / what has gone wrong for {driver}
        """,
    ),
    *asked(
        {"driver": "{driver}", "other": "{other}"},
        """
        did {driver} and {other} touch / did {driver} and {other} collide / did {driver} hit {other}
        who hit who {driver} {other} / who hit whom {driver} {other} / {driver} and {other} crashed
        {driver} {other} crash
        did {driver} and {other} crash / have {driver} and {other} crashed / did {driver} and {other} have contact
        what happened to {driver} and {other} / have {driver} and {other} collided / {driver} and {other} collision
        crash between {driver} and {other} / crash of {driver} and {other} / collision between {driver} and {other}
        was there contact between {driver} and {other} / did {driver} crash into {other}
        what happened between {driver} and {other} / incident between {driver} and {other}
        what did (race control|the stewards) say (about|of|on) {driver} and {other}
        what (is|was) the verdict on {driver} and {other} / what did the stewards decide (about|on) {driver} and {other}
        what (is|was) the verdict on the (incident|collision|contact|crash) (between|of) {driver} and {other}
        did the stewards (look at|investigate) {driver} and {other} / are {driver} and {other} under investigation
        who was to blame {driver} or {other} / whose fault was it {driver} or {other}
        """,
    ),
    *(
        example
        for kind, name in _STOPPERS.items()
        for example in asked(
            {"before": kind},
            f"""
            why (is|was) the {name} (out|deployed|called|shown|thrown|needed|on) / why is there a {name}
            why was there a {name} / why (did we have|have we got|do we have) a {name} / what is the {name} for
            what (caused|brought out|triggered|led to|prompted|has brought out|has caused|happened before) the {name}
            why did the {name} come out / what was the {name} for / reason for the {name} / cause of the {name}
            who (caused|brought out|triggered) the {name} / what was the reason for the {name} / why {name}
            what is the reason for the {name} / what is behind the {name} / why are we under the {name}
            why are we behind the {name} / why a {name} / what is the cause of the {name}
            """,
        )
    ),
    *(
        example
        for kind, name in _STOPPERS.items()
        for example in asked(
            {"before": kind, "nth": "{n}"},
            f"""
            why was the {{n}}th {name} (out|deployed) / what (caused|brought out|has brought out) the {{n}}th {name}
            what was the {{n}}th {name} for / why did the {{n}}th {name} come out / reason for the {{n}}th {name}
            """,
        )
    ),
    *asked(
        {"turn": "{n}"},
        """
        what happened at turn {n} / who (crashed|stopped|had contact|touched) at turn {n} / incident at turn {n}
        contact at turn {n} / was there (contact|an incident|a crash) at turn {n} / there was contact at turn {n}
        who was involved in the incident at turn {n} / what went on at turn {n} / who was that at turn {n}
        """,
    ),
    *asked(
        {"lap": "{n}"},
        """
        what happened on lap {n} / what happened in lap {n} / what went on on lap {n} / events of lap {n}
        incidents on lap {n} / was there an incident on lap {n} / anything happen on lap {n}
        """,
    ),
    *asked(
        {"show": "crashes"},
        """
        who crashed / who just crashed / who has crashed / has anyone crashed / did anyone crash / any crashes
        has there been a crash / have there been any crashes / is there a crash / was there a crash
        is there another crash / has there been another (crash|incident) / has somebody crashed / has anyone gone off
        who spun / did anyone spin / has anyone spun / who has spun or gone off / did someone spin / who went off
        has there been contact / has anybody collided / what was the last incident / who was involved in the incident
        what was the (latest|last) crash / who was in the last incident / who crashed last
        """,
    ),
    *asked(
        {"show": "crashes", "driver": "{driver}"},
        """
        did {driver} crash / has {driver} crashed / did {driver} spin / has {driver} spun / did {driver} go off
        {driver} crashed / where did {driver} crash / did {driver} have contact / did {driver} have an accident
        was {driver} in an incident / did {driver} hit anyone / who was in the incident with {driver}
        with whom was the incident of {driver} / who had contact with {driver} / has {driver} had an incident
        who did {driver} touch / did {driver} crash or retire
        """,
    ),
    *asked(
        {},
        """
        what incidents have there been / list the incidents / incidents so far / who has had an incident
        who has had trouble / all incidents of the race / incidents
        (any|any more) (incidents|trouble) / any incidents (in|of) (the|this) (race|session)
        (were|have) there (been|) any (incidents|dramas) / how many incidents have there been
        """,
    ),
)


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
                    "all", "crashes", description="crashes: only who is out and what the stewards noted, latest first"
                ),
                "default": "all",
            },
            "other": s.driver_argument("only what involves this driver as well"),
            "before": s.choice(*KINDS, description="only what went before the last such flag or safety car"),
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
        },
        payload={
            "driver": s.driver("of whom, where one is named", nullable=True),
            "state": s.text("what that driver's car is doing", longest=20, nullable=True),
            "events": EVENTS,
            "matching": s.integer("events of this kind", high=100_000),
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    cars = [find_car(view, given[name], path=f"/{name}") for name in ("driver", "other") if name in given]
    lap = given.get("lap")
    if "before" in given:
        return _before(view, given["before"], given.get("nth"))
    if "turn" in given:
        return _at_turn(view, given["turn"])
    if given.get("show") == "crashes" and lap is None:
        return _crashes(view, cars)
    every = happenings(view, kinds=HAPPENING_KINDS if cars or lap is not None else _OF_ALL)
    found = _of_cars([event for event in every if lap is None or event.lap == lap], cars)
    mine = cars[0] if cars else None
    both = len(cars) == 2 and lap is None
    return {
        "summary": pair_words(view, found, cars) if both else _summary(view, found, cars, lap),
        "driver": named(view, mine) if mine else None,
        "state": view.run_state(mine)[0] if mine else None,
        "events": [event_row(view, event) for event in found[-MOST_EVENTS:]],
        "matching": len(found),
        "missing": ["contact, spins and damage that race control has not spoken of"],
    }


def _crashes(view: RaceView, cars: list[str]) -> JsonObject:
    """Who is out and what the stewards noted, latest first: of crashes and spins timing tells no more."""
    found = _of_cars(happenings(view, kinds=_OF_CRASHES), cars)
    told = _told(view, crash_words(view, found, cars), found)
    mine = cars[0] if cars else None
    return {
        **told,
        "driver": named(view, mine) if mine else None,
        "state": view.run_state(mine)[0] if mine else None,
    }


def _of_cars(found: list[Happening], cars: list[str]) -> list[Happening]:
    """The events that name all of these cars; two that go out together have one incident, though each is told apart."""
    out = [event for event in found if event.kind == "retirement" and not set(cars).isdisjoint(event.cars)]
    together = len(cars) == len(out) == 2 and abs(out[0].t - out[1].t) <= _TOGETHER_S
    return [event for event in found if set(cars) <= set(event.cars) or (together and event in out)]


def _at_turn(view: RaceView, turn: int) -> JsonObject:
    """What race control has said of a turn."""
    named_there = re.compile(rf"\bTURNS? (?:\d+ (?:AND|TO) )?{turn}\b")
    found = [
        Happening(m.t, m.lap, "stewards", (m.car,) if m.car else (), m.message)
        for m in view.race_control
        if named_there.search(m.message.upper())
    ]
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


def _before(view: RaceView, kind: Kind, nth: int | None) -> JsonObject:
    """What went before the nth period of a kind, or the last: race control tells no reasons."""
    name, every = PERIOD_NAMES[kind][0], [period for period in track_periods(view) if period.kind == kind]
    last = next(iter(every[-1:] if nth is None else every[nth - 1 : nth]), None)
    found: list[Happening] = []
    if last is not None:
        since, until = last.start - _BEFORE_S, last.start + _AFTER_S
        found = [event for event in happenings(view, since, _CAUSES) if event.t <= until]
    at = "" if last is None else format_session_time(last.start)[:8] if view.timed else f"lap {last.from_lap}"
    when = at and (f" at {at}" if view.timed else f" of {at}")
    start = f"No reason is given for the {name}{when}; "
    if last is None:
        said = (
            f"There was no {name} so far."
            if not every
            else f"There were only {count_text(len(every), *PERIOD_NAMES[kind])} so far."
        )
    elif found:
        said = events_words(f"{start}around then: ", found)
    else:
        said = f"{start}nothing else is known of that moment."
    return _told(view, said, found, f"why the {name} was shown")


def _summary(view: RaceView, found: list[Happening], cars: list[str], lap: int | None) -> str:
    who = " and ".join(crew_name(view, car) for car in cars)
    on = f" on lap {lap}" if lap is not None else ""
    if len(cars) == 1 and lap is None:
        state, derived = view.run_state(cars[0])
        if state in OUT_STATES:
            found = [event for event in found if event.kind != "retirement"]
            return (
                events_words(f"{capital(who)} {out_words(state, derived)}. ", found)
                if found
                else f"{capital(who)} {out_words(state, derived)}."
            )
    if not found:
        return f"The feed tells of no incident{' of ' + who if who else ''}{on}."
    return events_words(f"{capital(who) or 'Incidents'}{on}: ", found)
