"""A question as the cache sees it: what is asked, and the values in its slots."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import msgspec

from director.language.back_references import points_back
from director.language.grammar import AUXILIARIES, QUESTION_WORDS
from director.language.mentions import Names
from director.language.numbers import is_clock, joined, read_number
from director.language.sameness import (
    COMMON_NUMBERS,
    COURTESY,
    FRONT,
    GREETINGS,
    LEANING_ENDS,
    MOMENT_STARTS,
    NOT_AFTER_A,
    NOT_BEFORE_NOW,
    NOW,
    OPENINGS,
    OPTIONAL,
    OPTIONAL_LAST,
    THANKS,
    TIES,
    UNSETTLED,
)
from director.language.synonyms import SPELLINGS, UNITS
from director.language.tokens import Word, tokenise
from director.plan_cache.slots import SlotValue, clock_slot, name_slot, number_slot
from toolgate.contract import Context, JsonObject

Token = str | SlotValue

MAX_TOKENS = 40
SENTENCE_STARTS = QUESTION_WORDS | AUXILIARIES | {"why"}
_NUMERAL = re.compile(r"\d{1,3}(?::\d{1,2}){1,2}|\d+\.\d+")
_ODD = re.compile(r"[^\w\s.,;:?!'’\"“”()#&-]|[-.,:]\d|\d[-.,:]\d")
"""A sign, a range, a smiley: what the words alone do not say."""


@dataclass(frozen=True)
class QuestionForm:
    """The words of a question, a slot's marker (`{driver:0}`) in the place of each value, and the slots by number.

    Equal values share a marker.
    """

    words: tuple[str, ...]
    slots: tuple[SlotValue, ...]

    @cached_property
    def intent(self) -> tuple[str, ...]:
        """The words that may not differ, in their order."""
        following = (*self.words[1:], "")
        return tuple(
            word
            for word, after in zip(self.words, following, strict=True)
            if not (word == OPTIONAL_LAST and not after)
            and (word not in OPTIONAL or (word in ("a", "an") and after in NOT_AFTER_A))
        )

    def stands_alone(self, vocabularies: Mapping[str, object]) -> bool:
        """Whether it means the same in any conversation: a whole sentence that names whom it is about."""
        words = self.words
        named = [at for at, word in enumerate(words) if word.startswith("{") and word[1:].split(":")[0] in vocabularies]
        if not named or len(words) < 3 or words[-1] in LEANING_ENDS:
            return False
        if words[0] not in SENTENCE_STARTS or AUXILIARIES.isdisjoint(words):
            return False
        if words[0] == "how" and words[1] in ("many", "much") and words[2] in AUXILIARIES:
            return False
        return len(named) > 1 or not _is_tied(words, named[0])


class QuestionReader:
    """Reads questions. It keeps the names of the context that it read last."""

    def __init__(self) -> None:
        self._key = b""
        self._names = Names({})
        self._plain: frozenset[str] = frozenset()

    def read(self, question: str, catalogue: Sequence[JsonObject], context: Context) -> QuestionForm | None:
        """The form of a question; None where it refers to an earlier one, or where its words may not say all that is
        asked.
        """
        if _ODD.search(_NUMERAL.sub("0", question)):
            return None
        self._learn(catalogue, context)
        tokens = _plainly(self._tokens(question, context))
        asked = " ".join(token if isinstance(token, str) else "0" for token in tokens)
        if not 0 < len(tokens) <= MAX_TOKENS or points_back(asked) or _is_unsettled(tokens):
            return None
        slots = tuple(dict.fromkeys(token for token in tokens if isinstance(token, SlotValue)))
        marked = (f"{{{t.kind}:{slots.index(t)}}}" if isinstance(t, SlotValue) else t for t in tokens)
        return QuestionForm(tuple(marked), slots)

    def _learn(self, catalogue: Sequence[JsonObject], context: Context) -> None:
        key = msgspec.json.encode((context.vocabularies, [entry["description"] for entry in catalogue]))
        if key != self._key:
            self._names = Names(context.vocabularies)
            self._plain = frozenset(word.text for entry in catalogue for word in tokenise(entry["description"]))
            self._key = key

    def _tokens(self, question: str, context: Context) -> list[Token]:
        words = joined(tokenise(question))
        found = self._names.find(words, self._plain.__contains__)
        # "no 2" may be a car, but its "no" may be a negation as well.
        mentions = {each.start: each for each in found if each.firm and words[each.start].text != "no"}
        tokens: list[Token] = []
        at = 0
        while at < len(words):
            mention = mentions.get(at)
            kinds = [kind for kind in context.vocabularies if mention and kind in mention.readings]
            slot = None
            if mention is not None and len(kinds) == 1:
                slot = name_slot(kinds[0], str(mention.readings[kinds[0]]), context.vocabularies)
            if mention is not None and slot is not None:
                tokens.append(slot)
                at = mention.end
            else:
                tokens.append(_token(words[at], after_number=bool(at) and read_number(words[at - 1].text) is not None))
                at += 1
        return tokens


def _token(word: Word, *, after_number: bool) -> Token:
    text = word.text
    if after_number and text in UNITS:
        return UNITS[text]
    if is_clock(text):
        return clock_slot(text)
    number = read_number(text)
    if number is None or text in COMMON_NUMBERS:
        return SPELLINGS.get(text, text)
    return number_slot(number.value, ordinal=number.ordinal)


def _plainly(tokens: Sequence[Token]) -> list[Token]:
    """The tokens without courtesy and "now", a leading moment at the end."""
    kept: list[Token] = []
    at = 0
    while at < len(tokens):
        now = _leading(NOW, tokens, at)
        if now and (not kept or kept[-1] not in NOT_BEFORE_NOW):
            at += len(now)
        else:
            kept.append(tokens[at])
            at += 1
    kept = [token for token in kept if token not in COURTESY]
    while kept and kept[-1] in THANKS:
        kept.pop()
    while kept and kept[0] in GREETINGS:
        kept.pop(0)
    while opening := _leading(OPENINGS, kept, 0):
        del kept[: len(opening)]
    return _moment_last(kept)


def _leading(phrases: Sequence[tuple[str, ...]], tokens: Sequence[Token], at: int) -> tuple[str, ...]:
    return next((phrase for phrase in phrases if tuple(tokens[at : at + len(phrase)]) == phrase), ())


def _moment_last(tokens: list[Token]) -> list[Token]:
    """`on lap 20 who led` as `who led on lap 20`."""
    for end in (4, 3, 2):
        first, following = tokens[:end], tokens[end : end + 1]
        if (
            first
            and first[0] in MOMENT_STARTS
            and not any(token in SENTENCE_STARTS for token in first)
            and sum(isinstance(token, SlotValue) and (token.is_number or token.kind == "clock") for token in first) == 1
            and following
            and following[0] in SENTENCE_STARTS
        ):
            return tokens[end:] + first
    return tokens


def _is_unsettled(tokens: Sequence[Token]) -> bool:
    """Whether the question refers to something said before."""
    pairs = zip(("", *tokens), tokens, strict=False)
    return any(each in UNSETTLED and (each, before in AUXILIARIES) != ("there", True) for before, each in pairs)


def _is_tied(words: Sequence[str], name: int) -> bool:
    """Whether the only name is what another is compared with, as in "ahead of Hamilton"."""
    before = words[name - 1] if name else ""
    return before in TIES or (before == "of" and name > 1 and words[name - 2] in FRONT) or before in FRONT
