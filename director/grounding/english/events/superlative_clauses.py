"""Clauses of who has the most or the least of all, alone or with others: `A and B gained the most, 11 each`.

A superlative is proved by a table that tells of every car; who shares the most has to be named with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from director.grounding.english.events.event_details import is_said
from director.grounding.english.events.event_text import SignLine, line_of, read
from director.grounding.english.events.known_events import KnownEvents
from director.grounding.english.nouns import Cars, Scene, nouns
from director.grounding.english.tokens import Token

Table = Mapping[str, float]
_OF_ALL = (
    "[of all|of anyone|of anybody|of any driver|of any car|in field|in race|on track|out there|of whole field|"
    "on circuit|in whole field]"
)
_TYRES = "(tyres|tires|rubber|set|set of tyres|{compound})"
_BE = "[is|are|was|were|has|have|runs|run] [now|currently|still] [on|with|running]"
_OLD, _FRESH = "(oldest|most worn)", "(freshest|newest|youngest)"
_AGE = (
    "[,] [at|with|which are|that are|now|just|only] "
    "[({compound2} [,] [which are|that are|just|only|now] {laps} old|{compound2} with {laps} on (them|it)|"
    "{laps} [old|on them|each|old each]|{compound2})]"
)
_PLACES = "[places|positions|ground]"
_EACH = "[,] [(with|by|up|down|at)] [{count} [places|positions|stops|overtakes|passes] [each|apiece]]"
_MOST: tuple[tuple[str, str, str], ...] = (
    ("gained", f"[has|have] (gained|made up) most {_PLACES}", f"[has|have] (gained|made up) more {_PLACES}"),
    ("lost", f"[has|have] (lost|dropped) most {_PLACES}", f"[has|have] (lost|dropped) more {_PLACES}"),
    ("gained", "(is|was|are|were) biggest (mover|movers|climber|climbers|gainer|gainers)", ""),
    ("lost", "(is|was|are|were) biggest (loser|losers|faller|fallers)", ""),
    ("stops", "(made|has made|have made|has|have) most [pit] stops", "(made|has made) more [pit] stops"),
    ("stops", "[has|have] (stopped|pitted) most [often|times]", "[has|have] (stopped|pitted) more [often|times]"),
    ("passes", "(made|has made|have made) most [on-track] (overtakes|passes|overtaking moves)",
     "(made|has made) more [on-track] (overtakes|passes)"),
)  # fmt: skip


def superlative(tokens: Sequence[Token], scene: Scene, events: KnownEvents) -> Cars | None:
    """Whom a clause of these tokens is about, where it names who has the most or least of all, and they do."""
    line = line_of(tokens)
    if not line.tokens:
        return None
    ways = (_of_tyres, _of_most, _of_nobody, _nobody_on)
    return next(filter(None, (way(line, scene, events) for way in ways)), None)


def _subjects(line: SignLine, scene: Scene) -> Iterator[tuple[Cars, int]]:
    yield from nouns(line.tokens, 0, scene)
    if scene.subject:
        yield scene.subject, 0


def _of_tyres(line: SignLine, scene: Scene, events: KnownEvents) -> Cars | None:
    """`Bottas has the oldest tyres of all, supersofts with 39 laps on them`, `Vettel's softs are the freshest`."""
    ages, compounds = events.tyre_ages(), events.compounds()
    for cars, start in _subjects(line, scene) if ages else ():
        for how, sign in ((_OLD, 1), (_FRESH, -1)):
            match = read(f"{_BE} {how} {_TYRES} {_OF_ALL}{_AGE}", line, start)
            own = read(f"'s (tyres|{{compound2}}) (is|are) [just|only|now] {{laps}} old , {how} {_OF_ALL}", line, start)
            match = match or own
            if match is None:
                continue
            but, end = _excepted(line, match[1], scene)
            kind = match[0].get("compound")
            table = {car: age for car, age in ages.items() if car not in but and kind in (None, compounds.get(car))}
            if end == len(line.tokens) and _are_first(cars, table, sign) and _are_so(cars, match[0], ages, compounds):
                return cars
    return None


def _are_so(cars: Cars, said: Mapping[str, Any], ages: Table, compounds: Mapping[str, str]) -> bool:
    """Whether the age and the compound that are told of these tyres are theirs."""
    age = all(is_said(said.get("laps"), ages[car]) is True for car in cars)
    return age and all(said.get("compound2") in (None, compounds.get(car)) for car in cars)


def _excepted(line: SignLine, start: int, scene: Scene) -> tuple[Cars, int]:
    """Who is left out, `but Alonso`, and where the tokens go on."""
    but = read("[,] (but|except|except for|apart from|bar|other than|after|behind)", line, start)
    return next(iter(nouns(line.tokens, but[1], scene)), ((), start)) if but else ((), start)


def _of_most(line: SignLine, scene: Scene, events: KnownEvents) -> Cars | None:
    """`Piastri and Tsunoda lost the most, seven places each`, `Antonelli was the biggest mover`."""
    for cars, start in _subjects(line, scene):
        for name, most, _ in _MOST:
            match = read(f"{most} {_OF_ALL}{_EACH}", line, start)
            if match is None or match[1] != len(line.tokens):
                continue
            table = events.table_of_all(name)
            if _are_first(cars, table, 1) and all(is_said(match[0].get("count"), table[car]) is True for car in cars):
                return cars
    return None


def _of_nobody(line: SignLine, scene: Scene, events: KnownEvents) -> Cars | None:
    """`nobody gained more places than Antonelli`: those who are named have the most, perhaps with others."""
    begins = read("(nobody|no one|no driver|no car) [else]", line, 0)
    for name, _, more in _MOST if begins else ():
        match = read(f"{more} than", line, begins[1]) if begins and more else None
        for cars, end in nouns(line.tokens, match[1], scene) if match else ():
            table = events.table_of_all(name)
            most = max(table.values(), default=None)
            if end == len(line.tokens) and most and all(table.get(car) == most for car in cars):
                return cars
    return None


def _nobody_on(line: SignLine, scene: Scene, events: KnownEvents) -> Cars | None:
    """`nobody has older mediums than Russell, at 17 laps`: his are the oldest, perhaps with those of others."""
    ages, compounds = events.tyre_ages(), events.compounds()
    begins = read("(nobody|no one|no driver|no car) [else] (has|is on|is running on) (older|newer|fresher|younger) "
                  f"{_TYRES} than", line, 0)  # fmt: skip
    for cars, end in nouns(line.tokens, begins[1], scene) if begins and ages else ():
        match = read(f"['s] {_AGE}", line, end)
        kind = begins[0].get("compound") if begins else None
        table = {car: age for car, age in ages.items() if kind in (None, compounds.get(car))}
        sign = 1 if "older" in {token.word for token in line.tokens} else -1
        best = max((age * sign for age in table.values()), default=None)
        are_best = len(table) > 1 and all(car in table and table[car] * sign == best for car in cars)
        if match and match[1] == len(line.tokens) and are_best and _are_so(cars, match[0], ages, compounds):
            return cars
    return None


def _are_first(cars: Cars, table: Table, sign: int) -> bool:
    """Whether these, and nobody else, have the most (1) or the least (-1)."""
    best = max((value * sign for value in table.values()), default=None)
    return len(table) > 1 and {car for car, value in table.items() if value * sign == best} == set(cars)
