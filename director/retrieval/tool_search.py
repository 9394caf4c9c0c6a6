"""Ranks the tools of a catalogue by how well they fit a question: words alone, no model and no network.

BM25 over fields: a word of a tool's name tells more than one of its description, and that more than one of an
argument. A question that asks for several things is also read clause by clause, and each clause has its best tool
among the first, so that what is said at length does not drown what is said in passing.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from director.kept_catalogues import KeptCatalogues
from director.language.tokens import uninflected
from director.language.word_lists import words
from toolgate.contract import JsonObject

NAME, DESCRIPTION, ARGUMENT, ABOUT_ARGUMENT = 2.0, 1.0, 0.7, 0.4
"""What a word weighs by the field that it stands in."""
SATURATION = 1.2
LENGTH_SHARE = 0.5
"""How much a long field counts for less."""
WHOLE_SHARE = 0.45
"""What the whole question adds to the best of its clauses."""
CONTEXT_SHARE = 0.15
"""What the whole question adds where a clause chooses its own best tool."""
MIN_CLAUSE_WORDS = 2
MAX_CLAUSES = 12
_TEXT_MAX_CHARS = 2000
"""How much of a description is read."""

_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_a-zA-Z]+")
_CLAUSE_END = re.compile(r"[.!?;]\s+|,\s+|\b(?:and|then|also|finally|additionally)\b", re.IGNORECASE)
_EMPTY = words(
    """
    a an the of to for in on at by with and or from as is are was were be been it its this that these those i me my we
    us our you your can could would will please what which who how when where do does did have has had want need let
    know tell also not s t d ll
    """
)
"""Words that no tool is found by."""


class ToolSearch:
    """The tools of one catalogue, ready to be searched. Entries are `{name, description, input_schema}`."""

    def __init__(self, catalogue: Sequence[JsonObject]) -> None:
        self._postings: dict[str, dict[int, float]] = defaultdict(dict)
        fields = zip(*(_fields(entry) for entry in catalogue), strict=True)
        for weight, texts in zip((NAME, DESCRIPTION, ARGUMENT, ABOUT_ARGUMENT), fields, strict=False):
            self._add(weight, [Counter(_words(text)) for text in texts])
        total = len(catalogue)
        self._rarity = {
            word: math.log(1 + (total - len(found) + 0.5) / (len(found) + 0.5))
            for word, found in self._postings.items()
        }

    def ranked(self, question: str, most: int) -> list[int]:
        """The numbers of the tools that share a word with the question, best first, at most `most`."""
        whole = self._scores(_words(question))
        clauses = [said for text in _CLAUSE_END.split(question) if len(said := list(_words(text))) >= MIN_CLAUSE_WORDS]
        if len(clauses) < 2:
            return _best(whole, most)
        by_clause = [self._scores(said) for said in clauses[:MAX_CLAUSES]]
        together = {
            number: WHOLE_SHARE * score + max(scores.get(number, 0.0) for scores in by_clause)
            for number, score in whole.items()
        }
        order = _best(together, len(together))
        choices = (max(scores, key=lambda n: scores[n] + CONTEXT_SHARE * whole[n]) for scores in by_clause if scores)
        firsts = list(dict.fromkeys(choices))[: most * 4 // 5]
        kept = {*firsts, *[number for number in order if number not in firsts][: most - len(firsts)]}
        return [number for number in order if number in kept]

    def _add(self, weight: float, documents: Sequence[Counter[str]]) -> None:
        mean = sum(map(Counter.total, documents)) / max(len(documents), 1) or 1.0
        for number, said in enumerate(documents):
            length = 1 - LENGTH_SHARE + LENGTH_SHARE * said.total() / mean
            for word, count in said.items():
                found = self._postings[word]
                found[number] = found.get(number, 0.0) + weight * count / length

    def _scores(self, asked: Iterable[str]) -> Mapping[int, float]:
        scores: dict[int, float] = defaultdict(float)
        for word in dict.fromkeys(asked):
            rarity = self._rarity.get(word, 0.0)
            for number, count in self._postings.get(word, {}).items():
                scores[number] += rarity * count / (count + SATURATION)
        return scores


search_of = KeptCatalogues(ToolSearch, most=4)
"""The search of a catalogue, made once."""


def _best(scores: Mapping[int, float], most: int) -> list[int]:
    """The numbers with the highest scores; of equal ones the first."""
    return sorted(scores, key=lambda number: (-scores[number], number))[:most]


def _fields(entry: JsonObject) -> tuple[str, str, str, str]:
    properties = _properties(entry.get("input_schema"))
    about = " ".join(str(spec.get("description", "")) for spec in properties.values() if isinstance(spec, dict))
    described = str(entry.get("description", ""))
    asked = " ".join(str(question) for question, _ in entry.get("examples") or ())
    return str(entry["name"]), f"{described} {asked}"[:_TEXT_MAX_CHARS], " ".join(properties), about[:_TEXT_MAX_CHARS]


def _properties(schema: Any) -> JsonObject:
    properties = schema.get("properties") if isinstance(schema, dict) else None
    return properties if isinstance(properties, dict) else {}


def _words(text: str) -> Iterator[str]:
    """The stems of the words that mean something; `getTimeZone` and `get_time_zone` are three."""
    for word in _WORD.findall(text):
        if key := _key(word.lower()):
            yield key


@lru_cache(16_384)
def _key(word: str) -> str:
    return "" if word in _EMPTY else uninflected(word)
