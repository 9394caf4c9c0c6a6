"""The weights of the plain reader, and what comes with each plain wording. `tools/train_plain_reader.py` makes them."""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from functools import lru_cache
from operator import mul
from pathlib import Path

import msgspec
from msgspec import Struct

from director.planners.offline.plain.pieces import SaidPiece, features, said_words

WEIGHTS_FILE = Path(__file__).with_name("plain.weights")


class PlainWording(Struct, frozen=True, array_like=True):
    """One plain wording. `slots` are its slots in the order in which a question says their values."""

    text: str
    slots: tuple[str, ...]
    kinds: tuple[str, ...]
    """The kinds of sessions in which it has a meaning; none named: all."""
    says: tuple[int, ...]
    """Words that people use for it, by their numbers in `words`."""
    numbers: tuple[float, ...]
    """Numbers that are words of it."""
    group: int = 0
    """The wordings of one group are answered by the same call: it matters little which of them is meant."""


class Weights(Struct, frozen=True, array_like=True):
    """All that is learnt. `inner`, `outer`, `meanings`: signed bytes, a row a bucket, a wording and a word."""

    wordings: tuple[PlainWording, ...]
    """The last output is for none of them."""
    words: tuple[str, ...]
    buckets: int
    size: int
    inner: bytes
    outer: bytes
    inner_scale: float
    outer_scale: float
    trust: tuple[float, ...]
    """How the signs of a reading count together: see `confidence`."""
    known: str = ""
    """Words of English whose meaning is known beforehand, used for a wording or not, with blanks between them."""
    meanings: bytes = b""
    meaning_scale: float = 0.0


class PlainReader:
    """Scores questions by the plain wordings."""

    def __init__(self, weights: Weights) -> None:
        self.wordings = weights.wordings
        self.trust = weights.trust
        self.words = frozenset(weights.words)
        self._weights = weights
        self._inner = struct.Struct(f"{weights.size}b")
        rows = len(weights.outer) // weights.size
        self._known = {word: row for row, word in enumerate(weights.known.split())}
        self._outer = [self._inner.unpack_from(weights.outer, row * weights.size) for row in range(rows)]

    def said_of(self, wording: PlainWording) -> frozenset[str]:
        """The words that people use for a plain wording."""
        return frozenset(self._weights.words[number] for number in wording.says)

    def scores(self, pieces: Sequence[SaidPiece]) -> list[float]:
        """How well each wording fits, and last that none does: the logarithm of how likely it is, up to a constant."""
        weights = self._weights
        found = features(pieces, weights.buckets)
        rows = [self._inner.unpack_from(weights.inner, bucket * weights.size) for bucket in found]
        scale = weights.inner_scale * weights.outer_scale / math.sqrt(len(found))
        hidden = [sum(column) * scale for column in zip(*rows, strict=True)]
        if means := self._meanings_of(pieces):
            scale = weights.meaning_scale * weights.outer_scale / math.sqrt(len(means))
            hidden = [one + sum(column) * scale for one, *column in zip(hidden, *means, strict=True)]
        return [sum(map(mul, hidden, row)) for row in self._outer]

    def _meanings_of(self, pieces: Sequence[SaidPiece]) -> list[tuple[int, ...]]:
        weights, known = self._weights, self._known
        numbers = [known[word] for word in said_words(pieces) if word in known]
        return [self._inner.unpack_from(weights.meanings, number * weights.size) for number in numbers]


@lru_cache(maxsize=1)
def shipped() -> PlainReader:
    """The reader with the weights that come with the package."""
    return PlainReader(msgspec.msgpack.decode(WEIGHTS_FILE.read_bytes(), type=Weights))
