"""Which field of the outputs backs each number of an answer that the tools themselves have worded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from director.grounding.facts import COUNTED, COUNTING, PLACES, SELDOM_TOLD, Fact, Facts, read_facts, words
from director.grounding.quantities import Quantity, normal, quantities
from director.sanitise import visible
from toolgate.contract import Context, JsonObject


class Evidence(Struct, frozen=True):
    """What of an answer stands where: the field of an output that says it."""

    text: str
    step: str
    path: str
    value: str

    def to_json(self) -> JsonObject:
        """`{"text", "step", "path", "value"}`."""
        return {"text": self.text, "step": self.step, "path": self.path, "value": self.value}


def find_evidence(answer: str, data: Sequence[JsonObject], context: Context) -> tuple[Evidence, ...]:
    """The fields that back the numbers of an answer, whoever worded it."""
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
    """Whether a fact surely is no position: how many there are of something, or the number of a lap or a car."""
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
