"""The check of an answer against the data it was written from.

It looks for what is surely wrong: a number that no output has in that sense, a name that no output says, a number
given to somebody whose it is not, an order or place that the outputs deny, and text that was only in what is not to
be repeated. What it finds nothing wrong with can still be false: it knows words and numbers, not meaning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from director.grounding.claims import NamedInAnswer, false_claims, mentions
from director.grounding.facts import (
    COUNTED,
    COUNTING,
    PLACES,
    SELDOM_TOLD,
    Fact,
    Facts,
    ngrams,
    read_facts,
    words,
)
from director.grounding.quantities import Quantity, normal, quantities, stem
from director.language.folding import fold
from director.language.sentence_words import ORDINARY
from director.sanitise import is_suspect, visible
from toolgate.contract import Context, JsonObject

_CAPITAL = re.compile(r"(?<![\w'’])[^\W\d_](?:[^\W_]|['’](?=[^\W\d_]))*(?:-[^\W_]+)*")
_SENTENCE = re.compile(r"(?:^|[.!?:;]\s+|[“\"(]\s*|[–—-]\s+)$")
_OF_AGE = re.compile(r"\b(?:ago|age|old|late)\b", re.IGNORECASE)
_TYRE = re.compile(
    r"\b(?:SOFT|MEDIUM|HARD|INTERMEDIATE|WET)S?\b|\b(?i:soft|medium|hard|intermediate|wet)"
    r"(?:(?=\s(?i:tyres?|tires?|compound)\b)|s\b)"
)
"""A compound, where it surely is one: in capitals, before `tyres`, or in the plural."""
_ECHO_WORDS = 4
_SHOWN_MAX = 40


@dataclass(frozen=True, slots=True)
class Evidence:
    """A number of an answer and the field that has it."""

    text: str
    step: str
    path: str
    value: str

    def to_json(self) -> JsonObject:
        """`{"text", "step", "path", "value"}`."""
        return {"text": self.text, "step": self.step, "path": self.path, "value": self.value}


@dataclass(frozen=True, slots=True)
class Grounding:
    """What an answer rests on, and what of it rests on nothing. It holds where there are no flaws."""

    flaws: tuple[str, ...]
    evidence: tuple[Evidence, ...]


def ground(answer: str, data: Sequence[JsonObject], context: Context) -> Grounding:
    """Hold an answer to the data it was written from, as `sanitise.answer_data` gives it."""
    facts = read_facts(data, context)
    text = normal(visible(answer))
    if not _OF_AGE.search(text):
        facts.numbers = [fact for fact in facts.numbers if fact.pointer != "/data_age_s"]
    said = quantities(text)
    backing = [(quantity, _backing(quantity, facts)) for quantity in said]
    evidence = tuple(_evidence(backing))
    if echo := _echo(text, facts):
        return Grounding((echo,), evidence)  # nothing else is named: it would be the very text
    flaws = [
        *(f"{_shown(quantity.text)} is in no output" for quantity, found in backing if not found),
        *(f"{_shown(name)} is in no output" for name in _unknown_names(text, facts, said)),
        *(f"{_shown(tyre)} is in no output" for tyre in _TYRE.findall(text) if stem(fold(tyre)) not in facts.words),
        *_misattributed(text, facts, backing),
        *false_claims(text, facts, said),
    ]
    return Grounding(tuple(dict.fromkeys(flaws)), evidence)


def find_evidence(answer: str, data: Sequence[JsonObject], context: Context) -> tuple[Evidence, ...]:
    """The fields that back the numbers of an answer, of any answer."""
    facts = read_facts(data, context)
    return tuple(_evidence([(each, _backing(each, facts)) for each in quantities(normal(visible(answer)))]))


def _evidence(backing: Sequence[tuple[Quantity, list[Fact]]]) -> Iterator[Evidence]:
    """The best field of each number: one that is a number rather than a sentence, and of the fewest names."""
    for quantity, found in backing:
        if found:
            best = min(found, key=lambda fact: (fact.spoken, fact.items, fact.pointer.startswith("/as_of")))
            yield Evidence(quantity.text.strip(), best.step, best.pointer, best.shown)


def _backing(quantity: Quantity, facts: Facts) -> list[Fact]:
    """The facts that a number of the answer can be."""
    if quantity.literal:
        if all(word in facts.words for word in words(quantity.text)):
            return [Fact(quantity, "", "", quantity.text, spoken=True)]
        return []
    fitting = [fact for fact in facts.numbers if _same_kind(quantity, fact) and _same_value(quantity, fact)]
    if quantity.place and quantity.after not in ("lap", "stop", "stint"):
        told = any(map(_is_place, facts.numbers))
        return [fact for fact in fitting if (_is_place(fact) if told else not _counts_others(fact))]
    noun = quantity.before or (quantity.after if quantity.after == "lap" else "")
    if quantity.after == "stop" and not quantity.place:
        noun = noun or "stop"
    if quantity.after in SELDOM_TOLD or (noun and any(_is_about(noun, fact) for fact in facts.numbers)):
        noun = noun or quantity.after
        return [fact for fact in fitting if _is_about(noun, fact)]
    return fitting


def _is_about(noun: str, fact: Fact) -> bool:
    return (noun in fact.keys and fact.quantity.unit is None) or noun in (fact.quantity.before, fact.quantity.after)


def _is_place(fact: Fact) -> bool:
    return bool(fact.quantity.place or fact.keys & PLACES)


def _counts_others(fact: Fact) -> bool:
    """Whether a fact surely is no place: how many there are of something, or the number of a lap or a car."""
    theirs = fact.quantity
    return bool(fact.items or fact.keys & COUNTING or theirs.after in COUNTED) or theirs.before not in ("", "place")


def _same_kind(said: Quantity, fact: Fact) -> bool:
    """Whether a number of the answer and one of the outputs can count the same."""
    theirs = fact.quantity
    if theirs.literal:
        return False
    if said.clock or theirs.clock:
        return (said.unit, theirs.unit) == ("s", "s")
    if said.unit is not None and theirs.unit is None:
        if fact.items or theirs.before or theirs.place or theirs.after in COUNTED:
            return False
        return not (theirs.value.is_integer() and fact.keys & COUNTING)
    if said.unit is None and theirs.unit is not None:
        # "leads by 4.1": a bare number may leave its unit out, but a counted or numbered thing is none.
        return not (said.before or said.place or said.after in COUNTED)
    if theirs.before == "date" and (said.before or said.after in COUNTED):
        return False
    return said.unit == theirs.unit


def _same_value(said: Quantity, fact: Fact) -> bool:
    """Whether rounding makes the one of the other."""
    theirs = fact.quantity
    value, mine = theirs.value, said.value
    if said.unit != "deg" or mine >= 0 > value:
        value, mine = abs(value), abs(mine)
    if said.unit == "%" and theirs.unit is None and 0 < value <= 1 and not fact.items:
        value *= 100
    if said.clock and theirs.clock and said.text.count(":") == 1 and theirs.text.count(":") == 2:
        return 0 <= value - mine * 60 < 60
    if said.bound == "under":
        return value <= mine <= 2 * value
    if said.bound == "over":
        return 0.6 * value <= mine <= value
    if said.clock and said.step == 1.0:
        return abs(value - mine) < 1.0
    step = said.step
    if said.bound == "about" and mine >= 10 * said.step and mine % (10 * said.step) == 0:
        step = 10 * said.step
    if abs(value - mine) > step / 2 * (1 + 1e-9) + 1e-9:
        return False
    exact = abs(value - mine) < 1e-6
    return exact or said.bound == "about" or not mine.is_integer() or abs(value - mine) <= 0.1 * mine


def _unknown_names(text: str, facts: Facts, said: Sequence[Quantity]) -> Iterator[str]:
    """Words that look like names and that nothing backs."""
    taken = [(quantity.start, quantity.end) for quantity in said]
    for match in _CAPITAL.finditer(text):
        if any(start <= match.start() < end for start, end in taken):
            continue
        token = match[0]
        parts = [part for part in words(token) if part]
        uncased = not token.isascii() and token[0].lower() == token[0].upper()
        looks = token[0].isupper() or uncased or any(part in facts.absent for part in parts if len(part) > 3)
        if not looks or all(_backed(part, facts) for part in parts):
            continue
        starts = _SENTENCE.search(text[: match.start()]) is not None
        if (
            starts
            and not uncased
            and all(_backed(p, facts) or _looks_english(p) for p in parts)
            and not token.isupper()
        ):
            continue
        if token[0].islower() and not uncased and all(part in ORDINARY for part in parts):
            continue
        yield token


def _backed(word: str, facts: Facts) -> bool:
    if word in facts.absent:
        return False
    return word in facts.words or word in facts.aliases or word in ORDINARY or stem(word) in facts.words


def _looks_english(word: str) -> bool:
    """An adverb or the like, as `Unfortunately`."""
    return len(word) > 5 and word.endswith(("ly", "ing", "ward", "wards"))


def _misattributed(text: str, facts: Facts, backing: Sequence[tuple[Quantity, list[Fact]]]) -> Iterator[str]:
    """Numbers that belong only to others than those the sentence names."""
    named = mentions(text, facts)
    for quantity, found in backing:
        own = [fact for fact in found if not fact.spoken and not fact.items]
        if not own or any(not fact.who for fact in own):
            continue
        start, end = _sentence_around(text, quantity)
        here = [mention for mention in named if start <= mention.start < end]
        if here and not any(mention.who & fact.who for mention in here for fact in own):
            yield f"{_shown(quantity.text)} is not {_possessive(here)}"


def _sentence_around(text: str, quantity: Quantity) -> tuple[int, int]:
    marks = [match.end() for match in re.finditer(r"[.;!?]\s+|;\s*", text)]
    start = max((mark for mark in marks if mark <= quantity.start), default=0)
    return start, min((mark for mark in marks if mark > quantity.start), default=len(text))


def _possessive(here: Sequence[NamedInAnswer]) -> str:
    return " or ".join(f"{_shown(mention.text)}'s" for mention in here[:2])


def _echo(text: str, facts: Facts) -> str:
    """That the answer speaks to its reader, or has words that only such text has. They are not named."""
    if is_suspect(text):
        return "it holds a link, markup or words to the reader"
    said = words(text)
    runs = set(ngrams(said, _ECHO_WORDS))
    for suspect in facts.suspect:
        theirs = words(suspect)
        alone = {word for word in theirs if not (_backed(word, facts) or word in facts.absent)}
        if alone & set(said) or runs & set(ngrams(theirs, _ECHO_WORDS)):
            return "it repeats text that was written to mislead"
    return ""


def _shown(text: str) -> str:
    text = fold(text) if not text.isprintable() else text
    return f"'{text.strip()[:_SHOWN_MAX]}'"
