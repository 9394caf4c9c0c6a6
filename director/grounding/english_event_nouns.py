"""Clauses whose subject is an event of somebody: `his second stop, on lap 44, took 17.9 s`, `the last pass was A on B`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from director.grounding.english_event_details import Details, details
from director.grounding.english_event_text import Line, line_of, read
from director.grounding.english_nouns import Cars, Scene, nouns
from director.grounding.english_tokens import Amount, Token
from director.grounding.known_events import Event, KnownEvents

_STOP = "[pit] (stop|visit|trip) [to (pits|lane|pit lane)|so far|of race|of day]"
_ORDER = "({position}|last|latest|most recent|only|one and only|sole|final)"
_PASS = "[on-track] (pass|overtake|overtaking move|move|overtakes|passes) [on track|so far|of race]"
_TOOK = "(took|lasted|cost [him]|was|kept him in lane for|had him in lane for) {seconds} [in (lane|pit lane|pits)]"
_CAME = "(came|was|was made|happened|took place|is) [back|early|late]"
_THAN = "(than|to) [(his|her)] ({position2}|other [one]|previous [one]|one before) [one|stop]"


def own_event(tokens: Sequence[Token], scene: Scene, events: KnownEvents) -> Cars | None:
    """Whom a clause of these tokens is about, where it tells of an event as its subject and it was so."""
    line = line_of(tokens)
    if not line.tokens:
        return None
    cars = _stop(line, scene, events)
    return _latest_pass(line, scene, events) if cars is None else cars


def _owners(line: Line, scene: Scene) -> list[tuple[str, int]]:
    """Whose event the line begins with: `Norris's`, `his`, or that of the subject."""
    if line.tokens[0].word in ("his", "her", "their"):
        return [(scene.subject[0], 1)] if len(scene.subject) == 1 else []
    named = [(cars[0], end + 1) for cars, end in nouns(line.tokens, 0, scene) if len(cars) == 1]
    found = [(car, at) for car, at in named if at - 1 < len(line.tokens) and line.tokens[at - 1].word == "'s"]
    return found or ([(scene.subject[0], 0)] if len(scene.subject) == 1 else [])


def _stop(line: Line, scene: Scene, events: KnownEvents) -> Cars | None:
    for car, start in _owners(line, scene) if start_is_short(line) else ():
        match = read(f"{_ORDER} {_STOP}", line, start)
        counted = match is not None
        match = match or (read(_ORDER, line, start) if events.rows("stop", car) else None)
        row = _chosen(line, start, match, events, car) if match else None
        if row is None or match is None or not (counted or start):
            continue
        if _is_told(line, match[1], row, events, car):
            return (car,)
    return None


def start_is_short(line: Line) -> bool:
    """Whether a line is no longer than such a clause can be."""
    return len(line.tokens) <= 30


def _chosen(
    line: Line, start: int, match: tuple[Mapping[str, Any], int], events: KnownEvents, car: str
) -> Event | None:
    """The stop that is meant: the second, the last, the only one. None where not every stop is told."""
    rows = sorted(events.rows("stop", car), key=lambda row: row.nth)
    if events.count("stop", car) != len(rows) or not rows:
        return None
    nth = match[0].get("position")
    if isinstance(nth, Amount):
        return next((row for row in rows if row.nth == nth.value), None)
    if {"only", "sole"} & {token.word for token in line.tokens[start : match[1]]}:
        return rows[0] if len(rows) == 1 else None
    return rows[-1]


def _is_told(line: Line, start: int, row: Event, events: KnownEvents, car: str) -> bool:
    """Whether what is said of a stop is so: its lap, its time in the lane, how it compares with another."""
    told_any = False
    while start < len(line.tokens):
        if line.tokens[start].word in (",", "and"):
            start += 1
            continue
        if (match := read("(came|was|was made|happened|took place|is|) [back|early|late] (on|in) {lap}", line, start)):
            so = row.is_on(match[0]["lap"]) is True
        elif match := read(_TOOK, line, start):
            so = row.value is not None and match[0]["seconds"].is_said_of(row.value)
        elif match := read(f"(was|is) [{{seconds}}] (faster|quicker|shorter|slower|longer) {_THAN}", line, start):
            so = _compares(line, start, match, row, events, car)
        else:
            own = Details()
            return told_any and details(line, start, own) and _fits(own, row)
        if not so:
            return False
        told_any, start = True, match[1]
    return told_any


def _fits(told: Details, row: Event) -> bool:
    on = all(row.is_on(lap) is True for lap in told.laps)
    return on and told.fits(row) is True and told.count is None and not told.until


def _compares(
    line: Line, start: int, match: tuple[Mapping[str, Any], int], row: Event, events: KnownEvents, car: str
) -> bool:
    said, end = match
    nth, rows = said.get("position2"), sorted(events.rows("stop", car), key=lambda one: one.nth)
    others = [one for one in rows if (one.nth == nth.value if nth else one is not row)]
    if len(others) != 1 or others[0].value is None or row.value is None or (not nth and len(rows) != 2):
        return False
    words = {token.word for token in line.tokens[start:end]}
    more = round(row.value - others[0].value, 3) * (1 if words & {"slower", "longer"} else -1)
    seconds = said.get("seconds")
    return more > 0 and (seconds is None or seconds.is_said_of(more))


def _latest_pass(line: Line, scene: Scene, events: KnownEvents) -> Cars | None:
    """`the last overtake was Stroll on Alonso, on lap 28`, `the latest pass was by Stroll on Alonso`."""
    match = read(f"(last|latest|most recent) {_PASS} (was|is) [by]", line, 0)
    rows = events.all_of("pass")
    if match is None or not rows:
        return None
    lap = max(row.lap or 0 for row in rows)
    latest = [row for row in rows if row.lap == lap]
    for cars, end in nouns(line.tokens, match[1], scene):
        to = read("['s] (on|past|over|against|passing|overtaking|getting past)", line, end)
        for others, after in nouns(line.tokens, to[1], scene) if to else ():
            told = Details()
            is_it = [row for row in latest if (row.subject, row.object) == (cars[0], others[0])]
            if len(latest) == 1 and is_it and details(line, after, told) and _fits(told, is_it[0]):
                return cars
    return None
