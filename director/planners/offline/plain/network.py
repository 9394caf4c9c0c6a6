"""One of the networks that the plain reader asks: from the features and words of a question to a score a wording."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray


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
        tables = (network.inner, network.outer, network.meanings)
        self._inner, self._outer, self._meanings = (np.frombuffer(table, np.int8).reshape(-1, size) for table in tables)

    def hidden(self, buckets: Sequence[int], words: Sequence[int]) -> NDArray[np.float64]:
        """What the network makes of a question, given its features' buckets and its known words' rows."""
        network = self._network
        total = _summed(self._inner, buckets, network.inner_scale)
        if words:
            total += _summed(self._meanings, words, network.meaning_scale)
        return np.array([math.tanh(one) for one in total.tolist()]) * network.outer_scale

    def scores(self, hidden: NDArray[np.float64], outputs: Sequence[int]) -> list[float]:
        """The score of each of the outputs: the logarithm of how likely it is, up to a constant.

        The products are added one after another, so that the sums are the same on every processor.
        """
        products = np.multiply(self._outer[outputs].T, hidden[:, np.newaxis], order="C")
        scores: list[float] = np.add.reduce(products, axis=0).tolist()
        return scores


def _summed(table: NDArray[np.int8], rows: Sequence[int], scale: float) -> NDArray[np.float64]:
    """The rows together, made smaller by the root of how many they are."""
    summed: NDArray[np.float64] = table[rows].sum(axis=0, dtype=np.int64) * (scale / math.sqrt(len(rows)))
    return summed
