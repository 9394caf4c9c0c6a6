"""Ordinary words as a query of FTS5: any of them may be found, and no punctuation is an error."""

from __future__ import annotations

import re

MOST_WORDS = 32
TOKENS = "porter unicode61 remove_diacritics 2"
"""How texts are indexed: stems and accents aside."""


def match_any(query: str) -> str:
    """A query for any of the words, as `"pit" OR "stop"`; empty where the text has no word."""
    return " OR ".join(f'"{word}"' for word in re.findall(r"\w+", query)[:MOST_WORDS])
