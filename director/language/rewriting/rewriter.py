"""The rewriter: a small transformer that says in plain words what a question asks, or what a sentence states, the
likeliest first.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

import numpy as np
import onnxruntime
from msgspec import Struct

from director.language.rewriting.marks import MOST_SAID, SaidBefore, is_mark
from director.language.rewriting.wordpieces import WordPieces

MOST_OF_QUESTION, MOST_OF_PLAIN, MOST_OF_ANSWER = 56, 24, 16
"""So many word pieces are heard of a question or a sentence, of a plain question before it, and of whom its answer
named."""
MOST_WORDS = 36
"""What is said in plain words has no more words."""
BEAMS = 4
"""So many beginnings are followed at once."""
UNLIKELY = 4.0
"""A beginning that is so much less likely than the likeliest one, as a logarithm, is not followed."""
ENOUGH_DONE = 2
"""So many that are said to the end are enough, where no beginning is likelier."""
PAD, BEGIN, END = "<pad>", "<s>", "</s>"
STATES = "<states>"
"""What stands in the place of the beginning where a sentence is put into plain statements."""
PIECES = "pieces"
"""What the model takes that hears; it gives the memory of them."""
MEMORY, KEPT, SAID, AT = "memory", "kept", "said", "at"
"""What the model takes that says: the memory, what it kept of the words before, the last word, and which that is."""
_ERRORS_ONLY = 3
_NEVER = -1e9

Numbers = np.ndarray
Beam = tuple[float, list[int], int]
"""The logarithm of how likely a beginning is, its words by their numbers, and from which one before it grew."""


class Rewriting(Struct, frozen=True):
    """What is asked or stated in plain words, and how likely that is."""

    tokens: tuple[str, ...]
    likely: float
    """From 0 to 1: all of its words together."""


class Rewriter:
    """Rewrites questions and sentences.

    Two ONNX models: one hears all at once, one says the next word after those that it said.
    """

    def __init__(self, hears: bytes, says: bytes, pieces: str, words: Sequence[str]) -> None:
        onnxruntime.set_default_logger_severity(_ERRORS_ONLY)
        self._hears, self._says = _session(hears), _session(says)
        self._pieces = WordPieces(pieces.split())
        self._words = tuple(words)
        self._at = {word: number for number, word in enumerate(words)}
        self._marks = {word: number for number, word in enumerate(words) if is_mark(word)}

    def rewritings(
        self, question: str, before: Sequence[SaidBefore], marks: Collection[str], begin: str = BEGIN
    ) -> list[Rewriting]:
        """What is said in plain words, the likeliest first, with no marks but these.

        `before`: what was said, the latest first. `begin`: `STATES` for what a sentence states.
        """
        heard = as_heard(self._pieces, question, before)
        (memory,) = self._hears.run(None, {PIECES: np.array([heard], np.int64)})
        closed = [number for mark, number in self._marks.items() if mark not in marks]
        closed += [self._at[word] for word in (PAD, BEGIN, STATES) if word in self._at]
        return self._said(memory, closed, self._at[begin])

    def _said(self, memory: Numbers, closed: Sequence[int], begin: int) -> list[Rewriting]:
        beams: list[Beam] = [(0.0, [begin], 0)]
        done: list[Beam] = []
        layers, heads, _, size = memory.shape
        kept = np.zeros((layers, 1, heads, 0, size), np.float32)
        for at in range(MOST_WORDS):
            kept = kept[:, [row for *_, row in beams]]
            last = np.array([words[-1] for _, words, _ in beams], np.int64)
            scores, kept = self._says.run(None, {MEMORY: memory, KEPT: kept, SAID: last, AT: np.array([at], np.int64)})
            scores[:, closed] = _NEVER
            likeliest = np.argpartition(-scores, BEAMS, axis=1)[:, :BEAMS]
            longer = [
                (score + float(scores[row, word]), [*words, int(word)], row)
                for row, (score, words, _) in enumerate(beams)
                for word in likeliest[row]
            ]
            longer.sort(key=_score, reverse=True)
            least = max(map(_score, (*done, longer[0]))) - UNLIKELY
            longer = [beam for beam in longer if _score(beam) >= least]
            done += [beam for beam in longer[:BEAMS] if self._ends(beam)]
            beams = [beam for beam in longer if not self._ends(beam)][:BEAMS]
            if not beams or (len(done) >= ENOUGH_DONE and max(map(_score, done)) > _score(beams[0])):
                break
        done.sort(key=_score, reverse=True)
        return [
            Rewriting(tuple(self._words[word] for word in words[1:-1]), math.exp(score))
            for score, words, _ in done[:BEAMS]
        ]

    def _ends(self, beam: Beam) -> bool:
        return beam[1][-1] == self._at[END]


def _score(beam: Beam) -> float:
    return beam[0]


def as_heard(pieces: WordPieces, question: str, before: Sequence[SaidBefore]) -> list[int]:
    """The word pieces of a question and of what was said before it, one after the other."""
    heard = pieces.numbers(question, MOST_OF_QUESTION)
    for said in before[:MOST_SAID]:
        for text, most in ((said.plain, MOST_OF_PLAIN), (said.named, MOST_OF_ANSWER)):
            heard += pieces.numbers(text, most)[1:]  # whom nobody named leaves its place empty
    return heard


def _session(model: bytes) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1  # a question is too short to share
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
