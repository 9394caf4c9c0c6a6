"""The words of a text, folded: what is compared where a wording is read."""

from __future__ import annotations

import re
import unicodedata

from director.language.folding import fold

_TOKEN = re.compile(r"\{\w+(?::\w+)?\}|'s\b|[^\W_]+(?:['’-][^\W_]+)*")
_DONE = (
    "been|stopped|pitted|led|done|made|set|won|lost|gained|dropped|fallen|risen|climbed|slipped|moved|gone|come|"
    "started|begun|taken|passed|retired|finished|run|lapped|completed|changed|switched|closed|pulled|cut|had|got|yet"
)
"""Before these `'s` is `has`: `it's started to rain`."""
_CONTRACTIONS = (
    (
        re.compile(
            rf"\b(he|she|it|there|who|that|nobody|everybody|everyone)['’]s "
            rf"(?=(?:only |just |already |now |also )?(?:{_DONE})\b)",
            re.IGNORECASE,
        ),
        r"\1 has ",
    ),
    (re.compile(r"\b(he|she|it|there|who|that|nobody|everybody|everyone)['’]s\b", re.IGNORECASE), r"\1 is"),
    (re.compile(r"\bcan['’]t\b", re.IGNORECASE), "can not"),
    (re.compile(r"\bwon['’]t\b", re.IGNORECASE), "will not"),
    (re.compile(r"n['’]t\b", re.IGNORECASE), " not"),
    (re.compile(r"['’]ve\b", re.IGNORECASE), " have"),
    (re.compile(r"['’]re\b", re.IGNORECASE), " are"),
    (re.compile(r"(?<=[a-z])['’]ll\b", re.IGNORECASE), " will"),
    (re.compile(r"\b(he|she|it|they|that|who)['’]d (?=yet\b|been\b)", re.IGNORECASE), r"\1 had "),
    (re.compile(r"(?<=[a-z])['’]d\b", re.IGNORECASE), " would"),
    (re.compile(r"(?<=[a-z])-(?=(?:best|fastest|quickest|highest)\b)", re.IGNORECASE), " "),
)


def plain_text(text: str) -> str:
    """The text with digits of every script, full-width letters and typographic signs as plain ones, nothing hidden."""
    seen = "".join(char for char in unicodedata.normalize("NFKC", text) if unicodedata.category(char) != "Cf")
    digits = (str(unicodedata.digit(char)) if char.isdigit() and not char.isascii() else char for char in seen)
    return " ".join("".join(digits).replace("’", "'").replace("\u2212", "-").split())


def spelled_out(text: str) -> str:
    """English contractions in full: `isn't` is `is not`."""
    for pattern, whole in _CONTRACTIONS:
        text = pattern.sub(whole, text)
    return text


def word_tokens(text: str) -> list[str]:
    """The words of a text, folded; a slot `{value}` and a possessive `'s` are tokens of their own."""
    spaced = re.sub(r"(?<=\})s\b|(?<=[^\W_])'s\b|(?<=\})'s\b", " 's", text.replace("’", "'"))
    return [token if token.startswith("{") else fold(token) for token in _TOKEN.findall(spaced)]
