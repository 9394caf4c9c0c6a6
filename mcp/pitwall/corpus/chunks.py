"""Cuts a text into passages that end where a paragraph, a sentence or at least a word does."""

from __future__ import annotations

import re
from collections.abc import Iterator

LONGEST = 1000
"""Characters of a passage at most."""
SHORTEST = 800
"""A passage is filled so far before it may end, unless the text does."""
_ENDS = (re.compile(r"\n\n"), re.compile(r"[.!?:;]\s|\n"), re.compile(r"\s"))


def chunks(text: str) -> Iterator[str]:
    """Passages in order: together they are the text, but for the white space between them."""
    rest = "\n".join(" ".join(line.split()) for line in text.splitlines()).strip()
    rest = re.sub(r"\n{3,}", "\n\n", rest)
    while len(rest) > LONGEST:
        cut = _cut(rest)
        yield rest[:cut].strip()
        rest = rest[cut:].strip()
    if rest:
        yield rest


def _cut(text: str) -> int:
    """Where the first passage ends: the last good place between the shortest and the longest."""
    window = text[SHORTEST:LONGEST]
    for end in _ENDS:
        found = list(end.finditer(window))
        if found:
            return SHORTEST + found[-1].end()
    return LONGEST
