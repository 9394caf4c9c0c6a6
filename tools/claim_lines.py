"""Lines of free sentences about a race, with what they state in plain words.

`claims.tsv` has them as the rewriter hears them (see `free_claims.py`), each with its plain
statements and its writer.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from rewriter_lines import ASKED_WEIGHT, Line, rows

from director.language.rewriting.marks import AND_THEN, COUNTED, NO_PLAIN
from director.language.rewriting.rewriter import MOST_WORDS

FILLS = 2
"""So often a sentence is learnt, each time with other digits."""
CLAIMS = "claims"
"""The kind of these lines."""
TURNED = (
    ("ahead of", "behind"),
    ("in front of", "behind"),
    ("leads", "trails"),
    ("faster than", "slower than"),
    ("quicker than", "slower than"),
    ("slower than", "quicker than"),
    ("older than", "newer than"),
    ("newer than", "older than"),
    ("behind", "ahead of"),
    ("trails", "leads"),
)
"""Words that turn round what is said of two."""
UNSAID = ("not", "never", "no longer", "could be", "will be", "might have been", "was almost", "would have been")
"""What makes something else of a sentence in the place of its verb: after it those of the first, for it the others."""
DENIALS, OFTEN = 3, 1 / 3
_DIGITS = re.compile(rf"\d+(?=[\d.:]*(?: \w+)? (?:{'|'.join(COUNTED)})\b)")
_VERB = re.compile(r"\b(?:is|was|are|were|has|have|had)\b")


def claim_lines(seed: int = 7) -> Iterator[Line]:
    """Each sentence a few times, with other digits: what a number is does not change what is said of it.

    Beside it are what it says turned round, and now and then denied, so that no little word is passed over.
    """
    rng = random.Random(seed)  # noqa: S311 - the same lines give the same weights

    def other(digits: re.Match[str]) -> str:
        return "".join(rng.choice("123456789") for _ in digits[0])

    for sentence, states, writer in rows("claims.tsv"):
        said = [(sentence, states), *turned(sentence, states)]
        if states != NO_PLAIN and rng.random() < OFTEN:
            said += denied(sentence, rng)
        for heard, told in said:
            tokens = tuple(told.split())
            for filled in [heard, *(_DIGITS.sub(other, heard) for _ in range(FILLS - 1))]:
                if len(tokens) <= MOST_WORDS:
                    yield Line(filled, (), tokens, writer, CLAIMS, ASKED_WEIGHT)


def turned(sentence: str, states: str) -> Iterator[tuple[str, str]]:
    """The sentence with its two drivers the other way round by another word, where one word alone tells the way."""
    words = states.split()
    two = list(dict.fromkeys(word for word in words if re.fullmatch(r"D\d+", word)))
    ways = [pair for pair in TURNED if re.search(rf"\b{pair[0]}\b", sentence)]
    if AND_THEN in words or len(two) != 2 or len(ways) != 1:
        return
    way, other = ways[0]
    heard = re.sub(rf"\b{way}\b", other, sentence, count=1)
    told = states.replace("ahead of", "behind") if "ahead of" in states else states.replace("behind", "ahead of")
    if told == states and "than" in words:
        told = " ".join({two[0]: two[1], two[1]: two[0]}.get(word, word) for word in words)
    if told != states and sentence.count(way) == 1:
        yield heard, told


def denied(sentence: str, rng: random.Random) -> Iterator[tuple[str, str]]:
    """The sentence with its verb denied, or of what is only possible: it states nothing that was shown."""
    if verb := _VERB.search(sentence):
        word = rng.choice(UNSAID)
        instead = f"{verb[0]} {word}" if word in UNSAID[:DENIALS] else word
        yield f"{sentence[: verb.start()]}{instead}{sentence[verb.end() :]}", NO_PLAIN
