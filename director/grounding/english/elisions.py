"""What a clause leaves out because the clause before had it: `Stroll finished second and Piastri third`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from director.grounding.english.readings import HE, HIM, HIS, named_in
from director.grounding.english.tokens import Token

_DENIES = frozenset(("not", "no", "nobody", "never", "without", "neither", "nor", "only"))

_BESIDE_PLACE = frozenset(("top", "of", "inside", "outside", "than", "above", "below"))
"""Words after which a place is not the one where somebody is."""

_IS, _HAS, _OWN, _STOPPED = (Token(word, word) for word in ("is", "has", "'s", "stopped"))
_AUXILIARIES = frozenset(("did", "has", "is", "does", "have", "are"))


def as_before(segment: Sequence[Token], told: Sequence[Token]) -> Iterator[tuple[Token, ...]]:
    """A clause that leaves words out, with those of the clause before: `and Piastri third` after `Stroll finished
    second`.

    Its names and numbers replace those of the clause before. A name that stands alone replaces the object, where there
    is one: `Hamilton leads Bottas by 4 s and Sainz by 9 s`.
    """
    if len(segment) < 2 or not segment[0].means or any(token.word in _DENIES for token in told):
        return
    people = [index for index, token in enumerate(told) if "who" in token.means]
    own = named_in(segment)
    skipped = people[-1] if len(people) > len(own) > 0 else 0
    if len(own) > len(people) or (own and not people) or (own and "who" not in segment[0].means):
        return
    full = list(told)
    at = skipped
    replaced = 0
    for token in segment:
        while at < len(full) and not _is_alike(token, full[at]):
            at += 1
        if at == len(full) or ("position" in token.means and full[at - 1].word in _BESIDE_PLACE):
            return  # `in the top four, and Norris third` says no more of Norris than `third`
        replaced += bool(token.means)
        full[at] = token
        at += 1
    if replaced > 1 and _is_alike(segment[0], told[skipped if own else 0]):
        yield tuple(full)


def so_did(segment: Sequence[Token], told: Sequence[Token]) -> Iterator[tuple[Token, ...]]:
    """`Leclerc stopped on lap 11, and so did Magnussen`: the same of who is named here; `neither has` of a denial."""
    words = [token.word for token in segment]
    denies = words[0] in ("neither", "nor")
    denied = any(token.word in _DENIES for token in told)
    verb = segment[denies:][:1]
    names = named_in(segment)
    people = [index for index, token in enumerate(told) if "who" in token.means]
    is_it = bool(verb) and verb[0].word in _AUXILIARIES and len(segment) == denies + 1 + len(names)
    if is_it and len(names) == 1 and denies == denied and people[:1] == [0]:
        yield (*names, *told[1:])
    yield from _but_not(segment, told)


def _but_not(segment: Sequence[Token], told: Sequence[Token]) -> Iterator[tuple[Token, ...]]:
    """`Bottas has stopped but Hamilton has not`, `Vettel has not stopped but Hamilton has`: the contrary of another."""
    words = [token.word for token in segment]
    before = [token.word for token in told]
    if len(words) < 2 or "who" not in segment[0].means or before[1:2] != words[1:2] or words[1] not in _AUXILIARIES:
        return
    if words[2:] == ["not"] and _DENIES.isdisjoint(before):
        yield (segment[0], told[1], segment[2], *told[2:])
    elif len(words) == 2 and before[2:3] == ["not"]:
        yield (segment[0], told[1], *told[3:])


def _is_alike(token: Token, other: Token) -> bool:
    """Whether a token can stand instead of another: the same word, or as much of the same kind."""
    return (
        bool(token.means.keys() & other.means.keys()) if token.means else bool(token.word) and token.word == other.word
    )


def ways_said(
    segment: tuple[Token, ...], subject: Token | None, before: str, named: Sequence[Token]
) -> Iterator[tuple[Token, ...]]:
    """A segment as it stands, and as it is said of the subject."""
    if subject is None:
        yield segment
        return
    if any(token.word in HIS or (token.word == "that" and after.word == "of") for token, after in pairwise(segment)):
        yield segment
    said: list[Token] = []
    for token in segment:
        if token.word in HIS:
            said += [subject, _OWN]
        else:
            said.append(subject if token.word in HE else token)
    yield tuple(said)
    ways = [said]
    if any(token.word in ("that", "which") for token in segment):
        ways.append(list(segment))
    if any(token.word in HIM for token in said):
        others = [token for token in named if token.means["who"] != subject.means["who"]][-1:]
        own = named_in(segment) or segment[0].word in _DENIES  # else he would be behind himself
        whom = (*others, subject) if own else others
        ways = [[him if token.word in HIM else token for token in said] for him in whom] + ways
        yield from map(tuple, ways)
    for way in ways if "who" not in said[0].means else ():
        for more in ((), (_IS,), (_HAS,), (_OWN,), *(((_STOPPED,),) if before == "stop_count" else ())):
            yield (subject, *more, *way)
