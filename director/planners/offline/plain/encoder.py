"""The encoder that the plain reader asks: a small transformer that knew English before it learnt the plain wordings."""

from __future__ import annotations

import numpy as np
import onnxruntime

from director.language.rewriting.wordpieces import WordPieces

MOST_WORD_PIECES = 32
"""A longer question is judged by its beginning."""
INPUT = "pieces"
ERRORS_ONLY = 3


class Encoder:
    """Scores a question by the plain wordings. `model`: ONNX, from numbers of word pieces to a score a wording."""

    def __init__(self, model: bytes, vocabulary: str) -> None:
        onnxruntime.set_default_logger_severity(ERRORS_ONLY)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1  # a question is too short to share
        self._session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        self._pieces = WordPieces(vocabulary.split())

    def scores(self, text: str) -> list[float]:
        """The score of each wording and last of none: the logarithm of how likely it is, up to a constant."""
        pieces = np.array([self._pieces.numbers(text, MOST_WORD_PIECES)], np.int64)
        (batch,) = self._session.run(None, {INPUT: pieces})
        scores: list[float] = batch[0].tolist()
        return scores
