"""What an answer says of somebody, where that can be read for sure: who is ahead, who leads, who holds which place.

Only plain present statements are read. Whatever is turned, doubted, denied or past is left alone: a check that is
not sure says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from director.grounding.facts import Facts
from director.grounding.quantities import Quantity
from director.language.folding import fold

_WORD = re.compile(r"[^\W\d_][^\W_]*(?:-[^\W\d_]+)*")
_DOUBT = re.compile(
    r"\b(?:not|never|no longer|isn't|wasn't|if|unless|would|could|will|might|may|was|were|had|been|before|earlier|until"
    r"|started|starts|grid|finished|qualified|from|lost|gained|dropped|up|down)\b|n't\b",
    re.IGNORECASE,
)
_TO_NAME = r"\s+(?:(?!and\b|behind\b|ahead\b)[\w'’-]+\s+){0,2}$"
_AHEAD = re.compile(rf"^[^;()]*\b(?:ahead of|in front of|clear of|leads|leading){_TO_NAME}", re.IGNORECASE)
_BEHIND = re.compile(
    rf"^[^;()]*\b(?:behind|trails|trailing|follows|following|chasing|adrift of){_TO_NAME}", re.IGNORECASE
)
_LEADS = re.compile(
    r"^\s+(?:is\s+|now\s+|currently\s+|still\s+)*(?:leads|leading|in the lead|the leader|first)\b", re.IGNORECASE
)
_IS_AHEAD = re.compile(r"^\s+(?:is|runs)\s+[^;,()]{0,30}?\bahead\b(?!\s+of)", re.IGNORECASE)
_HOLDS = re.compile(
    r"^[\s,(:]*(?:(?:is|runs|running|lies|sits|now|currently|in|at|holds|still|are|the|stays|remains)[\s,]+)*$",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"\b(?:pulling away|pulls away|opening|dropping back|losing ground|falling back|extending)\b", re.IGNORECASE
)
_CLOSING = re.compile(r"\b(?:closing|catching|gaining on|reeling)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class NamedInAnswer:
    """Somebody named in an answer: one or more words that can mean the same."""

    text: str
    start: int
    end: int
    who: frozenset[str]


def mentions(answer: str, facts: Facts) -> list[NamedInAnswer]:
    """Whom an answer names, in order. Words side by side that can mean the same one are one mention."""
    found: list[NamedInAnswer] = []
    for match in _WORD.finditer(answer):
        word = match[0]
        who = facts.aliases.get(fold(word), set()) | facts.absent.get(fold(word), set())
        if not who or not (word[0].isupper() or not word[0].isalpha()):
            continue
        mention = NamedInAnswer(word, *match.span(), frozenset(who))
        last = found[-1] if found else None
        if last and answer[last.end : mention.start].strip(" -") == "" and (both := last.who & mention.who):
            text = answer[last.start : mention.end]
            found[-1] = NamedInAnswer(text, last.start, mention.end, frozenset(both))
        else:
            found.append(mention)
    return found


def false_claims(answer: str, facts: Facts, said: Sequence[Quantity]) -> Iterator[str]:
    """What the answer says and the outputs deny, in a few words each."""
    named = mentions(answer, facts)
    for first, second in pairwise(named):
        yield from _order(answer, first, second, facts)
    for index, mention in enumerate(named):
        after = answer[mention.end : named[index + 1].start if index + 1 < len(named) else len(answer)]
        clause = answer[_clause_start(answer, mention.start) : mention.end] + re.split(r"[,;.]", after)[0]
        if _DOUBT.search(clause):
            continue
        object_follows = index + 1 < len(named) and re.fullmatch(r"\s+leads\s+", after, re.IGNORECASE)
        if _LEADS.match(after) and not object_follows and _may_lead(mention, facts) is False:
            yield f"{mention.text} does not lead"
        elif _IS_AHEAD.match(after) and not _AHEAD.match(after) and _only_follows(mention, facts):
            yield f"{mention.text} is not ahead"
        yield from _place(answer, mention, facts, said)
    if facts.labels & {"closing", "opening"} in ({"closing"}, {"opening"}):
        wrong = _OPENING if "closing" in facts.labels else _CLOSING
        if (match := wrong.search(answer)) and not _DOUBT.search(answer[: match.start()]):
            yield f"the gap is not {match[0]}"


def _may_lead(mention: NamedInAnswer, facts: Facts) -> bool | None:
    """Whether the outputs have somebody in the lead; None where they do not say."""
    if len(facts.leaders) == 1:
        return bool(mention.who & facts.leaders)
    place = _one_place(mention, facts)
    if place is not None:
        return place == 1
    return False if _only_follows(mention, facts) else None


def _only_follows(mention: NamedInAnswer, facts: Facts) -> bool:
    """Whether the outputs have somebody ahead of the one who is meant, and nobody behind."""
    return (
        len(mention.who) == 1
        and any(behind in mention.who for _, behind in facts.ahead)
        and not any(ahead in mention.who for ahead, _ in facts.ahead)
    )


def _order(answer: str, first: NamedInAnswer, second: NamedInAnswer, facts: Facts) -> Iterator[str]:
    between = answer[first.end : second.start]
    if _DOUBT.search(answer[_clause_start(answer, first.start) : second.start]) or first.who & second.who:
        return
    if _AHEAD.match(between):
        ahead, behind = first, second
    elif _BEHIND.match(between):
        ahead, behind = second, first
    else:
        return
    if _stands(ahead, behind, facts) is False:
        yield f"{ahead.text} is not ahead of {behind.text}"


def _stands(ahead: NamedInAnswer, behind: NamedInAnswer, facts: Facts) -> bool | None:
    """Whether the outputs have the one ahead of the other; None where they do not say, or say both."""
    yes = any((one, other) in facts.ahead for one in ahead.who for other in behind.who)
    no = any((other, one) in facts.ahead for one in ahead.who for other in behind.who)
    if yes != no:
        return yes
    if yes:
        return None
    one, other = (_one_place(mention, facts) for mention in (ahead, behind))
    return None if one is None or other is None or one == other else one < other


def _one_place(mention: NamedInAnswer, facts: Facts) -> int | None:
    places = {place for who in mention.who for place in facts.standing.get(who, ())}
    return next(iter(places)) if len(places) == 1 and len(mention.who) == 1 else None


def _place(answer: str, mention: NamedInAnswer, facts: Facts, said: Sequence[Quantity]) -> Iterator[str]:
    """The place written right after a name."""
    after = next((quantity for quantity in said if quantity.start >= mention.end), None)
    if after is None or not after.place or not _HOLDS.match(answer[mention.end : after.start]):
        return
    known = {place for who in mention.who for place in facts.places.get(who, ())}
    if known and len(mention.who) == 1 and int(after.value) not in known:
        yield f"{mention.text} is not {after.text}"


def _clause_start(answer: str, position: int) -> int:
    return max(answer.rfind(mark, 0, position) for mark in (";", ". ", ",")) + 1
