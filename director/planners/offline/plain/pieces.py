"""A question as the plain reader hears it: words, and kinds in place of names and numbers, with the values kept."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from zlib import crc32

from msgspec import Struct

from director.language.grammar import PRONOUNS
from director.language.tokens import stem
from director.language.word_lists import words
from director.planners.offline.question_items import CLOCK, NUMBER, ORDINAL, Item

DRIVER, TEAM, CLASS, COMPOUND, COUNT = "{driver}", "{team}", "{class}", "{compound}", "{n}"
NTH = "{nth}"
SOMEBODY, MOMENT = "{somebody}", "{clock}"
"""A pronoun that means nobody, a name that could be several; a clock time."""
COMPOUNDS = words(
    """
    soft softs medium mediums hard hards inter inters intermediate intermediates wet wets
    ultrasoft ultrasofts supersoft supersofts hypersoft hypersofts
    """
)
_SOFTER = re.compile(r"^(?:ultra|super|hyper)(?=soft)")
STAND_INS = {
    DRIVER: ("hamilton", "leclerc", "norris", "piastri"),
    TEAM: ("ferrari",),
    CLASS: ("gtp",),
    SOMEBODY: ("somebody",),
    MOMENT: ("12:30",),
}
"""What the encoder reads in place of a name or a time: the first, the second, ... of its kind in a question."""
FEW = 4
"""A number up to this may be a word of a wording ("sector 2") as well as a value."""
MOST_PIECES = 24
PAIR = 2


class SaidPiece(Struct, frozen=True):
    """One piece: a kind in braces or a word's stem, the word or value as a text, and the number where it is one."""

    kind: str
    text: str
    number: float | None = None
    spoken: bool = False
    """Whether it is a number in words, which may be no value: "which two", "the first one"."""
    is_position: bool = False
    """Whether it is a position as timing writes it: `P2`."""

    @property
    def is_value(self) -> bool:
        """Whether a slot of a plain wording must take it, or the wording must say it itself."""
        return self.kind.startswith("{")

    @property
    def said(self) -> tuple[str, ...]:
        """The word by which it is known, where it is one."""
        if self.kind == COMPOUND:
            return (stem(self.text),)
        return () if self.is_value else (self.kind,)


def pieces_of(items: Sequence[Item]) -> list[SaidPiece]:
    """The pieces of a question that was read into items."""
    return [_piece(item) for item in items]


def _piece(item: Item) -> SaidPiece:
    readings = item.readings
    if CLOCK in readings:
        return SaidPiece(MOMENT, item.text)
    if item.firm and not item.key:
        return _named(item)
    if NUMBER in readings:
        value = readings[NUMBER]
        kind = NTH if ORDINAL in readings else COUNT
        number = value if isinstance(value, int | float) else None
        return SaidPiece(kind, str(value), number, not item.firm, kind == NTH and item.text[:1] in "pP")
    if item.readings:  # a word that may be a name: "ham"
        return SaidPiece(SOMEBODY, item.text)
    if item.said in COMPOUNDS:
        return SaidPiece(COMPOUND, item.said)
    return SaidPiece(stem(item.said or item.text.casefold()), item.said or item.text.casefold())


def _named(item: Item) -> SaidPiece:
    """A name by its kind; a part of a session ("q2") stays a word."""
    readings = item.readings
    if any(kind.startswith(f"{NUMBER}:") for kind in readings):
        return SaidPiece(item.text.casefold(), item.text.casefold())
    group = readings.get("driver*")
    if isinstance(group, tuple) and len(group) > PAIR and "team" not in readings:
        return SaidPiece(SOMEBODY, item.text)  # what is asked of two of a team is not asked of six rookies
    for kind, slot in (("driver", DRIVER), ("class", CLASS), ("driver*", TEAM), ("team", TEAM)):
        if kind in readings:
            return SaidPiece(
                slot, _as_named(_without_s(item.text) if item.text.casefold() not in PRONOUNS else readings[kind])
            )
    return SaidPiece(SOMEBODY, item.text)


def _without_s(name: str) -> str:
    """A name without its possessive: the wording has its own where it needs one."""
    return re.sub(r"['’`´]s?$", "", " ".join(dict.fromkeys(name.split())))


def _as_named(value: object) -> str:
    text = str(value)
    return f"#{text}" if text.isdigit() else text


def features(pieces: Sequence[SaidPiece], buckets: int) -> list[int]:
    """The buckets of a question: its words, pairs of them, neighbours but one, and pieces of words."""
    kinds = [piece.kind for piece in pieces[:MOST_PIECES]]
    bounded = ("<", *kinds, ">")
    found = {_bucket(f"w {kind}", buckets) for kind in kinds}
    found.update(_bucket(f"p {one} {other}", buckets) for one, other in pairwise(bounded))
    found.update(_bucket(f"s {one} {other}", buckets) for one, other in zip(kinds, kinds[2:], strict=False))
    for piece in pieces[:MOST_PIECES]:
        if not piece.is_value:
            found.update(_parts(piece.kind, buckets))
        elif piece.kind == COMPOUND:
            found.add(_bucket(f"v {_usual(piece.text)}", buckets))
        elif piece.number is not None and piece.number <= FEW:
            found.add(_bucket(f"v {piece.kind} {piece.number}", buckets))
    found.add(_bucket(f"length {min(len(kinds), 9)}", buckets))
    return sorted(found)


def as_text(pieces: Sequence[SaidPiece]) -> str:
    """The question for the encoder: its words, and one and the same name or time for each value of a kind."""
    names = {kind: iter(of_kind) for kind, of_kind in STAND_INS.items()}
    return " ".join(_stand_in(piece, names) for piece in pieces[:MOST_PIECES])


def _stand_in(piece: SaidPiece, names: Mapping[str, Iterator[str]]) -> str:
    if piece.kind in names:
        return next(names[piece.kind], STAND_INS[piece.kind][-1])
    if piece.kind == COMPOUND:
        return _usual(piece.text)
    return f"{piece.text}th" if piece.kind == NTH and piece.text[-1:].isdigit() else piece.text


def _usual(compound: str) -> str:
    """The compound whose name is asked about more: what holds of softs is asked of supersofts in the same words."""
    return _SOFTER.sub("", compound)


def said_words(pieces: Sequence[SaidPiece]) -> list[str]:
    """The words of a question that are no values, as they were said."""
    return [piece.text for piece in pieces[:MOST_PIECES] if not piece.is_value]


@lru_cache(maxsize=20_000)
def _parts(word: str, buckets: int) -> tuple[int, ...]:
    if len(word) < 5:
        return ()
    bounded = f"<{word[:16]}>"
    return tuple(_bucket(f"c {bounded[at : at + 4]}", buckets) for at in range(len(bounded) - 3))


@lru_cache(maxsize=20_000)
def _bucket(feature: str, buckets: int) -> int:
    return crc32(feature.encode()) % buckets
