"""What words of English mean: a vector for each, by wordllama's table (MIT licence); words used alike have like ones.

The words are those that the table knows as one piece and those of the wordings themselves. The files that come with the
package are read; nothing is loaded from elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

TOKENIZER = "tokenizers/l2_supercat_tokenizer_config.json"
TABLE = "weights/l2_supercat_256.safetensors"
BEGINS = "▁"
"""Where a word begins, among the table's pieces."""


def vectors(said: Iterable[str]) -> dict[str, np.ndarray]:
    """A vector for each word, with the mean of all taken off and of the length 1 on average."""
    spec = find_spec("wordllama")
    if spec is None or spec.origin is None:
        raise SystemExit("wordllama is not installed: pip install wordllama")
    home = Path(spec.origin).parent
    tokenizer = Tokenizer.from_file(str(home / TOKENIZER))
    (table,) = load_file(home / TABLE).values()
    whole = {piece.removeprefix(BEGINS) for piece in tokenizer.get_vocab() if piece.startswith(BEGINS)}
    words = sorted({word for word in whole if word.isascii() and word.isalpha() and word.islower()} | set(said))
    found = [table[tokenizer.encode(word, add_special_tokens=False).ids].astype(np.float32).mean(0) for word in words]
    rows = np.stack(found)
    rows -= rows.mean(0)
    rows /= np.linalg.norm(rows, axis=1).mean()
    return dict(zip(words, rows, strict=True))
