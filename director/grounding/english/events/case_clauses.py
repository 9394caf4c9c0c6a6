"""Clauses of the stewards' cases and what became of them: `the collision between A and B will be looked at later`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from director.grounding.english.events.event_details import EventDetails, details
from director.grounding.english.events.event_frames import EventVerb
from director.grounding.english.events.event_text import SignLine, line_of, read
from director.grounding.english.events.event_verbs import EventPredicate
from director.grounding.english.events.known_events import KnownEvents
from director.grounding.english.nouns import Cars, Scene, nouns
from director.grounding.english.tokens import Amount, Token

_CASE = "[turn {count}] [(on-track|first-lap|lap-one)] (case|incident|collision|clash|contact|investigation)"
_ACTION = (
    "(no further action|no action|no penalty) (was|has been|will be|is) "
    "[taken|needed|given|handed out|deemed necessary]"
)


def case_clause(tokens: Sequence[Token], scene: Scene, events: KnownEvents) -> Cars | None:
    """Whom a clause of these tokens is about, where it tells what became of a case: `the stewards took no action over
    the collision between A and B`, `A and B's collision will be investigated afterwards`.
    """
    line = line_of(tokens)
    begins = read(
        f"(stewards (took|have taken|decided on|decided) no [further] action|{_ACTION}) (against|over|on|for)", line, 0
    )
    for cars, end in _involved(line, begins[1], scene) if begins else ():
        told = EventDetails(states=frozenset(("no_further_action",)), turn=_turn_named(line, end))
        if _all_so(cars, line, end, told, events):
            return cars
    alone = read("stewards (took|have taken|decided on) no [further] action", line, 0)
    if alone is not None and alone[1] == len(line.tokens) and scene.subject:
        told = EventDetails(states=frozenset(("no_further_action",)), reason=_reason_before(scene))
        return scene.subject if _all_so(scene.subject, line, alone[1], told, events) else None
    looked = read("stewards (looked at|looked into|reviewed|considered|investigated)", line, 0)
    for cars, end in _involved(line, looked[1], scene) if looked else ():
        match = read("(and|but) (took|decided on) no [further] action", line, end)
        told = EventDetails(
            states=frozenset(("no_further_action",)), reason=_reason_named(line, 0, end), turn=_turn_named(line, end)
        )
        if match and _all_so(cars, line, match[1], told, events):
            return cars
    for cars, end in _involved(line, 0, scene):
        for said, states in _BECAME:
            match = read(said, line, end)
            told = EventDetails(
                states=frozenset((states,)), reason=_reason_named(line, 0, end), turn=_turn_named(line, end)
            )
            if match and _all_so(cars, line, match[1], told, events):
                return cars
    return None


_BECAME = (
    ("(will be|to be|is to be|is being|was) (investigated|looked at) "
     "(after [race|session|sprint|flag]|afterwards|later)",
     "investigated_later"),
    ("(is|are) (under investigation|being investigated)", "investigated"),
    ("(was|has been|is) (closed|settled|dropped) (without|with no) [any] [further] (action|penalty|penalties)",
     "no_further_action"),
    ("(needed|needs|led to|brought|ended with|ended in|saw|resulted in) no [further] (action|penalty)",
     "no_further_action"),
    ("(was|has been) noted", "noted"),
)  # fmt: skip


def _involved(line: SignLine, start: int, scene: Scene) -> Iterator[tuple[Cars, int]]:
    """`A and B's collision`, `the incident between A, B and C`, `A`: who was in a case, and where it goes on."""
    named = read(f"{_CASE} (between|of|involving|with)", line, start)
    for cars, end in nouns(line.tokens, named[1] if named else start, scene):
        owned = read(f"'s {_CASE}", line, end)
        turn = read("(at|in) turn {count}", line, owned[1] if owned is not None else end)
        if (named is not None or owned is not None) and turn is not None:
            yield cars, turn[1]
        if owned is not None:
            yield cars, owned[1]
        elif named is not None or start:
            yield cars, end


def _reason_named(line: SignLine, start: int, end: int) -> str:
    said = {token.word for token in line.tokens[start:end]}
    return "collision" if said & {"collision", "clash", "contact"} else ""


def _reason_before(scene: Scene) -> str:
    """The reason that the clause before gave, `for a safety car infringement`."""
    said = [token.word for token in scene.said]
    at = next((at for at, word in enumerate(said) if word in ("for", "over")), len(said))
    return "" if any(token.means for token in scene.said[at:]) else " ".join(said[at + 1 :])


def _turn_named(line: SignLine, end: int) -> Amount | None:
    """The turn of `the turn 2 incident between A and B`."""
    ways = (read("turn {count}", line, at) for at in range(end))
    return next((match[0]["count"] for match in ways if match), None)


def _all_so(cars: Cars, line: SignLine, end: int, told: EventDetails, events: KnownEvents) -> bool:
    """Whether each of these is in such a case, for what is said behind it."""
    if end < len(line.tokens) and line.tokens[end].word == "'s" and line.tokens[end + 1 :]:
        rest = line.tokens[end + 1 :]
        if any(token.means for token in rest):
            return False
        told.reason, end = " ".join(token.word for token in rest), len(line.tokens)
    predicate = EventPredicate(EventVerb("case", ""), told)
    return details(line, end, told) and {predicate.truth(car, events) for car in cars} == {True}
