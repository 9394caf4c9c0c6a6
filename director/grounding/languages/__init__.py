"""The languages that an answer can be worded in: words of each (`en.toml`), and its wordings by claim (`en.phrases`).

A line of phrases is a pattern, under the claim that it words (`## is_behind`); claims are read as they are asked for.
A pattern is words and slots, `{subject} is {value} behind {object}`, with `(a|b)` for a choice and `[a]` for what may
be missing. A comparison may stand before it: with `> `, `< ` or `<= ` the claim's value is more than, less than or at
most the slot's; with `=0 ` or `=1 ` it is that number; with `~ ` the lap in `start` lies between the claim's start and
end; with `? ` the claim has no end yet; with `! ` the session is over. `& ` continues a claim of the same subject and
may stand before `~`; with `&@ ` the value holds for each of several claims. `+ ` is no wording but an adjunct, which
may stand in any wording of the claim and has a slot that may be left unsaid: `+ for {reason}`. Code words a claim by
its first pattern whose slots can be filled, and by one of its number (`=0 `, `=1 `) before all others.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any, Literal

from director.grounding.reading_words import word_tokens
from director.language.folding import fold

Code = Literal["en", "de", "fr", "es", "it", "pt", "nl"]
LANGUAGES: tuple[Code, ...] = ("en", "de", "fr", "es", "it", "pt", "nl")
Tokens = tuple[str, ...]
COMPARISONS = (">", "<", "<=", "=0", "=1", "&", "!", "~", "&~", "&@", "?")
ADJUNCT = "+"
SIGNS = frozenset((*COMPARISONS, ADJUNCT))
_FORM = re.compile(r"(?<=\w):\w+(?=\})")
"""How a slot is to be written, `{value:words}`."""
_PIECE = re.compile(r"[()\[\]|]|[^()\[\]|]+")


class Language:
    """One language's table. `words` are its own: numbers, laps, what a moment is called. `phrases` are patterns by
    claim.
    """

    def __init__(self, code: Code, table: Mapping[str, Any], phrases: Mapping[str, list[str]]) -> None:
        self.code = code
        self.words = table
        self.phrases = phrases
        self.fillers = frozenset(word_tokens(table["fillers"]))
        self.only = frozenset(word_tokens(table["only"]))
        self.past: Mapping[str, str] = {fold(then): fold(now) for then, now in table["past"].items()}
        same: Mapping[str, str] = table.get("same", {})
        self.same: Mapping[str, str] = {**same, **{then: same.get(now, now) for then, now in self.past.items()}}
        self.there, each = (tuple(word_tokens(table.get(name, ""))) for name in ("there", "each"))
        self._same_of_there = {one: word for one, word in self.same.items() if one not in each}
        """After `there`, where `each` tells more: there have been two stops each."""
        self.rises = frozenset(word_tokens(table.get("rises", "")))
        self.falls = frozenset(word_tokens(table.get("falls", "")))
        self._wordings: dict[str, Mapping[Tokens, str]] = {}
        self._adjuncts: dict[str, frozenset[Tokens]] = {}

    def phrase(self, says: str, wanted: frozenset[str], at_hand: frozenset[str], number: object = None) -> str:
        """How code words a claim: the first pattern that has all `wanted` slots and none that is not `at_hand`.

        Else the first with none that is not at hand, else empty. Patterns of that number come first.
        """
        exactly = f"={number:g}" if isinstance(number, int | float) and number in (0, 1) else None
        patterns = sorted(self.phrases[says], key=lambda one: _comparison(one)[0] != exactly)
        fits = ("?",) * ("end" not in at_hand) + (() if exactly is None else (exactly,))
        of_it = (_comparison(one)[1] if _comparison(one)[0] in fits else one for one in patterns)
        fitting = [one for one in map(_plain, of_it) if slots(one) <= at_hand]
        return next((one for one in fitting if wanted <= slots(one)), fitting[0] if fitting else "")

    def is_other_way(self, tokens: Iterable[str], start: float, end: float) -> bool:
        """Whether words tell a move from position `start` to `end` the wrong way round: a gain as a fall, a loss as a
        rise.
        """
        return not (self.falls if end < start else self.rises).isdisjoint(tokens)

    def wordings(self, says: str) -> Mapping[Tokens, str]:
        """The ways to word a claim as tokens without fillers, each with its comparison, empty for none."""
        if says not in self._wordings:
            found: dict[Tokens, str] = {}
            for pattern in self.phrases[says]:
                compares, pattern = _comparison(pattern)
                for tokens in expanded(pattern) if compares != ADJUNCT else ():
                    found.setdefault(self.bare(tokens), compares)
            self._wordings[says] = found
        return self._wordings[says]

    def adjuncts(self, says: str) -> frozenset[Tokens]:
        """What may stand in any wording of a claim, each with its slot."""
        if says not in self._adjuncts:
            told = (rest for sign, rest in map(_comparison, self.phrases[says]) if sign == ADJUNCT)
            self._adjuncts[says] = frozenset(tokens for pattern in told for tokens in expanded(pattern))
        return self._adjuncts[says]

    def bare(self, tokens: Tokens) -> Tokens:
        """Tokens without fillers, in the present tense and the singular."""
        said = tokens if self.only.isdisjoint(tokens) else self._without_only(tokens)
        same, fillers = self._same_of_there if tokens[:1] == self.there else self.same, self.fillers
        return tuple([word for token in said if token not in fillers and (word := same.get(token, token))])

    def _without_only(self, tokens: Tokens) -> Iterator[str]:
        """`only two stops` says what two stops says; `only Perez` says more than Perez."""
        for index, token in enumerate(tokens):
            after = tokens[index + 1] if index + 1 < len(tokens) else ""
            if token not in self.only or not after.startswith("{") or after in ("{subject}", "{object}"):
                yield token


@cache
def language(code: str) -> Language:
    """The table of a language; that of English where the language has no table."""
    name: Code = next((one for one in LANGUAGES if code.lower().startswith(one)), "en")
    return _read(name)


@cache
def _read(code: Code) -> Language:
    folder = resources.files(__package__)
    words = tomllib.loads(folder.joinpath(f"{code}.toml").read_text("utf-8"))
    claims = folder.joinpath(f"{code}.phrases").read_text("utf-8").removeprefix("## ").split("\n\n## ")
    return Language(code, words, {says: patterns for says, *patterns in map(str.splitlines, claims)})


def slots(phrase: str) -> frozenset[str]:
    """The roles that a phrase has slots for."""
    return frozenset(part.partition("}")[0].partition(":")[0] for part in phrase.split("{")[1:])


def _comparison(pattern: str) -> tuple[str, str]:
    """The sign before a pattern, one of `SIGNS` or none, and the rest of it."""
    first, _, rest = pattern.partition(" ")
    return (first, rest) if first in SIGNS else ("", pattern)


def _plain(pattern: str) -> str:
    """A pattern as it is said: without what may be missing, the first of every choice. Empty for a comparison."""
    if _comparison(pattern)[0]:
        return "{never}"
    kept, depth, skipping, chosen = "", 0, 0, [True]
    for char in pattern:
        if char == "[":
            skipping += 1
        elif char == "]":
            skipping -= 1
        elif skipping:
            continue
        elif char == "(":
            depth += 1
            chosen.append(True)
        elif char == ")":
            depth -= 1
            chosen.pop()
        elif char == "|":
            chosen[-1] = False
        elif all(chosen):
            kept += char
    return kept.replace("{}", "").strip()


def expanded(pattern: str) -> Iterator[Tokens]:
    """Every way to read a pattern, as tokens; a slot is one token, `{value}`."""
    yield from _alternatives(iter(_PIECE.findall(_FORM.sub("", pattern))), "")


def _alternatives(pieces: Iterator[str], closes: str) -> list[Tokens]:
    """The ways to read what stands up to the end of a group."""
    done: list[Tokens] = []
    ways: list[Tokens] = [()]
    for piece in pieces:
        if piece == closes:
            break
        if piece == "|":
            done, ways = [*done, *ways], [()]
            continue
        more = _alternatives(pieces, ")") if piece == "(" else [tuple(word_tokens(piece))]
        if piece == "[":
            more = [*_alternatives(pieces, "]"), ()]
        ways = [way + one for way in ways for one in more]
    return [*done, *ways]
