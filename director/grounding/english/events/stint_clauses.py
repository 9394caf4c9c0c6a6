"""Clauses of one driver's stints: `switched to hards after 14 laps`, `his last stint was 22 laps on hards`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from director.grounding.english.events.event_text import SignLine, line_of, read
from director.grounding.english.events.known_events import KnownEvents
from director.grounding.english.nouns import Cars, Scene, nouns
from director.grounding.english.tokens import Amount, Token
from director.language.word_lists import words

_DID = "(did|ran|drove|completed|spent|covered|opened with|began with|started with)"
_OPENING, _LAST = "(first|opening|initial)", "(last|final|closing)"
_WHICH = f"({{position}}|{_OPENING}|{_LAST}|middle|longest|shortest)"
_SWITCHED = "(switched|changed|moved|went|swapped|stopped for|pitted for)"
_IS_ON = words("is on now back a the set of new brand brand-new fresh tyres ,")
"""With these alone it is told what somebody is on now."""
_A_SET = "[[{position2}] set of]"


class ToldStint(NamedTuple):
    """One stint: its number, its laps until now, and the compound."""

    number: int
    laps: int
    compound: str


def stint_clause(tokens: Sequence[Token], scene: Scene, events: KnownEvents) -> Cars | None:
    """Whom a clause of these tokens is about, where it tells of his stints and they were so."""
    line = line_of(tokens)
    for car, start in _whose(line, scene) if line.tokens else ():
        stints = [ToldStint(*row) for row in events.stints(car)]
        if stints and any(way(line, start, stints) for way in (_did, _switched, _nth_was, _so_many, _sets, _is_on)):
            return (car,)
        if stints and _came_after(line, stints, scene):
            return (car,)
    return None


def _whose(line: SignLine, scene: Scene) -> Iterator[tuple[str, int]]:
    for cars, end in nouns(line.tokens, 0, scene):
        if len(cars) == 1:
            yield cars[0], end + (end < len(line.tokens) and line.tokens[end].word == "'s")
    if len(scene.subject) == 1:
        yield scene.subject[0], int(line.tokens[0].word in ("his", "her", "their"))


def _did(line: SignLine, start: int, stints: Sequence[ToldStint]) -> bool:
    """`ran the last 22 laps on hards`: of that stint, or of the only one on the compound."""
    match = read(f"[has] {_DID} [just|only] [{_OPENING}|{_LAST}] {{laps}} on {_A_SET} {{compound}}", line, start)
    if match is None or match[1] != len(line.tokens):
        return False
    words = {token.word for token in line.tokens[start : match[1]]}
    own = [one for one in stints if one.compound == match[0]["compound"]]
    if words & {"last", "final", "closing"}:
        own = [one for one in stints[-1:] if one in own]
    elif words & {"first", "opening", "initial", "opened", "began", "started"}:
        own = [one for one in stints[:1] if one in own]
    return len(own) == 1 and match[0]["laps"].is_said_of(own[0].laps) and _is_set(match[0], own[0], stints)


def _is_set(said: Mapping[str, Any], own: ToldStint, stints: Sequence[ToldStint]) -> bool:
    """Whether a stint is on the set that is said, the second of its compound."""
    nth = said.get("position2")
    before = [one for one in stints if one.compound == own.compound and one.number <= own.number]
    return nth is None or nth.value == len(before)


def _switched(line: SignLine, start: int, stints: Sequence[ToldStint]) -> bool:
    """`switched to hards after 14 laps`: of the race."""
    match = read(f"{_SWITCHED} [to|onto|on to] {_A_SET} {{compound}} after {{laps}}", line, start)
    done = list(accumulate(one.laps for one in stints))
    return (
        match is not None
        and match[1] == len(line.tokens)
        and any(
            match[0]["laps"].is_said_of(laps)
            and then.compound == match[0]["compound"]
            and _is_set(match[0], then, stints)
            for laps, (_, then) in zip(done, pairwise(stints), strict=False)
        )
    )


def _nth_was(line: SignLine, start: int, stints: Sequence[ToldStint]) -> bool:
    """`his last stint was his longest, 22 laps on hards`."""
    match = read(
        f"{_WHICH} stint (was|is|lasted|ran to|ran for) [his (longest|shortest)] [,] [for] [{{laps}}] "
        f"[[,] on {_A_SET} {{compound}}]",
        line,
        start,
    )
    own = _chosen(line, start, match, stints) if match and match[1] == len(line.tokens) else None
    if match is None or own is None:
        return False
    said = [token.word for token in line.tokens[start + 1 : match[1]]]
    extreme = next((word for word in said if word in ("longest", "shortest")), "")
    told = extreme or match[0].keys() & {"laps", "compound"}
    return (
        bool(told)
        and _is_so(own, match[0])
        and _is_set(match[0], own, stints)
        and (not extreme or own is _extreme(stints, extreme))
    )


def _chosen(
    line: SignLine, start: int, match: tuple[Mapping[str, Any], int], stints: Sequence[ToldStint]
) -> ToldStint | None:
    """The stint that is meant."""
    nth, word = match[0].get("position"), line.tokens[start].word
    if isinstance(nth, Amount):
        return next((one for one in stints if one.number == nth.value), None)
    if word in ("first", "opening", "initial"):
        return stints[0]
    if word in ("last", "final", "closing"):
        return stints[-1]
    if word == "middle":
        return stints[1] if len(stints) == 3 else None
    return _extreme(stints, word)


def _extreme(stints: Sequence[ToldStint], word: str) -> ToldStint | None:
    laps = sorted((one.laps for one in stints), reverse=word == "longest")
    alone = len(laps) > 1 and laps[0] != laps[1]
    return next(one for one in stints if one.laps == laps[0]) if alone else None


def _is_so(own: ToldStint, said: Mapping[str, Any]) -> bool:
    laps = said.get("laps")
    return (laps is None or laps.is_said_of(own.laps)) and said.get("compound") in (None, own.compound)


def _so_many(line: SignLine, start: int, stints: Sequence[ToldStint]) -> bool:
    """`did two stints on hards, of 21 and 22 laps`."""
    match = read(
        "(did|ran|has done|had) {count} stints [on {compound}] [[,] (of|lasting) ({count2}|{laps}) and {laps2}]",
        line,
        start,
    )
    if match is None or match[1] != len(line.tokens):
        return False
    own = [one for one in stints if match[0].get("compound") in (None, one.compound)]
    told = [match[0].get("count2", match[0].get("laps")), match[0].get("laps2")]
    lengths = told[1] is None or (
        len(own) == 2 and all(said.is_said_of(one.laps) for said, one in zip(told, own, strict=True) if said)
    )
    return bool(match[0]["count"].is_said_of(len(own))) and lengths


def _sets(line: SignLine, start: int, stints: Sequence[ToldStint]) -> bool:
    """`used three sets of tyres, one of softs and two of hards`."""
    match = read(
        "[has] (used|had|got through|run) {count} sets [of (tyres|tires)] "
        "[, {count2} [set|sets] of {compound} [,] and {count3} [set|sets] of {compound2}]",
        line,
        start,
    )
    if match is None or match[1] != len(line.tokens) or not match[0]["count"].is_said_of(len(stints)):
        return False
    numbers = [(match[0].get(f"count{n}"), match[0].get(kind)) for n, kind in ((2, "compound"), (3, "compound2"))]
    told = [(count, kind) for count, kind in numbers if count is not None]
    right = all(count.is_said_of(sum(one.compound == kind for one in stints)) for count, kind in told)
    return right and (not told or sum(count.value for count, _ in told) == len(stints))


def _is_on(line: SignLine, start: int, stints: Sequence[ToldStint]) -> bool:
    """`is back on intermediates after ten laps on hards`: of the stint before this one."""
    match = read("(is|are) [now|back] on {compound} [,] after {laps} on {compound2}", line, start)
    if match is None or match[1] != len(line.tokens) or match[0]["compound"] != stints[-1].compound:
        return False
    is_back = any(token.word == "back" for token in line.tokens[start : match[1]])
    was_on = any(one.compound == stints[-1].compound for one in stints[:-1])
    return _is_before(match[0]["laps"], match[0]["compound2"], stints) and (was_on or not is_back)


def _came_after(line: SignLine, stints: Sequence[ToldStint], scene: Scene) -> bool:
    """`after ten laps on hards`, behind a clause of what he is on now."""
    match = read("after {laps} on {compound}", line, 0)
    said = {token.word for token in scene.said if not token.means}
    on = [token.means.get("compound") for token in scene.said if token.means and "who" not in token.means]
    is_now = on == [stints[-1].compound] and {"is", "on"} <= said <= _IS_ON
    whole = match is not None and match[1] == len(line.tokens) and is_now
    return whole and match is not None and _is_before(match[0]["laps"], match[0]["compound"], stints)


def _is_before(laps: Amount, compound: object, stints: Sequence[ToldStint]) -> bool:
    """Whether the stint before this one was of so many laps on another compound, and none before it on the same."""
    if len(stints) < 2 or compound == stints[-1].compound:
        return False
    before = stints[-2]
    again = any(one.compound == compound for one in stints[-3:-2])
    return not again and before.compound == compound and laps.is_said_of(before.laps)
