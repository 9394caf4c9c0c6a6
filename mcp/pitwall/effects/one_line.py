"""Makes untrusted text safe to show: one line, without control characters."""

from __future__ import annotations

import re
import unicodedata

_UNWANTED = frozenset({"Cc", "Cs", "Zl", "Zp"})
_TURNING = frozenset("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that turn the direction of writing, so that a line can show what it does not say."""
_GAP = re.compile(" *\0[\0 ]*")


def plain_line(text: str) -> str:
    """The text without control characters, line breaks, halves of surrogate pairs and marks that turn it round.

    A run of them, with the spaces beside it, is one space; none is left at the ends. Everything else stays as it is.
    """
    marked = "".join("\0" if char in _TURNING or unicodedata.category(char) in _UNWANTED else char for char in text)
    return _GAP.sub(" ", marked).strip()
