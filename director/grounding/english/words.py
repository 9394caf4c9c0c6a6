"""Words and amounts of a clause by where they stand, and what several truths make together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from director.grounding.english.tokens import Amount, Token
from director.grounding.known_values import Truth

Read = Iterator[tuple[Truth, int]]
"""Ways to read some tokens: whether what they say is so, and where the tokens go on."""


def word(tokens: Sequence[Token], index: int) -> str:
    """The word at an index; empty where there is none."""
    return tokens[index].word if 0 <= index < len(tokens) else ""


def words(tokens: Sequence[Token], start: int, count: int) -> tuple[str, ...]:
    """So many words from here on."""
    return tuple(token.word for token in tokens[start : start + count])


def amount(tokens: Sequence[Token], index: int, kind: str) -> Amount | None:
    """The amount of this kind that stands at an index."""
    value = tokens[index].means.get(kind) if 0 <= index < len(tokens) else None  # type: ignore[call-overload]
    return value if isinstance(value, Amount) else None


def all_of(truths: Sequence[Truth]) -> Truth:
    """True where all are, False where one is not, None where it is not known."""
    if False in truths:
        return False
    return None if None in truths or not truths else True


def is_more(difference: float | None, said: Amount | None) -> Truth:
    """Whether a difference is more than none, and as much as is said."""
    if difference is None:
        return None
    return difference > 0 if said is None else difference > 0 and said.is_said_of(difference)


def is_as_said(said: Amount, value: object) -> Truth:
    return said.is_said_of(float(value)) if isinstance(value, int | float) else None


def is_the_same(said: object, value: object) -> Truth:
    return None if value is None else said == value
