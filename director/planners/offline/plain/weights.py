"""The weights of the plain reader, and what comes with each plain wording. `tools/train_plain_reader.py` makes them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from heapq import nlargest
from pathlib import Path
from typing import Protocol

import msgspec
from msgspec import Struct

from director.planners.offline.plain.encoder import Encoder
from director.planners.offline.plain.network import Network, Scorer
from director.planners.offline.plain.pieces import SaidPiece, as_text, features, said_words

WEIGHTS_FILE = Path(__file__).with_name("plain.weights")
ENCODER_FILE = Path(__file__).with_name("encoder.onnx")
SHORT_LIST = 48
"""So many wordings that the encoder finds likeliest are weighed by the networks too."""


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
    """All that is learnt."""

    wordings: tuple[PlainWording, ...]
    """The last output is for none of them."""
    words: tuple[str, ...]
    buckets: int
    size: int
    networks: tuple[Network, ...]
    """They learnt the same lines from other beginnings: what one is wrong about, the others know."""
    trust: tuple[float, ...]
    """How the signs of a reading count together: see `confidence`."""
    known: str = ""
    """Words of English whose meaning is known beforehand, used for a wording or not, with blanks between them."""
    vocabulary: str = ""
    """The word pieces of the encoder, in its order, with blanks between them."""


class Scores(Protocol):
    """Whoever scores a question by the plain wordings, and last by none."""

    def scores(self, text: str) -> list[float]:
        """The logarithm of how likely each is, up to a constant."""
        ...


class PlainReader:
    """Scores questions by the plain wordings: an encoder that knows English, and networks that know the lines."""

    def __init__(self, weights: Weights, encoder: Scores) -> None:
        self.wordings = weights.wordings
        self.trust = weights.trust
        self.words = frozenset(weights.words)
        self._weights = weights
        self._encoder = encoder
        self._known = {word: row for row, word in enumerate(weights.known.split())}
        self._scorers = [Scorer(network, weights.size) for network in weights.networks]

    def said_of(self, wording: PlainWording) -> frozenset[str]:
        """The words that people use for a plain wording."""
        return frozenset(self._weights.words[number] for number in wording.says)

    def scores(self, pieces: Sequence[SaidPiece]) -> tuple[list[float], list[float]]:
        """How well each wording fits, and last that none does: the logarithm of how likely it is, up to a constant.

        First as the encoder and the networks find together, then as the encoder does alone. Those that it finds
        likeliest are scored by the networks too; the rest is out.
        """
        buckets = features(pieces, self._weights.buckets)
        words = [self._known[word] for word in said_words(pieces) if word in self._known]
        encoded = self._encoder.scores(as_text(pieces))
        none = len(encoded) - 1
        likely = [*nlargest(SHORT_LIST, range(none), key=encoded.__getitem__), none]
        heard = [one.scores(one.hidden(buckets, words), likely) for one in self._scorers]
        out = [-math.inf] * len(encoded)
        for number, *networks in zip(likely, *heard, strict=True):
            out[number] = (encoded[number] + sum(networks) / len(networks)) / 2
        return out, encoded


@lru_cache(maxsize=1)
def shipped() -> PlainReader:
    """The reader with the weights that come with the package."""
    weights = msgspec.msgpack.decode(WEIGHTS_FILE.read_bytes(), type=Weights)
    return PlainReader(weights, Encoder(ENCODER_FILE.read_bytes(), weights.vocabulary))
