"""One of the networks that the plain reader asks: from the features and words of a question to a score a wording."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable, Sequence
from operator import mul

from msgspec import Struct


class Network(Struct, frozen=True, array_like=True):
    """What one network has learnt. `inner`, `outer`, `meanings`: signed bytes, a row a bucket, a wording and a word."""

    inner: bytes
    outer: bytes
    meanings: bytes
    inner_scale: float
    outer_scale: float
    meaning_scale: float


class Scorer:
    """Scores questions by a network whose rows have so many numbers."""

    def __init__(self, network: Network, size: int) -> None:
        self._network = network
        self._size = size
        self._row = struct.Struct(f"{size}b")

    def hidden(self, buckets: Sequence[int], words: Sequence[int]) -> list[float]:
        """What the network makes of a question, given its features' buckets and its known words' rows."""
        network = self._network
        total = self._summed(network.inner, buckets, network.inner_scale)
        if words:
            means = self._summed(network.meanings, words, network.meaning_scale)
            total = [one + other for one, other in zip(total, means, strict=True)]
        return [math.tanh(one) * network.outer_scale for one in total]

    def scores(self, hidden: Sequence[float], outputs: Iterable[int]) -> list[float]:
        """The score of each of the outputs: the logarithm of how likely it is, up to a constant."""
        rows = (self._row.unpack_from(self._network.outer, output * self._size) for output in outputs)
        return [sum(map(mul, hidden, row)) for row in rows]

    def _summed(self, table: bytes, rows: Sequence[int], scale: float) -> list[float]:
        """The rows together, made smaller by the root of how many they are."""
        scale /= math.sqrt(len(rows))
        numbers = [self._row.unpack_from(table, row * self._size) for row in rows]
        return [sum(column) * scale for column in zip(*numbers, strict=True)]
