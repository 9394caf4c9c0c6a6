"""From a string to words: tokens, contractions spelled out, filler left out, and a light stemmer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from msgspec import Struct

from director.language.contractions import CONTRACTIONS
from director.language.courtesy import FILLER, FILLER_PHRASES
from director.language.folding import fold
from director.language.grammar import COUNTED, FUNCTION, MEASURES, NOT_STATE, NUMBERED, ONE_OF
from director.language.synonyms import SYNONYMS

_TOKEN = re.compile(
    r"""(?P<slot>\w*\{(?P<name>\w+)\}\w*)(?:['’]s)?
      | \d{1,3}(?::\d{1,2}){1,2}
      | \d+\.\d+
      | \#?[^\W_]+(?:['’´`][^\W_]+)*
      | &""",
    re.VERBOSE,
)
_PLAIN = re.compile("[a-z ]+")
_SECONDS = re.compile(r"(?<![\w:.])(\d+(?:\.\d+)?)\s?[sS]\b(?!['’])")
"""`26s` and `26 s`, as a number of seconds."""
_GLUED = re.compile(r"([a-z]{3,})(\d{1,3})|(\d{1,5})(?!(?:st|nd|rd|th)$)([a-z]+)")

_Phrases = dict[str, list[list[str]]]


def _by_first(phrases: Iterable[tuple[str, ...]]) -> _Phrases:
    """Phrases by their first word, longer ones first."""
    out: _Phrases = {}
    for phrase in sorted(phrases, key=len, reverse=True):
        out.setdefault(phrase[0], []).append(list(phrase))
    return out


_FILLER_PHRASES = _by_first(FILLER_PHRASES)
_NOT_STATE = _by_first(NOT_STATE)
_MAY_GO = frozenset({*FILLER, *_FILLER_PHRASES, *_NOT_STATE, *ONE_OF})


WANTING = frozenset({"need", "want"})
_ASKER = frozenset({"i", "we", "you", "people", "viewers", "just", "really", "also", "only", "all", "and", "but", "so"})
_POSSESSIVE = re.compile(r"['’`´]s?$")


class Word(Struct, frozen=True, gc=False):
    """One word: as written, and folded (lower case, no accents, no possessive)."""

    raw: str
    text: str
    slot: str | None = None
    """The name of the slot that this word of an example stands for."""

    @property
    def is_code(self) -> bool:
        """Whether it is written as timing writes a driver's code: in capitals, with or without a possessive."""
        return _POSSESSIVE.sub("", self.raw).isupper()


def tokenise(text: str, *, slots: bool = False) -> list[Word]:
    """The words of a text, contractions spelled out. Braces are slots in examples and nothing in questions."""
    words: list[Word] = []
    if _PLAIN.fullmatch(text):
        for raw in text.split():
            words += _words(raw)
        return words
    text = _SECONDS.sub(r"\1 seconds", text)
    for match in _TOKEN.finditer(text if slots else text.replace("{", " ").replace("}", " ")):
        if match["slot"]:
            words.append(Word(match["slot"], match["slot"], match["name"]))
        else:
            words += _words(match[0])
    return words


@lru_cache(maxsize=8192)
def _words(raw: str) -> tuple[Word, ...]:
    """The words of one token. A catalogue says the same ones thousands of times."""
    return tuple(Word(raw, part) for part in _parts(fold(raw)))


def _parts(text: str) -> tuple[str, ...]:
    if text in CONTRACTIONS:
        return CONTRACTIONS[text]
    if glued := _GLUED.fullmatch(text):
        return tuple(part for part in glued.groups() if part)
    return (text.split("'", maxsplit=1)[0] if text.endswith(("'s", "'")) else text.replace("'", ""),)


def stem(word: str) -> str:
    """A key under which the plain inflections of a word meet, synonyms included."""
    if word in SYNONYMS:
        return SYNONYMS[word]
    key = uninflected(word)
    return SYNONYMS.get(key, key)


def uninflected(word: str) -> str:
    """A word without the endings of its plain inflections; synonyms stay apart."""
    if len(word) < 4 or not word.isalpha():
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-2] if word.endswith(("sses", "shes", "ches", "xes")) else word[:-1]
    for ending in ("ing", "ed"):
        root = word.removesuffix(ending)
        if root != word and len(root) >= 3 and re.search("[aeiouy]", root) and root[-1] != "e":
            undoubled = len(root) > 3 and root[-1] == root[-2] and root[-1] not in "lsz"
            word = root[:-1] if undoubled else f"{root}e" if root in FUNCTION else root
            break
    silent = word.endswith("e") and len(word) > 3 and word[:-1] not in FUNCTION
    return word[:-1] if silent else word


def without_filler(words: Sequence[Word], keep: Callable[[Word], bool] = lambda _: False) -> list[Word]:
    """The words that are left when politeness and chat are taken out, except those to `keep`."""
    texts = [word.text for word in words]
    if _MAY_GO.isdisjoint(texts):
        return list(words)
    kept: list[Word] = []
    at = 0
    while at < len(words):
        if texts[at] not in _MAY_GO:
            kept.append(words[at])
            at += 1
            continue
        if _is_one(texts, at):
            kept.append(Word(words[at].raw, "one"))
        if phrase := _leading(_FILLER_PHRASES, texts, at):
            at += len(phrase)
            continue
        if marked := _leading(_NOT_STATE, texts, at):
            kept.append(Word(" ".join(marked), " ".join(marked)))
            at += len(marked)
            continue
        if texts[at] not in FILLER or words[at].slot or keep(words[at]) or _is_wanted(texts, at):
            kept.append(words[at])
        at += 1
    return kept


def _is_wanted(texts: Sequence[str], at: int) -> bool:
    """Whether somebody in the race needs something, and not who asks: "what would Max need"."""
    return texts[at] in WANTING and at > 0 and texts[at - 1] not in _ASKER


def _is_one(texts: Sequence[str], at: int) -> bool:
    """Whether a word that often says nothing is a number here: "within a second", "lap one", "one stop"."""
    word, before = texts[at], texts[at - 1] if at else ""
    if word == "one" and (before in NUMBERED or (at and texts[at + 1 : at + 2] and texts[at + 1] in COUNTED)):
        return True
    return word in ONE_OF and before in MEASURES


def _leading(phrases: _Phrases, texts: list[str], at: int) -> list[str] | None:
    """The longest phrase that stands at this place."""
    for phrase in phrases.get(texts[at], ()):
        if texts[at : at + len(phrase)] == phrase:
            return phrase
    return None
