"""Whether a line of a chat asks the race anything at all, told before anything is matched.

A logistic regression over hashed words, pairs of words and pieces of words. Names are all one word to it, so it knows
neither drivers nor tools. `tools/train_chat_gate.py` makes the weights, one signed byte each.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from zlib import crc32

from director.language.back_references import spelt_out
from director.language.grammar import AUXILIARIES, QUESTION_WORDS

BUCKETS = 1 << 15
WEIGHTS_FILE = Path(__file__).with_name("chatter.weights")
MOST_WORDS, MOST_CHARS = 24, 300
"""A longer line is judged by its beginning."""
NAME = "<name>"
NUMBER = "<number>"
IsName = Callable[[str], bool]


def features(line: str, is_name: IsName) -> list[int]:
    """The buckets of a line: what it says, how its words are made, and how it is shaped."""
    spoken = spelt_out(line[:MOST_CHARS])[:MOST_WORDS]
    said = [NAME if is_name(word) else NUMBER if word.isdigit() else word for word in spoken]
    if not said:
        return [_bucket("empty")]
    found = [_bucket(f"w {word}") for word in said]
    found += [_bucket(f"p {one} {other}") for one, other in pairwise(("<", *said, ">"))]
    for word in said:
        if word not in (NAME, NUMBER):
            found += _pieces(word)
    found.append(_bucket(f"length {min(len(said), 9)}"))
    if "?" in line:
        found.append(_bucket("question mark"))
    if "!" in line:
        found.append(_bucket("exclamation"))
    if said[0] in QUESTION_WORDS or said[0] in AUXILIARIES:
        found.append(_bucket("begins as a question"))
    if NAME in said:
        found.append(_bucket(f"named {said.count(NAME)} of {min(len(said), 4)}"))
    return found


@lru_cache(maxsize=20_000)
def _pieces(word: str) -> tuple[int, ...]:
    bounded = f"<{word[:16]}>"
    return tuple(_bucket(f"c {bounded[at : at + 4]}") for at in range(max(len(bounded) - 3, 1)))


@lru_cache(maxsize=20_000)
def _bucket(feature: str) -> int:
    return crc32(feature.encode()) % BUCKETS


class ChatterGate:
    """Scores lines. `weights` has a signed byte for each bucket; a byte times `scale` is the weight."""

    def __init__(self, weights: bytes, scale: float, bias: float, threshold: float) -> None:
        self._weights = struct.unpack(f"{BUCKETS}b", weights)
        self._scale = scale
        self._bias = bias
        self.threshold = threshold

    @classmethod
    def shipped(cls) -> ChatterGate:
        """The gate with the weights that come with the package."""
        data = WEIGHTS_FILE.read_bytes()
        scale, bias, threshold = struct.unpack_from("<3d", data)
        return cls(data[24:], scale, bias, threshold)

    def score(self, line: str, is_name: IsName) -> float:
        """How surely the line asks something, from 0 to 1."""
        found = features(line, is_name)
        total = sum(map(self._weights.__getitem__, found)) * self._scale / math.sqrt(len(found)) + self._bias
        return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, total))))

    def asks(self, line: str, is_name: IsName) -> bool:
        """Whether the line is to be heard as a question."""
        return self.score(line, is_name) >= self.threshold
