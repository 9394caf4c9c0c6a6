"""From a question to the plain wording that asks the same, with the question's own values in it, or to none."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence, Set
from heapq import nlargest

from msgspec import Struct

from director.language.grammar import MOMENTS
from director.language.numbers import as_ordinal
from director.language.qualifiers import QUALIFIERS
from director.language.racing import ANYBODY
from director.language.tokens import stem
from director.language.word_lists import words
from director.planners.offline.narrowing import NARROWS_ANYTHING, narrowing
from director.planners.offline.plain.pieces import (
    CLASS,
    COMPOUND,
    COUNT,
    DRIVER,
    NTH,
    TEAM,
    SaidPiece,
    pieces_of,
)
from director.planners.offline.plain.unlike import asks_aside, is_unlike
from director.planners.offline.plain.weights import PlainReader, PlainWording, shipped
from director.planners.offline.question_items import Item
from director.planners.offline.word_keys import LIGHT_KEYS, is_function, key_of

TYRE_KINDS = words("slick slicks dry dries")
"""Of tyres of one kind a wording of another kind tells nothing."""
BEYOND = words(
    """
    need needs want wants vs stint year years anything something everything nothing rest rain lead leader leaders
    """
)
_OTHER_DAYS = "season career history championship constructors yesterday tomorrow"
TOPICS = frozenset(map(stem, words(f"{_OTHER_DAYS} pole bubble restart radio will would average mean")))
"""A wording that nobody asks with one of these does not tell of it: another day, another thing, what is to come."""
NARROWING = frozenset(map(stem, QUALIFIERS | MOMENTS | BEYOND | TYRE_KINDS)) | TOPICS
"""Words that raise doubt where a question says them and the wording does not; among them those of a prediction or a
condition.
"""
_SLOT = re.compile(r"(?P<before>[A-Za-z]?)\{(?P<name>\w+)\}(?P<th>th)?")
_KIND = {"driver": DRIVER, "other": DRIVER, "passed": DRIVER, "team": TEAM, "class": CLASS, "compound": COMPOUND}
"""The kind of a slot's values by its name; every other slot takes a number."""


OF_POINTS = frozenset(map(stem, words("championship points teams")))
"""A wording with one of these is of a championship, a title or constructors, whatever it calls them."""
ENOUGH_PIECES = 3
"""Fewer words of grammar, names and numbers ask nothing by themselves."""
MANY_PIECES = 9
"""More of them say nothing more about how sure a reading is."""
CANDIDATES = 8
"""Of so many wordings, the likeliest one is taken whose slots the question fills."""


class Likely(Struct, frozen=True):
    """The likeliest wording whose slots a question fills, the values, and the signs of how sure that is."""

    wording: PlainWording
    values: tuple[SaidPiece, ...]
    signs: tuple[float, ...]
    strange: bool
    """Whether it has words that nobody used for any wording."""
    passes_over: bool
    """Whether a word that stands where it narrows is not the wording's."""


class PlainReading(Struct, frozen=True):
    """A plain wording with its values, and how sure it is that the question asks that, from 0 to 1."""

    wording: PlainWording
    text: str
    confidence: float
    strange: bool
    """Whether it has words that nobody used for any wording, or so few that they may mean anything."""
    passes_over: bool = False
    """Whether a word that stands where it narrows is not the wording's."""


def read_plainly(items: Sequence[Item], reader: PlainReader, session_kind: str | None) -> PlainReading | None:
    """The plain wording that asks what the items ask and uses every value among them; None where there is none."""
    pieces = pieces_of(items)
    found = signs_of(pieces, reader, session_kind)
    if found is None:
        return None
    sure = confidence(found.signs, reader.trust)
    few = len(items) < ENOUGH_PIECES
    told = set(map(stem, found.wording.text.split()))
    if few and told.isdisjoint(piece.kind for piece in pieces if not piece.is_value):
        return None  # "pin Hamilton" may mean anything
    text = filled(found.wording, found.values)
    return PlainReading(found.wording, text, sure, few or found.strange, found.passes_over)


def signs_of(pieces: Sequence[SaidPiece], reader: PlainReader, session_kind: str | None) -> Likely | None:
    """The likeliest wording that leaves no value of the pieces out.

    The signs: 1; how far its score is before that of another meaning, and before none; how far before none it is for
    the encoder alone; how many pieces the question has, 9 at most; how many of them narrow what the wording asks.
    """
    if len(pieces) == 1 or (len(pieces) < ENOUGH_PIECES and all(map(_says_little, pieces))):
        return None  # a single word may mean anything
    if asks_aside(pieces):
        return None
    scores, encoded = reader.scores(pieces)
    likely = nlargest(CANDIDATES, range(len(scores) - 1), key=scores.__getitem__)
    held = (number for number in likely if _is_of(reader.wordings[number], session_kind))
    fitting = ((number, values_of(pieces, reader.wordings[number], reader)) for number in held)
    number, values = next(((number, values) for number, values in fitting if values is not None), (-1, None))
    if values is None or scores[number] < scores[-1]:
        return None
    wording = reader.wordings[number]
    spoken = {piece.kind for piece in pieces if not piece.is_value}
    if (spoken & TOPICS) - reader.said_of(wording) - set(wording.text.split()) or is_unlike(pieces, wording.text):
        return None
    others = [scores[other] for other in likely if reader.wordings[other].group != wording.group]
    beside = scores[number] - max(others, default=scores[number])
    told, used = set(wording.text.split()), reader.said_of(wording)
    doubtful = (spoken & NARROWING) - used - told
    signs = (
        1.0,
        beside,
        scores[number] - scores[-1],
        encoded[number] - encoded[-1],
        float(min(len(pieces), MANY_PIECES)),
        float(len(doubtful)),
    )
    return Likely(
        wording,
        tuple(values),
        signs,
        strange=_has_unknown(pieces, reader.words | told),
        passes_over=_passes_over(pieces, used, told | set(map(stem, told))),
    )


def is_contrary(items: Sequence[Item], plain: str) -> bool:
    """Whether words of a question speak against a plain one: contrary ones, or of another day or thing."""
    pieces, told = pieces_of(items), set(plain.lower().split())
    spoken = {piece.kind for piece in pieces if not piece.is_value}
    other = (spoken & TOPICS) - told - set(map(stem, told))
    return bool(other) or asks_aside(pieces) or is_unlike(pieces, plain.lower())


def is_strange(items: Sequence[Item], plain: str) -> bool:
    """Whether a question has words that nobody used for any wording and the plain one does not say."""
    return _has_unknown(pieces_of(items), shipped().words | set(plain.lower().split()))


def _has_unknown(pieces: Sequence[SaidPiece], known: Set[str]) -> bool:
    """Whether a word with a meaning of its own is among them that nobody used for any wording."""
    strange = (piece for piece in pieces if not piece.is_value and piece.kind not in known)
    return any(not is_function(piece.text) and key_of(piece.text) not in LIGHT_KEYS for piece in strange)


def _passes_over(pieces: Sequence[SaidPiece], used: Set[str], told: Set[str]) -> bool:
    """Whether a word that narrows the question is none of the wording's, nor of those that people use for it."""
    said = ["" if piece.is_value else piece.text for piece in pieces]
    unsaid = (at for at in narrowing(said) if pieces[at].kind not in told)
    strict = NARROWS_ANYTHING if told.isdisjoint(OF_POINTS) else frozenset[str]()
    return any(pieces[at].kind not in used or said[at] in strict for at in unsaid)


def _is_of(wording: PlainWording, session_kind: str | None) -> bool:
    """Whether a wording has a meaning in such a session."""
    return not wording.kinds or session_kind is None or session_kind in wording.kinds


def _says_little(piece: SaidPiece) -> bool:
    return piece.is_value or is_function(piece.text) or piece.text in ANYBODY


def confidence(signs: Sequence[float], trust: Sequence[float]) -> float:
    """From 0 to 1, by the signs of a reading and how much each counts."""
    total = sum(weight * sign for weight, sign in zip(trust, signs, strict=True))
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, total))))


def values_of(pieces: Sequence[SaidPiece], wording: PlainWording, reader: PlainReader) -> list[SaidPiece] | None:
    """The values of the wording's slots, each of its kind and in order; None where one is left over or lacks."""
    said = reader.said_of(wording)
    slots = list(wording.slots)
    taken: list[SaidPiece] = []
    numbers = sum(piece.number is not None for piece in pieces) - sum(_kind_of(slot) == COUNT for slot in slots)
    for piece in pieces:
        own = piece.number in wording.numbers and (piece.spoken or COUNT not in map(_kind_of, slots))
        if not piece.is_value or (own and numbers > 0):
            numbers -= piece.is_value
            continue
        at = next((at for at, slot in enumerate(slots) if _takes(wording, slot, piece)), None)
        if at is not None:
            taken.append(SaidPiece(slots.pop(at), piece.text, piece.number))
        elif piece.kind != COMPOUND or stem(piece.text) not in said:
            return None
    return taken if not slots else None


def _takes(wording: PlainWording, slot: str, piece: SaidPiece) -> bool:
    """Whether a slot takes a value. "P2" is a car's position, and no number of cars or laps."""
    if piece.is_position and f"P{{{slot}}}" not in wording.text and f"{{{slot}}}th" not in wording.text:
        return False
    return _kind_of(slot) == _kind(piece)


def _kind_of(slot: str) -> str:
    return _KIND.get(slot, COUNT)


def _kind(piece: SaidPiece) -> str:
    return COUNT if piece.kind == NTH else piece.kind


def filled(wording: PlainWording, values: Sequence[SaidPiece]) -> str:
    """The plain wording with the values in its slots."""
    texts = {piece.kind: piece.text for piece in values}

    def value(slot: re.Match[str]) -> str:
        text = texts[slot["name"]]
        return slot["before"] + (as_ordinal(int(text)) if slot["th"] and text.isdigit() else text)

    return _SLOT.sub(value, wording.text)
