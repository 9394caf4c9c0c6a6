"""One clause for each of a list: of each name, of each lap that it ends with, of each of two amounts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from director.grounding.english.readings import HE, HIS
from director.grounding.english.tokens import Token

_PLACES = frozenset(("place", "places", "position", "positions"))
_OWN = Token("'s", "'s")


def of_each_amount(segment: tuple[Token, ...]) -> list[tuple[Token, ...]]:
    """`two places and 6.2 s ahead of Hamilton`: the same of each of both; empty where it is not of this form."""
    index = next((at for at in range(2, len(segment) - 1) if segment[at].word == "and"), 0)
    if not index or segment[index - 1].word not in _PLACES or "seconds" not in segment[index + 1].means:
        return []
    return [(*segment[:index], *segment[index + 2 :]), (*segment[: index - 2], *segment[index + 1 :])]


def of_name(predicate: tuple[Token, ...], name: Token) -> Iterator[tuple[Token, ...]]:
    """What is said of several, of one of them: as it stands, and with `he` and `his` as his name."""
    yield (name, *predicate)
    if any(token.word in HIS | HE for token in predicate):
        own = ((name, _OWN) if token.word in HIS else (name if token.word in HE else token,) for token in predicate)
        yield (name, *chain.from_iterable(own))


def of_each_lap(segment: tuple[Token, ...]) -> list[tuple[Token, ...]]:
    """`stopped on laps 15 and 41`: the same of each of the laps that it ends with; empty where it is no list."""
    start = len(segment)
    while start and ("lap" in segment[start - 1].means or segment[start - 1].word in (",", "and")):
        start -= 1
    laps = [token for token in segment[start:] if "lap" in token.means]
    if len(laps) < 2 or not start or segment[start - 1].word in ("between", "from"):
        return []
    return [(*segment[:start], lap) for lap in laps]
