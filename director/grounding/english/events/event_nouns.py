"""Clauses whose subject is an event: `his second stop, on lap 44, took 17.9 s`, `the last pass was A on B`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from director.grounding.english.events.event_details import EventDetails, details
from director.grounding.english.events.event_frames import EventVerb
from director.grounding.english.events.event_text import SignLine, line_of, read
from director.grounding.english.events.event_verbs import EventPredicate
from director.grounding.english.events.events_told import ToldEvent
from director.grounding.english.events.known_events import KnownEvents
from director.grounding.english.nouns import Cars, Scene, nouns
from director.grounding.english.tokens import Amount, Token

_STOP = "[pit] (stop|visit|trip) [to (pits|lane|pit lane)|so far|of race|of day]"
_ORDER = "({position}|{count} and only|last|latest|most recent|only|one and only|sole|final)"
_MOST = {"slowest": 1, "longest": 1, "quickest": -1, "fastest": -1, "shortest": -1}
_LITTLE_S = 1.5
"""The most by which a stop is slightly quicker than another."""
_OVERTAKE = "[on-track] (pass|overtake|overtaking move|move) [on track|so far|of race]"
_TOOK = "(took|lasted|cost [him]|was|kept him in lane for|had him in lane for) {seconds} [in (lane|pit lane|pits)]"
_OF_TWO = "of (two|pair|{count})"
_LANE = "[in (lane|pit lane|pits)]"
_AGAINST = (
    "(against|compared with|compared to|to) {seconds2} [in (lane|pit lane|pits)] "
    "[(for|on) [his|her] (first|second|other [one]|{position3}) [one|stop]]"
)
_THAN = "(than|to) [(his|her)] ({position2}|other [one]|previous [one]|one before) [one|stop]"


def own_event(tokens: Sequence[Token], scene: Scene, events: KnownEvents) -> Cars | None:
    """Whom a clause of these tokens is about, where it tells of an event as its subject and it was so."""
    line = line_of(tokens)
    if not line.tokens:
        return None
    for way in (_stop, _all_stops, _latest_pass, _stops_of, _race_of):
        if (cars := way(line, scene, events)) is not None:
            return cars
    return None


def _owners(line: SignLine, scene: Scene) -> list[tuple[str, int]]:
    """Whose event the line begins with: `Norris's`, `his`, or that of the subject."""
    if line.tokens[0].word in ("his", "her", "their"):
        return [(scene.subject[0], 1)] if len(scene.subject) == 1 else []
    named = [(cars[0], end + 1) for cars, end in nouns(line.tokens, 0, scene) if len(cars) == 1]
    found = [(car, at) for car, at in named if at - 1 < len(line.tokens) and line.tokens[at - 1].word == "'s"]
    return found or ([(scene.subject[0], 0)] if len(scene.subject) == 1 else [])


def _stop(line: SignLine, scene: Scene, events: KnownEvents) -> Cars | None:
    for car, start in _owners(line, scene):
        match = read(f"({'|'.join(_MOST)}|{_ORDER}) {_STOP}", line, start)
        counted = match is not None
        match = match or (read(_ORDER, line, start) if events.rows("stop", car) else None)
        row = _chosen(line, start, match, events, car) if match else None
        if row is None or match is None or not (counted or start):
            continue
        if _is_told(line, match[1], row, events, car):
            return (car,)
    return None


_ADD_UP = "added up to|add up to|come to|came to|amount to|amounted to|total|totalled|totaled"


def _all_stops(line: SignLine, scene: Scene, events: KnownEvents) -> Cars | None:
    """`his two stops took 48.9 s in total`, `Perez's stops cost him just over 54 s in all`: in the lane, together."""
    for car, start in _owners(line, scene):
        match = read(
            f"[both|two|{{count}}] [of his] [pit] stops (took|cost|lasted|{_ADD_UP}) [him] [total of] {{seconds}} "
            "[in (lane|pit lane|pits)] [in all|in total|altogether|together|combined|between them]",
            line,
            start,
        )
        values = [row.value for row in events.rows("stop", car)]
        if match is None or match[1] != len(line.tokens) or None in values or events.count("stop", car) != len(values):
            continue
        words = {token.word for token in line.tokens}
        count = match[0].get("count")
        so_many = len(values) > 1 and (count is None or count.is_said_of(len(values)))
        both = words.isdisjoint(("both", "two")) or len(values) == 2
        if so_many and both and start and match[0]["seconds"].is_said_of(sum(value or 0.0 for value in values)):
            return (car,)
    return None


def _chosen(
    line: SignLine, start: int, match: tuple[Mapping[str, Any], int], events: KnownEvents, car: str
) -> ToldEvent | None:
    """The stop that is meant: the second, the last, the only one. None where not every stop is told."""
    rows = sorted(events.rows("stop", car), key=lambda row: row.nth)
    if events.count("stop", car) != len(rows) or not rows:
        return None
    nth = match[0].get("position")
    if isinstance(nth, Amount):
        return next((row for row in rows if row.nth == nth.value), None)
    words = {token.word for token in line.tokens[start : match[1]]}
    if words & _MOST.keys():
        return next((row for row in rows if _is_most({}, words, row, rows)), None)
    if {"only", "sole"} & words:
        return rows[0] if len(rows) == 1 else None
    return rows[-1]


def _is_told(line: SignLine, start: int, row: ToldEvent, events: KnownEvents, car: str) -> bool:
    """Whether what is said of a stop is so: its lap, its time in the lane, how it compares with another."""
    told_any = False
    while start < len(line.tokens):
        if line.tokens[start].word in (",", "and"):
            start += 1
            continue
        ways = ((check, match) for pattern, check in _TOLD if (match := read(pattern, line, start)) is not None)
        check, match = next(ways, (None, ({}, start)))
        if check is None:
            own = EventDetails()
            return told_any and details(line, start, own) and _fits(own, row)
        words = {token.word for token in line.tokens[start : match[1]]}
        if not check(match[0], words, row, events.rows("stop", car)):
            return False
        told_any, start = True, match[1]
    return told_any


def _fits(told: EventDetails, row: ToldEvent) -> bool:
    on = all(row.is_on(lap) is True for lap in told.laps)
    return on and told.fits(row) is True and told.count is None and not told.until


def _compares(said: Mapping[str, Any], words: set[str], row: ToldEvent, stops: Sequence[ToldEvent]) -> bool:
    nth, count = said.get("position2"), said.get("count")
    others = [one for one in stops if (one.nth == nth.value if nth else one.nth != row.nth)]
    two = (nth is not None or len(stops) == 2) and (count is None or count.value == 2)
    if len(others) != 1 or others[0].value is None or row.value is None or not two:
        return False
    more = round(row.value - others[0].value, 3) * (1 if words & {"slower", "longer"} else -1)
    little = words.isdisjoint(("slightly", "marginally")) or more <= _LITTLE_S
    told = [said[name] for name in ("seconds", "seconds3") if name in said]
    return more > 0 and little and all(one.is_said_of(more) for one in told)


def _are_both(said: Mapping[str, Any], words: set[str], row: ToldEvent, stops: Sequence[ToldEvent]) -> bool:
    """`took 20.9 s against 18.6 s for the first`: whether those are the times of this stop and of the other of two."""
    others = [one for one in stops if one.nth != row.nth]
    nth = said.get("position3")
    if len(others) != 1 or row.value is None or others[0].value is None or (nth and nth.value != others[0].nth):
        return False
    longer = {"longer": 1, "shorter": -1}.get(next(iter(words & {"longer", "shorter"}), ""), 0)
    way = not longer or (row.value - others[0].value) * longer > 0
    return bool(way and said["seconds"].is_said_of(row.value) and said["seconds2"].is_said_of(others[0].value))


def _is_most(said: Mapping[str, Any], words: set[str], row: ToldEvent, stops: Sequence[ToldEvent]) -> bool:
    """`was his slowest`, `was the quickest of his three`: of all his stops, each of which has its time."""
    signs = {_MOST[word] for word in words & _MOST.keys()}
    others = [one.value for one in stops if one.nth != row.nth]
    count = said.get("count")
    if len(signs) != 1 or not others or row.value is None or (count and count.value != len(stops)):
        return False
    sign = signs.pop()
    return all(value is not None and (row.value - value) * sign > 0 for value in others)


def _took(said: Mapping[str, Any], words: set[str], row: ToldEvent, stops: Sequence[ToldEvent]) -> bool:
    return row.value is not None and bool(said["seconds"].is_said_of(row.value))


_HOW = "(faster|quicker|shorter|slower|longer)"
_TOLD: tuple[tuple[str, Callable[[Mapping[str, Any], set[str], ToldEvent, Sequence[ToldEvent]], bool]], ...] = (
    ("(came|was|was made|happened|took place|is|) [back|early|late] (on|in) {lap}",
     lambda said, words, row, stops: row.is_on(said["lap"]) is True),
    (f"[was|is] [{{seconds}}|slightly|marginally] {_HOW} {_THAN} [by {{seconds3}}]", _compares),
    (f"[is|was] [slightly|marginally] {_HOW} {_OF_TWO}", _compares),
    (f"[is|was] (his|her) ({'|'.join(_MOST)}) [stop|one|of {{count}} [stops]|of race]", _is_most),
    (f"[is|was] ({'|'.join(_MOST)}) of [his|her] {{count}} [stops]", _is_most),
    ("[is|was] [his|her] {position2} [stop|one]", lambda said, words, row, stops: row.nth == said["position2"].value),
    (f"(took|lasted) (longer|shorter) , {{seconds}} {_LANE} {_AGAINST}", _are_both),
    (f"(at|in|with|took) {{seconds}} {_LANE} [,] {_AGAINST}", _are_both),
    (_TOOK, _took),
    (f"[at|with] {{seconds}} {_LANE}", _took),
)  # fmt: skip


def _latest_pass(line: SignLine, scene: Scene, events: KnownEvents) -> Cars | None:
    """`the last overtake was Stroll on Alonso, on lap 28`, `his only pass on track was for eighth, on lap 10`."""
    for car, start in [*_owners(line, scene), (None, 0)]:
        match = read(f"{_ORDER} {_OVERTAKE}", line, start)
        if match is None and car is not None and any(_is_of_passes(token) for token in scene.said):
            match = read("(last|latest|most recent) [of them|one]", line, start)
        rows = events.all_of("pass") if car is None else _all_of_his(car, events)
        row = _last_or_only(line, start, match, rows) if match else None
        if match is None or row is None:
            continue
        was = read("[,] [was|is|came] [by]", line, match[1])
        for at in _named_pass(line, was[1] if was else match[1], row, scene, car):
            told = EventDetails()
            if details(line, at, told) and _fits(told, row):
                return (row.subject or "",)
    return None


def _is_of_passes(token: Token) -> bool:
    return token.word in ("pass", "passes", "overtakes", "overtake", "passed", "overtaken", "overtook")


def _all_of_his(car: str, events: KnownEvents) -> list[ToldEvent]:
    return events.rows("pass", car) if events.is_told("pass", car) else []


def _last_or_only(
    line: SignLine, start: int, match: tuple[Mapping[str, Any], int], rows: Sequence[ToldEvent]
) -> ToldEvent | None:
    """The latest of some rows, or the only one; None where it is not one alone, or a number is said."""
    said = {token.word for token in line.tokens[start : match[1]]}
    if "position" in match[0] or (said & {"only", "sole"} and len(rows) != 1):
        return None
    last = max((row.lap or 0 for row in rows), default=0)
    latest = [row for row in rows if row.lap == last]
    return latest[0] if len(latest) == 1 else None


def _named_pass(line: SignLine, start: int, row: ToldEvent, scene: Scene, car: str | None) -> Iterator[int]:
    """Where the tokens go on behind `Stroll on Alonso`, or behind `on Alonso` where it is said whose pass it was."""
    if car is not None:
        yield start
    ways = [((row.subject,), start)] if car is not None else list(nouns(line.tokens, start, scene))
    for cars, end in ways:
        to = read("['s] [move|pass] (on|past|over|against|passing|overtaking|getting past)", line, end)
        for others, after in nouns(line.tokens, to[1], scene) if to else ():
            if cars == (row.subject,) and others == (row.object,):
                yield after


def _stops_of(line: SignLine, scene: Scene, events: KnownEvents) -> Cars | None:
    """`just one stop for Ricciardo, on lap 37`."""
    match = read("[it was|there has been|there was] [only|just] {count} [pit] (stop|stops) (for|by|from)", line, 0)
    for cars, end in nouns(line.tokens, match[1], scene) if match else ():
        told = EventDetails(count=match[0]["count"]) if match else EventDetails()
        predicate = EventPredicate(EventVerb("stop", ""), told)
        if details(line, end, told) and {predicate.truth(car, events) for car in cars} == {True}:
            return cars
    return None


def _race_of(line: SignLine, scene: Scene, events: KnownEvents) -> Cars | None:
    """`Hulkenberg's race ended after ten laps`, `his race is over`, `his retirement came on lap 3`."""
    for car, start in _owners(line, scene):
        over = "(is over|was over|ended|has ended|finished|is run|came to end|came to halt|is done)"
        match = read("race (seems|appears) to (have ended|have finished|be over|have come to end)", line, start)
        hedged, match = match is not None, match or read(f"race {over}", line, start)
        match = match or read("retirement [came|was|happened]", line, start)
        told = EventDetails()
        predicate = EventPredicate(EventVerb("out", ""), told, hedged=hedged)
        if match and start and details(line, match[1], told) and predicate.truth(car, events) is True:
            return (car,)
    return None
