"""Lines of free sentences about a race, with what they state in plain words.

`claims.tsv` has them as the rewriter hears them (see `free_claims.py`), each with its plain
statements and its writer.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from rewriter_lines import ASKED_WEIGHT, FILLS, Line, rows

from director.language.rewriting.marks import COUNTED
from director.language.rewriting.rewriter import MOST_WORDS

CLAIMS = "claims"
"""The kind of these lines."""
_DIGITS = re.compile(rf"\d+(?=[\d.:]*(?: \w+)? (?:{'|'.join(COUNTED)})\b)")


def claim_lines(seed: int = 7) -> Iterator[Line]:
    """Each sentence a few times, with other digits: what a number is does not change what is said of it."""
    rng = random.Random(seed)  # noqa: S311 - the same lines give the same weights

    def other(digits: re.Match[str]) -> str:
        return "".join(rng.choice("123456789") for _ in digits[0])

    for sentence, states, writer in rows("claims.tsv"):
        tokens = tuple(states.split())
        for heard in [sentence, *(_DIGITS.sub(other, sentence) for _ in range(FILLS - 1))]:
            if len(tokens) <= MOST_WORDS:
                yield Line(heard, (), tokens, writer, CLAIMS, ASKED_WEIGHT)
