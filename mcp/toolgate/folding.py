"""The one folding: how a text is written so that the same word is always told alike, `HÜLKENBERG` and `hulkenberg`."""

from __future__ import annotations

import re
import unicodedata

_LETTERS = str.maketrans(
    {
        "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ŧ": "t", "ŋ": "n", "ĸ": "k", "þ": "th",
        "æ": "ae", "œ": "oe", "ß": "ss", "ə": "a",
        "’": "'", "‘": "'", "´": "'", "`": "'", "ʼ": "'", "＇": "'",
    }
)  # fmt: skip
"""Letters that Unicode does not take apart, and the marks that people type for an apostrophe."""
_MARKED_LATIN = re.compile("([a-z])[\u0300-\u036f]+")
"""In other scripts a mark makes another letter: only Latin letters lose theirs."""


def fold(text: str) -> str:
    """Lower case, Latin letters without accents; compatibility forms (full-width, ligatures) as plain letters."""
    if text.isascii():
        return text.lower().replace("`", "'")
    taken_apart = unicodedata.normalize("NFKD", text.translate(_LETTERS)).casefold().translate(_LETTERS)
    return unicodedata.normalize("NFC", _MARKED_LATIN.sub(r"\1", taken_apart))


def fold_words(text: str) -> str:
    """The words of a text, folded, with one space between them: what is no letter, mark or digit parts words."""
    return " ".join("".join(char if _in_word(char) else " " for char in fold(text)).split())


def _in_word(char: str) -> bool:
    return char.isalnum() or unicodedata.category(char).startswith("M")
